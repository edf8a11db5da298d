/* Steps about what the place itself allows: its limits, and how many types it insists on. */
#include "kube/fit_data.h"

/* Without types that are large enough the rest says nothing. */
static bool decided(const Judge *j)
{
    return j->fit->steps[FIT_RESOURCES] == TRI_NO || j->fit->steps[FIT_TYPE] == TRI_NO ||
           j->fit->steps[FIT_LIMITS] == TRI_NO;
}

/* ---- limits ---- */

static Tri within(const Judge *j, const PoolLimit *l, const InstanceType *t)
{
    if (l->unknown)
        return TRI_UNKNOWN;
    bool nodes = str_eq(l->resource, STR("nodes"));
    int64_t amount = nodes ? 1000 : type_capacity(j->cache->facts, t, l->resource);
    return tri_of(amount <= l->milli);
}

/* Does the type stay below every limit? */
static Tri below(Judge *j, const Pool *p, size_t type)
{
    const InstanceType *t = facts_type(j->cache->facts, type);
    Tri all = types_has(j->sure, type) && !p->limits_open ? TRI_YES : TRI_UNKNOWN;
    for (size_t k = 0; k < p->limits.len; k++) {
        Tri one = within(j, &p->limits.items[k], t);
        if (one == TRI_NO && !j->fit->limit) {
            j->fit->limit = &p->limits.items[k];
            j->fit->nearest = t;
        }
        all = tri_and(all, one);
    }
    return all;
}

/* Of the types that are large enough, one stays below every limit. */
static void pool_limits(Judge *j, bool newer)
{
    const Pool *p = (const Pool *)j->place;
    const Facts *f = j->cache->facts;
    Tri any = newer ? TRI_UNKNOWN : TRI_NO;
    if (!fit_may_launch(j->place) || (!p->limits.len && !p->limits_open))
        return;
    for (size_t i = types_next(f, j->maybe, 0); i != SIZE_MAX && any != TRI_YES;
         i = types_next(f, j->maybe, i + 1))
        any = tri_or(any, below(j, p, i));
    any = fit_launched(j->place, any);
    j->fit->steps[FIT_LIMITS] = (uint8_t)(j->place->types_judged ? any : TRI_UNKNOWN);
    if (any != TRI_NO)
        j->fit->limit = NULL;
}

void fit_limits(Judge *j, bool newer)
{
    if (j->place->kind == PLACE_GROUP) {
        if (((const Group *)j->place)->max == 0)
            j->fit->steps[FIT_LIMITS] = TRI_NO;
    } else if (!decided(j)) {
        pool_limits(j, newer);
    }
}

/* ---- minValues ---- */

static int64_t values_of(const Judge *j, Str key, TypeSet types)
{
    const Facts *f = j->cache->facts;
    VEC(Str) seen = {0};
    for (size_t i = types_next(f, types, 0); i != SIZE_MAX; i = types_next(f, types, i + 1)) {
        Str value = type_label(f, facts_type(f, i), key);
        size_t k = 0;
        while (k < seen.len && !str_eq(seen.items[k], value))
            k++;
        if (k == seen.len && value.len)
            *vec_push(j->cache->arena, &seen) = value;
    }
    return (int64_t)seen.len;
}

static Tri enough_values(Judge *j, const PlaceReq *r, bool newer)
{
    int64_t least = r->source.min_values, left = values_of(j, r->source.key, j->maybe);
    if (least < 0)
        return TRI_UNKNOWN;
    if (values_of(j, r->source.key, j->sure) >= least)
        return TRI_YES;
    if (newer || left >= least)
        return TRI_UNKNOWN;
    j->fit->least = r;
    j->fit->left = left;
    return TRI_NO;
}

/* Only types that the limits leave count. */
static void drop_excluded(Judge *j)
{
    const Facts *f = j->cache->facts;
    Fit kept = *j->fit;
    const Pool *p = (const Pool *)j->place;
    for (size_t i = types_next(f, j->maybe, 0); i != SIZE_MAX && (p->limits.len || p->limits_open);
         i = types_next(f, j->maybe, i + 1)) {
        Tri one = below(j, p, i);
        if (one == TRI_NO)
            types_remove(j->maybe, i);
        if (one != TRI_YES)
            types_remove(j->sure, i);
    }
    *j->fit = kept;
}

/* What the pod leaves of the types has to keep as many values of a label as the pool demands. */
void fit_values(Judge *j, bool newer)
{
    const Place *p = j->place;
    Tri all = TRI_YES;
    bool judged = p->types_judged && fit_may_launch(p) && !decided(j), narrowed = false;
    for (size_t i = 0; i < p->written.len && judged; i++) {
        const PlaceReq *r = p->written.items[i];
        if (!r->source.min_values || !r->on_types)
            continue;
        if (!narrowed)
            drop_excluded(j);
        narrowed = true;
        all = tri_and(all, enough_values(j, r, newer));
    }
    j->fit->steps[FIT_VALUES] = (uint8_t)fit_launched(p, all);
}
