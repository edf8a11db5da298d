#include "rule/owner.h"

typedef struct Owner {
    const Object *object;
} Owner;

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
    Owner *owner = arena_new(w->roots.arena, Owner);
    owner->object = o;
    *map_at(&w->roots, key_of(&o->root)) = owner;
}

const Object *owners_find(const Owners *w, const Node *n)
{
    for (; n; n = n->parent) {
        const Owner *owner = map_find(&w->roots, key_of(&n));
        if (owner)
            return owner->object;
    }
    return NULL;
}
