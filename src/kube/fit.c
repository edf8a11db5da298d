/* The steps of Karpenter's scheduler for one pod and one place. */
#include "kube/fit_data.h"
#include "kube/late.h"

typedef struct Judge {
    FitCache *cache;
    const Pod *pod;
    const Place *place;
    const PodTerm *term;
    Fit *fit;
    TypeSet sure, maybe; /* candidates so far */
} Judge;

static const char *const STEP_NAMES[FIT_STEPS] = {
    [FIT_HIDDEN] = "hidden", [FIT_TAINT] = "taint", [FIT_LABEL] = "label",
    [FIT_TYPE] = "type",     [FIT_ZONE] = "zone",   [FIT_RESOURCES] = "resources",
    [FIT_LIMITS] = "limits",
};

const char *fit_step_name(FitStep s)
{
    return STEP_NAMES[s];
}

FitCache *fit_cache_new(Arena *a, const Facts *f, const Platform *platform)
{
    FitCache *c = arena_new(a, FitCache);
    *c = (FitCache){.arena = a, .facts = f, .platform = platform};
    return c;
}

void fit_cache_overlays(FitCache *c)
{
    c->overlays = true;
}

FitCache *fit_cache_fork(Arena *a, const FitCache *c)
{
    FitCache *fork = fit_cache_new(a, c->facts, c->platform);
    fork->overlays = c->overlays;
    return fork;
}

/* Nodes are launched for the pod: by Karpenter, self-managed or in Auto Mode. */
static bool launches(const Place *p)
{
    return p->dynamic && (p->mode == MODE_KARPENTER || p->mode == MODE_AUTO);
}

/* ---- hidden ---- */

static bool hides(const Judge *j, const ReqSource *s)
{
    if (s->key_unknown)
        return false;
    if (str_eq(s->key, STR("karpenter.sh/nodepool")))
        return false;
    LabelFault fault = facts_label_fault(j->cache->facts, j->place->labels_mode, 0, s->key);
    if (fault == LABEL_RESTRICTED || fault == LABEL_NO_SUCH)
        return true;
    for (size_t i = 0; i < s->values.len; i++)
        if (!label_value_valid(s->values.items[i]))
            return true;
    return false;
}

/* Any alternative hides the whole pod; DaemonSets are not looked at. */
static Tri step_hidden(const Judge *j)
{
    if (!launches(j->place) || j->pod->daemon)
        return TRI_YES;
    for (size_t t = 0; t < j->pod->terms.len; t++) {
        const PodTerm *term = &j->pod->terms.items[t];
        if (term->match_fields)
            return TRI_NO;
        for (size_t i = 0; i < term->sources.len; i++)
            if (hides(j, term->sources.items[i]))
                return TRI_NO;
    }
    return TRI_YES;
}

/* ---- taints ---- */

static Tri tolerated(const Taint *taint, const Toleration *list, size_t count)
{
    Tri any = TRI_NO;
    for (size_t i = 0; i < count; i++)
        any = tri_or(any, toleration_matches(&list[i], taint));
    return any;
}

static bool counts(const Taint *t)
{
    return !str_eq(t->effect, STR("PreferNoSchedule"));
}

static Tri step_taints(const Place *p, const Toleration *list, size_t count, const Taint **first)
{
    Tri all = p->taints_open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < p->taints.len; i++) {
        const Taint *t = &p->taints.items[i];
        Tri one = counts(t) ? tolerated(t, list, count) : TRI_YES;
        if (one == TRI_NO && t->unknown)
            one = TRI_UNKNOWN; /* its effect may be one that does not count */
        if (one == TRI_NO && !*first)
            *first = t;
        all = tri_and(all, one);
    }
    return all;
}

/* ---- labels ---- */

/* A node group's nodes have the labels of Kubernetes and its cloud provider, none of Karpenter. */
static bool provider_label(const Judge *j, Str key, LabelKind kind)
{
    if (j->place->kind == PLACE_POOL)
        return kind == LABEL_TYPE || kind == LABEL_OFFERING;
    return kind != LABEL_CUSTOM && !str_starts(key, STR("karpenter."));
}

