/* Reads the node groups of an eksctl ClusterConfig. */
#include "kube/group.h"

#include "base/quantity.h"
#include "kube/kind.h"
#include "kube/names.h"

static int64_t int_of(const Node *n)
{
    return n && n->kind == NODE_INT && !node_unknown(n) ? n->as.integer : -1;
}

bool group_config_is(const Object *o)
{
    return str_eq(o->group, STR("eksctl.io")) && str_eq(o->kind, STR("ClusterConfig"));
}

/* ---- types ---- */

static void add_type(Arena *a, Group *g, const Node *n)
{
    if (node_unknown(n) || n->kind != NODE_STRING) {
        g->types_unknown = true;
        return;
    }
    *vec_push(a, &g->types_written) = node_str(n);
    *vec_push(a, &g->type_nodes) = n;
}

static void add_types(Arena *a, Group *g, const Node *list)
{
    if (node_open(list, NODE_LIST))
        g->types_unknown = true;
    for (uint32_t i = 0; list->kind == NODE_LIST && i < list->len; i++)
        add_type(a, g, &list->as.items[i]);
}

static void read_types(Arena *a, Group *g)
{
    const Node *one = node_field(g->place.node, STR("instanceType"));
    const Node *list = node_field(g->place.node, STR("instanceTypes"));
    const Node *mixed = node_path(g->place.node, STR("instancesDistribution.instanceTypes"));
    g->types_at = (NodePlace){g->place.node, STR("instanceTypes")};
    if (list || mixed) {
        g->types_at = (NodePlace){list ? list : mixed, STR("")};
        add_types(a, g, list ? list : mixed);
    } else if (one && !str_eq(node_scalar(one), STR("mixed"))) {
        g->types_at = (NodePlace){one, STR("")};
        add_type(a, g, one);
    } else {
        /* instanceSelector, a launch template, or eksctl's own default. */
        g->types_unknown = true;
    }
}

/* eksctl asks for one architecture, x86_64 unless told. */
static bool same_arch(const Facts *f, const InstanceType *t, const Node *arch)
{
    if (node_unknown(arch))
        return true;
    bool arm = arch && str_eq(node_scalar(arch), STR("arm64"));
    return str_eq(type_label(f, t, facts_name(f, NAME_ARCH)), arm ? STR("arm64") : STR("amd64"));
}

static bool selected(const Group *g, const Node *selector, const InstanceType *t)
{
    const Facts *f = g->place.facts;
    const FactTable *criteria = facts_table(f, STR("group-selectors"));
    for (size_t row = 0; row < criteria->rows; row++) {
        int64_t wanted = int_of(node_field(selector, cell_text(criteria, row, "field")));
        if (wanted >= 0 && type_label_int(f, t, cell_text(criteria, row, "label")) != wanted)
            return false;
    }
    return same_arch(f, t, node_field(selector, STR("cpuArchitecture")));
}

/* Types that an instanceSelector may choose; with GPUs in it the group asks for them. */
static void select_types(Arena *a, Group *g, const Node *selector)
{
    Place *p = &g->place;
    bool gpus = int_of(node_field(selector, STR("gpus"))) > 0;
    p->maybe = types_none(a, p->facts);
    for (size_t i = 0; i < facts_type_count(p->facts); i++) {
        const InstanceType *t = facts_type(p->facts, i);
        int64_t count;
        Resource r;
        if (!selected(g, selector, t))
            continue;
        types_add(p->maybe, i);
        if (gpus && facts_resource(p->facts, type_device(p->facts, t, &count), &r))
            place_ask_vendor(a, p, r.vendor);
    }
}

static void close_types(Arena *a, Group *g)
{
    const Node *selector = node_field(g->place.node, STR("instanceSelector"));
    Place *p = &g->place;
    p->types = types_none(a, p->facts);
    for (size_t i = 0; i < g->types_written.len; i++) {
        const InstanceType *t = facts_type_find(p->facts, g->types_written.items[i]);
        if (t)
            types_add(p->types, t->index);
        else
            p->types_newer = true;
        const FactTable *known = facts_table(p->facts, STR("accelerators"));
        Str vendor = facts_get(known, g->types_written.items[i], "vendor");
        if (vendor.len)
            place_ask_vendor(a, p, vendor);
    }
    p->types_newer |= g->types_unknown;
    p->maybe = g->types_unknown ? types_all(a, p->facts) : types_copy(a, p->facts, p->types);
    if (g->types_unknown && !g->types_written.len && selector && selector->kind == NODE_MAP)
        select_types(a, g, selector);
    p->types_open = p->types_newer;
    p->types_pinned = !g->types_unknown;
    p->types_judged = true;
}

