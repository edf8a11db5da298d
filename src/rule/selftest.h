/* Selftest: the examples that rules carry, judged as any input is. A bad one must give exactly
 * the findings it expects, a good one none of its rule, and neither a fault. */
#ifndef RULE_SELFTEST_H
#define RULE_SELFTEST_H

#include "rule/run.h"

typedef struct SelftestFailure {
    const Rule *rule;
    Str file; /* the rule's, and the example's line in it */
    uint32_t line;
    Str message; /* "bad 'title': …" */
} SelftestFailure;

typedef struct Selftest {
    size_t rules, examples;
    VEC(SelftestFailure) failures;
} Selftest;

void selftest_run(Arena *a, RuleSet *set, const Facts *facts, Selftest *out);

#endif