/* A key that the place does not define. */
static Tri undefined(const Judge *j, const Req *r, LabelKind kind)
{
    if (provider_label(j, r->key, kind))
        return TRI_YES;
    Tri t = req_undefined(r);
    bool late = !launches(j->place) && late_setter(j->cache->facts, r->key).len;
    bool foreign = j->place->kind == PLACE_POOL && !j->place->types_judged;
    return t == TRI_NO && (j->place->reqs.open || late || foreign) ? TRI_UNKNOWN : t;
}

static FitStep step_of(const Judge *j, Str key, LabelKind kind)
{
    if (!provider_label(j, key, kind))
        return FIT_LABEL;
    return kind == LABEL_TYPE ? FIT_TYPE : kind == LABEL_OFFERING ? FIT_ZONE : FIT_LABEL;
}

static uint16_t source_index(const PodTerm *term, Str key)
{
    for (size_t i = 0; i < term->sources.len && i < UINT16_MAX; i++)
        if (str_eq(term->sources.items[i]->key, key))
            return (uint16_t)(i + 1);
    return 0;
}

static void note(Judge *j, FitStep step, Tri t, Str key)
{
    uint8_t *at = &j->fit->steps[step];
    *at = (uint8_t)tri_and((Tri)*at, t);
    if (t == TRI_NO && !j->fit->selector)
        j->fit->selector = source_index(j->term, key);
}

/* Requirements of the pod itself that no label can meet together: Karpenter takes them for "no
 * such label", the scheduler never places the pod. */
static bool contradicts_itself(const Judge *j, const Req *r)
{
    if (r->unknown || req_op(r) != REQ_DOES_NOT_EXIST)
        return false;
    for (size_t i = 0; i < j->term->sources.len; i++) {
        const ReqSource *s = j->term->sources.items[i];
        bool excludes = s->op == REQ_DOES_NOT_EXIST || s->op == REQ_NOT_IN || s->op == REQ_BAD;
        if (!excludes && str_eq(s->key, r->key))
            return true;
    }
    return false;
}

static Tri label_fits(const Judge *j, const Req *r, LabelKind kind)
{
    const Req *own = reqs_find(&j->place->reqs, r->key);
    if (contradicts_itself(j, r))
        return TRI_NO;
    Tri t = own ? req_pair(own, r) : undefined(j, r, kind);
    return r->may_be_none && t == TRI_YES ? TRI_UNKNOWN : t;
}

static void steps_labels(Judge *j)
{
    if (j->place->reqs.open || j->term->reqs.open)
        note(j, FIT_LABEL, TRI_UNKNOWN, STR(""));
    for (size_t i = 0; i < j->term->reqs.list.len; i++) {
        const Req *r = &j->term->reqs.list.items[i];
        LabelKind kind = facts_label_kind(j->cache->facts, j->place->labels_mode, r->key);
        note(j, step_of(j, r->key, kind), label_fits(j, r, kind), r->key);
    }
}

/* ---- types ---- */

static Tri left(const Judge *j, bool newer)
{
    if (!types_empty(j->cache->facts, j->sure))
        return TRI_YES;
    return newer || !types_empty(j->cache->facts, j->maybe) ? TRI_UNKNOWN : TRI_NO;
}

/* May a type that the facts do not have satisfy both sides? */
static bool may_be_newer(const Judge *j, const TermTypes *t)
{
    const Place *p = j->place;
    return (p->types_newer && !t->pinned) || (t->beyond && !p->types_pinned) ||
           (p->types_newer && t->beyond);
}

/* The label whose types leave none of the place's. */
static Str type_key(const Judge *j)
{
    const Facts *f = j->cache->facts;
    for (size_t i = 0; i < j->term->reqs.list.len; i++) {
        bool beyond = false;
        TypesOut out = {types_none(j->cache->arena, f), types_none(j->cache->arena, f), &beyond};
        const Req *r = &j->term->reqs.list.items[i];
        if (facts_types_of(f, j->place->labels_mode, r, &out) &&
            !types_overlap(f, out.maybe, j->place->maybe))
            return r->key;
    }
    for (size_t i = 0; i < j->term->reqs.list.len; i++)
        if (facts_label_kind(f, j->place->labels_mode, j->term->reqs.list.items[i].key) ==
            LABEL_TYPE)
            return j->term->reqs.list.items[i].key;
    return STR("");
}

