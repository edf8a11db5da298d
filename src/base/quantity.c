#include "base/quantity.h"

#include <string.h>

enum {
    WORDS = 8,
    NANO = 9,             /* the smallest unit is 10^-9 */
    FAST_DIGITS = 18,     /* apimachinery: this many always fit an int64 */
    BINARY_DIGITS = 15,   /* the same for values with a binary suffix */
    BINARY_FRACTION = 30, /* decimals kept: 2^60 times the rest is far below 10^-9 */
    LARGEST_SUFFIX = 18   /* E; K, M … are multiples of three below it */
};

static const char WRONG_FORMAT[] = "quantities must match the regular expression "
                                   "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
static const char WRONG_SUFFIX[] = "unable to parse quantity's suffix";
static const char WRONG_NUMBER[] = "unable to parse numeric part of quantity";

typedef struct Suffix {
    Str text;
    uint8_t format;   /* Quantity.format */
    int16_t exponent; /* of 10 or of 2 */
} Suffix;

static const Suffix SUFFIXES[] = {
    {STR_INIT("n"),  0, -9},
    {STR_INIT("u"),  0, -6},
    {STR_INIT("m"),  0, -3},
    {STR_INIT(""),   0, 0 },
    {STR_INIT("k"),  0, 3 },
    {STR_INIT("M"),  0, 6 },
    {STR_INIT("G"),  0, 9 },
    {STR_INIT("T"),  0, 12},
    {STR_INIT("P"),  0, 15},
    {STR_INIT("E"),  0, 18},
    {STR_INIT("Ki"), 1, 10},
    {STR_INIT("Mi"), 1, 20},
    {STR_INIT("Gi"), 1, 30},
    {STR_INIT("Ti"), 1, 40},
    {STR_INIT("Pi"), 1, 50},
    {STR_INIT("Ei"), 1, 60},
};

/* ---- 256-bit magnitudes ---- */

static void saturate(uint32_t words[WORDS])
{
    memset(words, 0xFF, WORDS * sizeof *words);
}

static bool is_zero(const uint32_t words[WORDS])
{
    for (size_t i = 0; i < WORDS; i++) {
        if (words[i])
            return false;
    }
    return true;
}

