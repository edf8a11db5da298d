#include <math.h>
#include <string.h>

#include "base/ascii.h"
#include "cel/lib.h"
#include "cel/number.h"

/* string.format(). Two dialects: the specification's, and Kubernetes', which quotes inside lists
 * and maps and writes %f and %e for people who read American English. */

typedef struct Writer {
    CelEval *ev;
    Buf out;
    bool kubernetes;
    CelValue failed; /* kind CEL_NULL while all is well */
} Writer;

typedef struct Clause {
    char letter;
    uint32_t kinds, more; /* bit per CelKind: in both dialects; in the specification's too */
    const char *what;     /* what it takes, for the message */
    void (*write)(Writer *w, CelValue v, const struct Clause *clause, int precision);
} Clause;

#define KIND(name) (1u << CEL_##name)
#define INTEGERS   (KIND(INT) | KIND(UINT))

enum { PRECISION_MOST = 1000, DEFAULT_PRECISION = 6, NO_PRECISION = -1 };

static void write_value(Writer *w, CelValue v, bool nested);

/* ---- doubles ---- */

static bool write_special(Writer *w, double d)
{
    if (isnan(d))
        buf_add(&w->out, STR("NaN"));
    else if (isinf(d))
        buf_add(&w->out, d < 0 ? STR("-Infinity") : STR("Infinity"));
    return isnan(d) || isinf(d);
}

static double as_double(CelValue v)
{
    if (v.kind == CEL_INT)
        return (double)cel_int_of(v);
    return v.kind == CEL_UINT ? (double)v.as.uinteger : cel_double_of(v);
}

/* "-1234567.25" as "-1,234,567.25". */
static void add_grouped(Buf *out, Str digits)
{
    bool minus = digits.len && digits.ptr[0] == '-';
    size_t whole = str_find_char(digits, '.');
    for (size_t i = 0; i < digits.len; i++) {
        if (i > minus && i < whole && (whole - i) % 3 == 0)
            buf_char(out, ',');
        buf_char(out, digits.ptr[i]);
    }
}

static void write_fixed(Writer *w, CelValue v, const Clause *clause, int precision)
{
    double d = as_double(v);
    (void)clause;
    if (write_special(w, d))
        return;
    Str digits =
        arena_printf(w->ev->scratch, "%.*f", precision < 0 ? DEFAULT_PRECISION : precision, d);
    if (w->kubernetes)
        add_grouped(&w->out, digits);
    else
        buf_add(&w->out, digits);
}

