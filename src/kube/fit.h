/* Fit: will this pod ever run on a node of this place? Karpenter's algorithm, offline and
 * three-valued: each step passes, fails or cannot be told. Answers are kept for each pair of pod
 * shape and place. */
#ifndef KUBE_FIT_H
#define KUBE_FIT_H

#include "kube/place.h"
#include "kube/pool.h"

struct Fleet;

typedef enum FitStep {
    FIT_HIDDEN, /* Karpenter ignores the pod */
    FIT_TAINT,
    FIT_LABEL,     /* a label the place does not define, or has another value of */
    FIT_TYPE,      /* no instance type satisfies both */
    FIT_ZONE,      /* zone or capacity type: no offering */
    FIT_RESOURCES, /* types do, none is large enough */
    FIT_LIMITS,    /* the types that are large enough exceed a limit */
    FIT_VALUES,    /* fewer values are left than minValues of the pool demands */
    FIT_STEPS
} FitStep;

const char *fit_step_name(
    FitStep s); /* "taint", "label", "type", "zone", "resources", "limits" … */

/* Of a pod shape and a place: nothing in it points into one of the pods that share the shape. */
typedef struct Fit {
    Tri ok, ok_written;         /* as EKS admits the pod; as it is written */
    uint8_t steps[FIT_STEPS];   /* Tri of each, of the pod as admitted */
    uint8_t taint_written;      /* Tri of FIT_TAINT as written */
    uint16_t term;              /* alternative of the pod that came furthest */
    uint16_t selector;          /* in its sources, plus one: the label requirement that fails */
    bool no_subnet;             /* FIT_ZONE fails for want of a subnet, not of a label */
    bool no_capacity;           /* for want of a capacity type */
    bool no_reserved;           /* which its node class would have to select */
    uint16_t request;           /* in the pod's requests, plus one: what no type has enough of */
    uint16_t hider_term, hider; /* what hides the pod: as term and selector; 0: matchFields */
    const Taint *taint, *taint_as_written; /* the first that is not tolerated */
    const PoolLimit *limit;
    const InstanceType *nearest; /* type with most of the request; that exceeds the limit */
    int64_t gives;               /* thousandths of the request that a node of it has for pods */
    const PlaceReq *least;       /* the requirement whose minValues is not met */
    int64_t left;                /* values of it that are left */
} Fit;

typedef struct FitCache FitCache;

FitCache *fit_cache_new(Arena *a, const Facts *f, const Platform *platform);
/* DaemonSets of the fleet take their part of every node that they run on. */
void fit_cache_daemons(FitCache *c, const struct Fleet *fleet);
/* A NodeOverlay may give types any resource: then what no type has is unknown. */
void fit_cache_overlays(FitCache *c);
/* An empty one of the same settings, for pods that the fleet does not hold. */
FitCache *fit_cache_fork(Arena *a, FitCache *c);
const Fit *fit_of(FitCache *c, const Pod *pod, const Place *place);
const ReqSource *fit_selector(const Fit *f, const Pod *pod); /* NULL */
const Request *fit_request(const Fit *f, const Pod *pod);    /* NULL */
/* Would a node be large enough if the node class left kubelet and the interfaces as they are? */
bool fit_but_for_class(FitCache *c, const Pod *pod, const Place *place);
/* Steps that do not fail: the more, the nearer. */
int fit_distance(const Fit *f);
/* One line for people: "no toleration for the taint nvidia.com/gpu:NoSchedule". */
Str fit_why(Arena *a, const Fit *f, const Pod *pod, const Place *place, bool as_written);
/* The node of the pod that fails there; node NULL when it fits. */
NodePlace fit_blame(const Fit *f, const Pod *pod);
NodePlace fit_blame_source(const Pod *pod, const ReqSource *s); /* s may be NULL */
NodePlace fit_blame_request(const Pod *pod, const Request *r);  /* r may be NULL */
/* What of the place it fails on: taint, requirement, label, limit; node NULL where nothing stands.
 */
NodePlace fit_obstacle(const Fit *f, const Pod *pod, const Place *place);
/* Adds the types of the place on which the pod surely may land; true when there may be others. */
bool fit_types(FitCache *c, const Pod *pod, const Place *place, TypeSet out);
/* Pods that fit before a limit or the group's maxSize stops: INT64_MAX without bound, -1 unknown;
 * `*stops` is the pool's limit or NULL. */
int64_t fit_room(FitCache *c, const Pod *pod, const Place *place, const PoolLimit **stops);

#endif
