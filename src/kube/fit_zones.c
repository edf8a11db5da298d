/* The step about subnets: nodes start only in zones where the node class has one, or that the node
 * group names. What a class without a status selects is not known, and taken for no bound. */
#include "kube/fit_data.h"
#include "kube/names.h"

/* ---- of a place ---- */

static const NodeClass *class_of(const Place *p)
{
    return p->kind == PLACE_POOL ? ((const Pool *)p)->node_class : NULL;
}

/* What one side says of where a node lies; NULL: nothing. */
typedef struct Wanted {
    const Req *zone, *id;
} Wanted;

static Wanted wanted_of(const Facts *f, const ReqSet *reqs)
{
    return (Wanted){reqs_find(reqs, facts_name(f, NAME_ZONE)),
                    reqs_find(reqs, facts_name(f, NAME_ZONE_ID))};
}

static Tri allows(const Req *r, Str value)
{
    return !r ? TRI_YES : value.len ? req_allows(r, value) : TRI_UNKNOWN;
}

static Tri allows_zone(Wanted w, const Zone *z)
{
    return tri_and(allows(w.zone, z->name), allows(w.id, z->id));
}

static void add_zone(Arena *a, PlaceNodes *n, const Place *place, Str name, Str id)
{
    Zone z = {name, id, TRI_YES};
    z.allowed = allows_zone(wanted_of(place->facts, &place->reqs), &z);
    *vec_push(a, &n->zones) = z;
    n->zones_any = tri_or(n->zones_any, z.allowed);
}

void fit_read_zones(Arena *a, PlaceNodes *n, const Place *place)
{
    const NodeClass *c = class_of(place);
    n->zones_any = TRI_NO;
    if (place->kind == PLACE_GROUP) {
        const Group *g = (const Group *)place;
        for (size_t i = 0; i < g->zones.len; i++)
            add_zone(a, n, place, g->zones.items[i], STR(""));
        n->zones_open = g->zones_open;
    } else {
        for (size_t i = 0; c && i < c->subnets.len; i++)
            add_zone(a, n, place, c->subnets.items[i].zone, c->subnets.items[i].zone_id);
        n->zones_open = c ? c->subnets_open : ((const Pool *)place)->subnets_open;
    }
    n->zones_told = n->zones.len || n->zones_open;
    if (n->zones_open)
        n->zones_any = tri_or(n->zones_any, TRI_UNKNOWN);
}

const Node *fit_zones_at(const Place *place)
{
    const NodeClass *c = class_of(place);
    return c ? c->subnets_at : NULL;
}

/* ---- the step ---- */

/* May one of the zones serve a pod that wants this? */
static Tri served(const PlaceNodes *n, Wanted w)
{
    Tri any = n->zones_open ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; i < n->zones.len && any != TRI_YES; i++)
        any = tri_or(any, tri_and(n->zones.items[i].allowed, allows_zone(w, &n->zones.items[i])));
    return any;
}

/* The pod's label to which it falls; "" when the place itself leaves no zone. */
static Str zone_key(const Judge *j, const PlaceNodes *n, Wanted w)
{
    const Facts *f = j->cache->facts;
    bool by_id = w.id && (!w.zone || served(n, (Wanted){w.zone, NULL}) != TRI_NO);
    if (n->zones_any == TRI_NO)
        return STR("");
    return facts_name(f, by_id ? NAME_ZONE_ID : NAME_ZONE);
}

void fit_zones(Judge *j)
{
    const PlaceNodes *n = j->cache->root->nodes.items[j->place->index];
    if (!n->zones_told || j->fit->steps[FIT_ZONE] == TRI_NO)
        return;
    Wanted w = wanted_of(j->cache->facts, &j->term->reqs);
    Tri any = w.zone || w.id ? served(n, w) : n->zones_any;
    fit_fail(j, FIT_ZONE, any, any == TRI_NO ? zone_key(j, n, w) : STR(""));
    j->fit->no_subnet = any == TRI_NO;
}

/* ---- in words ---- */

/* Zones with a subnet; `own`: of these the ones that the place allows. */
static void write_zones(Buf *b, const PlaceNodes *n, bool ids, bool own)
{
    enum { SHOWN = 6 };
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < n->zones.len; i++) {
        const Zone *z = &n->zones.items[i];
        if (own && z->allowed == TRI_NO)
            continue;
        if (shown == SHOWN) {
            more++;
            continue;
        }
        buf_printf(b, "%s%.*s", shown++ ? ", " : "", STR_ARG(z->name));
        if (ids && z->id.len)
            buf_printf(b, " (%.*s)", STR_ARG(z->id));
    }
    if (more)
        buf_printf(b, " and %zu more", more);
}

void fit_write_zones(Buf *b, Arena *a, const ReqSource *s, const Place *place)
{
    PlaceNodes n = {0};
    const NodeClass *c = class_of(place);
    fit_read_zones(a, &n, place);
    write_zones(b, &n, !s || str_eq(s->key, facts_name(place->facts, NAME_ZONE_ID)), s);
    if (c && c->object)
        buf_printf(b, ", by the subnets of %.*s %.*s", STR_ARG(c->object->kind),
                   STR_ARG(object_called(c->object)));
}