/* "1.5e+03" as "1.5 × 10⁰³", with narrow no-break spaces. */
static void add_superscript(Buf *out, Str digits)
{
    static const char *const SUPERSCRIPT[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    Str mantissa, exponent;
    if (!str_cut(digits, 'e', &mantissa, &exponent))
        return;
    buf_add(out, mantissa);
    buf_add(out, STR("\u202f\u00d7\u202f10"));
    for (size_t i = 0; i < exponent.len; i++) {
        if (exponent.ptr[i] == '-')
            buf_add(out, STR("⁻"));
        else if (exponent.ptr[i] != '+')
            buf_add(out, str_c(SUPERSCRIPT[exponent.ptr[i] - '0']));
    }
}

static void write_scientific(Writer *w, CelValue v, const Clause *clause, int precision)
{
    double d = as_double(v);
    (void)clause;
    if (write_special(w, d))
        return;
    Str digits =
        arena_printf(w->ev->scratch, "%.*e", precision < 0 ? DEFAULT_PRECISION : precision, d);
    if (w->kubernetes)
        add_superscript(&w->out, digits);
    else
        buf_add(&w->out, digits);
}

/* ---- integers ---- */

static void write_decimal(Writer *w, CelValue v, const Clause *clause, int precision)
{
    (void)clause;
    (void)precision;
    if (v.kind != CEL_DOUBLE || !write_special(w, cel_double_of(v)))
        cel_print(&w->out, v);
}

static uint64_t magnitude(Writer *w, CelValue v)
{
    if (v.kind == CEL_BOOL)
        return cel_bool_of(v);
    if (v.kind == CEL_UINT)
        return v.as.uinteger;
    int64_t i = cel_int_of(v);
    if (i < 0)
        buf_char(&w->out, '-');
    return i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
}

static void write_binary(Writer *w, CelValue v, const Clause *clause, int precision)
{
    char digits[64];
    size_t at = sizeof digits;
    uint64_t rest = magnitude(w, v);
    (void)clause;
    (void)precision;
    do
        digits[--at] = (char)('0' + (rest & 1));
    while (rest >>= 1);
    buf_add(&w->out, (Str){digits + at, sizeof digits - at});
}

static void write_octal(Writer *w, CelValue v, const Clause *clause, int precision)
{
    (void)clause;
    (void)precision;
    uint64_t value = magnitude(w, v);
    buf_printf(&w->out, "%llo", (unsigned long long)value);
}

static void write_hex(Writer *w, CelValue v, const Clause *clause, int precision)
{
    bool upper = clause->letter == 'X';
    (void)precision;
    if (v.kind == CEL_STRING || v.kind == CEL_BYTES) {
        Str bytes = cel_str_of(v);
        for (size_t i = 0; i < bytes.len && !w->out.full; i++)
            buf_printf(&w->out, upper ? "%02X" : "%02x", (unsigned char)bytes.ptr[i]);
        return;
    }
    unsigned long long value = magnitude(w, v);
    buf_printf(&w->out, upper ? "%llX" : "%llx", value);
}

/* ---- %s: any value ---- */

static void write_list(Writer *w, CelValue list)
{
    buf_char(&w->out, '[');
    for (uint32_t i = 0; i < cel_len_of(list); i++) {
        buf_add(&w->out, i ? STR(", ") : STR(""));
        write_value(w, cel_item(list, i), true);
    }
    buf_char(&w->out, ']');
}

/* A map's pairs as texts, in the order of their keys' texts. */
static void write_map(Writer *w, CelValue map)
{
    uint32_t len = cel_len_of(map);
    CelValue *keys = arena_array(w->ev->scratch, CelValue, len);
    CelValue *indexes = arena_array(w->ev->scratch, CelValue, len);
    Buf all = w->out;
    for (uint32_t i = 0; i < len; i++) {
        w->out = cel_buf(w->ev);
        write_value(w, cel_map_key(map, i), true);
        keys[i] = cel_str(buf_str(&w->out));
        indexes[i] = cel_int(i);
    }
    w->out = all;
    CelValue order = cel_sort_by(w->ev, cel_list(indexes, len, false), keys);
    if (cel_failed(order)) {
        w->failed = order;
        return;
    }
    buf_char(&w->out, '{');
    for (uint32_t i = 0; i < len; i++) {
        uint32_t at = (uint32_t)cel_int_of(cel_item(order, i));
        buf_add(&w->out, i ? STR(", ") : STR(""));
        buf_add(&w->out, cel_str_of(keys[at]));
        buf_add(&w->out, w->kubernetes ? STR(":") : STR(": "));
        write_value(w, cel_map_value(map, at), true);
    }
    buf_char(&w->out, '}');
}

static void write_double(Writer *w, double d)
{
    if (!write_special(w, d))
        double_write(&w->out, d, DOUBLE_GO);
}

static void write_quoted(Writer *w, const char *before, CelValue v, const char *after)
{
    buf_add(&w->out, str_c(before));
    if (v.kind == CEL_DURATION)
        cel_write_seconds(&w->out, v.as.integer);
    else
        cel_print(&w->out, v);
    buf_add(&w->out, str_c(after));
}

/* How Kubernetes writes what stands inside a list or map; false: as outside. */
static bool write_nested(Writer *w, CelValue v)
{
    switch (v.kind) {
    case CEL_STRING: write_quoted(w, "\"", v, "\""); return true;
    case CEL_BYTES: write_quoted(w, "b\"", v, "\""); return true;
    case CEL_DURATION: write_quoted(w, "duration(\"", v, "\")"); return true;
    case CEL_TIMESTAMP: write_quoted(w, "timestamp(\"", v, "\")"); return true;
    case CEL_DOUBLE: write_fixed(w, v, NULL, NO_PRECISION); return true;
    default: return false;
    }
}

static void write_value(Writer *w, CelValue v, bool nested)
{
    if (w->failed.kind != CEL_NULL || w->out.full)
        return;
    if (!cel_charge(w->ev, 1)) {
        w->failed = cel_budget(w->ev);
        return;
    }
    if (nested && w->kubernetes && write_nested(w, v))
        return;
    switch (v.kind) {
    case CEL_ERROR:
    case CEL_UNKNOWN: w->failed = v; break;
    case CEL_LIST: write_list(w, v); break;
    case CEL_MAP: write_map(w, v); break;
    case CEL_DOUBLE: write_double(w, cel_double_of(v)); break;
    case CEL_DURATION: write_quoted(w, "", v, ""); break;
    default: cel_print(&w->out, v); break;
    }
}

static void write_string(Writer *w, CelValue v, const Clause *clause, int precision)
{
    (void)clause;
    (void)precision;
    write_value(w, v, false);
}

/* ---- clauses ---- */

#define PRINTABLE                                                                                  \
    (INTEGERS | KIND(NULL) | KIND(BOOL) | KIND(DOUBLE) | KIND(STRING) | KIND(BYTES) | KIND(LIST) | \
     KIND(MAP) | KIND(TYPE) | KIND(DURATION) | KIND(TIMESTAMP))

static const Clause CLAUSES[] = {
    {'s', PRINTABLE,                             KIND(QUANTITY) | KIND(OPAQUE),
     "string clause can only be used on strings, bools, bytes, numbers, lists, maps, types, "
     "durations and timestamps",                                                                                                      write_string },
    {'d', INTEGERS,                              KIND(DOUBLE),                  "decimal clause can only be used on integers",        write_decimal},
    {'f', KIND(DOUBLE),                          INTEGERS,                      "fixed-point clause can only be used on doubles",     write_fixed  },
    {'e', KIND(DOUBLE),                          INTEGERS,                      "scientific clause can only be used on doubles",
     write_scientific                                                                                                                              },
    {'b', INTEGERS | KIND(BOOL),                 0,                             "only integers and bools can be formatted as binary",
     write_binary                                                                                                                                  },
    {'o', INTEGERS,                              0,                             "octal clause can only be used on integers",          write_octal  },
    {'x', INTEGERS | KIND(STRING) | KIND(BYTES), 0,
     "only integers, byte buffers, and strings can be formatted as hex",                                                              write_hex    },
    {'X', INTEGERS | KIND(STRING) | KIND(BYTES), 0,
     "only integers, byte buffers, and strings can be formatted as hex",                                                              write_hex    },
};

typedef enum Piece { PIECE_END, PIECE_TEXT, PIECE_CLAUSE, PIECE_BAD } Piece;

/* Behind a '%': its clause and precision. */
static Piece take_clause(Str *rest, const Clause **clause, int *precision)
{
    *precision = NO_PRECISION;
    if (rest->len && rest->ptr[0] == '.') {
        *rest = str_skip(*rest, 1);
        for (*precision = 0; rest->len && ascii_digit(rest->ptr[0]) && *precision <= PRECISION_MOST;
             *rest = str_skip(*rest, 1))
            *precision = *precision * 10 + (rest->ptr[0] - '0');
    }
    for (size_t i = 0; i < sizeof CLAUSES / sizeof *CLAUSES; i++) {
        if (rest->len && rest->ptr[0] == CLAUSES[i].letter && *precision <= PRECISION_MOST) {
            *clause = &CLAUSES[i];
            *rest = str_skip(*rest, 1);
            return PIECE_CLAUSE;
        }
    }
    return PIECE_BAD;
}

/* The next text (%% is one of a single percent sign) or clause of a format. */
static Piece next_piece(Str *rest, Str *text, const Clause **clause, int *precision)
{
    if (rest->len == 0)
        return PIECE_END;
    size_t plain = str_find_char(*rest, '%');
    if (plain || str_starts(*rest, STR("%%"))) {
        *text = str_slice(*rest, 0, plain ? plain : 1);
        *rest = str_skip(*rest, plain ? plain : 2);
        return PIECE_TEXT;
    }
    *rest = str_skip(*rest, 1);
    return take_clause(rest, clause, precision);
}

static const char BAD_CLAUSE[] = "could not parse formatting clause";

static CelValue fill(Writer *w, Str format, CelValue args)
{
    Str text = STR("");
    const Clause *clause = NULL;
    int precision;
    uint32_t next = 0;
    Piece piece;
    while ((piece = next_piece(&format, &text, &clause, &precision)) != PIECE_END) {
        if (piece == PIECE_BAD)
            return cel_error(w->ev, CEL_ERR_ARGUMENT, "%s", BAD_CLAUSE);
        CEL_CHARGE(w->ev, 1 + text.len / 8);
        if (piece == PIECE_TEXT) {
            buf_add(&w->out, text);
            continue;
        }
        if (next == cel_len_of(args))
            return cel_error(w->ev, CEL_ERR_ARGUMENT, "index %u out of range", next);
        CelValue v = cel_item(args, next++);
        if (cel_failed(v))
            return v;
        if (!((clause->kinds | (w->kubernetes ? 0 : clause->more)) >> v.kind & 1))
            return cel_error(w->ev, CEL_ERR_ARGUMENT, "%s, was given %s", clause->what,
                             cel_type_name(v));
        clause->write(w, v, clause, precision);
        if (w->failed.kind != CEL_NULL)
            return w->failed;
    }
    return cel_buf_string(w->ev, &w->out);
}

static CelValue format_as(CelEval *ev, const CelValue *args, bool kubernetes)
{
    Writer w = {.ev = ev, .out = cel_buf(ev), .kubernetes = kubernetes, .failed = cel_null()};
    return cel_is_open(args[1]) ? cel_missing_member() : fill(&w, cel_str_of(args[0]), args[1]);
}

static CelValue format(CelEval *ev, const CelValue *args)
{
    return format_as(ev, args, false);
}

static CelValue format_kubernetes(CelEval *ev, const CelValue *args)
{
    return format_as(ev, args, true);
}

const CelFunc CEL_FUNCS_FORMAT[] = {
    {"string.format(list(dyn)): string", format,            CEL_LIB_STRINGS_FULL, 0 },
    {"string.format(list(dyn)): string", format_kubernetes, CEL_LIB_STRINGS_V2,   29},
    {NULL,                               NULL,              0,                    0 },
};

bool cel_takes_format(const CelFunc *row)
{
    return row->body == format || row->body == format_kubernetes;
}

bool cel_check_format(const CelFunc *row, Str text, const uint32_t *kinds, size_t count,
                      const char **why)
{
    Str plain;
    const Clause *clause = NULL;
    int precision;
    size_t next = 0;
    Piece piece;
    while ((piece = next_piece(&text, &plain, &clause, &precision)) != PIECE_END) {
        *why = BAD_CLAUSE;
        if (piece == PIECE_BAD)
            return false;
        if (piece == PIECE_TEXT)
            continue;
        *why = "more formatting clauses than arguments";
        if (next == count)
            return false;
        uint32_t taken = clause->kinds | (row->body == format ? clause->more : 0);
        *why = clause->what;
        if (!(kinds[next++] & taken))
            return false;
    }
    *why = "more arguments than formatting clauses";
    return next == count;
}
