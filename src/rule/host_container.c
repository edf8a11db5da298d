/* Containers, what they demand, and the sums that the scheduler makes of it. */
#include "rule/host.h"

/* ---- container ---- */

static CelValue container_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Container *)self)->name);
}

static CelValue container_kind(CelEval *ev, const void *self)
{
    static const Str KINDS[] = {[CONTAINER_MAIN] = STR_INIT("container"),
                                [CONTAINER_INIT] = STR_INIT("init"),
                                [CONTAINER_SIDECAR] = STR_INIT("sidecar"),
                                [CONTAINER_EPHEMERAL] = STR_INIT("ephemeral")};
    (void)ev;
    return cel_str(KINDS[((const Container *)self)->kind]);
}

static CelValue container_node(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(((const Container *)self)->node);
}

static CelValue container_image(CelEval *ev, const void *self)
{
    const Node *image = node_field(((const Container *)self)->node, STR("image"));
    (void)ev;
    return image ? cel_node(image) : cel_str(STR(""));
}

static CelValue container_demands(CelEval *ev, const void *self)
{
    const Container *c = self;
    return host_list(ev, HOST_DEMAND, (const void *const *)c->demands.items, c->demands.len,
                     c->open);
}

static CelValue container_strays(CelEval *ev, const void *self)
{
    const Container *c = self;
    return host_array(ev, HOST_STRAY, HOST_ITEMS(c->strays), false);
}

static bool is_null(const Node *n)
{
    return n && n->kind == NODE_NULL;
}

/* Null members read as absent everywhere else: only here they can be told. */
static CelValue container_nulls(CelEval *ev, const void *self)
{
    const Container *c = self;
    VEC(const void *) found = {0};
    for (size_t i = 0; i < c->demands.len; i++) {
        const Demand *d = c->demands.items[i];
        const Node *nulls[] = {is_null(d->limit) ? d->limit : NULL,
                               is_null(d->request) ? d->request : NULL};
        for (size_t k = 0; k < sizeof nulls / sizeof *nulls; k++) {
            if (!nulls[k])
                continue;
            Stray *s = arena_new(ev->scratch, Stray);
            *s = (Stray){d->resource, nulls[k]};
            *vec_push(ev->scratch, &found) = s;
        }
    }
    return host_list(ev, HOST_STRAY, found.items, found.len, false);
}

static CelValue container_resources(CelEval *ev, const void *self)
{
    return host_at(ev, ((const Container *)self)->resources_at);
}

static NodePlace container_place(const void *self)
{
    return (NodePlace){((const Container *)self)->node, STR("")};
}

static Str container_text(const void *self)
{
    return ((const Container *)self)->name;
}

static const CelField CONTAINER_FIELDS[] = {
    {"name",            "string",       container_name,      "its name, \"\" when it has none"         },
    {"kind",            "string",       container_kind,
     "container, init, sidecar (init with restartPolicy Always) or ephemeral"                          },
    {"node",            "dyn",          container_node,      "its manifest"                            },
    {"image",           "dyn",          container_image,     "its image, \"\" when it names none"      },
    {"demands",         "list(demand)", container_demands,
     "what stands under limits and requests, by resource"                                              },
    {"strays",          "list(stray)",  container_strays,
     "keys beside limits and requests, where they are dropped"                                         },
    {"nulls",           "list(stray)",  container_nulls,     "resources that are named without a value"},
    {"resourcesSource", "dyn",          container_resources, "place of its resources"                  },
    {NULL,              NULL,           NULL,                NULL                                      },
};

const CelHostType HOST_CONTAINER_TYPE = {"container", CONTAINER_FIELDS, NULL, container_place,
                                         container_text};

/* ---- demand ---- */

static CelValue demand_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Demand *)self)->resource);
}

static CelValue amount_of(CelEval *ev, const Node *value)
{
    Quantity q;
    switch (demand_amount(value, &q)) {
    case TRI_YES: return host_quantity(ev, q);
    case TRI_NO: return host_quantity(ev, quantity_of(0));
    case TRI_UNKNOWN: break;
    }
    return cel_unknown(STR("a quantity"));
}

static CelValue demand_request(CelEval *ev, const void *self)
{
    return amount_of(ev, ((const Demand *)self)->request);
}

static CelValue demand_limit(CelEval *ev, const void *self)
{
    return amount_of(ev, ((const Demand *)self)->limit);
}

