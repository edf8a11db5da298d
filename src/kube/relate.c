/* Pairs of pods and places: which are meant for each other, which fit. Asked for shapes of pods,
 * answered once. */
#include "base/limits.h"
#include "kube/fleet_data.h"
#include "kube/tell.h"

/* ---- shapes ---- */

/* With its length: no text can pass for another and the mark behind it. */
static void write_text(Buf *b, Str text)
{
    uint32_t len = (uint32_t)text.len;
    buf_add(b, (Str){(const char *)&len, sizeof len});
    buf_add(b, text);
}

static void write_source(Buf *b, const ReqSource *s)
{
    buf_printf(b, "%d%d%d", s->op, s->unknown, s->key_unknown);
    write_text(b, s->key);
    for (size_t i = 0; i < s->values.len; i++)
        write_text(b, s->values.items[i]);
    buf_char(b, '\n');
}

static void write_toleration(Buf *b, const Toleration *t)
{
    const Str parts[] = {t->key, t->op, t->value, t->effect};
    buf_printf(b, "T%d", t->unknown);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        write_text(b, parts[i]);
    buf_char(b, '\n');
}

/* Messages name who adds to a pod. */
static void write_origin(Buf *b, const Object *o)
{
    if (o)
        write_text(b, object_called(o));
}

static void write_requests(Buf *b, const Request *list, size_t count, bool open)
{
    buf_printf(b, "R%d\n", open);
    for (size_t i = 0; i < count; i++) {
        buf_printf(b, "%d", list[i].unknown);
        write_text(b, list[i].resource);
        quantity_write(b, &list[i].amount);
        buf_printf(b, " %d%d", list[i].filled != NULL, list[i].overhead != NULL);
        write_origin(b, list[i].filled);
        write_origin(b, list[i].overhead);
        buf_char(b, '\n');
    }
}

void pod_write_shape(Buf *b, const Pod *p)
{
    buf_printf(b, "%d%d%d%d %u ", p->partial, p->daemon, p->from_controller, p->queue_open,
               p->owner->named_set);
    write_origin(b, p->runtime ? p->runtime->object : NULL);
    buf_char(b, '\n');
    for (size_t i = 0; i < p->terms.len; i++) {
        const PodTerm *t = &p->terms.items[i];
        buf_printf(b, "(%d%d", t->match_fields, t->reqs.open);
        for (size_t k = 0; k < t->sources.len; k++)
            write_source(b, t->sources.items[k]);
    }
    for (size_t i = 0; i < p->tolerations.len; i++)
        write_toleration(b, &p->tolerations.items[i]);
    write_requests(b, p->requests.items, p->requests.len, p->requests_open);
    if (p->admitted.list.items != p->requests.items)
        write_requests(b, p->admitted.list.items, p->admitted.list.len, p->admitted.open);
}

static void index_files(Fleet *f)
{
    map_init(&f->place_files, f->arena);
    map_init(&f->promised, f->arena);
    map_init(&f->place_keys, f->arena);
    for (size_t i = 0; i < f->lists.places.len; i++) {
        const Place *p = f->lists.places.items[i];
        chain_add(f, &f->place_files, p->object->doc->source->name, p);
    }
    f->crowded = arena_array(f->arena, bool, f->lists.places.len);
    for (size_t i = 0; i < f->place_files.len; i++) {
        const Chain *file = f->place_files.entries[i].value;
        for (size_t k = 0; k < file->list.len; k++)
            f->crowded[((const Place *)file->list.items[k])->index] =
                file->list.len > LIMIT_FILE_PLACES;
    }
}

static void meet_daemons(Fleet *f)
{
    f->daemons = arena_array(f->arena, PodList, f->lists.places.len);
    for (size_t k = 0; k < f->lists.daemons.len; k++) {
        PlaceSet met = meet_of(f->meet, f->lists.daemons.items[k])->met;
        for (size_t i = places_next(met, 0); i != SIZE_MAX; i = places_next(met, i + 1))
            *vec_push(f->arena, &f->daemons[i].list) = f->lists.daemons.items[k];
    }
}

