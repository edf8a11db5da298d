#include "doc/path.h"

#include "base/ascii.h"
#include "base/limits.h"

/* Names that need no brackets, as CEL has them: letters, digits and '_', no digit first. */
static bool is_plain(Str key)
{
    for (size_t i = 0; i < key.len; i++) {
        char c = key.ptr[i];
        bool letter = ascii_letter(c) || c == '_';
        if (!letter && !(i > 0 && ascii_digit(c)))
            return false;
    }
    return key.len > 0;
}

/* Between the quotes of ["…"]: escaped as in JSON, so that a path is always one line. */
static void write_quoted(Buf *out, Str key)
{
    for (size_t i = 0; i < key.len; i++) {
        char c = key.ptr[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if ((unsigned char)c < 0x20)
            buf_printf(out, "\\u%04x", (unsigned)c);
        else
            buf_char(out, c);
    }
}

static void write_step(Buf *out, Str key, bool first)
{
    if (is_plain(key)) {
        if (!first)
            buf_char(out, '.');
        buf_add(out, key);
        return;
    }
    buf_add(out, STR("[\""));
    write_quoted(out, key);
    buf_add(out, STR("\"]"));
}

void path_step(Buf *out, Str key)
{
    write_step(out, key, out->len == 0);
}

void path_index(Buf *out, size_t index)
{
    buf_printf(out, "[%zu]", index);
}

void path_write(Buf *out, const Node *from, const Node *n)
{
    const Node *steps[LIMIT_DEPTH + 1]; /* what the loaders let through */
    size_t count = 0, start = out->len;
    for (; n && n != from && n->parent && count < LIMIT_DEPTH + 1; n = n->parent) {
        if (!(n->flags & NODE_PART))
            steps[count++] = n;
    }
    while (count > 0) {
        const Node *step = steps[--count];
        const Member *m = node_member(step);
        if (m)
            write_step(out, m->key->name, out->len == start);
        else
            path_index(out, node_index(step));
    }
}
