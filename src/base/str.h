/* Str: a borrowed view of bytes. It never owns them, is not NUL-terminated and may hold NUL
 * bytes; the Source, Arena or literal behind it keeps them alive. Passed by value. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Str {
    const char *ptr;
    size_t len;
} Str;

/* clang-format off */
#define STR(lit)      ((Str)STR_INIT(lit))
#define STR_INIT(lit) {"" lit "", sizeof(lit) - 1} /* in a static initialiser */
#define STR_ARG(s)    (int)(s).len, (s).ptr        /* for "%.*s" */
/* clang-format on */

/* Names are short: two loads that may overlap cost less than a call of memcmp. */
static inline bool str_same_bytes(const char *a, const char *b, size_t len)
{
    if (len >= 8 && len <= 16) {
        uint64_t x[2], y[2];
        memcpy(&x[0], a, 8);
        memcpy(&x[1], a + len - 8, 8);
        memcpy(&y[0], b, 8);
        memcpy(&y[1], b + len - 8, 8);
        return x[0] == y[0] && x[1] == y[1];
    }
    if (len >= 4 && len < 8) {
        uint32_t x[2], y[2];
        memcpy(&x[0], a, 4);
        memcpy(&x[1], a + len - 4, 4);
        memcpy(&y[0], b, 4);
        memcpy(&y[1], b + len - 4, 4);
        return x[0] == y[0] && x[1] == y[1];
    }
    if (len > 16)
        return memcmp(a, b, len) == 0;
    return len == 0 || (a[0] == b[0] && a[len / 2] == b[len / 2] && a[len - 1] == b[len - 1]);
}

static inline bool str_eq(Str a, Str b)
{
    return a.len == b.len && str_same_bytes(a.ptr, b.ptr, a.len);
}

Str str_c(const char *text);      /* view of a NUL-terminated string; NULL gives the empty view */
bool str_eq_nocase(Str a, Str b); /* ASCII letters only */
int str_cmp(Str a, Str b);        /* byte order; as memcmp, the shorter first */
bool str_starts(Str s, Str prefix);
bool str_ends(Str s, Str suffix);
bool str_contains(Str s, Str part);
/* Offset of the first `part`, or s.len when there is none. */
size_t str_find(Str s, Str part);
size_t str_find_char(Str s, char c);
size_t str_rfind_char(Str s, char c);         /* s.len when there is none */
Str str_slice(Str s, size_t from, size_t to); /* clamped to the string */
Str str_skip(Str s, size_t count);            /* without its first count bytes */
Str str_behind(Str s, char c);                /* behind the last c; all of s when there is none */
Str str_trim(Str s);                          /* without ASCII white space at both ends */
/* Splits s at the first sep; returns false and leaves both alone if there is none. */
bool str_cut(Str s, char sep, Str *head, Str *tail);
/* Takes the part up to the next sep from *rest into *item; false when *rest is used up.
 * "a,b" gives a, b; ",a" gives an empty item and a; "" and the end of "a," give nothing. */
bool str_next(Str *rest, char sep, Str *item);
/* Whole-string decimal integers: no sign but '-', no spaces, no overflow. */
bool str_int(Str s, int64_t *out);
/* Seeded by where the program was loaded: stable in one process, not between processes. */
uint64_t str_hash(Str s);
/* Optimal-string-alignment distance, ASCII case ignored; more than `most` is returned as most+1. */
size_t str_distance(Str a, Str b, size_t most);

#endif
