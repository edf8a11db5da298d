/* Why a pod does or does not run on a place, in words; and these words grouped. */
#include "kube/outlook_data.h"

static const char CLAIM[] = "claim", POOL[] = "pool";

const PoolFault *place_fault(const Asking *ask, const Place *place)
{
    const PoolFault *fault = &ask->faults[place->index];
    return fault->text.len ? fault : NULL;
}

/* The first step with this answer; FIT_STEPS when there is none. */
static FitStep first_step(const Fit *f, Tri answer)
{
    for (size_t i = 0; i < FIT_STEPS; i++)
        if (f->steps[i] == answer && !(answer == TRI_NO && i == FIT_TAINT && !f->taint))
            return (FitStep)i;
    return FIT_STEPS;
}

/* The first requirement of which a part is a placeholder; NULL. */
static const ReqSource *unknown_source(const Pod *pod)
{
    for (size_t i = 0; i < pod->terms.len; i++)
        for (size_t k = 0; k < pod->terms.items[i].sources.len; k++)
            if (pod->terms.items[i].sources.items[k]->unknown)
                return pod->terms.items[i].sources.items[k];
    return NULL;
}

static Str unknown_why(Arena *a, const Pod *pod, const Place *place, FitStep step)
{
    static const Str WHY[FIT_STEPS] = {
        [FIT_HIDDEN] = STR_INIT("whether Karpenter looks at the pod cannot be told"),
        [FIT_TAINT] = STR_INIT("whether all its taints are tolerated cannot be told"),
        [FIT_LABEL] = STR_INIT("whether its nodes have the labels cannot be told"),
        [FIT_TYPE] = STR_INIT("which instance types it launches cannot be told"),
        [FIT_ZONE] = STR_INIT("its zones and capacity types cannot be told"),
        [FIT_RESOURCES] = STR_INIT("whether its nodes are large enough cannot be told"),
        [FIT_LIMITS] = STR_INIT("whether its limits allow a node cannot be told"),
    };
    const ReqSource *s = step == FIT_LABEL || step == FIT_TYPE ? unknown_source(pod) : NULL;
    for (size_t i = 0; step == FIT_RESOURCES && i < pod->admitted.list.len; i++)
        if (pod->admitted.list.items[i].unknown)
            return arena_printf(a, "how much %.*s the pod needs is not known",
                                STR_ARG(pod->admitted.list.items[i].resource));
    if (step == FIT_RESOURCES && pod->admitted.open)
        return STR("not all requests of the pod are known");
    if (s && s->written_key.len)
        return arena_printf(a, "which %.*s the pod requires is not known", STR_ARG(s->written_key));
    if (step == FIT_TYPE && !place->types_judged)
        return STR("its instance types are not known: it is another provider's");
    return step < FIT_STEPS ? WHY[step] : STR("cannot be told");
}

static Str claim_why(Arena *a, const ClaimsFit *c)
{
    Str name = c->claim ? c->claim->name : STR("");
    if (c->ok != TRI_NO)
        return c->claim
                   ? arena_printf(a, "whether its devices satisfy the claim %.*s cannot be told",
                                  STR_ARG(name))
                   : STR("whether Karpenter launches nodes for claims here (platform.dra), and one "
                         "node "
                         "for all of them, cannot be told");
    return c->nearest.len ? arena_printf(a, "no device satisfies the claim %.*s; nearest is %.*s",
                                         STR_ARG(name), STR_ARG(c->nearest))
                          : arena_printf(a, "none of its instance types satisfies the claim %.*s",
                                         STR_ARG(name));
}

