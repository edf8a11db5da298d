#include "rule/finding.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/map.h"
#include "doc/path.h"

/* ---- places ---- */

/* The span that stands for an existing node when something below it is missing: its key; of a
 * list item its first key; of the root its first line. */
static Span nearest_span(const Object *o, const Node *n)
{
    const Member *m = n == o->root ? NULL : node_member(n);
    if (m)
        return m->key_span;
    if (n != o->root && n->kind == NODE_MAP && n->len)
        return n->as.members[0].key_span;
    Str text = source_slice(o->doc->source, n->span);
    size_t line = str_trim(str_slice(text, 0, str_find_char(text, '\n'))).len;
    return (Span){n->span.off, (uint32_t)line};
}

FindingPlace finding_place(Arena *a, const Object *o, NodePlace at)
{
    FindingPlace place = {
        .object = o, .at = {at.node, arena_copy(a, at.missing)}
    };
    Buf path;
    buf_init(&path, a, SIZE_MAX);
    path_write(&path, o->root, at.node);
    if (at.missing.len && path.len && at.missing.ptr[0] != '[')
        buf_char(&path, '.');
    buf_add(&path, at.missing);
    place.path = buf_str(&path);
    bool whole = at.missing.len || at.node == o->root;
    place.span = whole ? nearest_span(o, at.node) : at.node->span;
    return place;
}

/* FNV-1a with a separator: parts cannot run into each other. */
static uint64_t hash_part(uint64_t hash, Str part)
{
    for (size_t i = 0; i < part.len; i++)
        hash = (hash ^ (unsigned char)part.ptr[i]) * 0x100000001B3u;
    return (hash ^ 0xFF) * 0x100000001B3u;
}

uint64_t finding_fingerprint(Str rule_id, const FindingPlace *place)
{
    const Object *o = place->object;
    const Str parts[] = {rule_id, o->group, o->kind, o->ns, o->name, place->path};
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        hash = hash_part(hash, parts[i]);
    return hash;
}

Str finding_advice(Arena *a, Str how)
{
    size_t end = 0;
    while (end < how.len && (how.ptr[end] != '.' || (end + 1 < how.len && how.ptr[end + 1] != ' ' &&
                                                     how.ptr[end + 1] != '\n')))
        end++;
    Buf out;
    buf_init(&out, a, LIMIT_MESSAGE);
    for (size_t i = 0; i < end; i++)
        buf_char(&out, how.ptr[i] == '\n' ? ' ' : how.ptr[i]);
    return buf_str(&out);
}

/* ---- order ---- */

static int compare_u32(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* By where it is and which rule: 0 for findings that are to become one. */
static int place_order(const Finding *a, const Finding *b)
{
    int order = str_cmp(a->place.object->doc->source->name, b->place.object->doc->source->name);
    if (!order)
        order = compare_u32(a->place.span.off, b->place.span.off);
    if (!order)
        order = str_cmp(a->rule_id, b->rule_id);
    if (!order)
        order = str_cmp(a->place.path, b->place.path);
    return order;
}

static int finding_compare(const void *a, const void *b)
{
    const Finding *x = a, *y = b;
    int order = place_order(x, y);
    if (!order)
        order = (y->severity > x->severity) - (y->severity < x->severity);
    return order ? order : str_cmp(x->place.message, y->place.message);
}

/* ---- one finding a rule and path ---- */

static void keep_related(Arena *a, Map *seen, Finding *into, const FindingPlace *place)
{
    Str key = arena_printf(a, "%.*s|%.*s|%.*s", STR_ARG(place->object->doc->source->name),
                           STR_ARG(place->path), STR_ARG(place->message));
    void **slot = map_at(seen, key);
    if (!*slot)
        *vec_push(a, &into->related) = *place;
    *slot = into;
}

/* An alias gives the anchored text several paths: said of each in the same words, it is one. */
static bool said_before(const Findings *f, size_t kept, const Finding *now)
{
    while (kept-- > 0) {
        const Finding *one = &f->list.items[kept];
        if (one->place.span.off != now->place.span.off || !str_eq(one->rule_id, now->rule_id) ||
            !str_eq(one->place.object->doc->source->name, now->place.object->doc->source->name))
            return false;
        if (one->severity == now->severity && str_eq(one->place.message, now->place.message))
            return true;
    }
    return false;
}

/* Findings [from, to) of one rule at one path, the gravest first. */
static Finding unite(Arena *a, const Findings *f, size_t from, size_t to)
{
    Finding one = f->list.items[from];
    if (to - from == 1)
        return one;
    Map seen;
    map_init(&seen, a);
    one.related.items = NULL;
    one.related.len = one.related.cap = 0;
    for (size_t i = from; i < to; i++) {
        const Finding *part = &f->list.items[i];
        if (part->needs > one.needs && part->severity == one.severity)
            one.needs = part->needs;
        for (size_t k = 0; k < part->related.len; k++)
            keep_related(a, &seen, &one, &part->related.items[k]);
    }
    return one;
}

void findings_sort(Arena *a, Findings *f)
{
    if (f->list.len < 2)
        return;
    qsort(f->list.items, f->list.len, sizeof *f->list.items, finding_compare);
    size_t kept = 0;
    for (size_t from = 0, to; from < f->list.len; from = to) {
        for (to = from + 1; to < f->list.len; to++) {
            if (place_order(&f->list.items[from], &f->list.items[to]))
                break;
        }
        Finding one = unite(a, f, from, to);
        if (!said_before(f, kept, &one))
            f->list.items[kept++] = one;
    }
    f->list.len = kept;
}
