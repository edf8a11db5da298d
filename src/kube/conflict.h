/* Conflict: which few of many sets of instance types have none in common. */
#ifndef KUBE_CONFLICT_H
#define KUBE_CONFLICT_H

#include "kube/facts.h"

/* The smallest choice of sets without a common type, by index, in order; 0 when all have one. */
size_t types_conflict(Arena *a, const Facts *f, const TypeSet *sets, size_t count, size_t **out);

#endif
