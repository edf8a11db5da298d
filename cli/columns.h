/* Rows of text cells, written as aligned columns for people. */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include "base/buf.h"
#include "base/vec.h"

typedef struct Columns {
    Arena *arena;
    size_t width; /* cells a row */
    Strs cells;   /* row by row, the headings first */
} Columns;

void columns_add(Columns *c, Str cell);
/* Numbers are set to the right. Longer cells than `most` are cut with "…", but for the last column.
 */
void columns_write(Buf *out, const Columns *c, size_t most);

#endif
