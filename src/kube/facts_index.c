/* The index of instance types: for every label its values in order, and for every value the set
 * of types that have it. Made once, when tables are read; the built-in one at build time. */
#include "base/quantity.h"
#include "kube/facts_data.h"

#include <stdlib.h>

typedef struct LabelValue {
    Str text;
    int64_t number;
    bool integer;
} LabelValue;

typedef struct Indexer {
    Arena *arena;
    Facts *facts;
    FactTexts *texts;
    const FactTable *table;
    VEC(uint32_t) labels; /* columns of the table that are labels */
    VEC(uint32_t) values;
    VEC(uint64_t) bits;
    LabelColumn *columns;
    uint16_t *has;
    size_t words;
    uint32_t sets;
} Indexer;

static int compare_values(const void *x, const void *y)
{
    const LabelValue *a = x, *b = y;
    if (a->integer && b->integer)
        return (a->number > b->number) - (a->number < b->number);
    return str_cmp(a->text, b->text);
}

/* Types in order of name. */
static size_t row_of(const Indexer *x, size_t type)
{
    return x->table->order[type];
}

/* Distinct values of a column, sorted; integers by number only when all are. Of the first column,
 * the names, all: value i is type i. */
static size_t distinct(Indexer *x, size_t column, LabelValue *out, bool *integers)
{
    size_t count = 0, kept = 0;
    *integers = true;
    for (size_t i = 0; i < x->table->rows; i++) {
        LabelValue v = {.text = facts_cell(x->table, row_of(x, i), column)};
        if (!v.text.len)
            continue;
        v.integer = str_int(v.text, &v.number);
        *integers = *integers && v.integer;
        out[count++] = v;
    }
    for (size_t i = 0; i < count; i++)
        out[i].integer = *integers;
    qsort(out, count, sizeof *out, compare_values);
    for (size_t i = 0; i < count; i++)
        if (!kept || column == 0 || !str_eq(out[kept - 1].text, out[i].text))
            out[kept++] = out[i];
    return kept;
}

static uint32_t add_set(Indexer *x)
{
    for (size_t i = 0; i < x->words; i++)
        *vec_push(x->arena, &x->bits) = 0;
    return x->sets++;
}

static void set_bit(Indexer *x, uint32_t set, size_t type)
{
    x->bits.items[set * x->words + type / 64] |= UINT64_C(1) << type % 64;
}

static size_t position(const LabelValue *values, size_t count, Str text)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(values[i].text, text))
            return i;
    return count;
}

static void index_label(Indexer *x, size_t label)
{
    size_t column = x->labels.items[label];
    bool identity = column == 0, integers;
    LabelValue *values = arena_array(x->arena, LabelValue, x->table->rows + 1);
    size_t count = distinct(x, column, values, &integers);
    LabelColumn *c = &x->columns[label];
    *c = (LabelColumn){.key = x->table->cells[column],
                       .first = (uint32_t)x->values.len,
                       .count = (uint32_t)count,
                       .none = add_set(x),
                       .bits = FACT_IDENTITY,
                       .integers = integers};
    for (size_t i = 0; i < count; i++) {
        *vec_push(x->arena, &x->values) = texts_add(x->texts, values[i].text);
        uint32_t set = identity ? 0 : add_set(x);
        if (!identity && i == 0)
            c->bits = set;
    }
    for (size_t i = 0; i < x->table->rows; i++) {
        Str text = facts_cell(x->table, row_of(x, i), column);
        size_t at = identity ? i : position(values, count, text);
        if (!text.len)
            set_bit(x, c->none, i);
        else if (!identity)
            set_bit(x, c->bits + (uint32_t)at, i);
        x->has[i * x->labels.len + label] = text.len ? (uint16_t)(at + 1) : 0;
    }
}

static const Str CAPACITY = STR_INIT("capacity:"), ALLOCATABLE = STR_INIT("allocatable:");

static int64_t thousandths(Str text)
{
    Quantity q;
    const char *why;
    return text.len && quantity_parse(text, &q, &why) ? quantity_milli(&q) : 0;
}

