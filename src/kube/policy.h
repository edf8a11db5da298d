/* Policies of a namespace or cluster that bear on pods: quotas, disruption budgets, limit ranges
 * and priority classes. Their pods are joined by the fleet. */
#ifndef KUBE_POLICY_H
#define KUBE_POLICY_H

#include "kube/pod.h"

typedef struct QuotaKey {
    const struct Quota *quota;
    Str key, resource; /* "requests.nvidia.com/gpu", "nvidia.com/gpu"; resource "" for count/… */
    Str form;          /* "requests", "limits" or "" */
    Str text;          /* of the quantity, as written */
    Quantity quantity;
    bool unknown; /* a placeholder, or no quantity */
    const Node *node;
} QuotaKey;

typedef struct Quota {
    const Object *object;
    VEC(QuotaKey *) hard;
    bool hard_open;
    bool scoped;           /* counts some pods only */
    VEC(const Pod *) pods; /* of its namespace */
    bool pods_open;        /* perhaps others: namespaces that are not told */
    uint32_t index;
} Quota;

typedef struct Pdb {
    const Object *object;
    const Node *selector; /* NULL: matches nothing */
    bool hidden;          /* the selector, behind a placeholder */
    const Node *bound;    /* maxUnavailable or minAvailable; NULL */
    bool at_most;         /* it is maxUnavailable */
    VEC(const Pod *) pods;
    bool pods_open;
    /* Set once pods are known: */
    Tri blocks;       /* permits no eviction at all */
    int64_t replicas; /* of all its pods; -1 when it cannot be told, or changes */
    uint32_t index;
} Pdb;

/* What a range gives containers that leave a resource out, once the API server has filled in its
 * own defaults. */
typedef struct LimitDefault {
    Str resource;
    const Node *request, *limit; /* NULL */
} LimitDefault;

/* What a range lets through of a container's resource. */
typedef struct LimitBound {
    Str resource;
    const Node *amount;
    bool most; /* a maximum; else a minimum */
} LimitBound;

typedef struct LimitRange {
    const Object *object;
    VEC(LimitDefault) defaults;
    VEC(LimitBound) bounds;
    bool open; /* perhaps others */
    uint32_t index;
} LimitRange;

typedef struct PriorityClass {
    const Object *object; /* NULL: built in */
    Str name;
    int64_t value;
    bool unknown, preempts;
    bool is_default, maybe_default; /* of pods that name none */
    uint32_t index;
} PriorityClass;

Quota *quota_new(Arena *a, const Object *o);
/* What one pod counts under a key; false: it does not count there. Unknown amounts set *unknown. */
bool quota_demand(const QuotaKey *k, const Pod *p, Quantity *out, bool *unknown);
/* The container that leaves out what the quota demands (cpu and memory must be set); NULL: none. */
const Container *quota_unset(const QuotaKey *k, const Pod *p, bool *unknown);
Pdb *pdb_new(Arena *a, const Object *o);
Tri pdb_matches(const Pdb *b, const Pod *p);
/* Sets `blocks` from its bound and the replicas of its pods. */
void pdb_settle(Pdb *b);
LimitRange *limit_range_new(Arena *a, const Object *o);
/* Does the range set a default for containers that leave the resource out? `limit`: as limit. */
Tri limit_range_defaults(const LimitRange *l, Str resource, bool limit);
PriorityClass *priority_class_new(Arena *a, const Object *o);
/* system-node-critical and the like, which every cluster has. */
size_t priority_classes_builtin(Arena *a, const Facts *f, PriorityClass ***out);

#endif
