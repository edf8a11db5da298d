/* Reads a NodePool, of v1 and of v1beta1. */
#include "kube/pool.h"

#include "kube/fleet.h"
#include "kube/names.h"

static int64_t int_of(const Node *n, int64_t absent)
{
    if (!n)
        return absent;
    return n->kind == NODE_INT && !node_unknown(n) ? n->as.integer : -1;
}

bool pool_is(const Object *o)
{
    return str_eq(o->group, STR("karpenter.sh")) && str_eq(o->kind, STR("NodePool"));
}

/* ---- class reference and mode ---- */

static void read_class_ref(Pool *p, const Node *ref)
{
    ClassRef *c = &p->class_ref;
    c->node = ref;
    if (!ref)
        return;
    const Node *group = node_field(ref, STR("group")), *kind = node_field(ref, STR("kind"));
    const Node *name = node_field(ref, STR("name")), *version = node_field(ref, STR("apiVersion"));
    c->group = node_scalar(group);
    if (!group && version)
        str_cut(node_scalar(version), '/', &c->group, &(Str){0});
    c->kind = node_scalar(kind);
    c->name = node_scalar(name);
    c->unknown = node_unknown(group) || node_unknown(kind) || node_unknown(name) ||
                 node_unknown(version) || ref->kind != NODE_MAP || ref->flags & NODE_OPEN;
}

/* Which provider a class reference names; MODE_UNKNOWN when it does not say. A group with a
 * version behind it is a mistake that another rule reports. */
static PoolMode mode_of_ref(const Facts *f, const ClassRef *c)
{
    const FactTable *t = facts_table(f, STR("node-classes"));
    Str group = str_slice(c->group, 0, str_find_char(c->group, '/'));
    size_t column = facts_column(t, STR("group")), mode = facts_column(t, STR("mode"));
    for (size_t i = 0; i < t->rows; i++)
        if (group.len && str_eq(facts_cell(t, i, column), group))
            return mode_of(facts_cell(t, i, mode));
    if ((!group.len || c->unknown) && c->kind.len) {
        Str named = facts_get(t, c->kind, "mode");
        return named.len ? mode_of(named) : MODE_UNKNOWN;
    }
    return group.len && !c->unknown ? MODE_OTHER : MODE_UNKNOWN;
}

/* A reference that says nothing leaves the keys of the requirements. */
static PoolMode mode_of_keys(const Facts *f, const Node *requirements)
{
    PoolMode mode = MODE_UNKNOWN;
    for (uint32_t i = 0; requirements && i < requirements->len; i++) {
        const Node *entry = node_item(requirements, i);
        const Node *key = entry ? node_field(entry, STR("key")) : NULL;
        if (key && str_starts(node_str(key), facts_name(f, NAME_AUTO_INSTANCE_PREFIX)))
            return MODE_AUTO;
        if (key && str_starts(node_str(key), facts_name(f, NAME_PROVIDER_PREFIX)))
            mode = MODE_KARPENTER;
    }
    return mode;
}

static void set_mode(Pool *p, const Platform *platform, const Node *requirements)
{
    Place *place = &p->place;
    place->mode = mode_of_ref(place->facts, &p->class_ref);
    bool guessed = place->mode == MODE_UNKNOWN && p->class_ref.unknown;
    if (guessed)
        place->mode = mode_of_keys(place->facts, requirements);
    if (place->mode == MODE_UNKNOWN)
        place->mode = platform->mode;
    if (place->mode == MODE_UNKNOWN)
        place->mode = mode_of_keys(place->facts, requirements);
    place->labels_mode = place->mode == MODE_AUTO ? LABELS_AUTO : LABELS_KARPENTER;
    /* Behind a placeholder may be another mode, whose labels are others. */
    place->types_judged = !guessed && (place->mode == MODE_KARPENTER || place->mode == MODE_AUTO ||
                                       (place->mode == MODE_UNKNOWN && !p->class_ref.node));
}

/* ---- limits ---- */

static PoolLimit limit_of(Pool *p, const Member *m)
{
    const char *why;
    Resource r = {0};
    PoolLimit l = {
        .pool = p, .resource = m->key->name, .text = node_scalar(&m->value), .node = &m->value};
    bool scalar = m->value.kind != NODE_LIST && m->value.kind != NODE_MAP;
    l.unknown = node_unknown(&m->value) || m->key->placeholder || !scalar ||
                !quantity_parse(l.text, &l.quantity, &why);
    l.accelerator = facts_resource(p->place.facts, l.resource, &r) && r.accelerator;
    return l;
}

static void read_limits(Arena *a, Pool *p, const Node *map)
{
    p->limits_open = node_hides(p->place.node, STR("spec.limits"));
    p->limits_open |= node_open(map, NODE_MAP);
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        if (map->as.members[i].value.kind == NODE_NULL)
            continue;
        PoolLimit l = limit_of(p, &map->as.members[i]);
        Quantity zero = quantity_of(0);
        l.milli = quantity_milli(&l.quantity);
        place_ask(a, &p->place, l.resource,
                  l.unknown ? TRI_UNKNOWN : tri_of(quantity_cmp(&l.quantity, &zero) > 0));
        if (map->as.members[i].key->placeholder)
            p->place.accelerated = tri_or(p->place.accelerated, TRI_UNKNOWN);
        *vec_push(a, &p->limits) = l;
    }
}

