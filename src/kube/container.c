#include "kube/container.h"

#include "base/map.h"
#include "kube/locate.h"

/* Where every pod spec keeps containers. */
static const struct {
    Str path;
    ContainerKind kind;
} USUAL[] = {
    {STR_INIT("initContainers[*]"),      CONTAINER_INIT     },
    {STR_INIT("containers[*]"),          CONTAINER_MAIN     },
    {STR_INIT("ephemeralContainers[*]"), CONTAINER_EPHEMERAL},
};

/* What `resources` has by right. */
static const Str RESOURCE_FIELDS[] = {STR_INIT("limits"), STR_INIT("requests"), STR_INIT("claims")};

typedef struct Gather {
    Arena *arena;
    const Node *root, *spec;
    Str shorts;
    Containers *out;
    bool stands;
} Gather;

bool resource_extended(Str name)
{
    size_t slash = str_find_char(name, '/');
    if (slash == name.len || str_starts(name, STR("requests.")))
        return false;
    Str domain = str_slice(name, 0, slash);
    return !str_eq(domain, STR("kubernetes.io")) && !str_ends(domain, STR(".kubernetes.io"));
}

Tri demand_amount(const Node *value, Quantity *out)
{
    const char *why;
    if (!value || value->kind == NODE_NULL)
        return TRI_NO;
    if (node_unknown(value))
        return TRI_UNKNOWN;
    Str text = node_scalar(value);
    return quantity_parse(text, out, &why) ? TRI_YES : TRI_UNKNOWN;
}

const Node *demand_effective(const Demand *d)
{
    return d->request && d->request->kind != NODE_NULL ? d->request : d->limit;
}

bool container_asks(const Container *c, Str resource)
{
    for (size_t i = 0; i < c->demands.len; i++) {
        const Node *value = demand_effective(c->demands.items[i]);
        if (str_eq(c->demands.items[i]->resource, resource))
            return value && value->kind != NODE_NULL;
    }
    return false;
}

/* "gpu" in full, where "gpu=nvidia.com/gpu" says so. */
static Str full_name(Str shorts, Str name)
{
    Str item, brief, full;
    while (str_next(&shorts, ' ', &item))
        if (str_cut(item, '=', &brief, &full) && str_eq(brief, name))
            return full;
    return name;
}

typedef struct Amounts {
    Gather *gather;
    Container *container;
    Map seen; /* resource -> Demand */
} Amounts;

static void add_amount(Amounts *am, Str name, const Node *value, bool limit)
{
    Arena *a = am->gather->arena;
    Demand **slot = (Demand **)map_at(&am->seen, name);
    if (!*slot) {
        *slot = arena_new(a, Demand);
        **slot = (Demand){am->container, name, NULL, NULL};
        *vec_push(a, &am->container->demands) = *slot;
    }
    *(limit ? &(*slot)->limit : &(*slot)->request) = value;
}

static void read_amounts(Amounts *am, const Node *map, bool limit)
{
    if (!map || map->kind == NODE_NULL)
        return;
    if (node_open(map, NODE_MAP))
        am->container->open = true;
    for (uint32_t i = 0; map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        if (m->key->placeholder)
            continue;
        if (m->value.kind == NODE_MAP)
            read_amounts(am, &m->value, limit); /* a kind's own "custom" resources */
        else
            add_amount(am, full_name(am->gather->shorts, m->key->name), &m->value, limit);
    }
}

static bool is_resource_field(Str key)
{
    for (size_t i = 0; i < sizeof RESOURCE_FIELDS / sizeof *RESOURCE_FIELDS; i++)
        if (str_eq(key, RESOURCE_FIELDS[i]))
            return true;
    return false;
}

static void read_resources(Gather *g, Container *c)
{
    Amounts am = {.gather = g, .container = c};
    const Node *r = c->resources;
    if (!r)
        return;
    c->open |= node_open(r, NODE_MAP);
    map_init(&am.seen, g->arena);
    read_amounts(&am, node_field(r, STR("limits")), true);
    read_amounts(&am, node_field(r, STR("requests")), false);
    for (uint32_t i = 0; r->kind == NODE_MAP && i < r->len; i++) {
        const Member *m = &r->as.members[i];
        if (!m->key->placeholder && !is_resource_field(m->key->name))
            *vec_push(g->arena, &c->strays) = (Stray){m->key->name, &m->value};
    }
}

