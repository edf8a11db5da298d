/* Source: one input's bytes and name, and where its lines start. Everything read from it is a
 * Span; lines and columns are worked out when a person sees them. Lives as long as its arena. */
#ifndef DOC_SOURCE_H
#define DOC_SOURCE_H

#include "base/arena.h"

typedef struct Span {
    uint32_t off, len; /* bytes */
} Span;

enum {
    SOURCE_MARK = 4096 /* bytes: so much is counted for a column, however long its line is */
};

typedef struct Source {
    Str name; /* as given: "a/b.yaml", "<stdin>" */
    Str text; /* without a leading byte order mark */
    const uint32_t *line_starts;
    uint32_t lines;        /* at least 1 */
    const uint32_t *marks; /* code points before each SOURCE_MARK-th byte */
} Source;

typedef struct LineColumn {
    uint32_t line, column; /* from 1; columns in code points */
} LineColumn;

/* name and text are borrowed. text must be shorter than 4 GiB (LIMIT_FILE sees to it). */
const Source *source_new(Arena *a, Str name, Str text);
LineColumn source_place(const Source *s, uint32_t off); /* off up to text.len; O(log lines) */
Str source_slice(const Source *s, Span at);
Str source_line(const Source *s, uint32_t line); /* from 1, without its line end */

#endif
