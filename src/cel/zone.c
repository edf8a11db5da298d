#include <stdio.h>
#include <string.h>

#include "cel/timestamp.h"

#include "base/ascii.h"

/* RFC 8536: the second, 64-bit block of a TZif file and its footer. */
enum { ZONE_NAME = 64, ZONE_FILE = 16 << 10, HEADER = 44, HOUR = 3600, MINUTE = 60, DAY = 86400 };

static const char FOLDER[] = "/usr/share/zoneinfo/";
static const char NO_ZONE[] = "unknown time zone";

/* ---- POSIX rules of the footer: "CET-1CEST,M3.5.0,M10.5.0/3" ---- */

static bool at_digit(Str s)
{
    return s.len && ascii_digit(s.ptr[0]);
}

static int take_int(Str *rest)
{
    int value = 0;
    for (; at_digit(*rest) && value < 100000; *rest = str_skip(*rest, 1))
        value = value * 10 + (rest->ptr[0] - '0');
    return value;
}

static bool take(Str *rest, char c)
{
    bool here = rest->len && rest->ptr[0] == c;
    *rest = str_skip(*rest, here);
    return here;
}

/* [+-]h[h][:mm[:ss]] in seconds. */
static int64_t take_time(Str *rest)
{
    bool minus = take(rest, '-');
    (void)take(rest, '+');
    int64_t seconds = (int64_t)take_int(rest) * HOUR;
    if (take(rest, ':'))
        seconds += (int64_t)take_int(rest) * MINUTE;
    if (take(rest, ':'))
        seconds += take_int(rest);
    return minus ? -seconds : seconds;
}

static void skip_name(Str *rest)
{
    if (take(rest, '<')) {
        *rest = str_skip(*rest, str_find_char(*rest, '>'));
        (void)take(rest, '>');
        return;
    }
    while (rest->len && ascii_letter(rest->ptr[0]))
        *rest = str_skip(*rest, 1);
}

/* Day of the epoch that "M3.5.0", "J60" or "59" names in that year. */
static int64_t take_day(Str *rest, int64_t year)
{
    if (take(rest, 'J')) {
        int day = take_int(rest); /* 29 February is never counted */
        return days_of(year, 1, 1) + day - 1 + (day > 59 && month_days(year, 2) == 29);
    }
    if (!take(rest, 'M'))
        return days_of(year, 1, 1) + take_int(rest);
    int month = take_int(rest), week = (take(rest, '.'), take_int(rest));
    int weekday = (take(rest, '.'), take_int(rest));
    month = month < 1 || month > 12 ? 1 : month;
    int64_t first = days_of(year, month, 1);
    int64_t day = (weekday - (first % 7 + 11) % 7 + 7) % 7 + (week - 1) * 7;
    while (day >= month_days(year, month))
        day -= 7;
    return first + day;
}

static int64_t take_change(Str *rest, int64_t year)
{
    int64_t day = take_day(rest, year);
    return day * DAY + (take(rest, '/') ? take_time(rest) : 2 * HOUR);
}

static int64_t footer_offset(Str rule, int64_t seconds)
{
    skip_name(&rule);
    int64_t standard = -take_time(&rule);
    if (rule.len == 0)
        return standard;
    skip_name(&rule);
    int64_t summer = rule.len && rule.ptr[0] != ',' ? -take_time(&rule) : standard + HOUR;
    if (!take(&rule, ','))
        return standard;
    int64_t year = timestamp_civil(seconds + standard).year;
    int64_t start = take_change(&rule, year) - standard;
    int64_t end = (take(&rule, ','), take_change(&rule, year)) - summer;
    bool inside = seconds >= start && seconds < end;
    if (end < start) /* southern: the year begins in summer */
        inside = seconds >= start || seconds < end;
    return inside ? summer : standard;
}

/* ---- the file ---- */

