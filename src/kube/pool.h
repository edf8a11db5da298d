/* Pool: a Karpenter NodePool (v1, and v1beta1 in its own shape) of self-managed Karpenter, EKS
 * Auto Mode, HyperPod or another provider, with what follows from it. Made once; pool_bind joins
 * it to its node class. A Pool starts with its Place. */
#ifndef KUBE_POOL_H
#define KUBE_POOL_H

#include "base/quantity.h"
#include "kube/nodeclass.h"
#include "kube/place.h"

typedef struct Platform Platform; /* kube/fleet.h */

/* A span of time that may be endless or not set. */
typedef struct Lifetime {
    Tri finite;   /* TRI_NO: Never */
    bool set;     /* written in the manifest */
    bool valid;   /* false: a text that is no duration here */
    int64_t ns;   /* 0 unless finite */
    Str text;     /* effective value: "720h", "Never", "none" */
    NodePlace at; /* where it is, or would be */
} Lifetime;

typedef enum Reason {
    REASON_EMPTY = 1,
    REASON_UNDERUTILIZED = 2,
    REASON_DRIFTED = 4,
    REASON_ALL = 7
} Reason;

/* "Underutilized" and the like; 0 when it is none. */
Reason reason_parse(Str text);

typedef struct Budget {
    uint32_t reasons; /* Reason mask it covers */
    bool unknown;     /* a part that matters is a placeholder */
    bool scheduled;
    Tri always;      /* holds all the time: no schedule, or windows that leave no gap */
    bool broken;     /* its schedule does not parse: Karpenter then disrupts nothing at all */
    bool is_default; /* nothing is written: 10% */
    bool percent;
    int64_t nodes; /* -1 unknown */
    Str nodes_text, schedule, duration;
    const char *fault; /* why the schedule does not parse, or "" */
    const Node *node;  /* NULL when is_default */
} Budget;

typedef struct PoolLimit {
    const struct Pool *pool;
    Str resource, text;
    Quantity quantity;
    int64_t milli; /* the same in thousandths */
    bool unknown;  /* a placeholder, or no quantity */
    bool accelerator;
    const Node *node; /* the value */
} PoolLimit;

typedef struct ClassRef {
    Str group, kind, name;
    bool unknown;     /* a part is a placeholder */
    const Node *node; /* NULL when there is no reference */
} ClassRef;

typedef enum PoolPolicy {
    POLICY_EMPTY,
    POLICY_UNDERUTILIZED,
    POLICY_BALANCED,
    POLICY_UNKNOWN
} PoolPolicy;

/* A value of an In requirement that no type has, or none that the other requirements allow. */
typedef struct DeadValue {
    const PlaceReq *requirement;
    Str value;
    Str meant;      /* the value, or values, that come near; "" */
    Str suggestion; /* " (did you mean p6-b200, p6-b300?)" or "" */
    Str reason;     /* "matches no instance type" */
    bool newer;     /* may be newer than the facts */
    bool excluded;  /* types have it, and other requirements exclude them */
    bool alone;     /* no value of the list is left */
    const Node *node;
} DeadValue;

typedef struct Pool {
    Place place;
    bool v1beta1;
    ClassRef class_ref;
    NodeClass *node_class; /* NULL until pool_bind, or not in the input */
    Tri class_exists;      /* TRI_NO in a complete input without it */
    bool class_open;       /* may turn out to be one of the input that has settings for nodes */
    bool subnets_open;     /* the same of one whose subnets are told */
    VEC(Taint) startup_taints;
    bool startup_open; /* perhaps more than are readable */
    VEC(PoolLimit) limits;
    bool limits_open; /* perhaps more than are readable */
    PoolPolicy policy;
    Str policy_text;   /* effective: "WhenEmptyOrUnderutilized" */
    Str policy_source; /* "consolidationPolicy WhenEmptyOrUnderutilized", "no disruption settings"
                        */
    Lifetime consolidate_after, expire_after, grace;
    VEC(Budget) budgets; /* the default one when none is written */
    int64_t weight;      /* 0 when absent; -1 unknown */
    int64_t replicas;    /* of a static pool; -1 unknown or dynamic */
} Pool;

