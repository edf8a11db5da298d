#include <time.h>

#include "base/date.h"
#include "base/json_out.h"
#include "cli/cmd.h"
#include "cli/columns.h"
#include "kube/facts.h"

typedef struct FactsOptions {
    Str gpu, family, type, region, format, facts, now;
} FactsOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"gpu",    '\0', OPT_TEXT, offsetof(FactsOptions, gpu),    "NAME",      "instance types with this GPU, as in h100"},
    {"family", '\0', OPT_TEXT, offsetof(FactsOptions, family), "NAME",      "instance types of this family, as in p5"},
    {"type",   '\0', OPT_TEXT, offsetof(FactsOptions, type),   "NAME",      "one instance type, as in p5.48xlarge"},
    {"region", '\0', OPT_TEXT, offsetof(FactsOptions, region), "REGION",    "whose prices are shown (us-east-1)"},
    {"format", '\0', OPT_TEXT, offsetof(FactsOptions, format), "text|json", "how it is written (text)"},
    {"facts",  '\0', OPT_TEXT, offsetof(FactsOptions, facts),  "DIR",       "replace the built-in facts by those of a folder"},
    {"now",    '\0', OPT_TEXT, offsetof(FactsOptions, now),    "DATE",      "tell what is old as on this day, as in 2026-10-31"},
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "facts",
    .arguments = "[TABLE [WORD...]]",
    .summary =
        "Shows the dated facts that rules rest on: all tables, the rows of one (with all the "
        "words in them), or instance types.",
    .options = OPTIONS,
    .most = SIZE_MAX,
    .notes = "examples:\n"
             "  gpulint facts                          the tables, their dates and sources\n"
             "  gpulint facts --gpu h100               which types have it, and at what price\n"
             "  gpulint facts ami-releases 1.34        rows of a table\n",
};

enum { CELL_MOST = 48 };

typedef struct Show {
    Arena *arena;
    Buf out;
    const Facts *facts;
    const FactsOptions *options;
    int64_t now;
    bool json;
} Show;

/* ---- tables ---- */

static void table_head_json(Json into, const FactTable *t)
{
    json_put_str(into, "name", facts_table_name(t));
    json_put_str(into, "date", facts_table_date(t));
    json_put_str(into, "source", facts_table_source(t));
}

static void tables_json(Show *s)
{
    JsonFrame frame = {.out = &s->out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(s->arena, 1));
    json_open(&frame, "tables", '[');
    for (size_t i = 0; i < facts_table_count(s->facts); i++) {
        const FactTable *t = facts_table_at(s->facts, i);
        Json json = json_object(s->arena);
        table_head_json(json, t);
        json_put_int(json, "rows", (int64_t)t->rows);
        json_put_bool(json, "old", facts_table_old(t, s->now));
        json_item(&frame, NULL, json);
    }
    json_close(&frame, ']');
    json_close(&frame, '}');
    buf_char(&s->out, '\n');
}

static const char *age(const Show *s, const FactTable *t)
{
    return facts_table_old(t, s->now) ? " old" : "";
}

static void tables_text(Show *s)
{
    Columns c = {.arena = s->arena, .width = 4};
    static const Str HEADINGS[] = {STR_INIT("table"), STR_INIT("rows"), STR_INIT("date"),
                                   STR_INIT("source")};
    for (size_t i = 0; i < c.width; i++)
        columns_add(&c, HEADINGS[i]);
    for (size_t i = 0; i < facts_table_count(s->facts); i++) {
        const FactTable *t = facts_table_at(s->facts, i);
        columns_add(&c, facts_table_name(t));
        columns_add(&c, arena_printf(s->arena, "%zu", t->rows));
        columns_add(&c, arena_printf(s->arena, "%.*s%s", STR_ARG(facts_table_date(t)), age(s, t)));
        columns_add(&c, facts_table_source(t));
    }
    columns_write(&s->out, &c, CELL_MOST);
}

/* ---- one table ---- */

static bool row_has(const FactTable *t, size_t row, Str word)
{
    for (size_t column = 0; column < t->width; column++) {
        Str cell = facts_cell(t, row, column);
        for (size_t at = 0; at + word.len <= cell.len; at++) {
            if (str_eq_nocase(str_slice(cell, at, at + word.len), word))
                return true;
        }
    }
    return false;
}

static bool row_wanted(const FactTable *t, size_t row, const Strs *words)
{
    for (size_t i = 1; i < words->len; i++) { /* the first is the table's name */
        if (!row_has(t, row, words->items[i]))
            return false;
    }
    return true;
}

