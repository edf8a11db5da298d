#include "report/snippet.h"

#include "base/utf8.h"

enum {
    TAB = 4,
    WINDOW = 120, /* columns of a frame: more wraps on most terminals; minified JSON has one line */
    BEFORE = 40   /* bytes shown left of the caret in a line that is cut there */
};

/* What a terminal would obey rather than show: C0, DEL, C1, bidirectional overrides. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0x2028 || code == 0x2029;
}

/* The character at the start of text as it may be shown; its bytes in *len. */
static Str shown(Str text, size_t *len)
{
    uint32_t code = utf8_decode(text, len);
    if (code == '\n' || code == '\t' || code == '\r')
        return STR(" ");
    return is_control(code) || code == 0xFFFD ? STR("\xEF\xBF\xBD") : str_slice(text, 0, *len);
}

void text_write(Buf *out, Str text)
{
    while (text.len) {
        size_t len;
        buf_add(out, shown(text, &len));
        text = str_skip(text, len);
    }
}

/* Where in the line the frame starts: at its start, or a little before a caret far right. */
static size_t window_start(Str line, size_t caret)
{
    if (caret <= WINDOW - BEFORE)
        return 0;
    size_t from = caret - BEFORE;
    while (from < caret && ((unsigned char)line.ptr[from] & 0xC0) == 0x80)
        from++;
    return from;
}

typedef struct Caret {
    size_t from, to; /* columns */
} Caret;

/* Writes the part of the line that fits and finds the columns of bytes [from, to). */
static Caret line_write(Buf *out, Str line, size_t from, size_t to)
{
    size_t at = window_start(line, from), column = at > 0, len = 0;
    Caret caret = {SIZE_MAX, 0};
    if (at)
        buf_add(out, STR("\xE2\x80\xA6"));
    for (; at < line.len && column < WINDOW; at += len) {
        Str cell = shown(str_skip(line, at), &len);
        size_t width = line.ptr[at] == '\t' ? TAB - column % TAB : utf8_width(cell);
        if (line.ptr[at] == '\t')
            buf_fill(out, ' ', width);
        else
            buf_add(out, cell);
        if (at >= from && caret.from == SIZE_MAX)
            caret.from = column;
        column += width;
        if (at < to)
            caret.to = column;
    }
    if (at < line.len)
        buf_add(out, STR("\xE2\x80\xA6"));
    if (caret.from == SIZE_MAX)
        caret.from = column;
    if (caret.to <= caret.from)
        caret.to = caret.from + 1;
    return caret;
}

static void write_gap(Buf *out, const Snippet *style)
{
    buf_add(out, str_c(style->frame));
    buf_fill(out, ' ', style->gutter + 1);
    buf_printf(out, "|%s", style->plain);
}

void snippet_write(Buf *out, const Snippet *style, const Source *s, Span at)
{
    uint32_t number = source_place(s, at.off).line;
    Str line = source_line(s, number);
    size_t from = at.off - s->line_starts[number - 1];
    buf_printf(out, "%s%*u |%s ", style->frame, (int)style->gutter, number, style->plain);
    Caret caret = line_write(out, line, from, from + at.len);
    buf_char(out, '\n');
    write_gap(out, style);
    buf_fill(out, ' ', caret.from + 1);
    buf_add(out, str_c(style->caret));
    buf_fill(out, '^', caret.to - caret.from);
    buf_add(out, str_c(style->plain));
}
