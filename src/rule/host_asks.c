/* Pods: the resources, devices and claims that one asks. */
#include "rule/host_pod.h"

#include "kube/command.h"
#include "kube/names.h"
#include "kube/offer.h"

#define POD ((const Pod *)self)

/* ---- resources ---- */

static bool is_some(const Request *r)
{
    return r->unknown || r->units != 0;
}

/* resource -> quantity, or -> int for devices alone. */
static CelValue amounts(CelEval *ev, const Pod *p, bool devices)
{
    CelValue *pairs = arena_array(ev->scratch, CelValue, 2 * p->requests.len + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < p->requests.len; i++) {
        const Request *r = &p->requests.items[i];
        if (devices && (!r->accelerator || !is_some(r)))
            continue;
        CelValue amount = devices ? cel_int(r->units) : host_quantity(ev, r->amount);
        pairs[2 * count] = cel_str(r->resource);
        pairs[2 * count + 1] = r->unknown ? cel_unknown(r->resource) : amount;
        count++;
    }
    return (CelValue){
        .kind = CEL_MAP, .flags = p->requests_open ? CEL_OPEN : 0, .len = count, .as.pairs = pairs};
}

CelValue asks_requests(CelEval *ev, const void *self)
{
    return amounts(ev, self, false);
}

CelValue asks_devices(CelEval *ev, const void *self)
{
    return amounts(ev, self, true);
}

CelValue asks_accelerator(CelEval *ev, const void *self)
{
    (void)ev;
    for (size_t i = 0; i < POD->requests.len; i++)
        if (POD->requests.items[i].accelerator && is_some(&POD->requests.items[i]))
            return cel_str(POD->requests.items[i].resource);
    return POD->requests_open ? cel_unknown(STR("resources")) : cel_str(STR(""));
}

static const Request *efa_of(const Pod *p)
{
    for (size_t i = 0; i < p->requests.len; i++)
        if (p->requests.items[i].efa)
            return &p->requests.items[i];
    return NULL;
}

CelValue asks_efa(CelEval *ev, const void *self)
{
    (void)ev;
    const Request *r = efa_of(self);
    if (r ? r->unknown : POD->requests_open)
        return cel_unknown(STR("EFA interfaces"));
    return cel_int(r ? r->units : 0);
}

CelValue asks_efa_at(CelEval *ev, const void *self)
{
    const Request *r = efa_of(self);
    return r ? host_at(ev, (NodePlace){r->node, STR("")}) : cel_null();
}

CelValue asks_containers(CelEval *ev, const void *self)
{
    const Containers *c = &POD->containers;
    return host_list(ev, HOST_CONTAINER, (const void *const *)c->list.items, c->list.len,
                     c->open || POD->partial);
}

static bool demands_device(const Facts *f, const Container *c)
{
    Resource known;
    for (size_t i = 0; i < c->demands.len; i++)
        if (facts_resource(f, c->demands.items[i]->resource, &known) && known.accelerator)
            return true;
    return false;
}

/* The container that asks for devices; the first one where none does. */
static const Container *main_container(CelEval *ev, const Pod *p)
{
    const Container *first = NULL;
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        if (demands_device(host_facts(ev), c))
            return c;
        if (!first && c->kind == CONTAINER_MAIN)
            first = c;
    }
    return first;
}

CelValue asks_resources_at(CelEval *ev, const void *self)
{
    const Container *c = main_container(ev, self);
    return c ? host_at(ev, c->resources_at) : cel_null();
}

CelValue asks_limits_at(CelEval *ev, const void *self)
{
    const Container *c = main_container(ev, self);
    if (!c)
        return cel_null();
    const Node *limits = c->resources ? node_field(c->resources, STR("limits")) : NULL;
    if (limits)
        return host_at(ev, (NodePlace){limits, STR("")});
    bool none = !c->resources;
    return host_at(ev, (NodePlace){none ? c->node : c->resources,
                                   none ? STR("resources.limits") : STR("limits")});
}

CelValue asks_request_source(CelEval *ev, const void *self, const CelValue *args)
{
    const Request *r = pod_request(self, cel_str_of(args[0]));
    return r ? host_at(ev, (NodePlace){r->node, STR("")}) : cel_null();
}

CelValue asks_is_device(CelEval *ev, const void *self, const CelValue *args)
{
    Resource known;
    Str name = cel_str_of(args[0]);
    (void)self;
    bool device = facts_resource(host_facts(ev), name, &known) && known.vendor.len;
    return cel_bool(device || resource_extended(name));
}

/* ---- commands ---- */

CelValue asks_runs(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(pod_runs(self, cel_str_of(args[0])), STR("what a container runs"));
}

CelValue asks_flag(CelEval *ev, const void *self, const CelValue *args)
{
    Flag flag;
    (void)ev;
    if (pod_flag(self, cel_str_of(args[0]), &flag) == TRI_UNKNOWN)
        return cel_unknown(STR("options of a container"));
    return cel_str(flag.value);
}

CelValue asks_flag_source(CelEval *ev, const void *self, const CelValue *args)
{
    Flag flag;
    (void)pod_flag(self, cel_str_of(args[0]), &flag);
    return flag.node ? host_at(ev, (NodePlace){flag.node, STR("")}) : cel_null();
}

CelValue asks_modelled(CelEval *ev, const void *self, const CelValue *args)
{
    Resource known;
    (void)self;
    return cel_bool(facts_resource(host_facts(ev), cel_str_of(args[0]), &known) && known.modelled);
}

/* By the name that it gives, or by the one that every class has. */
static bool serves(const Facts *f, const DeviceClass *c, Str resource)
{
    Str prefix = facts_name(f, NAME_DEVICE_CLASS_PREFIX);
    return str_eq(c->serves, resource) ||
           (str_starts(resource, prefix) && str_eq(str_skip(resource, prefix.len), c->name));
}

/* A relation of what is in the input, like the pools that a pod may land on. */
CelValue asks_may_be_added(CelEval *ev, const void *self, const CelValue *args)
{
    const Fleet *f = host_fleet(ev);
    const FleetLists *l = fleet_lists(f);
    for (size_t i = 0; i < l->overlays.len; i++)
        if (fleet_joined(f, POD->owner, l->overlays.items[i]))
            return cel_bool(true);
    Str resource = cel_str_of(args[0]);
    bool hidden = false;
    for (size_t i = 0; resource.len && i < l->device_classes.len; i++) {
        hidden |= l->device_classes.items[i]->serves_hidden;
        if (serves(host_facts(ev), l->device_classes.items[i], resource))
            return cel_bool(true);
    }
    return hidden ? cel_unknown(STR("DeviceClass")) : cel_bool(false);
}

CelValue asks_may_be_shared(CelEval *ev, const void *self, const CelValue *args)
{
    return cel_bool(fleet_may_share(host_fleet(ev), POD, cel_str_of(args[0])));
}

/* ---- claims ---- */

CelValue asks_claims(CelEval *ev, const void *self)
{
    const PodClaims *c = &fleet_links(host_fleet(ev), self)->claims;
    return host_list(ev, HOST_POD_CLAIM, (const void *const *)c->list.items, c->list.len, c->open);
}

CelValue asks_claim_uses(CelEval *ev, const void *self)
{
    const PodClaims *c = &fleet_links(host_fleet(ev), self)->claims;
    return host_list(ev, HOST_CLAIM_USE, (const void *const *)c->uses.items, c->uses.len,
                     c->uses_open);
}
