/* embed-facts DIR OUT.c: reads the tables of a folder with the program's own reader and writes
 * them as constant arrays. Runs at build time only. */
#include "base/panic.h"
#include "kube/facts_data.h"

#include <inttypes.h>
#include <stdio.h>

/* This program makes the built-in tables; it has none. */
const Facts *facts_builtin(void)
{
    return NULL;
}

enum { LINE = 96 };

static void write_text(FILE *out, Str s)
{
    fprintf(out, "static const char TEXT[] =");
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i];
        if (i % LINE == 0)
            fprintf(out, "%s\n    \"", i ? "\"" : "");
        /* Octal of three digits: a digit that follows does not belong to it. */
        if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
            fprintf(out, "\\%03o", c);
        else
            fputc(c, out);
    }
    fprintf(out, "\";\n");
}

static void write_u32(FILE *out, const char *name, const uint32_t *v, size_t n)
{
    fprintf(out, "static const uint32_t %s[] = {", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%" PRIu32 ",", i % 16 ? "" : "\n    ", v[i]);
    fprintf(out, "%s};\n", n ? "" : "0");
}

static void write_u16(FILE *out, const char *name, const uint16_t *v, size_t n)
{
    fprintf(out, "static const uint16_t %s[] = {", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%d,", i % 24 ? "" : "\n    ", v[i]);
    fprintf(out, "};\n");
}

static void write_u64(FILE *out, const char *name, const uint64_t *v, size_t n)
{
    fprintf(out, "static const uint64_t %s[] = {", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s0x%" PRIx64 ",", i % 8 ? "" : "\n    ", v[i]);
    fprintf(out, "};\n");
}

static void write_i64(FILE *out, const char *name, const int64_t *v, size_t n)
{
    fprintf(out, "static const int64_t %s[] = {", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%" PRId64 ",", i % 8 ? "" : "\n    ", v[i]);
    fprintf(out, "};\n");
}

static void write_types(FILE *out, const TypeIndex *x)
{
    fprintf(out, "static const InstanceType TYPES[] = {");
    for (size_t i = 0; i < x->count; i++)
        fprintf(out, "%s{%" PRIu32 "},", i % 16 ? "" : "\n    ", x->types[i].index);
    fprintf(out, "};\n");
    fprintf(out, "static const LabelColumn COLUMNS[] = {\n");
    for (size_t i = 0; i < x->labels; i++) {
        const LabelColumn *c = &x->columns[i];
        fprintf(out,
                "    {%" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32 "u, %" PRIu32 ", %" PRIu32
                "},\n",
                c->key, c->first, c->count, c->bits, c->none, c->integers);
    }
    fprintf(out, "};\n");
}

static size_t total(const TypeIndex *x, size_t *sets)
{
    size_t values = 0;
    *sets = 0;
    for (size_t i = 0; i < x->labels; i++) {
        values += x->columns[i].count;
        *sets += 1 + (x->columns[i].bits == FACT_IDENTITY ? 0 : x->columns[i].count);
    }
    return values;
}

static void write_index(FILE *out, const TypeIndex *x)
{
    size_t sets, values = total(x, &sets);
    write_types(out, x);
    write_u32(out, "VALUES", x->values, values);
    write_u16(out, "HAS", x->has, (size_t)x->count * x->labels);
    write_u64(out, "BITS", x->bits, sets * x->words);
    write_u32(out, "RESOURCES", x->resource_names, x->resources);
    write_u16(out, "DEVICES", x->devices, x->count);
    write_i64(out, "CAPACITY", x->capacity, (size_t)x->count * x->resources);
    write_i64(out, "ALLOCATABLE", x->allocatable, (size_t)x->count * x->resources);
}

static void write_tables(FILE *out, const Facts *f)
{
    for (size_t i = 0; i < f->table_count; i++) {
        const FactTable *t = &f->tables[i];
        char name[32];
        snprintf(name, sizeof name, "CELLS_%zu", i);
        write_u32(out, name, t->cells, (t->rows + 1) * t->width);
        snprintf(name, sizeof name, "ORDER_%zu", i);
        write_u32(out, name, t->order, t->rows);
        snprintf(name, sizeof name, "NOTES_%zu", i);
        write_u32(out, name, t->notes, t->note_count);
    }
    fprintf(out, "static const Facts BUILT_IN;\nstatic const FactTable TABLES[] = {\n");
    for (size_t i = 0; i < f->table_count; i++) {
        const FactTable *t = &f->tables[i];
        fprintf(out,
                "    {.width = %zu, .rows = %zu, .facts = &BUILT_IN, .cells = CELLS_%zu, .order = "
                "ORDER_%zu, .notes = NOTES_%zu, .note_count = %" PRIu32 ", .name = %" PRIu32 "},\n",
                t->width, t->rows, i, i, i, t->note_count, t->name);
    }
    fprintf(out, "};\n");
}

static void write_facts(FILE *out, const Facts *f)
{
    const TypeIndex *x = &f->index;
    fprintf(out, "#include \"kube/facts_data.h\"\n\n"
                 "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n");
    write_text(out, (Str){f->text, f->text_count ? f->ends[f->text_count - 1] : 0});
    write_u32(out, "ENDS", f->ends, f->text_count);
    write_tables(out, f);
    write_index(out, x);
    fprintf(
        out,
        "static const Facts BUILT_IN = {\n    .text = TEXT, .ends = ENDS, .text_count = %" PRIu32
        ", .table_count = %" PRIu32 ", .tables = TABLES,\n    .hot = {",
        f->text_count, f->table_count);
    for (size_t i = 0; i < HOT_COUNT; i++)
        fprintf(out, "%" PRIu32 ", ", f->hot[i]);
    fprintf(out, "},\n    .names = {");
    for (size_t i = 0; i < NAME_COUNT; i++)
        fprintf(out, "%" PRIu32 ", ", f->names[i]);
    fprintf(out,
            "},\n    .index = {%" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32
            ", TYPES, COLUMNS, VALUES, HAS, BITS, RESOURCES,\n"
            "              CAPACITY, ALLOCATABLE, DEVICES}};\n\n"
            "const Facts *facts_builtin(void)\n{\n    return &BUILT_IN;\n}\n",
            x->count, x->words, x->labels, x->resources);
}

static void report(const Diags *d)
{
    for (size_t i = 0; i < d->list.len; i++) {
        const Diag *e = &d->list.items[i];
        if (e->source)
            fprintf(stderr, "%.*s:%" PRIu32 ": ", STR_ARG(e->source->name),
                    source_place(e->source, e->at.off).line);
        fprintf(stderr, "%.*s\n", STR_ARG(e->message));
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: embed-facts DIR OUT.c\n");
        return 2;
    }
    Arena arena;
    Diags diags;
    arena_init(&arena, SIZE_MAX);
    diags_init(&diags, &arena);
    const Facts *f = facts_load(&arena, str_c(argv[1]), &diags);
    report(&diags);
    FILE *out = f ? fopen(argv[2], "w") : NULL;
    if (f && !out)
        perror(argv[2]);
    if (out)
        write_facts(out, f);
    bool written = out && !ferror(out);
    if (out && fclose(out) != 0)
        written = false;
    arena_free(&arena);
    return written ? 0 : 1;
}