static size_t column_of(const FactTable *t, Str prefix, Str resource)
{
    for (size_t i = 0; i < t->width; i++) {
        Str h = facts_header(t, i);
        if (str_starts(h, prefix) && str_eq(str_skip(h, prefix.len), resource))
            return i;
    }
    return SIZE_MAX;
}

/* A resource without a capacity column is allocatable whole. */
static void index_resources(Indexer *x)
{
    const FactTable *t = x->table;
    VEC(uint32_t) columns = {0};
    for (uint32_t i = 0; i < t->width; i++)
        if (str_starts(facts_header(t, i), ALLOCATABLE))
            *vec_push(x->arena, &columns) = i;
    size_t count = columns.len;
    uint32_t *names = arena_array(x->arena, uint32_t, count + 1);
    int64_t *capacity = arena_array(x->arena, int64_t, count * t->rows + 1);
    int64_t *allocatable = arena_array(x->arena, int64_t, count * t->rows + 1);
    for (size_t r = 0; r < count; r++) {
        Str name = str_skip(facts_header(t, columns.items[r]), ALLOCATABLE.len);
        size_t whole = column_of(t, CAPACITY, name);
        names[r] = texts_add(x->texts, name);
        for (size_t i = 0; i < t->rows; i++) {
            size_t row = row_of(x, i), at = i * count + r;
            allocatable[at] = thousandths(facts_cell(t, row, columns.items[r]));
            capacity[at] =
                whole == SIZE_MAX ? allocatable[at] : thousandths(facts_cell(t, row, whole));
        }
    }
    x->facts->index.resources = (uint32_t)count;
    x->facts->index.resource_names = names;
    x->facts->index.capacity = capacity;
    x->facts->index.allocatable = allocatable;
}

/* The first accelerator, in the order of the table of resources, that a type has. */
static uint16_t device_of(const Facts *f, size_t type)
{
    const FactTable *t = facts_hot(f, HOT_RESOURCES);
    size_t accelerator = facts_column(t, STR("accelerator"));
    for (size_t i = 0; i < t->rows; i++) {
        size_t number = facts_resource_number(f, facts_cell(t, i, 0));
        if (number != SIZE_MAX && str_eq(facts_cell(t, i, accelerator), STR("yes")) &&
            f->index.capacity[type * f->index.resources + number])
            return (uint16_t)(number + 1);
    }
    return 0;
}

void facts_index_devices(Arena *a, Facts *f)
{
    uint16_t *devices = arena_array(a, uint16_t, f->index.count + 1);
    for (size_t i = 0; i < f->index.count; i++)
        devices[i] = device_of(f, i);
    f->index.devices = devices;
}

void facts_index(Arena *a, Facts *f, FactTexts *texts)
{
    const FactTable *t = facts_table(f, STR("instance-types"));
    Indexer x = {.arena = a, .facts = f, .texts = texts, .table = t, .words = t->rows / 64 + 1};
    for (uint32_t i = 0; i < t->width; i++)
        if (!str_starts(facts_header(t, i), CAPACITY) &&
            !str_starts(facts_header(t, i), ALLOCATABLE))
            *vec_push(a, &x.labels) = i;
    x.columns = arena_array(a, LabelColumn, x.labels.len + 1);
    x.has = arena_array(a, uint16_t, x.labels.len * t->rows + 1);
    for (size_t i = 0; i < x.labels.len; i++)
        index_label(&x, i);
    index_resources(&x);
    InstanceType *types = arena_array(a, InstanceType, t->rows + 1);
    for (uint32_t i = 0; i < t->rows; i++)
        types[i].index = i;
    f->index.count = (uint32_t)t->rows;
    f->index.words = (uint32_t)x.words;
    f->index.labels = (uint32_t)x.labels.len;
    f->index.types = types;
    f->index.columns = x.columns;
    f->index.values = x.values.items;
    f->index.has = x.has;
    f->index.bits = x.bits.items;
}
