#include "cli/columns.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "report/snippet.h"

void columns_add(Columns *c, Str cell)
{
    *vec_push(c->arena, &c->cells) = cell;
}

static bool is_number(Str cell)
{
    bool digits = cell.len > 0;
    for (size_t i = 0; i < cell.len; i++)
        digits &= ascii_digit(cell.ptr[i]) || cell.ptr[i] == '.';
    return digits;
}

/* Every cell under the heading is a number or empty. */
static bool is_numeric(const Columns *c, size_t column)
{
    bool some = false;
    for (size_t i = c->width + column; i < c->cells.len; i += c->width) {
        if (c->cells.items[i].len && !is_number(c->cells.items[i]))
            return false;
        some |= c->cells.items[i].len > 0;
    }
    return some;
}

static size_t width_of(const Columns *c, size_t column, size_t most)
{
    size_t widest = 0;
    for (size_t i = column; i < c->cells.len; i += c->width) {
        size_t width = utf8_width(c->cells.items[i]);
        widest = width > widest ? width : widest;
    }
    return widest < most ? widest : most;
}

static void cell_write(Buf *out, Str cell, size_t width, bool right, bool last)
{
    size_t length = utf8_width(cell);
    if (!last && length > width) {
        text_write(out, str_slice(cell, 0, utf8_offset(cell, width - 1)));
        buf_add(out, STR("\xe2\x80\xa6"));
        length = width;
    } else {
        if (right)
            buf_fill(out, ' ', width - length);
        text_write(out, cell);
    }
    if (!last)
        buf_fill(out, ' ', (right ? 0 : width - length) + 2);
}

void columns_write(Buf *out, const Columns *c, size_t most)
{
    if (!c->width)
        return;
    size_t *widths = arena_array(c->arena, size_t, c->width);
    bool *right = arena_array(c->arena, bool, c->width);
    for (size_t i = 0; i < c->width; i++) {
        widths[i] = width_of(c, i, i + 1 == c->width ? SIZE_MAX : most);
        right[i] = is_numeric(c, i);
    }
    for (size_t row = 0; row + c->width <= c->cells.len; row += c->width) {
        for (size_t i = 0; i < c->width; i++)
            cell_write(out, c->cells.items[row + i], widths[i], right[i], i + 1 == c->width);
        buf_char(out, '\n');
    }
}