void relate_shapes(Fleet *f)
{
    size_t count = f->lists.pods.len;
    for (size_t i = 0; i < count; i++) {
        Pod *p = f->lists.pods.items[i];
        Buf b;
        buf_init(&b, f->arena, SHAPE_MOST);
        pod_write_shape(&b, p);
        Pod **first = (Pod **)map_at(&f->shapes, buf_str(&b));
        if (!*first || b.full) {
            *first = p;
            p->shape = f->shape_count++;
        } else {
            p->shape = (*first)->shape;
        }
    }
    f->selects = arena_array(f->arena, uint8_t *, f->shape_count);
    f->tells = arena_array(f->arena, uint8_t *, f->shape_count);
    f->meant = arena_array(f->arena, PlaceList *, count);
    f->fitting = arena_array(f->arena, PlaceList *, count);
    f->meet = meet_new(f->arena, f->facts, f->lists.places.items, f->lists.places.len);
    index_files(f);
    meet_daemons(f);
}

/* ---- meant for ---- */

/* What a pod's own words say about a place. */
typedef enum Meaning {
    MEANT_NOT,
    MEANT_SELECTS,
    MEANT_TOLERATES,
    MEANT_PERHAPS,
    MEANT_ELSEWHERE
} Meaning;

enum { MODES = LABELS_AUTO + 1 };

/* Tells of all requirements of a shape, MODES for each. */
static const uint8_t *tells_of(Fleet *f, const Pod *pod)
{
    uint8_t **slot = &f->tells[pod->shape];
    size_t count = 0, n = 0;
    for (size_t i = 0; i < pod->terms.len; i++)
        count += pod->terms.items[i].sources.len;
    if (*slot)
        return *slot;
    *slot = arena_array(f->arena, uint8_t, MODES * count + 1);
    for (size_t i = 0; i < pod->terms.len; i++)
        for (size_t k = 0; k < pod->terms.items[i].sources.len; k++)
            for (int m = 0; m < MODES; m++)
                (*slot)[n++] =
                    (uint8_t)tell_of(f->facts, (LabelMode)m, pod->terms.items[i].sources.items[k]);
    return *slot;
}

/* A term without one of its requirements, which may be NULL. */
typedef struct Partial {
    const PodTerm *term;
    const ReqSource *without;
    const uint8_t *tells;
} Partial;

/* Why a term cannot mean the place: it names another, or asks for nodes of the other mode. */
typedef struct Against {
    bool elsewhere, other_mode;
} Against;

static Tri selects_by(const Place *p, Partial part, Against *against)
{
    const PodTerm *t = part.term;
    Tri any = TRI_NO, types = TRI_NO;
    for (size_t i = 0; i < t->sources.len; i++) {
        const ReqSource *s = t->sources.items[i];
        Tell tell = (Tell)part.tells[MODES * i + p->labels_mode];
        bool label = tell == TELL_LABEL || tell == TELL_MODE;
        Tri *told = tell == TELL_TYPE ? &types : &any;
        if (tell == TELL_UNKNOWN)
            any = tri_or(any, TRI_UNKNOWN);
        if (tell == TELL_NOTHING || tell == TELL_UNKNOWN ||
            (part.without && s->node == part.without->node))
            continue;
        if (label && !place_label(p, s->key)) {
            against->other_mode |= tell == TELL_MODE;
            continue;
        }
        const Req *r = reqs_find(&t->reqs, s->key);
        Tri there = r ? place_promises(p, r) : TRI_UNKNOWN;
        against->elsewhere |= there == TRI_NO && (tell == TELL_NAME || tell == TELL_NOT);
        if (tell != TELL_NOT)
            *told = tri_or(*told, there);
    }
    return against->other_mode ? any : tri_or(any, types);
}

/* Tolerates it; or means to: the taint has the name of a resource that the pod asks. */
static Tri tolerates_one(const Pod *pod, const Taint *taint)
{
    Tri any = TRI_NO;
    for (size_t i = 0; i < pod->tolerations.len; i++) {
        const Toleration *t = &pod->tolerations.items[i];
        bool asks = str_eq(t->key, taint->key) && pod_request(pod, taint->key);
        if (t->key.len || t->unknown)
            any = tri_or(any, asks ? TRI_YES : toleration_matches(t, taint));
    }
    return any;
}

