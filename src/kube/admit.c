#include "kube/admit.h"

#include "base/limits.h"
#include "base/map.h"

typedef struct Runtimes {
    VEC(const RuntimeClass *) list;
} Runtimes;

typedef struct Ranges {
    VEC(const LimitRange *) list;
} Ranges;

struct Admission {
    Arena *arena;
    const Sets *sets;
    Map runtimes;     /* name -> Runtimes */
    Runtimes all;     /* whatever their name */
    Runtimes unnamed; /* those of which it cannot be told */
    Map ranges;       /* namespace -> Ranges */
    Ranges placed;    /* of any namespace that is told */
    Ranges stray;     /* of one that is not */
};

Admission *admission_new(Arena *a, const Sets *sets)
{
    Admission *m = arena_new(a, Admission);
    m->arena = a;
    m->sets = sets;
    map_init(&m->runtimes, a);
    map_init(&m->ranges, a);
    return m;
}

/* ---- runtime classes ---- */

static RuntimePart part_of(const Object *o, Str path, NodeKind kind)
{
    RuntimePart p = {.node = object_field(o, path)};
    p.open = p.node ? node_open(p.node, kind) : node_hides(o->root, path);
    return p;
}

void admission_add_runtime(Admission *m, const Object *o)
{
    RuntimeClass *c = arena_new(m->arena, RuntimeClass);
    *c = (RuntimeClass){.object = o,
                        .overhead = part_of(o, STR("overhead.podFixed"), NODE_MAP),
                        .selector = part_of(o, STR("scheduling.nodeSelector"), NODE_MAP),
                        .tolerations = part_of(o, STR("scheduling.tolerations"), NODE_LIST)};
    Runtimes **slot = (Runtimes **)map_at(&m->runtimes, o->name);
    if (!*slot)
        *slot = arena_new(m->arena, Runtimes);
    *vec_push(m->arena, &(*slot)->list) = c;
    *vec_push(m->arena, &m->all.list) = c;
    if (o->name_unknown)
        *vec_push(m->arena, &m->unnamed.list) = c;
}

/* The first that the pod can see: *c; unknown past a number that no cluster has. */
static Tri seen(const Admission *m, const Runtimes *of, const Object *owner, const RuntimeClass **c)
{
    for (size_t i = 0; of && i < of->list.len; i++) {
        if (i == LIMIT_RELATED)
            return TRI_UNKNOWN;
        if (!sets_joined(m->sets, of->list.items[i]->object, owner))
            continue;
        *c = of->list.items[i];
        return TRI_YES;
    }
    return TRI_NO;
}

/* A class that is not in the input is taken to add nothing: most only name a handler. */
static void find_runtime(const Admission *m, Pod *p)
{
    const Node *name = pod_field(p, STR("runtimeClassName"));
    const RuntimeClass *other;
    if (!name || !m->all.list.len)
        return;
    /* One placeholder is one value, wherever it stands. */
    bool told = name->kind == NODE_STRING, hidden = !told || name->flags & NODE_UNKNOWN;
    const Runtimes *named = told ? map_find(&m->runtimes, node_str(name)) : NULL;
    Tri found = seen(m, named, p->owner, &p->runtime);
    if (found == TRI_NO)
        found = seen(m, hidden ? &m->all : &m->unnamed, p->owner, &other);
    p->runtime_open = !p->runtime && found != TRI_NO;
}

/* ---- limit ranges ---- */

void admission_add_range(Admission *m, const LimitRange *l)
{
    const Object *o = l->object;
    if (o->ns_unknown) {
        *vec_push(m->arena, &m->stray.list) = l;
        return;
    }
    Ranges **slot = (Ranges **)map_at(&m->ranges, o->ns);
    if (!*slot)
        *slot = arena_new(m->arena, Ranges);
    *vec_push(m->arena, &(*slot)->list) = l;
    *vec_push(m->arena, &m->placed.list) = l;
}

static Fill *fill_of(Pod *p, Str resource)
{
    for (size_t i = 0; i < p->fills.list.len; i++)
        if (str_eq(p->fills.list.items[i].resource, resource))
            return &p->fills.list.items[i];
    return NULL;
}

/* A container of the pod leaves the resource out. */
static bool lacks(const Pod *p, Str resource)
{
    for (size_t i = 0; i < p->containers.list.len; i++)
        if (!container_asks(p->containers.list.items[i], resource))
            return true;
    return false;
}

/* Of several ranges nobody knows which comes first. */
static void take_default(Arena *a, Pod *p, const LimitRange *l, const LimitDefault *d, bool sure)
{
    Fill *f = d->request ? fill_of(p, d->resource) : NULL;
    if (f)
        f->unknown |= node_equal(f->amount, d->request) != TRI_YES;
    else if (!d->request || !lacks(p, d->resource))
        return;
    else if (p->fills.list.len == LIMIT_DEFAULTS)
        p->fills.open = true;
    else
        *vec_push(a, &p->fills.list) = (Fill){d->resource, d->request, l->object, !sure};
}

static void add_ranges(Arena *a, const Admission *m, const Pod *p, const Ranges *of,
                       LimitRanges *out)
{
    for (size_t i = 0; of && i < of->list.len; i++) {
        const LimitRange *l = of->list.items[i];
        Tri same = object_same_ns(p->owner, l->object);
        if (same == TRI_NO || !sets_joined(m->sets, p->owner, l->object))
            continue;
        out->open |= l->open || i == LIMIT_RELATED;
        if (i == LIMIT_RELATED)
            return;
        *vec_push(a, &out->list) = (SeenRange){l, same == TRI_YES};
    }
}

void admission_ranges(Arena *a, const Admission *m, const Pod *p, LimitRanges *out)
{
    bool told = !p->owner->ns_unknown;
    add_ranges(a, m, p, told ? map_find(&m->ranges, p->owner->ns) : &m->stray, out);
    add_ranges(a, m, p, told ? &m->stray : &m->placed, out);
}

void admission_of(Arena *a, const Admission *m, Pod *p)
{
    LimitRanges ranges = {0};
    find_runtime(m, p);
    admission_ranges(a, m, p, &ranges);
    p->fills.open |= ranges.open;
    for (size_t i = 0; i < ranges.list.len; i++) {
        const LimitRange *l = ranges.list.items[i].range;
        for (size_t k = 0; k < l->defaults.len; k++)
            take_default(a, p, l, &l->defaults.items[k], ranges.list.items[i].sure);
    }
}
