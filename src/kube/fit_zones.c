/* The step about subnets: nodes start only in zones where the node class has one, or that the node
 * group names. What a class without a status selects is not known, and taken for no bound. */
#include "kube/fit_data.h"
#include "kube/names.h"

/* ---- of a place ---- */

static const NodeClass *class_of(const Place *p)
{
    return p->kind == PLACE_POOL ? ((const Pool *)p)->node_class : NULL;
}

/* Does one side allow the value of a zone's label? */
static Tri allows(const ReqSet *reqs, Str key, Str value)
{
    const Req *r = reqs_find(reqs, key);
    return !r ? TRI_YES : value.len ? req_allows(r, value) : TRI_UNKNOWN;
}

static Tri allows_zone(const Facts *f, const ReqSet *reqs, const Zone *z)
{
    return tri_and(allows(reqs, facts_name(f, NAME_ZONE), z->name),
                   allows(reqs, facts_name(f, NAME_ZONE_ID), z->id));
}

static void add_zone(Arena *a, PlaceNodes *n, const Place *place, Str name, Str id)
{
    Zone z = {name, id, TRI_YES};
    z.allowed = allows_zone(place->facts, &place->reqs, &z);
    *vec_push(a, &n->zones) = z;
}

void fit_read_zones(Arena *a, PlaceNodes *n, const Place *place)
{
    const NodeClass *c = class_of(place);
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
}

const Node *fit_zones_at(const Place *place)
{
    const NodeClass *c = class_of(place);
    return c ? c->subnets_at : NULL;
}

/* ---- the step ---- */

/* May one of the zones serve a pod that requires nothing but this label? */
static Tri served(const Judge *j, const PlaceNodes *n, Str key)
{
    bool id = str_eq(key, facts_name(j->cache->facts, NAME_ZONE_ID));
    Tri any = TRI_NO;
    for (size_t i = 0; i < n->zones.len; i++) {
        const Zone *z = &n->zones.items[i];
        any = tri_or(any, tri_and(z->allowed, allows(&j->term->reqs, key, id ? z->id : z->name)));
    }
    return any;
}

/* The pod's label to which it falls; "" when the place itself leaves no zone. */
static Str zone_key(const Judge *j, const PlaceNodes *n)
{
    const FactName keys[] = {NAME_ZONE, NAME_ZONE_ID};
    Str last = STR("");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        Str key = facts_name(j->cache->facts, keys[i]);
        if (!reqs_find(&j->term->reqs, key))
            continue;
        last = key;
        if (served(j, n, key) == TRI_NO)
            break;
    }
    for (size_t i = 0; i < n->zones.len; i++)
        if (n->zones.items[i].allowed != TRI_NO)
            return last;
    return STR("");
}

void fit_zones(Judge *j)
{
    const PlaceNodes *n = j->cache->root->nodes.items[j->place->index];
    const Facts *f = j->cache->facts;
    Tri any = n->zones_open ? TRI_UNKNOWN : TRI_NO;
    if (!n->zones_told || j->fit->steps[FIT_ZONE] == TRI_NO)
        return;
    for (size_t i = 0; i < n->zones.len && any != TRI_YES; i++)
        any = tri_or(any, tri_and(n->zones.items[i].allowed,
                                  allows_zone(f, &j->term->reqs, &n->zones.items[i])));
    fit_fail(j, FIT_ZONE, any, any == TRI_NO ? zone_key(j, n) : STR(""));
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
