/* Solve: can the devices of one node serve a claim? Alternatives and the values that constraints
 * settle on are tried in turn; requests whose devices have to differ get them one by one, and
 * whether all others then get theirs is a flow. Steps are counted: what takes too many is unknown.
 * Nothing here reads documents or evaluates anything. */
#ifndef DRA_SOLVE_H
#define DRA_SOLVE_H

#include "base/tri.h"
#include "base/vec.h"

enum {
    SOLVE_REQUESTS = 32,    /* of a claim, the API's own limits */
    SOLVE_ALTERNATIVES = 8, /* of a request */
    SOLVE_CONSTRAINTS = 32,
    SOLVE_DEVICES = 32, /* that one claim may get */
    SOLVE_GROUPS = 64   /* of equal devices of a node; no type has as many */
};

/* One request, or one of its alternatives. */
typedef struct SolveAsk {
    uint32_t count;
    bool all;                   /* every device that fits, whatever count says */
    bool loose;                 /* never surely served, as by what is not here */
    bool beyond;                /* perhaps served by what is not here */
    uint8_t fits[SOLVE_GROUPS]; /* Tri by group */
} SolveAsk;

typedef struct SolveRequest {
    SolveAsk asks[SOLVE_ALTERNATIVES];
    uint32_t count; /* of alternatives, at least 1 */
} SolveRequest;

/* All devices of these requests have one value; or each has another one. */
typedef struct SolveConstraint {
    uint8_t covers[SOLVE_REQUESTS]; /* by request, a bit for each alternative */
    int32_t values[SOLVE_GROUPS];   /* by group, below SOLVE_GROUPS: equal numbers, equal values */
    bool distinct;                  /* no two devices have the same */
    bool ignored;                   /* perhaps nobody looks at it: never surely broken */
    bool vague;                     /* may be something else: never surely kept or broken */
} SolveConstraint;

enum {
    VALUE_NONE = -1, /* the devices lack it */
    VALUE_UNKNOWN = -2,
    VALUE_OWN = -3 /* each device has one that no other has */
};

typedef struct SolveProblem {
    const SolveRequest *requests;
    SolveConstraint *constraints;
    uint32_t request_count, constraint_count;
    uint32_t have[SOLVE_GROUPS]; /* devices of each group */
    uint32_t group_count;
    bool shared; /* devices may serve several requests: how many is not known */
} SolveProblem;

/* *steps is added to; from `limit` on the answer is unknown. */
Tri solve(const SolveProblem *p, uint64_t *steps, uint64_t limit);

#endif