Pair pair_of(const Asking *ask, const Place *place)
{
    const Fit *fit = fleet_fit(ask->fleet, ask->pod, place);
    Pair p = {.place = place, .fit = fit, .ok = fit->ok, .step = "", .message = STR("fits")};
    ClaimsFit claims = {.ok = TRI_YES};
    const PoolFault *fault = place_fault(ask, place);
    FitStep first = first_step(fit, TRI_NO);
    bool own = (first == FIT_ZONE || first == FIT_TYPE) && !fit->selector;
    if (fault && (fit->ok != TRI_NO || own)) {
        p.ok = TRI_NO;
        p.step = POOL;
        p.message = arena_printf(ask->scratch, "meets a pool that is never used: %.*s",
                                 STR_ARG(fault->text));
        return p;
    }
    if (fit->ok != TRI_NO)
        claims = claims_fit(ask, place);
    p.ok = tri_and(fit->ok, claims.ok);
    if (p.ok == TRI_YES)
        return p;
    FitStep step = first_step(fit, p.ok);
    p.step = step < FIT_STEPS ? fit_step_name(step) : CLAIM;
    if (fit->ok == TRI_NO)
        p.message = fit_why(ask->scratch, fit, ask->pod, place, false);
    else if (step < FIT_STEPS)
        p.message = unknown_why(ask->scratch, ask->pod, place, step);
    else
        p.message = claim_why(ask->scratch, &claims);
    return p;
}

/* ---- groups ---- */

enum {
    GROUPS_MOST = 8, /* of one pod with words of their own: more nobody reads */
    UNMET_MOST = 16  /* places that it does not meet, looked at one by one */
};

/* How far the pod came there. */
static int rank(const char *step)
{
    for (int i = 0; i < FIT_STEPS; i++)
        if (fit_step_name((FitStep)i) == step)
            return i;
    return FIT_STEPS;
}

static Str common_words(const char *step, Tri ok)
{
    static const Str WORDS[FIT_STEPS] = {
        [FIT_HIDDEN] = STR_INIT("is ignored by Karpenter"),
        [FIT_TAINT] = STR_INIT("does not tolerate their taints"),
        [FIT_LABEL] = STR_INIT("requires labels that they do not have"),
        [FIT_TYPE] = STR_INIT("requires instance types that they do not launch"),
        [FIT_ZONE] = STR_INIT("requires zones or capacity types that they do not allow"),
        [FIT_RESOURCES] = STR_INIT("needs more than their nodes give"),
        [FIT_LIMITS] = STR_INIT("needs nodes that their limits do not allow"),
    };
    int at = rank(step);
    return ok == TRI_NO && at < FIT_STEPS ? WORDS[at] : STR("cannot be told");
}

/* The group with these words, made when there is room; else the one of its step. */
static PodReason *group_of(Arena *a, View *v, const Pair *p, bool meant)
{
    Str common = common_words(p->step, p->ok);
    bool room = v->reasons.len < GROUPS_MOST;
    for (size_t i = 0; i < v->reasons.len; i++) {
        PodReason *r = &v->reasons.items[i];
        if (r->step == p->step && r->ok == p->ok && r->meant == meant &&
            (str_eq(r->message, p->message) || (!room && str_eq(r->message, common))))
            return r;
    }
    PodReason *r = vec_push(a, &v->reasons);
    *r = (PodReason){.step = p->step, .ok = p->ok, .meant = meant};
    r->message = arena_copy(a, room ? p->message : common);
    return r;
}

static void add(PodReason *r, const Place *place, const Fit *fit, const Node *fault)
{
    r->count++;
    if (r->shown == REASON_PLACES)
        return;
    r->places[r->shown] = place;
    r->faults[r->shown] = fault;
    r->fits[r->shown++] = fit;
}

/* The part of the pod that this very step is about. */
static NodePlace blame(const Asking *ask, const Pair *p)
{
    const Pod *pod = ask->pod;
    const PodClaims *claims = &fleet_links(ask->fleet, pod)->claims;
    if (p->step == POOL)
        return (NodePlace){NULL, STR("")};
    switch (rank(p->step)) {
    case FIT_TAINT: return pod_place(pod, STR("tolerations"));
    case FIT_LABEL:
    case FIT_TYPE:
    case FIT_ZONE: return fit_blame_source(pod, fit_selector(p->fit, pod));
    case FIT_RESOURCES: return fit_blame_request(pod, fit_request(p->fit, pod));
    case FIT_STEPS:
        if (claims->list.len)
            return (NodePlace){claims->list.items[0]->node, STR("")};
        break;
    default: break;
    }
    return pod_place(pod, STR("containers"));
}