static int magnitude_cmp(const uint32_t a[WORDS], const uint32_t b[WORDS])
{
    for (size_t i = WORDS; i-- > 0;) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

/* words = words * by + plus; false, and the largest value, when that does not fit. */
static bool scale_up(uint32_t words[WORDS], uint32_t by, uint32_t plus)
{
    uint64_t carry = plus;
    for (size_t i = 0; i < WORDS; i++) {
        carry += (uint64_t)words[i] * by;
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        saturate(words);
    return carry == 0;
}

/* words /= by; the remainder. */
static uint32_t scale_down(uint32_t words[WORDS], uint32_t by)
{
    uint64_t rest = 0;
    for (size_t i = WORDS; i-- > 0;) {
        rest = rest << 32 | words[i];
        words[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    return (uint32_t)rest;
}

static bool times_ten(uint32_t words[WORDS], size_t exponent)
{
    if (is_zero(words))
        return true;
    for (size_t i = 0; i < exponent; i++) {
        if (!scale_up(words, 10, 0))
            return false;
    }
    return true;
}

/* Divides by 10^exponent; true when nothing was lost. */
static bool over_ten(uint32_t words[WORDS], size_t exponent)
{
    bool exact = true;
    for (size_t i = 0; i < exponent; i++)
        exact &= scale_down(words, 10) == 0;
    return exact;
}

static void magnitude_add(uint32_t sum[WORDS], const uint32_t a[WORDS], const uint32_t b[WORDS])
{
    uint64_t carry = 0;
    for (size_t i = 0; i < WORDS; i++) {
        carry += (uint64_t)a[i] + b[i];
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        saturate(sum);
}

/* a - b, where a is not the smaller. */
static void magnitude_sub(uint32_t rest[WORDS], const uint32_t a[WORDS], const uint32_t b[WORDS])
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < WORDS; i++) {
        uint64_t digit = (uint64_t)a[i] - b[i] - borrow;
        rest[i] = (uint32_t)digit;
        borrow = digit >> 63;
    }
}

/* The value if it fits 63 bits, else the largest that does. */
static int64_t magnitude_int(const uint32_t words[WORDS])
{
    for (size_t i = 2; i < WORDS; i++) {
        if (words[i])
            return INT64_MAX;
    }
    return words[1] > INT32_MAX ? INT64_MAX : (int64_t)((uint64_t)words[1] << 32 | words[0]);
}

static void magnitude_of(uint32_t words[WORDS], uint64_t value)
{
    memset(words, 0, WORDS * sizeof *words);
    words[0] = (uint32_t)value;
    words[1] = (uint32_t)(value >> 32);
}

/* ---- reading ---- */

/* A quantity cut into its parts; `whole` is without leading zeros. */
typedef struct Parts {
    Str whole, fraction, suffix;
    bool negative, digits; /* at least one digit was written, a zero that was cut off too */
} Parts;

static Str take_digits(Str *rest)
{
    size_t len = 0;
    while (len < rest->len && rest->ptr[len] >= '0' && rest->ptr[len] <= '9')
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
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++) {
        if (str_eq(text, SUFFIXES[i].text)) {
            *format = SUFFIXES[i].format;
            *exponent = SUFFIXES[i].exponent;
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
static void read_digits(const Parts *p, int64_t keep, uint32_t words[WORDS], bool *cut)
{
    size_t count = p->whole.len + p->fraction.len;
    size_t read = keep < 0 ? 0 : (uint64_t)keep < count ? (size_t)keep : count;
    memset(words, 0, WORDS * sizeof *words);
    size_t i = 0;
    while (i < read && scale_up(words, 10, (uint32_t)(digit_at(p, i) - '0')))
        i++;
    for (i = read; i < count && !*cut; i++)
        *cut = digit_at(p, i) != '0';
    if (keep > 0 && (uint64_t)keep > read)
        times_ten(words, (size_t)keep - read);
}

static void read_decimal(const Parts *p, int64_t exponent, Quantity *q)
{
    bool cut = false;
    read_digits(p, (int64_t)p->whole.len + exponent + NANO, q->words, &cut);
    if (cut)
        (void)scale_up(q->words, 1, 1);
}

static void read_binary(const Parts *p, int64_t exponent, Quantity *q)
{
    size_t decimals = p->fraction.len < BINARY_FRACTION ? p->fraction.len : BINARY_FRACTION;
    uint32_t most[WORDS];
    bool cut = false;
    magnitude_of(most, INT64_MAX);
    (void)times_ten(most, NANO);
    read_digits(p, (int64_t)(p->whole.len + decimals), q->words, &cut);
    for (int64_t i = 0; i < exponent; i += 10)
        (void)scale_up(q->words, 1024, 0);
    (void)times_ten(q->words, NANO);
    bool exact = over_ten(q->words, decimals);
    if (cut || !exact)
        (void)scale_up(q->words, 1, 1);
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
    uint32_t units[WORDS];
    memcpy(units, q->words, sizeof units);
    (void)over_ten(units, NANO);
    return units[2] == 0 && units[3] == 0 && magnitude_int(units) < INT64_MAX;
}

bool quantity_parse(Str text, Quantity *out, const char **why)
{
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
    q.negative = p.negative && !is_zero(q.words);
    *out = q;
    return true;
}

/* ---- arithmetic ---- */

Quantity quantity_of(int64_t units)
{
    Quantity q = {.negative = units < 0, .integer = true};
    magnitude_of(q.words, units < 0 ? 0 - (uint64_t)units : (uint64_t)units);
    (void)times_ten(q.words, NANO);
    return q;
}

int quantity_cmp(const Quantity *a, const Quantity *b)
{
    if (a->negative != b->negative)
        return a->negative ? -1 : 1;
    int order = magnitude_cmp(a->words, b->words);
    return a->negative ? -order : order;
}

static bool fits_int64(const Quantity *q)
{
    uint32_t units[WORDS];
    memcpy(units, q->words, sizeof units);
    return over_ten(units, NANO) && units[2] == 0 && units[3] == 0 && units[1] <= INT32_MAX;
}

Quantity quantity_add(const Quantity *a, const Quantity *b)
{
    bool zero_a = is_zero(a->words), zero_b = is_zero(b->words);
    Quantity q = {.format = zero_a ? b->format : a->format};
    if (a->negative == b->negative) {
        magnitude_add(q.words, a->words, b->words);
        q.negative = a->negative;
    } else if (magnitude_cmp(a->words, b->words) >= 0) {
        magnitude_sub(q.words, a->words, b->words);
        q.negative = a->negative && !is_zero(q.words);
    } else {
        magnitude_sub(q.words, b->words, a->words);
        q.negative = b->negative;
    }
    q.integer = (a->integer || zero_a) && (b->integer || zero_b) && fits_int64(&q);
    return q;
}

Quantity quantity_sub(const Quantity *a, const Quantity *b)
{
    Quantity minus = *b;
    minus.negative = !b->negative && !is_zero(b->words);
    Quantity q = quantity_add(a, &minus);
    return q;
}

Quantity quantity_mul(const Quantity *a, int64_t times)
{
    uint64_t by = times < 0 ? 0 - (uint64_t)times : (uint64_t)times;
    uint32_t high[WORDS];
    Quantity q = *a;
    memcpy(high, a->words, sizeof high);
    bool fits = scale_up(high, (uint32_t)(by >> 32), 0) && scale_up(high, UINT32_C(1) << 16, 0) &&
                scale_up(high, UINT32_C(1) << 16, 0);
    if (scale_up(q.words, (uint32_t)by, 0) && fits)
        magnitude_add(q.words, q.words, high);
    else
        saturate(q.words);
    q.negative = a->negative != (times < 0) && !is_zero(q.words);
    q.integer = a->integer && fits_int64(&q);
    return q;
}

/* ---- what others read ---- */

static int64_t rounded_up(const Quantity *q, size_t decimals)
{
    uint32_t words[WORDS];
    memcpy(words, q->words, sizeof words);
    if (!over_ten(words, NANO - decimals))
        (void)scale_up(words, 1, 1);
    int64_t value = magnitude_int(words);
    return q->negative ? -value : value;
}

int64_t quantity_units(const Quantity *q)
{
    return rounded_up(q, 0);
}

int64_t quantity_milli(const Quantity *q)
{
    return rounded_up(q, 3);
}

double quantity_double(const Quantity *q)
{
    uint32_t words[WORDS];
    memcpy(words, q->words, sizeof words);
    bool whole = over_ten(words, NANO); /* most are, and then one rounding less */
    if (!whole)
        memcpy(words, q->words, sizeof words);
    double value = 0;
    for (size_t i = WORDS; i-- > 0;)
        value = value * 4294967296.0 + words[i];
    value = whole ? value : value / 1e9;
    return q->negative ? -value : value;
}

/* ---- writing ---- */

/* Divides words by `by` as long as that loses nothing, at most `most` times; how often. */
static int strip_factor(uint32_t words[WORDS], uint32_t by, int most)
{
    int times = 0;
    uint32_t next[WORDS];
    while (times < most) {
        memcpy(next, words, sizeof next);
        if (scale_down(next, by))
            break;
        memcpy(words, next, sizeof next);
        times++;
    }
    return times;
}

static void write_magnitude(Buf *out, uint32_t words[WORDS])
{
    char digits[80]; /* 2^256 has 78 */
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + scale_down(words, 10));
    while (!is_zero(words));
    buf_add(out, (Str){digits + at, sizeof digits - at});
}

static void write_suffix(Buf *out, uint8_t format, int exponent)
{
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++) {
        if (SUFFIXES[i].format == format && SUFFIXES[i].exponent == exponent)
            buf_add(out, SUFFIXES[i].text);
    }
}

/* Binary form only where it is exact and says more than the plain number. */
static bool as_binary(const Quantity *q, uint32_t units[WORDS])
{
    memcpy(units, q->words, WORDS * sizeof *units);
    return q->format == 1 && over_ten(units, NANO) && magnitude_int(units) >= 1024;
}

void quantity_write(Buf *out, const Quantity *q)
{
    uint32_t words[WORDS];
    if (q->negative)
        buf_char(out, '-');
    if (is_zero(q->words)) {
        buf_char(out, '0');
    } else if (as_binary(q, words)) {
        int times = strip_factor(words, 1024, 6);
        write_magnitude(out, words);
        if (times)
            write_suffix(out, 1, times * 10);
    } else {
        memcpy(words, q->words, sizeof words);
        int most = q->format == 2 ? 25 : (LARGEST_SUFFIX + NANO) / 3;
        int exponent = 3 * strip_factor(words, 1000, most) - NANO;
        write_magnitude(out, words);
        if (q->format == 2 && exponent)
            buf_printf(out, "e%d", exponent);
        else
            write_suffix(out, 0, exponent);
    }
}
