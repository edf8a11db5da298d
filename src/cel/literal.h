/* Literals to values: numbers, and strings and bytes with their escapes. */
#ifndef CEL_LITERAL_H
#define CEL_LITERAL_H

#include "base/arena.h"
#include "cel/token.h"
#include "cel/value.h"

/* A number, string, bytes, true, false or null token. */
typedef struct Literal {
    TokenKind kind;
    Str text;
    bool negative; /* a number that a minus sign stands before, which is not part of the text */
} Literal;

/* False with *why in words (in the arena). */
bool literal_value(Arena *a, Literal literal, CelValue *out, Str *why);

#endif
