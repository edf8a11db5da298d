#include "doc/diag.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"

void diags_init(Diags *d, Arena *a)
{
    *d = (Diags){.arena = a};
}

bool diag_error(Diags *d, const Source *source, Span at, const char *format, ...)
{
    if (++d->count > LIMIT_DIAGS)
        return false;
    char text[1024]; /* one message: longer ones are cut, they quote input */
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    *vec_push(d->arena, &d->list) = (Diag){source, at, arena_copy(d->arena, str_c(text))};
    return false;
}
