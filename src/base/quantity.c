#include "base/quantity.h"

#include <string.h>

#include "base/quantity_words.h"

enum { LARGEST_SUFFIX = 18 }; /* E; K, M … are multiples of three below it */

const QuantitySuffix QUANTITY_SUFFIXES[QUANTITY_SUFFIX_COUNT] = {
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

static void saturate(uint32_t words[QUANTITY_WORDS])
{
    memset(words, 0xFF, QUANTITY_WORDS * sizeof *words);
}

bool magnitude_zero(const uint32_t words[QUANTITY_WORDS])
{
    for (size_t i = 0; i < QUANTITY_WORDS; i++) {
        if (words[i])
            return false;
    }
    return true;
}

int magnitude_cmp(const uint32_t a[QUANTITY_WORDS], const uint32_t b[QUANTITY_WORDS])
{
    for (size_t i = QUANTITY_WORDS; i-- > 0;) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

bool magnitude_times(uint32_t words[QUANTITY_WORDS], uint32_t by, uint32_t plus)
{
    uint64_t carry = plus;
    for (size_t i = 0; i < QUANTITY_WORDS; i++) {
        carry += (uint64_t)words[i] * by;
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        saturate(words);
    return carry == 0;
}

/* words /= by; the remainder. */
static uint32_t scale_down(uint32_t words[QUANTITY_WORDS], uint32_t by)
{
    uint64_t rest = 0;
    for (size_t i = QUANTITY_WORDS; i-- > 0;) {
        rest = rest << 32 | words[i];
        words[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    return (uint32_t)rest;
}

bool magnitude_times_ten(uint32_t words[QUANTITY_WORDS], size_t exponent)
{
    if (magnitude_zero(words))
        return true;
    for (size_t i = 0; i < exponent; i++) {
        if (!magnitude_times(words, 10, 0))
            return false;
    }
    return true;
}

bool magnitude_over_ten(uint32_t words[QUANTITY_WORDS], size_t exponent)
{
    bool exact = true;
    for (size_t i = 0; i < exponent; i++)
        exact &= scale_down(words, 10) == 0;
    return exact;
}

static void magnitude_add(uint32_t sum[QUANTITY_WORDS], const uint32_t a[QUANTITY_WORDS],
                          const uint32_t b[QUANTITY_WORDS])
{
    uint64_t carry = 0;
    for (size_t i = 0; i < QUANTITY_WORDS; i++) {
        carry += (uint64_t)a[i] + b[i];
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        saturate(sum);
}

/* a - b, where a is not the smaller. */
static void magnitude_sub(uint32_t rest[QUANTITY_WORDS], const uint32_t a[QUANTITY_WORDS],
                          const uint32_t b[QUANTITY_WORDS])
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < QUANTITY_WORDS; i++) {
        uint64_t digit = (uint64_t)a[i] - b[i] - borrow;
        rest[i] = (uint32_t)digit;
        borrow = digit >> 63;
    }
}

int64_t magnitude_int(const uint32_t words[QUANTITY_WORDS])
{
    for (size_t i = 2; i < QUANTITY_WORDS; i++) {
        if (words[i])
            return INT64_MAX;
    }
    return words[1] > INT32_MAX ? INT64_MAX : (int64_t)((uint64_t)words[1] << 32 | words[0]);
}

void magnitude_of(uint32_t words[QUANTITY_WORDS], uint64_t value)
{
    memset(words, 0, QUANTITY_WORDS * sizeof *words);
    words[0] = (uint32_t)value;
    words[1] = (uint32_t)(value >> 32);
}

/* ---- arithmetic ---- */

Quantity quantity_of(int64_t units)
{
    Quantity q = {.negative = units < 0, .integer = true};
    magnitude_of(q.words, units < 0 ? 0 - (uint64_t)units : (uint64_t)units);
    (void)magnitude_times_ten(q.words, QUANTITY_NANO);
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
    uint32_t units[QUANTITY_WORDS];
    memcpy(units, q->words, sizeof units);
    return magnitude_over_ten(units, QUANTITY_NANO) && units[2] == 0 && units[3] == 0 &&
           units[1] <= INT32_MAX;
}

Quantity quantity_add(const Quantity *a, const Quantity *b)
{
    bool zero_a = magnitude_zero(a->words), zero_b = magnitude_zero(b->words);
    Quantity q = {.format = zero_a ? b->format : a->format};
    if (a->negative == b->negative) {
        magnitude_add(q.words, a->words, b->words);
        q.negative = a->negative;
    } else if (magnitude_cmp(a->words, b->words) >= 0) {
        magnitude_sub(q.words, a->words, b->words);
        q.negative = a->negative && !magnitude_zero(q.words);
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
    minus.negative = !b->negative && !magnitude_zero(b->words);
    Quantity q = quantity_add(a, &minus);
    return q;
}

Quantity quantity_mul(const Quantity *a, int64_t times)
{
    uint64_t by = times < 0 ? 0 - (uint64_t)times : (uint64_t)times;
    uint32_t high[QUANTITY_WORDS];
    Quantity q = *a;
    memcpy(high, a->words, sizeof high);
    bool fits = magnitude_times(high, (uint32_t)(by >> 32), 0) &&
                magnitude_times(high, UINT32_C(1) << 16, 0) &&
                magnitude_times(high, UINT32_C(1) << 16, 0);
    if (magnitude_times(q.words, (uint32_t)by, 0) && fits)
        magnitude_add(q.words, q.words, high);
    else
        saturate(q.words);
    q.negative = a->negative != (times < 0) && !magnitude_zero(q.words);
    q.integer = a->integer && fits_int64(&q);
    return q;
}

/* ---- what others read ---- */

static int64_t rounded_up(const Quantity *q, size_t decimals)
{
    uint32_t words[QUANTITY_WORDS];
    memcpy(words, q->words, sizeof words);
    if (!magnitude_over_ten(words, QUANTITY_NANO - decimals))
        (void)magnitude_times(words, 1, 1);
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
    uint32_t words[QUANTITY_WORDS];
    memcpy(words, q->words, sizeof words);
    bool whole =
        magnitude_over_ten(words, QUANTITY_NANO); /* most are, and then one rounding less */
    if (!whole)
        memcpy(words, q->words, sizeof words);
    double value = 0;
    for (size_t i = QUANTITY_WORDS; i-- > 0;)
        value = value * 4294967296.0 + words[i];
    value = whole ? value : value / 1e9;
    return q->negative ? -value : value;
}

/* ---- writing ---- */

/* Divides words by `by` as long as that loses nothing, at most `most` times; how often. */
static int strip_factor(uint32_t words[QUANTITY_WORDS], uint32_t by, int most)
{
    int times = 0;
    uint32_t next[QUANTITY_WORDS];
    while (times < most) {
        memcpy(next, words, sizeof next);
        if (scale_down(next, by))
            break;
        memcpy(words, next, sizeof next);
        times++;
    }
    return times;
}

static void write_magnitude(Buf *out, uint32_t words[QUANTITY_WORDS])
{
    char digits[80]; /* 2^256 has 78 */
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + scale_down(words, 10));
    while (!magnitude_zero(words));
    buf_add(out, (Str){digits + at, sizeof digits - at});
}

static void write_suffix(Buf *out, uint8_t format, int exponent)
{
    for (size_t i = 0; i < QUANTITY_SUFFIX_COUNT; i++) {
        if (QUANTITY_SUFFIXES[i].format == format && QUANTITY_SUFFIXES[i].exponent == exponent)
            buf_add(out, QUANTITY_SUFFIXES[i].text);
    }
}

/* Binary form only where it is exact and says more than the plain number. */
static bool as_binary(const Quantity *q, uint32_t units[QUANTITY_WORDS])
{
    memcpy(units, q->words, QUANTITY_WORDS * sizeof *units);
    return q->format == 1 && magnitude_over_ten(units, QUANTITY_NANO) &&
           magnitude_int(units) >= 1024;
}

void quantity_write(Buf *out, const Quantity *q)
{
    uint32_t words[QUANTITY_WORDS];
    if (q->negative)
        buf_char(out, '-');
    if (magnitude_zero(q->words)) {
        buf_char(out, '0');
    } else if (as_binary(q, words)) {
        int times = strip_factor(words, 1024, 6);
        write_magnitude(out, words);
        if (times)
            write_suffix(out, 1, times * 10);
    } else {
        memcpy(words, q->words, sizeof words);
        int most = q->format == 2 ? 25 : (LARGEST_SUFFIX + QUANTITY_NANO) / 3;
        int exponent = 3 * strip_factor(words, 1000, most) - QUANTITY_NANO;
        write_magnitude(out, words);
        if (q->format == 2 && exponent)
            buf_printf(out, "e%d", exponent);
        else
            write_suffix(out, 0, exponent);
    }
}
