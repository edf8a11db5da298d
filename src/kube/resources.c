/* What the scheduler counts of a pod: kubernetes/component-helpers resource.PodRequests, with the
 * API server's default (a limit without request is a request) applied first. */
#include "kube/admit.h"

#include <stdlib.h>

/* Of spec.resources, which speaks for the whole pod: a limit does where no container asks. */
typedef enum Level { LEVEL_CONTAINER, LEVEL_REQUEST, LEVEL_LIMIT } Level;

typedef struct Entry {
    Str resource;
    uint32_t order; /* containers in order, then overhead */
    ContainerKind kind;
    bool overhead;
    Level level;
    Quantity amount;
    Tri known;
    const Node *node;
    const Object *from; /* that adds it to the pod; NULL: the pod itself */
} Entry;

typedef struct Entries {
    VEC(Entry) list;
    bool open;
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
    e.node = e.from ? NULL : value;
    e.order = (uint32_t)all->list.len;
    if (e.known != TRI_NO)
        *vec_push(a, &all->list) = e;
}

static void add_overhead(Arena *a, Entries *all, const Node *map, const Object *from)
{
    all->open |= node_open(map, NODE_MAP);
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        Entry e = {.resource = m->key->name, .overhead = true, .from = from};
        if (!m->key->placeholder)
            add_value(a, all, e, &m->value);
    }
}

/* The running state of one resource's sum. */
typedef struct Fold {
    Quantity total, sidecars, init_peak, largest;
    bool unknown, any;
    const Node *node;
    const Object *filled;
} Fold;

static void fold_entry(Fold *f, const Entry *e)
{
    if (e->known == TRI_UNKNOWN)
        f->unknown = true;
    Quantity amount = e->known == TRI_YES ? e->amount : quantity_of(0);
    if (!f->any || (!e->overhead && quantity_cmp(&amount, &f->largest) > 0)) {
        f->any = true;
        f->node = e->node;
        f->filled = e->overhead ? NULL : e->from;
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

/* What the sum of the containers is, or what stands for it. */
static Request folded(const Fold *f, const Entry *level)
{
    Request r = {.node = f->node, .filled = f->filled, .unknown = f->unknown};
    r.amount = quantity_cmp(&f->init_peak, &f->total) > 0 ? f->init_peak : f->total;
    if (level && (level->level == LEVEL_REQUEST || !f->any))
        r = (Request){.amount = level->known == TRI_YES ? level->amount : quantity_of(0),
                      .unknown = level->known == TRI_UNKNOWN,
                      .node = level->node};
    return r;
}

/* Init containers run before the others, beside the sidecars started so far. */
static Request fold(const Entry *e, size_t count)
{
    Fold f = {.total = quantity_of(0), .sidecars = quantity_of(0), .init_peak = quantity_of(0)};
    Quantity overhead = quantity_of(0);
    const Entry *level = NULL;
    const Object *adds = NULL;
    for (size_t i = 0; i < count; i++) {
        if (e[i].overhead)
            adds = e[i].from;
        if (e[i].level)
            level = level && level->level == LEVEL_REQUEST ? level : &e[i];
        else if (e[i].overhead && e[i].known == TRI_YES)
            overhead = quantity_add(&overhead, &e[i].amount);
        else
            fold_entry(&f, &e[i]);
    }
    Request r = folded(&f, level);
    r.resource = e->resource;
    r.amount = quantity_add(&r.amount, &overhead);
    r.overhead = adds;
    r.node = r.node || f.any ? r.node : e->node;
    return r;
}

static bool pod_level(Str resource)
{
    return str_eq(resource, STR("cpu")) || str_eq(resource, STR("memory")) ||
           str_starts(resource, STR("hugepages-"));
}

static void add_level(Arena *a, Entries *all, const Node *map, Level level)
{
    bool perhaps = level == LEVEL_LIMIT && all->open; /* a container may ask */
    all->open |= node_open(map, NODE_MAP);
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        Entry e = {.resource = m->key->name, .level = level};
        if (m->key->placeholder || !pod_level(m->key->name))
            continue;
        size_t before = all->list.len;
        add_value(a, all, e, &m->value);
        if (perhaps && all->list.len > before)
            all->list.items[all->list.len - 1].known = TRI_UNKNOWN;
    }
}

/* Limits became requests before LimitRanges are looked at. Whether containers are filled up beside
 * resources of the whole pod depends on the version. */
static void add_fills(Arena *a, const Pod *p, const Container *c, Entries *all)
{
    bool whole = pod_field(p, STR("resources")) != NULL;
    for (size_t i = 0; i < p->fills.list.len && !c->open; i++) {
        const Fill *f = &p->fills.list.items[i];
        Entry e = {.resource = f->resource, .kind = c->kind, .from = f->from};
        if (container_asks(c, f->resource))
            continue;
        add_value(a, all, e, f->amount);
        if (f->unknown || c->stands || whole)
            all->list.items[all->list.len - 1].known = TRI_UNKNOWN;
    }
}

/* `admit`: with what the API server adds. */
static void add_containers(Arena *a, const Pod *p, Entries *all, bool admit)
{
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        if (c->kind == CONTAINER_EPHEMERAL)
            continue;
        all->open |= c->open;
        for (size_t k = 0; k < c->demands.len; k++) {
            Entry e = {.resource = c->demands.items[k]->resource, .kind = c->kind};
            add_value(a, all, e, demand_effective(c->demands.items[k]));
        }
        if (admit)
            add_fills(a, p, c, all);
    }
}

/* Entries live in `scratch`. */
static void sum(Arena *a, Arena *scratch, const Pod *p, bool admit, Requests *out)
{
    Entries all = {0};
    const Node *own = node_path(p->spec, STR("overhead"));
    all.open = p->partial || p->containers.open;
    add_containers(scratch, p, &all, admit);
    add_level(scratch, &all, node_path(p->spec, STR("resources.requests")), LEVEL_REQUEST);
    add_level(scratch, &all, node_path(p->spec, STR("resources.limits")), LEVEL_LIMIT);
    add_overhead(scratch, &all, own, NULL);
    if (admit && p->runtime && !own) {
        add_overhead(scratch, &all, p->runtime->overhead.node, p->runtime->object);
        all.open |= p->runtime->overhead.open;
    }
    all.open |= admit && (p->fills.open || (p->runtime_open && !own));
    *vec_push(scratch, &all.list) =
        (Entry){.resource = STR("pods"), .amount = quantity_of(1), .known = TRI_YES};
    qsort(all.list.items, all.list.len, sizeof *all.list.items, by_resource);
    for (size_t i = 0, end; i < all.list.len; i = end) {
        for (end = i + 1; end < all.list.len; end++)
            if (!str_eq(all.list.items[i].resource, all.list.items[end].resource))
                break;
        *vec_push(a, &out->list) = fold(&all.list.items[i], end - i);
    }
    out->open = all.open;
}

void pod_sum_requests(Arena *a, Pod *p)
{
    Requests written = {0};
    bool more = p->runtime || p->runtime_open || p->fills.list.len || p->fills.open;
    sum(a, a, p, false, &written);
    p->requests.items = written.list.items;
    p->requests.len = p->requests.cap = written.list.len;
    p->requests_open = written.open;
    p->admitted = written;
    if (!more)
        return;
    Arena scratch;
    arena_init(&scratch, SIZE_MAX);
    p->admitted = (Requests){0};
    sum(a, &scratch, p, true, &p->admitted);
    arena_free(&scratch);
}