static void rows_json(Show *s, const FactTable *t, const Strs *words)
{
    JsonFrame frame = {.out = &s->out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(s->arena, 1));
    Json head = json_object(s->arena);
    table_head_json(head, t);
    json_item(&frame, "table", head);
    json_open(&frame, "rows", '[');
    for (size_t row = 0; row < t->rows; row++) {
        if (!row_wanted(t, row, words))
            continue;
        Json json = json_list(s->arena);
        for (size_t column = 0; column < t->width; column++)
            json_put_str(json, NULL, facts_cell(t, row, column));
        json_item(&frame, NULL, json);
    }
    json_close(&frame, ']');
    Json columns = json_list(s->arena);
    for (size_t column = 0; column < t->width; column++)
        json_put_str(columns, NULL, facts_header(t, column));
    json_item(&frame, "columns", columns);
    json_close(&frame, '}');
    buf_char(&s->out, '\n');
}

static void rows_text(Show *s, const FactTable *t, const Strs *words)
{
    for (size_t i = 0; facts_table_note(t, i).len; i++)
        buf_printf(&s->out, "# %.*s\n", STR_ARG(facts_table_note(t, i)));
    if (facts_table_old(t, s->now))
        buf_printf(&s->out, "# old: what is newer is not here\n");
    Columns c = {.arena = s->arena, .width = t->width};
    for (size_t column = 0; column < t->width; column++)
        columns_add(&c, facts_header(t, column));
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t column = 0; column < t->width && row_wanted(t, row, words); column++)
            columns_add(&c, facts_cell(t, row, column));
    }
    columns_write(&s->out, &c, CELL_MOST);
}

static bool table_show(Show *s, const Strs *words)
{
    for (size_t i = 0; i < facts_table_count(s->facts); i++) {
        const FactTable *t = facts_table_at(s->facts, i);
        if (!str_eq(facts_table_name(t), words->items[0]))
            continue;
        (s->json ? rows_json : rows_text)(s, t, words);
        return true;
    }
    return false;
}

/* ---- instance types ---- */

static bool is_filter(Str wanted, Str value)
{
    return !wanted.len || str_eq_nocase(wanted, value);
}

static bool type_wanted(const Show *s, const InstanceType *t)
{
    const FactsOptions *o = s->options;
    return is_filter(o->type, type_name(s->facts, t)) &&
           is_filter(o->gpu, type_field(s->facts, t, STR("gpuName"))) &&
           is_filter(o->family, type_field(s->facts, t, STR("family")));
}

/* USD an hour with its cents. */
static Str price_text(Show *s, const InstanceType *t)
{
    int64_t price = type_price(s->facts, t, s->options->region);
    return price < 0 ? STR("not known") : arena_printf(s->arena, "%.3f", (double)price / 1e6);
}

static Str field_text(Show *s, const InstanceType *t, const FactTable *fields, size_t row)
{
    Str field = facts_cell(fields, row, 0);
    if (str_eq(facts_cell(fields, row, facts_column(fields, STR("kind"))), STR("text")))
        return type_field(s->facts, t, field);
    int64_t number = type_number(s->facts, t, field);
    return number ? arena_printf(s->arena, "%lld", (long long)number) : STR("");
}

static void type_text_row(Show *s, Columns *c, const InstanceType *t)
{
    const FactTable *fields = facts_table(s->facts, STR("type-fields"));
    size_t heading = facts_column(fields, STR("heading"));
    int64_t count;
    Str resource = type_device(s->facts, t, &count);
    columns_add(c, type_name(s->facts, t));
    columns_add(c, resource.len
                       ? arena_printf(s->arena, "%lld %.*s", (long long)count, STR_ARG(resource))
                       : STR(""));
    for (size_t row = 0; row < fields->rows; row++) {
        if (facts_cell(fields, row, heading).len)
            columns_add(c, field_text(s, t, fields, row));
    }
    columns_add(c, price_text(s, t));
}

