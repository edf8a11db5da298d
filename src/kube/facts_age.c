/* Where the tables are from, and how old they are. */
#include "base/date.h"
#include "kube/facts_data.h"

bool note_value(Str note, Str name, Str *value)
{
    if (!str_starts(note, name))
        return false;
    *value = str_trim(str_skip(note, name.len));
    return true;
}

static Str note_of(const FactTable *t, Str name)
{
    Str value = STR("");
    for (size_t i = 0; i < t->note_count && !value.len; i++)
        (void)note_value(facts_table_note(t, i), name, &value);
    return value;
}

Str facts_table_source(const FactTable *t)
{
    return note_of(t, STR("source:"));
}

Str facts_table_date(const FactTable *t)
{
    return note_of(t, STR("date:"));
}

/* In seconds since 1970. */
static int64_t day_of(const FactTable *t)
{
    int64_t day = 0;
    (void)date_parse(facts_table_date(t), &day);
    return day;
}

bool facts_table_old(const FactTable *t, int64_t now)
{
    return now - day_of(t) > (int64_t)FACTS_FRESH_DAYS * DAY_SECONDS;
}

size_t facts_old(const Facts *f, int64_t now, const FactTable **oldest)
{
    size_t count = 0;
    for (size_t i = 0; i < facts_table_count(f); i++) {
        const FactTable *t = facts_table_at(f, i);
        if (!facts_table_old(t, now))
            continue;
        if (!count++ || day_of(t) < day_of(*oldest))
            *oldest = t;
    }
    return count;
}
