#include <string.h>
#include <yaml.h>

#include "base/panic.h"
#include "doc/comment.h"
#include "doc/load.h"
#include "doc/mask.h"
#include "doc/placeholder.h"
#include "doc/scalar.h"
#include "doc/text.h"
#include "doc/tree.h"
#include "doc/walk.h"
#include "doc/yaml_words.h"

typedef struct Reader {
    yaml_parser_t parser;
    yaml_event_t event;
    const Source *source;
    Tree tree;
    Arena *scratch;
    Map anchors; /* of this document: name -> TreeAnchor */
    CommentScan comments;
    Walk walk;
    bool syntax;        /* what was wrong is how the text is written, not what it holds */
    bool masked;        /* libyaml reads a text in which placeholders are covered */
    bool empty;         /* nothing in this document so far */
    uint32_t next_line; /* where what leads the next document starts; 0: at its own start */
} Reader;

static uint32_t offset(Reader *r, const yaml_mark_t *mark)
{
    return walk_to(&r->walk, mark->index);
}

static Span event_span(Reader *r)
{
    uint32_t off = offset(r, &r->event.start_mark), end = offset(r, &r->event.end_mark);
    return (Span){off, end > off ? end - off : 0};
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Without the anchor and tag that stand before a value: libyaml counts them in. */
static Span skip_properties(const Source *s, Span at, bool anchor, bool tag)
{
    Str text = source_slice(s, at);
    size_t i = 0;
    while (i < text.len) {
        char c = text.ptr[i];
        if (is_space(c)) {
            i++;
        } else if (c == '#') {
            i += str_find_char(str_skip(text, i), '\n');
        } else if ((c == '&' && anchor) || (c == '!' && tag)) {
            anchor &= c != '&';
            tag &= c != '!';
            while (i < text.len && !is_space(text.ptr[i]))
                i++;
        } else {
            break;
        }
    }
    return (Span){at.off + (uint32_t)i, at.len - (uint32_t)i};
}

static bool fault(Reader *r, Span at, const char *message)
{
    return diag_error(r->tree.diags, r->source, at, "%s", message);
}

static bool parser_fault(Reader *r)
{
    const yaml_parser_t *p = &r->parser;
    if (p->error == YAML_MEMORY_ERROR)
        panic("out of memory in the YAML parser");
    uint32_t off = offset(r, &p->problem_mark);
    char c = '\0';
    if (off < r->source->text.len)
        c = r->source->text.ptr[off];
    YamlWords words = yaml_words(p->problem, c);
    if (words.at_start) /* of what broke off */
        off = offset(r, &p->context_mark);
    r->syntax = true;
    return fault(r, (Span){off, off < r->source->text.len}, words.text);
}

/* ---- scalars ---- */

static const char TAG_PREFIX[] = "tag:yaml.org,2002:";

/* The value as a slice of the text where it is one, else a copy. */
static Str scalar_text(Reader *r, Span *at, uint8_t *flags)
{
    const yaml_event_t *e = &r->event;
    Str value = {(const char *)e->data.scalar.value, e->data.scalar.length};
    bool cut = false;
    if (r->masked)
        value = mask_reveal(r->scratch, value, &cut);
    at->len += cut;
    Str raw = source_slice(r->source, *at);
    if (e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE && raw.len >= 2)
        raw = str_slice(raw, 1, raw.len - 1);
    if (str_eq(value, raw))
        return raw;
    *flags |= NODE_DECODED;
    return arena_copy(r->tree.loader->arena, value);
}

/* A tag that is not YAML's own ("!Ref") has something else compute the value. */
static bool is_foreign(const yaml_char_t *tag)
{
    Str name = str_c((const char *)tag);
    return name.len > 1 && !str_starts(name, str_c(TAG_PREFIX));
}

/* "!!int" decides the kind, whatever the quotes. */
static bool apply_tag(Reader *r, Str tag, Str text, Node *n)
{
    static const struct {
        Str name;
        NodeKind kind;
    } TAGS[] = {
        {STR_INIT("int"),   NODE_INT   },
        {STR_INIT("float"), NODE_DOUBLE},
        {STR_INIT("bool"),  NODE_BOOL  },
        {STR_INIT("null"),  NODE_NULL  },
    };
    if (!str_starts(tag, str_c(TAG_PREFIX)))
        return true;
    tag = str_skip(tag, sizeof TAG_PREFIX - 1);
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        if (!str_eq(tag, TAGS[i].name))
            continue;
        scalar_resolve(text, n);
        if (n->kind == NODE_INT && TAGS[i].kind == NODE_DOUBLE)
            *n = (Node){.kind = NODE_DOUBLE,
                        .flags = n->flags,
                        .span = n->span,
                        .as.real = (double)n->as.integer};
        if (n->kind != TAGS[i].kind)
            return diag_error(r->tree.diags, r->source, n->span, "this is no %.*s, as its tag says",
                              STR_ARG(tag));
    }
    return true;
}

