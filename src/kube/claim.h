/* Claim: a ResourceClaim or ResourceClaimTemplate in the shapes of v1, v1beta2 and v1beta1, what
 * its requests get, and how pods use it. */
#ifndef KUBE_CLAIM_H
#define KUBE_CLAIM_H

#include "base/map.h"
#include "kube/pod.h"

/* A DeviceClass: one of the facts, or an object of the input. */
typedef struct DeviceClass {
    const Object *object;               /* NULL: known from the facts alone */
    Str name, driver, device, resource; /* "" when not known; resource also when there is none */
    Str serves;                         /* its extendedResourceName, "" */
    bool serves_hidden;                 /* behind a placeholder */
    bool known;                         /* what its devices are is known */
    bool hands; /* containers use its devices by listing the claim: no channel, no network interface
                 */
    uint32_t index; /* in the fleet's device classes, when object is set */
} DeviceClass;

typedef struct ClaimRequest {
    const struct Claim *claim;
    Str name;
    const Node *node;       /* the item of requests */
    const Node *body;       /* the map that has deviceClassName: exactly, the item itself, or one of
                               firstAvailable */
    const Node *class_node; /* NULL when it names none */
    Str class_name;
    Str sub;          /* name of an alternative, "" */
    bool alternative; /* one of firstAvailable */
    bool all;         /* allocationMode All */
    Tri admin;
    int64_t count;                   /* 1 when absent, -1: All or unknown */
    const DeviceClass *device_class; /* NULL: not known */
} ClaimRequest;

/* What a claim hands out. */
typedef struct ClaimDevice {
    const ClaimRequest *request;
    const DeviceClass *device_class;
} ClaimDevice;

typedef struct Claim {
    const Object *object;
    bool is_template;
    const Node *devices_node; /* spec.devices, or spec.spec.devices of a template; NULL */
    Str name;
    VEC(ClaimRequest *) requests; /* alternatives too */
    bool requests_open;
    VEC(ClaimDevice) devices;
    bool devices_open; /* perhaps others: unknown classes, alternatives of different kinds */
    VEC(const Pod *) users;
    bool users_open; /* perhaps others: the names do not tell */
    uint32_t index;  /* in the fleet's claims */
} Claim;

/* One entry of a container's resources.claims. */
typedef struct ClaimUse {
    const Pod *pod;
    const Container *container;
    const Node *node;
    const struct PodClaim *pod_claim; /* NULL: the pod declares none of that name */
    Str name, request;                /* request "" when absent */
    bool unknown;
} ClaimUse;

typedef enum ClaimForm {
    CLAIM_NEITHER,
    CLAIM_BY_NAME,
    CLAIM_BY_TEMPLATE,
    CLAIM_BOTH,
    CLAIM_UNKNOWN
} ClaimForm;

/* One entry of a pod's resourceClaims. */
typedef struct PodClaim {
    const Pod *pod;
    const Node *node;
    Str name;
    ClaimForm form;
    bool old_shape;         /* source: {…}, of versions that are gone */
    const Node *reference;  /* the name of the claim or template; NULL */
    const Claim *claim;     /* set by the fleet; NULL: not in the input */
    Tri exists;             /* TRI_NO: nowhere, in a complete input */
    const Claim *elsewhere; /* of that name and kind in another namespace, none being here; NULL */
    VEC(const ClaimUse *) uses;
} PodClaim;

typedef struct PodClaims {
    VEC(PodClaim *) list;
    VEC(ClaimUse *) uses; /* of all containers, undeclared ones too */
    Map by_name;
    bool open;      /* the list may have more */
    bool uses_open; /* containers may use more */
} PodClaims;

Claim *claim_new(Arena *a, const Object *o, bool is_template);
DeviceClass *device_class_new(Arena *a, const Facts *f, const Object *o);
/* From the facts alone; NULL when they do not have it. */
DeviceClass *device_class_known(Arena *a, const Facts *f, Str name);
/* Fills devices once the requests have their classes. */
void claim_list_devices(Arena *a, Claim *c);
void pod_claims(Arena *a, const Pod *p, PodClaims *out);
/* Is there a request of that name, or "request/alternative"? */
Tri claim_has_request(const Claim *c, Str name);

#endif
