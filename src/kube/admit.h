/* Admit: what the API server adds to a pod while it admits it, before anybody schedules it, from
 * objects beside it: the overhead, node selector and tolerations of its RuntimeClass, and the
 * requests that LimitRanges of its namespace set for containers that have none. Made once for a
 * fleet, before its pods; what is not in the input adds nothing. */
#ifndef KUBE_ADMIT_H
#define KUBE_ADMIT_H

#include "kube/policy.h"
#include "kube/sets.h"

/* One part of a RuntimeClass. */
typedef struct RuntimePart {
    const Node *node; /* NULL: absent */
    bool open;        /* perhaps more than is readable */
} RuntimePart;

typedef struct RuntimeClass {
    const Object *object;
    RuntimePart overhead, selector, tolerations;
} RuntimeClass;

typedef struct Admission Admission;

Admission *admission_new(Arena *a, const Sets *sets);
void admission_add_runtime(Admission *m, const Object *o);
void admission_add_range(Admission *m, const LimitRange *l);
typedef struct SeenRange {
    const LimitRange *range;
    bool sure; /* it is of the pod's namespace for certain */
} SeenRange;

/* Those of the pod's namespace, the sure ones first. */
typedef struct LimitRanges {
    VEC(SeenRange) list;
    bool open; /* perhaps others, or more of these */
} LimitRanges;

void admission_ranges(Arena *a, const Admission *m, const Pod *p, LimitRanges *out);
/* Sets runtime, runtime_open and fills of the pod. */
void admission_of(Arena *a, const Admission *m, Pod *p);

#endif