static void types_text(Show *s, const TypeSet *found)
{
    const FactTable *fields = facts_table(s->facts, STR("type-fields"));
    size_t heading = facts_column(fields, STR("heading"));
    Columns c = {.arena = s->arena};
    columns_add(&c, STR("type"));
    columns_add(&c, STR("devices"));
    for (size_t row = 0; row < fields->rows; row++) {
        if (facts_cell(fields, row, heading).len)
            columns_add(&c, facts_cell(fields, row, heading));
    }
    columns_add(&c, STR("USD/h"));
    c.width = c.cells.len;
    for (size_t i = 0; (i = types_next(s->facts, *found, i)) != SIZE_MAX; i++)
        type_text_row(s, &c, facts_type(s->facts, i));
    columns_write(&s->out, &c, CELL_MOST);
    const FactTable *types = facts_table(s->facts, STR("instance-types"));
    const FactTable *prices = facts_table(s->facts, STR("on-demand-prices"));
    Str region = s->options->region;
    buf_printf(&s->out, "instance types as of %.*s%s, prices in %.*s as of %.*s%s\n",
               STR_ARG(facts_table_date(types)), age(s, types),
               STR_ARG(region.len ? region : STR("us-east-1")), STR_ARG(facts_table_date(prices)),
               age(s, prices));
}

static Json type_json(Show *s, const InstanceType *t)
{
    const FactTable *fields = facts_table(s->facts, STR("type-fields"));
    Json json = json_object(s->arena);
    json_put_str(json, "name", type_name(s->facts, t));
    int64_t count, price = type_price(s->facts, t, s->options->region);
    json_put_str(json, "resource", type_device(s->facts, t, &count));
    json_put_int(json, "count", count);
    for (size_t row = 0; row < fields->rows; row++) {
        Str field = facts_cell(fields, row, 0);
        const char *key = arena_printf(s->arena, "%.*s%c", STR_ARG(field), '\0').ptr;
        if (str_eq(facts_cell(fields, row, facts_column(fields, STR("kind"))), STR("text")))
            json_put_str(json, key, type_field(s->facts, t, field));
        else
            json_put_int(json, key, type_number(s->facts, t, field));
    }
    if (price < 0)
        json_put_null(json, "usdPerHour");
    else
        json_put_double(json, "usdPerHour", (double)price / 1e6);
    return json;
}

static void types_json(Show *s, const TypeSet *found)
{
    JsonFrame frame = {.out = &s->out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(s->arena, 1));
    json_item(&frame, "asOf",
              json_str(s->arena, facts_table_date(facts_table(s->facts, STR("instance-types")))));
    json_open(&frame, "types", '[');
    for (size_t i = 0; (i = types_next(s->facts, *found, i)) != SIZE_MAX; i++)
        json_item(&frame, NULL, type_json(s, facts_type(s->facts, i)));
    json_close(&frame, ']');
    json_close(&frame, '}');
    buf_char(&s->out, '\n');
}

/* None found is said, not shown as an empty list: the facts may be older than the type. */
static int types_show(Show *s)
{
    TypeSet found = types_none(s->arena, s->facts);
    for (size_t i = 0; i < facts_type_count(s->facts); i++) {
        if (type_wanted(s, facts_type(s->facts, i)))
            types_add(found, i);
    }
    if (types_empty(s->facts, found) && !s->json)
        return cmd_usage("no instance type in the facts matches");
    (s->json ? types_json : types_text)(s, &found);
    return EXIT_NOT_YET;
}

/* ---- the command ---- */

static int show(Show *s, const Strs *words)
{
    const FactsOptions *o = s->options;
    bool types = o->gpu.len || o->family.len || o->type.len;
    if (types && words->len)
        return cmd_usage("facts: a table and a choice of instance types exclude each other");
    if (types)
        return types_show(s);
    if (!words->len)
        (s->json ? tables_json : tables_text)(s);
    else if (!table_show(s, words))
        return cmd_usage("no table '%.*s' (gpulint facts lists them)", STR_ARG(words->items[0]));
    return EXIT_NOT_YET;
}

int cmd_facts(Arena *a, char *const *argv)
{
    FactsOptions options = {.format = STR("text")};
    Strs words = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &words);
    if (code != EXIT_NOT_YET)
        return code;
    Show s = {
        .arena = a, .options = &options, .facts = facts_builtin(), .now = (int64_t)time(NULL)};
    if (options.now.len && !date_parse(options.now, &s.now))
        return cmd_usage("--now is a date like 2026-10-31, not '%.*s'", STR_ARG(options.now));
    Diags diags;
    diags_init(&diags, a);
    if (options.facts.len)
        s.facts = facts_load(a, options.facts, &diags);
    if (!s.facts)
        return cmd_diags(&diags);
    s.json = str_eq(options.format, STR("json"));
    Arena written;
    arena_init(&written, SIZE_MAX);
    buf_init(&s.out, &written, SIZE_MAX);
    code = show(&s, &words);
    if (code == EXIT_NOT_YET)
        code = cmd_print(&s.out);
    arena_free(&written);
    return code;
}
