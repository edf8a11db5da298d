/* Fit: will this pod ever run on a node of this place? Karpenter's algorithm, offline and
 * three-valued: each step passes, fails or cannot be told. Answers are kept for each pair of pod
 * shape and place. */
#ifndef KUBE_FIT_H
#define KUBE_FIT_H

#include "kube/place.h"
#include "kube/pool.h"

typedef enum FitStep {
    FIT_HIDDEN,    /* Karpenter ignores the pod */
    FIT_TAINT,
    FIT_LABEL,     /* a label the place does not define, or has another value of */
    FIT_TYPE,      /* no instance type satisfies both */
    FIT_RESOURCES, /* types do, none is large enough */
    FIT_LIMITS,    /* the types that are large enough exceed a limit */
    FIT_ZONE,      /* zone or capacity type: no offering */
    FIT_STEPS
} FitStep;

const char *fit_step_name(FitStep s); /* "taint", "label", "type", "resources", "limits", "zone" */

typedef struct Fit {
    Tri ok, ok_written;          /* as EKS admits the pod; as it is written */
    uint8_t steps[FIT_STEPS];    /* Tri of each, of the pod as admitted */
    uint8_t taint_written;       /* Tri of FIT_TAINT as written */
    uint16_t term;               /* alternative of the pod that came furthest */
    const Taint *taint, *taint_as_written; /* the first not tolerated */
    const ReqSource *selector;   /* of the pod: the label requirement that fails */
    const Request *request;      /* the resource that no type has enough of */
    const PoolLimit *limit;
    const InstanceType *nearest; /* type with most of `request` */
} Fit;

typedef struct FitCache FitCache;

FitCache *fit_cache_new(Arena *a, const Facts *f, const Platform *platform);
const Fit *fit_of(FitCache *c, const Pod *pod, const Place *place);
/* Steps that are passed before this pair fails: the further, the nearer. */
int fit_distance(const Fit *f);
/* One line for people: "needs 4 nvidia.com/gpu, g5.xlarge has 1". */
Str fit_why(Arena *a, const Fit *f, const Pod *pod, const Place *place, bool as_written);
/* The node of the pod that fails there; node NULL when it fits. */
NodePlace fit_blame(const Fit *f, const Pod *pod);
/* Types of the place on which the pod may land; false when it cannot be told. */
bool fit_types(FitCache *c, const Pod *pod, const Place *place, TypeSet out);
/* Pods that fit before a limit or the group's maxSize stops: INT64_MAX without bound, -1 unknown. */
int64_t fit_room(FitCache *c, const Pod *pod, const Place *place, const PoolLimit **stops);

#endif
