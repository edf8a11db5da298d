#include "doc/source.h"

#include <string.h>

/* The byte behind the next line end, or NULL. */
static const char *next_line(const char *from, const char *end)
{
    const char *hit = from < end ? memchr(from, '\n', (size_t)(end - from)) : NULL;
    return hit ? hit + 1 : NULL;
}

/* Code points that begin in [from, to). */
static uint32_t points(Str text, size_t from, size_t to)
{
    uint32_t count = 0;
    for (size_t i = from; i < to; i++)
        count += ((unsigned char)text.ptr[i] & 0xC0) != 0x80;
    return count;
}

static const uint32_t *marks_new(Arena *a, Str text)
{
    size_t count = text.len / SOURCE_MARK + 1;
    uint32_t *marks = arena_array(a, uint32_t, count);
    for (size_t i = 1; i < count; i++)
        marks[i] = marks[i - 1] + points(text, (i - 1) * SOURCE_MARK, i * SOURCE_MARK);
    return marks;
}

const Source *source_new(Arena *a, Str name, Str text)
{
    if (str_starts(text, STR("\xEF\xBB\xBF")))
        text = str_skip(text, 3);
    const char *end = text.ptr + text.len;
    uint32_t lines = 1;
    for (const char *at = text.ptr; (at = next_line(at, end)) != NULL;)
        lines++;
    uint32_t *starts = arena_array(a, uint32_t, lines), line = 1;
    for (const char *at = text.ptr; (at = next_line(at, end)) != NULL;)
        starts[line++] = (uint32_t)(at - text.ptr);
    Source *s = arena_new(a, Source);
    *s = (Source){name, text, starts, lines, marks_new(a, text)};
    return s;
}

/* Index of the line that holds off. */
static uint32_t line_of(const Source *s, uint32_t off)
{
    uint32_t low = 0, high = s->lines; /* the answer is in [low, high) */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->line_starts[middle] <= off)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Code points in [from, to), by the marks between them where they are far apart. */
static uint32_t points_between(const Source *s, size_t from, size_t to)
{
    size_t first = from / SOURCE_MARK + 1, last = to / SOURCE_MARK;
    if (first >= last)
        return points(s->text, from, to);
    return points(s->text, from, first * SOURCE_MARK) + s->marks[last] - s->marks[first] +
           points(s->text, last * SOURCE_MARK, to);
}

LineColumn source_place(const Source *s, uint32_t off)
{
    uint32_t line = line_of(s, off);
    size_t end = off < s->text.len ? off : s->text.len;
    return (LineColumn){line + 1, points_between(s, s->line_starts[line], end) + 1};
}

Str source_slice(const Source *s, Span at)
{
    return str_slice(s->text, at.off, (size_t)at.off + at.len);
}

Str source_line(const Source *s, uint32_t line)
{
    size_t from = s->line_starts[line - 1];
    size_t to = line < s->lines ? s->line_starts[line] : s->text.len;
    Str text = str_slice(s->text, from, to);
    while (text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r'))
        text.len--;
    return text;
}
