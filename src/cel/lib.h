/* What the bodies of the function libraries share. Not for the evaluator: see libs.h. */
#ifndef CEL_LIB_H
#define CEL_LIB_H

#include "base/quantity.h"
#include "base/vec.h"
#include "cel/libs.h"

typedef VEC(CelValue) CelItems;

#define CEL_CHARGE(ev, n)           \
    do {                            \
        if (!cel_charge((ev), (n))) \
            return cel_budget(ev);  \
    } while (0)

static inline CelValue cel_items_list(CelItems items, bool open)
{
    return cel_list(items.items, items.len, open);
}

/* A Buf in scratch that cannot grow past the evaluation's memory. */
static inline Buf cel_buf(CelEval *ev)
{
    Buf out;
    buf_init(&out, ev->scratch, ev->memory_limit);
    return out;
}

static inline CelValue cel_buf_string(CelEval *ev, const Buf *out)
{
    return out->full ? cel_budget(ev) : cel_str(buf_str(out));
}

static inline CelValue cel_none(void)
{
    return (CelValue){.kind = CEL_OPTIONAL};
}

static inline CelValue cel_some(CelEval *ev, CelValue v)
{
    CelValue *boxed = arena_new(ev->scratch, CelValue);
    *boxed = v;
    return (CelValue){.kind = CEL_OPTIONAL, .as.boxed = boxed};
}

static inline CelValue cel_quantity(CelEval *ev, Quantity q)
{
    Quantity *kept = arena_new(ev->scratch, Quantity);
    *kept = q;
    return (CelValue){.kind = CEL_QUANTITY, .as.quantity = kept};
}

static inline CelValue cel_missing_member(void)
{
    return cel_unknown(STR("the rest of a list"));
}

/* What a search answers: `missing` in words, or the budget that ended it. */
static inline CelValue cel_verdict(CelEval *ev, Tri found, Str missing)
{
    return ev->spent ? cel_budget(ev) : cel_tri(found, missing);
}

/* Whether the text matches the pattern; compiled once an evaluation. */
CelValue cel_matches(CelEval *ev, Str text, Str pattern);
/* The list in the order of its keys, one for each item; stable. */
CelValue cel_sort_by(CelEval *ev, CelValue list, const CelValue *keys);
/* a + b of two ints, uints, doubles, durations or quantities; an error for anything else. */
CelValue cel_sum(CelEval *ev, CelValue a, CelValue b);

#endif
