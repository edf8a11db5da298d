/* How far a pool can grow under its limits. */
#include "kube/pool.h"

static const Str NODES = STR_INIT("nodes");

/* One kind of node: what it takes of a limit, what it gives of the resource. */
typedef struct Step {
    int64_t cost, gain;
} Step;

typedef struct Steps {
    VEC(Step) list;
    int64_t unit; /* divides every cost */
} Steps;

static int64_t amount(const Facts *f, const InstanceType *t, Str resource)
{
    return str_eq(resource, NODES) ? 1000 : type_capacity(f, t, resource);
}

static int64_t divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Karpenter leaves out every type whose whole node exceeds what is left of any limit. */
static bool within_limits(const Pool *p, const InstanceType *t)
{
    for (size_t i = 0; i < p->limits.len; i++) {
        const PoolLimit *l = &p->limits.items[i];
        if (!l->unknown && amount(p->place.facts, t, l->resource) > l->milli)
            return false;
    }
    return true;
}

static void add_step(Arena *a, Steps *s, Step step)
{
    for (size_t i = 0; i < s->list.len; i++)
        if (s->list.items[i].cost == step.cost && s->list.items[i].gain >= step.gain)
            return;
    *vec_push(a, &s->list) = step;
    s->unit = divisor(s->unit, step.cost);
}

static Steps steps_of(Arena *a, const PoolYield *y, const PoolLimit *l)
{
    const Facts *f = y->pool->place.facts;
    Steps s = {.unit = 0};
    for (size_t i = types_next(f, y->types, 0); i != SIZE_MAX; i = types_next(f, y->types, i + 1)) {
        const InstanceType *t = facts_type(f, i);
        Step step = {amount(f, t, l->resource), y->gain(y->context, t)};
        if (step.gain && within_limits(y->pool, t))
            add_step(a, &s, step);
    }
    return s;
}

/* The most that whole nodes can give: an unbounded knapsack over units of the limit. */
static int64_t best_mix(Arena *a, const Steps *s, int64_t budget)
{
    int64_t *best = arena_array(a, int64_t, (size_t)budget + 1);
    for (int64_t b = 1; b <= budget; b++) {
        best[b] = best[b - 1];
        for (size_t i = 0; i < s->list.len; i++) {
            int64_t cost = s->list.items[i].cost / s->unit;
            if (cost <= b && best[b - cost] + s->list.items[i].gain > best[b])
                best[b] = best[b - cost] + s->list.items[i].gain;
        }
    }
    return best[budget];
}

/* Parts of nodes allowed: never too low. */
static int64_t bound_of(const Steps *s, int64_t budget)
{
    int64_t most = 0;
    for (size_t i = 0; i < s->list.len; i++) {
        double part =
            (double)budget / (double)s->list.items[i].cost * (double)s->list.items[i].gain;
        most = part > (double)most ? (int64_t)part : most;
    }
    return most;
}

static int64_t under_limit(Arena *a, const PoolYield *y, const PoolLimit *l)
{
    enum { EXACT = 20000 }; /* units searched for the exact answer: some milliseconds at most */
    Steps s = steps_of(a, y, l);
    if (!s.list.len)
        return 0;
    for (size_t i = 0; i < s.list.len; i++)
        if (!s.list.items[i].cost)
            return INT64_MAX;
    int64_t budget = l->milli;
    return budget / s.unit <= EXACT ? best_mix(a, &s, budget / s.unit) : bound_of(&s, budget);
}

int64_t pool_yield(const PoolYield *y, const PoolLimit **stops)
{
    const Pool *p = y->pool;
    int64_t most = INT64_MAX;
    *stops = NULL;
    if (p->limits_open)
        return -1;
    for (size_t i = 0; i < p->limits.len; i++) {
        const PoolLimit *l = &p->limits.items[i];
        if (y->skip.len && str_eq(l->resource, y->skip))
            continue;
        if (l->unknown)
            return -1;
        Arena scratch;
        arena_init(&scratch, SIZE_MAX);
        int64_t here = under_limit(&scratch, y, l);
        arena_free(&scratch);
        if (here < most) {
            most = here;
            *stops = l;
        }
    }
    return most;
}

/* What one node has of a resource, in units. */
typedef struct Wanted {
    const Facts *facts;
    Str resource;
} Wanted;

static int64_t units_of(const void *context, const InstanceType *t)
{
    const Wanted *w = context;
    return amount(w->facts, t, w->resource) / 1000;
}

int64_t pool_most_under(const Pool *p, Str resource, bool own, const PoolLimit **stops)
{
    Wanted w = {p->place.facts, resource};
    PoolYield y = {p, p->place.types, units_of, &w, own ? STR("") : resource};
    *stops = NULL;
    return p->place.types_open || !p->place.types_judged ? -1 : pool_yield(&y, stops);
}

typedef struct Priced {
    const Facts *facts;
    Str region;
} Priced;

static int64_t price_of(const void *context, const InstanceType *t)
{
    const Priced *p = context;
    int64_t price = type_price(p->facts, t, p->region);
    return price > 0 ? price : 0;
}

int64_t pool_cost(const Pool *p, Str region)
{
    const Facts *f = p->place.facts;
    const PoolLimit *stops;
    Priced priced = {f, region};
    PoolYield y = {p, p->place.types, price_of, &priced, STR("")};
    if (p->place.types_open || !p->place.types_judged || p->place.is_static)
        return -1;
    for (size_t i = types_next(f, p->place.types, 0); i != SIZE_MAX;
         i = types_next(f, p->place.types, i + 1))
        if (within_limits(p, facts_type(f, i)) && !price_of(&priced, facts_type(f, i)))
            return -1;
    return pool_yield(&y, &stops);
}
