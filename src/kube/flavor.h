/* Flavor: a ResourceFlavor of Kueue: the nodes that it stands for, the taints that it declares, and
 * the workloads of the input that can only be admitted by it. */
#ifndef KUBE_FLAVOR_H
#define KUBE_FLAVOR_H

#include "kube/fleet.h"

typedef struct Flavor {
    const Object *object;
    Place nodes;                 /* its nodeLabels as template labels, and its nodeTaints */
    VEC(Toleration) tolerations; /* that it adds to the pods */
    VEC(const Place *) places;   /* whose nodes have all its labels */
    VEC(const Pod *) jobs;       /* queued, and no other flavor of the input may take them */
    bool places_open;
    bool open; /* a placeholder may add labels and tolerations */
    uint32_t index;
} Flavor;

Flavor *flavor_new(Arena *a, const Facts *facts, const Platform *platform, const Object *o);
/* Joins all flavors to places and jobs; once, when both are there. */
void flavors_bind(Fleet *f);
Tri flavor_tolerates(const Flavor *flavor, const Taint *t);

#endif
