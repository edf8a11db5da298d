/* What the parts of the fleet share: fleet.c builds, bind.c joins, relate.c answers about pairs. */
#ifndef KUBE_FLEET_DATA_H
#define KUBE_FLEET_DATA_H

#include "base/buf.h"
#include "base/map.h"
#include "kube/admit.h"
#include "kube/fleet.h"
#include "kube/meet.h"
#include "kube/sets.h"

/* Objects of one key, in order of input. */
typedef struct Chain {
    VEC(const void *) list;
} Chain;

/* The last answer of fleet_meant_but_for. */
typedef struct ButFor {
    const Pod *pod;
    const ReqSource *without;
    PlaceList places;
} ButFor;

/* What the texts of a ConfigMap are, once a device plugin has been found to read it. */
typedef struct PluginTexts {
    bool read;
    const Node **roots;
} PluginTexts;

struct Fleet {
    Arena *arena;
    Loader loader; /* of texts inside objects */
    const Facts *facts;
    Platform platform;
    const Platform *platforms; /* of the configuration's sets */
    size_t platform_count;
    bool complete;
    VEC(Object *) all; /* as added, by their index */
    FleetLists lists;
    VEC(const Object *) kustomizations;
    Sets *sets;
    Admission *admission;
    FitCache *fits;
    Map by_name;                /* "kind/name" -> Chain of Object */
    Map claims, device_classes; /* name -> Chain */
    Map made_claims;            /* the same: objects for which a template of that name is made */
    Map quotas, pdbs;           /* namespace, "?" where it is not told -> Chain */
    Map pdb_labels;   /* namespace and one label that they select; the bare namespace for others */
    Map priorities;   /* name, "" for defaults, "?" for what may be one -> Chain */
    Map namespaces;   /* name -> Chain */
    Map ranked;       /* accelerator -> Chain of pods, the highest priority first */
    Map tolerated;    /* key of a toleration -> Chain of the pods that have it */
    Map shapes;       /* text of a shape -> its first pod */
    PodLinks **links; /* by pod */
    uint32_t roles_seen;              /* mask of those that pods with accelerators have */
    const Place *plain_pool;          /* the first with types without accelerators; NULL */
    bool stray_pods;                  /* some do not tell their namespace */
    bool hidden_managers;             /* a DaemonSet may be one */
    bool hidden_pods;                 /* some stand behind placeholders */
    VEC(const Object *) group_hiders; /* configs of which placeholders hide groups */
    bool makes_hidden;                /* so do names of claim templates that controllers make */
    bool claims_hidden;               /* so do some pods' references to claims */
    /* relate.c */
    uint8_t **tells;              /* by shape: what each requirement can say, for each LabelMode */
    uint8_t **selects;            /* by shape, then place: Meaning plus one, 0: not asked */
    PlaceList **meant, **fitting; /* by pod */
    Map types_but;                /* shape and resource -> PodTypes */
    PodList *fitted;              /* by place; NULL until one is asked for */
    Meet *meet;
    PodList *daemons; /* by place: those that meet it */
    bool *crowded;    /* by place: its file has too many to say that its pods are meant for them */
    Map place_files;  /* name of a source -> Chain of its places */
    ButFor but_for;
    Map place_keys; /* label keys of places, each once (promise.c) */
    Map promised;   /* text of a requirement -> Tri: some place may have it (promise.c) */
    uint32_t shape_count;
    struct Posts *posts;             /* kube/post.h */
    Map *offers;                     /* device -> Offer *[], by place (offer.c) */
    Map *offered;                    /* resource -> Str *, the device that it is of */
    PluginTexts *plugin_texts;       /* by object (sharing.c) */
    VEC(const Object *) stray_texts; /* may tell how to share devices: no plugin here reads them */
};

/* Some places that the pod can see are hidden by placeholders. */
bool fleet_hides_places(const Fleet *f, const Pod *pod);
/* Adds to a chain of a map. */
void chain_add(Fleet *f, Map *m, Str key, const void *value);
/* Key of the maps by namespace; and of a label in one. */
Str fleet_ns_key(const Object *o);
Str fleet_label_key(Arena *a, Str ns, const Member *label);
/* Pools to classes, claims to DeviceClasses, pods to claims and policies. */
void bind_fleet(Fleet *f);
/* Orders pods with accelerators by their priority. */
void rank_pods(Fleet *f);
/* Numbers the shapes of pods: what decides where a pod may run, and nothing else. */
void relate_shapes(Fleet *f);
enum { SHAPE_MOST = 1 << 20 }; /* bytes of a shape's text; longer ones are shapes of their own */
/* What decides where a pod may run. */
void pod_write_shape(Buf *b, const Pod *p);
/* Roles of places from the pods that select them. */
void relate_roles(Fleet *f);

#endif
