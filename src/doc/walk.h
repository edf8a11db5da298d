/* Walk: from characters, which libyaml counts, to bytes, which everything else counts. Marks come
 * in the order of the text but for a step back now and then, so all walks together are one. */
#ifndef DOC_WALK_H
#define DOC_WALK_H

#include "base/arena.h"

typedef struct Walk {
    Str text;
    size_t chars, bytes; /* where it stands */
    bool ascii;          /* a character is a byte everywhere */
    bool joined;         /* byte order marks stand at the start of lines */
} Walk;

void walk_init(Walk *w, Str text, bool ascii);
/* The text as libyaml gets it: of texts that were joined, without the byte order marks. YAML
 * ignores them, libyaml counts each as a column; a walk steps over them. */
Str walk_text(const Walk *w, Arena *a);
uint32_t walk_to(Walk *w, size_t chars); /* byte offset of the chars-th character */

#endif
