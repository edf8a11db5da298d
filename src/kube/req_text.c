/* Requirements in words, for messages. */
#include "base/limits.h"
#include "kube/req.h"

static bool takes_list(ReqOp op)
{
    return op == REQ_IN || op == REQ_NOT_IN;
}

/* As written, placeholders too, which `values` leaves out. */
static void write_values(Buf *b, const ReqSource *s, bool list)
{
    const Node *written = s->unknown ? s->values_node : NULL;
    bool many = written && written->kind == NODE_LIST;
    size_t count = many ? written->len : written ? 1 : s->values.len;
    buf_add(b, list ? STR("[") : STR(""));
    for (size_t i = 0; i < count; i++) {
        buf_add(b, i ? STR(", ") : STR(""));
        buf_add(b, many      ? node_scalar(&written->as.items[i])
                   : written ? node_scalar(written)
                             : s->values.items[i]);
    }
    buf_add(b, list ? STR("]") : STR(""));
}

static bool is_one(const ReqSource *s)
{
    const Node *n = s->values_node;
    return s->op == REQ_IN && (s->unknown ? n && n->kind != NODE_LIST : s->values.len == 1);
}

static void write_entry(Buf *b, const ReqSource *s)
{
    buf_printf(b, "%.*s %.*s", STR_ARG(s->written_key), STR_ARG(s->operator_text));
    if (!takes_list(s->op) && !s->values.len && !s->unknown)
        return;
    buf_char(b, ' ');
    write_values(b, s, takes_list(s->op));
}

void req_source_write(Buf *b, const ReqSource *s)
{
    if (!is_one(s)) {
        write_entry(b, s);
        return;
    }
    buf_printf(b, "%.*s=", STR_ARG(s->written_key));
    write_values(b, s, false);
}

Str req_source_text(Arena *a, const ReqSource *s)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    req_source_write(&b, s);
    return buf_str(&b);
}

Str req_source_entry_text(Arena *a, const ReqSource *s)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    write_entry(&b, s);
    return buf_str(&b);
}

Str req_source_values_text(Arena *a, const ReqSource *s)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    write_values(&b, s, true);
    return buf_str(&b);
}
