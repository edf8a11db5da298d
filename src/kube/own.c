#include "kube/own.h"

#include "kube/conflict.h"
#include "kube/late.h"

/* SageMaker writes its types with "ml." in front; the machine is the same. The values stay sorted.
 */
static Req plain_types(Arena *a, const Req *r)
{
    static const Str PREFIX = STR_INIT("ml.");
    Req plain = *r;
    plain.values.items = arena_array(a, Str, r->values.len + 1);
    for (size_t i = 0; i < r->values.len; i++) {
        if (!str_starts(r->values.items[i], PREFIX))
            return *r;
        plain.values.items[i] = str_skip(r->values.items[i], PREFIX.len);
    }
    return plain;
}

/* Types that one requirement leaves, whichever mode's label it is; false: it decides about none. */
static bool types_of_req(const Facts *f, Arena *a, const Req *r, TypesOut *out)
{
    static const LabelMode MODES[] = {LABELS_KARPENTER, LABELS_AUTO};
    Req plain = plain_types(a, r);
    for (size_t m = 0; m < sizeof MODES / sizeof *MODES; m++) {
        out->sure = types_none(a, f);
        out->maybe = types_none(a, f);
        *out->beyond = false;
        if (facts_types_of(f, MODES[m], &plain, out))
            return true;
    }
    return false;
}

bool own_term_types(const Facts *f, Arena *a, const PodTerm *t, TypeSet out, bool *open)
{
    const FactTable *general = facts_table(f, STR("general-labels"));
    bool any = false, beyond = false;
    *open |= t->reqs.open;
    for (size_t i = 0; i < t->reqs.list.len; i++) {
        TypesOut with = {.beyond = &beyond};
        if (!types_of_req(f, a, &t->reqs.list.items[i], &with))
            continue;
        types_and(f, out, with.maybe);
        *open |= beyond || types_size(f, with.maybe) != types_size(f, with.sure);
        any |= facts_find(general, t->reqs.list.items[i].key, 0) == SIZE_MAX;
    }
    return any;
}

/* Known types that some alternative leaves. */
static PodTypes own_types(const Facts *f, Arena *a, const Pod *p)
{
    PodTypes out = {types_none(a, f), p->partial};
    for (size_t i = 0; i < p->terms.len; i++) {
        TypeSet one = types_all(a, f);
        (void)own_term_types(f, a, &p->terms.items[i], one, &out.open);
        types_or(f, out.set, one);
    }
    return out;
}

/* ---- devices ---- */

static void drop_lacking(const Facts *f, TypeSet set, const Request *r)
{
    size_t number = facts_resource_number(f, r->resource);
    int64_t asked = quantity_milli(&r->amount);
    for (size_t i = types_next(f, set, 0); i != SIZE_MAX; i = types_next(f, set, i + 1))
        if (asked > type_allocatable_of(f, i, number))
            set.words[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

PodTypes pod_device_types(const Facts *f, Arena *a, const Pod *p)
{
    PodTypes out = own_types(f, a, p);
    out.open |= p->requests_open;
    for (size_t i = 0; i < p->requests.len; i++) {
        Resource known;
        const Request *r = &p->requests.items[i];
        if (!facts_resource(f, r->resource, &known) || !known.vendor.len || !known.modelled)
            continue;
        if (r->unknown)
            out.open = true;
        else
            drop_lacking(f, out.set, r);
    }
    return out;
}

static int64_t most_among(const Facts *f, TypeSet set, size_t number)
{
    int64_t most = 0;
    for (size_t i = types_next(f, set, 0); i != SIZE_MAX; i = types_next(f, set, i + 1)) {
        int64_t here = type_allocatable_of(f, i, number);
        most = here > most ? here : most;
    }
    return most / 1000;
}

int64_t pod_most_of(const Facts *f, Arena *a, const Pod *p, Str resource)
{
    size_t number = facts_resource_number(f, resource);
    PodTypes own = own_types(f, a, p);
    bool told = number != SIZE_MAX && !own.open && !types_empty(f, own.set) &&
                most_among(f, types_all(a, f), number) > 0;
    return told ? most_among(f, own.set, number) : -1;
}

/* ---- contradictions ---- */

static bool excludes(const ReqSource *s)
{
    return s->op == REQ_DOES_NOT_EXIST || s->op == REQ_NOT_IN || s->op == REQ_BAD;
}

/* Requirements on one key that no value meets, though each asks for one. */
static size_t contradiction(Arena *a, const PodTerm *t, const ReqSource *const **out)
{
    for (size_t i = 0; i < t->reqs.list.len; i++) {
        const Req *r = &t->reqs.list.items[i];
        if (r->unknown || req_op(r) != REQ_DOES_NOT_EXIST)
            continue;
        VEC(const ReqSource *) on_key = {0};
        bool asks = false;
        for (size_t k = 0; k < t->sources.len; k++) {
            if (!str_eq(t->sources.items[k]->key, r->key))
                continue;
            *vec_push(a, &on_key) = t->sources.items[k];
            asks |= !excludes(t->sources.items[k]);
        }
        *out = on_key.items;
        if (asks && on_key.len > 1)
            return on_key.len;
    }
    return 0;
}

/* What may be met by a type that the facts do not have takes no part. */
static size_t term_conflict(const Facts *f, Arena *a, const PodTerm *t,
                            const ReqSource *const **out)
{
    const ReqSource **decide = arena_array(a, const ReqSource *, t->sources.len + 1);
    TypeSet *sets = arena_array(a, TypeSet, t->sources.len + 1);
    size_t count = 0, *chosen;
    for (size_t i = 0; i < t->sources.len; i++) {
        bool beyond = false;
        TypesOut with = {.beyond = &beyond};
        if (t->sources.items[i]->unknown || t->sources.items[i]->op == REQ_BAD)
            continue;
        Req one = req_from(a, t->sources.items[i]);
        if (!types_of_req(f, a, &one, &with) || beyond)
            continue;
        decide[count] = t->sources.items[i];
        sets[count++] = with.maybe;
    }
    size_t size = types_conflict(a, f, sets, count, &chosen);
    for (size_t i = 0; i < size; i++)
        decide[i] = decide[chosen[i]];
    *out = decide;
    return size ? size : contradiction(a, t, out);
}

size_t pod_conflict(const Facts *f, Arena *a, const Pod *p, const ReqSource *const **out)
{
    size_t first = 0;
    for (size_t i = 0; i < p->terms.len; i++) {
        const ReqSource *const *found;
        size_t size = term_conflict(f, a, &p->terms.items[i], &found);
        if (!size)
            return 0;
        if (i == 0) {
            first = size;
            *out = found;
        }
    }
    return first;
}

/* ---- hidden from Karpenter ---- */

bool source_hides(const Facts *f, LabelMode mode, const ReqSource *s)
{
    if (s->key_unknown)
        return false;
    bool named = place_named_by(f, s->key).len;
    LabelFault fault = named ? LABEL_FINE : facts_label_fault(f, mode, 0, s->key);
    for (size_t i = 0; i < s->values.len && fault == LABEL_FINE; i++)
        if (!label_value_valid(s->values.items[i]))
            return true;
    return fault != LABEL_FINE;
}

bool pod_hidden(const Facts *f, LabelMode mode, const Pod *p)
{
    for (size_t i = 0; i < p->terms.len; i++) {
        const PodTerm *t = &p->terms.items[i];
        bool hidden = t->match_fields;
        for (size_t k = 0; k < t->sources.len && !hidden; k++)
            hidden = source_hides(f, mode, t->sources.items[k]);
        if (hidden)
            return true;
    }
    return false;
}
