/* Overload: a function row with its signature read: static types for the checker, run-time kinds
 * for the evaluator. Made once, when the environment is. */
#ifndef CEL_OVERLOAD_H
#define CEL_OVERLOAD_H

#include "cel/func.h"
#include "cel/type.h"

enum { OVERLOAD_ARGS = 8 }; /* most of any row, receiver included; a row with more is our bug */

/* The values that a parameter takes: bit k for CelKind k, and which opaque or host type. */
typedef struct KindTest {
    uint32_t kinds;
    uint16_t tag; /* host_type of an opaque or host value */
    bool tagged;
} KindTest;

typedef struct Overload {
    CelValue (*body)(CelEval *ev, const CelValue *args);
    const CelFunc *row; /* NULL for a host's method */
    bool member;
    uint8_t argc;    /* receiver included */
    uint8_t letters; /* type parameters A, B … that occur: as many as the last of them says */
    const CelType *result;
    const CelType *params[OVERLOAD_ARGS];
    KindTest tests[OVERLOAD_ARGS];
} Overload;

/* A bit for each CelKind that a value of that static type may be. */
uint32_t type_kinds(const CelType *t);
/* The overload of a row and its function's name. */
Overload *overload_of_row(const TypeNames *names, const CelFunc *row, Str *name);
/* Of a host's method: "(string, pool) -> bool", without the receiver. */
Overload *overload_of_method(const TypeNames *names, const CelMethod *method);

static inline bool kind_passes(KindTest test, CelValue v)
{
    return (test.kinds >> v.kind & 1) && (!test.tagged || test.tag == v.host_type);
}

/* Whether all of o->argc values are of the kinds that it takes. */
static inline bool overload_takes(const Overload *o, const CelValue *args)
{
    for (size_t i = 0; i < o->argc; i++) {
        if (!kind_passes(o->tests[i], args[i]))
            return false;
    }
    return true;
}

#endif
