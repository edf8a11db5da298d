/* What fit*.c share: what a pod shape says about instance types, found once for a shape. */
#ifndef KUBE_FIT_DATA_H
#define KUBE_FIT_DATA_H

#include "kube/fit.h"
#include "kube/fleet.h"

/* What one alternative of a pod's node constraints leaves of the types. */
typedef struct TermTypes {
    TypeSet sure, maybe;
    bool beyond; /* names what the facts do not have */
    bool pinned; /* a list of known types or families */
} TermTypes;

typedef struct ShapeTypes {
    TypeSet large, maybe_large; /* have enough for the requests */
    bool modelled;              /* Karpenter counts every resource that is asked */
    TermTypes *terms[2];        /* [label mode][term] */
} ShapeTypes;

typedef struct FitRow {
    VEC(Fit *) fits; /* by place */
    ShapeTypes *types;
} FitRow;

struct FitCache {
    Arena *arena;
    const Facts *facts;
    const Platform *platform;
    bool overlays;
    VEC(FitRow) rows; /* by shape */
};

FitRow *fit_row(FitCache *c, const Pod *pod);
ShapeTypes *fit_shape_types(FitCache *c, const Pod *pod);
const TermTypes *fit_term_types(FitCache *c, const Pod *pod, LabelMode mode, size_t term);
/* Has the type enough of one request? */
Tri fit_enough(const FitCache *c, const Request *r, const InstanceType *t);

#endif
