#include "doc/overlay.h"

#include "base/limits.h"
#include "doc/slots.h"

/* A map that is being made, or any other value. */
typedef struct Draft {
    Node node; /* its kind, value and place; of a map without members */
    const Key *key;
    Span key_span;
    bool set;     /* it has a value; else it was made on the way to one */
    bool written; /* somebody wrote it: its place is its own */
    bool whole;   /* no key is missing from it */
    struct Draft *first, *last, *next;
    uint32_t count;
} Draft;

struct Overlay {
    Loader *loader;
    Draft *root;
    bool partial;
};

static Draft *append(Overlay *o, Draft *into, const Key *key)
{
    Draft *d = arena_new(o->loader->arena, Draft);
    d->key = key;
    *(into->last ? &into->last->next : &into->first) = d;
    into->last = d;
    into->count++;
    return d;
}

static Draft *find(const Draft *map, Str key)
{
    for (Draft *d = map->first; d; d = d->next)
        if (str_eq(d->key->name, key))
            return d;
    return NULL;
}

static void copy(Overlay *o, Draft *to, const Node *from, bool written)
{
    to->node = *from;
    to->set = true;
    to->written = written;
    if (from->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < from->len; i++) {
        const Member *m = &from->as.members[i];
        Draft *d = append(o, to, m->key);
        d->key_span = m->key_span;
        copy(o, d, &m->value, written);
    }
}

static void empty_map(Draft *d)
{
    d->node = (Node){.kind = NODE_MAP};
    d->set = true;
}

Overlay *overlay_new(Loader *l, const Node *written, bool partial)
{
    Overlay *o = arena_new(l->arena, Overlay);
    *o = (Overlay){l, arena_new(l->arena, Draft), partial};
    if (written && written->kind == NODE_MAP)
        copy(o, o->root, written, true);
    else
        empty_map(o->root);
    return o;
}

/* A backslash keeps a dot in a name, as in helm's --set. */
static bool next_step(Overlay *o, Str *path, Str *step)
{
    size_t len = 0, out = 0;
    if (!path->len)
        return false;
    char *text = arena_array(o->loader->arena, char, path->len + 1);
    for (; len < path->len && path->ptr[len] != '.'; len++) {
        if (path->ptr[len] == '\\' && len + 1 < path->len)
            len++;
        text[out++] = path->ptr[len];
    }
    *path = str_skip(*path, len + 1);
    *step = (Str){text, out};
    return true;
}

/* The draft at a path, made where it is missing; NULL when a value that is no map is in the way. */
static Draft *reach(Overlay *o, Str path)
{
    Draft *at = o->root;
    Str step;
    for (size_t depth = 0; next_step(o, &path, &step); depth++) {
        if (!at->set)
            empty_map(at);
        if (at->node.kind != NODE_MAP || depth == LIMIT_DEPTH)
            return NULL;
        Draft *next = find(at, step);
        at = next ? next : append(o, at, loader_key(o->loader, step));
    }
    return at;
}

bool overlay_set(Overlay *o, Str path, const Node *value)
{
    Draft *d = reach(o, path);
    if (!d || d == o->root)
        return false;
    *d = (Draft){.key = d->key, .next = d->next};
    copy(o, d, value, true);
    d->key_span = value->span;
    return true;
}

static void fill(Overlay *o, Draft *d, const Node *value)
{
    if (!d->set) {
        copy(o, d, value, false);
    } else if (d->node.kind == NODE_MAP && value->kind == NODE_MAP) {
        for (uint32_t i = 0; i < value->len; i++) {
            const Member *m = &value->as.members[i];
            Draft *there = find(d, m->key->name);
            fill(o, there ? there : append(o, d, m->key), &m->value);
        }
    }
    d->whole = !(value->flags & NODE_UNKNOWN);
}

void overlay_default(Overlay *o, Str path, const Node *value)
{
    Draft *d = o->partial ? NULL : reach(o, path);
    if (d)
        fill(o, d, value);
}

static void settle(Overlay *o, Node *to, const Draft *d, Span above, bool whole);

static void settle_map(Overlay *o, Node *to, const Draft *d, Span above, bool whole)
{
    size_t bytes = d->count * sizeof(Member) + slots_count(d->count) * sizeof(uint32_t);
    Member *members = arena_zalloc(o->loader->arena, 1, bytes, alignof(Member));
    uint32_t n = 0;
    for (const Draft *child = d->first; child; child = child->next) {
        if (!child->set)
            continue;
        Member *m = &members[n++];
        m->key = child->key;
        m->key_span = child->written ? child->key_span : above;
        m->value.parent = to;
        settle(o, &m->value, child, m->key_span, whole || child->whole);
    }
    slots_fill(members, n);
    to->len = n;
    to->as.members = members;
    if (!whole)
        to->flags |= NODE_OPEN;
}

static void settle(Overlay *o, Node *to, const Draft *d, Span above, bool whole)
{
    const Node *parent = to->parent;
    *to = d->node;
    to->flags &= (uint8_t)~NODE_PART; /* it has a seat of its own */
    to->parent = parent;
    if (!d->written)
        to->span = above;
    if (d->node.kind == NODE_MAP)
        settle_map(o, to, d, above, whole);
}

const Node *overlay_close(Overlay *o, OverlaySeat seat)
{
    Document *alone = arena_new(o->loader->arena, Document);
    Member *member = arena_new(o->loader->arena, Member);
    Node *root = seat.parent ? &member->value : &alone->root;
    alone->source = seat.source;
    *member = (Member){.key = seat.key, .key_span = seat.key_span};
    root->parent = seat.parent;
    settle(o, root, o->root, seat.key_span, false);
    if (seat.parent)
        root->flags |= seat.key ? NODE_SEATED : NODE_PART;
    return root;
}
