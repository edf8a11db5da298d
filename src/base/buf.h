/* Buf: bytes being written, in an arena. It has a ceiling from the start; what does not fit sets
 * `full` for good and later writes do nothing, so the writer asks once, at the end. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/arena.h"

typedef struct Buf {
    Arena *arena;
    char *ptr;
    size_t len, cap, max;
    bool full;
} Buf;

void buf_init(Buf *b, Arena *a, size_t max);
void buf_clear(Buf *b); /* keeps the memory */
void buf_add(Buf *b, Str text);
void buf_char(Buf *b, char c);
void buf_fill(Buf *b, char c, size_t count);
void buf_printf(Buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
Str buf_str(const Buf *b); /* valid until the next write */

#endif
