/* Patterns of names, "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" and the like, as one look at each byte: most
 * of those that rules have. */
#ifndef CEL_SCAN_H
#define CEL_SCAN_H

#include "base/arena.h"

typedef struct Scan Scan; /* immutable */

/* NULL for all other patterns. The pattern is one that re2_translate has taken. */
const Scan *scan_of(Arena *a, Str pattern);
bool scan_test(const Scan *s, Str text);

#endif
