#include "kube/reach.h"

#include "base/limits.h"
#include "kube/late.h"

static const Place *nearer(Fleet *f, const Pod *pod, const Place *best, const Place *p)
{
    const Fit *fit = fleet_fit(f, pod, p);
    if (fit->ok != TRI_NO)
        return best;
    return !best || fit_distance(fit) > fit_distance(fleet_fit(f, pod, best)) ? p : best;
}

const Place *pod_nearest(Fleet *f, const Pod *pod)
{
    const PlaceList *meant = fleet_meant_places(f, pod);
    const FleetLists *l = fleet_lists(f);
    const Place *best = NULL;
    for (size_t i = 0; i < meant->list.len; i++)
        best = nearer(f, pod, best, meant->list.items[i]);
    for (size_t i = 0; !meant->list.len && i < l->places.len; i++)
        if (fleet_joined(f, pod->owner, l->places.items[i]->object))
            best = nearer(f, pod, best, l->places.items[i]);
    return best;
}

static bool names_place(const Fleet *f, const ReqSource *s)
{
    return s->op == REQ_IN && !s->key_unknown &&
           facts_label_kind(fleet_facts(f), LABELS_KARPENTER, s->key) == LABEL_POOL;
}

static Tri named_here(const Fleet *f, const Pod *pod, const ReqSource *s, const Req *r)
{
    const FleetLists *l = fleet_lists(f);
    Tri here = s->unknown ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; i < l->places.len; i++)
        if (fleet_joined(f, pod->owner, l->places.items[i]->object))
            here = tri_or(here, place_promises(l->places.items[i], r));
    return here;
}

Tri pod_names_absent(Fleet *f, const Pod *pod)
{
    Tri absent = TRI_YES;
    for (size_t i = 0; i < pod->terms.len; i++) {
        const PodTerm *t = &pod->terms.items[i];
        Tri one = TRI_NO;
        for (size_t k = 0; k < t->sources.len; k++) {
            const ReqSource *s = t->sources.items[k];
            const Req *r = names_place(f, s) ? reqs_find(&t->reqs, s->key) : NULL;
            if (r)
                one = tri_or(one, tri_not(named_here(f, pod, s, r)));
        }
        absent = tri_and(absent, one);
    }
    return absent;
}

Str pod_other_cloud(const Facts *f, const Pod *pod)
{
    Str cloud = STR("");
    for (size_t i = 0; i < pod->terms.len; i++)
        for (size_t k = 0; k < pod->terms.items[i].sources.len && !cloud.len; k++)
            cloud = other_cloud(f, pod->terms.items[i].sources.items[k]->key);
    for (size_t i = 0; i < pod->tolerations.len && !cloud.len; i++)
        cloud = other_cloud(f, pod->tolerations.items[i].key);
    for (size_t i = 0; i < pod->requests.len && !cloud.len; i++)
        cloud = other_cloud(f, pod->requests.items[i].resource);
    return cloud;
}

/* ---- rivals ---- */

static Str accelerator_of(const Facts *f, const Pod *p)
{
    Resource known;
    for (size_t i = 0; i < p->requests.len; i++)
        if (facts_resource(f, p->requests.items[i].resource, &known) && known.accelerator)
            return p->requests.items[i].resource;
    return STR("");
}

/* Some place takes both; without any place here, their selectors must not exclude each other. */
static Tri share_node(Fleet *f, const Pod *x, const Pod *y)
{
    const PlaceList *places = fleet_places(f, x);
    Tri any = places->open ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; i < places->list.len; i++)
        any = tri_or(any, fleet_fit(f, y, places->list.items[i])->ok);
    if (fleet_lists(f)->places.len)
        return any;
    for (size_t i = 0; i < x->terms.len; i++)
        for (size_t k = 0; k < y->terms.len; k++)
            any = tri_or(any, reqs_intersect(&x->terms.items[i].reqs, &y->terms.items[k].reqs));
    return any;
}

static Tri may_evict(const Priority *theirs, const Priority *ours)
{
    if (theirs->priority_class && !theirs->priority_class->preempts)
        return TRI_NO;
    return theirs->unknown || ours->unknown ? TRI_UNKNOWN : tri_of(theirs->value > ours->value);
}

