/* What a pod asks of instance types: enough resources, and labels. */
#include "kube/fit_data.h"
#include "kube/names.h"

FitRow *fit_row(FitCache *c, const Pod *pod)
{
    while (c->rows.len <= pod->shape)
        *vec_push(c->arena, &c->rows) = (FitRow){0};
    return &c->rows.items[pod->shape];
}

static bool all_modelled(const FitCache *c, const Pod *pod)
{
    for (size_t i = 0; i < pod->admitted.list.len; i++) {
        Resource r;
        const Request *asked = &pod->admitted.list.items[i];
        Quantity zero = quantity_of(0);
        bool none = !asked->unknown && quantity_cmp(&asked->amount, &zero) == 0;
        if (!none && !(facts_resource(c->facts, asked->resource, &r) && r.modelled))
            return false;
    }
    return true;
}

static AskedKind kind_of(const FitCache *c, Asked *a)
{
    if (kubelet_resource(a->resource, &a->setting))
        return ASKED_KUBELET;
    if (str_eq(a->resource, facts_name(c->facts, NAME_EFA)))
        return ASKED_EFA;
    return str_eq(a->resource, STR("pods")) ? ASKED_PODS : ASKED_PLAIN;
}

static Asked asked_of(const FitCache *c, const Request *r)
{
    Asked a = {.resource = r->resource, .unknown = r->unknown};
    a.kind = kind_of(c, &a);
    a.number = facts_resource_number(c->facts, r->resource);
    a.amount = quantity_milli(&r->amount);
    a.usual = a.kind == ASKED_KUBELET ? fit_usual_load(c->facts, r->resource) : 0;
    return a;
}

/* Depends on the node class: no type alone has or lacks it. */
static bool of_class(const Asked *a)
{
    bool disk = a->kind == ASKED_KUBELET && a->setting == KUBELET_STORAGE;
    return (disk || a->kind == ASKED_EFA) && (a->unknown || a->amount > 0);
}

/* Devices and the like: what the type has is what pods get. */
static bool is_equipped(const FitCache *c, const ShapeTypes *s, size_t type)
{
    for (size_t k = 0; k < s->asked.len; k++) {
        const Asked *a = &s->asked.items[k];
        if (a->kind == ASKED_PLAIN && !a->unknown &&
            a->amount > type_allocatable_of(c->facts, type, a->number))
            return false;
    }
    return true;
}

static void add_large(const FitCache *c, const Pod *pod, ShapeTypes *s, size_t type)
{
    bool sure = !pod->admitted.open;
    for (size_t k = 0; k < s->asked.len; k++) {
        const Asked *a = &s->asked.items[k];
        int64_t has = type_allocatable_of(c->facts, type, a->number);
        if (of_class(a) || a->unknown)
            sure = sure && !a->unknown;
        else if (a->amount > has)
            return;
        else
            sure = sure && (pod->daemon || a->amount <= has - a->usual || !a->amount);
    }
    types_add(s->maybe_large, type);
    if (sure)
        types_add(s->large, type);
}

ShapeTypes *fit_shape_types(FitCache *c, const Pod *pod)
{
    FitRow *row = fit_row(c, pod);
    if (row->types)
        return row->types;
    ShapeTypes *s = arena_new(c->arena, ShapeTypes);
    for (size_t i = 0; i < pod->admitted.list.len; i++) {
        *vec_push(c->arena, &s->asked) = asked_of(c, &pod->admitted.list.items[i]);
        s->of_class |= of_class(&s->asked.items[i]);
    }
    s->large = types_none(c->arena, c->facts);
    s->maybe_large = types_none(c->arena, c->facts);
    s->modelled = all_modelled(c, pod);
    s->equipped = types_none(c->arena, c->facts);
    for (size_t i = 0; i < facts_type_count(c->facts); i++) {
        if (!is_equipped(c, s, i))
            continue;
        types_add(s->equipped, i);
        add_large(c, pod, s, i);
    }
    row->types = s;
    return s;
}

static bool names_types(const Facts *f, const Req *r)
{
    return !r->complement && !r->unknown &&
           (str_eq(r->key, facts_name(f, NAME_INSTANCE_TYPE)) ||
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
        t.pinned |= names_types(c->facts, r) && !beyond;
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
