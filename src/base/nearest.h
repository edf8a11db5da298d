/* Nearest: which of the names that exist a misspelt word meant. Offer all of them, then ask. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "base/str.h"

typedef struct Nearest {
    Str word;
    size_t distance; /* of the best; starts one above what still counts as a slip */
    Str best;        /* "" when none is near */
} Nearest;

/* A third of the word may be wrong, three letters at most: more is another word. */
static inline Nearest nearest_to(Str word)
{
    size_t most = word.len / 3 < 3 ? word.len / 3 : 3;
    return (Nearest){
        word, (most ? most : 1) + 1, {"", 0}
    };
}

static inline void nearest_offer(Nearest *n, Str name)
{
    size_t distance = str_distance(n->word, name, n->distance - 1);
    if (distance < n->distance) {
        n->distance = distance;
        n->best = name;
    }
}

#endif
