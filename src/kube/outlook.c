#include "kube/outlook.h"

#include <stdlib.h>

#include "base/limits.h"
#include "kube/outlook_data.h"
#include "kube/reach.h"

const char *verdict_name(Verdict v)
{
    static const char *const NAMES[] = {
        [VERDICT_FITS] = "fits", [VERDICT_NEVER] = "never", [VERDICT_UNKNOWN] = "unknown"};
    return NAMES[v];
}

/* It asks for an accelerator, EFA or a device claim. */
static bool wants_devices(Fleet *f, const Pod *pod)
{
    static const Quantity NONE = {.integer = true};
    Resource known;
    for (size_t i = 0; i < pod->requests.len; i++) {
        const Request *r = &pod->requests.items[i];
        if (facts_resource(fleet_facts(f), r->resource, &known) && known.vendor.len &&
            (r->unknown || quantity_cmp(&r->amount, &NONE) != 0))
            return true;
    }
    return fleet_links(f, pod)->claims.list.len > 0;
}

/* ---- the order in which Karpenter tries pools ---- */

static bool launches(const Place *p)
{
    return p->kind == PLACE_POOL && p->dynamic;
}

/* Karpenter tries the first alternative of the pod on all pools before the next one, and taints
 * that it would rather not meet (PreferNoSchedule) when all else has failed. */
static uint32_t attempt_of(const Asking *ask, const Place *p)
{
    for (size_t i = 0; i < p->taints.len; i++)
        if (str_eq(p->taints.items[i].effect, STR("PreferNoSchedule")) &&
            pod_tolerates(ask->pod, &p->taints.items[i], false) != TRI_YES)
            return UINT32_MAX;
    return fleet_fit(ask->fleet, ask->pod, p)->term;
}

/* Earlier attempts first; heavier first; of equals the name that is later in the alphabet. What
 * nobody launches comes last, in order of input. */
static int by_turn(const void *x, const void *y)
{
    const Turn *s = x, *t = y;
    const Place *a = s->place, *b = t->place;
    if (launches(a) != launches(b))
        return launches(a) ? -1 : 1;
    if (launches(a)) {
        int64_t wa = ((const Pool *)a)->weight, wb = ((const Pool *)b)->weight;
        int name = str_cmp(b->name, a->name);
        if (s->attempt != t->attempt)
            return s->attempt < t->attempt ? -1 : 1;
        if (wa != wb)
            return wa > wb ? -1 : 1;
        if (name)
            return name;
    }
    return (a->index > b->index) - (a->index < b->index);
}

/* A pool of which it cannot be told comes before it, or perhaps. */
static bool outrun(const View *v, const Turn *first)
{
    for (size_t i = 0; i < v->maybe.len; i++) {
        const Place *p = v->maybe.items[i].place;
        bool heavy = launches(p) && ((const Pool *)p)->weight < 0; /* perhaps */
        if (heavy || (launches(p) && by_turn(&v->maybe.items[i], first) < 0))
            return true;
    }
    for (size_t i = 0; i < v->turns.len; i++) {
        const Place *p = v->turns.items[i].place;
        if (launches(p) && (((const Pool *)p)->weight < 0 || p->mode != first->place->mode))
            return v->turns.len > 1;
    }
    return false;
}

static const Place *winner_of(const View *v)
{
    if (!v->turns.len || outrun(v, &v->turns.items[0]))
        return NULL;
    const Place *first = v->turns.items[0].place;
    bool alone = v->turns.len == 1 && !v->maybe.len;
    return launches(first) || alone ? first : NULL;
}

static void order(const Asking *ask, View *v)
{
    if (v->turns.len)
        qsort(v->turns.items, v->turns.len, sizeof *v->turns.items, by_turn);
    for (size_t i = 0; i < v->turns.len; i++)
        *vec_push(ask->arena, &v->fits) = v->turns.items[i].place;
    v->winner = winner_of(v);
}

/* ---- one shape ---- */

