#include "rule/host.h"

#include "kube/flavor.h"
#include "rule/subject.h"

#define HOST_ROW(name, file) [HOST_##name] = &HOST_##name##_TYPE,
const CelHostType *const HOSTS[HOST_COUNT] = {HOST_TYPES(HOST_ROW)};
#undef HOST_ROW

RuleContext *host_context(CelEval *ev)
{
    return ev->user;
}

Fleet *host_fleet(CelEval *ev)
{
    return host_context(ev)->fleet;
}

const Facts *host_facts(CelEval *ev)
{
    return fleet_facts(host_fleet(ev));
}

bool host_open(CelEval *ev)
{
    RuleContext *c = host_context(ev);
    return c->open_lists || !fleet_complete(c->fleet);
}

CelValue host_list(CelEval *ev, HostId id, const void *const *items, size_t count, bool open)
{
    CelValue *values = arena_array(ev->scratch, CelValue, count + 1);
    for (size_t i = 0; i < count; i++)
        values[i] = cel_host((uint16_t)id, items[i]);
    return cel_list(values, count, open);
}

CelValue host_array(CelEval *ev, HostId id, HostItems of, bool open)
{
    CelValue *values = arena_array(ev->scratch, CelValue, of.count + 1);
    for (size_t i = 0; i < of.count; i++)
        values[i] = cel_host((uint16_t)id, (const char *)of.items + i * of.size);
    return cel_list(values, of.count, open);
}

CelValue host_strings(CelEval *ev, const Str *items, size_t count, bool open)
{
    CelValue *values = arena_array(ev->scratch, CelValue, count + 1);
    for (size_t i = 0; i < count; i++)
        values[i] = cel_str(items[i]);
    return cel_list(values, count, open);
}

CelValue host_vendor(CelEval *ev, Str resource)
{
    Resource r;
    bool device = facts_resource(host_facts(ev), resource, &r) && r.accelerator;
    return cel_str(device ? r.vendor : STR(""));
}

CelValue host_quantity(CelEval *ev, Quantity q)
{
    Quantity *kept = arena_new(ev->scratch, Quantity);
    *kept = q;
    return (CelValue){.kind = CEL_QUANTITY, .as.quantity = kept};
}

CelValue host_milli(CelEval *ev, int64_t thousandths)
{
    Quantity q;
    const char *why;
    if (thousandths % 1000 == 0)
        return host_quantity(ev, quantity_of(thousandths / 1000));
    (void)quantity_parse(arena_printf(ev->scratch, "%lldm", (long long)thousandths), &q, &why);
    return host_quantity(ev, q);
}

CelValue host_at(CelEval *ev, NodePlace at)
{
    if (!at.node)
        return cel_null();
    NodePlace *kept = arena_new(ev->scratch, NodePlace);
    *kept = at;
    return cel_place(kept);
}

CelValue host_node(const Node *n)
{
    return n ? cel_node(n) : cel_null();
}

const Place *host_place(CelValue v)
{
    bool place = v.kind == CEL_HOST && (v.host_type == HOST_POOL || v.host_type == HOST_GROUP ||
                                        v.host_type == HOST_PLACE);
    return place ? v.as.host : NULL;
}

/* The object that a host value lies in; NULL for built-in ones and for values of no object. */
static const Object *object_of(CelValue v)
{
    const void *h = v.kind == CEL_HOST ? v.as.host : NULL;
    const Place *place = host_place(v);
    if (place || !h)
        return place ? place->object : NULL;
    switch ((int)v.host_type) {
    case HOST_CLASS: return ((const NodeClass *)h)->object;
    case HOST_POD: return ((const Pod *)h)->owner;
    case HOST_AGENT: return ((const Agent *)h)->pod->owner;
    case HOST_MANAGER: return ((const Manager *)h)->owner;
    case HOST_CHART: return ((const Chart *)h)->object;
    case HOST_CLAIM: return ((const Claim *)h)->object;
    case HOST_FLAVOR: return ((const Flavor *)h)->object;
    case HOST_QUOTA: return ((const Quota *)h)->object;
    case HOST_PDB: return ((const Pdb *)h)->object;
    case HOST_LIMIT_RANGE: return ((const LimitRange *)h)->object;
    case HOST_OBJECT_REF: return h;
    }
    return NULL;
}

CelValue host_same_cluster(CelEval *ev, const Object *o, const CelValue *args)
{
    return cel_bool(fleet_joined(host_fleet(ev), o, object_of(args[0])));
}
