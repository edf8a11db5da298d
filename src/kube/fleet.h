/* Fleet: every object of a run (or of a review and its cluster), indexed, and the typed facts
 * derived from them. Built in two steps: objects are added, then fleet_close resolves references
 * once. After that it is immutable but for caches, which belong to one thread. */
#ifndef KUBE_FLEET_H
#define KUBE_FLEET_H

#include "kube/agent.h"
#include "kube/autoscaler.h"
#include "kube/chart.h"
#include "kube/claim.h"
#include "kube/fit.h"
#include "kube/group.h"
#include "kube/manager.h"
#include "kube/meet.h"
#include "kube/policy.h"
#include "kube/pool.h"

/* What the run knows about its cluster; zero means not known. */
typedef struct Platform {
    int32_t kubernetes_minor; /* 34 for 1.34; 0 unknown */
    int32_t karpenter_minor;  /* 14 for 1.14; 0 unknown */
    PoolMode mode;            /* MODE_UNKNOWN: read from the objects */
    Str region;
    Tri dra;                          /* Karpenter's enableDRA */
    Tri extended_resource_toleration; /* EKS' admission plugin; TRI_YES by default */
    struct {
        const Reserved *items;
        size_t len;
    } reservations; /* that the configuration tells of */
} Platform;

/* One label requirement of a pod, as a subject of its own. */
typedef struct Selector {
    const Pod *pod;
    const ReqSource *source;
} Selector;

typedef struct FleetLists {
    VEC(Object *) objects; /* in order of input, without those that are left out */
    VEC(Pod *) pods;
    VEC(Pod *) daemons; /* pods of DaemonSets */
    VEC(Pool *) pools;
    VEC(NodeClass *) classes;
    VEC(Group *) groups;
    VEC(Place *) places; /* pools and groups */
    VEC(Claim *) claims;
    VEC(DeviceClass *) device_classes;
    VEC(Manager *) managers;
    VEC(Agent *) agents;
    VEC(Autoscaler *) autoscalers;
    VEC(Chart *) charts;
    VEC(Quota *) quotas;
    VEC(Pdb *) pdbs;
    VEC(LimitRange *) limit_ranges;
    VEC(PriorityClass *) priorities; /* of the input; built-in ones are found by name */
    VEC(const Object *) namespaces;
    VEC(const Object *) overlays; /* NodeOverlays that give nodes resources */
    VEC(Selector *) selectors;
    VEC(struct Flavor *) flavors; /* kube/flavor.h */
} FleetLists;

/* The priority of a pod; unknown where its class is not in the input. */
typedef struct Priority {
    Str name;                            /* "" when the pod names none */
    const PriorityClass *priority_class; /* NULL: none, or not known */
    int64_t value;
    bool unknown;
    bool unnamed; /* it may name one that is not told */
    Tri exists;   /* of the class that it names */
    NodePlace at;
} Priority;

/* A list of a relation: closed unless a member could not be decided. */
typedef struct PlaceList {
    VEC(const Place *) list;
    bool open;
} PlaceList;

typedef struct PodList {
    VEC(const Pod *) list;
    bool open;
} PodList;

/* What a pod is joined with. */
typedef struct PodLinks {
    PodClaims claims;
    Priority priority;
    VEC(const Pdb *) pdbs;
    VEC(const Quota *) quotas;
    bool pdbs_open, quotas_open;
} PodLinks;

typedef struct Fleet Fleet;

Fleet *fleet_new(Arena *a, const Facts *facts, const Platform *platform);
/* `complete`: the input is the whole cluster, so absence is evidence. */
void fleet_set_complete(Fleet *f, bool complete);
/* Sets o->index; the object must outlive the fleet. */
void fleet_add(Fleet *f, Object *o);
/* Sets of the configuration, by Object.named_set less one: what each runs on. Objects of different
 * ones are never joined. */
void fleet_set_platforms(Fleet *f, const Platform *platforms, size_t count);
/* Objects of the files that it lists are one cluster; files that it lists as patches are left out
 * (Object.left_out, once the fleet is closed). */
void fleet_add_kustomization(Fleet *f, const Object *kustomization);
void fleet_close(Fleet *f);

const Facts *fleet_facts(const Fleet *f);
bool fleet_hides_pods(const Fleet *f);   /* workloads whose pods a placeholder stands for */
bool fleet_hides_claims(const Fleet *f); /* pods may refer to more claims than can be read */
/* Of the object's cluster; NULL: of whatever no set of the configuration names. */
const Platform *fleet_platform(const Fleet *f, const Object *of);
bool fleet_complete(const Fleet *f);
const FleetLists *fleet_lists(const Fleet *f);
/* May the two belong to one cluster? */
bool fleet_joined(const Fleet *f, const Object *x, const Object *y);
/* A place of its cluster for pods that need no accelerator; NULL. */
const Place *fleet_plain_beside(const Fleet *f, const Group *g);
/* False: all objects are joined. */
bool fleet_split(const Fleet *f);
/* Does a pod that `from` may share a cluster with tolerate taints of that key by its name? */
bool fleet_tolerates(const Fleet *f, const Object *from, Str key);
/* By group "" for any; NULL. `from` may be NULL. */
const Object *fleet_object(const Fleet *f, const Object *from, Str kind, Str ns, Str name);
const PodLinks *fleet_links(const Fleet *f, const Pod *p);

/* ---- pairs of pods and places (relate.c) ---- */
/* DaemonSets that meet the place: others surely do not run there. */
const PodList *fleet_daemons(const Fleet *f, const Place *place);
/* Places that its taints and labels do not keep from it; it fits nowhere else. */
const Met *fleet_met(Fleet *f, const Pod *pod);
const Fit *fleet_fit(Fleet *f, const Pod *pod, const Place *place);
/* Selects something that the place has, tolerates a taint of it, or stands in the same file. */
Tri fleet_meant(Fleet *f, const Pod *pod, const Place *place);
const PlaceList *fleet_meant_places(Fleet *f, const Pod *pod);
/* The places that it would be meant for without one of its requirements; until the next question.
 */
const PlaceList *fleet_meant_but_for(Fleet *f, const Pod *pod, const ReqSource *without);
const PlaceList *fleet_places(Fleet *f, const Pod *pod); /* that fit */
const PodList *fleet_pods(Fleet *f, const Place *place); /* that fit there, DaemonSets left out */
FitCache *fleet_fits(Fleet *f);

#endif
