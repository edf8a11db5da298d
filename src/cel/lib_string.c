#include "base/utf8.h"
#include "cel/lib.h"

/* Positions are code points, so every function here walks its text. */

static bool is_ascii(CelValue v)
{
    Str s = cel_str_of(v);
    if (v.flags & CEL_ASCII)
        return true;
    for (size_t i = 0; i < s.len; i++) {
        if ((unsigned char)s.ptr[i] >= 0x80)
            return false;
    }
    return true;
}

static size_t count(CelValue v)
{
    return is_ascii(v) ? cel_str_of(v).len : utf8_count(cel_str_of(v));
}

/* Byte offset of code point i; i is not above count(v). */
static size_t offset_of(CelValue v, size_t i)
{
    return is_ascii(v) ? i : utf8_offset(cel_str_of(v), i);
}

static size_t position_of(CelValue v, size_t offset)
{
    return is_ascii(v) ? offset : utf8_count(str_slice(cel_str_of(v), 0, offset));
}

static CelValue out_of_range(CelEval *ev, int64_t index)
{
    return cel_error(ev, CEL_ERR_ARGUMENT, "index out of range: %lld", (long long)index);
}

static uint64_t cost(CelValue v)
{
    return 1 + cel_str_of(v).len / 8;
}

static CelValue slice(CelValue v, size_t from, size_t to)
{
    return cel_str(str_slice(cel_str_of(v), offset_of(v, from), offset_of(v, to)));
}

static CelValue char_at(CelEval *ev, const CelValue *args)
{
    int64_t i = cel_int_of(args[1]), len = (int64_t)count(args[0]);
    CEL_CHARGE(ev, cost(args[0]));
    if (i < 0 || i > len)
        return out_of_range(ev, i);
    return slice(args[0], (size_t)i, (size_t)(i < len ? i + 1 : i));
}

static CelValue substring_from(CelEval *ev, const CelValue *args)
{
    int64_t start = cel_int_of(args[1]), len = (int64_t)count(args[0]);
    CEL_CHARGE(ev, cost(args[0]));
    return start < 0 || start > len ? out_of_range(ev, start)
                                    : slice(args[0], (size_t)start, (size_t)len);
}

static CelValue substring(CelEval *ev, const CelValue *args)
{
    int64_t start = cel_int_of(args[1]), end = cel_int_of(args[2]), len = (int64_t)count(args[0]);
    CEL_CHARGE(ev, cost(args[0]));
    if (start > end)
        return cel_error(ev, CEL_ERR_ARGUMENT, "invalid substring range. start: %lld, end: %lld",
                         (long long)start, (long long)end);
    if (start < 0 || start > len)
        return out_of_range(ev, start);
    return end > len ? out_of_range(ev, end) : slice(args[0], (size_t)start, (size_t)end);
}

/* ---- searching ---- */

static CelValue index_from(CelEval *ev, CelValue s, CelValue part, int64_t from)
{
    Str text = cel_str_of(s), needle = cel_str_of(part);
    CEL_CHARGE(ev, cost(s) * (1 + needle.len / 16));
    if (from < 0)
        return out_of_range(ev, from);
    if (needle.len == 0)
        return cel_int(from);
    if ((uint64_t)from >= count(s))
        return cel_int(-1);
    size_t start = offset_of(s, (size_t)from), at = str_find(str_skip(text, start), needle);
    return cel_int(start + at == text.len ? -1 : (int64_t)position_of(s, start + at));
}

static CelValue index_of(CelEval *ev, const CelValue *args)
{
    return index_from(ev, args[0], args[1], 0);
}

static CelValue index_of_from(CelEval *ev, const CelValue *args)
{
    return index_from(ev, args[0], args[1], cel_int_of(args[2]));
}

static CelValue last_index(CelEval *ev, CelValue s, CelValue part, size_t start)
{
    Str text = cel_str_of(s), needle = cel_str_of(part);
    CEL_CHARGE(ev, cost(s) * (1 + needle.len / 16));
    if (needle.len > text.len)
        return cel_int(-1);
    size_t at = start < text.len - needle.len ? start : text.len - needle.len;
    for (;; at--) {
        if (str_starts(str_skip(text, at), needle))
            return cel_int((int64_t)position_of(s, at));
        if (at == 0)
            return cel_int(-1);
    }
}

