/* What fit*.c share: what a pod shape says about instance types, found once for a shape. */
#ifndef KUBE_FIT_DATA_H
#define KUBE_FIT_DATA_H

#include "kube/fit.h"
#include "kube/fleet.h"
#include "kube/kubelet.h"
#include "kube/offer.h"

/* What one alternative of a pod's node constraints leaves of the types. */
typedef struct TermTypes {
    TypeSet sure, maybe;
    bool beyond; /* names what the facts do not have */
    bool pinned; /* a list of known types or families */
} TermTypes;

/* What decides how much of a resource a node gives. */
typedef enum AskedKind { ASKED_PLAIN, ASKED_KUBELET, ASKED_PODS, ASKED_EFA } AskedKind;

/* One of the pod's requests, with what is found once for all types. */
typedef struct Asked {
    Str resource;
    AskedKind kind;
    KubeletResource setting; /* of ASKED_KUBELET */
    size_t number;           /* in the facts; SIZE_MAX: no type has it */
    int64_t amount;          /* thousandths */
    int64_t usual;           /* what EKS' own DaemonSets take of it */
    bool unknown;
} Asked;

typedef struct ShapeTypes {
    VEC(Asked) asked;           /* as the pod's requests */
    TypeSet large, maybe_large; /* have enough for the requests, on a node without settings */
    TypeSet equipped;           /* have enough of what no node class and no DaemonSet changes */
    bool modelled;              /* Karpenter counts every resource that is asked */
    bool of_class;              /* asks what depends on the node class: storage, EFA */
    TermTypes *terms[2];        /* [label mode][term] */
} ShapeTypes;

enum { LOADED_DEVICES = 16, LOADS = KUBELET_RESOURCES + 1 + LOADED_DEVICES }; /* and pods */

/* What DaemonSets take of nodes of some types, in thousandths. */
typedef struct Load {
    KubeletRange taken[LOADS];
} Load;

/* A zone in which nodes of a place may start. */
typedef struct Zone {
    Str name, id; /* id "" when not known */
    Tri allowed;  /* by the requirements of the place */
} Zone;

/* What is special about the nodes of a place. */
typedef struct PlaceNodes {
    VEC(Zone) zones; /* of its subnets */
    bool zones_told; /* there are no others, but for: */
    bool zones_open;
    Tri zones_any;               /* the place allows one of them */
    const NodeClass *node_class; /* NULL: not known */
    Kubelet kubelet;
    uint16_t *load_of; /* by type: in loads; NULL: nobody takes anything */
    VEC(Load) loads;
    VEC(const Offer *) offers; /* of devices that it may give otherwise than the types have them */
} PlaceNodes;

typedef struct FitRow {
    VEC(Fit *) fits; /* by place */
    ShapeTypes *types;
} FitRow;

struct FitCache {
    Arena *arena;
    const Facts *facts;
    const Platform *platform;
    const Fleet *fleet; /* NULL: no DaemonSets are known */
    bool overlays;
    size_t cpu, pods;        /* their numbers in the facts */
    VEC(FitRow) rows;        /* by shape */
    VEC(PlaceNodes *) nodes; /* by place; of the root alone */
    FitCache *root;          /* itself, or what it was forked from: nodes are the same for both */
};

/* One pod on one place, while it is judged. */
typedef struct Judge {
    FitCache *cache;
    const Pod *pod;
    const Place *place;
    const PodTerm *term;
    Fit *fit;
    TypeSet sure, maybe; /* candidates so far */
} Judge;

FitRow *fit_row(FitCache *c, const Pod *pod);
ShapeTypes *fit_shape_types(FitCache *c, const Pod *pod);
const TermTypes *fit_term_types(FitCache *c, const Pod *pod, LabelMode mode, size_t term);
/* Nodes are launched for the pod: by Karpenter, self-managed or in Auto Mode. */
bool fit_launches(const Place *p);
/* Perhaps they are: whether the pool is static is not known. */
bool fit_may_launch(const Place *p);
/* What a step says that only counts where nodes are launched. */
Tri fit_launched(const Place *p, Tri t);

/* ---- the steps, in order ---- */
void fit_hidden(Judge *j);
void fit_taints(Judge *j);
void fit_labels(Judge *j);
/* Fails a label step for a key, "" for none. */
void fit_fail(Judge *j, FitStep step, Tri t, Str key);
void fit_zones(Judge *j);
void fit_capacity(Judge *j);
void fit_limits(Judge *j, bool newer);
void fit_values(Judge *j, bool newer);

/* ---- where nodes start (fit_zones.c) ---- */
void fit_read_zones(Arena *a, PlaceNodes *n, const Place *place);
/* In words: those that bound a requirement of the pod, or (NULL) the place's own. */
void fit_write_zones(Buf *b, Arena *a, const ReqSource *s, const Place *place);
/* The subnets of the node class; NULL. */
const Node *fit_zones_at(const Place *place);

/* ---- what nodes give (fit_nodes.c) ---- */
int64_t fit_usual_load(const Facts *f, Str resource);
const PlaceNodes *fit_nodes(FitCache *asking, const Place *place);
/* For pods that are no DaemonSet's own: thousandths at least and at most. */
KubeletRange fit_gives(const FitCache *c, const Pod *pod, const Place *place, size_t type,
                       const Asked *asked);
/* Drops the types on whose nodes the pod does not fit; of `sure` those where it may not. */
void fit_narrow(const FitCache *c, const Pod *pod, const Place *place, TypeSet sure, TypeSet maybe);
/* Drops types that cannot carry the interfaces that the node class wants. */
/* Nodes of the place tell by themselves what they give of it: nobody adds to that. */
bool fit_offered(const FitCache *c, const Place *place, const Asked *asked);
void fit_cards(const FitCache *c, const Place *place, TypeSet types);

#endif
