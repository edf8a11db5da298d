/* What a fit means: in words, as a place in the pod, in nodes. */
#include "base/limits.h"
#include "kube/fit_data.h"

static void write_thousandths(Buf *b, Str resource, int64_t amount)
{
    if (str_eq(resource, STR("memory")))
        buf_printf(b, "%lldMi", (long long)(amount / 1000 >> 20));
    else if (amount % 1000)
        buf_printf(b, "%lldm", (long long)amount);
    else
        buf_printf(b, "%lld", (long long)(amount / 1000));
}

static void why_taint(Buf *b, const Taint *t)
{
    buf_printf(b, "does not tolerate the taint %.*s%s%.*s:%.*s", STR_ARG(t->key),
               t->value.len ? "=" : "", STR_ARG(t->value), STR_ARG(t->effect));
}

static void why_label(Buf *b, const ReqSource *s, const Place *place, FitStep step)
{
    if (!s) {
        buf_printf(b, "no instance type is left");
        return;
    }
    buf_printf(b, "requires ");
    req_source_write(b, s);
    const Req *own = place_label(place, s->key);
    if (step == FIT_LABEL)
        buf_add(b, own ? STR(", of which it has another value")
                       : STR(", a label that it does not set"));
    else if (step == FIT_TYPE)
        buf_printf(b, ", which no instance type that it may launch has");
    else
        buf_printf(b, ", which it does not allow");
}

static void why_request(Buf *b, const Fit *f, const Pod *pod, const Facts *facts)
{
    const Request *r = fit_request(f, pod);
    if (!r || !f->nearest) {
        buf_printf(b, "is larger than every instance type that it may launch");
        return;
    }
    int64_t has = type_allocatable(facts, f->nearest, r->resource);
    buf_printf(b, "needs ");
    quantity_write(b, &r->amount);
    buf_printf(b, " %.*s, and ", STR_ARG(r->resource));
    buf_printf(b, "%.*s gives ", STR_ARG(type_name(facts, f->nearest)));
    write_thousandths(b, r->resource, has);
}

static void why_limit(Buf *b, const Fit *f)
{
    if (f->limit)
        buf_printf(b, "needs a node that exceeds its limit %.*s: %.*s", STR_ARG(f->limit->resource),
                   STR_ARG(f->limit->text));
    else
        buf_printf(b, "needs a node, and it may have none");
}

static void why_step(Buf *b, FitStep step, const Fit *f, const Pod *pod, const Place *place)
{
    switch (step) {
    case FIT_HIDDEN:
        buf_printf(b, "is ignored by Karpenter for a selector that it does not allow");
        break;
    case FIT_TAINT: why_taint(b, f->taint); break;
    case FIT_LABEL:
    case FIT_TYPE:
    case FIT_ZONE: why_label(b, fit_selector(f, pod), place, step); break;
    case FIT_RESOURCES: why_request(b, f, pod, place->facts); break;
    case FIT_LIMITS: why_limit(b, f); break;
    case FIT_STEPS: break;
    }
}

Str fit_why(Arena *a, const Fit *f, const Pod *pod, const Place *place, bool as_written)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    if (as_written && f->taint_written == TRI_NO && f->taint_as_written) {
        why_taint(&b, f->taint_as_written);
        return buf_str(&b);
    }
    for (size_t i = 0; i < FIT_STEPS; i++) {
        if (f->steps[i] != TRI_NO || (i == FIT_TAINT && !f->taint))
            continue;
        why_step(&b, (FitStep)i, f, pod, place);
        return buf_str(&b);
    }
    return f->ok == TRI_YES ? STR("fits") : STR("cannot be told");
}

NodePlace fit_blame(const Fit *f, const Pod *pod)
{
    const ReqSource *s = fit_selector(f, pod);
    const Request *r = fit_request(f, pod);
    if (f->steps[FIT_LABEL] == TRI_NO || f->steps[FIT_TYPE] == TRI_NO ||
        f->steps[FIT_ZONE] == TRI_NO)
        return s ? (NodePlace){s->node, STR("")} : pod_place(pod, STR("nodeSelector"));
    if (f->steps[FIT_RESOURCES] == TRI_NO && r && r->node)
        return (NodePlace){r->node, STR("")};
    if (f->steps[FIT_TAINT] == TRI_NO)
        return pod_place(pod, STR("tolerations"));
    if (f->steps[FIT_RESOURCES] == TRI_NO || f->steps[FIT_LIMITS] == TRI_NO)
        return pod_place(pod, STR("containers"));
    return (NodePlace){NULL, STR("")};
}

bool fit_types(FitCache *c, const Pod *pod, const Place *place, TypeSet out)
{
    const ShapeTypes *s = fit_shape_types(c, pod);
    bool others = place->types_open || !place->types_judged;
    for (size_t t = 0; t < pod->terms.len; t++) {
        const TermTypes *term = fit_term_types(c, pod, place->labels_mode, t);
        others |= term->beyond && !place->types_pinned;
        for (size_t w = 0; w < facts_type_words(c->facts); w++)
            out.words[w] |= place->types.words[w] & term->sure.words[w] & s->large.words[w];
    }
    return others;
}

/* ---- room ---- */

static int64_t pods_on(const FitCache *c, const Pod *pod, const InstanceType *t)
{
    int64_t most = INT64_MAX;
    for (size_t i = 0; i < pod->requests.len; i++) {
        const Request *r = &pod->requests.items[i];
        int64_t asked = r->unknown ? 0 : quantity_milli(&r->amount);
        if (asked <= 0 || str_eq(r->resource, STR("ephemeral-storage")))
            continue;
        int64_t fit = type_allocatable(c->facts, t, r->resource) / asked;
        most = fit < most ? fit : most;
    }
    return most;
}

static int64_t times(int64_t nodes, int64_t pods)
{
    bool endless = nodes == INT64_MAX || pods == INT64_MAX || (pods && nodes > INT64_MAX / pods);
    return endless ? INT64_MAX : nodes * pods;
}

typedef struct Packed {
    const FitCache *cache;
    const Pod *pod;
} Packed;

static int64_t pods_of_node(const void *context, const InstanceType *t)
{
    const Packed *p = context;
    return pods_on(p->cache, p->pod, t);
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
    if (ok == TRI_UNKNOWN || others || pod->requests_open)
        return -1;
    const Pool *p = (const Pool *)place;
    Packed packed = {c, pod};
    PoolYield y = {p, types, pods_of_node, &packed, STR("")};
    if (place->kind == PLACE_POOL && !place->is_static)
        return pool_yield(&y, stops);
    int64_t nodes = fixed_nodes(place), pods = 0;
    for (size_t i = types_next(c->facts, types, 0); i != SIZE_MAX;
         i = types_next(c->facts, types, i + 1)) {
        int64_t here = pods_on(c, pod, facts_type(c->facts, i));
        pods = here > pods ? here : pods;
    }
    return nodes < 0 ? -1 : times(nodes, pods);
}