/* ---- taints: a list as Kubernetes has it, or eksctl's map "key: value:effect" ---- */

static const struct {
    Str written, effect;
} EFFECTS[] = {
    {STR_INIT("NO_SCHEDULE"),        STR_INIT("NoSchedule")      },
    {STR_INIT("NO_EXECUTE"),         STR_INIT("NoExecute")       },
    {STR_INIT("PREFER_NO_SCHEDULE"), STR_INIT("PreferNoSchedule")},
};

static Str effect_of(Str written)
{
    for (size_t i = 0; i < sizeof EFFECTS / sizeof *EFFECTS; i++)
        if (str_eq(EFFECTS[i].written, written))
            return EFFECTS[i].effect;
    return written;
}

static Taint map_taint(const Member *m)
{
    Str text = node_scalar(&m->value);
    size_t colon = str_rfind_char(text, ':');
    Str effect = colon == text.len ? text : str_skip(text, colon + 1);
    return (Taint){.key = m->key->name,
                   .value = colon == text.len ? STR("") : str_slice(text, 0, colon),
                   .effect = effect_of(effect),
                   .unknown = node_unknown(&m->value) || m->key->placeholder,
                   .node = &m->value};
}

static void read_taints(Arena *a, Place *p, const Node *taints)
{
    if (!taints || taints->kind != NODE_MAP) {
        place_add_taints(a, p, taints);
        for (size_t i = 0; i < p->taints.len; i++)
            p->taints.items[i].effect = effect_of(p->taints.items[i].effect);
        return;
    }
    p->taints_open = taints->flags & (NODE_OPEN | NODE_UNKNOWN);
    for (uint32_t i = 0; i < taints->len; i++)
        *vec_push(a, &p->taints) = map_taint(&taints->as.members[i]);
}

/* ---- the rest ---- */

static void read_zones(Arena *a, Group *g)
{
    static const Str FIELD = STR_INIT("availabilityZones");
    const Node *node = g->place.node, *list = node_field(node, FIELD);
    if (!list && !node_field(node, STR("subnets")))
        list = node_field(g->place.object->root, FIELD);
    /* Those stand beside the zones, which then do not bound it. */
    if (node_field(node, STR("localZones")))
        list = NULL;
    g->zones_open = node->flags & NODE_OPEN ||
                    (!list && node_hides(g->place.object->root, FIELD)) ||
                    node_open(list, NODE_LIST);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *zone = &list->as.items[i];
        g->zones_open |= node_unknown(zone) || zone->kind != NODE_STRING;
        if (!node_unknown(zone) && zone->kind == NODE_STRING)
            *vec_push(a, &g->zones) = node_str(zone);
    }
}

/* Without efaEnabled the launch template that eksctl makes has no EFA interface. */
static void read_efa(Group *g)
{
    const Node *enabled = node_field(g->place.node, STR("efaEnabled"));
    bool own = node_field(g->place.node, STR("launchTemplate"));
    bool told = enabled && enabled->kind == NODE_BOOL && !node_unknown(enabled);
    g->efa = own || (enabled && !told) ? TRI_UNKNOWN : tri_of(told && enabled->as.boolean);
}

static void read_sizes(Group *g)
{
    const Node *n = g->place.node;
    g->min_node = node_field(n, STR("minSize"));
    g->max_node = node_field(n, STR("maxSize"));
    g->desired_node = node_field(n, STR("desiredCapacity"));
    g->min = int_of(g->min_node);
    g->max = int_of(g->max_node);
    g->desired = int_of(g->desired_node);
}

/* eksctl has names of its own for the families. */
static Str family_of(const Facts *f, Str written)
{
    const FactTable *t = facts_table(f, STR("ami-families"));
    for (size_t row = 0; written.len && row < t->rows; row++)
        if (words_have(cell_text(t, row, "eksctl"), written))
            return cell_text(t, row, "family");
    return STR("");
}

static void read_image(Group *g)
{
    const Node *family = node_field(g->place.node, STR("amiFamily"));
    const Node *ami = node_field(g->place.node, STR("ami"));
    bool custom = ami && str_starts(node_scalar(ami), STR("ami-"));
    g->family = node_unknown(family) ? STR("") : node_scalar(family);
    g->image = (Ami){.family = family_of(g->place.facts, g->family),
                     .version = STR(""),
                     .alias = STR(""),
                     .moves = custom ? TRI_NO : TRI_UNKNOWN,
                     .node = custom ? ami : family};
    if (custom)
        g->image.kind = AMI_CUSTOM;
    else if (!ami && g->image.family.len)
        g->image.kind = AMI_ALIAS;
}

