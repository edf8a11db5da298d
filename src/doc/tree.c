#include "doc/tree.h"

#include <string.h>

#include "doc/slots.h"

/* Stands for "<<" until its map is closed. */
static const Key MERGE = {.hash = 0, .name = STR_INIT("<<")};

void tree_init(Tree *t, Loader *l, Stream *s, Diags *d, Arena *scratch)
{
    *t = (Tree){.loader = l, .stream = s, .diags = d, .scratch = scratch};
    (void)vec_push(scratch, &t->stack); /* an array from the start: empty maps point into it */
    t->stack.len = 0;
}

void tree_begin(Tree *t, uint32_t first_line)
{
    if (!t->document) /* else an empty one left it */
        t->document = arena_new(t->loader->arena, Document);
    t->document->source = t->stream->source;
    t->document->first_line = first_line;
}

/* Until its map has its place, a duplicate points to that map's first value. */
void tree_keep(Tree *t)
{
    size_t kept = t->duplicates;
    for (size_t i = kept; i < t->stream->duplicates.len; i++) {
        Duplicate d = t->stream->duplicates.items[i];
        d.map = d.map->parent;
        if (d.map) /* else the map was merged into another and is no more */
            t->stream->duplicates.items[kept++] = d;
    }
    t->stream->duplicates.len = t->duplicates = kept;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    *vec_push(t->loader->arena, &t->stream->documents) = t->document;
    t->document = NULL;
}

void tree_drop(Tree *t)
{
    t->stream->duplicates.len = t->duplicates;
}

/* ---- parts ---- */

static bool count_node(Tree *t, Span at)
{
    if (++t->stream->nodes > t->loader->max_nodes)
        return diag_error(t->diags, t->stream->source, at, "more than %zu values in one input",
                          t->loader->max_nodes);
    if (arena_full(t->loader->arena))
        return diag_error(t->diags, t->stream->source, at,
                          "this input needs more memory than is allowed");
    return true;
}

bool tree_wants_key(const Tree *t)
{
    if (t->depth == 0)
        return false;
    const TreeFrame *f = &t->frames[t->depth - 1];
    return f->node.kind == NODE_MAP && !f->has_key;
}

static void reach(Tree *t, Span at)
{
    if (t->depth > 0 && t->frames[t->depth - 1].end < at.off + at.len)
        t->frames[t->depth - 1].end = at.off + at.len;
}

static void take_key(Tree *t, const Key *key, Span at)
{
    TreeFrame *f = &t->frames[t->depth - 1];
    f->key = key;
    f->key_span = at;
    f->has_key = true;
    reach(t, at);
}

void tree_key(Tree *t, Str name, Span at)
{
    const Key *key = loader_key(t->loader, name);
    if (key->placeholder)
        t->frames[t->depth - 1].node.flags |= NODE_OPEN;
    take_key(t, key, at);
}

void tree_merge_key(Tree *t, Span at)
{
    t->frames[t->depth - 1].merges = true;
    take_key(t, &MERGE, at);
}

/* The loader made what hangs below n and may still write it; for readers it is const. */
static Node *own_items(const Node *n)
{
    union {
        const Node *given;
        Node *own;
    } items = {n->as.items};
    return items.own;
}

static Member *own_members(const Node *n)
{
    union {
        const Member *given;
        Member *own;
    } members = {n->as.members};
    return members.own;
}

/* n has its final address: what hangs below learns it. */
static void adopt(const Node *n)
{
    if (n->kind == NODE_LIST) {
        Node *items = own_items(n);
        for (uint32_t i = 0; i < n->len; i++)
            items[i].parent = n;
    } else if (n->kind == NODE_MAP) {
        Member *members = own_members(n);
        for (uint32_t i = 0; i < n->len; i++)
            members[i].value.parent = n;
    }
}

static void push(Tree *t, const Node *n)
{
    if (t->depth == 0) {
        t->document->root = *n;
        adopt(&t->document->root);
        return;
    }
    TreeFrame *f = &t->frames[t->depth - 1];
    *vec_push(t->scratch, &t->stack) = (Member){f->key, f->key_span, *n};
    f->has_key = false;
}

bool tree_value(Tree *t, const Node *scalar)
{
    Node n = *scalar;
    n.depth = (uint16_t)t->depth;
    if (!count_node(t, n.span))
        return false;
    reach(t, n.span);
    push(t, &n);
    return true;
}

bool tree_open(Tree *t, const Node *start, TreeAnchor *anchor)
{
    if (t->depth == LIMIT_DEPTH)
        return diag_error(t->diags, t->stream->source, start->span,
                          "nested more than %d levels deep", LIMIT_DEPTH);
    if (!count_node(t, start->span))
        return false;
    if (t->depth == t->frame_cap)
        t->frames = vec_grow(t->scratch, t->frames, &t->frame_cap, sizeof *t->frames);
    TreeFrame *f = &t->frames[t->depth];
    *f = (TreeFrame){
        .node = *start, .first = t->stack.len, .anchor = anchor, .end = start->span.off};
    f->node.depth = (uint16_t)t->depth;
    t->depth++;
    return true;
}

