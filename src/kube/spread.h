/* Spread: how the pods of a workload must stand apart: topology spread constraints and
 * anti-affinity, as one list. */
#ifndef KUBE_SPREAD_H
#define KUBE_SPREAD_H

#include "kube/pod.h"

typedef struct Spread {
    Str key, text;    /* topology key; "spread over topology.kubernetes.io/zone" */
    Tri hard;         /* required, not preferred */
    bool apart;       /* anti-affinity: no two in one domain */
    Tri own;          /* it counts the workload's own pods */
    const Node *node; /* the constraint or term */
} Spread;

typedef struct Spreads {
    VEC(Spread *) list;
    bool open;
} Spreads;

void pod_spreads(Arena *a, const Pod *p, Spreads *out);

#endif
