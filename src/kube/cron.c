#include "kube/cron.h"

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

static const char *const WORDS[] = {"@yearly", "@annually", "@monthly", "@weekly",
                                    "@daily",  "@midnight", "@hourly"};

static bool fault(const char **why, const char *text)
{
    *why = text;
    return false;
}

static bool number(const Field *f, Str text, int64_t *out)
{
    for (size_t i = 0; i < f->name_count; i++)
        if (str_eq_nocase(text, str_c(f->names[i]))) {
            *out = f->least + (int64_t)i;
            return true;
        }
    return str_int(text, out) && *out >= 0;
}

/* "*", "?", "4", "mon-fri": what stands before a step. */
static bool range(const Field *f, Str text, const char **why)
{
    Str from = text, to = text;
    int64_t start, end;
    if (str_eq(text, STR("*")) || str_eq(text, STR("?")))
        return true;
    if (str_cut(text, '-', &from, &to) && str_find_char(to, '-') < to.len)
        return fault(why, "a range has more than one '-'");
    if (!number(f, from, &start) || !number(f, to, &end))
        return fault(why, "a value is neither a number nor a name that belongs there");
    if (start < f->least)
        return fault(why, "a value is below the smallest of its field");
    if (end > f->most)
        return fault(why,
                     "a value is above the largest of its field (days of the week end with 6)");
    return start <= end || fault(why, "a range ends before it begins");
}

static bool item_valid(const Field *f, Str item, const char **why)
{
    Str base = item, step = STR("1");
    int64_t n;
    bool stepped = str_cut(item, '/', &base, &step);
    if (stepped && (!str_int(step, &n) || n <= 0))
        return fault(why, "a step is no positive number");
    return range(f, base, why);
}

static bool field_valid(const Field *f, Str text, const char **why)
{
    Str item;
    while (str_cut(text, ',', &item, &text))
        if (!item_valid(f, item, why))
            return false;
    return item_valid(f, text, why);
}

static bool word_valid(Str text, const char **why)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (str_eq(text, str_c(WORDS[i])))
            return true;
    return fault(why, "it is none of the @ words");
}

static bool blank(char c)
{
    return c == ' ' || c == '\t';
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

bool cron_valid(Str text, const char **why)
{
    if (str_starts(text, STR("@")))
        return word_valid(text, why);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        Str field = take_field(&text);
        if (!field.len)
            return fault(why, "it has fewer than five fields");
        if (!field_valid(&FIELDS[i], field, why))
            return false;
    }
    return !take_field(&text).len || fault(why, "it has more than five fields");
}