/* ---- merge keys ---- */

/* A merged value moves up to its new map, and what hangs below with it. */
static void set_depth(Node *n, size_t depth)
{
    n->depth = (uint16_t)depth;
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        set_depth(&own_items(n)[i], depth + 1);
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++)
        set_depth(&own_members(n)[i].value, depth + 1);
}

static bool join_map(Tree *t, TreeFrame *f, const Node *source)
{
    if (source->flags & (NODE_UNKNOWN | NODE_OPEN))
        f->node.flags |= NODE_OPEN;
    if (source->flags & NODE_UNKNOWN)
        return true;
    if (source->kind != NODE_MAP)
        return diag_error(t->diags, t->stream->source, source->span,
                          "a merge key ('<<') needs a map or a list of maps");
    for (uint32_t i = 0; i < source->len; i++) {
        Member *m = vec_push(t->scratch, &t->stack);
        *m = source->as.members[i];
        m->value.flags |= NODE_ALIAS;
        set_depth(&m->value, t->depth);
    }
    return true;
}

static bool join(Tree *t, TreeFrame *f, const Node *source)
{
    if (source->kind != NODE_LIST)
        return join_map(t, f, source);
    for (uint32_t i = 0; i < source->len; i++) {
        if (!join_map(t, f, &source->as.items[i]))
            return false;
    }
    return true;
}

/* Replaces merge members by what they merge, behind the map's own; *own counts those. */
static bool join_merges(Tree *t, TreeFrame *f, size_t *own)
{
    Member *parts = t->stack.items + f->first;
    size_t count = t->stack.len - f->first, sources = 0;
    Node *source = arena_array(t->scratch, Node, count);
    *own = 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].key == &MERGE)
            source[sources++] = parts[i].value;
        else
            parts[(*own)++] = parts[i];
    }
    t->stack.len = f->first + *own;
    for (size_t i = 0; i < sources; i++) {
        if (!join(t, f, &source[i]))
            return false;
    }
    return true;
}

/* ---- placing lists and maps ---- */

static Node *place_items(Tree *t, const Member *parts, size_t count)
{
    Node *items = arena_array(t->loader->arena, Node, count);
    for (size_t i = 0; i < count; i++) {
        items[i] = parts[i].value;
        adopt(&items[i]);
    }
    return items;
}

static size_t map_bytes(size_t count)
{
    return count * sizeof(Member) + slots_count(count) * sizeof(uint32_t);
}

static Member *place_members(Tree *t, const Member *parts, size_t count)
{
    Member *members = arena_zalloc(t->loader->arena, 1, map_bytes(count), alignof(Member));
    for (size_t i = 0; i < count; i++) {
        members[i] = parts[i];
        adopt(&members[i].value);
    }
    slots_fill(members, count);
    return members;
}

typedef struct Kept {
    Member *parts;
    size_t len;
    uint32_t *slots; /* NULL for a small map */
    size_t slot_count;
} Kept;

/* Adds m unless its key is there; gives the member that was first. */
static const Member *keep(Kept *k, const Member *m)
{
    if (k->slots) {
        size_t at = slots_probe(k->slots, k->slot_count, k->parts, m->key->hash, m->key->name);
        if (k->slots[at])
            return &k->parts[k->slots[at] - 1];
        k->slots[at] = (uint32_t)k->len + 1;
    }
    for (size_t i = 0; !k->slots && i < k->len; i++) {
        if (k->parts[i].key == m->key) /* interned */
            return &k->parts[i];
    }
    k->parts[k->len++] = *m;
    return NULL;
}

/* Drops later members with the same key, in place. Of the map's own ones the stream tells; a
 * merged one just loses. */
static size_t keep_first(Tree *t, Member *parts, size_t count, size_t own)
{
    ArenaMark mark = arena_mark(t->scratch);
    Kept k = {.parts = parts, .slot_count = slots_count(count)};
    if (k.slot_count)
        k.slots = arena_array(t->scratch, uint32_t, k.slot_count);
    for (size_t i = 0; i < count; i++) {
        Member m = parts[i];
        const Member *first = keep(&k, &m);
        if (first && i < own)
            *vec_push(t->loader->arena, &t->stream->duplicates) =
                (Duplicate){NULL, first->key_span, m.key_span, m.key};
    }
    arena_rewind(t->scratch, mark);
    return k.len;
}

