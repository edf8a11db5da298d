/* Question: a claim as the solver asks it: what fits each request, by device, and what its
 * constraints compare. Made for one claim, from what the Dra of its fleet has worked out. */
#ifndef DRA_QUESTION_H
#define DRA_QUESTION_H

#include "dra/match.h"
#include "dra/solve.h"
#include "kube/fleet.h"

typedef struct SelectorList {
    DeviceSelector *const *items;
    size_t len;
    bool open; /* there may be more */
} SelectorList;

/* Why a device does not fit. */
typedef struct Misfit {
    DeviceSelector *selector; /* NULL: it fits, or the capacity is too small */
    bool of_class;            /* the selector is the DeviceClass's */
    size_t passed;            /* selectors and clauses before it */
    Match match;
} Misfit;

/* A request, or one of its alternatives. */
typedef struct Ask {
    const ClaimRequest *request;
    SelectorList of_class, own;
    bool modelled; /* what its class's devices are is known */
    bool beyond;   /* the class has devices besides that no type is known to have */
    uint8_t *fits; /* Tri by device */
} Ask;

typedef struct Wanted {
    const ClaimRequest *request; /* the first alternative */
    Ask asks[SOLVE_ALTERNATIVES];
    uint32_t count;
} Wanted;

/* What a device has under an attribute. */
typedef struct DeviceValue {
    bool there;
    bool own; /* not known, but no other device has the same */
    Str text; /* "" where it is not known */
} DeviceValue;

typedef struct Constraint {
    const Node *node;
    const Node *attribute; /* that is compared; NULL */
    Str domain, name;
    bool root;           /* it compares PCIe roots, which groups have */
    DeviceValue *values; /* by device */
    uint8_t covers[SOLVE_REQUESTS];
    bool distinct, ignored, vague; /* as in SolveConstraint */
} Constraint;

typedef struct Question {
    Matcher *matcher;
    const Claim *claim;
    VEC(Wanted) wanted;
    VEC(Constraint) constraints;
    bool unsure;   /* it may ask more than is known */
    bool shared;   /* a node class of the fleet lets claims share devices */
    int32_t minor; /* of Kubernetes; 0 unknown */
} Question;

/* Fills wanted and constraints from asks that have their selectors; false where the API server
 * takes no claim of such a size. */
bool question_read(Question *q);
/* Whether a device fits, and why not; `why` may be NULL. */
Tri question_fits(const Question *q, const Ask *a, const DraDevice *d, Misfit *why);
/* The problem of one inventory; what it points to lives in the arena. */
SolveProblem question_problem(Arena *a, const Question *q, const Inventory *v);

#endif
