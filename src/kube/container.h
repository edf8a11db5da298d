/* Container: one container of a pod and the resources that it names, as written. What stands for a
 * container in kinds without a pod spec (a NIM service, a TrainJob's trainer) is one too. */
#ifndef KUBE_CONTAINER_H
#define KUBE_CONTAINER_H

#include "base/quantity.h"
#include "base/vec.h"
#include "doc/node.h"
#include "kube/facts.h"

typedef enum ContainerKind {
    CONTAINER_MAIN,
    CONTAINER_INIT,
    CONTAINER_SIDECAR, /* an init container with restartPolicy Always */
    CONTAINER_EPHEMERAL
} ContainerKind;

/* A resource under limits, requests or both. */
typedef struct Demand {
    const struct Container *container;
    Str resource;                /* in full where the kind abbreviates it */
    const Node *request, *limit; /* values, perhaps null; NULL when the key is absent */
} Demand;

/* A key of `resources` that belongs under limits: "nvidia.com/gpu" beside it. */
typedef struct Stray {
    Str key;
    const Node *node;
} Stray;

typedef struct Container {
    Str name;
    ContainerKind kind;
    const Node *node;      /* its map; what has no container of its own: the map of resources */
    const Node *resources; /* the map that has limits and requests; NULL */
    NodePlace resources_at;
    VEC(Demand *) demands; /* by first mention, limits before requests */
    VEC(Stray) strays;
    bool open;   /* more may be demanded: placeholders */
    bool stands; /* a controller makes the container from it, and may demand more */
} Container;

typedef struct Containers {
    VEC(Container *) list;
    bool open; /* perhaps more than are readable */
} Containers;

/* What the table of kinds says of a kind's containers beside the usual ones. */
typedef struct ContainerShape {
    Str extra, shorts; /* cells `containers` and `short` of workload-kinds */
} ContainerShape;

void containers_of(Arena *a, const Node *root, const Node *spec, ContainerShape shape,
                   Containers *out);
/* Does an image go by these last parts of its path, whatever its registry and tag? */
bool image_is(Str image, Str wanted);
/* "nvidia.com/gpu": qualified, not Kubernetes' own. Such a resource cannot be overcommitted. */
bool resource_extended(Str name);
/* The amount in a value: TRI_NO for null or absent, TRI_UNKNOWN for a placeholder or no quantity.
 */
Tri demand_amount(const Node *value, Quantity *out);
/* Does it name an amount of the resource, as request or limit? */
bool container_asks(const Container *c, Str resource);
/* What is requested of it: the request, else the limit (the API server's default). */
const Node *demand_effective(const Demand *d);

#endif
