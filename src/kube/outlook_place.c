/* What a place can launch, how much of it, and what that costs. */
#include "kube/outlook_data.h"

NodePlace place_at(const Place *p)
{
    const Node *name = p->kind == PLACE_POOL ? node_path(p->node, STR("metadata.name"))
                                             : node_field(p->node, STR("name"));
    return (NodePlace){name ? name : p->node, STR("")};
}

static int64_t times(int64_t x, int64_t y)
{
    return x && y > INT64_MAX / x ? INT64_MAX : x * y;
}

/* Nodes of a place of fixed size; -1 unknown. */
static int64_t most_nodes(const Place *p)
{
    return p->kind == PLACE_GROUP ? ((const Group *)p)->max : ((const Pool *)p)->replicas;
}

static int64_t most_of(const Place *p, Str resource, const PoolLimit **stops)
{
    *stops = NULL;
    if (p->kind == PLACE_POOL && p->dynamic)
        return pool_most_under((const Pool *)p, resource, true, stops);
    int64_t nodes = most_nodes(p);
    const InstanceType *t = place_largest(p, resource);
    return nodes < 0 || p->types_open || !t
               ? -1
               : times(nodes, type_capacity(p->facts, t, resource) / 1000);
}

static void bind(PlaceOutlook *o, const Place *p, const PoolLimit *stops)
{
    if (o->binding.len)
        return;
    if (stops) {
        o->binding = stops->resource;
        o->binding_text = stops->text;
        o->binding_at = stops->node;
    } else if (p->kind == PLACE_GROUP && ((const Group *)p)->max_node) {
        o->binding = STR("maxSize");
        o->binding_at = ((const Group *)p)->max_node;
        o->binding_text = node_text(o->binding_at);
    } else if (p->is_static) {
        o->binding = STR("replicas");
        o->binding_at = node_path(p->node, STR("spec.replicas"));
        o->binding_text = o->binding_at ? node_text(o->binding_at) : STR("");
    }
}

static bool listed(const PlaceOutlook *o, Str resource)
{
    for (size_t i = 0; i < o->ceilings.len; i++)
        if (str_eq(o->ceilings.items[i].resource, resource))
            return true;
    return false;
}

/* One for each kind of accelerator that its types carry. */
static void add_ceilings(Arena *a, PlaceOutlook *o, const Place *p)
{
    const PoolLimit *stops;
    int64_t count;
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX;
         i = types_next(p->facts, p->types, i + 1)) {
        Str device = type_device(p->facts, facts_type(p->facts, i), &count);
        if (!device.len || listed(o, device))
            continue;
        Ceiling c = {device, most_of(p, device, &stops)};
        bind(o, p, stops);
        *vec_push(a, &o->ceilings) = c;
    }
}

/* Every node the dearest; unknown as soon as one price is. */
static int64_t cost_of_nodes(const Place *p, Str region)
{
    int64_t dearest = 0, nodes = most_nodes(p);
    if (nodes < 0 || p->types_open || types_empty(p->facts, p->types))
        return -1;
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX;
         i = types_next(p->facts, p->types, i + 1)) {
        int64_t price = type_price(p->facts, facts_type(p->facts, i), region);
        if (price < 0)
            return -1;
        dearest = price > dearest ? price : dearest;
    }
    return times(nodes, dearest);
}

PlaceOutlook place_outlook(Arena *a, const Fleet *f, const Place *p)
{
    PlaceOutlook o = {.place = p, .types = -1, .binding = STR(""), .binding_text = STR("")};
    Str region = fleet_platform(f, p->object)->region;
    bool pool = p->kind == PLACE_POOL && p->dynamic;
    o.micros = pool ? pool_cost((const Pool *)p, region) : cost_of_nodes(p, region);
    if (!p->types_judged)
        return o;
    o.types = (int64_t)types_size(p->facts, p->types);
    add_ceilings(a, &o, p);
    bind(&o, p, NULL);
    return o;
}
