#include "kube/meet.h"

#include "base/map.h"
#include "kube/fit_data.h"
#include "kube/tell.h"

enum { BITS = 64, VALUES_MOST = 16 /* values of a label that are looked up one by one */ };

typedef struct Indexes {
    VEC(uint32_t) list;
} Indexes;

struct Meet {
    Arena *arena;
    const Facts *facts;
    size_t places, words;
    Indexes untainted;  /* no taint that surely counts */
    Map barred;         /* key of the taint that tells a place best from others -> Indexes */
    Map tainted;        /* key of any taint -> Indexes */
    Indexes murky;      /* a taint of theirs is not known */
    Map labels;         /* key and value -> Indexes of places that promise it */
    Map loose;          /* key -> Indexes of places that say something else about it */
    Indexes lax;        /* a label that they do not define may be there all the same */
    VEC(Met *) answers; /* by shape */
};

/* ---- sets ---- */

void places_add(PlaceSet s, size_t index)
{
    s.words[index / BITS] |= UINT64_C(1) << (index % BITS);
}

bool places_has(PlaceSet s, size_t index)
{
    return s.words[index / BITS] >> (index % BITS) & 1;
}

size_t places_next(PlaceSet s, size_t from)
{
    for (size_t i = from / BITS; i < s.count; i++) {
        uint64_t w = s.words[i];
        if (i == from / BITS)
            w &= UINT64_MAX << (from % BITS);
        for (size_t bit = 0; w; bit++, w >>= 1)
            if (w & 1)
                return i * BITS + bit;
    }
    return SIZE_MAX;
}

static PlaceSet set_new(const Meet *m)
{
    return (PlaceSet){arena_array(m->arena, uint64_t, m->words), m->words};
}

static void set_all(const Meet *m, PlaceSet s)
{
    for (size_t i = 0; i < m->places; i++)
        places_add(s, i);
}

static void set_add(PlaceSet s, const Indexes *more)
{
    for (size_t i = 0; more && i < more->list.len; i++)
        places_add(s, more->list.items[i]);
}

static void set_and(PlaceSet s, PlaceSet with)
{
    for (size_t i = 0; i < s.count; i++)
        s.words[i] &= with.words[i];
}

static void set_or(PlaceSet s, PlaceSet with)
{
    for (size_t i = 0; i < s.count; i++)
        s.words[i] |= with.words[i];
}

/* ---- building ---- */

static void note(Meet *m, Map *map, Str key, size_t place)
{
    Indexes **slot = (Indexes **)map_at(map, key);
    if (!*slot)
        *slot = arena_new(m->arena, Indexes);
    size_t len = (*slot)->list.len;
    if (!len || (*slot)->list.items[len - 1] != place)
        *vec_push(m->arena, &(*slot)->list) = (uint32_t)place;
}

static bool keeps_out(const Taint *t)
{
    return !t->unknown && !str_eq(t->effect, STR("PreferNoSchedule"));
}

static void add_taints(Meet *m, const Place *p, size_t index)
{
    bool murky = p->taints_open;
    for (size_t i = 0; i < p->taints.len; i++) {
        murky |= p->taints.items[i].unknown;
        note(m, &m->tainted, p->taints.items[i].key, index);
    }
    if (murky)
        *vec_push(m->arena, &m->murky.list) = (uint32_t)index;
}

/* Of its taints the one whose key the fewest places have: a common one tells nothing. */
static void bar(Meet *m, const Place *p, size_t index)
{
    Str best = STR("");
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < p->taints.len; i++) {
        const Indexes *of = map_find(&m->tainted, p->taints.items[i].key);
        if (!keeps_out(&p->taints.items[i]) || of->list.len >= fewest)
            continue;
        fewest = of->list.len;
        best = p->taints.items[i].key;
    }
    if (fewest == SIZE_MAX)
        *vec_push(m->arena, &m->untainted.list) = (uint32_t)index;
    else
        note(m, &m->barred, best, index);
}

/* A label that neither controller gives a meaning of its own, or the name of a pool. */
static bool plain_key(const Facts *f, Str key)
{
    LabelKind x = facts_label_kind(f, LABELS_KARPENTER, key),
              y = facts_label_kind(f, LABELS_AUTO, key);
    return (x == LABEL_CUSTOM || x == LABEL_POOL) && (y == LABEL_CUSTOM || y == LABEL_POOL);
}

static Str label_key(Arena *a, Str key, Str value)
{
    return arena_printf(a, "%.*s\n%.*s", STR_ARG(key), STR_ARG(value));
}

static void add_labels(Meet *m, const Place *p, size_t index)
{
    if (p->reqs.open || !fit_launches(p) || !p->types_judged)
        *vec_push(m->arena, &m->lax.list) = (uint32_t)index;
    for (size_t i = 0; i < p->reqs.list.len; i++) {
        const Req *r = &p->reqs.list.items[i];
        if (!plain_key(m->facts, r->key))
            continue;
        bool loose = r->complement || r->unknown || r->values.len > VALUES_MOST;
        if (loose)
            note(m, &m->loose, r->key, index);
        for (size_t k = 0; !loose && k < r->values.len; k++)
            note(m, &m->labels, label_key(m->arena, r->key, r->values.items[k]), index);
    }
}