/* What is not here may be written elsewhere where the container is known in part. */
static CelValue is_written(const Demand *d, const Node *n)
{
    if (!n && d->container->open)
        return cel_unknown(d->resource);
    return cel_bool(n && !is_null(n));
}

static CelValue demand_has_request(CelEval *ev, const void *self)
{
    (void)ev;
    return is_written(self, ((const Demand *)self)->request);
}

static CelValue demand_has_limit(CelEval *ev, const void *self)
{
    (void)ev;
    return is_written(self, ((const Demand *)self)->limit);
}

static NodePlace side_place(const Demand *d, const Node *value, Str side)
{
    if (value)
        return (NodePlace){value, STR("")};
    const Node *resources = d->container->resources, *map = node_field(resources, side);
    return (NodePlace){map ? map : resources, map ? d->resource : side};
}

static CelValue demand_request_at(CelEval *ev, const void *self)
{
    const Demand *d = self;
    return host_at(ev, side_place(d, d->request, STR("requests")));
}

static CelValue demand_limit_at(CelEval *ev, const void *self)
{
    const Demand *d = self;
    return host_at(ev, side_place(d, d->limit, STR("limits")));
}

static CelValue demand_extended(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(resource_extended(((const Demand *)self)->resource));
}

static CelValue demand_accelerator(CelEval *ev, const void *self)
{
    Resource r;
    return cel_bool(facts_resource(host_facts(ev), ((const Demand *)self)->resource, &r) &&
                    r.accelerator);
}

static NodePlace demand_place(const void *self)
{
    const Demand *d = self;
    return (NodePlace){d->limit ? d->limit : d->request, STR("")};
}

static Str demand_text(const void *self)
{
    return ((const Demand *)self)->resource;
}

static const CelField DEMAND_FIELDS[] = {
    {"resource",      "string",   demand_resource,    "in full, where the kind abbreviates it"       },
    {"request",       "quantity", demand_request,     "0 when absent"                                },
    {"limit",         "quantity", demand_limit,       "0 when absent"                                },
    {"hasRequest",    "bool",     demand_has_request, "a request is written"                         },
    {"hasLimit",      "bool",     demand_has_limit,   "a limit is written"                           },
    {"requestSource", "dyn",      demand_request_at,  "place of the request, also of a missing one"  },
    {"limitSource",   "dyn",      demand_limit_at,    "place of the limit, also of a missing one"    },
    {"extended",      "bool",     demand_extended,    "counted in whole numbers, never overcommitted"},
    {"accelerator",   "bool",     demand_accelerator, "a GPU, Neuron chip or the like"               },
    {NULL,            NULL,       NULL,               NULL                                           },
};

const CelHostType HOST_DEMAND_TYPE = {"demand", DEMAND_FIELDS, NULL, demand_place, demand_text};

/* ---- stray ---- */

static CelValue stray_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Stray *)self)->key);
}

static NodePlace stray_place(const void *self)
{
    return (NodePlace){((const Stray *)self)->node, STR("")};
}

static CelValue stray_source(CelEval *ev, const void *self)
{
    return host_at(ev, stray_place(self));
}

static Str stray_text(const void *self)
{
    return ((const Stray *)self)->key;
}

static const CelField STRAY_FIELDS[] = {
    {"resource", "string", stray_resource, "the key"  },
    {"source",   "dyn",    stray_source,   "its value"},
    {NULL,       NULL,     NULL,           NULL       },
};

const CelHostType HOST_STRAY_TYPE = {"stray", STRAY_FIELDS, NULL, stray_place, stray_text};

/* ---- request: the scheduler's sum ---- */

static CelValue request_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Request *)self)->resource);
}

static NodePlace request_place(const void *self)
{
    return (NodePlace){((const Request *)self)->node, STR("")};
}

static CelValue request_source(CelEval *ev, const void *self)
{
    return host_at(ev, request_place(self));
}

static Str request_text(const void *self)
{
    return ((const Request *)self)->resource;
}

static const CelField REQUEST_FIELDS[] = {
    {"resource", "string", request_resource, "its name"                            },
    {"source",   "dyn",    request_source,   "the container's value that adds most"},
    {NULL,       NULL,     NULL,             NULL                                  },
};

const CelHostType HOST_REQUEST_TYPE = {"request", REQUEST_FIELDS, NULL, request_place,
                                       request_text};
