/* Dra: what claims ask of devices, worked out once for each expression, claim and class of a
 * fleet. The working state of one thread; all that it gives out lives in its arena. */
#ifndef DRA_DRA_H
#define DRA_DRA_H

#include "dra/selector.h"
#include "kube/fleet.h"

typedef struct Dra Dra;

typedef struct DeviceSelectors {
    VEC(DeviceSelector *) list;
    bool open; /* there may be others: a placeholder, a wrong kind */
} DeviceSelectors;

/* The fleet is closed and outlives it. */
Dra *dra_new(Arena *a, const Fleet *f);
/* `selectors` of a request's body (ClaimRequest.body) or of a DeviceClass's spec; the same one
 * each time. */
const DeviceSelectors *dra_selectors(Dra *d, const Node *holder);
/* Of a class, also of one that only the facts tell. */
const DeviceSelectors *dra_class_selectors(Dra *d, const DeviceClass *c);

#endif
