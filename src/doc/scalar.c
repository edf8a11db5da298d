#include "doc/scalar.h"

#include "base/ascii.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a plain text is ---- */

enum { NUMBER_LONGEST = 1000 }; /* characters; no double needs more, longer ones are strings */

static const char *const TRUE_WORDS[] = {"true", "True", "TRUE", "yes", "Yes", "YES",
                                         "on",   "On",   "ON",   "y",   "Y",   NULL};
static const char *const FALSE_WORDS[] = {"false", "False", "FALSE", "no", "No", "NO",
                                          "off",   "Off",   "OFF",   "n",  "N",  NULL};
static const char *const NULL_WORDS[] = {"null", "Null", "NULL", "~", "", NULL};
static const char *const NAN_WORDS[] = {".nan", ".NaN", ".NAN", NULL};
static const char *const INF_WORDS[] = {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", NULL};
static const char *const MINUS_INF_WORDS[] = {"-.inf", "-.Inf", "-.INF", NULL};

static const struct {
    const char *const *words;
    Node value;
} WORDS[] = {
    {TRUE_WORDS,      {.kind = NODE_BOOL, .as.boolean = true}            },
    {FALSE_WORDS,     {.kind = NODE_BOOL, .as.boolean = false}           },
    {NULL_WORDS,      {.kind = NODE_NULL}                                },
    {NAN_WORDS,       {.kind = NODE_DOUBLE, .as.real = __builtin_nan("")}},
    {INF_WORDS,       {.kind = NODE_DOUBLE, .as.real = __builtin_inf()}  },
    {MINUS_INF_WORDS, {.kind = NODE_DOUBLE, .as.real = -__builtin_inf()} },
};
enum { WORD_LONGEST = 5 };

static void set_value(Node *out, const Node *value)
{
    out->kind = value->kind;
    out->len = 0;
    out->as = value->as;
}

static bool resolve_word(Str text, Node *out)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        for (const char *const *w = WORDS[i].words; *w; w++) {
            if (str_eq(text, str_c(*w))) {
                set_value(out, &WORDS[i].value);
                return true;
            }
        }
    }
    return false;
}

static void set_int(Node *out, int64_t value)
{
    set_value(out, &(Node){.kind = NODE_INT, .as.integer = value});
}

static void set_double(Node *out, double value)
{
    set_value(out, &(Node){.kind = NODE_DOUBLE, .as.real = value});
}

/* The base that the digits announce, as Go's ParseInt(…, 0, …) reads it; *skip is what announces.
 */
static int base_of(Str digits, size_t *skip)
{
    *skip = 0;
    if (digits.len == 0 || digits.ptr[0] != '0')
        return 10;
    *skip = digits.len >= 3 ? 2 : 1;
    switch (digits.len >= 3 ? digits.ptr[1] | 0x20 : 0) {
    case 'x': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: *skip = 1; return 8;
    }
}

typedef enum IntResult { INT_NOT, INT_GOOD, INT_TOO_LARGE } IntResult;

/* Integers beyond int64 become doubles; *out is one of both unless INT_NOT is returned.
 * INT_TOO_LARGE: beyond uint64 too, where decimal digits are better read as a double. */
static IntResult resolve_int(Str text, Node *out)
{
    bool negative = text.len && text.ptr[0] == '-';
    Str digits = str_skip(text, text.len && (negative || text.ptr[0] == '+'));
    size_t skip;
    int base = base_of(digits, &skip);
    if (digits.len == 0)
        return INT_NOT;
    uint64_t value = 0;
    double large = 0;
    IntResult result = INT_GOOD;
    for (size_t i = skip; i < digits.len; i++) {
        int digit = ascii_hex(digits.ptr[i]);
        if (digit < 0 || digit >= base)
            return INT_NOT;
        large = large * base + digit;
        if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
            __builtin_add_overflow(value, (uint64_t)digit, &value))
            result = INT_TOO_LARGE;
    }
    if (result == INT_GOOD)
        large = (double)value; /* rounded once */
    if (result == INT_GOOD && value <= (uint64_t)INT64_MAX + negative)
        set_int(out, negative ? (int64_t)(0 - value) : (int64_t)value);
    else
        set_double(out, negative ? -large : large);
    return result;
}