static Meaning meaning_of(Fleet *f, const Pod *pod, const Place *place, const ReqSource *without)
{
    const uint8_t *tells = tells_of(f, pod);
    Tri selects = TRI_NO, tolerates = TRI_NO;
    Against all = {true, true};
    for (size_t i = 0; i < pod->terms.len; i++) {
        Against one = {false, false};
        Partial part = {&pod->terms.items[i], without, tells};
        selects = tri_or(selects, selects_by(place, part, &one));
        tells += MODES * part.term->sources.len;
        all.elsewhere &= one.elsewhere;
        all.other_mode &= one.other_mode;
    }
    if (all.elsewhere)
        return MEANT_ELSEWHERE;
    for (size_t i = 0; i < place->taints.len && !all.other_mode; i++)
        tolerates = tri_or(tolerates, tolerates_one(pod, &place->taints.items[i]));
    if (selects == TRI_YES)
        return MEANT_SELECTS;
    if (tolerates == TRI_YES)
        return MEANT_TOLERATES;
    return selects == TRI_UNKNOWN || tolerates == TRI_UNKNOWN ? MEANT_PERHAPS : MEANT_NOT;
}

static Meaning meaning(Fleet *f, const Pod *pod, const Place *place)
{
    uint8_t **row = &f->selects[pod->shape];
    if (!*row)
        *row = arena_array(f->arena, uint8_t, f->lists.places.len);
    uint8_t *cell = &(*row)[place->index];
    if (!*cell)
        *cell = (uint8_t)(meaning_of(f, pod, place, NULL) + 1);
    return (Meaning)(*cell - 1);
}

static bool same_file(const Object *x, const Object *y)
{
    return x->doc->source == y->doc->source || str_eq(x->doc->source->name, y->doc->source->name);
}

static Tri meant_as(const Fleet *f, const Pod *pod, const Place *place, Meaning m)
{
    if (m == MEANT_ELSEWHERE)
        return TRI_NO;
    if (m == MEANT_SELECTS || m == MEANT_TOLERATES || f->complete ||
        (!f->crowded[place->index] && same_file(pod->owner, place->object)))
        return TRI_YES;
    return m == MEANT_PERHAPS ? TRI_UNKNOWN : TRI_NO;
}

Tri fleet_meant(Fleet *f, const Pod *pod, const Place *place)
{
    if (!fleet_joined(f, pod->owner, place->object))
        return TRI_NO;
    return meant_as(f, pod, place, meaning(f, pod, place));
}

static void take(Arena *a, PlaceList *l, const Place *p, Tri member)
{
    l->open |= member == TRI_UNKNOWN;
    if (member == TRI_YES)
        *vec_push(a, &l->list) = p;
}

/* The places that it can be meant for: those that its words name, those of its file, all in a
 * complete input. */
static PlaceSet candidates(Fleet *f, Arena *a, const Pod *pod)
{
    PlaceSet named = meet_of(f->meet, pod)->named, out = {NULL, named.count};
    const Chain *file = map_find(&f->place_files, pod->owner->doc->source->name);
    out.words = arena_array(a, uint64_t, named.count);
    for (size_t i = 0; i < named.count; i++)
        out.words[i] = named.words[i];
    for (size_t i = 0; file && file->list.len <= LIMIT_FILE_PLACES && i < file->list.len; i++)
        places_add(out, ((const Place *)file->list.items[i])->index);
    for (size_t i = 0; f->complete && i < f->lists.places.len; i++)
        places_add(out, i);
    return out;
}

bool fleet_hides_places(const Fleet *f, const Pod *pod)
{
    for (size_t i = 0; i < f->group_hiders.len; i++)
        if (i == LIMIT_RELATED || fleet_joined(f, pod->owner, f->group_hiders.items[i]))
            return true;
    return false;
}

/* A rule asks for one requirement several times in a row: the last answer is kept. */
const PlaceList *fleet_meant_but_for(Fleet *f, const Pod *pod, const ReqSource *without)
{
    ButFor *last = &f->but_for;
    if (last->pod == pod && last->without == without)
        return &last->places;
    last->pod = pod;
    last->without = without;
    last->places.list.len = 0;
    last->places.open = fleet_hides_places(f, pod);
    PlaceSet set = candidates(f, f->arena, pod);
    for (size_t i = places_next(set, 0); i != SIZE_MAX; i = places_next(set, i + 1)) {
        const Place *place = f->lists.places.items[i];
        bool joined = fleet_joined(f, pod->owner, place->object);
        Tri meant = joined ? meant_as(f, pod, place, meaning_of(f, pod, place, without)) : TRI_NO;
        take(f->arena, &last->places, place, meant);
    }
    return &last->places;
}

