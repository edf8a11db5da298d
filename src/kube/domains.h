/* Domains: into how many parts (zones, nodes, values of a label) the places around a pod can divide
 * its siblings, for spread constraints and anti-affinity. */
#ifndef KUBE_DOMAINS_H
#define KUBE_DOMAINS_H

#include "kube/fleet.h"
#include "kube/spread.h"

typedef struct Domains {
    VEC(Str) values;
    bool open; /* there may be others */
} Domains;

/* Values of the topology key that nodes of the places can have which it is meant for and fits. */
void pod_domains(Fleet *f, Arena *a, const Pod *p, const Spread *s, Domains *out);
/* Nodes that the limits of those places allow for it; INT64_MAX without bound, -1 unknown. */
int64_t pod_most_nodes(Fleet *f, Arena *a, const Pod *p);

/* May the place start a node in that zone: its requirements, and the subnets of its node class or
 * group where they are known? */
Tri place_starts_in(const Place *p, Str zone);

#endif
