/* Change: what lies between two judged inputs: findings, workloads that lost or gained a place to
 * run, and what places can cost. Objects are the same by their identity, wherever they stand. */
#ifndef RULE_CHANGE_H
#define RULE_CHANGE_H

#include "kube/outlook.h"
#include "rule/delta.h"
#include "rule/run.h"

typedef struct WorkloadChange {
    Verdict before;
    const PodOutlook *after;
} WorkloadChange;

typedef struct CeilingChange {
    const PlaceOutlook *before, *after; /* NULL: there is none */
} CeilingChange;

typedef struct Change {
    Delta findings;
    VEC(WorkloadChange) lost;    /* could run, or might, and never can now */
    VEC(WorkloadChange) gained;  /* never could, and can now */
    VEC(CeilingChange) ceilings; /* of places with accelerators, where the money differs */
    int64_t before, after; /* USD an hour in millionths of all of them; as PlaceOutlook.micros */
} Change;

typedef struct ChangeSide {
    const Run *run; /* judged */
    const Outlook *outlook;
} ChangeSide;

void change_of(Arena *a, const ChangeSide *before, const ChangeSide *after, Change *out);

#endif
