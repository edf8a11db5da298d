/* Reads tables: leading "# " lines, a header line, rows of cells between tabs. */
#include "base/date.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/map.h"
#include "kube/facts_data.h"

#include <stdlib.h>

typedef struct Reader {
    Arena *arena;
    Diags *diags;
    FactTexts *texts;
    const Source *source;
    size_t off; /* of the line being read */
    VEC(uint32_t) notes, cells;
    size_t width, rows;
    bool sourced, dated;
} Reader;

typedef struct RowKey {
    Str key;
    uint32_t row;
} RowKey;

uint32_t texts_add(FactTexts *t, Str s)
{
    uint32_t **slot = (uint32_t **)map_at(t->ids, s);
    if (!*slot) {
        buf_add(t->text, s);
        *slot = arena_new(t->arena, uint32_t);
        **slot = (uint32_t)t->ends.len;
        *vec_push(t->arena, &t->ends) = (uint32_t)t->text->len;
    }
    return **slot;
}

static bool read_row(Reader *r, Str line)
{
    size_t count = 1;
    for (Str cell; str_cut(line, '\t', &cell, &line); count++)
        *vec_push(r->arena, &r->cells) = texts_add(r->texts, cell);
    *vec_push(r->arena, &r->cells) = texts_add(r->texts, line);
    if (!r->width)
        r->width = count;
    else
        r->rows++;
    return count == r->width;
}

static void read_note(Reader *r, Str note)
{
    Str value;
    int64_t day;
    r->sourced |= note_value(note, STR("source:"), &value) && value.len;
    r->dated |= note_value(note, STR("date:"), &value) && date_parse(value, &day);
    *vec_push(r->arena, &r->notes) = texts_add(r->texts, note);
}

static bool read_line(Reader *r, Str line)
{
    if (!r->width && str_starts(line, STR("#"))) {
        read_note(r, str_trim(str_skip(line, 1)));
        return true;
    }
    if (!line.len || read_row(r, line))
        return true;
    return diag_error(r->diags, r->source, (Span){(uint32_t)r->off, (uint32_t)line.len},
                      "a row has another number of cells than the header (%zu)", r->width);
}

static int compare_keys(const void *x, const void *y)
{
    const RowKey *a = x, *b = y;
    int c = str_cmp(a->key, b->key);
    return c ? c : (a->row > b->row) - (a->row < b->row);
}

static const uint32_t *sorted_rows(Arena *a, const FactTable *t)
{
    RowKey *keys = arena_array(a, RowKey, t->rows + 1);
    for (uint32_t i = 0; i < t->rows; i++)
        keys[i] = (RowKey){facts_cell(t, i, 0), i};
    qsort(keys, t->rows, sizeof *keys, compare_keys);
    uint32_t *order = arena_array(a, uint32_t, t->rows + 1);
    for (size_t i = 0; i < t->rows; i++)
        order[i] = keys[i].row;
    return order;
}

/* A fact without an origin cannot be renewed, one without a date cannot get old. */
static bool check_notes(Reader *r)
{
    Span first = {0, 0};
    if (!r->sourced)
        return diag_error(
            r->diags, r->source, first,
            "a table without a line \"# source: \" that says where its rows are from");
    if (!r->dated)
        return diag_error(r->diags, r->source, first,
                          "a table without a line \"# date: 2026-10-31\", the day of its source");
    return true;
}

static bool read_table(Reader *r, Str name, FactTable *out)
{
    bool ok = true;
    Str rest = r->source->text;
    for (Str line; str_next(&rest, '\n', &line); r->off = (size_t)(rest.ptr - r->source->text.ptr))
        ok = read_line(r, line) && ok;
    if (!r->width)
        return diag_error(r->diags, r->source, (Span){0, 0}, "a table without a header line");
    *out = (FactTable){.width = r->width,
                       .rows = r->rows,
                       .cells = r->cells.items,
                       .notes = r->notes.items,
                       .note_count = (uint32_t)r->notes.len,
                       .name = texts_add(r->texts, name)};
    return check_notes(r) && ok;
}

static bool load_table(FactTexts *texts, Str folder, Str file, Diags *d, FactTable *out)
{
    Str text, why, path = path_join(texts->arena, folder, file);
    if (!file_read(texts->arena, path, LIMIT_FILE, &text, &why))
        return diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(path), STR_ARG(why));
    Reader r = {.arena = texts->arena,
                .diags = d,
                .texts = texts,
                .source = source_new(texts->arena, path, text)};
    return read_table(&r, str_slice(file, 0, file.len - 4), out);
}

typedef VEC(FactTable) Tables;

static bool has_table(const FactTexts *texts, const Tables *tables, Str name)
{
    const uint32_t *id = map_find(texts->ids, name);
    for (size_t i = 0; id && i < tables->len; i++)
        if (tables->items[i].name == *id)
            return true;
    return false;
}

