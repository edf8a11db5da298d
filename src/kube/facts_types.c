/* Instance types and sets of them. */
#include "base/ascii.h"
#include "base/panic.h"
#include "base/quantity.h"
#include "kube/facts_data.h"

#include <string.h>

size_t facts_type_count(const Facts *f)
{
    return f->index.count;
}

size_t facts_type_words(const Facts *f)
{
    return f->index.words;
}

const InstanceType *facts_type(const Facts *f, size_t index)
{
    return &f->index.types[index];
}

const InstanceType *facts_type_find(const Facts *f, Str name)
{
    const TypeIndex *x = &f->index;
    size_t lo = 0, hi = x->count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = str_cmp(type_name(f, &x->types[mid]), name);
        if (!c)
            return &x->types[mid];
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

/* The first column of the index is the name, and value i of it is type i. */
Str type_name(const Facts *f, const InstanceType *t)
{
    return facts_text(f, f->index.values[t->index]);
}

Str type_letters(Str name)
{
    size_t i = 0;
    while (i < name.len && !ascii_digit(name.ptr[i]))
        i++;
    return str_slice(name, 0, i);
}

const LabelColumn *facts_label_column(const Facts *f, Str key)
{
    for (size_t i = 0; i < f->index.labels; i++)
        if (str_eq(facts_text(f, f->index.columns[i].key), key))
            return &f->index.columns[i];
    return NULL;
}

Str type_label(const Facts *f, const InstanceType *t, Str key)
{
    const LabelColumn *c = facts_label_column(f, key);
    if (!c)
        return STR("");
    size_t has = f->index.has[t->index * f->index.labels + (size_t)(c - f->index.columns)];
    return has ? facts_text(f, f->index.values[c->first + has - 1]) : STR("");
}

int64_t type_label_int(const Facts *f, const InstanceType *t, Str key)
{
    int64_t n;
    return str_int(type_label(f, t, key), &n) ? n : 0;
}

static size_t field_row(const FactTable *t, Str field)
{
    size_t row = facts_find(t, field, 0);
    if (row == SIZE_MAX)
        panic("facts: no field '%.*s' of an instance type", STR_ARG(field));
    return row;
}

Str type_field(const Facts *f, const InstanceType *t, Str field)
{
    const FactTable *fields = facts_table(f, STR("type-fields"));
    size_t row = field_row(fields, field);
    return type_label(f, t, facts_cell(fields, row, facts_column(fields, STR("key"))));
}

int64_t type_number(const Facts *f, const InstanceType *t, Str field)
{
    const FactTable *fields = facts_table(f, STR("type-fields"));
    size_t row = field_row(fields, field);
    Str key = facts_cell(fields, row, facts_column(fields, STR("key")));
    bool resource =
        str_eq(facts_cell(fields, row, facts_column(fields, STR("kind"))), STR("resource"));
    return resource ? type_capacity(f, t, key) / 1000 : type_label_int(f, t, key);
}

size_t facts_resource_number(const Facts *f, Str resource)
{
    for (size_t i = 0; i < f->index.resources; i++)
        if (str_eq(facts_text(f, f->index.resource_names[i]), resource))
            return i;
    return SIZE_MAX;
}

int64_t type_capacity_of(const Facts *f, size_t type, size_t resource)
{
    return resource == SIZE_MAX ? 0 : f->index.capacity[type * f->index.resources + resource];
}

int64_t type_capacity(const Facts *f, const InstanceType *t, Str resource)
{
    return type_capacity_of(f, t->index, facts_resource_number(f, resource));
}

int64_t type_allocatable_of(const Facts *f, size_t type, size_t resource)
{
    return resource == SIZE_MAX ? 0 : f->index.allocatable[type * f->index.resources + resource];
}

int64_t type_allocatable(const Facts *f, const InstanceType *t, Str resource)
{
    return type_allocatable_of(f, t->index, facts_resource_number(f, resource));
}

Str type_device(const Facts *f, const InstanceType *t, int64_t *count)
{
    const TypeIndex *x = &f->index;
    size_t device = x->devices[t->index];
    *count = device ? x->capacity[t->index * x->resources + device - 1] / 1000 : 0;
    return device ? facts_text(f, x->resource_names[device - 1]) : STR("");
}

int64_t type_price(const Facts *f, const InstanceType *t, Str region)
{
    const FactTable *prices = facts_table(f, STR("on-demand-prices"));
    size_t where = facts_column(prices, STR("region")),
           usd = facts_column(prices, STR("usd_per_hour"));
    Str name = type_name(f, t), wanted = region.len ? region : STR("us-east-1");
    size_t row;
    for (size_t n = 0; (row = facts_find(prices, name, n)) != SIZE_MAX; n++) {
        Quantity q;
        const char *why;
        if (str_eq(facts_cell(prices, row, where), wanted) &&
            quantity_parse(facts_cell(prices, row, usd), &q, &why)) {
            Quantity millionths = quantity_mul(&q, 1000000);
            return quantity_units(&millionths);
        }
    }
    return -1;
}

TypeSet types_none(Arena *a, const Facts *f)
{
    return (TypeSet){arena_array(a, uint64_t, f->index.words)};
}

TypeSet types_all(Arena *a, const Facts *f)
{
    TypeSet s = types_none(a, f);
    for (size_t i = 0; i < f->index.count; i++)
        types_add(s, i);
    return s;
}

TypeSet types_copy(Arena *a, const Facts *f, TypeSet s)
{
    TypeSet copy = types_none(a, f);
    memcpy(copy.words, s.words, f->index.words * sizeof *s.words);
    return copy;
}

void types_and(const Facts *f, TypeSet into, TypeSet with)
{
    for (size_t i = 0; i < f->index.words; i++)
        into.words[i] &= with.words[i];
}

void types_or(const Facts *f, TypeSet into, TypeSet with)
{
    for (size_t i = 0; i < f->index.words; i++)
        into.words[i] |= with.words[i];
}

bool types_overlap(const Facts *f, TypeSet x, TypeSet y)
{
    for (size_t i = 0; i < f->index.words; i++)
        if (x.words[i] & y.words[i])
            return true;
    return false;
}

bool types_has(TypeSet s, size_t index)
{
    return s.words[index / 64] >> index % 64 & 1;
}

void types_add(TypeSet s, size_t index)
{
    s.words[index / 64] |= UINT64_C(1) << index % 64;
}

void types_remove(TypeSet s, size_t index)
{
    s.words[index / 64] &= ~(UINT64_C(1) << index % 64);
}

size_t types_size(const Facts *f, TypeSet s)
{
    size_t n = 0;
    for (size_t i = 0; i < f->index.words; i++)
        n += (size_t)__builtin_popcountll(s.words[i]);
    return n;
}

bool types_empty(const Facts *f, TypeSet s)
{
    return types_next(f, s, 0) == SIZE_MAX;
}

size_t types_next(const Facts *f, TypeSet s, size_t from)
{
    for (size_t w = from / 64; w < f->index.words; w++) {
        uint64_t word = s.words[w];
        if (w == from / 64)
            word &= ~UINT64_C(0) << from % 64;
        if (word)
            return w * 64 + (size_t)__builtin_ctzll(word);
    }
    return SIZE_MAX;
}
