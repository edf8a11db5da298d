#include "kube/promise.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "kube/fleet_data.h"
#include "kube/late.h"

/* ---- whether some place has it ---- */

/* A label that neither controller gives a meaning: a place has it, or has not. */
static bool is_custom(const Facts *f, Str key)
{
    return facts_label_kind(f, LABELS_KARPENTER, key) == LABEL_CUSTOM &&
           facts_label_kind(f, LABELS_AUTO, key) == LABEL_CUSTOM;
}

static Tri custom_promised(const Place *p, const Req *r)
{
    const Req *own = place_label(p, r->key);
    return own ? req_intersects(own, r) : p->reqs.open ? TRI_UNKNOWN : TRI_NO;
}

static Tri promised(Fleet *f, const Pod *p, const ReqSource *s)
{
    Req r = req_from(f->arena, s);
    Tri any = s->key_unknown ? TRI_UNKNOWN : TRI_NO;
    bool custom = is_custom(f->facts, s->key);
    for (size_t i = 0; i < f->lists.places.len && any != TRI_YES; i++) {
        const Place *place = f->lists.places.items[i];
        if (fleet_joined(f, p->owner, place->object))
            any = tri_or(any, custom ? custom_promised(place, &r) : place_promises(place, &r));
    }
    return any;
}

/* Where all objects are of one cluster, the answer is the same for every pod. */
Tri fleet_promised(Fleet *f, const Pod *p, const ReqSource *s)
{
    if (fleet_split(f) || s->unknown)
        return promised(f, p, s);
    void **slot = map_at(&f->promised, req_source_text(f->arena, s));
    if (!*slot) {
        Tri *kept = arena_new(f->arena, Tri);
        *kept = promised(f, p, s);
        *slot = kept;
    }
    return *(const Tri *)*slot;
}

/* ---- what comes near ---- */

static Str value_words(Arena *a, const Req *r)
{
    if (r->complement || r->unknown || !r->values.len)
        return STR("another value");
    return arena_printf(a, "%.*s=%.*s", STR_ARG(r->key), STR_ARG(r->values.items[0]));
}

static Str place_words(const Place *p)
{
    return p->kind == PLACE_POOL ? STR("NodePool") : STR("node group");
}

/* Of all places, whatever cluster they belong to: a slip is a slip. */
static Str nearest_key(Fleet *f, Str key)
{
    if (!f->place_keys.len) {
        for (size_t i = 0; i < f->lists.places.len; i++)
            for (size_t k = 0; k < f->lists.places.items[i]->reqs.list.len; k++)
                *map_at(&f->place_keys, f->lists.places.items[i]->reqs.list.items[k].key) = f;
    }
    Nearest near = nearest_to(key);
    for (size_t i = 0; i < f->place_keys.len; i++)
        if (!str_eq(f->place_keys.entries[i].key, key))
            nearest_offer(&near, f->place_keys.entries[i].key);
    return near.best;
}

Str fleet_promise_near(Fleet *f, Arena *a, const Pod *p, const ReqSource *s)
{
    for (size_t i = 0; i < f->lists.places.len; i++) {
        const Place *place = f->lists.places.items[i];
        const Req *own = place_label(place, s->key);
        if (!own || !fleet_joined(f, p->owner, place->object))
            continue;
        Str kind = place_words(place), value = value_words(a, own);
        return arena_printf(a, " (%.*s %.*s has %.*s)", STR_ARG(kind), STR_ARG(place->name),
                            STR_ARG(value));
    }
    Str key = nearest_key(f, s->key);
    return key.len ? arena_printf(a, " (did you mean %.*s?)", STR_ARG(key)) : STR("");
}

/* ---- instead of a late label ---- */

/* Does the text have the word, whatever its case, with no letter or digit beside it? */
static bool has_word(Str text, Str word)
{
    for (size_t at = 0; at + word.len <= text.len; at++) {
        size_t k = 0;
        while (k < word.len && ascii_lower(text.ptr[at + k]) == word.ptr[k])
            k++;
        bool begins = at == 0 || !ascii_alnum(text.ptr[at - 1]);
        bool ends = at + k == text.len || !ascii_alnum(text.ptr[at + k]);
        if (k == word.len && begins && ends)
            return true;
    }
    return false;
}

/* The longest value that some type has of the label and that stands in the text:
 * NVIDIA-A100-SXM4-40GB is a100. */
static Str value_in(const Facts *f, Str label, Str text)
{
    Str best = STR("");
    for (size_t i = 0; i < facts_type_count(f); i++) {
        Str value = type_label(f, facts_type(f, i), label);
        if (value.len > best.len && has_word(text, value))
            best = value;
    }
    return best;
}

Str promise_instead(const Facts *f, Arena *a, LabelMode mode, const ReqSource *s)
{
    Str label = late_instead(f, s->key), key = label;
    if (mode == LABELS_AUTO && facts_label_kind(f, mode, label) == LABEL_CUSTOM)
        key = facts_label_meant(f, mode, label);
    if (!key.len || !s->values.len)
        return key;
    Str value = value_in(f, label, s->values.items[0]);
    return value.len ? arena_printf(a, "%.*s: %.*s", STR_ARG(key), STR_ARG(value)) : key;
}
