/* Claims of devices, their requests and classes. */
#include "rule/host.h"

#include "base/nearest.h"

/* ---- DeviceClass ---- */

static CelValue class_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const DeviceClass *)self)->name);
}

static CelValue told(const DeviceClass *c, Str text)
{
    return c->known || text.len ? cel_str(text) : cel_unknown(STR("DeviceClass"));
}

static CelValue class_driver(CelEval *ev, const void *self)
{
    const DeviceClass *c = self;
    (void)ev;
    return told(c, c->driver);
}

static CelValue class_device(CelEval *ev, const void *self)
{
    const DeviceClass *c = self;
    (void)ev;
    return told(c, c->device);
}

static CelValue class_resource(CelEval *ev, const void *self)
{
    const DeviceClass *c = self;
    (void)ev;
    return told(c, c->resource);
}

static CelValue class_hands(CelEval *ev, const void *self)
{
    const DeviceClass *c = self;
    (void)ev;
    return c->known ? cel_bool(c->hands) : cel_unknown(STR("DeviceClass"));
}

static CelValue class_selectors(CelEval *ev, const void *self)
{
    return host_class_selectors(ev, self);
}

static CelValue class_reads(CelEval *ev, const void *self)
{
    return host_class_reads(ev, self);
}

static NodePlace class_place(const void *self)
{
    const DeviceClass *c = self;
    return (NodePlace){c->object ? c->object->root : NULL, STR("")};
}

static CelValue class_source(CelEval *ev, const void *self)
{
    return host_at(ev, class_place(self));
}

static Str class_text(const void *self)
{
    return ((const DeviceClass *)self)->name;
}

static const CelField CLASS_FIELDS[] = {
    {"name",      "string",                class_name,      "its name"                                       },
    {"driver",    "string",                class_driver,    "driver of its devices"                          },
    {"device",    "string",                class_device,    "gpu, gpu-slice, efa, neuron, channel"           },
    {"resource",  "string",                class_resource,  "extended resource that counts the same hardware"},
    {"hands",     "bool",                  class_hands,     "containers use its devices by listing the claim"},
    {"reads",     "list(claim_read)",      class_reads,     "names that they read"                           },
    {"selectors", "list(device_selector)", class_selectors, "its expressions"                                },
    {"source",    "dyn",                   class_source,    "its object, null for one that a driver brings"  },
    {NULL,        NULL,                    NULL,            NULL                                             },
};

const CelHostType HOST_DEVICE_CLASS_TYPE = {"device_class", CLASS_FIELDS, NULL, class_place,
                                            class_text};

/* ---- request of a claim ---- */

static CelValue request_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const ClaimRequest *)self)->name);
}

static CelValue request_class_name(CelEval *ev, const void *self)
{
    const ClaimRequest *r = self;
    (void)ev;
    if (node_unknown(r->class_node))
        return cel_unknown(STR("a class name"));
    return cel_str(r->class_name);
}

/* Absent only where everything is here. */
static CelValue request_class(CelEval *ev, const void *self)
{
    const ClaimRequest *r = self;
    if (r->device_class)
        return cel_host(HOST_DEVICE_CLASS, r->device_class);
    if (host_open(ev) || node_unknown(r->class_node))
        return cel_unknown(arena_printf(ev->scratch, "DeviceClass %.*s", STR_ARG(r->class_name)));
    return cel_null();
}

/* A class of the facts or the input whose name comes near one that neither has. */
static CelValue request_meant(CelEval *ev, const void *self)
{
    const ClaimRequest *r = self;
    const FactTable *t = facts_table(host_facts(ev), STR("device-classes"));
    const FleetLists *l = fleet_lists(host_fleet(ev));
    Nearest n = nearest_to(r->class_name);
    if (r->device_class || !r->class_name.len || node_unknown(r->class_node))
        return cel_str(STR(""));
    for (size_t i = 0; i < l->device_classes.len; i++)
        nearest_offer(&n, l->device_classes.items[i]->name);
    for (size_t row = 0; row < t->rows; row++)
        nearest_offer(&n, facts_cell(t, row, facts_column(t, STR("class"))));
    return cel_str(n.best);
}

static CelValue request_count(CelEval *ev, const void *self)
{
    const ClaimRequest *r = self;
    (void)ev;
    return r->count < 0 ? cel_unknown(STR("a count")) : cel_int(r->count);
}

static CelValue request_admin(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(((const ClaimRequest *)self)->admin, STR("adminAccess"));
}

static CelValue request_all(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const ClaimRequest *)self)->all);
}

static CelValue request_node(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(((const ClaimRequest *)self)->body);
}

