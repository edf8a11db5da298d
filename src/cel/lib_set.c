#include "cel/lib.h"

/* Every known member of b is in a, and b has no others. */
static Tri covers(CelEval *ev, CelValue a, CelValue b)
{
    Tri all = cel_is_open(b) ? TRI_UNKNOWN : TRI_YES;
    for (uint32_t i = 0; i < cel_len_of(b) && all != TRI_NO; i++)
        all = tri_and(all, cel_contains(ev, cel_item(b, i), a));
    return all;
}

static CelValue contains(CelEval *ev, const CelValue *args)
{
    return cel_verdict(ev, covers(ev, args[0], args[1]), STR("the rest of a list"));
}

static CelValue equivalent(CelEval *ev, const CelValue *args)
{
    return cel_verdict(ev, tri_and(covers(ev, args[0], args[1]), covers(ev, args[1], args[0])),
                       STR("the rest of a list"));
}

static CelValue intersects(CelEval *ev, const CelValue *args)
{
    Tri any = TRI_NO;
    for (uint32_t i = 0; i < cel_len_of(args[1]) && any != TRI_YES; i++)
        any = tri_or(any, cel_contains(ev, cel_item(args[1], i), args[0]));
    if (any == TRI_NO && cel_is_open(args[1]) && (cel_len_of(args[0]) || cel_is_open(args[0])))
        any = TRI_UNKNOWN;
    return cel_verdict(ev, any, STR("the rest of a list"));
}

const CelFunc CEL_FUNCS_SET[] = {
    {"sets.contains(list(A), list(A)): bool",   contains,   CEL_LIB_SETS, 29},
    {"sets.equivalent(list(A), list(A)): bool", equivalent, CEL_LIB_SETS, 29},
    {"sets.intersects(list(A), list(A)): bool", intersects, CEL_LIB_SETS, 29},
    {NULL,                                      NULL,       0,            0 },
};