/* eksctl schema: volumeSize is in GiB, 80 unless told. */
static void read_volume(Group *g)
{
    const Node *size = node_field(g->place.node, STR("volumeSize"));
    bool known = !size || (size->kind == NODE_INT && size->as.integer > 0 &&
                           size->as.integer <= INT32_MAX && !node_unknown(size));
    g->volume_bytes = known ? (size ? size->as.integer : 80) << 30 : -1;
    g->volume_at = (NodePlace){size ? size : g->place.node, size ? STR("") : STR("volumeSize")};
}

/* What the group's nodes are bought as; "" when it cannot be told. */
static Str capacity_of(const Group *g)
{
    const Node *spot = node_field(g->place.node, STR("spot"));
    const Node *market = node_path(g->place.node, STR("instanceMarketOptions.marketType"));
    if (node_unknown(spot) || node_unknown(market) ||
        node_field(g->place.node, STR("launchTemplate")))
        return STR("");
    if (market && str_eq(node_scalar(market), STR("capacity-block")))
        return STR("CAPACITY_BLOCK");
    return spot && spot->kind == NODE_BOOL && spot->as.boolean ? STR("SPOT") : STR("ON_DEMAND");
}

static Str label_value(const Group *g, Str source)
{
    if (str_eq(source, STR("capacity")))
        return capacity_of(g);
    if (str_eq(source, STR("name")))
        return g->place.name;
    const Node *cluster = node_path(g->place.object->root, STR("metadata.name"));
    return node_unknown(cluster) ? STR("") : node_scalar(cluster);
}

static void add_own_labels(Arena *a, Group *g)
{
    const FactTable *t = facts_table(g->place.facts, STR("group-labels"));
    for (size_t row = 0; row < t->rows; row++) {
        Str key = cell_text(t, row, "key"), value = label_value(g, cell_text(t, row, "value"));
        if (!g->managed && !str_eq(cell_text(t, row, "groups"), STR("all")))
            continue;
        if (value.len)
            place_add_own_label(a, &g->place, key, value);
        else
            place_add_unknown_label(a, &g->place, key);
    }
}

static Group *group_new(Arena *a, const Facts *f, const Object *config, const Node *n, bool managed)
{
    Group *g = arena_new(a, Group);
    const Node *name = node_field(n, STR("name"));
    g->managed = managed;
    g->place = (Place){.kind = PLACE_GROUP,
                       .object = config,
                       .node = n,
                       .facts = f,
                       .mode = MODE_OTHER,
                       .labels_mode = LABELS_KARPENTER,
                       .name = name && !node_unknown(name) ? node_str(name) : STR("")};
    g->labels = node_field(n, STR("labels"));
    g->tags = node_field(n, STR("tags"));
    read_image(g);
    g->reservation = node_field(n, STR("capacityReservation"));
    g->bottlerocket_settings = node_path(n, STR("bottlerocket.settings")) != NULL;
    read_types(a, g);
    place_add_labels(a, &g->place, g->labels);
    add_own_labels(a, g);
    read_taints(a, &g->place, node_field(n, STR("taints")));
    read_sizes(g);
    read_zones(a, g);
    read_efa(g);
    read_volume(g);
    close_types(a, g);
    place_close_words(a, &g->place, &g->labels, 1);
    return g;
}

static const struct {
    Str list;
    bool managed;
} LISTS[] = {
    {STR_INIT("nodeGroups"),        false},
    {STR_INIT("managedNodeGroups"), true }
};

bool groups_hidden(const Object *config)
{
    bool hidden = false;
    for (size_t k = 0; k < sizeof LISTS / sizeof *LISTS; k++) {
        const Node *list = node_field(config->root, LISTS[k].list);
        hidden |= list ? node_open(list, NODE_LIST) : node_hides(config->root, LISTS[k].list);
        for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
            hidden |= list->as.items[i].kind != NODE_MAP;
    }
    return hidden;
}

size_t groups_of(Arena *a, const Facts *f, const Object *config, Group ***out)
{
    VEC(Group *) all = {0};
    for (size_t k = 0; k < sizeof LISTS / sizeof *LISTS; k++) {
        const Node *list = node_field(config->root, LISTS[k].list);
        for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
            if (list->as.items[i].kind == NODE_MAP)
                *vec_push(a, &all) = group_new(a, f, config, &list->as.items[i], LISTS[k].managed);
    }
    const Group *plain = NULL;
    for (size_t i = 0; i < all.len && !plain; i++)
        plain = place_has_plain(&all.items[i]->place) ? all.items[i] : NULL;
    for (size_t i = 0; i < all.len; i++)
        all.items[i]->plain = plain;
    *out = all.items;
    return all.len;
}
