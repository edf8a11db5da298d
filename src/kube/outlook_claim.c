/* Claims of a pod on the nodes of a place. */
#include "kube/fit_data.h"
#include "kube/outlook_data.h"

enum {
    CLAIM_DEVICES = 32, /* requests, as the API server takes them */
    CLAIMS_COMPARED = 4 /* of a pod; more are rare, and not compared */
};

/* `lands` gets the types on which the pod lands that surely satisfy the claim. A limit may leave
 * out the very ones, so some are sure only where all are or nothing limits the place. */
static Tri one_fits(const Asking *ask, const Place *place, const ClaimTypes *c, TypeSet lands)
{
    const Facts *f = fleet_facts(ask->fleet);
    TypeSet perhaps = types_copy(ask->scratch, f, c->maybe);
    bool others = fit_types(fleet_fits(ask->fleet), ask->pod, place, lands);
    size_t all = types_size(f, lands);
    bool limited = place->kind == PLACE_POOL && ((const Pool *)place)->limits.len;
    types_or(f, perhaps, c->sure);
    types_and(f, perhaps, place->maybe);
    types_and(f, lands, c->sure);
    size_t serve = types_size(f, lands);
    if (serve && (serve == all || !limited))
        return TRI_YES;
    return others || place->types_newer || !types_empty(f, perhaps) ? TRI_UNKNOWN : TRI_NO;
}

/* Devices of two drivers are never the same. */
static bool apart(const Claim *x, const Claim *y)
{
    bool all = !x->devices_open && !y->devices_open && x->devices.len <= CLAIM_DEVICES &&
               y->devices.len <= CLAIM_DEVICES;
    for (size_t i = 0; all && i < x->devices.len; i++)
        for (size_t k = 0; all && k < y->devices.len; k++)
            all = !str_eq(x->devices.items[i].device_class->driver,
                          y->devices.items[k].device_class->driver);
    return all;
}

static bool all_apart(const PodClaims *c)
{
    bool all = c->list.len <= CLAIMS_COMPARED;
    for (size_t i = 0; all && i < c->list.len; i++)
        for (size_t k = 0; all && k < i; k++)
            all = c->list.items[i]->claim && c->list.items[k]->claim &&
                  apart(c->list.items[i]->claim, c->list.items[k]->claim);
    return all;
}

/* Karpenter launches nodes for claims only where it is told to; several claims may want the same
 * devices, and each another type: `lands` are those that satisfy all. */
static bool sure_of(const Asking *ask, const Place *place, TypeSet lands)
{
    const PodClaims *c = &fleet_links(ask->fleet, ask->pod)->claims;
    bool served = !fit_launches(place) || fleet_platform(ask->fleet, place->object)->dra == TRI_YES;
    bool one_node =
        c->list.len == 1 || (!types_empty(fleet_facts(ask->fleet), lands) && all_apart(c));
    return served && one_node && !c->open;
}

ClaimsFit claims_fit(const Asking *ask, const Place *place)
{
    const PodClaims *c = &fleet_links(ask->fleet, ask->pod)->claims;
    ClaimsFit out = {.ok = c->open ? TRI_UNKNOWN : TRI_YES, .nearest = STR("")};
    if (!c->list.len)
        return out;
    const Facts *f = fleet_facts(ask->fleet);
    TypeSet all = types_all(ask->scratch, f);
    for (size_t i = 0; i < c->list.len && out.ok != TRI_NO; i++) {
        const PodClaim *pc = c->list.items[i];
        ClaimTypes types = {.open = true, .nearest = STR("")};
        Tri ok = TRI_UNKNOWN;
        if (pc->claim && pc->exists == TRI_YES) {
            types = ask->claims->solve(ask->claims->context, pc->claim);
            TypeSet lands = types_none(ask->scratch, f);
            ok = one_fits(ask, place, &types, lands);
            types_and(f, all, lands);
        }
        if (ok != TRI_YES && (!out.claim || ok == TRI_NO))
            out = (ClaimsFit){out.ok, pc, types.nearest};
        out.ok = tri_and(out.ok, ok);
    }
    if (out.ok == TRI_YES && !sure_of(ask, place, all))
        out.ok = TRI_UNKNOWN;
    return out;
}
