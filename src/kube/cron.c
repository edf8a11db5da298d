#include "kube/cron.h"

#include "base/limits.h"

typedef struct Field {
    int64_t least, most;
    const char *const *names; /* of least, least + 1 …; NULL without */
    size_t name_count;
} Field;

static const char *const MONTHS[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                     "jul", "aug", "sep", "oct", "nov", "dec"};
static const char *const DAYS[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

static const Field FIELDS[] = {
    {0, 59, NULL,   0 },
    {0, 23, NULL,   0 },
    {1, 31, NULL,   0 },
    {1, 12, MONTHS, 12},
    {0, 6,  DAYS,   7 }
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

/* What an @ word stands for; the API server lets no other pass. */
static const struct {
    Str name, fields;
} WORDS[] = {
    {STR_INIT("@yearly"),   STR_INIT("0 0 1 1 *")},
    {STR_INIT("@annually"), STR_INIT("0 0 1 1 *")},
    {STR_INIT("@monthly"),  STR_INIT("0 0 1 * *")},
    {STR_INIT("@weekly"),   STR_INIT("0 0 * * 0")},
    {STR_INIT("@daily"),    STR_INIT("0 0 * * *")},
    {STR_INIT("@midnight"), STR_INIT("0 0 * * *")},
    {STR_INIT("@hourly"),   STR_INIT("0 * * * *")},
};

/* ---- reading ---- */

static bool fault(const char **why, const char *text)
{
    *why = text;
    return false;
}

/* As Go's Atoi: a sign is a part of the number. */
static bool number(const Field *f, Str text, int64_t *out)
{
    for (size_t i = 0; i < f->name_count; i++)
        if (str_eq_nocase(text, str_c(f->names[i]))) {
            *out = f->least + (int64_t)i;
            return true;
        }
    if (str_starts(text, STR("+")) && !str_starts(text, STR("+-")))
        text = str_skip(text, 1);
    return str_int(text, out) && *out >= 0;
}

typedef struct Range {
    int64_t start, end;
    bool star, single;
} Range;

/* "*", "?", "4", "mon-fri": what stands before a step. What follows "*-" is not looked at. */
static bool read_range(const Field *f, Str text, Range *r, const char **why)
{
    Str from = text, to = text;
    r->single = !str_cut(text, '-', &from, &to);
    r->star = str_eq(from, STR("*")) || str_eq(from, STR("?"));
    r->start = f->least;
    r->end = f->most;
    if (r->star)
        return true;
    if (!r->single && str_find_char(to, '-') < to.len)
        return fault(why, "a range has more than one '-'");
    if (!number(f, from, &r->start) || !number(f, to, &r->end))
        return fault(why, "a value is neither a number nor a name that belongs there");
    return true;
}

static bool check_range(const Field *f, const Range *r, const char **why)
{
    if (r->start < f->least)
        return fault(why, "a value is below the smallest of its field");
    if (r->end > f->most)
        return fault(why,
                     "a value is above the largest of its field (days of the week end with 6)");
    return r->start <= r->end || fault(why, "a range ends before it begins");
}

/* Adds the values of one item of a list; a step of more than 1 is no star any more. */
static bool read_item(const Field *f, Str item, uint64_t *bits, bool *star, const char **why)
{
    Str base = item, step_text = STR("1");
    int64_t step;
    Range r;
    bool stepped = str_cut(item, '/', &base, &step_text);
    if (!read_range(f, base, &r, why))
        return false;
    if (!number(&FIELDS[0], step_text, &step) || step == 0)
        return fault(why, "a step is no positive number");
    if (stepped && r.single)
        r.end = f->most;
    if (!check_range(f, &r, why))
        return false;
    for (int64_t v = r.start; v <= r.end; v += step) {
        *bits |= UINT64_C(1) << v;
        if (step > f->most)
            break;
    }
    *star |= r.star && step == 1;
    return true;
}

/* Empty items between commas count for nothing. */
static bool read_field(const Field *f, Str text, uint64_t *bits, bool *star, const char **why)
{
    Str item;
    while (str_next(&text, ',', &item))
        if (item.len && !read_item(f, item, bits, star, why))
            return false;
    return true;
}

static bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The next run of characters that are not blank; "" at the end. */
static Str take_field(Str *rest)
{
    size_t from = 0, to;
    while (from < rest->len && blank(rest->ptr[from]))
        from++;
    for (to = from; to < rest->len && !blank(rest->ptr[to]);)
        to++;
    Str field = str_slice(*rest, from, to);
    *rest = str_skip(*rest, to);
    return field;
}

static bool read_fields(Str text, Cron *c, const char **why)
{
    uint64_t *bits[FIELD_COUNT] = {&c->minutes, &c->hours, &c->days, &c->months, &c->weekdays};
    bool ignored = false;
    bool *stars[FIELD_COUNT] = {&ignored, &ignored, &c->any_day, &ignored, &c->any_weekday};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        Str field = take_field(&text);
        if (!field.len)
            return fault(why, "it has fewer than five fields");
        if (!read_field(&FIELDS[i], field, bits[i], stars[i], why))
            return false;
    }
    return !take_field(&text).len || fault(why, "it has more than five fields");
}

bool cron_parse(Str text, Cron *out, const char **why)
{
    Cron c = {0};
    if (str_starts(text, STR("@"))) {
        Str word = take_field(&text);
        size_t i = 0, count = sizeof WORDS / sizeof *WORDS;
        while (i < count && !str_eq(word, WORDS[i].name))
            i++;
        if (i == count || take_field(&text).len)
            return fault(why, "it is none of the @ words");
        text = WORDS[i].fields;
    } else if (str_ends(text, STR("\n"))) {
        return fault(why, "it ends in a line break");
    }
    if (!read_fields(text, &c, why))
        return false;
    *out = c;
    return true;
}

/* ---- advice ---- */

/* "fri-sat", "sun": a range as it may be written. */
static void write_range(Buf *out, const Field *f, int64_t start, int64_t end)
{
    for (int64_t v = start;; v = end) {
        if (f->names)
            buf_add(out, str_c(f->names[v - f->least]));
        else
            buf_printf(out, "%lld", (long long)v);
        if (v == end)
            return;
        buf_char(out, '-');
    }
}

/* A range that goes round the end, in two. */
static bool split_range(Buf *out, const Field *f, Str item)
{
    Range r;
    const char *why;
    if (str_contains(item, STR("/")) || !read_range(f, item, &r, &why) || r.start <= r.end ||
        r.start > f->most || r.end < f->least)
        return false;
    write_range(out, f, r.start, f->most);
    buf_char(out, ',');
    write_range(out, f, f->least, r.end);
    return true;
}

Str cron_instead(Arena *a, Str text, Str *wrong)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        Str field = take_field(&text);
        while (str_next(&field, ',', wrong))
            if (split_range(&b, &FIELDS[i], *wrong))
                return buf_str(&b);
    }
    return STR("");
}

