#include "doc/comment.h"

#include <string.h>

static const Str NAME = STR_INIT("gpulint");

void comment_begin(CommentScan *c, const Source *s, Arena *a)
{
    *c = (CommentScan){.source = s, .arena = a, .line = 1, .wanted = str_contains(s->text, NAME)};
}

/* What may stand right before the '#' of a comment: between scalars, everything else is part of
 * an anchor, alias or tag. */
static bool may_follow(char before)
{
    return strchr(" \t\n\r,[]{}", before) != NULL && before;
}

static bool is_alone(Str text, size_t at, size_t line_start)
{
    return str_trim(str_slice(text, line_start, at)).len == 0;
}

static void add(CommentScan *c, uint32_t at, uint32_t end)
{
    Str text = str_slice(c->source->text, at + 1, end);
    if (!str_contains(text, NAME))
        return;
    LineColumn place = source_place(c->source, at);
    size_t line_start = c->source->line_starts[place.line - 1];
    *vec_push(c->arena, &c->list) =
        (Comment){at, place.line, is_alone(c->source->text, at, line_start), str_trim(text)};
}

/* Looks at the text up to `end`, which holds no scalar. */
static void scan_gap(CommentScan *c, uint32_t end)
{
    const char *text = c->source->text.ptr;
    uint32_t start = c->at;
    while (c->at < end) {
        const char *hash = memchr(text + c->at, '#', end - c->at);
        if (!hash)
            break;
        uint32_t at = (uint32_t)(hash - text);
        c->at = at + 1;
        if (at > start && !may_follow(text[at - 1]))
            continue;
        const char *line_end = memchr(hash, '\n', end - at);
        c->at = line_end ? (uint32_t)(line_end - text) : end;
        add(c, at, c->at);
    }
    c->at = end > c->at ? end : c->at;
}

void comment_scan(CommentScan *c, Span scalar, bool block)
{
    uint32_t end = scalar.off + scalar.len;
    if (!c->wanted || scalar.off < c->at)
        return;
    scan_gap(c, scalar.off);
    if (block) {
        Str text = source_slice(c->source, scalar);
        scan_gap(c, scalar.off + (uint32_t)str_find_char(text, '\n'));
    }
    c->at = end;
}

void comment_end(CommentScan *c, bool complete)
{
    if (c->wanted && complete)
        scan_gap(c, (uint32_t)c->source->text.len);
}