static void look(const Asking *ask, View *v)
{
    const FleetLists *l = fleet_lists(ask->fleet);
    PlaceSet met = fleet_met(ask->fleet, ask->pod)->met;
    for (size_t i = places_next(met, 0); i != SIZE_MAX; i = places_next(met, i + 1)) {
        const Place *p = l->places.items[i];
        if (!fleet_joined(ask->fleet, ask->pod->owner, p->object))
            continue;
        ArenaMark mark = arena_mark(ask->scratch);
        Tri ok = place_fault(ask, p) ? TRI_NO : fleet_fit(ask->fleet, ask->pod, p)->ok;
        if (ok != TRI_NO)
            ok = tri_and(ok, claims_fit(ask, p).ok);
        arena_rewind(ask->scratch, mark);
        if (ok == TRI_YES)
            *vec_push(ask->arena, &v->turns) = (Turn){p, attempt_of(ask, p)};
        else if (ok == TRI_UNKNOWN) /* any of its alternatives may be the one */
            *vec_push(ask->arena, &v->maybe) = (Turn){p, 0};
    }
    order(ask, v);
}

static size_t joined_places(const Asking *ask)
{
    const FleetLists *l = fleet_lists(ask->fleet);
    size_t count = fleet_split(ask->fleet) ? 0 : l->places.len;
    for (size_t i = 0; fleet_split(ask->fleet) && i < l->places.len; i++)
        count += fleet_joined(ask->fleet, ask->pod->owner, l->places.items[i]->object);
    return count;
}

/* Pods of one shape, of one file, without claims of their own see the same. */
static View *view_of(const Asking *ask, Map *views)
{
    bool own = fleet_split(ask->fleet) || fleet_links(ask->fleet, ask->pod)->claims.list.len;
    View **slot = NULL, *made = NULL;
    if (!own) {
        Str file = ask->pod->owner->doc->source->name;
        slot = (View **)map_at(views,
                               arena_printf(ask->arena, "%u %.*s", ask->pod->shape, STR_ARG(file)));
        if (*slot)
            return *slot;
    }
    made = arena_new(ask->arena, View);
    look(ask, made);
    made->joined = joined_places(ask);
    if (!made->fits.len)
        view_reasons(ask, made);
    if (slot)
        *slot = made;
    return made;
}

/* ---- verdicts ---- */

static PodReason about_all(const View *v, Str message)
{
    return (PodReason){.step = "places", .message = message, .ok = TRI_UNKNOWN, .count = v->joined};
}

/* Why nothing follows from what the places here say; false when something does. */
static bool elsewhere(const Asking *ask, const View *v, PodReason *why)
{
    if (!v->joined) {
        bool others = fleet_lists(ask->fleet)->places.len > 0;
        *why = about_all(v, others ? STR("no NodePool or node group in the input is of its cluster")
                                   : STR("there is no NodePool or node group in the input"));
        return true;
    }
    if (fleet_complete(ask->fleet))
        return false;
    Str cloud = ask->pod->other_cloud;
    if (pod_names_absent(ask->fleet, ask->pod) != TRI_NO) {
        *why = about_all(v, STR("requires a place by a name that nothing in the input has"));
        return true;
    }
    if (cloud.len) {
        *why = about_all(v, arena_printf(ask->arena, "is written for %.*s", STR_ARG(cloud)));
        return true;
    }
    if (!fleet_meant_places(ask->fleet, ask->pod)->list.len) {
        *why = about_all(v, STR("selects and tolerates nothing of the places in the input: it may "
                                "be meant for others"));
        return true;
    }
    return false;
}

static PodOutlook pod_outlook(const Asking *ask, const View *v)
{
    PodReason why;
    PodOutlook o = {.pod = ask->pod, .winner = v->winner, .fits = v->fits.items};
    o.fit_count = v->fits.len;
    o.fits_shown = v->fits.len < LIMIT_PLACES ? v->fits.len : LIMIT_PLACES;
    if (v->fits.len)
        return o;
    o.verdict = v->maybe.len ? VERDICT_UNKNOWN : VERDICT_NEVER;
    if (!v->maybe.len && elsewhere(ask, v, &why)) {
        o.verdict = VERDICT_UNKNOWN;
        *vec_push(ask->arena, &o.reasons) = why;
    }
    for (size_t i = 0; i < v->reasons.len; i++)
        *vec_push(ask->arena, &o.reasons) = v->reasons.items[i];
    return o;
}

