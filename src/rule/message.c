#include "rule/message.h"

#include "base/limits.h"

/* Messages about a text that is no slice of the file are told at the scalar's beginning. */
static void relay(Diags *d, const RuleText *text, const Diags *inner)
{
    for (size_t i = 0; i < inner->list.len; i++) {
        const Diag *m = &inner->list.items[i];
        diag_error(d, text->file, (Span){text->offset, 0}, "in `%.*s`: %.*s",
                   STR_ARG(str_slice(text->text, 0, 60)), STR_ARG(m->message));
    }
}

/* Built-in rules have no file; their build has told. */
static void warn(const CelProgram *p, const RuleText *text, Diags *d)
{
    const CelWarning *w;
    for (size_t i = 0; p && text->file && (w = cel_program_warning(p, i)); i++) {
        Span at = {text->offset + (text->exact ? w->at.off : 0), text->exact ? w->at.len : 0};
        diag_warning(d, text->file, at, w->message);
    }
}

CelProgram *expr_compile(Arena *a, const CelEnv *env, const RuleText *text, Diags *d)
{
    CelProgram *p;
    if (text->exact && text->file) {
        p = cel_compile(a, env, (CelText){text->file, text->offset, text->text}, d);
    } else {
        Diags inner;
        diags_init(&inner, a);
        p = cel_compile(a, env, (CelText){NULL, 0, text->text}, &inner);
        relay(d, text, &inner);
    }
    warn(p, text, d);
    return p;
}

/* Offset behind a string literal that begins at `at`. */
static size_t skip_string(Str text, size_t at)
{
    char quote = text.ptr[at];
    bool raw = at > 0 && (text.ptr[at - 1] == 'r' || text.ptr[at - 1] == 'R');
    for (at++; at < text.len && text.ptr[at] != quote; at++) {
        if (text.ptr[at] == '\\' && !raw)
            at++;
    }
    return at + 1;
}

/* Offset of the brace that ends the expression begun before `at`; text.len when none does. */
static size_t expression_end(Str text, size_t at)
{
    size_t depth = 0;
    while (at < text.len) {
        char c = text.ptr[at];
        if (c == '\'' || c == '"') {
            at = skip_string(text, at);
            continue;
        }
        if (c == '}' && depth-- == 0)
            return at;
        depth += c == '{';
        at++;
    }
    return text.len;
}

/* A part of a template's text as an expression of its own. */
static RuleText inner_text(const RuleText *t, size_t from, size_t to)
{
    RuleText inner = *t;
    inner.text = str_slice(t->text, from, to);
    inner.offset += t->exact ? (uint32_t)from : 0;
    return inner;
}

static bool add_expression(Arena *a, const CelEnv *env, RuleText text, Diags *d, Message *m)
{
    if (!str_trim(text.text).len)
        return diag_error(d, text.file, (Span){text.offset, 0}, "empty braces in a message");
    CelProgram *p = expr_compile(a, env, &text, d);
    *vec_push(a, &m->parts) = (MessagePart){text.text, p};
    return p != NULL;
}

/* Text up to the next expression; both `{{` and `}}` are one brace. Offset behind it. */
static size_t add_text(Arena *a, Str s, size_t at, Message *m)
{
    size_t from = at;
    while (at < s.len) {
        char c = s.ptr[at];
        bool twice = at + 1 < s.len && s.ptr[at + 1] == c;
        if (c == '{' && !twice)
            break;
        at++;
        if ((c == '{' || c == '}') && twice) {
            *vec_push(a, &m->parts) = (MessagePart){str_slice(s, from, at), NULL};
            from = ++at;
        }
    }
    if (at > from)
        *vec_push(a, &m->parts) = (MessagePart){str_slice(s, from, at), NULL};
    return at;
}

const Message *message_compile(Arena *a, const CelEnv *env, const RuleText *text, Diags *d)
{
    Message *m = arena_new(a, Message);
    Str s = text->text;
    bool good = true;
    for (size_t at = add_text(a, s, 0, m); at < s.len; at = add_text(a, s, at, m)) {
        size_t end = expression_end(s, at + 1);
        if (end == s.len) {
            Span brace = {text->offset + (text->exact ? (uint32_t)at : 0), 1};
            diag_error(d, text->file, brace,
                       "the brace is not closed; a brace itself is written {{");
            return NULL;
        }
        good &= add_expression(a, env, inner_text(text, at + 1, end), d, m);
        at = end + 1;
    }
    return good ? m : NULL;
}

/* Unknowns, numbers and booleans of the manifest print as they are written there: yes, 0x10. */
static void print_value(Buf *out, CelValue v)
{
    bool plain =
        v.kind == CEL_UNKNOWN || v.kind == CEL_BOOL || v.kind == CEL_INT || v.kind == CEL_DOUBLE;
    if (plain && cel_origin(v))
        buf_add(out, node_text(cel_origin(v)));
    else if (cel_failed(v))
        buf_char(out, '?');
    else
        cel_print(out, v);
}

/* Messages are one line in every format: control characters become spaces. */
static Str one_line(Buf *b)
{
    for (size_t i = 0; i < b->len; i++) {
        unsigned char c = (unsigned char)b->ptr[i];
        if (c < 0x20 || c == 0x7F)
            b->ptr[i] = ' ';
    }
    return buf_str(b);
}

Str message_print(Arena *a, CelEval *ev, const Message *m)
{
    Buf out;
    buf_init(&out, a, LIMIT_MESSAGE);
    for (size_t i = 0; i < m->parts.len; i++) {
        const MessagePart *part = &m->parts.items[i];
        if (part->program)
            print_value(&out, cel_eval(ev, part->program));
        else
            buf_add(&out, part->text);
    }
    return one_line(&out);
}
