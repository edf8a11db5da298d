/* What the planner leaves for the functions of eval_fast.c: CelExpr.plan. */
#ifndef CEL_FAST_H
#define CEL_FAST_H

#include "base/map.h"
#include "base/vec.h"
#include "cel/eval.h"

/* The texts of a constant list; NULL for a list so short that comparing beats hashing. */
typedef Map FastTexts;

/* One name of a path, with what the search for it needs at hand. */
typedef struct FastStep {
    uint64_t hash;
    Str name;
    const CelExpr *expr;
} FastStep;

/* base.a.b.c, all steps with '?' or none. */
typedef struct FastPath {
    const CelExpr *base;
    VEC(FastStep) steps;
    CelEvalFn *general; /* of the node: for what the fast walk does not decide */
} FastPath;

#endif
