/* Place: what pods can land on: a Karpenter NodePool or an eksctl node group. Pool and Group
 * start with a Place, so a Place pointer of that kind may be cast. Made once; see facts.h for types. */
#ifndef KUBE_PLACE_H
#define KUBE_PLACE_H

#include "kube/facts.h"
#include "kube/object.h"
#include "kube/pod.h"
#include "kube/req.h"
#include "kube/taint.h"

typedef enum PlaceKind { PLACE_POOL, PLACE_GROUP } PlaceKind;

typedef enum PoolMode { MODE_KARPENTER, MODE_AUTO, MODE_HYPERPOD, MODE_OTHER, MODE_UNKNOWN } PoolMode;

/* One requirement or template label of a place. */
typedef struct PlaceReq {
    ReqSource source; /* first: a PlaceReq pointer may be cast to ReqSource */
    const struct Place *place;
    bool label;    /* a template label, not a requirement */
    bool on_types; /* decides about instance types: `types` is set */
    bool open;     /* names values that the facts do not know */
    TypeSet types; /* that satisfy it alone */
} PlaceReq;

typedef struct Place {
    PlaceKind kind;
    const Object *object; /* of a group: the ClusterConfig */
    const Node *node;     /* the pool's root; the group's list item */
    const Facts *facts;
    Str name;
    PoolMode mode;        /* of a group: MODE_OTHER */
    LabelMode labels_mode;
    bool dynamic, is_static; /* a pool without / with replicas; a group is neither */
    VEC(PlaceReq *) written;  /* requirements in order, then template labels */
    ReqSet reqs;              /* merged, with what the controller adds */
    Tri reqs_known;           /* TRI_UNKNOWN when a placeholder takes part */
    VEC(Taint) taints;
    bool taints_open;         /* perhaps more than are readable */
    TypeSet types;     /* that satisfy the requirements and are in the facts */
    bool types_open;   /* others may: a value that the facts do not know, a placeholder */
    bool types_judged; /* false: not an AWS pool, no type can be told */
    Tri accelerated;   /* asks for an accelerator (rules: "accelerated pool") */
    VEC(Str) vendors;  /* of the accelerators that it asks for or its types carry */
    Role role;
    RoleSource role_source;
    uint32_t index;    /* in Fleet.places */
} Place;

/* Value of a label that every node of the place has, as far as the place says; NULL when open. */
const Req *place_label(const Place *p, Str key);
/* May a node of the place carry a label that satisfies `r`: template labels, requirements, types? */
Tri place_promises(const Place *p, const Req *r);
/* The requirement or label with that key, first as written; NULL. */
const PlaceReq *place_requirement(const Place *p, Str key);
/* Sets the role from the pods that select the place, unless the place itself says one. */
void place_take_roles(Arena *a, Place *p, const Pod *const *pods, size_t count);
/* Whole nodes' worth of types that are left, in order; facts_type of each index. */
size_t place_type_count(const Place *p);

#endif
