/* Limit ranges: what they give to containers that leave a resource out. */
#include "base/limits.h"
#include "kube/policy.h"

static LimitDefault *default_of(Arena *a, LimitRange *l, Str resource)
{
    for (size_t i = 0; i < l->defaults.len; i++)
        if (str_eq(l->defaults.items[i].resource, resource))
            return &l->defaults.items[i];
    if (l->defaults.len == LIMIT_DEFAULTS) {
        l->open = true;
        return NULL;
    }
    LimitDefault *d = vec_push(a, &l->defaults);
    *d = (LimitDefault){.resource = resource};
    return d;
}

/* The API server's own defaults of an item: a maximum is a default limit, a default limit is a
 * default request, and so is a minimum where nothing else is. What comes later wins, as between
 * items. */
static void read_amounts(Arena *a, LimitRange *l, const Node *item)
{
    static const struct {
        Str field;
        bool limit;
    } ORDER[] = {
        {STR_INIT("min"),            false},
        {STR_INIT("max"),            true },
        {STR_INIT("default"),        true },
        {STR_INIT("defaultRequest"), false},
    };
    for (size_t i = 0; i < sizeof ORDER / sizeof *ORDER; i++) {
        const Node *map = node_field(item, ORDER[i].field);
        l->open |= node_open(map, NODE_MAP);
        for (uint32_t k = 0; map && map->kind == NODE_MAP && k < map->len; k++) {
            const Member *m = &map->as.members[k];
            bool read = !m->key->placeholder && m->value.kind != NODE_NULL;
            LimitDefault *d = read ? default_of(a, l, m->key->name) : NULL;
            if (!d)
                continue;
            d->request = &m->value;
            if (ORDER[i].limit)
                d->limit = &m->value;
        }
    }
}

static void read_bounds(Arena *a, LimitRange *l, const Node *map, bool most)
{
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        if (m->key->placeholder || m->value.kind == NODE_NULL)
            continue;
        l->open |= l->bounds.len == LIMIT_DEFAULTS;
        if (l->bounds.len < LIMIT_DEFAULTS)
            *vec_push(a, &l->bounds) = (LimitBound){m->key->name, &m->value, most};
    }
}

LimitRange *limit_range_new(Arena *a, const Object *o)
{
    LimitRange *l = arena_new(a, LimitRange);
    const Node *limits = object_field(o, STR("spec.limits"));
    *l = (LimitRange){.object = o};
    l->open = limits ? node_open(limits, NODE_LIST) : node_hides(o->root, STR("spec.limits"));
    for (uint32_t i = 0; limits && limits->kind == NODE_LIST && i < limits->len; i++) {
        const Node *item = &limits->as.items[i], *type = node_field(item, STR("type"));
        l->open |= node_open(item, NODE_MAP) || node_open(type, NODE_STRING);
        bool pods = str_eq(node_str(type), STR("Pod"));
        if (!pods && !str_eq(node_str(type), STR("Container")))
            continue;
        read_bounds(a, l, node_field(item, STR("max")), true); /* of a pod: of each container too */
        if (pods)
            continue;
        read_amounts(a, l, item);
        read_bounds(a, l, node_field(item, STR("min")), false);
    }
    return l;
}

Tri limit_range_defaults(const LimitRange *l, Str resource, bool limit)
{
    for (size_t i = 0; i < l->defaults.len; i++) {
        const LimitDefault *d = &l->defaults.items[i];
        if (str_eq(d->resource, resource) && (limit ? d->limit : d->request))
            return TRI_YES;
    }
    return l->open ? TRI_UNKNOWN : TRI_NO;
}
