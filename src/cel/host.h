/* Host objects: what the embedding program lets expressions see beside documents. A CelHostType
 * is a table of fields and functions; the checker, the evaluator, did-you-mean and the printed
 * reference all read the same rows. Instances are opaque pointers with the type's index. */
#ifndef CEL_HOST_H
#define CEL_HOST_H

#include "cel/value.h"

typedef struct CelEval CelEval; /* cel/cel.h */

typedef struct CelField {
    const char *name;
    const char *type; /* "int", "list(taint)", "map(string, quantity)", "dyn" … */
    CelValue (*get)(CelEval *ev, const void *self);
    const char *doc; /* one line for the printed reference */
} CelField;

typedef struct CelMethod {
    const char *name;
    const char *type; /* "(string, pool) -> bool"; args are of these kinds and never failed */
    CelValue (*call)(CelEval *ev, const void *self, const CelValue *args);
    const char *doc;
} CelMethod;

typedef struct CelHostType {
    const char *name;         /* as used in type texts: "pool" */
    const CelField *fields;   /* ends in a row without name */
    const CelMethod *methods; /* the same; NULL for none */
    /* The place that stands for the object itself in `at`; node NULL when it has none. */
    NodePlace (*place)(const void *self);
    /* What a message prints for the object itself; NULL: its type's name. */
    Str (*text)(const void *self);
} CelHostType;

#endif
