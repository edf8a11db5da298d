#include "cel/lib.h"
#include "cel/timestamp.h"

enum { MILLION = 1000000, BILLION = 1000000000 };

typedef int64_t Part(const Civil *c);

static int64_t year(const Civil *c)
{
    return c->year;
}

static int64_t month(const Civil *c)
{
    return c->month - 1;
}

static int64_t date(const Civil *c)
{
    return c->day;
}

static int64_t day_of_month(const Civil *c)
{
    return c->day - 1;
}

static int64_t day_of_week(const Civil *c)
{
    return c->weekday;
}

static int64_t day_of_year(const Civil *c)
{
    return c->yearday;
}

static int64_t hours(const Civil *c)
{
    return c->hour;
}

static int64_t minutes(const Civil *c)
{
    return c->minute;
}

static int64_t seconds(const Civil *c)
{
    return c->second;
}

static CelValue part_of(CelValue time, Part *part)
{
    Civil c = timestamp_civil(time.as.integer);
    return cel_int(part(&c));
}

static CelValue part_in_zone(CelEval *ev, const CelValue *args, Part *part)
{
    int64_t offset;
    const char *why;
    Str zone = cel_str_of(args[1]);
    CEL_CHARGE(ev, 100); /* a small file is read */
    if (!zone_offset(zone, args[0].as.integer, &offset, &why))
        return cel_error(ev, CEL_ERR_ARGUMENT, "%s: \"%.*s\"", why, STR_ARG(zone));
    Civil c = timestamp_civil(args[0].as.integer + offset);
    return cel_int(part(&c));
}

/* One body for UTC and one for a zone: CelFunc bodies carry no data of their own. */
#define PART(name)                                                     \
    static CelValue get_##name(CelEval *ev, const CelValue *args)      \
    {                                                                  \
        (void)ev;                                                      \
        return part_of(args[0], name);                                 \
    }                                                                  \
    static CelValue get_##name##_in(CelEval *ev, const CelValue *args) \
    {                                                                  \
        return part_in_zone(ev, args, name);                           \
    }

PART(year)
PART(month)
PART(date)
PART(day_of_month)
PART(day_of_week)
PART(day_of_year)
PART(hours)
PART(minutes)
PART(seconds)

static CelValue get_milliseconds(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(args[0].len / MILLION);
}

static CelValue get_milliseconds_in(CelEval *ev, const CelValue *args)
{
    CelValue known = part_in_zone(ev, args, seconds); /* the zone must exist */
    return cel_failed(known) ? known : cel_int(args[0].len / MILLION);
}

static CelValue duration_hours(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(args[0].as.integer / BILLION / 3600);
}

static CelValue duration_minutes(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(args[0].as.integer / BILLION / 60);
}

static CelValue duration_seconds(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(args[0].as.integer / BILLION);
}

/* All of them, as cel-go has it; the specification means the part below a second. */
static CelValue duration_milliseconds(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(args[0].as.integer / MILLION);
}

/* clang-format off */
#define GET(method, name)                                                      \
    {"timestamp." method "(): int", get_##name, CEL_LIB_CORE, 0},              \
    {"timestamp." method "(string): int", get_##name##_in, CEL_LIB_CORE, 0}

const CelFunc CEL_FUNCS_TIME[] = {
    GET("getFullYear", year),
    GET("getMonth", month),
    GET("getDate", date),
    GET("getDayOfMonth", day_of_month),
    GET("getDayOfWeek", day_of_week),
    GET("getDayOfYear", day_of_year),
    GET("getHours", hours),
    GET("getMinutes", minutes),
    GET("getSeconds", seconds),
    GET("getMilliseconds", milliseconds),
    {"duration.getHours(): int", duration_hours, CEL_LIB_CORE, 0},
    {"duration.getMinutes(): int", duration_minutes, CEL_LIB_CORE, 0},
    {"duration.getSeconds(): int", duration_seconds, CEL_LIB_CORE, 0},
    {"duration.getMilliseconds(): int", duration_milliseconds, CEL_LIB_CORE, 0},
    {NULL, NULL, 0, 0},
};
/* clang-format on */
