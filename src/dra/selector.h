/* DeviceSelector: one CEL expression of a claim or a DeviceClass, compiled as the API server
 * compiles it, and what is wrong with it. Immutable; lives in the arena that it was made in. */
#ifndef DRA_SELECTOR_H
#define DRA_SELECTOR_H

#include "base/vec.h"
#include "cel/cel.h"

/* Something at a place inside the expression. */
typedef struct SelectorFault {
    Str message;
    const Node *at; /* a part of the expression (doc/inside.h) */
} SelectorFault;

/* A function, operator or macro that not every supported Kubernetes has. */
typedef struct SelectorNewer {
    Str name;
    int32_t since; /* 34 for 1.34 */
    bool gated;    /* known before, behind a feature gate that is off until then */
    const Node *at;
} SelectorNewer;

typedef struct DeviceSelector {
    const Node *node;    /* the expression's string */
    CelProgram *program; /* NULL: not known, or it does not compile */
    bool unknown;        /* a placeholder stands in it */
    VEC(SelectorFault) faults;
    VEC(SelectorNewer) newer;
    const CelPath *paths; /* that it reads of `device` */
    size_t path_count;
    struct Match *matches; /* by device, for match.c; NULL: none asked yet */
} DeviceSelector;

/* `env` is cel_device_env's; `n` what stands under `expression`. */
DeviceSelector *selector_new(Arena *a, const CelEnv *env, const Node *n);
/* One that the facts tell: it has no place and no faults. */
DeviceSelector *selector_of_text(Arena *a, const CelEnv *env, Str text);
/* The part of the expression that a span of its program's text means. */
const Node *selector_part(Arena *a, const DeviceSelector *s, Span at);

#endif
