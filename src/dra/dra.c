#include "dra/dra.h"

#include "cel/device.h"

struct Dra {
    Arena *arena;
    const Fleet *fleet;
    CelEnv *env;   /* NULL: not made yet */
    Map selectors; /* by the node that holds them -> DeviceSelectors */
};

/* A pointer's own bytes are its key. */
static Str key_of(Arena *a, const Node *n)
{
    return arena_copy(a, (Str){(const char *)&n, sizeof n});
}

Dra *dra_new(Arena *a, const Fleet *f)
{
    Dra *d = arena_new(a, Dra);
    d->arena = a;
    d->fleet = f;
    map_init(&d->selectors, a);
    return d;
}

static void read_selectors(Dra *d, const Node *holder, DeviceSelectors *out)
{
    const Node *list = node_field(holder, STR("selectors"));
    out->open = holder->flags & (NODE_OPEN | NODE_UNKNOWN) ||
                (list && (list->kind != NODE_LIST || list->flags & NODE_UNKNOWN));
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = node_path(&list->as.items[i], STR("cel.expression"));
        if (n)
            *vec_push(d->arena, &out->list) = selector_new(d->arena, d->env, n);
        else
            out->open = true;
    }
}

const DeviceSelectors *dra_selectors(Dra *d, const Node *holder)
{
    DeviceSelectors **slot = (DeviceSelectors **)map_at(&d->selectors, key_of(d->arena, holder));
    if (*slot)
        return *slot;
    DeviceSelectors *made = *slot = arena_new(d->arena, DeviceSelectors);
    if (!d->env)
        d->env = cel_device_env(d->arena);
    read_selectors(d, holder, made);
    return made;
}
