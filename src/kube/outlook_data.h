/* What outlook*.c share. */
#ifndef KUBE_OUTLOOK_DATA_H
#define KUBE_OUTLOOK_DATA_H

#include "base/map.h"
#include "kube/outlook.h"

/* A place, and after how many attempts that failed everywhere Karpenter comes to it. */
typedef struct Turn {
    const Place *place;
    uint32_t attempt;
} Turn;

/* What the places say to pods of one shape; of one file too, where that may be what they mean. */
typedef struct View {
    VEC(Turn) turns, maybe;  /* that take it, in Karpenter's order; that cannot be told to */
    VEC(const Place *) fits; /* the first of these alone */
    size_t joined;           /* places that may be of their cluster */
    const Place *winner;
    VEC(PodReason) reasons; /* when none fits */
} View;

/* Who asks, and where texts are made that do not last. */
typedef struct Asking {
    Arena *arena, *scratch; /* scratch is nobody else's */
    Fleet *fleet;
    const Pod *pod;
    const ClaimSource *claims;
    const PoolFault *faults; /* by place; text "": none */
} Asking;

/* Why nobody can use the place; NULL. */
const PoolFault *place_fault(const Asking *ask, const Place *place);

/* outlook_pair.c: one pair, its message in the scratch arena. */
Pair pair_of(const Asking *ask, const Place *place);
/* The reasons of all places that are joined with the pod, grouped. */
void view_reasons(const Asking *ask, View *v);

/* outlook_claim.c */
typedef struct ClaimsFit {
    Tri ok;
    const PodClaim *claim; /* that nothing here satisfies, or that cannot be told; NULL */
    Str nearest;
} ClaimsFit;

/* Whether the devices of a node of the place satisfy the pod's claims. */
ClaimsFit claims_fit(const Asking *ask, const Place *place);

/* outlook_place.c */
PlaceOutlook place_outlook(Arena *a, const Fleet *f, const Place *p);

#endif
