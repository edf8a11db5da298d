/* Removal: is an API version still served by the target platform? Where the target is not known,
 * only what no supported version serves is gone. */
#ifndef KUBE_REMOVAL_H
#define KUBE_REMOVAL_H

#include "kube/fleet.h"

typedef struct Removal {
    Tri gone;
    bool target_known;
    Str since;  /* "Karpenter 1.1"; "" when it is served everywhere */
    Str repair; /* what to write instead */
} Removal;

typedef struct ApiKind {
    Str group, version, kind;
} ApiKind;

Removal removal_of(Arena *a, const Facts *f, const Platform *platform, ApiKind api);

#endif