static CelValue last_index_of(CelEval *ev, const CelValue *args)
{
    return last_index(ev, args[0], args[1], cel_str_of(args[0]).len);
}

static CelValue last_index_of_from(CelEval *ev, const CelValue *args)
{
    int64_t from = cel_int_of(args[2]);
    if (cel_str_of(args[1]).len == 0)
        return cel_int(from);
    if (from < 0)
        return out_of_range(ev, from);
    if ((uint64_t)from >= count(args[0]))
        return cel_int(-1);
    return last_index(ev, args[0], args[1], offset_of(args[0], (size_t)from));
}

/* ---- other text from a text ---- */

static CelValue replace_most(CelEval *ev, const CelValue *args, int64_t most)
{
    Str rest = cel_str_of(args[0]), old = cel_str_of(args[1]), new = cel_str_of(args[2]);
    Buf out = cel_buf(ev);
    uint64_t left = most < 0 ? UINT64_MAX : (uint64_t)most;
    CEL_CHARGE(ev, cost(args[0]) * (1 + old.len / 16));
    while (left > 0 && old.len) {
        size_t at = str_find(rest, old);
        if (at == rest.len)
            break;
        CEL_CHARGE(ev, 1 + new.len / 8);
        buf_add(&out, str_slice(rest, 0, at));
        buf_add(&out, new);
        rest = str_skip(rest, at + old.len);
        left--;
    }
    /* An empty text stands before every code point and at the end. */
    for (; left > 0 && old.len == 0; left--) {
        size_t len = 0;
        CEL_CHARGE(ev, 1 + new.len / 8);
        buf_add(&out, new);
        if (rest.len == 0)
            break;
        (void)utf8_decode(rest, &len);
        buf_add(&out, str_slice(rest, 0, len));
        rest = str_skip(rest, len);
    }
    buf_add(&out, rest);
    return cel_buf_string(ev, &out);
}

static CelValue replace(CelEval *ev, const CelValue *args)
{
    return replace_most(ev, args, -1);
}

static CelValue replace_limited(CelEval *ev, const CelValue *args)
{
    return replace_most(ev, args, cel_int_of(args[3]));
}

static CelValue with_case(CelEval *ev, CelValue v, char first, char last)
{
    Str s = cel_str_of(v);
    CEL_CHARGE(ev, cost(v));
    char *text = arena_array(ev->scratch, char, s.len + 1);
    for (size_t i = 0; i < s.len; i++)
        text[i] = s.ptr[i] >= first && s.ptr[i] <= last ? (char)(s.ptr[i] ^ 0x20) : s.ptr[i];
    return cel_str((Str){text, s.len});
}

static CelValue lower_ascii(CelEval *ev, const CelValue *args)
{
    return with_case(ev, args[0], 'A', 'Z');
}

static CelValue upper_ascii(CelEval *ev, const CelValue *args)
{
    return with_case(ev, args[0], 'a', 'z');
}