Meet *meet_new(Arena *a, const Facts *f, Place *const *places, size_t count)
{
    Meet *m = arena_new(a, Meet);
    *m = (Meet){.arena = a, .facts = f, .places = count, .words = count / BITS + 1};
    Map *maps[] = {&m->barred, &m->tainted, &m->labels, &m->loose};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], a);
    for (size_t i = 0; i < count; i++) {
        add_taints(m, places[i], i);
        add_labels(m, places[i], i);
    }
    for (size_t i = 0; i < count; i++)
        bar(m, places[i], i);
    return m;
}

/* ---- asking ---- */

static bool wild(const Toleration *t)
{
    return t->unknown || !t->key.len;
}

static PlaceSet tolerated_by(const Meet *m, const Pod *pod)
{
    PlaceSet s = set_new(m);
    set_add(s, &m->untainted);
    for (size_t i = 0; i < pod->admitted_tolerations.len; i++) {
        const Toleration *t = &pod->admitted_tolerations.items[i];
        if (wild(t))
            set_all(m, s);
        else
            set_add(s, map_find(&m->barred, t->key));
    }
    return s;
}

/* Places that may have a label with one of the values. */
static void add_promising(const Meet *m, PlaceSet s, const Req *r)
{
    set_add(s, map_find(&m->loose, r->key));
    for (size_t i = 0; i < r->values.len; i++) {
        ArenaMark mark = arena_mark(m->arena);
        const Indexes *of = map_find(&m->labels, label_key(m->arena, r->key, r->values.items[i]));
        arena_rewind(m->arena, mark);
        set_add(s, of);
    }
}

static bool lists_values(const Req *r)
{
    return !r->unknown && !r->complement && r->values.len && r->values.len <= VALUES_MOST;
}

static PlaceSet labelled_for(const Meet *m, const PodTerm *t)
{
    PlaceSet s = set_new(m);
    set_all(m, s);
    for (size_t i = 0; i < t->reqs.list.len; i++) {
        const Req *r = &t->reqs.list.items[i];
        if (!lists_values(r) || !plain_key(m->facts, r->key))
            continue;
        PlaceSet one = set_new(m);
        set_add(one, &m->lax);
        add_promising(m, one, r);
        set_and(s, one);
    }
    return s;
}

static bool names(Tell t)
{
    return t != TELL_NOTHING && t != TELL_NOT;
}

/* What says nothing in either mode names no place. */
static bool tells(const Meet *m, const ReqSource *s)
{
    return names(tell_of(m->facts, LABELS_KARPENTER, s)) ||
           names(tell_of(m->facts, LABELS_AUTO, s));
}

static void add_selected(const Meet *m, PlaceSet s, const PodTerm *t)
{
    for (size_t i = 0; i < t->sources.len; i++) {
        const ReqSource *source = t->sources.items[i];
        const Req *r = source->key_unknown ? NULL : reqs_find(&t->reqs, source->key);
        if (!tells(m, source))
            continue;
        if (r && lists_values(r) && plain_key(m->facts, r->key)) {
            set_add(s, &m->lax);
            add_promising(m, s, r);
        } else {
            set_all(m, s);
        }
    }
}

static PlaceSet selected_by(const Meet *m, const Pod *pod)
{
    PlaceSet s = set_new(m);
    for (size_t i = 0; i < pod->terms.len; i++)
        add_selected(m, s, &pod->terms.items[i]);
    return s;
}

static PlaceSet named_by(const Meet *m, const Pod *pod, PlaceSet selected)
{
    PlaceSet s = set_new(m);
    set_or(s, selected);
    if (pod->tolerations.len)
        set_add(s, &m->murky);
    for (size_t i = 0; i < pod->tolerations.len; i++) {
        const Toleration *t = &pod->tolerations.items[i];
        if (t->unknown)
            set_all(m, s);
        else
            set_add(s, map_find(&m->tainted, t->key));
    }
    return s;
}

const Met *meet_of(Meet *m, const Pod *pod)
{
    while (m->answers.len <= pod->shape)
        *vec_push(m->arena, &m->answers) = NULL;
    if (m->answers.items[pod->shape])
        return m->answers.items[pod->shape];
    Met *met = arena_new(m->arena, Met);
    met->tolerated = tolerated_by(m, pod);
    met->selected = selected_by(m, pod);
    met->named = named_by(m, pod, met->selected);
    met->met = set_new(m);
    for (size_t i = 0; i < pod->terms.len; i++)
        set_or(met->met, labelled_for(m, &pod->terms.items[i]));
    set_and(met->met, met->tolerated);
    m->answers.items[pod->shape] = met;
    return met;
}