/* ---- all of it ---- */

/* Of the tables that it rests on, the oldest date. */
static Str oldest(const Facts *f)
{
    Str types = facts_table_date(facts_table(f, STR("instance-types")));
    Str prices = facts_table_date(facts_table(f, STR("on-demand-prices")));
    return str_cmp(types, prices) < 0 ? types : prices;
}

static void count_pod(Outlook *o, const View *v)
{
    for (size_t i = 0; i < v->fits.len; i++)
        o->by_place[v->fits.items[i]->index].fits++;
    for (size_t i = 0; i < v->maybe.len; i++)
        o->by_place[v->maybe.items[i].place->index].unknown++;
}

static void free_scratch(void *scratch)
{
    arena_free(scratch);
}

static void look_at_pods(Outlook *o, Asking *ask)
{
    const FleetLists *l = fleet_lists(o->fleet);
    Map views;
    map_init(&views, ask->arena);
    for (size_t i = 0; i < l->pods.len; i++) {
        const Pod *pod = l->pods.items[i];
        if (pod->owner->context || !wants_devices(o->fleet, pod))
            continue;
        ask->pod = pod;
        const View *v = view_of(ask, &views);
        PodOutlook one = pod_outlook(ask, v);
        o->counts[one.verdict]++;
        *vec_push(ask->arena, &o->pods) = one;
        count_pod(o, v);
    }
}

static void look_at_claims(Outlook *o, Arena *a)
{
    const FleetLists *l = fleet_lists(o->fleet);
    for (size_t i = 0; i < l->claims.len; i++) {
        const Claim *c = l->claims.items[i];
        if (!c->object->context)
            *vec_push(a, &o->claims) = (ClaimOutlook){c, o->source.solve(o->source.context, c)};
    }
}

static PoolFault *pool_faults(Arena *a, const Fleet *f)
{
    const FleetLists *l = fleet_lists(f);
    PoolFault *all = arena_array(a, PoolFault, l->places.len + 1);
    for (size_t i = 0; i < l->pools.len; i++) {
        const Place *p = &l->pools.items[i]->place;
        (void)pool_fault(a, l->pools.items[i], fleet_platform(f, p->object)->karpenter_minor,
                         &all[p->index]);
    }
    return all;
}

Outlook *outlook_of(Arena *a, Fleet *f, ClaimSource claims)
{
    const FleetLists *l = fleet_lists(f);
    Outlook *o = arena_new(a, Outlook);
    o->fleet = f;
    o->scratch = arena_new(a, Arena);
    arena_init(o->scratch, SIZE_MAX);
    arena_defer(a, free_scratch, o->scratch);
    o->base = arena_mark(o->scratch);
    o->as_of = oldest(fleet_facts(f));
    o->by_place = arena_array(a, PlaceTally, l->places.len);
    o->faults = pool_faults(a, f);
    Asking ask = {
        .arena = a, .scratch = o->scratch, .fleet = f, .claims = &o->source, .faults = o->faults};
    o->source = claims;
    look_at_claims(o, a);
    look_at_pods(o, &ask);
    for (size_t i = 0; i < l->places.len; i++) {
        if (l->places.items[i]->object->context)
            continue;
        PlaceOutlook one = place_outlook(a, f, l->places.items[i]);
        one.fits = o->by_place[i].fits;
        one.unknown = o->by_place[i].unknown;
        *vec_push(a, &o->places) = one;
    }
    return o;
}

bool outlook_pair(const Outlook *o, const Pod *pod, size_t *i, Pair *out)
{
    const FleetLists *l = fleet_lists(o->fleet);
    Asking ask = {.arena = o->scratch,
                  .scratch = o->scratch,
                  .fleet = o->fleet,
                  .pod = pod,
                  .claims = &o->source,
                  .faults = o->faults};
    arena_rewind(o->scratch, o->base);
    while (*i < l->places.len) {
        const Place *p = l->places.items[(*i)++];
        if (!fleet_joined(o->fleet, pod->owner, p->object))
            continue;
        *out = pair_of(&ask, p);
        return true;
    }
    return false;
}
