/* Claims of a pod on the nodes of a place. */
#include "kube/fit_data.h"
#include "kube/outlook_data.h"

/* Types on which the pod lands that satisfy the claim. A limit may leave out the very ones, so
 * some are sure only where all are or nothing limits the place. */
static Tri one_fits(const Asking *ask, const Place *place, const ClaimTypes *c)
{
    const Facts *f = fleet_facts(ask->fleet);
    TypeSet lands = types_none(ask->scratch, f), perhaps = types_copy(ask->scratch, f, c->maybe);
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

/* Karpenter launches nodes for claims only where it is told to; several claims may want the same
 * devices. */
static bool sure_of(const Asking *ask, const Place *place)
{
    const PodClaims *c = &fleet_links(ask->fleet, ask->pod)->claims;
    bool served = !fit_launches(place) || fleet_platform(ask->fleet, place->object)->dra == TRI_YES;
    return served && c->list.len == 1 && !c->open;
}

ClaimsFit claims_fit(const Asking *ask, const Place *place)
{
    const PodClaims *c = &fleet_links(ask->fleet, ask->pod)->claims;
    ClaimsFit out = {.ok = c->open ? TRI_UNKNOWN : TRI_YES, .nearest = STR("")};
    if (!c->list.len)
        return out;
    for (size_t i = 0; i < c->list.len && out.ok != TRI_NO; i++) {
        const PodClaim *pc = c->list.items[i];
        ClaimTypes types = {.open = true, .nearest = STR("")};
        Tri ok = TRI_UNKNOWN;
        if (pc->claim && pc->exists == TRI_YES) {
            types = ask->claims->solve(ask->claims->context, pc->claim);
            ok = one_fits(ask, place, &types);
        }
        if (ok != TRI_YES && (!out.claim || ok == TRI_NO))
            out = (ClaimsFit){out.ok, pc, types.nearest};
        out.ok = tri_and(out.ok, ok);
    }
    if (out.ok == TRI_YES && !sure_of(ask, place))
        out.ok = TRI_UNKNOWN;
    return out;
}