/* ---- template ---- */

static void read_startup_taints(Arena *a, Pool *p, const Node *list)
{
    Place other = {.facts = p->place.facts};
    place_add_taints(a, &other, list);
    p->startup_open = other.taints_open;
    for (size_t i = 0; i < other.taints.len; i++)
        *vec_push(a, &p->startup_taints) = other.taints.items[i];
}

/* Labels that the controller sets, or that pods may name. */
static void add_controller_labels(Arena *a, Pool *p)
{
    Place *place = &p->place;
    const Facts *f = place->facts;
    FactName class_label = place->mode == MODE_AUTO ? NAME_AUTO_NODE_CLASS : NAME_EC2_NODE_CLASS;
    if (place->object->name_unknown)
        place_add_unknown_label(a, place, facts_name(f, NAME_NODE_POOL));
    else
        place_add_own_label(a, place, facts_name(f, NAME_NODE_POOL), place->name);
    place_add_own_label(a, place, facts_name(f, NAME_REGISTERED), STR("true"));
    place_add_own_label(a, place, facts_name(f, NAME_INITIALIZED), STR("true"));
    if (p->class_ref.name.len && !p->class_ref.unknown && place->types_judged)
        place_add_own_label(a, place, facts_name(f, class_label), p->class_ref.name);
    if (place->mode == MODE_AUTO)
        place_add_own_label(a, place, facts_name(f, NAME_COMPUTE_TYPE), STR("auto"));
}

static void read_requirements(Arena *a, Pool *p, const Node *list)
{
    if (!list || list->kind != NODE_LIST) {
        p->place.reqs.open = p->place.reqs.open || list;
        return;
    }
    p->place.reqs.open = p->place.reqs.open || list->flags & (NODE_OPEN | NODE_UNKNOWN);
    for (uint32_t i = 0; i < list->len; i++)
        if (list->as.items[i].kind == NODE_MAP)
            place_add_requirement(a, &p->place, &list->as.items[i]);
        else
            p->place.reqs.open = true;
}

static void read_template(Arena *a, Pool *p, const Platform *platform)
{
    const Node *spec = node_path(p->place.node, STR("spec.template.spec"));
    const Node *labels = node_path(p->place.node, STR("spec.template.metadata.labels"));
    const Node *requirements = spec ? node_field(spec, STR("requirements")) : NULL,
               *root = p->place.node;
    read_class_ref(p, spec ? node_field(spec, STR("nodeClassRef")) : NULL);
    p->class_ref.unknown |= node_hides(root, STR("spec.template.spec.nodeClassRef"));
    p->place.reqs.open = node_hides(root, STR("spec.template.spec.requirements")) ||
                         node_hides(root, STR("spec.template.metadata.labels"));
    set_mode(p, platform, requirements);
    read_requirements(a, p, requirements);
    place_add_labels(a, &p->place, labels);
    add_controller_labels(a, p);
    place_add_taints(a, &p->place, spec ? node_field(spec, STR("taints")) : NULL);
    read_startup_taints(a, p, spec ? node_field(spec, STR("startupTaints")) : NULL);
    p->place.taints_open |= node_hides(root, STR("spec.template.spec.taints"));
    p->startup_open |= node_hides(root, STR("spec.template.spec.startupTaints"));
    place_close_types(a, &p->place);
}

Pool *pool_new(Arena *a, const Facts *f, const Platform *platform, const Object *o)
{
    Pool *p = arena_new(a, Pool);
    Place *place = &p->place;
    *place = (Place){.kind = PLACE_POOL, .object = o, .node = o->root, .facts = f, .name = o->name};
    p->v1beta1 = str_eq(o->version, STR("v1beta1"));
    read_template(a, p, platform);
    const Node *spec = node_field(o->root, STR("spec"));
    const Node *replicas = spec ? node_field(spec, STR("replicas")) : NULL;
    read_limits(a, p, spec ? node_field(spec, STR("limits")) : NULL);
    place->is_static = replicas != NULL;
    place->dynamic = !replicas;
    p->replicas = replicas ? int_of(replicas, -1) : -1;
    p->weight = int_of(spec ? node_field(spec, STR("weight")) : NULL, 0);
    place->static_unknown = node_hides(o->root, STR("spec.replicas"));
    if (place->static_unknown)
        p->weight = -1;
    pool_read_disruption(a, p);
    const Node *maps[] = {node_path(o->root, STR("metadata.labels")),
                          node_path(o->root, STR("spec.template.metadata.labels"))};
    place_close_words(a, place, maps, sizeof maps / sizeof *maps);
    return p;
}

void pool_bind(Arena *a, Pool *p, NodeClass *c, bool absent)
{
    p->node_class = c;
    p->class_exists = c ? TRI_YES : absent ? TRI_NO : TRI_UNKNOWN;
    if (c)
        *vec_push(a, &c->pools) = p;
}

const PoolLimit *pool_limit(const Pool *p, Str resource)
{
    for (size_t i = 0; i < p->limits.len; i++)
        if (str_eq(p->limits.items[i].resource, resource))
            return &p->limits.items[i];
    return NULL;
}