static size_t skip_digits(Str s, size_t at)
{
    while (at < s.len && ascii_digit(s.ptr[at]))
        at++;
    return at;
}

/* [-+]? ( .digits | digits [.digits?] ) ( [eE] [-+]? digits )? */
static bool is_float(Str s)
{
    size_t at = s.len && (s.ptr[0] == '-' || s.ptr[0] == '+');
    size_t whole = skip_digits(s, at), end = whole;
    bool has_whole = whole > at;
    if (end < s.len && s.ptr[end] == '.')
        end = skip_digits(s, end + 1);
    if (!has_whole && end <= whole + 1)
        return false;
    if (end < s.len && (s.ptr[end] | 0x20) == 'e') {
        at = end + 1;
        at += at < s.len && (s.ptr[at] == '-' || s.ptr[at] == '+');
        end = skip_digits(s, at);
        if (end == at)
            return false;
    }
    return end == s.len;
}

/* text is NUL-terminated and is_float. False: it is too large, which Go calls an error. */
static bool resolve_float(const char *text, Node *out)
{
    double value = strtod(text, NULL);
    if (value - value != 0) /* infinite */
        return false;
    set_double(out, value);
    return true;
}

/* A text that starts with a digit, a sign or a point. */
static bool resolve_number(Str text, Node *out)
{
    char plain[NUMBER_LONGEST + 1];
    size_t len = 0;
    if (text.len > NUMBER_LONGEST)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '_' || text.ptr[0] == '.')
            plain[len++] = text.ptr[i];
    }
    plain[len] = '\0';
    IntResult result = resolve_int((Str){plain, len}, out);
    if (result == INT_GOOD)
        return true;
    if (is_float((Str){plain, len}))
        return resolve_float(plain, out);
    return result == INT_TOO_LARGE;
}

void scalar_resolve(Str text, Node *out)
{
    char first = '~'; /* nothing at all is null */
    if (text.len)
        first = text.ptr[0];
    bool found = text.len <= WORD_LONGEST && strchr("yYnNtTfFoO~.+-", first) != NULL && first &&
                 resolve_word(text, out);
    if (!found && (ascii_digit(first) || first == '+' || first == '-' || first == '.'))
        found = resolve_number(text, out);
    if (!found) {
        out->kind = NODE_STRING;
        out->len = (uint32_t)text.len;
        out->as.text = text.ptr;
    }
}

bool scalar_number(Str text, bool integer, Node *out)
{
    char plain[NUMBER_LONGEST + 1];
    int64_t value;
    if (integer && str_int(text, &value)) {
        set_int(out, value);
        return true;
    }
    if (text.len > NUMBER_LONGEST)
        return false;
    memcpy(plain, text.ptr, text.len);
    plain[text.len] = '\0';
    return resolve_float(plain, out);
}

/* ---- what a key is called ---- */

/* As Go's FormatFloat(value, 'g', -1, 32): the fewest digits that read back as the same float. */
static void write_float(Buf *out, float narrow)
{
    double value = (double)narrow;
    char text[32] = "";
    int digits = 0;
    do
        (void)snprintf(text, sizeof text, "%.*e", digits, value);
    while ((float)strtod(text, NULL) != narrow && ++digits < 9);
    int exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    if (exponent < -4 || exponent >= 6)
        buf_add(out, str_c(text));
    else
        buf_printf(out, "%.*f", digits > exponent ? digits - exponent : 0, value);
}

bool scalar_key(const Node *n, Buf *out)
{
    switch ((NodeKind)n->kind) {
    case NODE_BOOL: buf_add(out, n->as.boolean ? STR("true") : STR("false")); return true;
    case NODE_INT: buf_printf(out, "%lld", (long long)n->as.integer); return true;
    case NODE_DOUBLE:
        if (n->as.real != n->as.real)
            buf_add(out, STR(".nan"));
        else if (n->as.real > (double)FLT_MAX || n->as.real < -(double)FLT_MAX)
            buf_add(out, n->as.real > 0 ? STR(".inf") : STR("-.inf"));
        else
            write_float(out, (float)n->as.real);
        return true;
    case NODE_STRING: buf_add(out, node_str(n)); return true;
    case NODE_NULL:
    case NODE_LIST:
    case NODE_MAP: break;
    }
    return false;
}
