#include <string.h>

#include "base/quantity_words.h"

#include "base/ascii.h"

enum {
    FAST_DIGITS = 18,    /* apimachinery: this many always fit an int64 */
    BINARY_DIGITS = 15,  /* the same for values with a binary suffix */
    BINARY_FRACTION = 30 /* decimals kept: 2^60 times the rest is far below 10^-9 */
};

static const char WRONG_FORMAT[] = "quantities must match the regular expression "
                                   "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
static const char WRONG_SUFFIX[] = "unable to parse quantity's suffix";
static const char WRONG_NUMBER[] = "unable to parse numeric part of quantity";

/* A quantity cut into its parts; `whole` is without leading zeros. */
typedef struct Parts {
    Str whole, fraction, suffix;
    bool negative, digits; /* at least one digit was written, a zero that was cut off too */
} Parts;

static Str take_digits(Str *rest)
{
    size_t len = 0;
    while (len < rest->len && ascii_digit(rest->ptr[len]))
        len++;
    Str digits = {rest->ptr, len};
    *rest = str_skip(*rest, len);
    return digits;
}

static bool take_char(Str *rest, const char *set)
{
    if (rest->len == 0 || !strchr(set, rest->ptr[0]) || rest->ptr[0] == '\0')
        return false;
    *rest = str_skip(*rest, 1);
    return true;
}

static bool cut_parts(Str text, Parts *out)
{
    Parts p = {.negative = text.ptr[0] == '-'};
    (void)take_char(&text, "+-");
    bool bare_sign = text.len == 0; /* the API server reads "-" as 0 */
    p.whole = take_digits(&text);
    p.digits = bare_sign || p.whole.len > 0;
    while (p.whole.len && p.whole.ptr[0] == '0')
        p.whole = str_skip(p.whole, 1);
    if (take_char(&text, "."))
        p.fraction = take_digits(&text);
    p.digits |= p.fraction.len > 0;
    p.suffix = text;
    while (take_char(&text, "eEinumkKMGTP"))
        ;
    (void)take_char(&text, "+-");
    (void)take_digits(&text);
    *out = p;
    return text.len == 0;
}

/* "e3", "E-2": any exponent that an int32 holds. */
static bool parse_exponent(Str suffix, int64_t *out)
{
    if (suffix.len < 2 || (suffix.ptr[0] != 'e' && suffix.ptr[0] != 'E'))
        return false;
    Str digits = str_skip(suffix, suffix.ptr[1] == '+' ? 2 : 1);
    return !str_starts(str_skip(suffix, 1), STR("+-")) && str_int(digits, out) &&
           *out >= INT32_MIN && *out <= INT32_MAX;
}

static bool find_suffix(Str text, uint8_t *format, int64_t *exponent)
{
    for (size_t i = 0; i < QUANTITY_SUFFIX_COUNT; i++) {
        if (str_eq(text, QUANTITY_SUFFIXES[i].text)) {
            *format = QUANTITY_SUFFIXES[i].format;
            *exponent = QUANTITY_SUFFIXES[i].exponent;
            return true;
        }
    }
    *format = 2;
    return parse_exponent(text, exponent);
}

static char digit_at(const Parts *p, size_t i)
{
    return i < p->whole.len ? p->whole.ptr[i] : p->fraction.ptr[i - p->whole.len];
}

/* The first `keep` digits (whole, then fraction) as a number, padded with zeros; what is cut off
 * rounds up when it is not zero. */
static void read_digits(const Parts *p, int64_t keep, uint32_t words[QUANTITY_WORDS], bool *cut)
{
    size_t count = p->whole.len + p->fraction.len;
    size_t read = keep < 0 ? 0 : (uint64_t)keep < count ? (size_t)keep : count;
    memset(words, 0, QUANTITY_WORDS * sizeof *words);
    size_t i = 0;
    while (i < read && magnitude_times(words, 10, (uint32_t)(digit_at(p, i) - '0')))
        i++;
    for (i = read; i < count && !*cut; i++)
        *cut = digit_at(p, i) != '0';
    if (keep > 0 && (uint64_t)keep > read)
        magnitude_times_ten(words, (size_t)keep - read);
}

static void read_decimal(const Parts *p, int64_t exponent, Quantity *q)
{
    bool cut = false;
    read_digits(p, (int64_t)p->whole.len + exponent + QUANTITY_NANO, q->words, &cut);
    if (cut)
        (void)magnitude_times(q->words, 1, 1);
}

static void read_binary(const Parts *p, int64_t exponent, Quantity *q)
{
    size_t decimals = p->fraction.len < BINARY_FRACTION ? p->fraction.len : BINARY_FRACTION;
    uint32_t most[QUANTITY_WORDS];
    bool cut = false;
    magnitude_of(most, INT64_MAX);
    (void)magnitude_times_ten(most, QUANTITY_NANO);
    read_digits(p, (int64_t)(p->whole.len + decimals), q->words, &cut);
    for (int64_t i = 0; i < exponent; i += 10)
        (void)magnitude_times(q->words, 1024, 0);
    (void)magnitude_times_ten(q->words, QUANTITY_NANO);
    bool exact = magnitude_over_ten(q->words, decimals);
    if (cut || !exact)
        (void)magnitude_times(q->words, 1, 1);
    if (magnitude_cmp(q->words, most) > 0)
        memcpy(q->words, most, sizeof most);
}

