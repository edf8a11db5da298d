/* Reach: what follows for a pod from all places around it. */
#ifndef KUBE_REACH_H
#define KUBE_REACH_H

#include "kube/fleet.h"
#include "kube/own.h"

/* Of the places that it is meant for (else of all), the one that it comes nearest to without
 * fitting; NULL when there is none. */
const Place *pod_nearest(Fleet *f, const Pod *p);
/* It requires a place by name, and no place here has that name. */
Tri pod_names_absent(Fleet *f, const Pod *p);

/* Pods that ask the same accelerator, may share a node with it, and may evict it by priority. */
PodList pod_rivals(Fleet *f, Arena *a, const Pod *p);

/* Instance types that it may land on: of the places that take it; without any place here, those
 * that its own selectors name. */
PodTypes pod_types(Fleet *f, Arena *a, const Pod *p);
/* The same if it asked none of the resource: what was in reach for it. */
PodTypes pod_types_but(Fleet *f, Arena *a, const Pod *p, Str resource);
/* It takes every accelerator of each type that it may land on. */
Tri pod_takes_all(Fleet *f, Arena *a, const Pod *p);

#endif
