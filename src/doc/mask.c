#include "doc/mask.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "doc/placeholder.h"

/* U+E000 + c stands for the ASCII character c: EE 80 80 to EE 81 BF in UTF-8. KEY_DOLLAR is the
 * '$' of a line that became a key; the next ':' that is not covered was its '}'. */
enum { COVER_LEAD = 0xEE, COVER_LOW = 0x80, COVER_HIGH = 0x81, KEY_DOLLAR = 0x7F };

static bool is_cover(Str text, size_t at)
{
    return at + 2 < text.len && (unsigned char)text.ptr[at] == COVER_LEAD &&
           ((unsigned char)text.ptr[at + 1] | 1) == COVER_HIGH;
}

static void cover(Buf *out, char c)
{
    unsigned code = (unsigned char)c;
    buf_char(out, (char)COVER_LEAD);
    buf_char(out, (char)(COVER_LOW + (code >> 6)));
    buf_char(out, (char)(0x80 + (code & 0x3F)));
}

/* Characters that mean nothing to YAML stay as they are. */
static bool is_harmless(char c)
{
    return ascii_alnum(c) || c == ' ' || c == '_' || c == '\t' || (unsigned char)c >= 0x80;
}

static bool is_blank(Str text, size_t from, size_t to)
{
    return str_trim(str_slice(text, from, to)).len == 0;
}

/* Whether the placeholder at [at, end) is all that its line holds, and is ${X}. */
static bool is_line(Str text, size_t line, size_t at, size_t end)
{
    size_t line_end = end + str_find_char(str_skip(text, end), '\n');
    return str_starts(str_skip(text, at), STR("${")) && is_blank(text, line, at) &&
           is_blank(text, end, line_end);
}

static void cover_placeholder(Buf *out, Str text, bool as_key)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (as_key && i == 0)
            cover(out, KEY_DOLLAR);
        else if (as_key && i == text.len - 1)
            buf_char(out, ':');
        else if (is_harmless(c))
            buf_char(out, c);
        else
            cover(out, c);
    }
}

static bool has_covers(Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (is_cover(text, i))
            return true;
    }
    return false;
}

bool mask_text(Arena *a, Str text, MaskMode mode, Str *out)
{
    Buf b;
    bool covered = false;
    if (has_covers(text))
        return false;
    buf_init(&b, a, SIZE_MAX);
    for (size_t i = 0, line = 0, len; i < text.len; i += len) {
        char c = text.ptr[i];
        bool may = c == '$' || c == '{' || c == '@' || c == '%' || c == '<';
        len = may ? placeholder_bracketed(str_skip(text, i)) : 0;
        if (len) {
            bool as_key = mode == MASK_LINES && is_line(text, line, i, i + len);
            cover_placeholder(&b, str_slice(text, i, i + len), as_key);
            covered = true;
            continue;
        }
        len = 1;
        line = c == '\n' ? i + 1 : line;
        buf_char(&b, c);
    }
    *out = buf_str(&b);
    return covered;
}

Str mask_reveal(Arena *a, Str covered, bool *cut)
{
    char *text = arena_array(a, char, covered.len + 1);
    size_t len = 0;
    bool open = false;
    for (size_t i = 0; i < covered.len; i++) {
        char c = covered.ptr[i];
        if (is_cover(covered, i)) {
            c = (char)(((unsigned char)covered.ptr[i + 1] & 1) << 6 |
                       ((unsigned char)covered.ptr[i + 2] & 0x3F));
            i += 2;
        } else if (open && c == ':') {
            c = '}';
            open = false;
        }
        if (c == KEY_DOLLAR) {
            c = '$';
            open = true;
        }
        text[len++] = c;
    }
    *cut = open;
    if (open)
        text[len++] = '}';
    return (Str){text, len};
}
