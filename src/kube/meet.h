/* Meet: an index from what pods say to places, so that a pod visits only those that may take it or
 * that it may be meant for. Its sets are never too small; fit and relate decide. Made once for the
 * places of a fleet, asked for shapes of pods, answers are kept. */
#ifndef KUBE_MEET_H
#define KUBE_MEET_H

#include "base/vec.h"
#include "kube/place.h"

/* A set of places, by their index. */
typedef struct PlaceSet {
    uint64_t *words;
    size_t count; /* of words */
} PlaceSet;

typedef struct Met {
    PlaceSet tolerated; /* no taint surely keeps it out */
    PlaceSet met;       /* and no label: a part of `tolerated` */
    PlaceSet selected;  /* it may select one of their labels or types */
    PlaceSet named; /* it may select one of their labels or types, or mean one of their taints */
} Met;

typedef struct Meet Meet;

Meet *meet_new(Arena *a, const Facts *f, Place *const *places, size_t count);
const Met *meet_of(Meet *m, const Pod *pod);

void places_add(PlaceSet s, size_t index);
bool places_has(PlaceSet s, size_t index);
/* The next member at or after `from`; SIZE_MAX past the last. */
size_t places_next(PlaceSet s, size_t from);

#endif
