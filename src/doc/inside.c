#include "doc/inside.h"

/* A walk over the value and its source side by side. White space is where the two differ: line
 * breaks are folded, indentation is left out. All other characters come in the same order. */
typedef struct Walk {
    Str raw, value;
    size_t at, done; /* in raw, in value */
    bool escapes;    /* raw is in double quotes */
} Walk;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Hex digits behind an escape letter. */
static size_t hex_digits(char c)
{
    return c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
}

/* Bytes of the UTF-8 character that begins at value[at]. */
static size_t character(Str value, size_t at)
{
    size_t end = at + 1;
    while (end < value.len && ((unsigned char)value.ptr[end] & 0xC0) == 0x80)
        end++;
    return end - at;
}

/* Steps over an escape and the character that it stands for. */
static bool step_escape(Walk *w)
{
    char letter = w->at + 1 < w->raw.len ? w->raw.ptr[w->at + 1] : '\0';
    size_t length = character(w->value, w->done);
    bool pair = letter == 'u' && length == 4; /* JSON writes it as two surrogates */
    w->at += 2 + hex_digits(letter) + (pair ? 6 : 0);
    w->done += length;
    return w->at <= w->raw.len;
}

static bool step(Walk *w)
{
    char want = w->value.ptr[w->done];
    bool quoted = w->raw.ptr[0] == '\'';
    if (is_space(want) && !(w->escapes && w->at < w->raw.len && w->raw.ptr[w->at] == '\\')) {
        w->done++;
        return true;
    }
    while (w->at < w->raw.len && is_space(w->raw.ptr[w->at]))
        w->at++;
    if (w->at >= w->raw.len)
        return false;
    if (w->escapes && w->raw.ptr[w->at] == '\\')
        return step_escape(w);
    if (w->raw.ptr[w->at] != want)
        return false;
    w->at += quoted && want == '\'' ? 2 : 1; /* doubled */
    w->done++;
    return true;
}

/* Where value[to] begins in raw; false when the two do not agree. */
static bool walk_to(Walk *w, size_t to)
{
    while (w->done < to) {
        if (!step(w))
            return false;
    }
    bool space = w->done < w->value.len && is_space(w->value.ptr[w->done]);
    while (!space && w->at < w->raw.len && is_space(w->raw.ptr[w->at]))
        w->at++;
    return w->done == to && w->at <= w->raw.len;
}

Span inside_span(const Node *string, Span at)
{
    Str raw = node_text(string);
    Walk w = {.raw = raw, .value = node_str(string)};
    char first = raw.len ? raw.ptr[0] : '\0';
    bool block = first == '|' || first == '>';
    w.escapes = first == '"';
    w.at = block ? str_find_char(raw, '\n') : first == '"' || first == '\'' ? 1 : 0;
    if (at.off > w.value.len || at.len > w.value.len - at.off || !walk_to(&w, at.off))
        return string->span;
    size_t from = w.at;
    if (at.len && !walk_to(&w, at.off + at.len - 1))
        return string->span;
    size_t to = at.len && w.at < raw.len ? w.at + 1 : w.at;
    return (Span){string->span.off + (uint32_t)from, (uint32_t)(to - from)};
}

const Node *inside_part(Arena *a, const Node *string, Span at)
{
    return inside_at(a, string, inside_span(string, at));
}

const Node *inside_at(Arena *a, const Node *string, Span at)
{
    Node *part = arena_new(a, Node);
    *part = (Node){.kind = NODE_STRING, .flags = NODE_PART, .depth = string->depth};
    part->span = at;
    part->parent = string;
    Str text = node_text(part);
    part->as.text = text.ptr;
    part->len = (uint32_t)text.len;
    return part;
}
