#include "doc/text.h"

#include "base/limits.h"
#include "base/utf8.h"

enum { BLOCK = 64 }; /* bytes looked at together, so that the compiler can do it at once */

static bool is_clean(unsigned char c)
{
    return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t' || c == '\r';
}

static bool block_is_clean(const char *p)
{
    unsigned bad = 0;
    for (size_t i = 0; i < BLOCK; i++)
        bad |= !is_clean((unsigned char)p[i]);
    return !bad;
}

/* Offset of the first byte from `at` on that is not clean ASCII, or the length. */
static size_t skip_clean(Str text, size_t at)
{
    while (text.len - at >= BLOCK && block_is_clean(text.ptr + at))
        at += BLOCK;
    while (at < text.len && is_clean((unsigned char)text.ptr[at]))
        at++;
    return at;
}

static const char *fault_of(Str rest, uint32_t code)
{
    if (str_starts(rest, STR("\xFF\xFE")) || str_starts(rest, STR("\xFE\xFF")))
        return "the text is UTF-16; save it as UTF-8";
    if (code == 0xFFFD && !str_starts(rest, STR("\xEF\xBF\xBD")))
        return "the text is not valid UTF-8 here";
    if (code == 0)
        return "a NUL byte: this is no text, or it is UTF-16 or UTF-32; save it as UTF-8";
    if (code < 0x20 || (code >= 0x7F && code < 0xA0 && code != 0x85))
        return "a control character; YAML allows none but tabs and line ends";
    if (code == 0xFFFE || code == 0xFFFF)
        return "a character that Unicode forbids";
    return NULL;
}

/* Directives of a document, "%TAG" at the start of a line: libyaml compares each with all before.
 */
static bool few_directives(const Source *s, Diags *d)
{
    Str text = s->text;
    size_t count = 0;
    for (size_t at = 0, found; at < text.len; at = found + 1) {
        found = at + str_find(str_skip(text, at), STR("%TAG"));
        unsigned char before = found ? (unsigned char)text.ptr[found - 1] : '\n';
        /* every line end that YAML knows is a control character or not ASCII */
        count += found < text.len && (before < 0x20 || before >= 0x80);
        if (count > LIMIT_DIRECTIVES)
            return diag_error(d, s, (Span){(uint32_t)found, 4}, "more than %d %%TAG directives",
                              LIMIT_DIRECTIVES);
    }
    return true;
}

bool text_check(const Source *s, Diags *d, bool *ascii)
{
    size_t at = 0, len;
    *ascii = true;
    while ((at = skip_clean(s->text, at)) < s->text.len) {
        Str rest = str_skip(s->text, at);
        const char *fault = fault_of(rest, utf8_decode(rest, &len));
        if (fault)
            return diag_error(d, s, (Span){(uint32_t)at, (uint32_t)len}, "%s", fault);
        *ascii = false;
        at += len;
    }
    return few_directives(s, d);
}
