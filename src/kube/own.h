/* Own: what a pod's own words leave of the instance types, whatever places are around it. */
#ifndef KUBE_OWN_H
#define KUBE_OWN_H

#include "kube/facts.h"
#include "kube/pod.h"

typedef struct PodTypes {
    TypeSet set;
    bool open; /* others too */
} PodTypes;

/* Takes what one alternative of its selectors excludes out of `out`; false when it names no type
 * at all. `*open` is set when types that the facts do not have may satisfy it. */
bool own_term_types(const Facts *f, Arena *a, const PodTerm *t, TypeSet out, bool *open);
/* Known types that some alternative leaves, and that have all its devices: accelerators and EFA
 * interfaces. */
PodTypes pod_device_types(const Facts *f, Arena *a, const Pod *p);
/* The most units of a resource that one of its own types gives; -1 when that cannot be told, or no
 * type at all is known to have any. */
int64_t pod_most_of(const Facts *f, Arena *a, const Pod *p, Str resource);
/* The fewest requirements of its first alternative that no known instance type, or no node, can
 * satisfy together; 0 when some alternative may be satisfied. */
size_t pod_conflict(const Facts *f, Arena *a, const Pod *p, const ReqSource *const **out);

/* Karpenter does not start nodes for pods that require this label: it is reserved, or the value is
 * none that a label can have. */
bool source_hides(const Facts *f, LabelMode mode, const ReqSource *s);
/* It has such a requirement, or one on fields, in any alternative. */
bool pod_hidden(const Facts *f, LabelMode mode, const Pod *p);

#endif
