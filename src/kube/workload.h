/* Workload: where an object keeps its pods, by the table of kinds; by structure for kinds that the
 * table does not have. */
#ifndef KUBE_WORKLOAD_H
#define KUBE_WORKLOAD_H

#include "kube/kind.h"
#include "kube/object.h"

typedef struct PodSite {
    const Node
        *node; /* what the table's path found: a template, a spec, or the map that stands for it */
    const Node *spec, *metadata, *inherit; /* metadata and inherit may be NULL */
    NodePlace metadata_at;
    KindRows row; /* done for a site found by structure */
    bool partial;
} PodSite;

typedef struct PodSites {
    VEC(PodSite) list;
    bool hidden; /* a placeholder may stand for one more */
} PodSites;

void workload_sites(Arena *a, const Facts *f, const Object *o, PodSites *out);
/* What the kind alone says: the cell `role` of its first row, "" for kinds that are not there. */
Str workload_role(const Facts *f, const Object *o);
/* Pods of one site that run at a time: -1 unknown; sets *daemon where it is one a node. */
int64_t workload_replicas(const PodSite *site, const Object *o, bool *daemon, NodePlace *at);
/* Pods that must run together; `all` is the sum over the object, -1 unknown. */
bool workload_in_gang(const PodSite *site); /* counts in `all` */
int64_t workload_gang(const PodSite *site, const Object *o, int64_t replicas, int64_t all);

#endif
