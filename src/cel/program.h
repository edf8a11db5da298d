/* Inside of CelProgram: what the checker fills in and the evaluator runs. */
#ifndef CEL_PROGRAM_H
#define CEL_PROGRAM_H

#include "cel/env.h"
#include "cel/expr.h"

typedef struct HostUse {
    const CelHostType *type;
    Str name; /* of a field or method */
} HostUse;

struct CelProgram {
    const CelEnv *env;
    CelText text;
    CelExpr *root;
    const char *type;
    uint32_t locals; /* variables of macros that are alive at once, at most */
    bool documents;  /* the rule profile: null reads as absent, wrong kinds as unknown */
    bool kubernetes; /* the API server's own environments: as strict as theirs */
    bool *reads;     /* by slot */
    VEC(HostUse) uses;
    VEC(CelNewer) newer; /* in the order that they were checked */
    VEC(CelWarning) warnings;
};

/* Gives every node of p->root a type and every name a meaning. False after messages. */
bool cel_check(Arena *a, CelProgram *p, Diags *d);
/* Gives every node of a checked tree its function, and folds constants. False after messages:
 * literals that can never be right (a pattern that is no pattern). */
bool cel_plan(Arena *a, CelProgram *p, Diags *d);
/* Part of it: gives a node with constant operands, whose function is set, a faster one. */
void plan_fast(Arena *a, CelExpr *e);

#endif
