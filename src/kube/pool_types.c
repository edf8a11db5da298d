/* Why a pool has the types that it has, or none. */
#include "kube/pool.h"

#include "base/limits.h"
#include "kube/conflict.h"
#include "kube/names.h"

/* ---- the smallest set that leaves no type ---- */

/* What keeps out a newer type that the requirement might let in: best another one on its key. */
static const PlaceReq *against_newer(const PlaceReq *r, const PlaceReq *const *all, size_t count)
{
    const PlaceReq *other = NULL;
    for (size_t i = 0; i < count; i++) {
        if (all[i] == r || all[i]->beyond)
            continue;
        if (str_eq(all[i]->source.key, r->source.key))
            return all[i];
        if (!other)
            other = all[i];
    }
    return other;
}

size_t pool_typeless(Arena *a, const Pool *p, const PlaceReq *const **out)
{
    const Place *place = &p->place;
    if (!place->types_judged || place->types_newer || !types_empty(place->facts, place->maybe))
        return 0;
    const PlaceReq **decide = arena_array(a, const PlaceReq *, place->written.len + 1);
    TypeSet *sets = arena_array(a, TypeSet, place->written.len + 1);
    size_t count = 0, *chosen;
    for (size_t i = 0; i < place->written.len; i++) {
        if (!place->written.items[i]->on_types)
            continue;
        decide[count] = place->written.items[i];
        sets[count++] = place->written.items[i]->maybe;
    }
    size_t size = types_conflict(a, place->facts, sets, count, &chosen);
    const PlaceReq **found = arena_array(a, const PlaceReq *, size + 2);
    for (size_t i = 0; i < size; i++)
        found[i] = decide[chosen[i]];
    bool alone = size == 1 && found[0]->beyond;
    const PlaceReq *other = alone ? against_newer(found[0], decide, count) : NULL;
    if (other)
        found[size++] = other;
    *out = found;
    return size;
}

/* ---- dead values ---- */

static bool any_type_has(Arena *a, const PlaceReq *r, Str value)
{
    const Place *p = r->place;
    bool beyond = false;
    Req one = {.key = r->source.key};
    *vec_push(a, &one.values) = value;
    TypesOut out = {types_none(a, p->facts), types_none(a, p->facts), &beyond};
    facts_types_of(p->facts, p->labels_mode, &one, &out);
    return types_overlap(p->facts, out.maybe, p->maybe);
}

/* Fills what is told of a value that no type has; false when the value is alive. */
static bool is_dead(Arena *a, const PlaceReq *r, DeadValue *d, bool suggest)
{
    const Place *p = r->place;
    ValueVerdict verdict = facts_value(p->facts, p->labels_mode, r->source.key, d->value);
    d->newer = verdict == VALUE_NEWER;
    if (verdict == VALUE_SOLD)
        return false;
    d->excluded = verdict == VALUE_KNOWN;
    if (d->excluded) {
        bool some_left = !types_empty(p->facts, p->maybe);
        d->reason = STR("is only of instance types that other requirements exclude");
        return r->on_types && some_left && !p->types_newer && !any_type_has(a, r, d->value);
    }
    d->reason = STR("matches no instance type");
    if (suggest)
        d->meant = facts_value_meant(a, p->facts, p->labels_mode, r->source.key, d->value);
    if (d->meant.len)
        d->suggestion = arena_printf(a, " (did you mean %.*s?)", STR_ARG(d->meant));
    return true;
}

static DeadValue *dead_value(Arena *a, const PlaceReq *r, const Node *n, bool suggest)
{
    DeadValue d = {.requirement = r, .node = n};
    if (node_unknown(n) || n->kind == NODE_LIST || n->kind == NODE_MAP)
        return NULL;
    d.value = node_scalar(n);
    if (!is_dead(a, r, &d, suggest))
        return NULL;
    DeadValue *kept = arena_new(a, DeadValue);
    *kept = d;
    return kept;
}

