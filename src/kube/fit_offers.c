/* The step about capacity: what a pool starts is on demand, spot or reserved. Reserved capacity
 * needs a node class that selects reservations, and only its nodes have labels about them. */
#include "kube/fit_data.h"
#include "kube/names.h"

static Tri allows(const ReqSet *reqs, Str key, Str value)
{
    const Req *r = reqs_find(reqs, key);
    return r ? req_allows(r, value) : TRI_YES;
}

static Tri both_allow(const Judge *j, Str capacity)
{
    Str key = facts_name(j->cache->facts, NAME_CAPACITY_TYPE);
    return tri_and(allows(&j->place->reqs, key, capacity), allows(&j->term->reqs, key, capacity));
}

/* Does a requirement on a label of reservations admit nodes with it, or without? */
static Tri admits(const Req *r, bool reserved)
{
    bool met = reserved ? req_op(r) != REQ_DOES_NOT_EXIST : req_excludes(r);
    return r->unknown ? TRI_UNKNOWN : tri_of(met);
}

/* Karpenter looks at what place and pod say together, the scheduler at the pod alone. */
static Tri both_admit(const Judge *j, bool reserved)
{
    const ReqSet *own = &j->place->reqs, *of_pod = &j->term->reqs;
    Str prefix = facts_name(j->cache->facts, NAME_RESERVATION_PREFIX);
    Tri all = TRI_YES;
    for (size_t i = 0; i < of_pod->list.len; i++)
        if (str_starts(of_pod->list.items[i].key, prefix))
            all = tri_and(all, admits(&of_pod->list.items[i], reserved));
    for (size_t i = 0; i < own->list.len; i++) {
        const Req *r = &own->list.items[i];
        const Req *other = str_starts(r->key, prefix) ? reqs_find(of_pod, r->key) : NULL;
        Req both = other ? req_intersect(j->cache->arena, r, other) : *r;
        if (str_starts(r->key, prefix))
            all = tri_and(all, admits(&both, reserved));
    }
    return all;
}

/* A class that is not here is taken to select what the place needs. */
static Tri selects_reserved(const Pool *p)
{
    const NodeClass *c = p->node_class;
    if (!c && p->class_ref.unknown)
        return TRI_UNKNOWN;
    if (!c || c->has_terms || c->reserved.len)
        return TRI_YES;
    return c->terms_open || !c->object ? TRI_UNKNOWN : TRI_NO;
}

/* The label of the pod that stands against it; "" when the place itself leaves nothing. */
static Str capacity_key(const Judge *j)
{
    const Facts *f = j->cache->facts;
    Str key = facts_name(f, NAME_CAPACITY_TYPE);
    if (reqs_find(&j->term->reqs, key))
        return key;
    for (size_t i = 0; i < j->term->reqs.list.len; i++) {
        Str one = j->term->reqs.list.items[i].key;
        if (str_starts(one, facts_name(f, NAME_RESERVATION_PREFIX)))
            return one;
    }
    return STR("");
}

void fit_capacity(Judge *j)
{
    if (!fit_may_launch(j->place) || !j->place->types_judged || j->fit->steps[FIT_ZONE] == TRI_NO)
        return;
    Tri bought = tri_or(both_allow(j, STR("on-demand")), both_allow(j, STR("spot")));
    bought = tri_and(bought, both_admit(j, false));
    Tri reserved = tri_and(both_allow(j, STR("reserved")), both_admit(j, true));
    Tri selected = selects_reserved((const Pool *)j->place);
    Tri any = fit_launched(j->place, tri_or(bought, tri_and(reserved, selected)));
    fit_fail(j, FIT_ZONE, any, any == TRI_NO ? capacity_key(j) : STR(""));
    j->fit->no_capacity = any == TRI_NO;
    j->fit->no_reserved = any == TRI_NO && reserved != TRI_NO;
}
