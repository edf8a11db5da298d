/* Fleet: every object of a run (or of a review and its cluster), indexed, and the typed facts
 * derived from them. Built in two steps: objects are added, then fleet_close resolves references
 * once. After that it is immutable but for caches, which belong to one thread. */
#ifndef KUBE_FLEET_H
#define KUBE_FLEET_H

#include "base/map.h"
#include "kube/facts.h"
#include "kube/object.h"
#include "kube/place.h"
#include "kube/pod.h"

/* What the run knows about its cluster (design.md 5); zero means not known. */
typedef struct Platform {
    int32_t kubernetes_minor; /* 34 for 1.34; 0 unknown */
    int32_t karpenter_minor;  /* 14 for 1.14; 0 unknown */
    PoolMode mode;            /* MODE_UNKNOWN: read from the objects */
    Str region;
    Tri dra;                          /* Karpenter's enableDRA */
    Tri extended_resource_toleration; /* EKS' admission plugin; TRI_YES by default */
} Platform;

typedef struct Fleet Fleet;

Fleet *fleet_new(Arena *a, const Facts *facts, const Platform *platform);
/* `complete`: the input is the whole cluster, so absence is evidence (model.md, edges 2 and 12). */
void fleet_set_complete(Fleet *f, bool complete);
void fleet_add(Fleet *f, Object *o);
/* Objects of the files that it lists are one cluster; files that it lists as patches are left out
 * (Object.left_out, once the fleet is closed). */
void fleet_add_kustomization(Fleet *f, const Object *kustomization);
void fleet_close(Fleet *f);
/* What the host tables of rule/ read. Closed: what was given, across all clusters of the run. */
bool fleet_complete(const Fleet *f);
const Pods *fleet_pods(const Fleet *f);
struct FitCache *fleet_fits(const Fleet *f); /* kube/fit.h */
const Facts *fleet_facts(const Fleet *f);
const Platform *fleet_platform(const Fleet *f);

#endif
