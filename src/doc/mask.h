/* Mask: covers placeholders that stand without quotes, as `name: {{ x }}` and `{name: ${X}}` are no
 * YAML, or some other YAML than was meant. Each covered character becomes one private-use
 * character: libyaml counts characters, so places stay right, and uncovering is exact. */
#ifndef DOC_MASK_H
#define DOC_MASK_H

#include "base/arena.h"

typedef enum MaskMode {
    MASK_NONE,
    MASK_VALUES,
    MASK_LINES /* a line that is nothing but ${X} becomes a key as well: it brings fields with it */
} MaskMode;

/* False: there is nothing to cover, or the text has such characters of its own. */
bool mask_text(Arena *a, Str text, MaskMode mode, Str *out);
/* The text as it was written. *cut: it is a key whose last '}' served as its ':'. */
Str mask_reveal(Arena *a, Str covered, bool *cut);

#endif
