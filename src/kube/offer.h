/* Offer: under which names, and how often, nodes of a place offer a device: what the device plugins
 * that may run there make of it. One for each place, made when asked. */
#ifndef KUBE_OFFER_H
#define KUBE_OFFER_H

#include "kube/kubelet.h"
#include "kube/sharing.h"

typedef struct Offer {
    Str device;        /* "nvidia.com/gpu" */
    bool told;         /* a plugin here serves the place, and nothing else can */
    const Manager *by; /* one that does; NULL */
    Sharing sharing;
    bool cut;    /* devices may be cut into slices */
    Str renamed; /* what a shared device is called when it is renamed */
    Str slices;  /* what names of its slices begin with */
} Offer;

/* NULL: no plugin of this device can be told to share it. */
const Offer *fleet_offer(const Fleet *f, const Place *p, Str device);
/* The device that a resource is, or is made of, where a plugin can share it; "" for any other. */
Str offer_device(const Fleet *f, Str resource);
/* The devices that a plugin can share. */
size_t offer_devices(const Fleet *f, Strs *out, Arena *a);
/* What a node with `has` of the device, in thousandths, gives of a resource; false: that does not
 * follow from the offer. */
bool offer_gives(const Offer *o, Str resource, int64_t has, KubeletRange *out);
/* May some node group or static NodePool of the pod's cluster offer more of a resource than its
 * types have? Where none is here, may a plugin? */
bool fleet_may_share(const Fleet *f, const Pod *pod, Str resource);
/* Nodes of the place offer the resource. */
Tri offer_has(const Offer *o, Str resource);

#endif