const PlaceList *fleet_meant_places(Fleet *f, const Pod *pod)
{
    PlaceList **slot = &f->meant[pod->index];
    if (*slot)
        return *slot;
    *slot = arena_new(f->arena, PlaceList);
    (*slot)->open = fleet_hides_places(f, pod);
    PlaceSet set = candidates(f, f->arena, pod);
    for (size_t i = places_next(set, 0); i != SIZE_MAX; i = places_next(set, i + 1))
        take(f->arena, *slot, f->lists.places.items[i],
             fleet_meant(f, pod, f->lists.places.items[i]));
    return *slot;
}

void relate_roles(Fleet *f)
{
    PodList *pods = arena_array(f->arena, PodList, f->lists.places.len);
    for (size_t k = 0; k < f->lists.pods.len; k++) {
        const Pod *pod = f->lists.pods.items[k];
        PlaceSet selected = meet_of(f->meet, pod)->selected;
        for (size_t i = places_next(selected, 0); i != SIZE_MAX; i = places_next(selected, i + 1)) {
            const Place *place = f->lists.places.items[i];
            if (fleet_joined(f, pod->owner, place->object) &&
                meaning(f, pod, place) == MEANT_SELECTS)
                *vec_push(f->arena, &pods[i].list) = pod;
        }
    }
    for (size_t i = 0; i < f->lists.places.len; i++)
        place_take_roles(f->arena, f->lists.places.items[i], pods[i].list.items, pods[i].list.len);
}

/* ---- fits ---- */

const Fit *fleet_fit(Fleet *f, const Pod *pod, const Place *place)
{
    return fit_of(f->fits, pod, place);
}

const PodList *fleet_daemons(const Fleet *f, const Place *place)
{
    return &f->daemons[place->index];
}

const Met *fleet_met(Fleet *f, const Pod *pod)
{
    return meet_of(f->meet, pod);
}

const PlaceList *fleet_places(Fleet *f, const Pod *pod)
{
    PlaceList **slot = &f->fitting[pod->index];
    if (*slot)
        return *slot;
    *slot = arena_new(f->arena, PlaceList);
    (*slot)->open = fleet_hides_places(f, pod);
    PlaceSet met = meet_of(f->meet, pod)->met;
    for (size_t i = places_next(met, 0); i != SIZE_MAX; i = places_next(met, i + 1)) {
        const Place *place = f->lists.places.items[i];
        bool joined = fleet_joined(f, pod->owner, place->object);
        take(f->arena, *slot, place, joined ? fleet_fit(f, pod, place)->ok : TRI_NO);
    }
    return *slot;
}

/* Of all places at once: a place does not know which pods meet it. */
static void fill_fitted(Fleet *f)
{
    f->fitted = arena_array(f->arena, PodList, f->lists.places.len);
    for (size_t i = 0; i < f->lists.places.len; i++)
        f->fitted[i].open = f->hidden_pods;
    for (size_t k = 0; k < f->lists.pods.len; k++) {
        const Pod *pod = f->lists.pods.items[k];
        PlaceSet met = meet_of(f->meet, pod)->met;
        for (size_t i = places_next(met, 0); !pod->daemon && i != SIZE_MAX;
             i = places_next(met, i + 1)) {
            const Place *place = f->lists.places.items[i];
            bool joined = fleet_joined(f, pod->owner, place->object);
            Tri ok = joined ? fleet_fit(f, pod, place)->ok : TRI_NO;
            f->fitted[i].open |= ok == TRI_UNKNOWN;
            if (ok == TRI_YES)
                *vec_push(f->arena, &f->fitted[i].list) = pod;
        }
    }
}

const PodList *fleet_pods(Fleet *f, const Place *place)
{
    if (!f->fitted)
        fill_fitted(f);
    return &f->fitted[place->index];
}