/* ---- days ---- */

enum { DAY = 24 * 60, YEARS_AHEAD = 5 };

typedef struct Date {
    int64_t number; /* of days since 1970-01-01 */
    int64_t year;
    unsigned month, day, weekday; /* from 1, from 1, from Sunday = 0 */
} Date;

static int64_t days_in(int64_t year, unsigned month)
{
    static const int64_t LENGTHS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return LENGTHS[month - 1] + (month == 2 && leap);
}

/* Gregorian date of a day at or after 1970-01-01; eras of 400 years begin on a first of March. */
static Date date_of(int64_t number)
{
    int64_t shifted = number + 719468, era = shifted / 146097, of_era = shifted % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), m = (5 * of_year + 2) / 153;
    Date d = {.number = number, .day = (unsigned)(of_year - (153 * m + 2) / 5 + 1)};
    d.month = (unsigned)(m < 10 ? m + 3 : m - 9);
    d.year = year + era * 400 + (d.month <= 2);
    d.weekday = (unsigned)((number + 4) % 7);
    return d;
}

static void date_advance(Date *d)
{
    d->number++;
    d->weekday = (d->weekday + 1) % 7;
    if (d->day++ < days_in(d->year, d->month))
        return;
    d->day = 1;
    if (d->month++ < 12)
        return;
    d->month = 1;
    d->year++;
}

static bool has(uint64_t bits, unsigned value)
{
    return bits >> value & 1;
}

/* With both fields restricted either one will do. */
static bool day_hits(const Cron *c, const Date *d)
{
    bool day = has(c->days, d->day), weekday = has(c->weekdays, d->weekday);
    bool both = c->any_day || c->any_weekday;
    return has(c->months, d->month) && (both ? day && weekday : day || weekday);
}

/* The first hit of a day at or after a minute of it; DAY when there is none. */
static int64_t first_from(const Cron *c, int64_t minute)
{
    while (minute < DAY) {
        unsigned hour = (unsigned)(minute / 60);
        uint64_t left = has(c->hours, hour) ? c->minutes >> (minute % 60) : 0;
        if (left) {
            while (!(left & 1)) {
                left >>= 1;
                minute++;
            }
            return minute;
        }
        minute = (int64_t)(hour + 1) * 60;
    }
    return DAY;
}

int64_t cron_next(const Cron *c, int64_t minute)
{
    int64_t from = minute + 1;
    Date d = date_of(from / DAY);
    int64_t last = d.year + YEARS_AHEAD;
    for (int64_t start = from % DAY; d.year <= last; start = 0) {
        int64_t hit = day_hits(c, &d) ? first_from(c, start) : DAY;
        if (hit < DAY)
            return d.number * DAY + hit;
        date_advance(&d);
    }
    return CRON_NEVER;
}

/* Hits of one day with no more than `span` between them; *last is the last one. */
static bool day_fills(const Cron *c, int64_t span, int64_t *first, int64_t *last)
{
    *first = *last = first_from(c, 0);
    for (int64_t hit = *first; hit < DAY; hit = first_from(c, hit + 1)) {
        if (hit - *last > span)
            return false;
        *last = hit;
    }
    return *first < DAY;
}

bool cron_fills(const Cron *c, int64_t span)
{
    /* Years from 2024 on, a leap year: all gaps that there are but around 2100. */
    enum { START = 19723, COUNT = (YEARS_AHEAD + 1) * 366 };
    int64_t first, last, before = -1;
    bool within = day_fills(c, span, &first, &last);
    if (first == DAY)
        return true;
    if (!within || DAY - last + first > span)
        return cron_next(c, START * (int64_t)DAY) == CRON_NEVER;
    Date d = date_of(START);
    for (int i = 0; i < COUNT; i++, date_advance(&d)) {
        if (!day_hits(c, &d))
            continue;
        if (before >= 0 && (d.number - before) * DAY + first - last > span)
            return false;
        before = d.number;
    }
    return true;
}
