/* NodeClass: what a pool's nodes are made from: EC2NodeClass of Karpenter, NodeClass of EKS Auto
 * Mode; classes of other providers keep their identity only. Made once, from one object. */
#ifndef KUBE_NODECLASS_H
#define KUBE_NODECLASS_H

#include "kube/place.h"

struct Pool;

typedef enum AmiKind {
    AMI_UNKNOWN, /* a placeholder, or nothing that tells */
    AMI_ALIAS,
    AMI_CUSTOM, /* id, name, tags or ssmParameter */
    AMI_AUTO    /* Auto Mode's own Bottlerocket */
} AmiKind;

typedef struct Ami {
    AmiKind kind;
    Str alias;        /* "al2023@v20260801"; "" unless AMI_ALIAS */
    Str family;       /* "al2023", "bottlerocket", "al2", "windows2022", "custom"; "" unknown */
    Str version;      /* "latest", "v20260801"; "" when there is none */
    Tri moves;        /* a newer image is taken by itself: latest, wildcards, tags */
    const Node *node; /* the alias, or the term; NULL when there are no terms */
} Ami;

typedef struct Volume {
    Str device;
    int64_t bytes;         /* -1 unknown */
    int64_t image_minimum; /* bytes of the image's own snapshot; 0 when not known */
    bool device_unknown;   /* a placeholder */
    Tri root;              /* rootVolume: true */
    bool is_default;       /* nothing in the object says so */
    Str text;              /* "20Gi", as written */
    NodePlace at;          /* the size, or where it would be */
} Volume;

/* One of capacityReservationSelectorTerms. */
typedef struct ReservationTerm {
    const struct NodeClass *node_class;
    Str id, owner, criteria; /* "" when absent */
    const Node *id_node, *tags_node, *owner_node, *node;
    bool id_unknown;
    bool id_malformed; /* no cr-… */
    bool id_offering;  /* cb-…: the offering, not the reservation */
    Tri specific;      /* a tag names one reservation: a block, stack, id or date */
    Str text;          /* "purpose=ml-training" */
} ReservationTerm;

/* A reservation that is known: from status, or from the configuration. */
typedef struct Reserved {
    Str id, instance_type, zone, type, state, end; /* "" when not known */
    const Node *node;                              /* NULL when the configuration says so */
} Reserved;

/* One zone that has a subnet. */
typedef struct Subnet {
    Str zone, zone_id; /* "us-west-2a", "usw2-az1"; zone_id "" when not known */
} Subnet;

typedef struct NodeClass {
    const Object *object; /* NULL for the built-in NodeClass "default" of Auto Mode */
    const Facts *facts;
    Str name;
    PoolMode mode;
    bool v1beta1;
    Ami ami;
    const Node *ami_family_node; /* amiFamily as written; NULL */
    VEC(Volume) volumes;
    Volume volume;     /* effective: where images and pods go */
    bool raid;         /* instanceStorePolicy RAID0 with a family that honours it */
    bool raid_unknown; /* perhaps it is */
    bool has_terms;    /* capacityReservationSelectorTerms with at least one item */
    bool terms_open;
    VEC(ReservationTerm) terms;
    VEC(Reserved) reserved;
    VEC(Subnet) subnets;    /* from status, each zone once; empty: not known */
    bool subnets_open;      /* perhaps there are others */
    const Node *subnets_at; /* the list in its status; NULL */
    VEC(Str) zones;         /* of all its subnets; empty: not known */
    int64_t efa_interfaces; /* efa-only entries of networkInterfaces; -1 when it sets none */
    bool efa_unknown;       /* perhaps it sets some */
    const Node *kubelet, *user_data; /* NULL when absent */
    VEC(struct Pool *) pools;        /* that reference it, in the input */
    bool pools_open;                 /* perhaps more of the input do */
    uint32_t index;                  /* in Fleet.classes */
} NodeClass;

/* Is the object a node class of any provider that can be told apart from other kinds? */
bool class_is(const Facts *f, const Object *o);
NodeClass *class_new(Arena *a, const Facts *f, const Object *o);
/* Auto Mode's NodeClass "default", which every such cluster has and no input contains. */
NodeClass *class_builtin_default(Arena *a, const Facts *f);
/* Is amiFamily as written, or nothing, one that exists? */
bool class_family_known(const NodeClass *c);
/* The same of the family of the alias. */
bool ami_family_known(const Facts *f, const Ami *ami);
/* The last Kubernetes minor version with images of its family; 0: no end is known. */
int64_t ami_last_kubernetes(const Facts *f, const Ami *ami);
/* The first release with an image for this Kubernetes version and variant ("standard", "nvidia",
 * "neuron"), either architecture; "" when the facts do not have it. */
Str ami_first_release(const Facts *f, int32_t kubernetes_minor, Str variant);
/* Is the pinned release older than that one? */
Tri ami_predates(const Ami *ami, Str release);
/* NVIDIA driver of the pinned release: the lowest and highest of it; false when not known. */
bool ami_driver(const Facts *f, const Ami *ami, Str *least, Str *most);
/* Parts of class_new; `spec` and `status` may be NULL. */
void class_read_volumes(Arena *a, NodeClass *c, const Node *spec);
void class_read_terms(Arena *a, NodeClass *c, const Node *spec, const Node *status);

#endif
