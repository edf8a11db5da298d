/* Manifests as an API server would send them: JSON of an object, and a review around it. */
#ifndef TESTS_WRAP_H
#define TESTS_WRAP_H

#include "kube/object.h"

Str wrap_object(Arena *a, const Object *o);
Str wrap_review(Arena *a, const Object *o, Str uid); /* CREATE */

#endif
