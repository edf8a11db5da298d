/* Pod: one pod template of a workload (bare pods included), with what the scheduler sees of it.
 * Made once when the fleet is built; facts about pairs are computed when asked and kept. */
#ifndef KUBE_POD_H
#define KUBE_POD_H

#include "base/quantity.h"
#include "kube/container.h"
#include "kube/object.h"
#include "kube/req.h"
#include "kube/taint.h"

struct Platform;
struct Admission;
struct RuntimeClass;

/* ROLE_DISTRIBUTED is treated like training by rules about disruption, and never called so. */
typedef enum Role {
    ROLE_UNKNOWN,
    ROLE_TRAINING,
    ROLE_DISTRIBUTED,
    ROLE_INFERENCE,
    ROLE_BATCH,
    ROLE_DEV,
    ROLE_SYSTEM,
    ROLE_MIXED,
    ROLE_IGNORE
} Role;

typedef struct RoleSource {
    Str text;         /* the signal in words: "its name says train"; "" when unknown */
    bool declared;    /* gpulint/role, or the object's own name, labels or taints say so */
    const Node *node; /* where, or NULL */
    bool exposed;     /* of a place: it rests on pods, and one of them may be evicted */
} RoleSource;

typedef struct Request {
    Str resource;
    Quantity amount;
    bool unknown; /* a placeholder takes part */
    bool accelerator, efa;
    int64_t units; /* of the amount, rounded up */
    const Node
        *node; /* the largest contributor: containers[i].resources.limits[r]; NULL: none written */
    const Object *filled;   /* the LimitRange that gives that contributor instead; NULL */
    const Object *overhead; /* the RuntimeClass whose overhead is in it; NULL */
} Request;

typedef struct Requests {
    VEC(Request) list; /* sorted by resource */
    bool open;         /* unknown requests may be missing */
} Requests;

/* What containers get that leave a resource out. */
typedef struct Fill {
    Str resource;
    const Node *amount;
    const Object *from; /* the LimitRange */
    bool unknown;       /* perhaps another amount, or none */
} Fill;

typedef struct Fills {
    VEC(Fill) list;
    bool open; /* perhaps more */
} Fills;

/* One OR-ed alternative of the pod's required node constraints: nodeSelector and one affinity term.
 */
typedef struct PodTerm {
    ReqSet reqs;
    VEC(ReqSource *) sources;
    bool match_fields; /* the term has matchFields: Karpenter ignores the pod */
} PodTerm;

typedef struct Pod {
    const Object *owner;
    const Node *spec;     /* the PodSpec map (or the map that stands for it) */
    const Node *metadata; /* the map that has its labels and annotations; NULL: there is none */
    NodePlace metadata_at;
    const Node *inherit; /* fields that spec lacks are taken from here; NULL */
    Str path;            /* from the owner's root: "spec.template"; "" for a bare pod */
    Str other_cloud;     /* whose labels, taints or resources it names; "" for none but AWS */
    bool blurred;        /* a placeholder stands somewhere in its object */
    bool partial;        /* only a part of the pod is written here: absence says nothing */
    bool runtime_open;   /* its RuntimeClass may be one of the input */
    bool queue_open;     /* of a queue whose flavors are not known: they may add tolerations */
    Containers containers;
    VEC(Request) requests; /* scheduler's sum, with pods and overhead; sorted by resource */
    bool requests_open;    /* unknown requests may be missing (placeholder keys, partial spec) */
    Requests admitted;     /* the same of the pod as the API server admits it (admit.h) */
    const struct RuntimeClass *runtime; /* that it names; NULL: none, or not in the input */
    Fills fills;
    VEC(Toleration) tolerations;          /* as written, then those of its RuntimeClass */
    VEC(Toleration) admitted_tolerations; /* as EKS admits it: with extended resources tolerated */
    VEC(PodTerm) terms;                   /* at least one */
    int64_t replicas;                     /* -1 unknown */
    NodePlace replicas_at;
    int64_t gang;  /* pods that must run together; 1 when none, -1 unknown */
    int64_t ranks; /* those of them that may ask accelerators: a launcher asks none; -1 unknown */
    Role role;
    RoleSource role_source;
    bool first_of_role;   /* of those in the input that ask accelerators, with its role */
    bool daemon;          /* one on every node */
    bool from_controller; /* made by a controller at run time (ownerReferences): not the user's */
    uint32_t index;       /* in the fleet's pods */
    uint32_t shape;       /* pods of one shape share requirements, tolerations and requests */
} Pod;

typedef struct Pods {
    const struct Admission *admission; /* for pods_of: what the input adds to them; NULL */
    VEC(Pod *) list;
    bool hidden; /* a placeholder may stand for more of them */
} Pods;

/* Adds the pods of a workload; none for any other object. Index and shape are the fleet's to set.
 */
void pods_of(Arena *a, const Facts *f, const struct Platform *platform, const Object *o, Pods *out);
/* A field of the spec, or of what the spec inherits from; NULL when absent or null. */
const Node *pod_field(const Pod *p, Str name);
/* Where a field of the spec is or would be: "tolerations", "terminationGracePeriodSeconds". */
NodePlace pod_place(const Pod *p, Str path);
/* The value of an annotation or label of the pod; NULL. */
const Node *pod_annotation(const Pod *p, Str key);
/* May the map of its metadata ("annotations", "labels") have more than can be read? */
bool pod_meta_open(const Pod *p, Str map);
/* Does the do-not-disrupt annotation (its value; NULL: absent) keep Karpenter from evicting? Only
 * "true" and positive durations do. */
Tri pod_keeps(const Pod *p, const Node *value);
const Node *pod_label(const Pod *p, Str key);
/* Does a toleration match: as written, or with those that EKS adds? */
Tri pod_tolerates(const Pod *p, const Taint *t, bool as_written);
/* Of those in its requests. */
bool pod_asks_accelerator(const Pod *p);
/* Is it a part of the pod's RuntimeClass, not of the pod? */
bool pod_of_runtime(const Pod *p, const Node *n);
/* NULL when the pod asks none of it. */
const Request *pod_request(const Pod *p, Str resource);

/* resources.c: containers -> requests, requests_open, admitted. */
void pod_sum_requests(Arena *a, Pod *p);
/* terms.c: required node constraints -> terms; tolerations as written and as admitted. */
void pod_read_terms(Arena *a, const Facts *f, Pod *p);
/* Labels that it requires beside what is written in it. */
void pod_add_selector(Arena *a, const Facts *f, Pod *p, const Node *map);
void pod_read_tolerations(Arena *a, const struct Platform *platform, Pod *p);

#endif
