#include "base/duration.h"

#include "base/ascii.h"

enum { MICROSECOND = 1000, MILLISECOND = 1000 * MICROSECOND, SECOND = 1000 * MILLISECOND };
#define MINUTE (INT64_C(60) * SECOND)
#define HOUR   (60 * MINUTE)

typedef struct Unit {
    Str name;
    int64_t ns;
} Unit;

/* Longer names before those they begin with. */
static const Unit UNITS[] = {
    {STR_INIT("ns"),        1          },
    {STR_INIT("us"),        MICROSECOND},
    {STR_INIT("\xc2\xb5s"), MICROSECOND}, /* micro sign */
    {STR_INIT("\xce\xbcs"), MICROSECOND}, /* Greek mu */
    {STR_INIT("ms"),        MILLISECOND},
    {STR_INIT("s"),         SECOND     },
    {STR_INIT("m"),         MINUTE     },
    {STR_INIT("h"),         HOUR       },
};

static size_t count_digits(Str s)
{
    size_t n = 0;
    while (n < s.len && ascii_digit(s.ptr[n]))
        n++;
    return n;
}

static bool take_unit(Str *rest, int64_t *ns)
{
    size_t len = 0; /* "1m30s": a unit ends at the next digit or point */
    while (len < rest->len && !ascii_digit(rest->ptr[len]) && rest->ptr[len] != '.')
        len++;
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        if (str_eq((Str){rest->ptr, len}, UNITS[i].name)) {
            *ns = UNITS[i].ns;
            *rest = str_skip(*rest, len);
            return true;
        }
    }
    return false;
}

/* The fraction's part of a unit, cut off. From its end, so that no digit count overflows. */
static int64_t fraction_of(Str digits, int64_t unit)
{
    int64_t part = 0;
    for (size_t i = digits.len; i-- > 0;)
        part = (part + (digits.ptr[i] - '0') * unit) / 10;
    return part;
}

/* Adds "1.5h" to *sum, which is kept negative: the range is larger on that side. */
static bool take_term(Str *rest, int64_t *sum)
{
    Str whole = {rest->ptr, count_digits(*rest)}, fraction = {NULL, 0};
    *rest = str_skip(*rest, whole.len);
    if (rest->len && rest->ptr[0] == '.') {
        *rest = str_skip(*rest, 1);
        fraction = (Str){rest->ptr, count_digits(*rest)};
        *rest = str_skip(*rest, fraction.len);
    }
    int64_t value = 0, unit, total;
    if (whole.len + fraction.len == 0 || !take_unit(rest, &unit))
        return false;
    for (size_t i = 0; i < whole.len; i++) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, whole.ptr[i] - '0', &value))
            return false;
    }
    if (__builtin_mul_overflow(value, unit, &value) ||
        __builtin_sub_overflow(value, fraction_of(fraction, unit), &value) ||
        __builtin_add_overflow(*sum, value, &total))
        return false;
    *sum = total;
    return true;
}

bool duration_parse(Str text, int64_t *out)
{
    bool negative = text.len && text.ptr[0] == '-';
    if (text.len && (text.ptr[0] == '-' || text.ptr[0] == '+'))
        text = str_skip(text, 1);
    int64_t sum = 0;
    if (text.len == 0)
        return false;
    if (!str_eq(text, STR("0"))) {
        while (text.len) {
            if (!take_term(&text, &sum))
                return false;
        }
    }
    if (!negative && sum == INT64_MIN)
        return false;
    *out = negative ? sum : -sum;
    return true;
}

/* value / unit with its decimals, none at the end: "1.5". */
static void write_decimal(Buf *out, uint64_t value, uint64_t unit)
{
    buf_printf(out, "%llu", (unsigned long long)(value / unit));
    uint64_t rest = value % unit;
    if (rest)
        buf_char(out, '.');
    for (; rest; rest = rest * 10 % unit)
        buf_char(out, (char)('0' + rest * 10 / unit));
}

static uint64_t write_sign(Buf *out, int64_t ns)
{
    if (ns < 0)
        buf_char(out, '-');
    return ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
}

/* Below a second the largest unit that leaves a whole number before the point. */
static void write_small(Buf *out, uint64_t ns)
{
    if (ns < MICROSECOND) {
        buf_printf(out, "%lluns", (unsigned long long)ns);
    } else if (ns < MILLISECOND) {
        write_decimal(out, ns, MICROSECOND);
        buf_add(out, STR("\xc2\xb5s"));
    } else {
        write_decimal(out, ns, MILLISECOND);
        buf_add(out, STR("ms"));
    }
}

void duration_write(Buf *out, int64_t ns)
{
    uint64_t value = write_sign(out, ns), hours = value / HOUR;
    if (value == 0) {
        buf_add(out, STR("0s"));
        return;
    }
    if (value < SECOND) {
        write_small(out, value);
        return;
    }
    if (hours)
        buf_printf(out, "%lluh", (unsigned long long)hours);
    if (value >= MINUTE)
        buf_printf(out, "%llum", (unsigned long long)(value % HOUR / MINUTE));
    write_decimal(out, value % MINUTE, SECOND);
    buf_char(out, 's');
}

void duration_short(Buf *out, int64_t ns)
{
    uint64_t value = write_sign(out, ns);
    if (value < SECOND) {
        duration_write(out, (int64_t)value);
        return;
    }
    /* People write 90s, not 1m30s; and 2m30s, not 150s. */
    bool seconds_only = value < 2 * MINUTE && value % MINUTE;
    uint64_t hours = value / HOUR, minutes = seconds_only ? 0 : value % HOUR / MINUTE;
    uint64_t rest = seconds_only ? value : value % MINUTE;
    if (hours)
        buf_printf(out, "%lluh", (unsigned long long)hours);
    if (minutes)
        buf_printf(out, "%llum", (unsigned long long)minutes);
    if (rest) {
        write_decimal(out, rest, SECOND);
        buf_char(out, 's');
    }
}
