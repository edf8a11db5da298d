/* What a fit means: in words, and in nodes. */
#include "base/limits.h"
#include "kube/admit.h"
#include "kube/fit_data.h"
#include "kube/late.h"

static void write_thousandths(Buf *b, Str resource, int64_t amount)
{
    if (str_eq(resource, STR("memory")))
        buf_printf(b, "%lldMi", (long long)(amount / 1000 >> 20));
    else if (amount % 1000)
        buf_printf(b, "%lldm", (long long)amount);
    else
        buf_printf(b, "%lld", (long long)(amount / 1000));
}

static void write_object(Buf *b, const Object *o)
{
    buf_printf(b, "%.*s %.*s", STR_ARG(o->kind), STR_ARG(object_called(o)));
}

static void why_not_tolerated(Buf *b, const Pod *pod, const Taint *t)
{
    buf_printf(b, "does not tolerate the taint %.*s%s%.*s:%.*s", STR_ARG(t->key),
               t->value.len ? "=" : "", STR_ARG(t->value), STR_ARG(t->effect));
    if (!pod->runtime || !pod->runtime->tolerations.node)
        return;
    buf_printf(b, ", nor does its ");
    write_object(b, pod->runtime->object);
}

static void write_values(Buf *b, const Str *values, size_t count)
{
    enum { SHOWN = 6 };
    for (size_t i = 0; i < count && i < SHOWN; i++)
        buf_printf(b, "%s%.*s", i ? ", " : "", STR_ARG(values[i]));
    if (count > SHOWN)
        buf_printf(b, " and %zu more", count - SHOWN);
}

static void write_source(Buf *b, const ReqSource *s)
{
    buf_printf(b, "%.*s", STR_ARG(s->written_key));
    if (s->op == REQ_IN && s->values.len == 1) {
        buf_printf(b, "=%.*s", STR_ARG(s->values.items[0]));
        return;
    }
    buf_printf(b, " %.*s%s", STR_ARG(s->operator_text), s->values.len ? " " : "");
    write_values(b, s->values.items, s->values.len);
}

/* One of the pod, with where it comes from when the pod does not say it itself. */
static void write_own_source(Buf *b, const Pod *pod, const ReqSource *s)
{
    write_source(b, s);
    if (!pod_of_runtime(pod, s->node))
        return;
    buf_printf(b, " (by its ");
    write_object(b, pod->runtime->object);
    buf_char(b, ')');
}

/* What the place says of a label: "=blue", " In a, b", " NotIn a", " above 4". */
static void write_own(Buf *b, const Req *r)
{
    bool list = r->values.len > 0;
    if (r->complement && !list && !r->has_gte && !r->has_lte)
        buf_printf(b, " with any value");
    else if (!r->complement && !list)
        buf_printf(b, " with no value at all");
    else if (list)
        buf_add(b, r->complement ? STR(" NotIn ") : r->values.len == 1 ? STR("=") : STR(" In "));
    write_values(b, r->values.items, r->values.len);
    if (r->has_gte)
        buf_printf(b, " of at least %lld", (long long)r->gte);
    if (r->has_lte)
        buf_printf(b, "%s at most %lld", r->has_gte ? " and" : " of", (long long)r->lte);
}

/* Two requirements of the pod on one label leave it no value. */
static const ReqSource *rival_of(const PodTerm *t, const ReqSource *s)
{
    for (size_t i = 0; i < t->sources.len; i++)
        if (t->sources.items[i] != s && str_eq(t->sources.items[i]->key, s->key))
            return t->sources.items[i];
    return NULL;
}

static bool leaves_none(const PodTerm *t, const ReqSource *s)
{
    const Req *r = reqs_find(&t->reqs, s->key);
    return r && s->op != REQ_DOES_NOT_EXIST && req_op(r) == REQ_DOES_NOT_EXIST && !r->unknown;
}

static void write_types(Buf *b, const Place *p)
{
    enum { SHOWN = 3 };
    size_t shown = 0, count = types_size(p->facts, p->types);
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX && shown < SHOWN;
         i = types_next(p->facts, p->types, i + 1))
        buf_printf(b, "%s%.*s", shown++ ? ", " : " (",
                   STR_ARG(type_name(p->facts, facts_type(p->facts, i))));
    if (count > shown)
        buf_printf(b, " and %zu more", count - shown);
    buf_add(b, shown ? STR(")") : STR(""));
}

/* The place's side of a label that fails. */
static void why_not_there(Buf *b, const ReqSource *s, const Place *place, FitStep step)
{
    const Req *own = place_label(place, s->key);
    Str setter = late_setter(place->facts, s->key);
    if (own) {
        buf_printf(b, ", and its nodes have %.*s", STR_ARG(s->written_key));
        write_own(b, own);
    } else if (step == FIT_TYPE) {
        buf_printf(b, ", which none of its instance types has");
        write_types(b, place);
    } else if (setter.len) {
        buf_printf(b, ", a label that %.*s sets on running nodes only", STR_ARG(setter));
    } else {
        buf_printf(b, ", a label that it does not set");
    }
}

