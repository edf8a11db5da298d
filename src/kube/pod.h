/* Pod: one pod template of a workload (bare pods included), with what the scheduler sees of it.
 * Made once when the fleet is built; facts about pairs are computed when asked and kept. */
#ifndef KUBE_POD_H
#define KUBE_POD_H

#include "base/quantity.h"
#include "kube/object.h"
#include "kube/req.h"
#include "kube/taint.h"

typedef enum Role {
    ROLE_UNKNOWN, ROLE_TRAINING, ROLE_DISTRIBUTED, ROLE_INFERENCE, ROLE_BATCH, ROLE_DEV, ROLE_SYSTEM,
    ROLE_MIXED, ROLE_IGNORE
} Role;

typedef struct RoleSource {
    Str text;           /* the signal in words: "its name says train"; "" when unknown */
    bool declared;      /* gpulint/role, or the object's own name, labels or taints say so */
    const Node *node;   /* where, or NULL */
} RoleSource;

typedef struct Request {
    Str resource;
    Quantity amount;
    bool unknown;      /* a placeholder takes part */
    const Node *node;  /* the largest contributor: containers[i].resources.limits[r] */
} Request;

/* One OR-ed alternative of the pod's required node constraints: nodeSelector and one affinity term. */
typedef struct PodTerm {
    ReqSet reqs;
    VEC(ReqSource *) sources;
    bool match_fields; /* the term has matchFields: Karpenter ignores the pod */
} PodTerm;

typedef struct Pod {
    const Object *owner;
    const Node *spec;     /* the PodSpec map (or the map that stands for it) */
    const Node *metadata; /* of the template; NULL when the template has none */
    Str path;             /* from the owner's root: "spec.template"; "" for a bare pod */
    VEC(Request) requests; /* scheduler's sum, with pods and overhead; sorted by resource */
    bool requests_open;    /* unknown requests may be missing (placeholder keys, partial spec) */
    VEC(Toleration) tolerations;          /* as written */
    VEC(Toleration) admitted_tolerations; /* as EKS admits it: with extended resources tolerated */
    VEC(PodTerm) terms;                   /* at least one */
    int64_t replicas;                     /* -1 unknown */
    int64_t gang;                         /* pods that must run together; 1 when none, -1 unknown */
    Role role;
    RoleSource role_source;
    bool daemon;          /* one on every node */
    bool from_controller; /* made by a controller at run time (ownerReferences): not the user's */
    uint32_t index;       /* in Fleet.pods */
    uint32_t shape;       /* pods of one shape share requirements, tolerations and requests */
} Pod;

#endif
