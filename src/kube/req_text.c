/* Requirements in words, for messages. */
#include "base/limits.h"
#include "kube/req.h"

static bool takes_list(ReqOp op)
{
    return op == REQ_IN || op == REQ_NOT_IN;
}

static void write_values(Buf *b, const ReqSource *s, bool list)
{
    buf_add(b, list ? STR("[") : STR(""));
    for (size_t i = 0; i < s->values.len; i++)
        buf_printf(b, "%s%.*s", i ? ", " : "", STR_ARG(s->values.items[i]));
    buf_add(b, list ? STR("]") : STR(""));
}

void req_source_write(Buf *b, const ReqSource *s)
{
    buf_add(b, s->written_key);
    if (s->op == REQ_IN && s->values.len == 1) {
        buf_printf(b, "=%.*s", STR_ARG(s->values.items[0]));
        return;
    }
    buf_printf(b, " %.*s", STR_ARG(s->operator_text));
    if (!takes_list(s->op) && !s->values.len)
        return;
    buf_char(b, ' ');
    write_values(b, s, takes_list(s->op));
}

Str req_source_text(Arena *a, const ReqSource *s)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    req_source_write(&b, s);
    return buf_str(&b);
}

Str req_source_values_text(Arena *a, const ReqSource *s)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    write_values(&b, s, true);
    return buf_str(&b);
}
