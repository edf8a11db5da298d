/* Diags: what was wrong with an input, and where. The finder reports once; everyone above just
 * stops. More than LIMIT_DIAGS are counted, not kept. */
#ifndef DOC_DIAG_H
#define DOC_DIAG_H

#include "base/vec.h"
#include "doc/source.h"

typedef struct Diag {
    const Source *source; /* NULL: about the run, not about a place */
    Span at;
    Str message; /* no line end; owned by the sink's arena */
} Diag;

typedef struct Diags {
    Arena *arena;
    VEC(Diag) list;
    size_t count;       /* all of them */
    VEC(Diag) warnings; /* nothing is refused for them; LIMIT_DIAGS at most */
} Diags;

void diags_init(Diags *d, Arena *a);
/* Always false, so that a finder can `return diag_error(…)`. */
bool diag_error(Diags *d, const Source *source, Span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Once for a place. */
void diag_warning(Diags *d, const Source *source, Span at, Str message);
void diag_take_warnings(Diags *d, const Diags *from);

#endif
