#include "cel/literal.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* ---- numbers ---- */

static bool parse_magnitude(Str text, uint64_t *out)
{
    bool hex = text.len > 2 && text.ptr[1] == 'x';
    uint64_t base = hex ? 16 : 10, value = 0;
    for (size_t i = hex ? 2 : 0; i < text.len; i++) {
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, (unsigned)ascii_hex(text.ptr[i]), &value))
            return false;
    }
    *out = value;
    return true;
}

static bool parse_int(Str text, bool negative, CelValue *out)
{
    uint64_t magnitude = 0;
    if (!parse_magnitude(text, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative)
        return false;
    *out = cel_int((int64_t)(negative ? 0 - magnitude : magnitude));
    return true;
}

static bool parse_uint(Str text, CelValue *out)
{
    uint64_t magnitude = 0;
    if (!parse_magnitude(str_slice(text, 0, text.len - 1), &magnitude))
        return false;
    *out = cel_uint(magnitude);
    return true;
}

/* The token's shape is checked: only strtod's rounding is wanted, in the "C" locale that the
 * program never leaves. */
static CelValue parse_double(Arena *a, Str text, bool negative)
{
    double value = strtod(arena_copy(a, text).ptr, NULL);
    return cel_double(negative ? -value : value);
}

/* ---- strings ---- */

typedef struct Unquoter {
    Arena *arena;
    Str text; /* between the quotes */
    bool bytes;
    char *out;
    size_t len;
    Str why; /* ptr set once something is wrong */
} Unquoter;

static bool fail(Unquoter *u, Str why)
{
    u->why = why;
    return false;
}

static void emit(Unquoter *u, uint32_t code)
{
    if (u->bytes)
        u->out[u->len++] = (char)code;
    else
        u->len += utf8_encode(code, u->out + u->len);
}

static bool is_digit_of(char c, unsigned base)
{
    return ascii_hex(c) >= 0 && (unsigned)ascii_hex(c) < base;
}

/* count digits from i on make a code point (in bytes: an octet). */
static bool numeric_escape(Unquoter *u, size_t i, size_t count, unsigned base)
{
    uint32_t code = 0;
    for (size_t k = i; k < i + count; k++) {
        if (k >= u->text.len || !is_digit_of(u->text.ptr[k], base))
            return fail(u, arena_printf(u->arena, "this escape needs %zu %s digits", count,
                                        base == 8 ? "octal" : "hexadecimal"));
        code = code * base + (unsigned)ascii_hex(u->text.ptr[k]);
    }
    if (!u->bytes && (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)))
        return fail(u, arena_printf(u->arena, "U+%04X is no character", (unsigned)code));
    emit(u, code);
    return true;
}

static bool unknown_escape(Unquoter *u, Str escape)
{
    return fail(u, arena_printf(u->arena,
                                "'\\%.*s' is no escape; for a pattern write r'…', for a "
                                "backslash '\\\\'",
                                STR_ARG(escape)));
}

/* The escape whose backslash is at *i; leaves *i behind it. */
static bool escape(Unquoter *u, size_t *i)
{
    static const char FROM[] = "abfnrtv\\'\"?`", TO[] = "\a\b\f\n\r\t\v\\'\"?`";
    size_t at = *i + 1;
    char c = at < u->text.len ? u->text.ptr[at] : '\0';
    size_t simple = str_find_char((Str){FROM, sizeof FROM - 1}, c);
    if (c && simple < sizeof FROM - 1) {
        emit(u, (unsigned char)TO[simple]);
        *i = at + 1;
        return true;
    }
    size_t digits = c == 'x' || c == 'X' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits > 2 && u->bytes)
        return fail(u, STR("\\u and \\U make characters, bytes have none: write \\x"));
    bool octal = c >= '0' && c <= '3';
    if (!digits && !octal) {
        size_t len = 1;
        if (at < u->text.len)
            (void)utf8_decode(str_skip(u->text, at), &len);
        return unknown_escape(u, str_slice(u->text, at, at + len));
    }
    *i = octal ? at + 3 : at + 1 + digits;
    return octal ? numeric_escape(u, at, 3, 8) : numeric_escape(u, at + 1, digits, 16);
}

/* CR LF and CR alone read as LF, wherever the file was edited. */
static size_t copy_byte(Unquoter *u, size_t i)
{
    char c = u->text.ptr[i++];
    if (c == '\r') {
        c = '\n';
        i += i < u->text.len && u->text.ptr[i] == '\n';
    }
    u->out[u->len++] = c;
    return i;
}

static bool unquote(Unquoter *u, bool raw)
{
    bool plain = raw || str_find_char(u->text, '\\') == u->text.len;
    if (plain && str_find_char(u->text, '\r') == u->text.len) {
        u->out = NULL; /* a slice of the source says it all */
        return true;
    }
    u->out = arena_array(u->arena, char, u->text.len + 1);
    for (size_t i = 0; i < u->text.len;) {
        if (raw || u->text.ptr[i] != '\\')
            i = copy_byte(u, i);
        else if (!escape(u, &i))
            return false;
    }
    return true;
}

static bool is_ascii(Str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if ((unsigned char)s.ptr[i] >= 0x80)
            return false;
    }
    return true;
}

static bool parse_quoted(Arena *a, Str text, CelValue *out, Str *why)
{
    bool bytes = false, raw = false;
    size_t quote = 0;
    for (; text.ptr[quote] != '"' && text.ptr[quote] != '\''; quote++) {
        bytes |= (text.ptr[quote] | 0x20) == 'b';
        raw |= (text.ptr[quote] | 0x20) == 'r';
    }
    Str inside = str_skip(text, quote);
    bool triple =
        inside.len >= 6 && inside.ptr[1] == inside.ptr[0] && inside.ptr[2] == inside.ptr[0];
    size_t quotes = triple ? 3 : 1;
    Unquoter u = {
        .arena = a, .text = str_slice(inside, quotes, inside.len - quotes), .bytes = bytes};
    if (!unquote(&u, raw)) {
        *why = u.why;
        return false;
    }
    Str value = u.out ? (Str){u.out, u.len} : u.text;
    *out = bytes ? cel_bytes(value) : cel_str(value);
    if (!bytes && is_ascii(value))
        out->flags |= CEL_ASCII;
    return true;
}

bool literal_value(Arena *a, Literal literal, CelValue *out, Str *why)
{
    TokenKind kind = literal.kind;
    if (kind == TOKEN_STRING || kind == TOKEN_BYTES)
        return parse_quoted(a, literal.text, out, why);
    if (kind == TOKEN_INT) {
        *why = STR("this number does not fit a 64-bit integer");
        return parse_int(literal.text, literal.negative, out);
    }
    if (kind == TOKEN_UINT) {
        *why = STR("this number does not fit an unsigned 64-bit integer");
        return parse_uint(literal.text, out);
    }
    if (kind == TOKEN_DOUBLE)
        *out = parse_double(a, literal.text, literal.negative);
    else
        *out = kind == TOKEN_NULL ? cel_null() : cel_bool(kind == TOKEN_TRUE);
    return true;
}