static bool step_types(Judge *j, size_t term)
{
    const TermTypes *t = fit_term_types(j->cache, j->pod, j->place->labels_mode, term);
    const Facts *f = j->cache->facts;
    j->sure = types_copy(j->cache->arena, f, j->place->types);
    j->maybe = types_copy(j->cache->arena, f, j->place->maybe);
    types_and(f, j->sure, t->sure);
    types_and(f, j->maybe, t->maybe);
    bool newer = may_be_newer(j, t), some = !types_empty(f, j->place->maybe);
    Tri verdict = j->place->types_judged ? left(j, newer) : TRI_UNKNOWN;
    if (j->fit->steps[FIT_TYPE] != TRI_NO)
        note(j, FIT_TYPE, verdict, verdict == TRI_NO && some ? type_key(j) : STR(""));
    return newer;
}

/* ---- resources ---- */

/* A request that no candidate has enough of; else the first that the nearest type lacks. */
static void blame_request(Judge *j)
{
    const Facts *f = j->cache->facts;
    size_t fewest = SIZE_MAX;
    for (size_t i = types_next(f, j->maybe, 0); i != SIZE_MAX; i = types_next(f, j->maybe, i + 1)) {
        size_t lacking = 0, first = 0;
        for (size_t k = 0; k < j->pod->requests.len; k++) {
            if (fit_enough(j->cache, &j->pod->requests.items[k], facts_type(f, i)) != TRI_NO)
                continue;
            Resource r;
            bool device =
                facts_resource(f, j->pod->requests.items[k].resource, &r) && r.accelerator;
            lacking += device ? 4 : 1; /* the devices decide which type comes near */
            if (!first || device)
                first = k + 1;
        }
        const Request *r = first ? &j->pod->requests.items[first - 1] : NULL;
        bool more = r && lacking == fewest && j->fit->request == first &&
                    type_allocatable(f, facts_type(f, i), r->resource) >
                        type_allocatable(f, j->fit->nearest, r->resource);
        if (lacking >= fewest && !more)
            continue;
        fewest = lacking;
        j->fit->request = (uint16_t)first;
        j->fit->nearest = facts_type(f, i);
    }
}

static void step_resources(Judge *j, bool newer)
{
    const ShapeTypes *s = fit_shape_types(j->cache, j->pod);
    const Facts *f = j->cache->facts;
    if (j->fit->steps[FIT_TYPE] == TRI_NO) {
        j->fit->steps[FIT_RESOURCES] = TRI_UNKNOWN;
        return;
    }
    TypeSet before = types_copy(j->cache->arena, f, j->maybe);
    types_and(f, j->sure, s->large);
    types_and(f, j->maybe, s->maybe_large);
    Tri verdict = j->place->types_judged ? left(j, newer) : TRI_UNKNOWN;
    /* Somebody else may add a resource that Karpenter does not know from the type. */
    bool added = !s->modelled && (!launches(j->place) || j->cache->overlays);
    if (added && verdict == TRI_NO)
        verdict = TRI_UNKNOWN;
    j->fit->steps[FIT_RESOURCES] = (uint8_t)verdict;
    if (verdict != TRI_NO)
        return;
    j->maybe = before;
    blame_request(j);
}

/* ---- limits ---- */

static Tri within(const Judge *j, const PoolLimit *l, const InstanceType *t)
{
    if (l->unknown)
        return TRI_UNKNOWN;
    bool nodes = str_eq(l->resource, STR("nodes"));
    int64_t amount = nodes ? 1000 : type_capacity(j->cache->facts, t, l->resource);
    return tri_of(amount <= quantity_milli(&l->quantity));
}

/* Of the types that are large enough, one stays below every limit. */
static void step_limits(Judge *j, bool newer)
{
    const Pool *p = (const Pool *)j->place;
    Tri any = newer ? TRI_UNKNOWN : TRI_NO;
    if (!launches(j->place) || !p->limits.len || j->fit->steps[FIT_RESOURCES] == TRI_NO ||
        j->fit->steps[FIT_TYPE] == TRI_NO)
        return;
    for (size_t i = types_next(j->cache->facts, j->maybe, 0); i != SIZE_MAX && any != TRI_YES;
         i = types_next(j->cache->facts, j->maybe, i + 1)) {
        Tri all = types_has(j->sure, i) && !p->limits_open ? TRI_YES : TRI_UNKNOWN;
        for (size_t k = 0; k < p->limits.len; k++) {
            Tri one = within(j, &p->limits.items[k], facts_type(j->cache->facts, i));
            if (one == TRI_NO && !j->fit->limit)
                j->fit->limit = &p->limits.items[k];
            all = tri_and(all, one);
        }
        any = tri_or(any, all);
    }
    j->fit->steps[FIT_LIMITS] = (uint8_t)any;
    if (any != TRI_NO)
        j->fit->limit = NULL;
}