/* What keeps the pool from ever being used, in words: "its requirements leave no zone". */
typedef struct PoolFault {
    Str text;
    const Node *node; /* where; NULL: the pool itself */
} PoolFault;

bool pool_is(const Object *o);
Pool *pool_new(Arena *a, const Facts *f, const Platform *platform, const Object *o);
/* Part of pool_new: policy, lifetimes, budgets. */
void pool_read_disruption(Arena *a, Pool *p);
/* Joins a pool to its class (NULL: not in the input; absent: the input is complete). */
void pool_bind(Arena *a, Pool *p, NodeClass *c, bool absent);

/* May nodes be taken away for this reason: policy, Never, budgets of 0 for all time, static. */
Tri pool_disrupts(const Pool *p, Reason r);
/* The same without looking at budgets. */
Tri pool_may_disrupt(const Pool *p, Reason r);
/* A budget stops this reason for all time. */
Tri pool_blocks(const Pool *p, Reason r);

/* The smallest set of requirements (and labels) that leaves no instance type; 0 when types are
 * left or it cannot be told. */
size_t pool_typeless(Arena *a, const Pool *p, const PlaceReq *const **out);
/* The requirement or label that alone leaves the fewest types, the first of equals; NULL when
 * none decides about types. */
const PlaceReq *pool_narrowest(const Pool *p);
/* Values of an In requirement that no remaining type has. */
size_t pool_dead_values(Arena *a, const PlaceReq *r, const DeadValue *const **out);
/* The first requirement that removes a given type by its name; NULL when it is left or unknown. */
const PlaceReq *pool_removes(const Pool *p, Str type_name);
/* Capacity types that the pool allows, in Karpenter's order; false when it cannot be told. */
bool pool_capacity_types(Arena *a, const Pool *p, const Str **out, size_t *count);
/* Does reserved capacity of the pool come from a Capacity Block? */
Tri pool_uses_block(const Pool *p);
bool reserved_is_block(const Reserved *r);
/* Zones that its requirements name; none: any. False when it cannot be told. */
bool pool_zones(Arena *a, const Pool *p, const Str **out, size_t *count);

const PoolLimit *pool_limit(const Pool *p, Str resource); /* NULL */
/* What whole nodes of `types` give while they stay within the limits. */
typedef struct PoolYield {
    const Pool *pool;
    TypeSet types;
    int64_t (*gain)(const void *context, const InstanceType *t); /* of one node */
    const void *context;
    Str skip; /* the limit on this resource is left out; "" none */
} PoolYield;

/* The most that the best mix of types gives under any one limit (never too low); INT64_MAX when
 * nothing stops it, -1 when a limit cannot be read. `*stops` is the limit that stops it first. */
int64_t pool_yield(const PoolYield *y, const PoolLimit **stops);
/* Units of a resource that the limits let the pool reach, its own limit left out unless `own`; -1
 * also when its types cannot be told. */
int64_t pool_most_under(const Pool *p, Str resource, bool own, const PoolLimit **stops);
/* USD an hour in millionths that it can come to, on demand; -1 when a price or type is not known.
 */
int64_t pool_cost(const Pool *p, Str region);

/* The first that is certain; 0 for a version of Karpenter that is not known. */
bool pool_fault(Arena *a, const Pool *p, int32_t karpenter_minor, PoolFault *out);

/* Would pods that one of two pools takes be taken by the other as well: requirements that meet on
 * an accelerated type, and equal taints? */
Tri pool_shares(Arena *a, const Pool *x, const Pool *y);
/* Accelerated types of both. */
size_t pool_shared_types(Arena *a, const Pool *x, const Pool *y, const InstanceType *const **out);

#endif