/* Whether apimachinery keeps it as an int64 of the given scale, and that scale is no fraction. */
static bool is_integer(const Parts *p, uint8_t format, int64_t exponent, const Quantity *q)
{
    int64_t whole = p->whole.len ? (int64_t)p->whole.len : 1, decimals = (int64_t)p->fraction.len;
    if (format == 1) {
        if (decimals || BINARY_DIGITS - whole - exponent * 3 / 10 - 1 < 0)
            return false;
    } else if (whole + decimals > FAST_DIGITS || exponent < decimals) {
        return false;
    }
    uint32_t units[QUANTITY_WORDS];
    memcpy(units, q->words, sizeof units);
    (void)magnitude_over_ten(units, QUANTITY_NANO);
    return units[2] == 0 && units[3] == 0 && magnitude_int(units) < INT64_MAX;
}

/* ---- ordinary quantities: one machine word ---- */

static const uint64_t POWERS[] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
};

/* Digits with perhaps a dot among them; how many, and how many behind the dot. */
typedef struct Digits {
    uint64_t value;
    size_t count, decimals;
} Digits;

static bool take_ordinary(Str *text, Digits *out)
{
    Digits d = {0, 0, 0};
    size_t i = 0;
    bool dot = false;
    for (; i < text->len; i++) {
        char c = text->ptr[i];
        if (ascii_digit(c)) {
            d.value = d.value * 10 + (uint64_t)(c - '0');
            d.decimals += dot;
            if (++d.count > BINARY_DIGITS)
                return false;
        } else if (c == '.' && !dot && i > 0) {
            dot = true;
        } else {
            break;
        }
    }
    bool padded = d.count > 1 && text->ptr[0] == '0' && !dot; /* zeros count in no length */
    *text = str_skip(*text, i);
    *out = d;
    return d.count && !padded && dot == (d.decimals > 0);
}

static const QuantitySuffix *ordinary_suffix(Str text)
{
    for (size_t i = 0; i < QUANTITY_SUFFIX_COUNT; i++) {
        Str s = QUANTITY_SUFFIXES[i].text;
        if (s.len == text.len && (s.len == 0 || s.ptr[0] == text.ptr[0]) &&
            (s.len < 2 || text.ptr[1] == 'i'))
            return &QUANTITY_SUFFIXES[i];
    }
    return NULL;
}

static void units_into(uint32_t words[QUANTITY_WORDS], uint64_t units)
{
    uint64_t low = (units & UINT32_MAX) * POWERS[QUANTITY_NANO];
    uint64_t high = (units >> 32) * POWERS[QUANTITY_NANO] + (low >> 32);
    words[0] = (uint32_t)low;
    words[1] = (uint32_t)high;
    words[2] = (uint32_t)(high >> 32);
}

/* What the digits are multiplied with: to units, or to 10^-9 below them; 0 for neither. */
static uint64_t factor_of(const QuantitySuffix *s, int power)
{
    if (s->format == 1)
        return UINT64_C(1) << power;
    int of = power < 0 ? power + QUANTITY_NANO : power;
    return of < 0 || of > BINARY_DIGITS ? 0 : POWERS[of];
}

/* What the long way below makes of it too, or false for what needs the long way. */
static bool parse_ordinary(Str text, Quantity *out)
{
    Digits d;
    Quantity q = {.negative = text.len && text.ptr[0] == '-'};
    text = str_skip(text, q.negative);
    const QuantitySuffix *s = take_ordinary(&text, &d) ? ordinary_suffix(text) : NULL;
    if (!s || (s->format == 1 && d.decimals))
        return false;
    int power = s->exponent - (int)d.decimals;
    q.format = s->format;
    q.negative &= d.value != 0;
    q.integer = power >= 0;
    uint64_t by = factor_of(s, power), value;
    if (by == 0 || __builtin_mul_overflow(d.value, by, &value) || value >= INT64_MAX)
        return false;
    if (power >= 0)
        units_into(q.words, value);
    else
        magnitude_of(q.words, value);
    if (s->format == 1)
        q.integer = BINARY_DIGITS - (int)d.count - power * 3 / 10 - 1 >= 0;
    *out = q;
    return true;
}

bool quantity_parse(Str text, Quantity *out, const char **why)
{
    if (parse_ordinary(text, out))
        return true;
    Parts p;
    Quantity q = {.negative = false};
    int64_t exponent;
    *why = WRONG_FORMAT;
    if (text.len == 0 || !cut_parts(text, &p))
        return false;
    *why = WRONG_SUFFIX;
    if (!find_suffix(p.suffix, &q.format, &exponent))
        return false;
    bool slow_binary = q.format == 1 && exponent > 40; /* apimachinery reads "Gi" as 0, not "Pi" */
    *why = WRONG_NUMBER;
    if (!p.digits && slow_binary)
        return false;
    if (q.format == 1)
        read_binary(&p, exponent, &q);
    else
        read_decimal(&p, exponent, &q);
    q.integer = is_integer(&p, q.format, exponent, &q);
    q.negative = p.negative && !magnitude_zero(q.words);
    *out = q;
    return true;
}
