#include "cel/number.h"

#include "base/ascii.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_DIGITS = 15, LONG_DIGITS = 17, NUMBER_MOST = 400 };

/* d's magnitude as 0.DIGITS * 10^point. */
typedef struct Decimal {
    char digits[LONG_DIGITS + 1];
    int count, point;
} Decimal;

static Decimal shortest(double d)
{
    Decimal out = {.count = 0};
    char text[32]; /* "1.6digits" and "e-308" */
    /* Normal numbers hold 15 digits, so fewer show as zeros at the end; subnormal ones do not. */
    for (int digits = d < DBL_MIN ? 1 : SHORT_DIGITS; digits <= LONG_DIGITS; digits++) {
        (void)snprintf(text, sizeof text, "%.*e", digits - 1, d);
        if (strtod(text, NULL) == d)
            break;
    }
    const char *exponent = strchr(text, 'e');
    for (const char *c = text; c < exponent; c++) {
        if (*c != '.')
            out.digits[out.count++] = *c;
    }
    while (out.count > 1 && out.digits[out.count - 1] == '0')
        out.count--;
    out.point = d == 0 ? 1 : (int)strtol(exponent + 1, NULL, 10) + 1;
    return out;
}

static void write_exponent(Buf *out, const Decimal *d)
{
    buf_char(out, d->digits[0]);
    if (d->count > 1)
        buf_char(out, '.');
    buf_add(out, (Str){d->digits + 1, (size_t)d->count - 1});
    buf_printf(out, "e%c%02d", d->point > 0 ? '+' : '-', abs(d->point - 1));
}

static void write_positional(Buf *out, const Decimal *d)
{
    int whole = d->point < d->count ? d->point : d->count;
    if (d->point <= 0) {
        buf_add(out, STR("0."));
        buf_fill(out, '0', (size_t)-d->point);
        whole = 0;
    }
    buf_add(out, (Str){d->digits, (size_t)whole});
    if (d->point >= d->count)
        buf_fill(out, '0', (size_t)(d->point - d->count));
    else if (d->point > 0)
        buf_char(out, '.');
    buf_add(out, (Str){d->digits + whole, (size_t)(d->count - whole)});
}

void double_write(Buf *out, double d, DoubleStyle style)
{
    if (isnan(d)) {
        buf_add(out, STR("NaN"));
        return;
    }
    if (isinf(d)) {
        buf_add(out, d < 0 ? STR("-Inf") : STR("+Inf"));
        return;
    }
    if (signbit(d))
        buf_char(out, '-');
    Decimal decimal = shortest(fabs(d));
    int most = style == DOUBLE_GO ? 6 : 21, least = style == DOUBLE_GO ? -4 : -6;
    if (decimal.point - 1 < least || decimal.point > most) {
        write_exponent(out, &decimal);
        return;
    }
    write_positional(out, &decimal);
    if (style == DOUBLE_LITERAL && decimal.point >= decimal.count)
        buf_add(out, STR(".0"));
}

/* strtod takes more than Go does: white space, "nan(…)"; and needs a NUL. */
static bool well_formed(Str text)
{
    Str body = str_skip(text, text.len && (text.ptr[0] == '+' || text.ptr[0] == '-'));
    if (str_eq_nocase(body, STR("inf")) || str_eq_nocase(body, STR("infinity")))
        return true;
    if (str_eq_nocase(text, STR("nan")))
        return true;
    bool hex = body.len > 2 && body.ptr[0] == '0' && (body.ptr[1] | 0x20) == 'x';
    const char *allowed = hex ? "0123456789abcdefABCDEFxXpP.+-" : "0123456789eE.+-";
    for (size_t i = 0; i < body.len; i++) {
        if (!body.ptr[i] || !strchr(allowed, body.ptr[i]))
            return false;
    }
    bool exponent = str_find_char(body, 'p') < body.len || str_find_char(body, 'P') < body.len;
    return body.len > 0 && body.ptr[0] != '+' && body.ptr[0] != '-' && (!hex || exponent);
}

bool double_parse(Str text, double *out)
{
    char copy[NUMBER_MOST + 1]; /* longer than the longest exact double of the test data */
    if (text.len == 0 || text.len > NUMBER_MOST || !well_formed(text))
        return false;
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    char *end;
    double d = strtod(copy, &end);
    bool infinite =
        isinf(d) && str_find_char(text, 'f') == text.len && str_find_char(text, 'F') == text.len;
    if (*end != '\0' || infinite) /* Go: value out of range */
        return false;
    *out = d;
    return true;
}

bool uint_parse(Str text, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (!ascii_digit(text.ptr[i]) || __builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(text.ptr[i] - '0'), &value))
            return false;
    }
    *out = value;
    return text.len > 0;
}