static NodePlace request_place(const void *self)
{
    return (NodePlace){((const ClaimRequest *)self)->node, STR("")};
}

static CelValue request_source(CelEval *ev, const void *self)
{
    return host_at(ev, request_place(self));
}

static Str request_text(const void *self)
{
    return ((const ClaimRequest *)self)->name;
}

static const CelField REQUEST_FIELDS[] = {
    {"name",        "string", request_name,       "its name"                                        },
    {"className",   "string", request_class_name, "deviceClassName"                                 },
    {"class",       "dyn",    request_class,      "its DeviceClass"                                 },
    {"suggestion",  "string", request_meant,
     "known class that the name of an unknown one comes near, or \"\""                              },
    {"count",       "int",    request_count,      "devices; unknown for allocationMode All"         },
    {"adminAccess", "bool",   request_admin,      "looks at devices that others hold"               },
    {"all",         "bool",   request_all,        "allocationMode All"                              },
    {"node",        "dyn",    request_node,       "the map that has deviceClassName, in any version"},
    {"source",      "dyn",    request_source,     "the item of requests"                            },
    {NULL,          NULL,     NULL,               NULL                                              },
};

const CelHostType HOST_DEVICE_REQUEST_TYPE = {"device_request", REQUEST_FIELDS, NULL, request_place,
                                              request_text};

/* ---- what a claim hands out ---- */

static const DeviceClass *class_of(const void *self)
{
    return ((const ClaimDevice *)self)->device_class;
}

static const ClaimRequest *request_of(const void *self)
{
    return ((const ClaimDevice *)self)->request;
}

static CelValue device_driver(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(class_of(self)->driver);
}

static CelValue device_class(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(class_of(self)->name);
}

static CelValue device_kind(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(class_of(self)->device);
}

static CelValue device_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(class_of(self)->resource);
}

static CelValue device_hands(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(class_of(self)->hands);
}

static CelValue device_admin(CelEval *ev, const void *self)
{
    return request_admin(ev, request_of(self));
}

static CelValue device_count(CelEval *ev, const void *self)
{
    return request_count(ev, request_of(self));
}

static NodePlace device_place(const void *self)
{
    return request_place(request_of(self));
}

static CelValue device_source(CelEval *ev, const void *self)
{
    return host_at(ev, device_place(self));
}

static Str device_text(const void *self)
{
    return class_of(self)->name;
}

static const CelField DEVICE_FIELDS[] = {
    {"driver",      "string", device_driver,   "that publishes it"                     },
    {"class",       "string", device_class,    "name of the DeviceClass"               },
    {"device",      "string", device_kind,     "gpu, gpu-slice, efa, neuron, channel"  },
    {"resource",    "string", device_resource,
     "extended resource of the same hardware, \"\" for none"                           },
    {"hands",       "bool",   device_hands,    "containers use it by listing the claim"},
    {"adminAccess", "bool",   device_admin,    "asked with adminAccess"                },
    {"count",       "int",    device_count,    "how many; unknown for All"             },
    {"source",      "dyn",    device_source,   "the request"                           },
    {NULL,          NULL,     NULL,            NULL                                    },
};

const CelHostType HOST_CLAIM_DEVICE_TYPE = {"claim_device", DEVICE_FIELDS, NULL, device_place,
                                            device_text};

/* ---- claim ---- */

static CelValue claim_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Claim *)self)->name);
}

static CelValue claim_owner(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_OBJECT_REF, ((const Claim *)self)->object);
}

static CelValue claim_requests(CelEval *ev, const void *self)
{
    const Claim *c = self;
    return host_list(ev, HOST_DEVICE_REQUEST, (const void *const *)c->requests.items,
                     c->requests.len, c->requests_open);
}

/* Classes that are absent for certain hand out nothing; all others may. */
static CelValue claim_devices(CelEval *ev, const void *self)
{
    const Claim *c = self;
    return host_array(ev, HOST_CLAIM_DEVICE, HOST_ITEMS(c->devices), c->devices_open);
}

static CelValue claim_count(CelEval *ev, const void *self)
{
    const Claim *c = self;
    int64_t sum = 0;
    for (size_t i = 0; i < c->requests.len; i++) {
        const ClaimRequest *r = c->requests.items[i];
        if (r->count < 0 || r->alternative || c->requests_open || sum > INT64_MAX - r->count)
            return cel_unknown(STR("a count"));
        sum += r->count;
    }
    (void)ev;
    return cel_int(sum);
}

static CelValue claim_selectors(CelEval *ev, const void *self)
{
    return host_claim_selectors(ev, self);
}

static CelValue claim_types(CelEval *ev, const void *self)
{
    return host_claim_types(ev, self);
}

