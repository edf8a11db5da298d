/* Kind: rows of the fact tables that are keyed by kind and group, and words in their cells. */
#ifndef KUBE_KIND_H
#define KUBE_KIND_H

#include "kube/facts.h"

typedef struct KindRows {
    const FactTable *table;
    Str group, kind;
    size_t nth, row; /* row SIZE_MAX: past the last */
} KindRows;

/* The rows of a table whose first two cells are kind and group. */
KindRows kind_rows(const Facts *f, const char *table, Str group, Str kind);
void kind_next(KindRows *rows);
bool kind_done(const KindRows *rows);
/* A cell of the present row; "" past the last. */
Str kind_cell(const KindRows *rows, const char *header);
/* A cell of any row under a header. */
Str cell_text(const FactTable *t, size_t row, const char *header);
/* Is `word` one of "a|b|c"? The empty word is in "" only. */
bool words_have(Str words, Str word);

#endif
