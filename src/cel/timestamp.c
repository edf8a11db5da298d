#include "cel/timestamp.h"

#include "base/ascii.h"

enum { DAY = 86400, HOUR = 3600, MINUTE = 60, NANO_DIGITS = 9 };

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int month_days(int64_t year, int month)
{
    static const uint8_t DAYS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return DAYS[month - 1] + (month == 2 && is_leap(year));
}

/* Years are counted from March, so that the leap day is the last one of its year. */
int64_t days_of(int64_t year, int month, int day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400, in_era = y - era * 400;
    int64_t in_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

static void set_date(Civil *c, int64_t days)
{
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, in_era = z - era * 146097;
    int64_t y = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int64_t in_year = in_era - (365 * y + y / 4 - y / 100), month = (5 * in_year + 2) / 153;
    c->day = (int)(in_year - (153 * month + 2) / 5 + 1);
    c->month = (int)(month < 10 ? month + 3 : month - 9);
    c->year = y + era * 400 + (c->month <= 2);
    c->yearday = (int)(days - days_of(c->year, 1, 1));
    c->weekday = (int)((days % 7 + 11) % 7); /* the epoch was a Thursday */
}

Civil timestamp_civil(int64_t seconds)
{
    int64_t days = seconds / DAY, rest = seconds % DAY;
    if (rest < 0) {
        rest += DAY;
        days--;
    }
    Civil c = {.hour = (int)(rest / HOUR),
               .minute = (int)(rest % HOUR / MINUTE),
               .second = (int)(rest % MINUTE)};
    set_date(&c, days);
    return c;
}

/* `count` digits, whose value is in [least, most]. */
static bool take_number(Str *rest, size_t count, int least, int most, int *out)
{
    int value = 0;
    if (rest->len < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!ascii_digit(rest->ptr[i]))
            return false;
        value = value * 10 + (rest->ptr[i] - '0');
    }
    *rest = str_skip(*rest, count);
    *out = value;
    return value >= least && value <= most;
}

static bool take_char(Str *rest, char c)
{
    if (rest->len == 0 || rest->ptr[0] != c)
        return false;
    *rest = str_skip(*rest, 1);
    return true;
}

/* Digits after the ninth are cut off, as Go does. */
static bool take_fraction(Str *rest, uint32_t *nanos)
{
    size_t digits = 0;
    *nanos = 0;
    if (!take_char(rest, '.') && !take_char(rest, ','))
        return true;
    for (; rest->len && ascii_digit(rest->ptr[0]); digits++) {
        if (digits < NANO_DIGITS)
            *nanos = *nanos * 10 + (uint32_t)(rest->ptr[0] - '0');
        *rest = str_skip(*rest, 1);
    }
    for (size_t i = digits; i < NANO_DIGITS; i++)
        *nanos *= 10;
    return digits > 0;
}

static bool take_offset(Str *rest, int64_t *seconds)
{
    int hours, minutes;
    *seconds = 0;
    if (take_char(rest, 'Z'))
        return true;
    bool west = take_char(rest, '-');
    if (!west && !take_char(rest, '+'))
        return false;
    if (!take_number(rest, 2, 0, 24, &hours) || !take_char(rest, ':') ||
        !take_number(rest, 2, 0, 60, &minutes))
        return false;
    *seconds = (int64_t)(hours * HOUR + minutes * MINUTE) * (west ? -1 : 1);
    return true;
}

static bool take_civil(Str *rest, Civil *c)
{
    int year;
    if (!take_number(rest, 4, 0, 9999, &year) || !take_char(rest, '-') ||
        !take_number(rest, 2, 1, 12, &c->month) || !take_char(rest, '-') ||
        !take_number(rest, 2, 1, month_days(year, c->month), &c->day))
        return false;
    c->year = year;
    return take_char(rest, 'T') && take_number(rest, 2, 0, 23, &c->hour) && take_char(rest, ':') &&
           take_number(rest, 2, 0, 59, &c->minute) && take_char(rest, ':') &&
           take_number(rest, 2, 0, 59, &c->second);
}

bool timestamp_parse(Str text, Timestamp *out)
{
    Civil c;
    Timestamp t;
    int64_t offset;
    if (!take_civil(&text, &c) || !take_fraction(&text, &t.nanos) || !take_offset(&text, &offset) ||
        text.len)
        return false;
    t.seconds = days_of(c.year, c.month, c.day) * DAY + c.hour * HOUR + c.minute * MINUTE +
                c.second - offset;
    if (t.seconds < TIMESTAMP_FIRST || t.seconds > TIMESTAMP_LAST)
        return false;
    *out = t;
    return true;
}

void timestamp_write(Buf *out, Timestamp t)
{
    Civil c = timestamp_civil(t.seconds);
    buf_printf(out, "%04d-%02d-%02dT%02d:%02d:%02d", (int)c.year, c.month, c.day, c.hour, c.minute,
               c.second);
    if (t.nanos)
        buf_char(out, '.');
    for (uint32_t rest = t.nanos, unit = 100000000; rest; rest %= unit, unit /= 10)
        buf_char(out, (char)('0' + rest / unit));
    buf_char(out, 'Z');
}
