#include "dra/dra_data.h"

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
    map_init(&d->known_classes, a);
    map_init(&d->answers, a);
    map_init(&d->class_reads, a);
    d->claims = arena_array(a, ClaimState, fleet_lists(f)->claims.len + 1);
    return d;
}

static CelEnv *env_of(Dra *d)
{
    if (!d->env)
        d->env = cel_device_env(d->arena);
    return d->env;
}

static void read_selectors(Dra *d, const Node *holder, DeviceSelectors *out)
{
    const Node *list = node_field(holder, STR("selectors"));
    out->open = holder->flags & (NODE_OPEN | NODE_UNKNOWN) ||
                (list && (list->kind != NODE_LIST || node_unknown(list)));
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = node_path(&list->as.items[i], STR("cel.expression"));
        if (n)
            *vec_push(d->arena, &out->list) = selector_new(d->arena, env_of(d), n);
        else
            out->open = true;
    }
}

/* A node class lets claims share devices, or what it says of that cannot be read. */
static bool says_shared(const Dra *d)
{
    const FactTable *t = facts_table(fleet_facts(d->fleet), STR("annotations"));
    Str key = facts_get(t, STR("shared-devices"), "key");
    const FleetLists *l = fleet_lists(d->fleet);
    for (size_t i = 0; i < l->classes.len; i++) {
        const Object *o = l->classes.items[i]->object;
        const Node *marks = o ? object_field(o, STR("metadata.annotations")) : NULL;
        if (marks && (node_field(marks, key) || marks->flags & (NODE_OPEN | NODE_UNKNOWN)))
            return true;
        if (o && !marks && node_hides(o->root, STR("metadata.annotations")))
            return true;
    }
    return false;
}

Matcher *dra_matcher(Dra *d)
{
    if (!d->matcher) {
        d->shared = says_shared(d);
        d->matcher = arena_new(d->arena, Matcher);
        matcher_init(d->matcher, d->arena, device_model(d->arena, fleet_facts(d->fleet)));
    }
    return d->matcher;
}

ClaimState *dra_state(Dra *d, const Claim *c)
{
    return &d->claims[c->index];
}

const DeviceSelectors *dra_selectors(Dra *d, const Node *holder)
{
    DeviceSelectors **slot = (DeviceSelectors **)map_at(&d->selectors, key_of(d->arena, holder));
    if (*slot)
        return *slot;
    DeviceSelectors *made = *slot = arena_new(d->arena, DeviceSelectors);
    read_selectors(d, holder, made);
    return made;
}

const DeviceSelectors *dra_class_selectors(Dra *d, const DeviceClass *c)
{
    const Node *spec = c->object ? object_field(c->object, STR("spec")) : NULL;
    if (spec)
        return dra_selectors(d, spec);
    DeviceSelectors **slot = (DeviceSelectors **)map_at(&d->known_classes, c->name);
    if (*slot)
        return *slot;
    const FactTable *t = facts_table(fleet_facts(d->fleet), STR("device-classes"));
    Str text = c->object ? STR("") : facts_get(t, c->name, "selector");
    *slot = arena_new(d->arena, DeviceSelectors);
    if (text.len)
        *vec_push(d->arena, &(*slot)->list) = selector_of_text(d->arena, env_of(d), text);
    return *slot;
}