static bool close_map(Tree *t, TreeFrame *f)
{
    size_t own = t->stack.len - f->first, before = t->stream->duplicates.len;
    if (f->merges && !join_merges(t, f, &own))
        return false;
    Member *parts = t->stack.items + f->first;
    size_t count = keep_first(t, parts, t->stack.len - f->first, own);
    Member *members = place_members(t, parts, count);
    for (size_t i = before; i < t->stream->duplicates.len; i++)
        t->stream->duplicates.items[i].map = &members[0].value;
    f->node.len = (uint32_t)count;
    f->node.as.members = members;
    return true;
}

bool tree_close(Tree *t, uint32_t end)
{
    TreeFrame *f = &t->frames[t->depth - 1];
    if (f->node.kind == NODE_LIST) {
        size_t count = t->stack.len - f->first;
        f->node.len = (uint32_t)count;
        f->node.as.items = place_items(t, t->stack.items + f->first, count);
    } else if (!close_map(t, f)) {
        return false;
    }
    t->stack.len = f->first;
    t->depth--;
    f->node.span.len = (end ? end : f->end) - f->node.span.off;
    if (f->anchor)
        *f->anchor = (TreeAnchor){f->node, false};
    reach(t, f->node.span);
    push(t, &f->node);
    return true;
}

/* ---- aliases ---- */

static bool count_alias(Tree *t, size_t depth)
{
    size_t written = t->stream->nodes - t->aliased;
    t->aliased++;
    if (t->aliased > LIMIT_ALIAS_FREE && t->aliased > written * LIMIT_ALIAS_FACTOR)
        return diag_error(t->diags, t->stream->source, t->alias,
                          "aliases make more than %d times the values that are written",
                          LIMIT_ALIAS_FACTOR);
    if (depth > LIMIT_DEPTH)
        return diag_error(t->diags, t->stream->source, t->alias,
                          "nested more than %d levels deep through aliases", LIMIT_DEPTH);
    return count_node(t, t->alias);
}

static bool copy_node(Tree *t, const Node *from, Node *to, size_t depth);

static bool copy_items(Tree *t, const Node *from, Node *to, size_t depth)
{
    Node *items = arena_array(t->loader->arena, Node, from->len);
    to->as.items = items;
    for (uint32_t i = 0; i < from->len; i++) {
        if (!copy_node(t, &from->as.items[i], &items[i], depth + 1))
            return false;
        adopt(&items[i]);
    }
    return true;
}

static bool copy_members(Tree *t, const Node *from, Node *to, size_t depth)
{
    size_t bytes = map_bytes(from->len);
    Member *members = arena_zalloc(t->loader->arena, 1, bytes, alignof(Member));
    if (bytes)
        memcpy(members, from->as.members, bytes);
    to->as.members = members;
    for (uint32_t i = 0; i < from->len; i++) {
        if (!copy_node(t, &from->as.members[i].value, &members[i].value, depth + 1))
            return false;
        adopt(&members[i].value);
    }
    return true;
}

/* Copies so that each node has one parent. depth is bounded by count_alias. */
static bool copy_node(Tree *t, const Node *from, Node *to, size_t depth)
{
    *to = *from;
    to->flags |= NODE_ALIAS;
    to->depth = (uint16_t)depth;
    bool holds = from->kind == NODE_LIST || from->kind == NODE_MAP;
    if (!count_alias(t, depth + holds))
        return false;
    if (from->kind == NODE_LIST)
        return copy_items(t, from, to, depth);
    if (from->kind == NODE_MAP)
        return copy_members(t, from, to, depth);
    return true;
}

bool tree_alias(Tree *t, const TreeAnchor *anchor, Span at)
{
    Node n;
    if (anchor->open)
        return diag_error(t->diags, t->stream->source, at, "this alias is part of what it repeats");
    t->alias = at;
    if (!copy_node(t, &anchor->node, &n, t->depth))
        return false;
    reach(t, at);
    push(t, &n);
    return true;
}

/* ---- the whole document ---- */

static void open_maps(Node *n)
{
    if (n->kind == NODE_MAP)
        n->flags |= NODE_OPEN;
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++)
        open_maps(&own_members(n)[i].value);
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        open_maps(&own_items(n)[i]);
}

void document_open(Document *d)
{
    open_maps(&d->root);
}

/* Nodes of an alias are copies, so each part is met once. */
static void move(Node *n, DocumentMove how)
{
    n->span = how.exact ? (Span){n->span.off + how.by, n->span.len} : how.whole;
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        move(&own_items(n)[i], how);
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++) {
        Member *m = &own_members(n)[i];
        m->key_span = how.exact ? (Span){m->key_span.off + how.by, m->key_span.len} : how.whole;
        move(&m->value, how);
    }
}

void document_move(Document *d, const Node *into, DocumentMove how)
{
    move(&d->root, how);
    d->root.parent = into;
    d->root.flags |= NODE_PART;
    d->source = node_document(into)->source;
}