/* A map of resources without limits and requests is both at once: {cpu, memory, gpu}. */
static void read_flat(Gather *g, Container *c)
{
    if (node_field(c->resources, STR("limits")) || node_field(c->resources, STR("requests"))) {
        read_resources(g, c);
        return;
    }
    Amounts am = {.gather = g, .container = c};
    map_init(&am.seen, g->arena);
    read_amounts(&am, c->resources, true);
}

static Container *container_new(Gather *g, const Node *n, ContainerKind kind)
{
    Container *c = arena_new(g->arena, Container);
    const Node *name = node_field(n, STR("name")), *policy = node_field(n, STR("restartPolicy"));
    c->name = node_str(name);
    c->node = n;
    c->stands = g->stands;
    bool sidecar = kind == CONTAINER_INIT && policy && str_eq(node_str(policy), STR("Always"));
    c->kind = sidecar ? CONTAINER_SIDECAR : kind;
    c->open = node_open(n, NODE_MAP);
    *vec_push(g->arena, &g->out->list) = c;
    return c;
}

static void gather_at(Gather *g, Str path, ContainerKind kind)
{
    bool flat = str_starts(path, STR("="));
    Nodes found = {0};
    locate_all(g->arena, g->root, g->spec, flat ? str_skip(path, 1) : path, &found);
    for (size_t i = 0; i < found.list.len; i++) {
        const Node *n = found.list.items[i];
        Container *c = container_new(g, n, kind);
        c->resources = flat ? n : node_field(n, STR("resources"));
        if (!c->resources && !flat)
            c->resources = node_field(n, STR("computeResources"));
        c->resources_at =
            c->resources ? (NodePlace){c->resources, STR("")} : (NodePlace){n, STR("resources")};
        if (flat)
            read_flat(g, c);
        else
            read_resources(g, c);
    }
}

/* Spark's gpu: {name, quantity}. */
static void gather_pair(Gather *g)
{
    const Node *gpu = node_path(g->spec, STR("gpu"));
    const Node *name = gpu ? node_field(gpu, STR("name")) : NULL,
               *count = gpu ? node_field(gpu, STR("quantity")) : NULL;
    if (!name || !count)
        return;
    Container *c = container_new(g, gpu, CONTAINER_MAIN);
    c->resources = gpu;
    c->resources_at = (NodePlace){gpu, STR("")};
    Demand *d = arena_new(g->arena, Demand);
    *d = (Demand){c, node_str(name), NULL, count};
    *vec_push(g->arena, &c->demands) = d;
}

void containers_of(Arena *a, const Node *root, const Node *spec, ContainerShape shape,
                   Containers *out)
{
    Gather g = {a, root, spec, shape.shorts, out, false};
    Str extra;
    for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++) {
        const Node *list = node_field(spec, str_slice(USUAL[i].path, 0, USUAL[i].path.len - 3));
        out->open |= node_open(list, NODE_LIST);
        gather_at(&g, USUAL[i].path, USUAL[i].kind);
    }
    g.stands = true;
    while (str_next(&shape.extra, ' ', &extra)) {
        bool init = str_starts(extra, STR("init:"));
        gather_at(&g, init ? str_skip(extra, 5) : extra, init ? CONTAINER_INIT : CONTAINER_MAIN);
    }
    if (str_eq(shape.shorts, STR("pair")))
        gather_pair(&g);
}

bool image_is(Str image, Str wanted)
{
    Str path = str_slice(image, 0, str_find_char(image, '@'));
    size_t slash = str_rfind_char(path, '/'), colon = str_rfind_char(path, ':');
    if (colon < path.len && (slash == path.len || colon > slash))
        path = str_slice(path, 0, colon);
    if (str_eq(path, wanted))
        return true;
    return path.len > wanted.len && path.ptr[path.len - wanted.len - 1] == '/' &&
           str_ends(path, wanted);
}
