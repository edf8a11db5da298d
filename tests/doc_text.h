/* What a test of the document layer needs: text to documents in one arena, and documents back to
 * one line that a row can spell out:
 *   null true 1 1.5d "s" q"quoted" ?"unknown" *1 (from an alias) [a, b] {k: v} {k: v, …} (open) */
#ifndef TESTS_DOC_TEXT_H
#define TESTS_DOC_TEXT_H

#include "base/buf.h"
#include "doc/load.h"

#include "check.h"

typedef struct Doc {
    Arena arena;
    Loader loader;
    Diags diags;
    const Source *source;
    Stream *stream;
} Doc;

typedef Stream *DocReader(Loader *l, const Source *s, Diags *d);

static inline void doc_open(Doc *d, DocReader *read, Str text)
{
    arena_init(&d->arena, SIZE_MAX);
    loader_init(&d->loader, &d->arena);
    diags_init(&d->diags, &d->arena);
    d->source = source_new(&d->arena, STR("test.yaml"), text);
    d->stream = read(&d->loader, d->source, &d->diags);
}

static inline const Node *doc_root(const Doc *d, size_t index)
{
    return index < d->stream->documents.len ? &d->stream->documents.items[index]->root : NULL;
}

static inline void doc_write(Buf *out, const Node *n);

static inline void doc_write_string(Buf *out, const Node *n)
{
    Str text = node_str(n);
    buf_add(out, n->flags & NODE_QUOTED ? STR("q\"") : STR("\""));
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\n')
            buf_add(out, STR("\\n"));
        else
            buf_char(out, text.ptr[i]);
    }
    buf_char(out, '"');
}

static inline void doc_write_parts(Buf *out, const Node *n)
{
    bool map = n->kind == NODE_MAP;
    buf_char(out, map ? '{' : '[');
    for (uint32_t i = 0; i < n->len; i++) {
        const Node *value = map ? &n->as.members[i].value : &n->as.items[i];
        if (i)
            buf_add(out, STR(", "));
        if (map)
            buf_printf(out, "%.*s: ", STR_ARG(n->as.members[i].key->name));
        CHECK(value->parent == n && node_index(value) == i && value->depth == n->depth + 1,
              "a part does not know its place");
        doc_write(out, value);
    }
    if (n->flags & NODE_OPEN)
        buf_add(out, n->len ? STR(", …") : STR("…"));
    buf_char(out, map ? '}' : ']');
}

static inline void doc_write(Buf *out, const Node *n)
{
    if (n->flags & NODE_ALIAS)
        buf_char(out, '*');
    if (n->flags & NODE_UNKNOWN)
        buf_char(out, '?');
    switch ((NodeKind)n->kind) {
    case NODE_NULL: buf_add(out, STR("null")); break;
    case NODE_BOOL: buf_add(out, n->as.boolean ? STR("true") : STR("false")); break;
    case NODE_INT: buf_printf(out, "%lld", (long long)n->as.integer); break;
    case NODE_DOUBLE: buf_printf(out, "%.17gd", n->as.real); break;
    case NODE_STRING: doc_write_string(out, n); break;
    case NODE_LIST:
    case NODE_MAP: doc_write_parts(out, n); break;
    }
}

/* All documents, with " --- " between them; then " !line:column message" when one is wrong. */
static inline Str doc_text(Doc *d)
{
    Buf out;
    buf_init(&out, &d->arena, SIZE_MAX);
    for (size_t i = 0; i < d->stream->documents.len; i++) {
        if (i)
            buf_add(&out, STR(" --- "));
        doc_write(&out, doc_root(d, i));
    }
    CHECK(d->diags.list.len == (d->stream->complete ? 0 : 1), "%zu messages", d->diags.list.len);
    if (!d->stream->complete) {
        const Diag *diag = d->diags.list.items;
        LineColumn at = source_place(d->source, diag->at.off);
        buf_printf(&out, " !%u:%u %.*s", at.line, at.column, STR_ARG(diag->message));
    }
    return buf_str(&out);
}

#endif
