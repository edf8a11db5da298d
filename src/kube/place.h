/* Place: what pods can land on: a Karpenter NodePool or an eksctl node group. Pool and Group
 * start with a Place, so a Place pointer of that kind may be cast. Made once; see facts.h for
 * types. */
#ifndef KUBE_PLACE_H
#define KUBE_PLACE_H

#include "kube/facts.h"
#include "kube/object.h"
#include "kube/pod.h"
#include "kube/req.h"
#include "kube/taint.h"

typedef enum PlaceKind { PLACE_POOL, PLACE_GROUP } PlaceKind;

typedef enum PoolMode {
    MODE_KARPENTER,
    MODE_AUTO,
    MODE_HYPERPOD,
    MODE_OTHER,
    MODE_UNKNOWN
} PoolMode;

Str mode_name(PoolMode mode); /* "karpenter", "auto", "hyperpod", "other"; "" for MODE_UNKNOWN */
PoolMode mode_of(Str name);   /* MODE_OTHER for any other word */

/* One requirement or template label of a place. */
typedef struct PlaceReq {
    ReqSource source; /* first: a PlaceReq pointer may be cast to ReqSource */
    const struct Place *place;
    bool label;           /* a template label, not a requirement */
    bool on_types;        /* decides about instance types: the sets below are made */
    bool beyond;          /* a type that the facts do not have might satisfy it */
    TypeSet types, maybe; /* that satisfy it alone; and with placeholders filled in */
} PlaceReq;

typedef struct Place {
    PlaceKind kind;
    const Object *object; /* of a group: the ClusterConfig */
    const Node *node;     /* the pool's root; the group's list item */
    const Facts *facts;
    Str name;
    PoolMode mode; /* of a group: MODE_OTHER */
    LabelMode labels_mode;
    bool dynamic, is_static; /* a pool without / with replicas; a group is neither */
    bool static_unknown;     /* which of the two cannot be told; then dynamic is true */
    VEC(PlaceReq *) written; /* requirements in order, then template labels */
    ReqSet reqs;             /* merged, with what the controller adds */
    VEC(Taint) taints;
    bool blurred;      /* a placeholder stands somewhere in it */
    bool taints_open;  /* perhaps more than are readable */
    TypeSet types;     /* that surely satisfy the requirements */
    TypeSet maybe;     /* that do once placeholders are filled in; holds `types` */
    bool types_newer;  /* so may types that the facts do not have */
    bool types_pinned; /* a list of known types or families: none that is newer */
    bool types_open;   /* newer, or more of `maybe` than of `types` */
    bool types_judged; /* false: not an AWS pool, no type can be told */
    Tri accelerated;   /* asks for an accelerator (rules: "accelerated pool") */
    VEC(Str) vendors;  /* of the accelerators that it asks for or its types carry */
    Role role;
    RoleSource role_source;
    uint32_t index; /* in Fleet.places */
} Place;

/* ---- making one: the parts that pools and groups share ---- */
/* {key, operator, values, minValues} of a requirements list; a member of a label map. */
void place_add_requirement(Arena *a, Place *p, const Node *entry);
void place_add_labels(Arena *a, Place *p, const Node *map);
/* A label that the controller itself puts on every node; and one of a value that is not known. */
void place_add_own_label(Arena *a, Place *p, Str key, Str value);
void place_add_unknown_label(Arena *a, Place *p, Str key);
void place_add_taints(Arena *a, Place *p, const Node *list);
/* Requirements are complete: works out which types are left. */
void place_close_types(Arena *a, Place *p);
/* The place asks for this resource, perhaps, by a limit, label or taint: for `accelerated` and
 * `vendors`. Other resources than accelerators are left alone. */
void place_ask(Arena *a, Place *p, Str resource, Tri asks);
void place_ask_vendor(Arena *a, Place *p, Str vendor);
/* After all that asks: accelerated, vendors, and the role that its own words say. */
void place_close_words(Arena *a, Place *p, const Node *const *label_maps, size_t maps);

/* ---- asking ---- */
/* What the place says about a label of its nodes; NULL when it says nothing. */
const Req *place_label(const Place *p, Str key);
/* May a node of the place carry a label that satisfies `r`: labels, requirements, types? */
Tri place_promises(const Place *p, const Req *r);
/* Who else than the place gives its nodes the label: a component that runs there, the cloud; "" for
 * labels that only the place can give. */
Str place_label_setter(const Place *p, Str key);
/* The first requirement or label with that key, as written; NULL. */
const PlaceReq *place_requirement(const Place *p, Str key);
/* The remaining type with the least, or most, whole-node capacity of a resource; NULL when none
 * has any. */
const InstanceType *place_smallest(const Place *p, Str resource);
const InstanceType *place_largest(const Place *p, Str resource);
/* Sets the role from the pods that select the place, unless the place itself says one. */
void place_take_roles(Arena *a, Place *p, const Pod *const *pods, size_t count);
/* A type without accelerator is left. */
bool place_has_plain(const Place *p);
/* "karpenter.k8s.aws/instance-family In [g5, g6]". */
Str place_req_text(Arena *a, const PlaceReq *r);

#endif
