#include "kube/domains.h"

#include "kube/group.h"
#include "kube/late.h"
#include "kube/names.h"

static void add(Arena *a, Domains *d, Str value)
{
    for (size_t i = 0; i < d->values.len; i++)
        if (str_eq(d->values.items[i], value))
            return;
    *vec_push(a, &d->values) = value;
}

/* What place and pod require of the key together; NULL when neither says anything. */
static const Req *required(Arena *a, const Place *place, const Pod *pod, Str key)
{
    const Req *own = reqs_find(&place->reqs, key);
    const Req *asked = pod->terms.len == 1 ? reqs_find(&pod->terms.items[0].reqs, key) : NULL;
    if (!own || !asked)
        return own ? own : asked;
    Req *both = arena_new(a, Req);
    *both = req_intersect(a, own, asked);
    return both;
}

/* Zones of the subnets that the place's nodes start in; 0: not known. */
static size_t subnet_zones(const Place *place, const Str **out)
{
    if (place->kind == PLACE_GROUP) {
        const Group *g = (const Group *)place;
        *out = g->zones.items;
        return g->zones_open ? 0 : g->zones.len;
    }
    const NodeClass *c = ((const Pool *)place)->node_class;
    *out = c ? c->zones.items : NULL;
    return c ? c->zones.len : 0;
}

static void add_zones(Arena *a, Domains *d, const Place *place, const Req *r)
{
    const Str *zones;
    size_t count = subnet_zones(place, &zones);
    for (size_t i = 0; i < count; i++) {
        Tri allowed = r ? req_allows(r, zones[i]) : TRI_YES;
        d->open |= allowed == TRI_UNKNOWN;
        if (allowed == TRI_YES)
            add(a, d, zones[i]);
    }
}

/* Nobody gives the place's nodes a label of that key. */
static bool lacks(const Facts *f, const Place *place, const Spread *s)
{
    bool fixed = !place->dynamic && late_setter(f, s->key).len;
    return facts_label_kind(f, place->labels_mode, s->key) == LABEL_CUSTOM &&
           !place_label(place, s->key) && !place->reqs.open && place->types_judged && !fixed;
}

typedef struct Asked {
    const Facts *facts;
    Arena *arena;
    const Pod *pod;
    const Spread *spread;
} Asked;

/* Without the label a node is in no domain: spread keeps off it, anti-affinity does not mind. */
static void add_place(const Asked *asked, Domains *d, const Place *place)
{
    const Spread *s = asked->spread;
    Arena *a = asked->arena;
    const Req *r = required(a, place, asked->pod, s->key);
    const Str *zones;
    bool zone = str_eq(s->key, facts_name(asked->facts, NAME_ZONE));
    if (zone && subnet_zones(place, &zones)) {
        add_zones(a, d, place, r);
    } else if (r && !r->complement) {
        d->open |= r->unknown;
        for (size_t i = 0; i < r->values.len; i++)
            add(a, d, r->values.items[i]);
    } else if (zone || s->apart || !lacks(asked->facts, place, s)) {
        d->open = true;
    }
}

/* The places that it is meant for and that take it; *open when it cannot be told of one. */
static PlaceList homes(Fleet *f, Arena *a, const Pod *p)
{
    const PlaceList *meant = fleet_meant_places(f, p);
    PlaceList out = {.open = meant->open};
    for (size_t i = 0; i < meant->list.len; i++) {
        Tri ok = fleet_fit(f, p, meant->list.items[i])->ok;
        out.open |= ok == TRI_UNKNOWN;
        if (ok == TRI_YES)
            *vec_push(a, &out.list) = meant->list.items[i];
    }
    return out;
}

void pod_domains(Fleet *f, Arena *a, const Pod *p, const Spread *s, Domains *out)
{
    PlaceList places = homes(f, a, p);
    out->open |= places.open;
    Asked asked = {fleet_facts(f), a, p, s};
    for (size_t i = 0; i < places.list.len; i++)
        add_place(&asked, out, places.list.items[i]);
}

/* ---- nodes ---- */

static int64_t one_node(const void *context, const InstanceType *t)
{
    (void)context;
    (void)t;
    return 1;
}

static int64_t nodes_of(Fleet *f, Arena *a, const Pod *pod, const Place *place)
{
    if (place->kind == PLACE_GROUP)
        return ((const Group *)place)->max;
    const Pool *pool = (const Pool *)place;
    if (place->is_static)
        return pool->replicas;
    const PoolLimit *stops;
    PoolYield y = {pool, types_none(a, fleet_facts(f)), one_node, NULL, STR("")};
    bool others = fit_types(fleet_fits(f), pod, place, y.types);
    return others ? -1 : pool_yield(&y, &stops);
}

int64_t pod_most_nodes(Fleet *f, Arena *a, const Pod *p)
{
    PlaceList places = homes(f, a, p);
    int64_t sum = 0;
    for (size_t i = 0; i < places.list.len; i++) {
        int64_t nodes = nodes_of(f, a, p, places.list.items[i]);
        if (nodes < 0)
            return -1;
        sum = nodes > INT64_MAX - sum ? INT64_MAX : sum + nodes;
    }
    return places.open ? -1 : sum;
}

/* ---- zones ---- */

Tri place_starts_in(const Place *p, Str zone)
{
    const Req *r = reqs_find(&p->reqs, facts_name(p->facts, NAME_ZONE));
    const Str *zones;
    size_t count = subnet_zones(p, &zones);
    Tri there = count ? TRI_NO : TRI_UNKNOWN, open = p->reqs.open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < count; i++)
        there = tri_or(there, tri_of(str_eq(zones[i], zone)));
    return tri_and(there, tri_and(open, r ? req_allows(r, zone) : TRI_YES));
}