PodList pod_rivals(Fleet *f, Arena *a, const Pod *pod)
{
    const FleetLists *l = fleet_lists(f);
    Str accelerator = accelerator_of(fleet_facts(f), pod);
    PodList out = {0};
    for (size_t i = 0; accelerator.len && i < l->pods.len && out.list.len < LIMIT_RELATED; i++) {
        const Pod *other = l->pods.items[i];
        Tri evicts = may_evict(&fleet_links(f, other)->priority, &fleet_links(f, pod)->priority);
        if (evicts == TRI_NO || other->owner == pod->owner || other->daemon ||
            !pod_request(other, accelerator) || !fleet_joined(f, pod->owner, other->owner))
            continue;
        Tri rival = tri_and(evicts, share_node(f, pod, other));
        out.open |= rival == TRI_UNKNOWN;
        if (rival == TRI_YES)
            *vec_push(a, &out.list) = other;
    }
    return out;
}

/* ---- types ---- */

static void types_join(const Facts *f, TypeSet into, TypeSet more)
{
    for (size_t w = 0; w < facts_type_words(f); w++)
        into.words[w] |= more.words[w];
}

/* Of places that take it, or may; false when there is no place at all. */
static bool from_places(Fleet *f, FitCache *fits, const Pod *pod, PodTypes *out)
{
    const FleetLists *l = fleet_lists(f);
    bool any = false;
    for (size_t i = 0; i < l->places.len; i++) {
        const Place *p = l->places.items[i];
        if (!fleet_joined(f, pod->owner, p->object))
            continue;
        any = true;
        Tri ok = fit_of(fits, pod, p)->ok;
        if (ok != TRI_NO)
            out->open |= fit_types(fits, pod, p, out->set) || ok == TRI_UNKNOWN;
    }
    return any;
}

/* Types without what it asks are none of its types. */
static void drop_small(const Facts *f, const Pod *pod, TypeSet set)
{
    for (size_t i = types_next(f, set, 0); i != SIZE_MAX; i = types_next(f, set, i + 1)) {
        for (size_t k = 0; k < pod->requests.len; k++) {
            const Request *r = &pod->requests.items[k];
            Resource known;
            bool counts = !r->unknown && facts_resource(f, r->resource, &known) && known.modelled;
            if (counts &&
                quantity_milli(&r->amount) > type_allocatable(f, facts_type(f, i), r->resource)) {
                set.words[i / 64] &= ~(UINT64_C(1) << (i % 64));
                break;
            }
        }
    }
}

static PodTypes types_with(Fleet *f, FitCache *fits, Arena *a, const Pod *pod)
{
    const Facts *facts = fleet_facts(f);
    PodTypes out = {types_none(a, facts), false};
    if (from_places(f, fits, pod, &out))
        return out;
    bool all = pod->terms.len > 0;
    for (size_t i = 0; i < pod->terms.len; i++) {
        TypeSet one = types_all(a, facts);
        all &= own_term_types(facts, a, &pod->terms.items[i], one, &out.open);
        drop_small(facts, pod, one);
        types_join(facts, out.set, one);
    }
    if (!all)
        out = (PodTypes){types_none(a, facts), true};
    return out;
}

PodTypes pod_types(Fleet *f, Arena *a, const Pod *pod)
{
    return types_with(f, fleet_fits(f), a, pod);
}

PodTypes pod_types_but(Fleet *f, Arena *a, const Pod *pod, Str resource)
{
    Pod other = *pod;
    other.shape = 0; /* the only one in a cache of its own */
    other.requests.items = arena_array(a, Request, pod->requests.len + 1);
    other.requests.len = 0;
    for (size_t i = 0; i < pod->requests.len; i++)
        if (!str_eq(pod->requests.items[i].resource, resource))
            other.requests.items[other.requests.len++] = pod->requests.items[i];
    return types_with(f, fit_cache_fork(a, fleet_fits(f)), a, &other);
}

Tri pod_takes_all(Fleet *f, Arena *a, const Pod *pod)
{
    const Facts *facts = fleet_facts(f);
    PodTypes t = pod_types(f, a, pod);
    Tri all = t.open || pod->requests_open || !types_size(facts, t.set) ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = types_next(facts, t.set, 0); i != SIZE_MAX;
         i = types_next(facts, t.set, i + 1)) {
        int64_t count = 0;
        Str device = type_device(facts, facts_type(facts, i), &count);
        const Request *r = device.len ? pod_request(pod, device) : NULL;
        if (r && r->unknown)
            all = tri_and(all, TRI_UNKNOWN);
        else
            all = tri_and(all, tri_of(r && quantity_units(&r->amount) >= count));
    }
    return all;
}
