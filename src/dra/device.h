/* DeviceModel: what the nodes of each instance type publish through DRA, from the facts. Devices
 * that no selector can tell apart are one DraDevice; types that have the same devices are one
 * Inventory. Immutable. */
#ifndef DRA_DEVICE_H
#define DRA_DEVICE_H

#include "cel/device.h"
#include "kube/facts.h"

typedef struct DraDevice {
    uint32_t index;
    Str driver, kind;  /* kind as in the facts about attributes: gpu, efa, neuron, mig, vfio */
    Str name;          /* for messages: "NVIDIA L4", "EFA" */
    bool outside;      /* of types that Karpenter does not model: what is not there may be */
    CelDevice closed;  /* has what is known and nothing else */
    CelDevice open;    /* may have more of each domain */
    CelDevice typed;   /* closed, with some value of the right type for what is not known */
    CelDevice sold;    /* closed, with as much memory as its name says; no driver: the same */
    CelDevice bare[2]; /* closed, with a byte of memory and with hardly any; no driver: no card */
    VEC(CelDevice) guesses; /* outside: closed with each value that an unknown attribute can have */
} DraDevice;

/* Equal devices of a node. */
typedef struct DraGroup {
    const DraDevice *device;
    Str root; /* resource.kubernetes.io/pcieRoot; "" when not known */
    uint32_t count;
} DraGroup;

typedef struct Inventory {
    VEC(DraGroup) groups;
    VEC(uint32_t) types; /* indexes in the facts' instance types */
    VEC(Str) beyond;     /* names of types that are not there */
    Str name;            /* of its first type */
} Inventory;

typedef struct DeviceModel {
    const Facts *facts;
    VEC(DraDevice *) devices;
    VEC(Inventory *) inventories;
    VEC(const DraDevice *)
    unlisted; /* that no inventory has: slices, devices for virtual machines */
} DeviceModel;

const DeviceModel *device_model(Arena *a, const Facts *f);
bool device_driver_known(const DeviceModel *m, Str driver);

/* What the facts say of a name that an expression or a constraint reads. */
typedef enum AttributeKind { ATTRIBUTE, CAPACITY } AttributeKind;

typedef struct AttributeName {
    Str driver; /* whose devices are read */
    AttributeKind kind;
    Str domain, name;
} AttributeName;

/* Row of dra-attributes, SIZE_MAX when it has none. */
size_t attribute_row(const Facts *f, AttributeName n);
/* What the driver does publish and somebody may have meant; a name of "" when nothing is near. */
AttributeName attribute_meant(const Facts *f, AttributeName n);
/* Does the driver publish anything under that domain? */
bool attribute_domain(const Facts *f, Str driver, Str domain);
/* Whether the closed form of such a device tells the truth about the name: it has the value, or
 * surely lacks it. */
bool attribute_decided(const Facts *f, AttributeName n, Str kind);

#endif
