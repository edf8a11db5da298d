/* What a pod asks of instance types: enough resources, and labels. */
#include "kube/fit_data.h"

FitRow *fit_row(FitCache *c, const Pod *pod)
{
    while (c->rows.len <= pod->shape)
        *vec_push(c->arena, &c->rows) = (FitRow){0};
    return &c->rows.items[pod->shape];
}

/* The facts do not count it: storage depends on the node class. */
static bool counted(Str resource)
{
    return !str_eq(resource, STR("ephemeral-storage"));
}

Tri fit_enough(const FitCache *c, const Request *r, const InstanceType *t)
{
    if (!counted(r->resource))
        return TRI_YES;
    if (r->unknown)
        return TRI_UNKNOWN;
    return tri_of(quantity_milli(&r->amount) <= type_allocatable(c->facts, t, r->resource));
}

static bool all_modelled(const FitCache *c, const Pod *pod)
{
    for (size_t i = 0; i < pod->requests.len; i++) {
        Resource r;
        const Request *asked = &pod->requests.items[i];
        Quantity zero = quantity_of(0);
        bool none = !asked->unknown && quantity_cmp(&asked->amount, &zero) == 0;
        if (!none && !(facts_resource(c->facts, asked->resource, &r) && r.modelled))
            return false;
    }
    return true;
}

/* A request, with what is found once for all types. */
typedef struct Asked {
    size_t resource;
    int64_t amount;
} Asked;

/* Known amounts of counted resources; *known is false when another takes part. */
static size_t asked_of(const FitCache *c, const Pod *pod, Asked *out, bool *known)
{
    size_t count = 0;
    *known = !pod->requests_open;
    for (size_t i = 0; i < pod->requests.len; i++) {
        const Request *r = &pod->requests.items[i];
        if (!counted(r->resource))
            continue;
        *known = *known && !r->unknown;
        if (!r->unknown)
            out[count++] =
                (Asked){facts_resource_number(c->facts, r->resource), quantity_milli(&r->amount)};
    }
    return count;
}

ShapeTypes *fit_shape_types(FitCache *c, const Pod *pod)
{
    FitRow *row = fit_row(c, pod);
    if (row->types)
        return row->types;
    ShapeTypes *s = arena_new(c->arena, ShapeTypes);
    Asked *asked = arena_array(c->arena, Asked, pod->requests.len + 1);
    bool known;
    size_t count = asked_of(c, pod, asked, &known);
    s->large = types_none(c->arena, c->facts);
    s->maybe_large = types_none(c->arena, c->facts);
    s->modelled = all_modelled(c, pod);
    for (size_t i = 0; i < facts_type_count(c->facts); i++) {
        size_t k = 0;
        while (k < count && asked[k].amount <= type_allocatable_of(c->facts, i, asked[k].resource))
            k++;
        if (k == count) {
            types_add(s->maybe_large, i);
            if (known)
                types_add(s->large, i);
        }
    }
    row->types = s;
    return s;
}

static bool names_types(const Req *r)
{
    return !r->complement && !r->unknown &&
           (str_eq(r->key, STR("node.kubernetes.io/instance-type")) ||
            str_ends(r->key, STR("/instance-family")));
}

static TermTypes term_types(const FitCache *c, const PodTerm *term, LabelMode mode)
{
    TermTypes t = {types_all(c->arena, c->facts), types_all(c->arena, c->facts), false, false};
    for (size_t i = 0; i < term->reqs.list.len; i++) {
        const Req *r = &term->reqs.list.items[i];
        bool beyond = false;
        TypesOut out = {types_none(c->arena, c->facts), types_none(c->arena, c->facts), &beyond};
        if (!facts_types_of(c->facts, mode, r, &out))
            continue;
        types_and(c->facts, t.sure, out.sure);
        types_and(c->facts, t.maybe, out.maybe);
        t.beyond |= beyond;
        t.pinned |= names_types(r) && !beyond;
    }
    if (term->reqs.open)
        t.sure = types_none(c->arena, c->facts);
    return t;
}

const TermTypes *fit_term_types(FitCache *c, const Pod *pod, LabelMode mode, size_t term)
{
    ShapeTypes *s = fit_shape_types(c, pod);
    if (!s->terms[mode]) {
        TermTypes *terms = arena_array(c->arena, TermTypes, pod->terms.len + 1);
        for (size_t i = 0; i < pod->terms.len; i++)
            terms[i] = term_types(c, &pod->terms.items[i], mode);
        s->terms[mode] = terms;
    }
    return &s->terms[mode][term];
}
