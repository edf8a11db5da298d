/* RE2's pattern language, translated for PCRE2. Whatever RE2 refuses is refused here (look-around,
 * back-references, possessive repeats …), and nothing of the pattern's own text reaches PCRE2:
 * every character and class is written anew, so that it means the same there. */
#ifndef CEL_RE2_H
#define CEL_RE2_H

#include "base/buf.h"

typedef struct Re2 {
    Str pcre;
    uint32_t weight; /* characters and classes with their repeats multiplied out */
    /* A plain text, perhaps bound to the start or the end, needs no engine. */
    bool plain, at_start, at_end;
    Str text;
} Re2;

/* On failure false, the offset in the pattern and the reason in words. */
bool re2_translate(Arena *a, Str pattern, Re2 *out, size_t *offset, const char **why);

/* ---- for the parts of the translator ---- */

typedef struct Re2Reader {
    Str text;
    size_t at;  /* where reading goes on */
    size_t bad; /* where a failure is to be shown */
    const char *why;
    Buf *out;
} Re2Reader;

bool re2_fail(Re2Reader *r, size_t at, const char *why); /* always false */
bool re2_next(const Re2Reader *r, const char *prefix);   /* whether the rest begins with it */
/* Reads one character of a literal, escaped or not, as a code point. */
bool re2_char(Re2Reader *r, uint32_t *code);
void re2_put_char(Buf *out, uint32_t code);
/* Reads \d \pN \P{Greek} …, written as an item of a class; *is false when none is here. */
bool re2_set(Re2Reader *r, bool *is);
bool re2_class(Re2Reader *r); /* from the '[' on */

#endif
