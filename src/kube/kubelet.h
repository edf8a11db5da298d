/* Kubelet: what the settings of a node class leave of a node, as Karpenter computes it before it
 * launches one (pkg/providers/instancetype/types.go). Value type, read from one class. */
#ifndef KUBE_KUBELET_H
#define KUBE_KUBELET_H

#include "kube/nodeclass.h"

typedef enum KubeletResource {
    KUBELET_CPU,
    KUBELET_MEMORY,
    KUBELET_STORAGE,
    KUBELET_RESOURCES
} KubeletResource;

/* One amount of a reservation, in thousandths; of an eviction threshold perhaps a share instead. */
typedef struct KubeletAmount {
    bool set;
    bool unknown; /* a placeholder, or no amount */
    int64_t milli;
    int64_t share; /* thousandths of the capacity; 0: milli counts */
} KubeletAmount;

typedef struct Kubelet {
    bool set;     /* the class has kubelet settings at all */
    bool unknown; /* settings that cannot be read: anything may be reserved */
    KubeletAmount kube[KUBELET_RESOURCES], system[KUBELET_RESOURCES];
    KubeletAmount hard[KUBELET_RESOURCES], soft[KUBELET_RESOURCES]; /* no CPU */
    KubeletAmount max_pods, per_core;
} Kubelet;

Kubelet kubelet_of(const NodeClass *c);
/* "" for a resource that no setting changes. */
bool kubelet_resource(Str resource, KubeletResource *out);

/* A node as it is without settings, in thousandths. */
typedef struct KubeletNode {
    int64_t capacity, allocatable; /* of the resource that is asked */
    int64_t cores, pods;           /* units */
} KubeletNode;

/* What is left of cpu, memory or storage for pods: at least, at most. */
typedef struct KubeletRange {
    int64_t least, most;
} KubeletRange;

KubeletRange kubelet_leaves(const Kubelet *k, const NodeClass *c, KubeletResource r, KubeletNode n);
KubeletRange kubelet_pods(const Kubelet *k, const NodeClass *c, KubeletNode n);

#endif
