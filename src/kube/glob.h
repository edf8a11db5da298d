/* Glob: text with * for any characters; ASCII case does not matter. */
#ifndef KUBE_GLOB_H
#define KUBE_GLOB_H

#include "base/str.h"

bool glob_match(Str pattern, Str text);

/* Words of a text in order, a window of two at a time. */
typedef enum WordKind {
    WORDS_OF_NAME,   /* between what is no letter */
    WORDS_OF_COMMAND /* between spaces, quotes and shell operators, without folders */
} WordKind;

typedef struct Words {
    Str rest;
    WordKind kind;
    Str word, next; /* the present one, and the one behind it ("" at the end) */
} Words;

Words words_of(Str text, WordKind kind);
bool words_advance(Words *w); /* false when there is no word any more */
/* Does the pattern (one word, or two) match at the present word? */
bool words_match(const Words *w, Str pattern);

#endif
