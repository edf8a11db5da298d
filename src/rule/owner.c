#include "rule/owner.h"

void owners_init(Owners *w, Arena *a)
{
    map_init(&w->roots, a);
}

/* A pointer's own bytes are its key. */
static Str key_of(const Node *const *n)
{
    return (Str){(const char *)n, sizeof *n};
}

void owners_add(Owners *w, const Object *o)
{
    *map_at(&w->roots, key_of(&o->root)) = (void *)(uintptr_t)o;
}

const Object *owners_find(const Owners *w, const Node *n)
{
    const Object *o = NULL;
    for (; n && !o; n = n->parent)
        o = map_find(&w->roots, key_of(&n));
    return o;
}
