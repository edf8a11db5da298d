#include "kube/kind.h"

bool words_have(Str words, Str word)
{
    Str item;
    if (!words.len)
        return !word.len;
    while (str_next(&words, '|', &item))
        if (str_eq(item, word))
            return true;
    return false;
}

Str cell_text(const FactTable *t, size_t row, const char *header)
{
    return facts_cell(t, row, facts_column(t, str_c(header)));
}

Str kind_cell(const KindRows *rows, const char *header)
{
    return kind_done(rows) ? STR("") : cell_text(rows->table, rows->row, header);
}

bool kind_done(const KindRows *rows)
{
    return rows->row == SIZE_MAX;
}

/* Moves on until a row of the group. */
static void settle(KindRows *rows)
{
    size_t group = facts_column(rows->table, STR("group"));
    for (;; rows->nth++) {
        rows->row = facts_find(rows->table, rows->kind, rows->nth);
        if (kind_done(rows) || words_have(facts_cell(rows->table, rows->row, group), rows->group))
            return;
    }
}

KindRows kind_rows(const Facts *f, const char *table, Str group, Str kind)
{
    KindRows rows = {.table = facts_table(f, str_c(table)), .group = group, .kind = kind};
    settle(&rows);
    return rows;
}

void kind_next(KindRows *rows)
{
    rows->nth++;
    settle(rows);
}
