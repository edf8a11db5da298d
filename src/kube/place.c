/* What follows from the requirements of a place: the types that are left. */
#include "kube/place.h"

#include "kube/late.h"
#include "kube/names.h"

static const Str MODES[] = {[MODE_UNKNOWN] = STR_INIT(""),
                            [MODE_KARPENTER] = STR_INIT("karpenter"),
                            [MODE_AUTO] = STR_INIT("auto"),
                            [MODE_HYPERPOD] = STR_INIT("hyperpod"),
                            [MODE_OTHER] = STR_INIT("other")};

Str mode_name(PoolMode mode)
{
    return MODES[mode];
}

PoolMode mode_of(Str name)
{
    size_t mode = 0;
    while (mode < MODE_OTHER && !str_eq(name, MODES[mode]))
        mode++;
    return (PoolMode)mode;
}

/* Sets of one requirement; false when it decides nothing about types. */
static bool types_of(Arena *a, const Place *p, const Req *r, TypesOut *out)
{
    out->sure = types_none(a, p->facts);
    out->maybe = types_none(a, p->facts);
    return facts_types_of(p->facts, p->labels_mode, r, out);
}

static void close_written(Arena *a, Place *p)
{
    for (size_t i = 0; i < p->written.len; i++) {
        PlaceReq *w = p->written.items[i];
        if (w->source.key_unknown)
            continue;
        Req r = req_from(a, &w->source);
        TypesOut out = {.beyond = &w->beyond};
        w->on_types = types_of(a, p, &r, &out);
        w->types = out.sure;
        w->maybe = out.maybe;
    }
}

static bool family_key(const Place *p, Str key)
{
    return str_ends(key, STR("/instance-family")) &&
           facts_label_kind(p->facts, p->labels_mode, key) == LABEL_TYPE;
}

/* What the merged requirements say about types that the facts do not have. */
typedef struct Beyond {
    bool list, bound;          /* a value, a bound that reaches beyond them */
    bool types_pinned, family; /* lists of known names only */
} Beyond;

static void note_beyond(Beyond *b, const Place *p, const Req *r, bool beyond)
{
    bool named = !r->complement && !r->unknown && !beyond;
    b->types_pinned |= named && str_eq(r->key, facts_name(p->facts, NAME_INSTANCE_TYPE));
    b->family |= named && family_key(p, r->key);
    bool bound = r->complement && (r->has_gte || r->has_lte) && !r->unknown;
    b->bound |= beyond && bound;
    b->list |= beyond && !bound;
}

static bool only_windows(const Place *p)
{
    const Req *os = reqs_find(&p->reqs, facts_name(p->facts, NAME_OS));
    return os && req_allows(os, STR("windows")) == TRI_YES &&
           req_allows(os, STR("linux")) == TRI_NO;
}

static bool same_set(const Facts *f, TypeSet x, TypeSet y)
{
    for (size_t i = 0; i < facts_type_words(f); i++)
        if (x.words[i] != y.words[i])
            return false;
    return true;
}

void place_close_types(Arena *a, Place *p)
{
    Beyond beyond = {0};
    close_written(a, p);
    p->types = types_all(a, p->facts);
    p->maybe = types_all(a, p->facts);
    for (size_t i = 0; i < p->reqs.list.len; i++) {
        const Req *r = &p->reqs.list.items[i];
        bool past = false;
        TypesOut out = {.beyond = &past};
        if (!types_of(a, p, r, &out))
            continue;
        types_and(p->facts, p->types, out.sure);
        types_and(p->facts, p->maybe, out.maybe);
        note_beyond(&beyond, p, r, past);
    }
    if (p->reqs.open)
        p->types = types_none(a, p->facts);
    p->types_newer = !beyond.types_pinned && (beyond.list || (beyond.bound && !beyond.family));
    p->types_pinned = beyond.types_pinned || beyond.family;
    p->types_open = p->types_newer || !same_set(p->facts, p->types, p->maybe);
    p->types_judged = p->types_judged && !only_windows(p);
}

/* ---- asking ---- */

const Req *place_label(const Place *p, Str key)
{
    return reqs_find(&p->reqs, facts_label_canonical(p->facts, key));
}

const PlaceReq *place_requirement(const Place *p, Str key)
{
    Str canonical = facts_label_canonical(p->facts, key);
    for (size_t i = 0; i < p->written.len; i++)
        if (!p->written.items[i]->source.key_unknown &&
            str_eq(p->written.items[i]->source.key, canonical))
            return p->written.items[i];
    return NULL;
}

static Tri types_promise(const Place *p, const Req *r)
{
    Arena scratch;
    bool beyond = false;
    arena_init(&scratch, SIZE_MAX);
    TypesOut out = {.beyond = &beyond};
    types_of(&scratch, p, r, &out);
    Tri promise = types_overlap(p->facts, out.sure, p->types)                      ? TRI_YES
                  : types_overlap(p->facts, out.maybe, p->maybe) || p->types_newer ? TRI_UNKNOWN
                                                                                   : TRI_NO;
    arena_free(&scratch);
    return p->types_judged ? promise : TRI_UNKNOWN;
}

Tri place_promises(const Place *p, const Req *r)
{
    const Req *own = reqs_find(&p->reqs, r->key);
    LabelKind kind = facts_label_kind(p->facts, p->labels_mode, r->key);
    Tri promise = TRI_NO;
    if (own)
        promise = req_intersects(own, r);
    else if (kind == LABEL_OFFERING)
        promise = TRI_YES;
    else if (kind != LABEL_TYPE && p->reqs.open)
        promise = TRI_UNKNOWN;
    if (kind != LABEL_TYPE)
        return promise;
    return own && promise == TRI_NO ? TRI_NO : types_promise(p, r);
}

Str place_label_setter(const Place *p, Str key)
{
    Str setter = late_setter(p->facts, key);
    bool own = facts_label_kind(p->facts, p->labels_mode, key) == LABEL_CUSTOM ||
               (p->kind == PLACE_GROUP && facts_label_karpenter(p->facts, key));
    return setter.len || own ? setter : STR("the cloud provider");
}

bool place_has_plain(const Place *p)
{
    const FactTable *accelerated = facts_table(p->facts, STR("accelerators"));
    size_t i = types_next(p->facts, p->types, 0);
    while (i != SIZE_MAX &&
           facts_get(accelerated, type_name(p->facts, facts_type(p->facts, i)), "vendor").len)
        i = types_next(p->facts, p->types, i + 1);
    return i != SIZE_MAX;
}

static const InstanceType *extreme(const Place *p, Str resource, bool most)
{
    const InstanceType *best = NULL;
    int64_t amount = 0;
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX;
         i = types_next(p->facts, p->types, i + 1)) {
        const InstanceType *t = facts_type(p->facts, i);
        int64_t has = type_capacity(p->facts, t, resource);
        if (has && (!best || (most ? has > amount : has < amount))) {
            best = t;
            amount = has;
        }
    }
    return best;
}

const InstanceType *place_smallest(const Place *p, Str resource)
{
    return extreme(p, resource, false);
}

const InstanceType *place_largest(const Place *p, Str resource)
{
    return extreme(p, resource, true);
}
