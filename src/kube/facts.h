/* Facts: what is true about EC2 instance types, label keys, resources, kinds, images, DRA devices.
 * Tables (rules/facts, .tsv), each with its source and date, compiled into constant arrays
 * (src/embed); --facts DIR replaces them at run time through the same reader. What is not here is
 * unknown, never impossible. Immutable; shared by threads. */
#ifndef KUBE_FACTS_H
#define KUBE_FACTS_H

#include "base/arena.h"
#include "base/tri.h"
#include "doc/diag.h"
#include "kube/req.h"

typedef struct Facts Facts;

/* A set of instance types, by index in the table. */
typedef struct TypeSet {
    uint64_t *words; /* facts_type_words(f) of them */
} TypeSet;

/* One table as written: for modules that read their own (kinds, roles, managers, …). */
typedef struct FactTable {
    const Str *columns; /* names of the header line */
    size_t width, rows;
    const Str *cells; /* rows * width; "-" is an empty cell */
} FactTable;

/* The table of that file name without ".tsv"; an unknown name is a bug. */
const FactTable *facts_table(const Facts *f, Str name);
size_t facts_column(const FactTable *t, Str name); /* an unknown name is a bug */
Str facts_cell(const FactTable *t, size_t row, size_t column); /* "" for "-" */

/* The built-in tables. */
const Facts *facts_builtin(void);
/* The same from a folder of tables; NULL after messages in `d`. */
const Facts *facts_load(Arena *a, Str folder, Diags *d);

#endif
