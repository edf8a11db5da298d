/* Sets: which objects of an input may belong to one cluster. A kustomization
 * and what it lists, bases included, are one; where one identity occurs twice with different
 * content, each occurrence sees its own folder only. Sets of the configuration part what is not
 * context. Nothing else is known to be apart. */
#ifndef KUBE_SETS_H
#define KUBE_SETS_H

#include "base/map.h"
#include "kube/object.h"

typedef struct Sets Sets;

typedef struct SetInput {
    Object *const *objects; /* by their index */
    size_t count;
    const Object *const *kustomizations;
    size_t kustomization_count;
} SetInput;

/* Sets left_out and set of the objects. */
Sets *sets_new(Arena *a, SetInput in);
bool sets_joined(const Sets *s, const Object *x, const Object *y);
/* Objects of one key are joined with the same others, but for those of their own identity. */
Str sets_key(const Sets *s, Arena *a, const Object *o);
/* False: every object is joined with every other, and nobody need ask. */
bool sets_split(const Sets *s);
/* "a/./b/../c" is "a/c"; leading ".." stays. */
Str path_normal(Arena *a, Str path);

#endif