size_t pool_dead_values(Arena *a, const PlaceReq *r, const DeadValue *const **out)
{
    const Node *list = r->source.values_node;
    bool judged = r->place->types_judged && r->source.op == REQ_IN && !r->label &&
                  !r->source.key_unknown && list && list->kind == NODE_LIST &&
                  !str_eq(r->source.key, facts_name(r->place->facts, NAME_CAPACITY_TYPE));
    if (!judged)
        return 0;
    DeadValue **dead = arena_array(a, DeadValue *, list->len + 1);
    const DeadValue **kept = arena_array(a, const DeadValue *, list->len + 1);
    size_t count = 0;
    for (uint32_t i = 0; i < list->len && i < LIMIT_REQ_VALUES; i++) {
        dead[count] = dead_value(a, r, &list->as.items[i], count < LIMIT_SUGGESTIONS);
        count += dead[count] != NULL;
    }
    for (size_t i = 0; i < count; i++) {
        dead[i]->alone = count == list->len;
        kept[i] = dead[i];
    }
    *out = kept;
    return count;
}

/* ---- single questions ---- */

static bool lists(const ReqSource *s, Str value)
{
    for (size_t i = 0; i < s->values.len; i++)
        if (str_eq(s->values.items[i], value))
            return true;
    return false;
}

/* A type that the facts do not have is removed by lists of names and families only. */
static bool names_others(const PlaceReq *r, Str type)
{
    const ReqSource *s = &r->source;
    if (!r->on_types || s->op != REQ_IN || s->unknown)
        return false;
    if (str_eq(s->key, facts_name(r->place->facts, NAME_INSTANCE_TYPE)))
        return !lists(s, type);
    return str_ends(s->key, STR("/instance-family")) &&
           !lists(s, str_slice(type, 0, str_find_char(type, '.')));
}

const PlaceReq *pool_removes(const Pool *p, Str type_name)
{
    const InstanceType *t = facts_type_find(p->place.facts, type_name);
    for (size_t i = 0; i < p->place.written.len; i++) {
        const PlaceReq *r = p->place.written.items[i];
        if (t ? r->on_types && !types_has(r->maybe, t->index) : names_others(r, type_name))
            return r;
    }
    return NULL;
}

bool pool_capacity_types(Arena *a, const Pool *p, const Str **out, size_t *count)
{
    static const Str ALL[] = {STR_INIT("reserved"), STR_INIT("spot"), STR_INIT("on-demand")};
    enum { KINDS = sizeof ALL / sizeof *ALL };
    const Req *r = reqs_find(&p->place.reqs, facts_name(p->place.facts, NAME_CAPACITY_TYPE));
    Str *kept = arena_array(a, Str, KINDS);
    *count = 0;
    *out = kept;
    if (p->place.reqs.open)
        return false;
    for (size_t i = 0; i < KINDS; i++) {
        Tri allowed = r ? req_allows(r, ALL[i]) : TRI_YES;
        if (allowed == TRI_UNKNOWN)
            return false;
        if (allowed == TRI_YES)
            kept[(*count)++] = ALL[i];
    }
    return true;
}

bool pool_zones(Arena *a, const Pool *p, const Str **out, size_t *count)
{
    (void)a;
    const Req *r = reqs_find(&p->place.reqs, facts_name(p->place.facts, NAME_ZONE));
    *count = 0;
    *out = NULL;
    if (p->place.reqs.open || (r && r->unknown))
        return false;
    if (r && !r->complement) {
        *out = r->values.items;
        *count = r->values.len;
    }
    return true;
}

const PlaceReq *pool_narrowest(const Pool *p)
{
    const PlaceReq *best = NULL;
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < p->place.written.len; i++) {
        const PlaceReq *r = p->place.written.items[i];
        size_t types = r->on_types ? types_size(p->place.facts, r->maybe) : SIZE_MAX;
        if (types < fewest) {
            fewest = types;
            best = r;
        }
    }
    return best;
}
