/* Facts: what is true about EC2 instance types, label keys, resources, kinds, images, DRA devices.
 * Tables (rules/facts, .tsv), each with its source and date, compiled into constant arrays
 * (src/embed); --facts DIR replaces them at run time through the same reader. What is not here is
 * unknown, never impossible. Immutable; shared by threads. */
#ifndef KUBE_FACTS_H
#define KUBE_FACTS_H

#include "base/arena.h"
#include "base/tri.h"
#include "doc/diag.h"
#include "kube/req.h"

typedef struct Facts Facts;

/* A set of instance types, by index in the table. */
typedef struct TypeSet {
    uint64_t *words; /* facts_type_words(f) of them */
} TypeSet;

/* The built-in tables. */
const Facts *facts_builtin(void);
/* The same from a folder of tables; NULL after messages in `d`. */
const Facts *facts_load(Arena *a, Str folder, Diags *d);

#endif
