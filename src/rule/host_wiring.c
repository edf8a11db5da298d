/* How a pod is wired to claims: its resourceClaims, and what containers use of them. */
#include "rule/host.h"

/* ---- entry of a pod's resourceClaims ---- */

static CelValue pc_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const PodClaim *)self)->name);
}

static CelValue pc_form(CelEval *ev, const void *self)
{
    static const Str FORMS[] = {[CLAIM_NEITHER] = STR_INIT("neither"),
                                [CLAIM_BY_NAME] = STR_INIT("claim"),
                                [CLAIM_BY_TEMPLATE] = STR_INIT("template"),
                                [CLAIM_BOTH] = STR_INIT("both"),
                                [CLAIM_UNKNOWN] = STR_INIT("")};
    const PodClaim *c = self;
    (void)ev;
    return c->form == CLAIM_UNKNOWN ? cel_unknown(STR("a claim")) : cel_str(FORMS[c->form]);
}

static CelValue pc_reference(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    (void)ev;
    return c->reference ? cel_node(c->reference) : cel_str(STR(""));
}

static CelValue missing(CelEval *ev, const PodClaim *c)
{
    Str name = c->reference ? node_str(c->reference) : STR("");
    return cel_unknown(arena_printf(ev->scratch, "claim %.*s", STR_ARG(name)));
}

static CelValue pc_claim(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    if (c->claim)
        return cel_host(HOST_CLAIM, c->claim);
    return c->exists == TRI_NO && !host_open(ev) ? cel_null() : missing(ev, c);
}

static CelValue pc_exists(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    if (c->exists == TRI_YES)
        return cel_bool(true);
    return c->exists == TRI_NO && !host_open(ev) ? cel_bool(false) : missing(ev, c);
}

static bool pc_open(CelEval *ev, const PodClaim *c)
{
    return c->exists != TRI_NO || host_open(ev);
}

static CelValue pc_devices(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    const Claim *claim = c->claim;
    if (!claim)
        return host_list(ev, HOST_CLAIM_DEVICE, NULL, 0, pc_open(ev, c));
    return host_array(ev, HOST_CLAIM_DEVICE, HOST_ITEMS(claim->devices), claim->devices_open);
}

static CelValue pc_request_names(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    VEC(Str) names = {0};
    for (size_t i = 0; c->claim && i < c->claim->requests.len; i++)
        *vec_push(ev->scratch, &names) = c->claim->requests.items[i]->name;
    bool open = c->claim ? c->claim->requests_open : pc_open(ev, c);
    return host_strings(ev, names.items, names.len, open);
}

static CelValue pc_uses(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    bool open = fleet_links(host_fleet(ev), c->pod)->claims.uses_open;
    return host_list(ev, HOST_CLAIM_USE, (const void *const *)c->uses.items, c->uses.len, open);
}

static CelValue pc_elsewhere(CelEval *ev, const void *self)
{
    const PodClaim *c = self;
    (void)ev;
    return c->elsewhere ? cel_host(HOST_CLAIM, c->elsewhere) : cel_null();
}

static CelValue pc_old_shape(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const PodClaim *)self)->old_shape);
}

static CelValue pc_node(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(((const PodClaim *)self)->node);
}

static NodePlace pc_place(const void *self)
{
    return (NodePlace){((const PodClaim *)self)->node, STR("")};
}

static CelValue pc_source(CelEval *ev, const void *self)
{
    return host_at(ev, pc_place(self));
}

static Str pc_text(const void *self)
{
    return ((const PodClaim *)self)->name;
}

static const CelField POD_CLAIM_FIELDS[] = {
    {"name",         "string",             pc_name,          "by which containers use it"                     },
    {"form",         "string",             pc_form,          "claim, template, both or neither"               },
    {"reference",    "dyn",                pc_reference,     "name of the claim or template, \"\" for neither"},
    {"claim",        "dyn",                pc_claim,         "the claim or template"                          },
    {"template",     "dyn",                pc_claim,         "the same"                                       },
    {"exists",       "bool",               pc_exists,        "the claim or template is there"                 },
    {"elsewhere",    "dyn",                pc_elsewhere,
     "a claim or template of that name in another namespace, or null"                                         },
    {"devices",      "list(claim_device)", pc_devices,
     "what it hands out; open where that is not known"                                                        },
    {"requestNames", "list(string)",       pc_request_names, "requests of the claim"                          },
    {"uses",         "list(claim_use)",    pc_uses,          "entries of containers' resources.claims"        },
    {"oldShape",     "bool",               pc_old_shape,     "source: {…}, of versions that are gone"       },
    {"node",         "dyn",                pc_node,          "the entry's value"                              },
    {"source",       "dyn",                pc_source,        "the entry of resourceClaims"                    },
    {NULL,           NULL,                 NULL,             NULL                                             },
};

const CelHostType HOST_POD_CLAIM_TYPE = {"pod_claim", POD_CLAIM_FIELDS, NULL, pc_place, pc_text};

/* ---- entry of a container's resources.claims ---- */

static CelValue use_name(CelEval *ev, const void *self)
{
    const ClaimUse *u = self;
    (void)ev;
    return u->unknown ? cel_unknown(STR("a claim name")) : cel_str(u->name);
}

static CelValue use_request(CelEval *ev, const void *self)
{
    const ClaimUse *u = self;
    (void)ev;
    return u->unknown ? cel_unknown(STR("a request name")) : cel_str(u->request);
}

static CelValue use_declared(CelEval *ev, const void *self)
{
    const ClaimUse *u = self;
    bool open = fleet_links(host_fleet(ev), u->pod)->claims.open;
    bool unknown = u->unknown || (!u->pod_claim && open);
    return unknown ? cel_unknown(STR("a claim name")) : cel_bool(u->pod_claim);
}

static CelValue use_answered(CelEval *ev, const void *self)
{
    const ClaimUse *u = self;
    const Claim *c = u->pod_claim ? u->pod_claim->claim : NULL;
    (void)ev;
    if (u->unknown || !c)
        return cel_unknown(STR("claim"));
    return u->request.len ? cel_tri(claim_has_request(c, u->request), STR("a request"))
                          : cel_bool(true);
}

static CelValue use_claim(CelEval *ev, const void *self)
{
    const ClaimUse *u = self;
    (void)ev;
    return u->pod_claim ? cel_host(HOST_POD_CLAIM, u->pod_claim) : cel_null();
}

static CelValue use_node(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(((const ClaimUse *)self)->node);
}

static NodePlace use_place(const void *self)
{
    return (NodePlace){((const ClaimUse *)self)->node, STR("")};
}

static CelValue use_source(CelEval *ev, const void *self)
{
    return host_at(ev, use_place(self));
}

static Str use_text(const void *self)
{
    return ((const ClaimUse *)self)->name;
}

static const CelField USE_FIELDS[] = {
    {"name",     "string", use_name,     "of the pod's claim"                    },
    {"request",  "string", use_request,  "one request of the claim, \"\" for all"},
    {"declared", "bool",   use_declared, "resourceClaims has the name"           },
    {"answered", "bool",   use_answered, "the claim has the request"             },
    {"claim",    "dyn",    use_claim,    "the pod's claim of that name; null"    },
    {"node",     "dyn",    use_node,     "the entry's value"                     },
    {"source",   "dyn",    use_source,   "the entry"                             },
    {NULL,       NULL,     NULL,         NULL                                    },
};

const CelHostType HOST_CLAIM_USE_TYPE = {"claim_use", USE_FIELDS, NULL, use_place, use_text};