static void why_label(Buf *b, const Fit *f, const Pod *pod, const Place *place, FitStep step)
{
    const ReqSource *s = fit_selector(f, pod);
    const PodTerm *t = &pod->terms.items[f->term];
    if (!s) {
        buf_printf(b, "finds no instance type that it may launch");
        return;
    }
    const ReqSource *rival = leaves_none(t, s) ? rival_of(t, s) : NULL;
    buf_printf(b, "requires ");
    write_own_source(b, pod, s);
    if (rival) {
        buf_printf(b, " and at once ");
        write_own_source(b, pod, rival);
        buf_printf(b, ", which no node can have");
        return;
    }
    why_not_there(b, s, place, step);
}

/* What the pod itself does not ask. */
static void why_so_much(Buf *b, const Request *r)
{
    const Object *const by[] = {r->filled, r->overhead};
    static const char *const WORDS[] = {"the default of ", "the overhead of "};
    bool any = false;
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        if (!by[i])
            continue;
        buf_printf(b, "%s%s", any ? " and " : " (with ", WORDS[i]);
        write_object(b, by[i]);
        any = true;
    }
    buf_add(b, any ? STR(")") : STR(""));
}

static void why_request(Buf *b, const Fit *f, const Pod *pod, const Place *place)
{
    const Request *r = fit_request(f, pod);
    if (!r || !f->nearest) {
        buf_printf(b, "is larger than every instance type that it may launch");
        return;
    }
    buf_printf(b, "needs ");
    quantity_write(b, &r->amount);
    buf_printf(b, " %.*s", STR_ARG(r->resource));
    why_so_much(b, r);
    buf_printf(b, ", and %.*s gives ", STR_ARG(type_name(place->facts, f->nearest)));
    write_thousandths(b, r->resource, f->gives);
}

static void why_limit(Buf *b, const Fit *f, const Facts *facts)
{
    if (!f->limit) {
        buf_printf(b, "needs a node, and it may have none");
        return;
    }
    buf_printf(b, "needs a node that exceeds its limit %.*s: %.*s", STR_ARG(f->limit->resource),
               STR_ARG(f->limit->text));
    if (!f->nearest || str_eq(f->limit->resource, STR("nodes")))
        return;
    buf_printf(b, " (%.*s has ", STR_ARG(type_name(facts, f->nearest)));
    write_thousandths(b, f->limit->resource, type_capacity(facts, f->nearest, f->limit->resource));
    buf_char(b, ')');
}

static void why_hidden(Buf *b, const Fit *f, const Pod *pod)
{
    const PodTerm *t = &pod->terms.items[f->hider_term];
    buf_printf(b, "is ignored by Karpenter, which does not take ");
    if (f->hider)
        write_own_source(b, pod, t->sources.items[f->hider - 1]);
    else
        buf_printf(b, "matchFields");
    buf_printf(b, " from a pod");
}

static void why_values(Buf *b, const Fit *f)
{
    if (f->least)
        buf_printf(b, "leaves %lld of %.*s, and its minValues demands %lld", (long long)f->left,
                   STR_ARG(f->least->source.written_key), (long long)f->least->source.min_values);
}

/* What a step is told of. */
typedef struct Telling {
    Arena *arena;
    const Fit *fit;
    const Pod *pod;
    const Place *place;
} Telling;

static void why_no_subnet(Buf *b, const Telling *t)
{
    const ReqSource *s = fit_selector(t->fit, t->pod);
    if (s) {
        buf_printf(b, "requires ");
        write_own_source(b, t->pod, s);
        buf_printf(b, ", and its nodes start only in ");
    } else {
        buf_printf(b, "finds no zone there: nodes could start only in ");
    }
    fit_write_zones(b, t->arena, s, t->place);
    if (!s)
        buf_printf(b, ", and the requirements of the place allow none of these zones");
}

static void why_no_capacity(Buf *b, const Telling *t)
{
    const ReqSource *s = fit_selector(t->fit, t->pod);
    buf_printf(b, s ? "requires " : "finds no capacity there: ");
    if (s)
        write_own_source(b, t->pod, s);
    buf_add(b, s ? STR(", and ") : STR(""));
    if (!t->fit->no_reserved) {
        buf_printf(b, "no capacity type meets %s",
                   s ? "this and all requirements of the place" : "all its requirements");
        return;
    }
    const NodeClass *c = ((const Pool *)t->place)->node_class;
    buf_printf(b, "%.*s %.*s selects no reserved capacity (capacityReservationSelectorTerms)",
               STR_ARG(c->object->kind), STR_ARG(object_called(c->object)));
}