/* A block scalar's end is that of its last line with text. */
static void trim_block(const Source *s, Span *at)
{
    Str text = source_slice(s, *at);
    while (text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r' ||
                        text.ptr[text.len - 1] == ' '))
        text.len--;
    at->len = (uint32_t)text.len;
}

static bool read_scalar(Reader *r, Node *n)
{
    const yaml_event_t *e = &r->event;
    yaml_scalar_style_t style = e->data.scalar.style;
    bool block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    *n = (Node){.span = event_span(r)};
    if (e->data.scalar.anchor || e->data.scalar.tag)
        n->span = skip_properties(r->source, n->span, e->data.scalar.anchor, e->data.scalar.tag);
    comment_scan(&r->comments, n->span, block);
    if (block)
        trim_block(r->source, &n->span);
    Str text = scalar_text(r, &n->span, &n->flags);
    if (style != YAML_PLAIN_SCALAR_STYLE) {
        n->flags |= NODE_QUOTED;
        if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE && str_find_char(text, '\0') < text.len)
            return fault(r, n->span, "a string may not contain the NUL character");
    }
    n->kind = NODE_STRING;
    n->len = (uint32_t)text.len;
    n->as.text = text.ptr;
    if (is_foreign(e->data.scalar.tag))
        n->flags |= NODE_UNKNOWN;
    if (e->data.scalar.tag) {
        if (!apply_tag(r, str_c((const char *)e->data.scalar.tag), text, n))
            return false;
    } else if (style == YAML_PLAIN_SCALAR_STYLE) {
        scalar_resolve(text, n);
    }
    if (n->kind == NODE_STRING && placeholder_in_value(text))
        n->flags |= NODE_UNKNOWN;
    return true;
}

/* ---- events ---- */

static TreeAnchor *new_anchor(Reader *r, const yaml_char_t *name)
{
    if (!name)
        return NULL;
    TreeAnchor *anchor = arena_new(r->scratch, TreeAnchor);
    anchor->open = true;
    Str text = str_c((const char *)name);
    void **at =
        map_at(&r->anchors, map_find(&r->anchors, text) ? text : arena_copy(r->scratch, text));
    *at = anchor;
    return anchor;
}

static bool is_merge(const yaml_event_t *e)
{
    return e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !e->data.scalar.tag &&
           str_eq(str_c((const char *)e->data.scalar.value), STR("<<"));
}

static bool add_key(Reader *r, const Node *n, Span at)
{
    Buf name;
    if (n->kind == NODE_STRING) {
        tree_key(&r->tree, node_str(n), at);
        return true;
    }
    buf_init(&name, r->scratch, 64);
    if (!scalar_key(n, &name))
        return fault(r, at, "only a name can be a key, not null, a list or a map");
    tree_key(&r->tree, buf_str(&name), at);
    return true;
}

static bool on_scalar(Reader *r)
{
    const yaml_event_t *e = &r->event;
    bool key = tree_wants_key(&r->tree);
    Node n;
    if (!read_scalar(r, &n))
        return false;
    TreeAnchor *anchor = new_anchor(r, e->data.scalar.anchor);
    if (anchor)
        *anchor = (TreeAnchor){n, false};
    if (key && is_merge(e))
        tree_merge_key(&r->tree, n.span);
    else if (key)
        return add_key(r, &n, n.span);
    else
        return tree_value(&r->tree, &n);
    return true;
}

static bool on_alias(Reader *r)
{
    Str name = str_c((const char *)r->event.data.alias.anchor);
    Span at = event_span(r);
    const TreeAnchor *anchor = map_find(&r->anchors, name);
    if (!anchor)
        return diag_error(r->tree.diags, r->source, at,
                          "no anchor '&%.*s' stands before this alias", STR_ARG(name));
    if (tree_wants_key(&r->tree))
        return add_key(r, &anchor->node, at);
    return tree_alias(&r->tree, anchor, at);
}

static bool on_open(Reader *r, NodeKind kind, const yaml_char_t *anchor, const yaml_char_t *tag)
{
    Span at = {event_span(r).off, 0};
    at.len = (uint32_t)r->source->text.len - at.off; /* the event may end before the first part */
    if (anchor || tag)
        at = skip_properties(r->source, at, anchor, tag);
    if (tree_wants_key(&r->tree)) {
        r->syntax = true;
        return fault(r, (Span){at.off, 1}, "a list or a map cannot be a key");
    }
    const Node start = {
        .kind = (uint8_t)kind, .flags = is_foreign(tag) ? NODE_UNKNOWN : 0, .span = {at.off, 1}
    };
    return tree_open(&r->tree, &start, new_anchor(r, anchor));
}

/* Flow collections end where their event ends; block ones where their last part does, as the
 * event lies at whatever comes next. */
