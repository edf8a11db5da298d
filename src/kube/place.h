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

typedef struct Place {
    PlaceKind kind;
    const Object *object; /* of a group: the ClusterConfig */
    const Node *node;     /* the pool's root; the group's list item */
    Str name;
    PoolMode mode;        /* of a group: MODE_OTHER */
    bool dynamic, is_static; /* a pool without / with replicas; a group is neither */
    VEC(ReqSource *) sources; /* requirements and template labels, as written */
    ReqSet reqs;              /* merged */
    Tri reqs_known;           /* TRI_UNKNOWN when a placeholder takes part */
    VEC(Taint) taints;
    TypeSet types;     /* that satisfy the requirements and are in the facts */
    bool types_open;   /* others may: a value that the facts do not know, a placeholder */
    bool types_judged; /* false: not an AWS pool, no type can be told */
    uint32_t index;    /* in Fleet.places */
} Place;

#endif