static int64_t big_endian(const char *at, size_t bytes)
{
    uint64_t value = (unsigned char)at[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | (unsigned char)at[i];
    return (int64_t)value;
}

typedef struct Header {
    size_t isut, isstd, leap, time, type, chars;
} Header;

static bool take_header(Str *rest, Header *h)
{
    if (rest->len < HEADER || !str_starts(*rest, STR("TZif")))
        return false;
    size_t *const counts[] = {&h->isut, &h->isstd, &h->leap, &h->time, &h->type, &h->chars};
    for (size_t i = 0; i < 6; i++)
        *counts[i] = (size_t)big_endian(rest->ptr + 20 + 4 * i, 4) & 0xFFFFFF;
    *rest = str_skip(*rest, HEADER);
    return h->type > 0;
}

static size_t block_size(const Header *h, size_t time_size)
{
    return h->time * (time_size + 1) + h->type * 6 + h->chars + h->leap * (time_size + 4) +
           h->isstd + h->isut;
}

/* The rule between the last two line ends; empty in an old file. */
static Str footer_of(Str rest)
{
    Str rule = STR("");
    (void)take(&rest, '\n');
    (void)str_cut(rest, '\n', &rule, &rest);
    return rule;
}

static bool file_offset(Str file, int64_t seconds, int64_t *out)
{
    Header h = {.type = 0};
    if (!take_header(&file, &h) || file.len < block_size(&h, 4))
        return false;
    file = str_skip(file, block_size(&h, 4));
    if (!take_header(&file, &h) || file.len < block_size(&h, 8))
        return false;
    const char *times = file.ptr, *types = times + 8 * h.time, *infos = types + h.time;
    Str rule = footer_of(str_skip(file, block_size(&h, 8)));
    size_t lo = 0, hi = h.time; /* transitions before lo are not after `seconds` */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (big_endian(times + 8 * mid, 8) <= seconds)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == h.time && rule.len) {
        *out = footer_offset(rule, seconds);
        return true;
    }
    size_t type = lo ? (unsigned char)types[lo - 1] : 0;
    if (type >= h.type)
        return false;
    *out = big_endian(infos + 6 * type, 4);
    return true;
}

/* Names go into a path: no dots, no leading slash. */
static bool is_name(Str zone)
{
    if (zone.len == 0 || zone.len > ZONE_NAME || zone.ptr[0] == '/')
        return false;
    for (size_t i = 0; i < zone.len; i++) {
        char c = zone.ptr[i];
        bool letter = ascii_letter(c);
        if (!letter && !ascii_digit(c) && !(c && strchr("_+-/", c)))
            return false;
    }
    return true;
}

static bool read_zone(Str zone, char bytes[ZONE_FILE], Str *out)
{
    char path[sizeof FOLDER + ZONE_NAME + 1];
    memcpy(path, FOLDER, sizeof FOLDER - 1);
    memcpy(path + sizeof FOLDER - 1, zone.ptr, zone.len);
    path[sizeof FOLDER - 1 + zone.len] = '\0';
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    size_t len = fread(bytes, 1, ZONE_FILE, f);
    (void)fclose(f);
    *out = (Str){bytes, len};
    return true;
}

/* "+05:30", "-08:00", "05:30". */
static bool fixed_offset(Str zone, int64_t *out)
{
    bool west = take(&zone, '-');
    if (!west)
        (void)take(&zone, '+');
    if (zone.len != 5 || zone.ptr[2] != ':' || !at_digit(zone) || !at_digit(str_skip(zone, 1)) ||
        !at_digit(str_skip(zone, 3)) || !at_digit(str_skip(zone, 4)))
        return false;
    int hours = (zone.ptr[0] - '0') * 10 + zone.ptr[1] - '0';
    int minutes = (zone.ptr[3] - '0') * 10 + zone.ptr[4] - '0';
    *out = (int64_t)(hours * HOUR + minutes * MINUTE) * (west ? -1 : 1);
    return hours < 24 && minutes < 60;
}

bool zone_offset(Str zone, int64_t seconds, int64_t *out, const char **why)
{
    char bytes[ZONE_FILE]; /* the largest has 4 KiB */
    Str file;
    *why = NO_ZONE;
    *out = 0;
    if (zone.len == 0 || str_eq(zone, STR("UTC")) || str_eq(zone, STR("Z")) ||
        fixed_offset(zone, out))
        return true;
    if (!is_name(zone))
        return false;
    if (!read_zone(zone, bytes, &file)) {
        FILE *any = fopen("/usr/share/zoneinfo/UTC", "rb");
        if (any)
            (void)fclose(any);
        else
            *why = "this machine has no time zone data in /usr/share/zoneinfo";
        return false;
    }
    return file_offset(file, seconds, out);
}
