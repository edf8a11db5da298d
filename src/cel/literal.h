/* Literals to values: numbers, and strings and bytes with their escapes. */
#ifndef CEL_LITERAL_H
#define CEL_LITERAL_H

#include "base/arena.h"
#include "cel/token.h"
#include "cel/value.h"

/* The value of a number, string, bytes, true, false or null token, whose text is given; numbers
 * with a minus sign of their own when negative. False with *why in words (in the arena). */
bool literal_value(Arena *a, TokenKind kind, Str text, bool negative, CelValue *out, Str *why);

#endif