static FactTable copy_table(FactTexts *texts, const FactTable *t)
{
    size_t cells = (t->rows + 1) * t->width;
    uint32_t *ids = arena_array(texts->arena, uint32_t, cells);
    for (size_t i = 0; i < cells; i++)
        ids[i] = texts_add(texts, facts_text(t->facts, t->cells[i]));
    uint32_t *notes = arena_array(texts->arena, uint32_t, t->note_count + 1);
    for (size_t i = 0; i < t->note_count; i++)
        notes[i] = texts_add(texts, facts_table_note(t, i));
    return (FactTable){.width = t->width,
                       .rows = t->rows,
                       .cells = ids,
                       .notes = notes,
                       .note_count = t->note_count,
                       .name = texts_add(texts, facts_table_name(t))};
}

/* A folder replaces the tables that it has. */
static void add_missing(FactTexts *texts, Tables *tables)
{
    const Facts *built_in = facts_builtin();
    for (size_t i = 0; built_in && i < facts_table_count(built_in); i++) {
        const FactTable *t = facts_table_at(built_in, i);
        if (!has_table(texts, tables, facts_table_name(t)))
            *vec_push(texts->arena, tables) = copy_table(texts, t);
    }
}

static bool load_folder(FactTexts *texts, Str folder, Diags *d, Tables *out)
{
    const FolderEntry *entries;
    size_t count;
    Str why;
    if (!folder_list(texts->arena, folder, &entries, &count, &why))
        return diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(folder), STR_ARG(why));
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].kind != FILE_REGULAR || !str_ends(entries[i].name, STR(".tsv")))
            continue;
        FactTable t;
        ok = load_table(texts, folder, entries[i].name, d, &t) && ok;
        if (ok)
            *vec_push(texts->arena, out) = t;
    }
    return ok;
}

static void finish(Facts *f, const FactTexts *texts)
{
    f->text = texts->text->ptr;
    f->ends = texts->ends.items;
    f->text_count = (uint32_t)texts->ends.len;
}

static const Str HOT[HOT_COUNT] = {
    [HOT_ALIASES] = STR_INIT("label-aliases"),
    [HOT_KEYS] = STR_INIT("label-keys"),
    [HOT_DOMAINS] = STR_INIT("label-domains"),
    [HOT_RESOURCES] = STR_INIT("resources"),
};

/* The tables that this program itself cannot do without. */
static bool find_hot(Facts *f, Str folder, Diags *d)
{
    for (size_t h = 0; h < HOT_COUNT; h++) {
        f->hot[h] = UINT32_MAX;
        for (uint32_t i = 0; i < f->table_count; i++)
            if (str_eq(facts_table_name(&f->tables[i]), HOT[h]))
                f->hot[h] = i;
        if (f->hot[h] == UINT32_MAX)
            return diag_error(d, NULL, (Span){0, 0}, "%.*s has no %.*s.tsv", STR_ARG(folder),
                              STR_ARG(HOT[h]));
    }
    return true;
}

#define ROW_NAME(id, row) [id] = STR_INIT(row),
static const Str NAMES[NAME_COUNT] = {FACT_NAMES(ROW_NAME)};
#undef ROW_NAME

static bool find_names(Facts *f, Str folder, Diags *d)
{
    const FactTable *t = facts_table(f, STR("names")); /* at least the built-in one */
    size_t text = facts_column(t, STR("text"));
    for (size_t n = 0; n < NAME_COUNT; n++) {
        size_t row = facts_find(t, NAMES[n], 0);
        if (row == SIZE_MAX)
            return diag_error(d, NULL, (Span){0, 0}, "%.*s: names.tsv has no row %.*s",
                              STR_ARG(folder), STR_ARG(NAMES[n]));
        f->names[n] = t->cells[(row + 1) * t->width + text];
    }
    return true;
}

const Facts *facts_load(Arena *a, Str folder, Diags *d)
{
    Map ids;
    Buf text;
    FactTexts texts = {.arena = a, .ids = &ids, .text = &text};
    Tables tables = {0};
    map_init(&ids, a);
    buf_init(&text, a, LIMIT_FILE);
    if (!load_folder(&texts, folder, d, &tables))
        return NULL;
    add_missing(&texts, &tables);
    if (!has_table(&texts, &tables, STR("instance-types"))) {
        diag_error(d, NULL, (Span){0, 0}, "%.*s has no instance-types.tsv", STR_ARG(folder));
        return NULL;
    }
    Facts *f = arena_new(a, Facts);
    f->tables = tables.items;
    f->table_count = (uint32_t)tables.len;
    finish(f, &texts);
    for (size_t i = 0; i < tables.len; i++) {
        tables.items[i].facts = f;
        tables.items[i].order = sorted_rows(a, &tables.items[i]);
    }
    if (!find_hot(f, folder, d) || !find_names(f, folder, d))
        return NULL;
    facts_index(a, f, &texts);
    finish(f, &texts);
    facts_index_devices(a, f);
    return f;
}
