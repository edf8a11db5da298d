#include <string.h>

#include "base/duration.h"
#include "base/quantity.h"
#include "base/utf8.h"
#include "cel/cel.h"
#include "cel/libs.h"
#include "cel/number.h"
#include "cel/opaque.h"
#include "cel/timestamp.h"

/* ---- strings ---- */

static const struct Escape {
    char byte, letter;
} ESCAPES[] = {
    {'\a', 'a' },
    {'\b', 'b' },
    {'\f', 'f' },
    {'\n', 'n' },
    {'\r', 'r' },
    {'\t', 't' },
    {'\v', 'v' },
    {'"',  '"' },
    {'\\', '\\'},
};

static bool write_escape(Buf *out, char c)
{
    for (size_t i = 0; i < sizeof ESCAPES / sizeof *ESCAPES; i++) {
        if (ESCAPES[i].byte == c) {
            buf_char(out, '\\');
            buf_char(out, ESCAPES[i].letter);
            return true;
        }
    }
    return false;
}

void cel_quote(Buf *out, Str text)
{
    buf_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        if (!write_escape(out, text.ptr[i]))
            buf_char(out, text.ptr[i]);
    }
    buf_char(out, '"');
}

static void quote_bytes(Buf *out, Str bytes)
{
    buf_add(out, STR("b\""));
    for (size_t i = 0; i < bytes.len; i++) {
        unsigned char c = (unsigned char)bytes.ptr[i];
        if (c < ' ' || c >= 0x7F)
            buf_printf(out, "\\x%02x", c);
        else if (!write_escape(out, bytes.ptr[i]))
            buf_char(out, bytes.ptr[i]);
    }
    buf_char(out, '"');
}

/* ---- values ---- */

void cel_write_seconds(Buf *out, int64_t ns)
{
    uint64_t value = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns, rest = value % 1000000000;
    buf_printf(out, "%s%llu", ns < 0 ? "-" : "", (unsigned long long)(value / 1000000000));
    if (rest)
        buf_char(out, '.');
    for (uint64_t unit = 100000000; rest; rest %= unit, unit /= 10)
        buf_char(out, (char)('0' + rest / unit));
    buf_char(out, 's');
}

static void write_optional(Buf *out, const CelValue *boxed)
{
    if (!boxed) {
        buf_add(out, STR("optional.none()"));
        return;
    }
    buf_add(out, STR("optional.of("));
    cel_print_literal(out, *boxed);
    buf_char(out, ')');
}

static void write_list(Buf *out, CelValue v)
{
    buf_char(out, '[');
    for (uint32_t i = 0; i < cel_len_of(v) && !out->full; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        cel_print_literal(out, cel_item(v, i));
    }
    buf_char(out, ']');
}

static void write_map(Buf *out, CelValue v)
{
    buf_char(out, '{');
    for (uint32_t i = 0; i < cel_len_of(v) && !out->full; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        CelValue key = cel_map_key(v, i);
        if (key.kind == CEL_UNKNOWN) /* a placeholder */
            cel_quote(out, cel_str_of(key));
        else
            cel_print_literal(out, key);
        buf_add(out, STR(": "));
        cel_print_literal(out, cel_map_value(v, i));
    }
    buf_char(out, '}');
}

/* What a message says for a value that has no text of its own: a host object, a failure. */
static void write_unprintable(Buf *out, CelValue v)
{
    bool placeholder = v.kind == CEL_UNKNOWN && (v.flags & CEL_NODE);
    buf_add(out, placeholder ? cel_str_of(v) : STR("?"));
}

static void write_time(Buf *out, CelValue v)
{
    timestamp_write(out, (Timestamp){v.as.integer, v.len});
}

void cel_print(Buf *out, CelValue v)
{
    switch ((CelKind)v.kind) {
    case CEL_NULL: buf_add(out, STR("null")); break;
    case CEL_BOOL: buf_add(out, cel_bool_of(v) ? STR("true") : STR("false")); break;
    case CEL_INT: buf_printf(out, "%lld", (long long)cel_int_of(v)); break;
    case CEL_UINT: buf_printf(out, "%llu", (unsigned long long)v.as.uinteger); break;
    case CEL_DOUBLE: double_write(out, cel_double_of(v), DOUBLE_PLAIN); break;
    case CEL_STRING:
    case CEL_TYPE:
    case CEL_BYTES: buf_add(out, cel_str_of(v)); break;
    case CEL_LIST: write_list(out, v); break;
    case CEL_MAP: write_map(out, v); break;
    case CEL_DURATION: duration_short(out, v.as.integer); break;
    case CEL_TIMESTAMP: write_time(out, v); break;
    case CEL_OPTIONAL: write_optional(out, v.as.boxed); break;
    case CEL_QUANTITY: quantity_write(out, v.as.quantity); break;
    case CEL_OPAQUE: opaque_write(out, v); break;
    case CEL_ERROR:
    case CEL_UNKNOWN:
    case CEL_HOST:
    case CEL_PLACE:
    case CEL_LAZY: write_unprintable(out, v); break;
    }
}

static void write_call(Buf *out, const char *function, CelValue v)
{
    buf_printf(out, "%s(\"", function);
    if (v.kind == CEL_DURATION)
        cel_write_seconds(out, v.as.integer);
    else
        cel_print(out, v);
    buf_add(out, STR("\")"));
}

static void write_unknown(Buf *out, CelValue v)
{
    Str missing = cel_str_of(v);
    buf_add(out, STR("unknown"));
    if (missing.len)
        buf_printf(out, " (%.*s)", STR_ARG(missing));
}

void cel_print_literal(Buf *out, CelValue v)
{
    switch ((CelKind)v.kind) {
    case CEL_UINT:
        cel_print(out, v);
        buf_char(out, 'u');
        break;
    case CEL_DOUBLE: double_write(out, cel_double_of(v), DOUBLE_LITERAL); break;
    case CEL_STRING: cel_quote(out, cel_str_of(v)); break;
    case CEL_BYTES: quote_bytes(out, cel_str_of(v)); break;
    case CEL_DURATION: write_call(out, "duration", v); break;
    case CEL_TIMESTAMP: write_call(out, "timestamp", v); break;
    case CEL_QUANTITY: write_call(out, "quantity", v); break;
    case CEL_OPAQUE: write_call(out, opaque_maker(v), v); break;
    case CEL_UNKNOWN: write_unknown(out, v); break;
    case CEL_ERROR: buf_printf(out, "error: %.*s", STR_ARG(v.as.error->message)); break;
    case CEL_HOST:
    case CEL_PLACE:
    case CEL_LAZY: buf_add(out, str_c(cel_type_name(v))); break;
    case CEL_NULL:
    case CEL_BOOL:
    case CEL_INT:
    case CEL_LIST:
    case CEL_MAP:
    case CEL_TYPE:
    case CEL_OPTIONAL: cel_print(out, v); break;
    }
}
