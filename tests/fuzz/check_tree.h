/* What holds of every tree that a reader gives, whatever the bytes were; a trap where it does not.
 */
#ifndef TESTS_FUZZ_CHECK_TREE_H
#define TESTS_FUZZ_CHECK_TREE_H

#include "base/limits.h"
#include "base/utf8.h"
#include "doc/load.h"
#include "doc/path.h"

#define MUST(cond)            \
    do {                      \
        if (!(cond))          \
            __builtin_trap(); \
    } while (0)

static inline void check_text(const Source *s, const Node *n)
{
    Str text = node_str(n);
    MUST(utf8_valid(text, NULL) && str_find_char(text, '\0') == text.len);
    if (!(n->flags & NODE_DECODED))
        MUST(text.ptr >= s->text.ptr && text.ptr + text.len <= s->text.ptr + s->text.len &&
             str_contains(source_slice(s, n->span), text));
}

static inline void check_node(const Source *s, const Node *n, const Node *parent, size_t depth)
{
    MUST(n->parent == parent && n->depth == depth && depth <= LIMIT_DEPTH);
    MUST((size_t)n->span.off + n->span.len <= s->text.len);
    if (n->kind == NODE_STRING)
        check_text(s, n);
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++) {
        MUST(node_index(&n->as.items[i]) == i && node_item(n, i) == &n->as.items[i]);
        check_node(s, &n->as.items[i], n, depth + 1);
    }
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++) {
        const Member *m = &n->as.members[i];
        MUST(node_get(n, m->key->name) == &m->value && node_member(&m->value) == m);
        MUST(node_get_key(n, m->key->hash, m->key->name) == &m->value);
        MUST((size_t)m->key_span.off + m->key_span.len <= s->text.len);
        check_node(s, &m->value, n, depth + 1);
    }
}

/* The deepest first child: its path is written and it knows its document. */
static inline void check_path(Arena *a, const Document *doc)
{
    const Node *n = &doc->root;
    Buf out;
    while (n->len && (n->kind == NODE_LIST || n->kind == NODE_MAP))
        n = n->kind == NODE_LIST ? &n->as.items[0] : &n->as.members[0].value;
    buf_init(&out, a, SIZE_MAX);
    path_write(&out, &doc->root, n);
    MUST(node_document(n) == doc && (n == &doc->root) == (out.len == 0));
}

static inline void check_stream(Arena *a, const Stream *stream, const Diags *d)
{
    const Source *s = stream->source;
    MUST(d->count == (stream->complete ? 0 : 1));
    for (size_t i = 0; i < d->list.len; i++)
        MUST(d->list.items[i].source == s && d->list.items[i].at.off <= s->text.len);
    for (size_t i = 0; i < stream->documents.len; i++) {
        const Document *doc = stream->documents.items[i];
        MUST(doc->source == s && doc->first_line >= 1 && doc->first_line <= s->lines);
        check_node(s, &doc->root, NULL, 0);
        check_path(a, doc);
        MUST(node_equal(&doc->root, &doc->root) != TRI_NO || str_contains(s->text, STR("n")) ||
             str_contains(s->text, STR("N"))); /* .nan is no equal of itself */
        for (size_t c = 0; c < doc->comment_count; c++)
            MUST(s->text.ptr[doc->comments[c].off] == '#' && doc->comments[c].line <= s->lines);
    }
    for (size_t i = 0; i < stream->duplicates.len; i++)
        MUST(node_get(stream->duplicates.items[i].map, stream->duplicates.items[i].key->name));
}

typedef Stream *Reader(Loader *l, const Source *s, Diags *d);

/* Reads and checks, within memory in proportion to the input. */
static inline bool check_reader(Reader *read, const uint8_t *data, size_t size)
{
    enum { MEMORY_BASE = 1 << 16, MEMORY_FACTOR = 1000 };
    Arena a;
    Loader l;
    Diags d;
    arena_init(&a, SIZE_MAX);
    loader_init(&l, &a);
    diags_init(&d, &a);
    const Stream *stream =
        read(&l, source_new(&a, STR("fuzz"), (Str){(const char *)data, size}), &d);
    bool complete = stream->complete;
    MUST(a.used <= MEMORY_BASE + size * MEMORY_FACTOR);
    check_stream(&a, stream, &d);
    arena_free(&a);
    return complete;
}

#endif
