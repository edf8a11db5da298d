#include "kube/refuse.h"

#include "kube/fleet_data.h"

typedef struct Judging {
    Arena *arena;
    const Pod *pod;
    const LimitRanges *ranges;
    const Container *container;
    Refusals *out;
} Judging;

/* Is x above y? Unknown amounts and absent ones are not. */
static bool above(const Node *x, const Node *y)
{
    Quantity a, b;
    return demand_amount(x, &a) == TRI_YES && demand_amount(y, &b) == TRI_YES &&
           quantity_cmp(&a, &b) > 0;
}

static bool absent(const Node *n)
{
    return !n || n->kind == NODE_NULL;
}

static void add(const Judging *j, const Refusal *r)
{
    for (size_t i = 0; i < j->out->list.len; i++) {
        const Refusal *other = &j->out->list.items[i];
        if (other->container == r->container && str_eq(other->resource, r->resource))
            return;
    }
    *vec_push(j->arena, &j->out->list) = *r;
}

/* The limit is looked at first: a request is no higher. */
static void judge_bounds(const Judging *j, const LimitRange *l, const Demand *d)
{
    const Node *high = absent(d->limit) ? d->request : d->limit;
    for (size_t i = 0; i < l->bounds.len; i++) {
        const LimitBound *b = &l->bounds.items[i];
        Refusal r = {.container = j->container, .resource = d->resource, .range = l};
        if (!str_eq(b->resource, d->resource))
            continue;
        r.bound = b->amount;
        r.kind = b->most ? REFUSAL_ABOVE : REFUSAL_BELOW;
        r.amount = b->most ? high : demand_effective(d);
        if (b->most ? above(r.amount, b->amount) : above(b->amount, r.amount))
            add(j, &r);
    }
}

static const Node *default_limit(const LimitRange *l, Str resource)
{
    for (size_t i = 0; i < l->defaults.len; i++)
        if (str_eq(l->defaults.items[i].resource, resource))
            return l->defaults.items[i].limit;
    return NULL;
}

/* Of several default limits nobody knows which comes first: the highest must be too low. */
static void judge_default(const Judging *j, const Demand *d)
{
    Refusal r = {REFUSAL_LIMIT, j->container, d->resource, d->request, NULL, NULL};
    bool filled = !j->container->open && !j->container->stands && !j->pod->partial &&
                  !pod_field(j->pod, STR("resources"));
    if (absent(d->request) || !absent(d->limit) || !filled)
        return;
    for (size_t i = 0; i < j->ranges->list.len; i++) {
        const LimitRange *l = j->ranges->list.items[i].range;
        const Node *limit = default_limit(l, d->resource);
        if (limit && (!above(d->request, limit) || !j->ranges->list.items[i].sure))
            return;
        if (limit && !r.range) {
            r.range = l;
            r.bound = limit;
        }
    }
    if (r.range && !j->ranges->open)
        add(j, &r);
}

static void judge_container(const Judging *j)
{
    for (size_t i = 0; i < j->container->demands.len; i++) {
        const Demand *d = j->container->demands.items[i];
        for (size_t k = 0; k < j->ranges->list.len; k++)
            if (j->ranges->list.items[k].sure)
                judge_bounds(j, j->ranges->list.items[k].range, d);
        judge_default(j, d);
    }
}

void fleet_refusals(const Fleet *f, Arena *a, const Pod *p, Refusals *out)
{
    LimitRanges ranges = {0};
    admission_ranges(a, f->admission, p, &ranges);
    out->open = ranges.open;
    for (size_t i = 0; i < ranges.list.len; i++)
        out->open |= !ranges.list.items[i].sure;
    for (size_t i = 0; i < p->containers.list.len; i++) {
        Judging j = {a, p, &ranges, p->containers.list.items[i], out};
        if (j.container->kind != CONTAINER_EPHEMERAL)
            judge_container(&j);
    }
}
