#include "kube/facts.h"

#include "base/panic.h"
#include "kube/facts_data.h"

Str facts_text(const Facts *f, uint32_t id)
{
    uint32_t from = id ? f->ends[id - 1] : 0;
    return (Str){f->text + from, f->ends[id] - from};
}

static const FactTable *find_table(const Facts *f, Str name)
{
    for (size_t i = 0; i < f->table_count; i++)
        if (str_eq(facts_text(f, f->tables[i].name), name))
            return &f->tables[i];
    return NULL;
}

const FactTable *facts_table(const Facts *f, Str name)
{
    const FactTable *t = find_table(f, name);
    if (!t)
        panic("facts: no table '%.*s'", STR_ARG(name));
    return t;
}

const FactTable *facts_hot(const Facts *f, FactHot which)
{
    return &f->tables[f->hot[which]];
}

Str facts_name(const Facts *f, FactName name)
{
    return facts_text(f, f->names[name]);
}

size_t facts_table_count(const Facts *f)
{
    return f->table_count;
}

const FactTable *facts_table_at(const Facts *f, size_t i)
{
    return &f->tables[i];
}

Str facts_table_name(const FactTable *t)
{
    return facts_text(t->facts, t->name);
}

Str facts_table_note(const FactTable *t, size_t i)
{
    return i < t->note_count ? facts_text(t->facts, t->notes[i]) : STR("");
}

Str facts_header(const FactTable *t, size_t column)
{
    return facts_text(t->facts, t->cells[column]);
}

size_t facts_column(const FactTable *t, Str name)
{
    for (size_t i = 0; i < t->width; i++)
        if (str_eq(facts_header(t, i), name))
            return i;
    panic("facts: table %.*s has no column '%.*s'", STR_ARG(facts_table_name(t)), STR_ARG(name));
}

Str facts_cell(const FactTable *t, size_t row, size_t column)
{
    Str cell = facts_text(t->facts, t->cells[(row + 1) * t->width + column]);
    return str_eq(cell, STR("-")) ? STR("") : cell;
}

/* The first row, in order of first cells, that does not come before the key. */
static size_t lower_bound(const FactTable *t, Str key)
{
    size_t lo = 0, hi = t->rows;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (str_cmp(facts_cell(t, t->order[mid], 0), key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

size_t facts_find(const FactTable *t, Str key, size_t n)
{
    size_t at = lower_bound(t, key) + n;
    bool found = at < t->rows && str_eq(facts_cell(t, t->order[at], 0), key);
    return found ? t->order[at] : SIZE_MAX;
}

bool facts_has_prefix(const FactTable *t, Str prefix)
{
    size_t at = lower_bound(t, prefix);
    return at < t->rows && str_starts(facts_cell(t, t->order[at], 0), prefix);
}

Str facts_get(const FactTable *t, Str key, const char *column)
{
    size_t row = facts_find(t, key, 0);
    return row == SIZE_MAX ? STR("") : facts_cell(t, row, facts_column(t, str_c(column)));
}
