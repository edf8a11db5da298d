/* Joins what is known of devices with the outlook, which knows none. */
#include "dra/answer.h"
#include "report/simulate.h"

typedef struct Solver {
    Arena *arena;
    Dra *dra;
} Solver;

static ClaimTypes types_of(void *context, const Claim *c)
{
    Solver *s = context;
    const ClaimAnswer *answer = dra_answer(s->dra, c);
    const ClaimNearest *n = answer->never ? dra_nearest(s->dra, c) : NULL;
    ClaimTypes out = {answer->types, answer->maybe, answer->open, STR(""), NULL};
    if (!n)
        return out;
    out.clause = n->clause;
    out.nearest = arena_printf(s->arena, "%.*s%s%.*s: %.*s", STR_ARG(n->device),
                               n->device.len ? " of " : "", STR_ARG(n->type), STR_ARG(n->reason));
    return out;
}

const Outlook *simulate_outlook(Arena *a, Fleet *f)
{
    Solver *s = arena_new(a, Solver);
    *s = (Solver){a, dra_new(a, f)};
    return outlook_of(a, f, (ClaimSource){types_of, s});
}