/* Unicode's White_Space property. */
static bool is_white(uint32_t c)
{
    return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

/* Where the last code point of s begins. */
static size_t last_start(Str s)
{
    size_t at = s.len - 1;
    while (at > 0 && ((unsigned char)s.ptr[at] & 0xC0) == 0x80)
        at--;
    return at;
}

static CelValue trim(CelEval *ev, const CelValue *args)
{
    Str s = cel_str_of(args[0]);
    size_t len = 0;
    CEL_CHARGE(ev, cost(args[0]));
    while (s.len && is_white(utf8_decode(s, &len)))
        s = str_skip(s, len);
    while (s.len && is_white(utf8_decode(str_skip(s, last_start(s)), &len)))
        s.len = last_start(s);
    return cel_str(s);
}

static CelValue reverse(CelEval *ev, const CelValue *args)
{
    Str s = cel_str_of(args[0]);
    CEL_CHARGE(ev, cost(args[0]));
    char *text = arena_array(ev->scratch, char, s.len + 1);
    size_t at = s.len;
    for (size_t i = 0, len = 0; i < s.len; i += len) {
        (void)utf8_decode(str_skip(s, i), &len);
        at -= len;
        memcpy(text + at, s.ptr + i, len);
    }
    return cel_str((Str){text, s.len});
}

static CelValue quote(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    CEL_CHARGE(ev, cost(args[0]));
    cel_quote(&out, cel_str_of(args[0]));
    return cel_buf_string(ev, &out);
}

/* ---- lists of texts ---- */

static CelValue split_most(CelEval *ev, const CelValue *args, int64_t most)
{
    Str rest = cel_str_of(args[0]), sep = cel_str_of(args[1]);
    CelItems parts = {NULL, 0, 0};
    CEL_CHARGE(ev, cost(args[0]) * (1 + sep.len / 16));
    if (most == 0 || (sep.len == 0 && rest.len == 0))
        return cel_list(NULL, 0, false);
    while (most < 0 || (int64_t)parts.len + 1 < most) {
        size_t at = sep.len ? str_find(rest, sep) : 0;
        if (sep.len == 0)
            (void)utf8_decode(rest, &at);
        if (at >= rest.len)
            break;
        CEL_CHARGE(ev, 1);
        *vec_push(ev->scratch, &parts) = cel_str(str_slice(rest, 0, at));
        rest = str_skip(rest, at + sep.len);
    }
    *vec_push(ev->scratch, &parts) = cel_str(rest);
    return cel_items_list(parts, false);
}

static CelValue split(CelEval *ev, const CelValue *args)
{
    return split_most(ev, args, -1);
}

static CelValue split_limited(CelEval *ev, const CelValue *args)
{
    return split_most(ev, args, cel_int_of(args[2]));
}

static CelValue join_with(CelEval *ev, CelValue list, Str sep)
{
    Buf out = cel_buf(ev);
    if (cel_is_open(list) && !ev->told)
        return cel_missing_member();
    for (uint32_t i = 0; i < cel_len_of(list); i++) {
        CelValue item = cel_item(list, i);
        if (cel_failed(item))
            return item;
        if (item.kind != CEL_STRING)
            return cel_error(ev, CEL_ERR_NO_OVERLOAD, "join: item %u is %s, not a string", i,
                             cel_type_name(item));
        CEL_CHARGE(ev, 1 + (cel_str_of(item).len + sep.len) / 8);
        buf_add(&out, i ? sep : STR(""));
        buf_add(&out, cel_str_of(item));
    }
    return cel_buf_string(ev, &out);
}

static CelValue join(CelEval *ev, const CelValue *args)
{
    return join_with(ev, args[0], STR(""));
}

static CelValue join_separated(CelEval *ev, const CelValue *args)
{
    return join_with(ev, args[0], cel_str_of(args[1]));
}

const CelFunc CEL_FUNCS_STRING[] = {
    {"string.charAt(int): string",                  char_at,            CEL_LIB_STRINGS,      0 },
    {"string.indexOf(string): int",                 index_of,           CEL_LIB_STRINGS,      0 },
    {"string.indexOf(string, int): int",            index_of_from,      CEL_LIB_STRINGS,      0 },
    {"string.lastIndexOf(string): int",             last_index_of,      CEL_LIB_STRINGS,      0 },
    {"string.lastIndexOf(string, int): int",        last_index_of_from, CEL_LIB_STRINGS,      0 },
    {"list(string).join(): string",                 join,               CEL_LIB_STRINGS,      0 },
    {"list(string).join(string): string",           join_separated,     CEL_LIB_STRINGS,      0 },
    {"string.lowerAscii(): string",                 lower_ascii,        CEL_LIB_STRINGS,      0 },
    {"string.upperAscii(): string",                 upper_ascii,        CEL_LIB_STRINGS,      0 },
    {"string.replace(string, string): string",      replace,            CEL_LIB_STRINGS,      0 },
    {"string.replace(string, string, int): string", replace_limited,    CEL_LIB_STRINGS,      0 },
    {"string.split(string): list(string)",          split,              CEL_LIB_STRINGS,      0 },
    {"string.split(string, int): list(string)",     split_limited,      CEL_LIB_STRINGS,      0 },
    {"string.substring(int): string",               substring_from,     CEL_LIB_STRINGS,      0 },
    {"string.substring(int, int): string",          substring,          CEL_LIB_STRINGS,      0 },
    {"string.trim(): string",                       trim,               CEL_LIB_STRINGS,      0 },
    {"strings.quote(string): string",               quote,              CEL_LIB_STRINGS,      29},
    {"string.reverse(): string",                    reverse,            CEL_LIB_STRINGS_FULL, 0 },
    {NULL,                                          NULL,               0,                    0 },
};