static bool on_close(Reader *r)
{
    Span at = event_span(r);
    return tree_close(&r->tree, at.len ? at.off + at.len : 0);
}

static void on_document(Reader *r)
{
    uint32_t line = source_place(r->source, event_span(r).off).line;
    map_init(&r->anchors, r->scratch);
    tree_begin(&r->tree, r->next_line ? r->next_line : line);
    r->empty = true;
}

static void on_document_end(Reader *r)
{
    Span at = event_span(r);
    bool empty = r->tree.document->root.kind == NODE_NULL && r->tree.document->root.span.len == 0;
    if (empty) {
        r->next_line = r->tree.document->first_line; /* its comments lead the next one */
        tree_drop(&r->tree);
        return;
    }
    r->next_line = at.len ? source_place(r->source, at.off).line : 0; /* after "..." */
    tree_keep(&r->tree);
}

/* Takes one event; false at a fault. */
static bool take_event(Reader *r)
{
    const yaml_event_t *e = &r->event;
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT: on_document(r); return true;
    case YAML_DOCUMENT_END_EVENT: on_document_end(r); return true;
    case YAML_SCALAR_EVENT: return on_scalar(r);
    case YAML_ALIAS_EVENT: return on_alias(r);
    case YAML_SEQUENCE_START_EVENT:
        return on_open(r, NODE_LIST, e->data.sequence_start.anchor, e->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return on_open(r, NODE_MAP, e->data.mapping_start.anchor, e->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return on_close(r);
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT: break;
    }
    return true;
}

static bool read_stream(Reader *r)
{
    for (;;) {
        if (!yaml_parser_parse(&r->parser, &r->event))
            return parser_fault(r);
        bool ended = r->event.type == YAML_STREAM_END_EVENT, good = take_event(r);
        yaml_event_delete(&r->event);
        if (ended || !good)
            return good;
    }
}

static void close_parser(void *parser)
{
    yaml_parser_delete(parser);
}

static Reader *new_reader(Arena *scratch, const Source *s, Str text, const Walk *walk)
{
    Reader *r = arena_new(scratch, Reader);
    r->source = s;
    r->scratch = scratch;
    r->walk = *walk;
    r->next_line = 1;
    if (!yaml_parser_initialize(&r->parser))
        panic("out of memory in the YAML parser");
    arena_defer(scratch, close_parser, &r->parser);
    yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r->parser, (const unsigned char *)text.ptr, text.len);
    return r;
}

static void share_comments(Stream *stream, const CommentScan *scan)
{
    for (size_t i = 0; i < stream->documents.len; i++) {
        stream->documents.items[i]->comments = scan->list.items;
        stream->documents.items[i]->comment_count = scan->list.len;
    }
}

typedef struct Attempt {
    Stream *stream; /* NULL: the mode covers nothing */
    Diags wrong;    /* what ended it */
    bool syntax;    /* another mode may go better */
} Attempt;

static Attempt attempt(Loader *l, const Source *s, Arena *messages, MaskMode mode, bool ascii)
{
    Attempt a = {.stream = NULL};
    Arena scratch;
    arena_init(&scratch, SIZE_MAX);
    diags_init(&a.wrong, messages);
    Walk walk;
    walk_init(&walk, s->text, ascii);
    Str text = walk_text(&walk, &scratch);
    if (mode == MASK_NONE || mask_text(&scratch, text, mode, &text)) {
        Reader *r = new_reader(&scratch, s, text, &walk);
        r->masked = mode != MASK_NONE;
        a.stream = arena_new(l->arena, Stream);
        a.stream->source = s;
        tree_init(&r->tree, l, a.stream, &a.wrong, &scratch);
        comment_begin(&r->comments, s, l->arena);
        a.stream->complete = read_stream(r);
        a.syntax = r->syntax;
        comment_end(&r->comments, a.stream->complete);
        if (!a.stream->complete)
            tree_drop(&r->tree);
        share_comments(a.stream, &r->comments);
    }
    arena_free(&scratch);
    return a;
}

Stream *yaml_load(Loader *l, const Source *s, Diags *d)
{
    Stream *best = arena_new(l->arena, Stream);
    Diag first = {.source = s};
    bool ascii;
    best->source = s;
    if (!text_check(s, d, &ascii))
        return best;
    for (MaskMode mode = MASK_NONE; mode <= MASK_LINES; mode++) {
        Attempt a = attempt(l, s, d->arena, mode, ascii);
        if (!a.stream)
            break;
        if (a.stream->complete)
            return a.stream;
        /* the reading that came further understood the text better */
        if (mode == MASK_NONE || a.wrong.list.items[0].at.off > first.at.off) {
            best = a.stream;
            first = a.wrong.list.items[0];
        }
        if (!a.syntax)
            break;
    }
    (void)diag_error(d, s, first.at, "%.*s", STR_ARG(first.message));
    return best;
}
