#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/panic.h"

void buf_init(Buf *b, Arena *a, size_t max)
{
    *b = (Buf){.arena = a, .max = max};
}

void buf_clear(Buf *b)
{
    b->len = 0;
    b->full = false;
}

/* Room for `more` bytes and a NUL, or NULL when the ceiling is met. */
static char *reserve(Buf *b, size_t more)
{
    if (b->full || more > b->max - b->len) {
        b->full = true;
        return NULL;
    }
    size_t need = b->len + more + 1;
    if (need > b->cap) {
        size_t cap = b->cap < 128 ? 128 : b->cap;
        while (cap < need)
            cap *= 2;
        if (!b->ptr || !arena_extend(b->arena, b->ptr + b->cap, cap - b->cap)) {
            char *moved = arena_array(b->arena, char, cap);
            if (b->ptr)
                memcpy(moved, b->ptr, b->len);
            b->ptr = moved;
        }
        b->cap = cap;
    }
    char *at = b->ptr + b->len;
    b->len += more;
    return at;
}

void buf_add(Buf *b, Str text)
{
    char *at = reserve(b, text.len);
    if (at && text.len)
        memcpy(at, text.ptr, text.len);
}

void buf_char(Buf *b, char c)
{
    buf_add(b, (Str){&c, 1});
}

void buf_fill(Buf *b, char c, size_t count)
{
    char *at = reserve(b, count);
    if (at)
        memset(at, c, count);
}

void buf_printf(Buf *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    if (len < 0)
        panic("buf_printf: bad format '%s'", format);
    char *at = reserve(b, (size_t)len);
    if (at)
        (void)vsnprintf(at, (size_t)len + 1, format, again);
    va_end(again);
    va_end(args);
}

Str buf_str(const Buf *b)
{
    return b->ptr ? (Str){b->ptr, b->len} : STR("");
}
