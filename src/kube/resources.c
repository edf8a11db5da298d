/* What the scheduler counts of a pod: kubernetes/component-helpers resource.PodRequests, with the
 * API server's default (a limit without request is a request) applied first. */
#include "kube/pod.h"

#include <stdlib.h>

typedef struct Entry {
    Str resource;
    uint32_t order; /* containers in order, then overhead */
    ContainerKind kind;
    bool overhead;
    Quantity amount;
    Tri known;
    const Node *node;
} Entry;

typedef struct Entries {
    VEC(Entry) list;
} Entries;

static int by_resource(const void *x, const void *y)
{
    const Entry *a = x, *b = y;
    int c = str_cmp(a->resource, b->resource);
    return c ? c : (a->order > b->order) - (a->order < b->order);
}

static void add_value(Arena *a, Entries *all, Entry e, const Node *value)
{
    e.known = demand_amount(value, &e.amount);
    e.node = value;
    e.order = (uint32_t)all->list.len;
    if (e.known != TRI_NO)
        *vec_push(a, &all->list) = e;
}

static void add_map(Arena *a, Entries *all, const Node *map, bool overhead)
{
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        Entry e = {.resource = map->as.members[i].key->name, .overhead = overhead};
        add_value(a, all, e, &map->as.members[i].value);
    }
}

/* The running state of one resource's sum. */
typedef struct Fold {
    Quantity total, sidecars, init_peak, largest;
    bool unknown;
    const Node *node;
} Fold;

static void fold_entry(Fold *f, const Entry *e)
{
    if (e->known == TRI_UNKNOWN)
        f->unknown = true;
    Quantity amount = e->known == TRI_YES ? e->amount : quantity_of(0);
    if (!f->node || (!e->overhead && quantity_cmp(&amount, &f->largest) > 0)) {
        f->node = e->node;
        f->largest = amount;
    }
    if (e->kind == CONTAINER_INIT && !e->overhead) {
        Quantity peak = quantity_add(&f->sidecars, &amount);
        if (quantity_cmp(&peak, &f->init_peak) > 0)
            f->init_peak = peak;
        return;
    }
    f->total = quantity_add(&f->total, &amount);
    if (e->kind == CONTAINER_SIDECAR)
        f->sidecars = quantity_add(&f->sidecars, &amount);
}

/* Init containers run before the others, beside the sidecars started so far. */
static Request fold(const Entry *e, size_t count)
{
    Fold f = {.total = quantity_of(0), .sidecars = quantity_of(0), .init_peak = quantity_of(0)};
    Quantity overhead = quantity_of(0);
    for (size_t i = 0; i < count; i++) {
        if (e[i].overhead && e[i].known == TRI_YES)
            overhead = quantity_add(&overhead, &e[i].amount);
        else
            fold_entry(&f, &e[i]);
    }
    Quantity most = quantity_cmp(&f.init_peak, &f.total) > 0 ? f.init_peak : f.total;
    return (Request){.resource = e->resource,
                     .amount = quantity_add(&most, &overhead),
                     .unknown = f.unknown,
                     .node = f.node ? f.node : e->node};
}

static bool pod_level(Str resource)
{
    return str_eq(resource, STR("cpu")) || str_eq(resource, STR("memory")) ||
           str_starts(resource, STR("hugepages-"));
}

/* spec.resources speaks for the whole pod where it names cpu, memory or hugepages. */
static void override_level(Pod *p)
{
    const Node *map = node_path(p->spec, STR("resources.requests"));
    for (size_t i = 0; map && i < p->requests.len; i++) {
        Request *r = &p->requests.items[i];
        const Node *value = pod_level(r->resource) ? node_field(map, r->resource) : NULL;
        if (!value)
            continue;
        r->unknown = demand_amount(value, &r->amount) == TRI_UNKNOWN;
        r->node = value;
    }
}

static void add_containers(Arena *a, Pod *p, Entries *all)
{
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        if (c->kind == CONTAINER_EPHEMERAL)
            continue;
        p->requests_open |= c->open;
        for (size_t k = 0; k < c->demands.len; k++) {
            Entry e = {.resource = c->demands.items[k]->resource, .kind = c->kind};
            add_value(a, all, e, demand_effective(c->demands.items[k]));
        }
    }
}

void pod_sum_requests(Arena *a, Pod *p)
{
    Entries all = {0};
    p->requests_open = p->partial || p->containers.open;
    add_containers(a, p, &all);
    add_map(a, &all, node_path(p->spec, STR("overhead")), true);
    *vec_push(a, &all.list) =
        (Entry){.resource = STR("pods"), .amount = quantity_of(1), .known = TRI_YES};
    qsort(all.list.items, all.list.len, sizeof *all.list.items, by_resource);
    for (size_t i = 0, end; i < all.list.len; i = end) {
        for (end = i + 1; end < all.list.len; end++)
            if (!str_eq(all.list.items[i].resource, all.list.items[end].resource))
                break;
        *vec_push(a, &p->requests) = fold(&all.list.items[i], end - i);
    }
    override_level(p);
}