static CelValue claim_nearest(CelEval *ev, const void *self)
{
    return host_claim_nearest(ev, self);
}

static CelValue claim_misses(CelEval *ev, const void *self)
{
    return host_claim_misses(ev, self);
}

static CelValue claim_reads(CelEval *ev, const void *self)
{
    return host_claim_reads(ev, self);
}

static CelValue claim_unitless(CelEval *ev, const void *self)
{
    return host_claim_unitless(ev, self);
}

static CelValue claim_matches(CelEval *ev, const void *self)
{
    return host_claim_matches(ev, self);
}

static CelValue claim_capacities(CelEval *ev, const void *self)
{
    return host_claim_capacities(ev, self);
}

static CelValue claim_served(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    return p ? host_claim_served(ev, self, p) : cel_unknown(STR("a place"));
}

static CelValue claim_users(CelEval *ev, const void *self)
{
    const Claim *c = self;
    bool open = c->users_open || c->object->name_unknown || fleet_hides_claims(host_fleet(ev));
    return host_list(ev, HOST_POD, (const void *const *)c->users.items, c->users.len, open);
}

static CelValue claim_spec(CelEval *ev, const void *self)
{
    const Claim *c = self;
    (void)ev;
    return c->devices_node ? cel_node(c->devices_node) : (CelValue){.kind = CEL_MAP};
}

static NodePlace claim_place(const void *self)
{
    return (NodePlace){((const Claim *)self)->object->root, STR("")};
}

static CelValue claim_source(CelEval *ev, const void *self)
{
    return host_at(ev, claim_place(self));
}

static const ClaimRequest *request_named(const Claim *c, Str name)
{
    for (size_t i = 0; i < c->requests.len; i++)
        if (str_eq(c->requests.items[i]->name, name))
            return c->requests.items[i];
    return NULL;
}

static CelValue claim_class(CelEval *ev, const void *self, const CelValue *args)
{
    const ClaimRequest *r = request_named(self, cel_str_of(args[0]));
    return r ? request_class_name(ev, r) : cel_str(STR(""));
}

static CelValue claim_driver(CelEval *ev, const void *self, const CelValue *args)
{
    const ClaimRequest *r = request_named(self, cel_str_of(args[0]));
    if (!r)
        return cel_str(STR(""));
    return r->device_class ? class_driver(ev, r->device_class) : cel_unknown(STR("DeviceClass"));
}

static Str claim_text(const void *self)
{
    return ((const Claim *)self)->name;
}

static const CelField CLAIM_FIELDS[] = {
    {"name",        "string",                claim_name,       "its name"                                       },
    {"owner",       "object_ref",            claim_owner,      "its object"                                     },
    {"devicesNode", "dyn",                   claim_spec,       "spec.devices, wherever it stands"               },
    {"requests",    "list(device_request)",  claim_requests,   "with the alternatives of firstAvailable"        },
    {"devices",     "list(claim_device)",    claim_devices,
     "what it hands out; open where a class is not known"                                                       },
    {"deviceCount", "int",                   claim_count,      "sum of all requests"                            },
    {"selectors",   "list(device_selector)", claim_selectors,  "expressions of its requests"                    },
    {"types",       "list(instance_type)",   claim_types,      "instance types that satisfy it"                 },
    {"nearest",     "dyn",                   claim_nearest,    "what comes nearest where none does; else null"  },
    {"misses",      "list(claim_miss)",      claim_misses,     "cards that its memory thresholds just leave out"},
    {"reads",       "list(claim_read)",      claim_reads,      "names that its selectors read"                  },
    {"unitless",    "list(claim_miss)",      claim_unitless,   "memory thresholds of a few bytes"               },
    {"matches",     "list(claim_read)",      claim_matches,
     "names of its constraints that its devices do not have"                                                    },
    {"capacities",  "list(claim_read)",      claim_capacities,
     "names of capacity.requests that they do not have"                                                         },
    {"users",       "list(pod)",             claim_users,      "pods of the input that refer to it"             },
    {"source",      "dyn",                   claim_source,     "its object"                                     },
    {NULL,          NULL,                    NULL,             NULL                                             },
};

static const CelMethod CLAIM_METHODS[] = {
    {"class",  "(string) -> string", claim_class,  "class name of a request"           },
    {"driver", "(string) -> string", claim_driver, "driver of a request's devices"     },
    {"served", "(dyn) -> bool",      claim_served, "a node of the place can satisfy it"},
    {NULL,     NULL,                 NULL,         NULL                                },
};

const CelHostType HOST_CLAIM_TYPE = {"claim", CLAIM_FIELDS, CLAIM_METHODS, claim_place, claim_text};
