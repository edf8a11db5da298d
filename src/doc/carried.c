#include "doc/carried.h"

/* The lines of a literal block as they stand, with their indentation: YAML reads them alike. */
static bool literal_lines(const Node *text, DocumentMove *how, Str *out)
{
    Str all = source_slice(node_document(text)->source, text->span);
    size_t line = str_find_char(all, '\n');
    if (!str_starts(all, STR("|")) || line == all.len)
        return false;
    *how = (DocumentMove){.exact = true, .by = text->span.off + (uint32_t)line + 1};
    *out = str_skip(all, line + 1);
    return true;
}

const Node *carried_load(Loader *l, const Node *text)
{
    Str lines;
    DocumentMove how;
    Diags unseen;
    if (!text || text->kind != NODE_STRING)
        return NULL;
    if (!literal_lines(text, &how, &lines)) {
        how = (DocumentMove){.whole = text->span};
        lines = node_str(text);
    }
    diags_init(&unseen, l->arena);
    const Source *inner = source_new(l->arena, node_document(text)->source->name, lines);
    Stream *stream = doc_load(l, inner, &unseen);
    if (!stream->complete || unseen.count || !stream->documents.len)
        return NULL;
    document_move(stream->documents.items[0], text, how);
    return &stream->documents.items[0]->root;
}
