/* Object: one Kubernetes object of the input: what it says it is, and its node. Identity is
 * group, kind, namespace and name; the version is data (design.md 3). */
#ifndef KUBE_OBJECT_H
#define KUBE_OBJECT_H

#include "doc/node.h"

typedef struct Object {
    const Node *root; /* the object's map: a document's root, an item of a List, a wrapped object */
    const Document *doc;
    Str api_version, group, version, kind, ns, name; /* "" when absent; "" group is core */
    bool ns_unknown; /* namespaced kind on disk without metadata.namespace, or a placeholder */
    bool context;    /* loaded to be seen, not to be reported */
    uint32_t set;    /* cluster it belongs to (model.md, edge 14) */
} Object;

/* "metadata.name" and the like, null and absent alike NULL. */
const Node *object_field(const Object *o, Str path);

#endif
