/* Walk: from characters, which libyaml counts, to bytes, which everything else counts. Marks come
 * in the order of the text but for a step back now and then, so all walks together are one. */
#ifndef DOC_WALK_H
#define DOC_WALK_H

#include "base/arena.h"

typedef struct Walk {
    Str text;
    size_t chars, bytes; /* where it stands */
    bool ascii;          /* a character is a byte everywhere */
} Walk;

/* Texts that were joined have byte order marks at the start of lines. YAML ignores them, libyaml
 * counts them as a column: it gets the text without, and a walk steps over them. */
Str walk_text(Arena *a, Str text, bool ascii);

uint32_t walk_to(Walk *w, size_t chars); /* byte offset of the chars-th character */

#endif
