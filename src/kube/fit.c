/* The steps of Karpenter's scheduler for one pod and one place. */
#include "kube/fit_data.h"

static const char *const STEP_NAMES[FIT_STEPS] = {
    [FIT_HIDDEN] = "hidden", [FIT_TAINT] = "taint",      [FIT_LABEL] = "label",
    [FIT_TYPE] = "type",     [FIT_ZONE] = "zone",        [FIT_RESOURCES] = "resources",
    [FIT_LIMITS] = "limits", [FIT_VALUES] = "minValues",
};

const char *fit_step_name(FitStep s)
{
    return STEP_NAMES[s];
}

FitCache *fit_cache_new(Arena *a, const Facts *f, const Platform *platform)
{
    FitCache *c = arena_new(a, FitCache);
    *c = (FitCache){.arena = a, .facts = f, .platform = platform};
    c->root = c;
    c->cpu = facts_resource_number(f, STR("cpu"));
    c->pods = facts_resource_number(f, STR("pods"));
    return c;
}

void fit_cache_overlays(FitCache *c)
{
    c->overlays = true;
}

FitCache *fit_cache_fork(Arena *a, FitCache *c)
{
    FitCache *fork = fit_cache_new(a, c->facts, c->platform);
    fork->root = c->root;
    fork->fleet = c->fleet;
    fork->overlays = c->overlays;
    return fork;
}

bool fit_may_launch(const Place *p)
{
    return p->dynamic && (p->mode == MODE_KARPENTER || p->mode == MODE_AUTO);
}

bool fit_launches(const Place *p)
{
    return fit_may_launch(p) && !p->static_unknown;
}

Tri fit_launched(const Place *p, Tri t)
{
    return t == TRI_NO && p->static_unknown ? TRI_UNKNOWN : t;
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
    fit_cards(j->cache, j->place, j->sure);
    fit_cards(j->cache, j->place, j->maybe);
    bool newer = may_be_newer(j, t), some = !types_empty(f, j->place->maybe);
    Tri verdict = j->place->types_judged ? left(j, newer) : TRI_UNKNOWN;
    if (j->fit->steps[FIT_TYPE] != TRI_NO)
        fit_fail(j, FIT_TYPE, verdict, verdict == TRI_NO && some ? type_key(j) : STR(""));
    return newer;
}

/* ---- resources ---- */

/* The devices decide which type comes near. */
static size_t weight_of(const Facts *f, Str resource)
{
    Resource r;
    return facts_resource(f, resource, &r) && r.accelerator ? 4 : 1;
}

/* What one type lacks: how much it counts, the first of it, and what the type gives instead. */
typedef struct Lack {
    size_t weight, request; /* index plus one */
    int64_t gives;
} Lack;

static Lack lack_of(const Judge *j, const ShapeTypes *s, size_t type)
{
    Lack lack = {0};
    for (size_t k = 0; k < s->asked.len; k++) {
        const Asked *asked = &s->asked.items[k];
        KubeletRange gives = fit_gives(j->cache, j->pod, j->place, type, asked);
        if (asked->unknown || asked->amount <= gives.most)
            continue;
        size_t weight = weight_of(j->cache->facts, asked->resource);
        if (!lack.request || weight > 1) {
            lack.request = k + 1;
            lack.gives = gives.most < 0 ? 0 : gives.most;
        }
        lack.weight += weight;
    }
    return lack;
}

/* The type that lacks least, and what of the pod it lacks. */
static void blame_request(Judge *j, const ShapeTypes *s)
{
    const Facts *f = j->cache->facts;
    Lack best = {.weight = SIZE_MAX};
    for (size_t i = types_next(f, j->maybe, 0); i != SIZE_MAX; i = types_next(f, j->maybe, i + 1)) {
        Lack one = lack_of(j, s, i);
        bool more =
            one.weight == best.weight && one.request == best.request && one.gives > best.gives;
        if (one.weight >= best.weight && !more)
            continue;
        best = one;
        j->fit->nearest = facts_type(f, i);
    }
    j->fit->request = (uint16_t)best.request;
    j->fit->gives = best.gives;
}

/* Does it ask for what somebody else may add to a node, and no plugin here decides about? */
static bool asks_added(const Judge *j, const ShapeTypes *s)
{
    bool some = false;
    for (size_t i = 0; i < s->asked.len; i++) {
        Resource r;
        const Asked *a = &s->asked.items[i];
        bool modelled = facts_resource(j->cache->facts, a->resource, &r) && r.modelled;
        some |= !modelled && (a->unknown || a->amount > 0) &&
                (j->cache->overlays || !fit_offered(j->cache, j->place, a));
    }
    return some;
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
    fit_narrow(j->cache, j->pod, j->place, j->sure, j->maybe);
    Tri verdict = j->place->types_judged ? left(j, newer) : TRI_UNKNOWN;
    /* Somebody else may add a resource that Karpenter does not know from the type. */
    bool added =
        !s->modelled && (!fit_launches(j->place) || j->cache->overlays) && asks_added(j, s);
    if (verdict == TRI_NO)
        j->maybe = before;
    if (added && verdict == TRI_NO)
        verdict = TRI_UNKNOWN;
    j->fit->steps[FIT_RESOURCES] = (uint8_t)verdict;
    if (verdict == TRI_NO)
        blame_request(j, s);
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
    fit_hidden(&j);
    fit_taints(&j);
    fit_labels(&j);
    fit_zones(&j);
    fit_capacity(&j);
    bool newer = step_types(&j, term);
    step_resources(&j, newer);
    fit_limits(&j, newer);
    fit_values(&j, newer);
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

static Fit **slot_of(FitCache *c, const Pod *pod, const Place *place)
{
    FitRow *row = fit_row(c, pod);
    while (row->fits.len <= place->index)
        *vec_push(c->arena, &row->fits) = NULL;
    return &row->fits.items[place->index];
}

/* What is kept is made first: judging itself leaves nothing behind. The nodes ask for the
 * DaemonSets on them, which may be this very pair. */
const Fit *fit_of(FitCache *c, const Pod *pod, const Place *place)
{
    Fit **slot = slot_of(c, pod, place);
    if (*slot)
        return *slot;
    (void)fit_term_types(c, pod, place->labels_mode, 0);
    (void)fit_nodes(c, place);
    slot = slot_of(c, pod, place);
    if (*slot)
        return *slot;
    *slot = arena_new(c->arena, Fit);
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
    return f->request ? &pod->admitted.list.items[f->request - 1] : NULL;
}
