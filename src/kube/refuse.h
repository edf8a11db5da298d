/* Refuse: amounts of a pod that a LimitRange of its namespace does not let through: the API server
 * refuses the pod when its controller creates it. */
#ifndef KUBE_REFUSE_H
#define KUBE_REFUSE_H

#include "kube/fleet.h"

typedef enum RefusalKind {
    REFUSAL_ABOVE, /* its maximum */
    REFUSAL_BELOW, /* its minimum */
    REFUSAL_LIMIT  /* a request without a limit, above the limit that the range gives */
} RefusalKind;

typedef struct Refusal {
    RefusalKind kind;
    const Container *container;
    Str resource;
    const Node *amount, *bound;
    const LimitRange *range;
} Refusal;

typedef struct Refusals {
    VEC(Refusal) list;
    bool open; /* perhaps more */
} Refusals;

/* At most one for a container and resource. */
void fleet_refusals(const Fleet *f, Arena *a, const Pod *p, Refusals *out);

#endif
