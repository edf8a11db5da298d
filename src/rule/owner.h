/* Owners: which object of a run holds a node, found by walking up to an object's root. */
#ifndef RULE_OWNER_H
#define RULE_OWNER_H

#include "base/map.h"
#include "kube/object.h"

typedef struct Owners {
    Map roots; /* root node -> Owner */
} Owners;

void owners_init(Owners *w, Arena *a);
void owners_add(Owners *w, const Object *o);
const Object *owners_find(const Owners *w, const Node *n); /* NULL when no object holds it */

#endif
