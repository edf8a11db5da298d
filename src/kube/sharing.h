/* Sharing: what the configuration of a device plugin makes of its devices: several pods get one of
 * them, under a name of its own, or a slice. Read from ConfigMaps and values of charts, once for
 * each manager, when the objects of the fleet are all there. */
#ifndef KUBE_SHARING_H
#define KUBE_SHARING_H

#include "kube/fleet.h"

typedef struct Sharing {
    Tri shared;       /* several pods get one device */
    Tri renamed;      /* what is shared has another name */
    Tri single;       /* a request for more than one is refused */
    int64_t replicas; /* of each device; 1 when it is not shared, -1 not known */
    Str strategy;     /* "time-slicing", "MPS"; "" none, or not known */
    Str slices;       /* migStrategy: "none", "single", "mixed"; "" not known */
    const Node *at;   /* what says so; NULL: nobody does */
} Sharing;

/* One of several texts, by its name. */
typedef struct NamedSharing {
    Str key;
    const Node *root; /* NULL: it cannot be read */
    Sharing sharing;
} NamedSharing;

typedef struct Sharings {
    bool told; /* all texts that a node may choose are here */
    VEC(NamedSharing) list;
    Str label;            /* by which a node chooses */
    Str cut;              /* a label without which no device is cut into slices; "" none */
    Str suffix, slices;   /* as in the facts */
    Sharing usual;        /* of a node that chooses none: what all texts agree on */
    Str missing;          /* the default that no text has; "" */
    NodePlace default_at; /* where the default is named */
} Sharings;

/* Sets Manager.sharings of those that may be configured, and finds texts that none of them names.
 */
void sharings_read(Fleet *f);
Sharing sharing_none(void);
Sharing sharing_unknown(void);
/* What both agree on. */
Sharing sharing_merge(const Sharing *x, const Sharing *y);
/* What a manager that has sharings makes of devices on nodes of a place. */
Sharing sharing_at(const Manager *m, const Place *p);

#endif