static void group_limits(Judge *j)
{
    const Group *g = (const Group *)j->place;
    if (j->place->kind == PLACE_GROUP && g->max == 0)
        j->fit->steps[FIT_LIMITS] = TRI_NO;
}

/* ---- all of it ---- */

static Tri all_steps(const Fit *f, Tri taint)
{
    Tri all = taint;
    for (size_t i = 0; i < FIT_STEPS; i++)
        if (i != FIT_TAINT)
            all = tri_and(all, (Tri)f->steps[i]);
    return all;
}

static Fit judge_term(FitCache *c, const Pod *pod, const Place *place, size_t term)
{
    Fit f = {.term = (uint16_t)term};
    Judge j = {.cache = c, .pod = pod, .place = place, .fit = &f, .term = &pod->terms.items[term]};
    for (size_t i = 0; i < FIT_STEPS; i++)
        f.steps[i] = TRI_YES;
    f.steps[FIT_HIDDEN] = (uint8_t)step_hidden(&j);
    f.steps[FIT_TAINT] = (uint8_t)step_taints(place, pod->admitted_tolerations.items,
                                              pod->admitted_tolerations.len, &f.taint);
    f.taint_written = (uint8_t)step_taints(place, pod->tolerations.items, pod->tolerations.len,
                                           &f.taint_as_written);
    steps_labels(&j);
    bool newer = step_types(&j, term);
    step_resources(&j, newer);
    if (place->kind == PLACE_POOL)
        step_limits(&j, newer);
    else
        group_limits(&j);
    f.ok = all_steps(&f, (Tri)f.steps[FIT_TAINT]);
    f.ok_written = all_steps(&f, (Tri)f.taint_written);
    return f;
}

int fit_distance(const Fit *f)
{
    int passed = 0;
    for (size_t i = 0; i < FIT_STEPS; i++)
        passed += f->steps[i] != TRI_NO;
    return passed;
}

static bool nearer(const Fit *x, const Fit *y)
{
    static const int RANK[] = {[TRI_NO] = 0, [TRI_UNKNOWN] = 1, [TRI_YES] = 2};
    if (RANK[x->ok] != RANK[y->ok])
        return RANK[x->ok] > RANK[y->ok];
    return fit_distance(x) > fit_distance(y);
}

static Fit judge(FitCache *c, const Pod *pod, const Place *place)
{
    Fit best = {0};
    Tri any = TRI_NO, any_written = TRI_NO;
    for (size_t t = 0; t < pod->terms.len; t++) {
        Fit f = judge_term(c, pod, place, t);
        any = tri_or(any, f.ok);
        any_written = tri_or(any_written, f.ok_written);
        if (t == 0 || nearer(&f, &best))
            best = f;
    }
    best.ok = any;
    best.ok_written = any_written;
    return best;
}

/* What is kept is made first: judging itself leaves nothing behind. */
const Fit *fit_of(FitCache *c, const Pod *pod, const Place *place)
{
    FitRow *row = fit_row(c, pod);
    while (row->fits.len <= place->index)
        *vec_push(c->arena, &row->fits) = NULL;
    Fit **slot = &row->fits.items[place->index];
    if (*slot)
        return *slot;
    *slot = arena_new(c->arena, Fit);
    (void)fit_term_types(c, pod, place->labels_mode, 0);
    ArenaMark mark = arena_mark(c->arena);
    **slot = judge(c, pod, place);
    arena_rewind(c->arena, mark);
    return *slot;
}

const ReqSource *fit_selector(const Fit *f, const Pod *pod)
{
    return f->selector ? pod->terms.items[f->term].sources.items[f->selector - 1] : NULL;
}

const Request *fit_request(const Fit *f, const Pod *pod)
{
    return f->request ? &pod->requests.items[f->request - 1] : NULL;
}
