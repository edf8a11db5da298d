/* Delta: which findings a change adds and removes. A finding is the same when its rule, the
 * identity of its object and its path are: moving a file, reformatting it or another order of a
 * list's items is no change. A finding that got graver is a new one. */
#ifndef RULE_DELTA_H
#define RULE_DELTA_H

#include "rule/finding.h"

typedef struct Delta {
    Findings added, removed; /* in the order of their runs; copies that share what they point to */
} Delta;

void delta_of(Arena *a, const Findings *before, const Findings *after, Delta *out);

#endif
