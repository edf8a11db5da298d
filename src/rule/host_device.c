/* Expressions of claims and DeviceClasses that select devices. */
#include "rule/host.h"

#include "dra/dra.h"
#include "rule/subject.h"

Dra *host_dra(CelEval *ev)
{
    return host_context(ev)->dra;
}

/* ---- what is wrong in one ---- */

static CelValue fault_message(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const SelectorFault *)self)->message);
}

static NodePlace fault_place(const void *self)
{
    return (NodePlace){((const SelectorFault *)self)->at, STR("")};
}

static CelValue fault_source(CelEval *ev, const void *self)
{
    return host_at(ev, fault_place(self));
}

static const CelField FAULT_FIELDS[] = {
    {"message", "string", fault_message, "what is wrong"         },
    {"source",  "dyn",    fault_source,  "part of the expression"},
    {NULL,      NULL,     NULL,          NULL                    },
};

const CelHostType HOST_SELECTOR_FAULT_TYPE = {"selector_fault", FAULT_FIELDS, NULL, fault_place,
                                              NULL};

/* ---- what came after the oldest Kubernetes ---- */

static CelValue newer_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const SelectorNewer *)self)->name);
}

static CelValue newer_since(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_int(((const SelectorNewer *)self)->since);
}

static CelValue newer_gated(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const SelectorNewer *)self)->gated);
}

static NodePlace newer_place(const void *self)
{
    return (NodePlace){((const SelectorNewer *)self)->at, STR("")};
}

static CelValue newer_source(CelEval *ev, const void *self)
{
    return host_at(ev, newer_place(self));
}

static const CelField NEWER_FIELDS[] = {
    {"name",   "string", newer_name,   "function, operator or macro"     },
    {"since",  "int",    newer_since,  "minor version of its environment"},
    {"gated",  "bool",   newer_gated,  "a feature gate is off until then"},
    {"source", "dyn",    newer_source, "part of the expression"          },
    {NULL,     NULL,     NULL,         NULL                              },
};

const CelHostType HOST_SELECTOR_NEWER_TYPE = {"selector_newer", NEWER_FIELDS, NULL, newer_place,
                                              NULL};

/* ---- the expression ---- */

static CelValue selector_faults(CelEval *ev, const void *self)
{
    const DeviceSelector *s = self;
    return host_array(ev, HOST_SELECTOR_FAULT, HOST_ITEMS(s->faults), s->unknown);
}

static CelValue selector_newer(CelEval *ev, const void *self)
{
    const DeviceSelector *s = self;
    return host_array(ev, HOST_SELECTOR_NEWER, HOST_ITEMS(s->newer), s->unknown);
}

static NodePlace selector_place(const void *self)
{
    return (NodePlace){((const DeviceSelector *)self)->node, STR("")};
}

static CelValue selector_source(CelEval *ev, const void *self)
{
    return host_at(ev, selector_place(self));
}

static const CelField SELECTOR_FIELDS[] = {
    {"faults", "list(selector_fault)", selector_faults, "why it does not compile, or must fail"},
    {"newer",  "list(selector_newer)", selector_newer,  "what not every Kubernetes has"        },
    {"source", "dyn",                  selector_source, "the expression"                       },
    {NULL,     NULL,                   NULL,            NULL                                   },
};

const CelHostType HOST_DEVICE_SELECTOR_TYPE = {"device_selector", SELECTOR_FIELDS, NULL,
                                               selector_place, NULL};

/* ---- those of an object ---- */

typedef struct SelectorItems {
    VEC(const void *) list;
    bool open;
} SelectorItems;

static void add_items(CelEval *ev, const Node *holder, SelectorItems *out)
{
    const DeviceSelectors *s = dra_selectors(host_dra(ev), holder);
    out->open |= s->open;
    for (size_t i = 0; i < s->list.len; i++)
        *vec_push(ev->scratch, &out->list) = s->list.items[i];
}

CelValue host_claim_selectors(CelEval *ev, const Claim *c)
{
    SelectorItems items = {.open = c->requests_open};
    for (size_t i = 0; i < c->requests.len; i++)
        add_items(ev, c->requests.items[i]->body, &items);
    return host_list(ev, HOST_DEVICE_SELECTOR, items.list.items, items.list.len, items.open);
}

CelValue host_class_selectors(CelEval *ev, const DeviceClass *c)
{
    SelectorItems items = {.open = false};
    const Node *spec = c->object ? object_field(c->object, STR("spec")) : NULL;
    if (spec)
        add_items(ev, spec, &items);
    return host_list(ev, HOST_DEVICE_SELECTOR, items.list.items, items.list.len, items.open);
}
