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

void diag_warning(Diags *d, const Source *source, Span at, Str message)
{
    for (size_t i = 0; i < d->warnings.len; i++) {
        const Diag *w = &d->warnings.items[i];
        if (w->source == source && w->at.off == at.off && w->at.len == at.len)
            return;
    }
    if (d->warnings.len < LIMIT_DIAGS)
        *vec_push(d->arena, &d->warnings) = (Diag){source, at, arena_copy(d->arena, message)};
}

void diag_take_warnings(Diags *d, const Diags *from)
{
    for (size_t i = 0; i < from->warnings.len; i++) {
        const Diag *w = &from->warnings.items[i];
        diag_warning(d, w->source, w->at, w->message);
    }
}
