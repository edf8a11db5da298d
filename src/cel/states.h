/* States: the engine that never backtracks. It follows all states of a pattern at once, so that
 * its time is the text's length times the pattern's size, whatever the pattern. For what hits the
 * limit of the fast engine. It reads translated patterns (re2.h), whose form is narrow. */
#ifndef CEL_STATES_H
#define CEL_STATES_H

#include "base/arena.h"

/* Who judges single characters: sets (classes, or one character) are in PCRE2's language. */
typedef struct StatesChars {
    void *owner;
    const void *(*prepare)(void *owner, Str set, bool fold);
    bool (*matches)(void *owner, const void *prepared, Str one);
} StatesChars;

typedef struct States States;

/* NULL when the pattern with its repeats written out is too large. */
States *states_new(Arena *a, Str pattern, StatesChars chars);
/* As regex_find; a NULL match ends at the first sign of one. scratch holds the working memory. */
bool states_find(const States *s, Arena *scratch, Str text, size_t from, Str *match);

#endif
