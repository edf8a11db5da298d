#include "kube/reach.h"

#include "kube/fleet_data.h"
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
    return s->op == REQ_IN && !s->key_unknown && place_named_by(fleet_facts(f), s->key).len;
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
    PlaceSet met = fleet_met(f, l->pods.items[pod->index])->met;
    bool any = !fleet_split(f) && l->places.len;
    out->open |= fleet_hides_places(f, pod);
    for (size_t i = 0; fleet_split(f) && i < l->places.len && !any; i++)
        any = fleet_joined(f, pod->owner, l->places.items[i]->object);
    for (size_t i = places_next(met, 0); i != SIZE_MAX; i = places_next(met, i + 1)) {
        const Place *p = l->places.items[i];
        if (!fleet_joined(f, pod->owner, p->object))
            continue;
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
        for (size_t k = 0; k < pod->admitted.list.len; k++) {
            const Request *r = &pod->admitted.list.items[k];
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

static PodTypes types_without(Fleet *f, Arena *a, const Pod *pod, Str resource)
{
    Pod other = *pod;
    other.shape = 0; /* the only one in a cache of its own */
    other.admitted.list.items = arena_array(a, Request, pod->admitted.list.len + 1);
    other.admitted.list.len = 0;
    for (size_t i = 0; i < pod->admitted.list.len; i++)
        if (!str_eq(pod->admitted.list.items[i].resource, resource))
            other.admitted.list.items[other.admitted.list.len++] = pod->admitted.list.items[i];
    return types_with(f, fit_cache_fork(a, fleet_fits(f)), a, &other);
}

/* Pods of one shape have one answer in one cluster; it is asked of each. */
PodTypes pod_types_but(Fleet *f, Arena *a, const Pod *pod, Str resource)
{
    Str key = arena_printf(a, "%u %.*s", (unsigned)pod->shape, STR_ARG(resource));
    const PodTypes *kept = fleet_split(f) ? NULL : map_find(&f->types_but, key);
    if (kept)
        return *kept;
    PodTypes found = types_without(f, a, pod, resource);
    if (fleet_split(f))
        return found;
    PodTypes *own = arena_new(f->arena, PodTypes);
    *own = (PodTypes){types_copy(f->arena, f->facts, found.set), found.open};
    *map_at(&f->types_but, arena_printf(f->arena, "%.*s", STR_ARG(key))) = own;
    return *own;
}

/* Types of places that surely take it. Others of its types may yet be ruled out. */
static TypeSet sure_types(Fleet *f, Arena *a, const Pod *pod)
{
    TypeSet set = types_none(a, fleet_facts(f));
    const PlaceList *places = fleet_places(f, pod);
    for (size_t i = 0; i < places->list.len; i++)
        (void)fit_types(fleet_fits(f), pod, places->list.items[i], set);
    return set;
}

static Tri takes_all_of(const Facts *facts, const Pod *pod, const InstanceType *type)
{
    int64_t count = 0;
    Str device = type_device(facts, type, &count);
    const Request *r = device.len ? pod_request(pod, device) : NULL;
    return r && r->unknown ? TRI_UNKNOWN : tri_of(r && r->units >= count);
}

Tri pod_takes_all(Fleet *f, Arena *a, const Pod *pod)
{
    const Facts *facts = fleet_facts(f);
    PodTypes t = pod_types(f, a, pod);
    TypeSet set = t.open ? sure_types(f, a, pod) : t.set;
    Tri all = t.open || pod->admitted.open || types_empty(facts, set) ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = types_next(facts, set, 0); i != SIZE_MAX; i = types_next(facts, set, i + 1))
        all = tri_and(all, takes_all_of(facts, pod, facts_type(facts, i)));
    return all;
}
