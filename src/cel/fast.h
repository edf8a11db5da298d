/* What the planner leaves for the functions of eval_fast.c: CelExpr.plan. */
#ifndef CEL_FAST_H
#define CEL_FAST_H

#include "base/map.h"
#include "base/vec.h"
#include "cel/expr.h"

/* The texts of a constant list; NULL for a list so short that comparing beats hashing. */
typedef Map FastTexts;

/* base.a.b.c: plain names without '?'. */
typedef struct FastPath {
    const CelExpr *base;
    VEC(const CelExpr *) steps;
} FastPath;

#endif