static void why_step(Buf *b, FitStep step, const Telling *t)
{
    const Fit *f = t->fit;
    const Pod *pod = t->pod;
    const Place *place = t->place;
    if (step == FIT_ZONE && f->no_subnet) {
        why_no_subnet(b, t);
        return;
    }
    if (step == FIT_ZONE && f->no_capacity) {
        why_no_capacity(b, t);
        return;
    }
    switch (step) {
    case FIT_HIDDEN: why_hidden(b, f, pod); break;
    case FIT_TAINT: why_not_tolerated(b, pod, f->taint); break;
    case FIT_LABEL:
    case FIT_TYPE:
    case FIT_ZONE: why_label(b, f, pod, place, step); break;
    case FIT_RESOURCES: why_request(b, f, pod, place); break;
    case FIT_LIMITS: why_limit(b, f, place->facts); break;
    case FIT_VALUES: why_values(b, f); break;
    case FIT_STEPS: break;
    }
}

Str fit_why(Arena *a, const Fit *f, const Pod *pod, const Place *place, bool as_written)
{
    Buf b;
    Telling telling = {a, f, pod, place};
    buf_init(&b, a, LIMIT_MESSAGE);
    if (as_written && f->taint_written == TRI_NO && f->taint_as_written) {
        why_not_tolerated(&b, pod, f->taint_as_written);
        return buf_str(&b);
    }
    for (size_t i = 0; i < FIT_STEPS; i++) {
        if (f->steps[i] != TRI_NO || (i == FIT_TAINT && !f->taint))
            continue;
        why_step(&b, (FitStep)i, &telling);
        return buf_str(&b);
    }
    return f->ok == TRI_YES ? STR("fits") : STR("cannot be told");
}

bool fit_types(FitCache *c, const Pod *pod, const Place *place, TypeSet out)
{
    bool others = place->types_open || !place->types_judged;
    (void)fit_nodes(c, place);
    (void)fit_shape_types(c, pod);
    for (size_t t = 0; t < pod->terms.len; t++) {
        const TermTypes *term = fit_term_types(c, pod, place->labels_mode, t);
        ArenaMark mark = arena_mark(c->arena);
        TypeSet sure = types_copy(c->arena, c->facts, place->types);
        TypeSet maybe = types_copy(c->arena, c->facts, place->maybe);
        others |= term->beyond && !place->types_pinned;
        types_and(c->facts, sure, term->sure);
        fit_cards(c, place, sure);
        fit_narrow(c, pod, place, sure, maybe);
        types_or(c->facts, out, sure);
        arena_rewind(c->arena, mark);
    }
    return others;
}

/* ---- room ---- */

typedef struct Packed {
    FitCache *cache;
    const Pod *pod;
    const Place *place;
} Packed;

static int64_t pods_on(const Packed *p, const InstanceType *t)
{
    const ShapeTypes *s = fit_shape_types(p->cache, p->pod);
    int64_t most = INT64_MAX;
    for (size_t i = 0; i < s->asked.len; i++) {
        const Asked *a = &s->asked.items[i];
        if (a->unknown || a->amount <= 0)
            continue;
        int64_t gives = fit_gives(p->cache, p->pod, p->place, t->index, a).most;
        int64_t fit = gives < 0 ? 0 : gives / a->amount;
        most = fit < most ? fit : most;
    }
    return most;
}

static int64_t times(int64_t nodes, int64_t pods)
{
    bool endless = nodes == INT64_MAX || pods == INT64_MAX || (pods && nodes > INT64_MAX / pods);
    return endless ? INT64_MAX : nodes * pods;
}

static int64_t pods_of_node(const void *context, const InstanceType *t)
{
    return pods_on(context, t);
}

/* Nodes of a static pool, or of a group, that there may be; -1 unknown. */
static int64_t fixed_nodes(const Place *place)
{
    return place->kind == PLACE_GROUP ? ((const Group *)place)->max
                                      : ((const Pool *)place)->replicas;
}

int64_t fit_room(FitCache *c, const Pod *pod, const Place *place, const PoolLimit **stops)
{
    *stops = NULL;
    Tri ok = fit_of(c, pod, place)->ok;
    if (ok == TRI_NO)
        return 0;
    TypeSet types = types_none(c->arena, c->facts);
    bool others = fit_types(c, pod, place, types);
    if (ok == TRI_UNKNOWN || others || pod->admitted.open)
        return -1;
    const Pool *p = (const Pool *)place;
    Packed packed = {c, pod, place};
    PoolYield y = {p, types, pods_of_node, &packed, STR("")};
    if (place->kind == PLACE_POOL && !place->is_static)
        return pool_yield(&y, stops);
    int64_t nodes = fixed_nodes(place), pods = 0;
    for (size_t i = types_next(c->facts, types, 0); i != SIZE_MAX;
         i = types_next(c->facts, types, i + 1)) {
        int64_t here = pods_on(&packed, facts_type(c->facts, i));
        pods = here > pods ? here : pods;
    }
    return nodes < 0 ? -1 : times(nodes, pods);
}
