/* Object: one Kubernetes object of the input: what it says it is, and its node. Identity is
 * group, kind, namespace and name; the version is data. */
#ifndef KUBE_OBJECT_H
#define KUBE_OBJECT_H

#include "doc/node.h"

typedef struct Object {
    const Node *root; /* the object's map: a document's root, an item of a List, a wrapped object */
    const Document *doc;
    Str api_version, group, version, kind, ns, name; /* "" when absent; "" group is core */
    bool ns_unknown;    /* namespaced kind on disk without metadata.namespace, or a placeholder */
    bool name_unknown;  /* a placeholder, or generateName */
    bool context;       /* loaded to be seen, not to be reported */
    uint32_t named_set; /* set of the configuration that its file is in, from 1; 0: none */
    bool cluster;       /* of a kind without namespace */
    bool controlled;    /* has a controller in ownerReferences: not the user's to change */
    Str chart;          /* it is no object but a values file, of this chart; "" */
    bool generic;       /* of a kind that the facts do not know */
    /* Set by the fleet: */
    bool scaled;    /* an autoscaler of the input sets its replicas */
    Str left_out;   /* why it is not judged ("kustomize patch"), or "" */
    uint32_t index; /* in the fleet's objects */
    uint32_t set;   /* cluster it belongs to, 0 for any */
} Object;

/* "metadata.name" and the like, null and absent alike NULL. */
const Node *object_field(const Object *o, Str path);
/* Whether two objects lie in one namespace; unknown when one of them does not say. */
Tri object_same_ns(const Object *a, const Object *b);
/* Its name for messages: as written where it is a placeholder, generateName, "without a name". */
Str object_called(const Object *o);
/* "NodePool gpu", "Job ml/train": for messages. */
Str object_title(Arena *a, const Object *o);

#endif