static void add_pair(const Asking *ask, const Place *place, View *v)
{
    ArenaMark mark = arena_mark(ask->scratch);
    Pair p = pair_of(ask, place);
    bool meant = fleet_meant(ask->fleet, ask->pod, place) == TRI_YES;
    PodReason *r = group_of(ask->arena, v, &p, meant);
    if (!r->count && p.ok == TRI_NO)
        r->at = blame(ask, &p);
    const PoolFault *fault = p.step == POOL ? place_fault(ask, place) : NULL;
    add(r, place, p.fit, fault ? fault->node : NULL);
    arena_rewind(ask->scratch, mark);
}

/* One of many that it does not meet: which taint or label it is does not matter. */
static void add_unmet(const Asking *ask, const Place *place, View *v)
{
    const Met *met = fleet_met(ask->fleet, ask->pod);
    FitStep step = places_has(met->tolerated, place->index) ? FIT_LABEL : FIT_TAINT;
    const char *name = fit_step_name(step);
    Pair p = {.place = place, .ok = TRI_NO, .step = name, .message = common_words(name, TRI_NO)};
    add(group_of(ask->arena, v, &p, false), place, NULL, NULL);
}

static bool before(const PodReason *x, const PodReason *y)
{
    if (x->ok != y->ok)
        return x->ok == TRI_UNKNOWN;
    if (x->meant != y->meant)
        return x->meant;
    if (x->step != y->step)
        return rank(x->step) > rank(y->step);
    return x->count > y->count;
}

/* There are few. */
static void sort(View *v)
{
    for (size_t i = 1; i < v->reasons.len; i++)
        for (size_t k = i; k && before(&v->reasons.items[k], &v->reasons.items[k - 1]); k--) {
            PodReason other = v->reasons.items[k];
            v->reasons.items[k] = v->reasons.items[k - 1];
            v->reasons.items[k - 1] = other;
        }
}

void view_reasons(const Asking *ask, View *v)
{
    const FleetLists *l = fleet_lists(ask->fleet);
    const Met *met = fleet_met(ask->fleet, ask->pod);
    size_t unmet = 0;
    for (size_t i = 0; i < l->places.len; i++) {
        const Place *p = l->places.items[i];
        if (!fleet_joined(ask->fleet, ask->pod->owner, p->object))
            continue;
        if (places_has(met->met, i) || places_has(met->named, i) || unmet++ < UNMET_MOST)
            add_pair(ask, p, v);
        else
            add_unmet(ask, p, v);
    }
    sort(v);
}

static NodePlace requirement_at(const Pod *pod, const Place *place, const Fit *fit)
{
    const ReqSource *s = fit_selector(fit, pod);
    const PlaceReq *r = s && !s->key_unknown ? place_requirement(place, s->key) : NULL;
    return r ? (NodePlace){r->source.node, STR("")} : place_at(place);
}

NodePlace outlook_against(const Pod *pod, const Place *place, const char *step, const Fit *fit)
{
    NodePlace at = {NULL, STR("")};
    switch (fit ? rank(step) : FIT_STEPS) {
    case FIT_TAINT: at.node = fit->taint ? fit->taint->node : NULL; break;
    case FIT_LABEL:
    case FIT_TYPE:
    case FIT_ZONE: return requirement_at(pod, place, fit);
    case FIT_LIMITS: at.node = fit->limit ? fit->limit->node : NULL; break;
    default: break;
    }
    return at.node ? at : place_at(place);
}
