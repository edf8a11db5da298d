/* Two pools that take the same pods. */
#include "kube/names.h"
#include "kube/pool.h"

static bool same_taint(const Taint *x, const Taint *y)
{
    return str_eq(x->key, y->key) && str_eq(x->value, y->value) && str_eq(x->effect, y->effect);
}

static bool all_in(const Place *x, const Place *y)
{
    for (size_t i = 0; i < x->taints.len; i++) {
        bool found = false;
        for (size_t k = 0; k < y->taints.len && !found; k++)
            found = same_taint(&x->taints.items[i], &y->taints.items[k]);
        if (!found)
            return false;
    }
    return true;
}

static Tri equal_taints(const Place *x, const Place *y)
{
    bool known = !x->taints_open && !y->taints_open;
    for (size_t i = 0; i < x->taints.len; i++)
        known = known && !x->taints.items[i].unknown;
    for (size_t i = 0; i < y->taints.len; i++)
        known = known && !y->taints.items[i].unknown;
    return known ? tri_of(all_in(x, y) && all_in(y, x)) : TRI_UNKNOWN;
}

/* Labels by which a controller tells its pools apart keep no pod from either. */
static bool names_pool(const Facts *f, Str key)
{
    return str_eq(key, facts_name(f, NAME_NODE_POOL)) ||
           str_eq(key, facts_name(f, NAME_EC2_NODE_CLASS)) ||
           str_eq(key, facts_name(f, NAME_AUTO_NODE_CLASS));
}

static Tri requirements_meet(const Place *x, const Place *y)
{
    Tri all = x->reqs.open || y->reqs.open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < x->reqs.list.len; i++) {
        const Req *r = &x->reqs.list.items[i], *other = reqs_find(&y->reqs, r->key);
        if (other && !names_pool(x->facts, r->key))
            all = tri_and(all, req_pair(r, other));
    }
    return all;
}

size_t pool_shared_types(Arena *a, const Pool *x, const Pool *y, const InstanceType *const **out)
{
    const Facts *f = x->place.facts;
    TypeSet both = types_copy(a, f, x->place.types);
    types_and(f, both, y->place.types);
    const InstanceType **types = arena_array(a, const InstanceType *, types_size(f, both) + 1);
    size_t count = 0;
    for (size_t i = types_next(f, both, 0); i != SIZE_MAX; i = types_next(f, both, i + 1)) {
        int64_t devices;
        if (type_device(f, facts_type(f, i), &devices).len)
            types[count++] = facts_type(f, i);
    }
    *out = types;
    return count;
}

Tri pool_shares(Arena *a, const Pool *x, const Pool *y)
{
    const InstanceType *const *types;
    bool judged = x->place.types_judged && y->place.types_judged;
    bool open = !judged || x->place.types_open || y->place.types_open;
    Tri types_meet = judged && pool_shared_types(a, x, y, &types) ? TRI_YES
                     : open                                       ? TRI_UNKNOWN
                                                                  : TRI_NO;
    return tri_and(tri_and(requirements_meet(&x->place, &y->place), types_meet),
                   equal_taints(&x->place, &y->place));
}
