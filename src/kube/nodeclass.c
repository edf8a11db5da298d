/* Reads node classes: EC2NodeClass, Auto Mode's NodeClass; of others only who they are. */
#include "kube/nodeclass.h"

#include "base/ascii.h"
#include "base/limits.h"

static const FactTable *kinds(const Facts *f)
{
    return facts_table(f, STR("node-classes"));
}

bool class_is(const Facts *f, const Object *o)
{
    return o->group.len && str_eq(facts_get(kinds(f), o->kind, "group"), o->group);
}

/* ---- image ---- */

static bool has_wildcard(const Node *n)
{
    return n && str_find_char(node_scalar(n), '*') < node_scalar(n).len;
}

static Str lower(Arena *a, Str s)
{
    char *out = arena_array(a, char, s.len + 1);
    for (size_t i = 0; i < s.len; i++)
        out[i] = ascii_lower(s.ptr[i]);
    return (Str){out, s.len};
}

static Ami alias_ami(const Node *alias)
{
    Ami ami = {.kind = AMI_ALIAS, .alias = node_scalar(alias), .node = alias};
    if (node_unknown(alias) || !str_cut(ami.alias, '@', &ami.family, &ami.version)) {
        ami.kind = node_unknown(alias) ? AMI_UNKNOWN : AMI_ALIAS;
        ami.moves = TRI_UNKNOWN;
        return ami;
    }
    ami.moves = tri_of(str_eq(ami.version, STR("latest")));
    return ami;
}

/* By id an image stands still; by name with a wildcard, tags or parameter the newest is taken. */
static Ami custom_ami(const Node *term)
{
    const Node *id = node_field(term, STR("id")), *name = node_field(term, STR("name"));
    Ami ami = {.kind = AMI_CUSTOM, .node = term, .moves = TRI_YES};
    if (id || (name && !has_wildcard(name)))
        ami.moves = TRI_NO;
    if (node_unknown(name))
        ami.moves = TRI_UNKNOWN;
    return ami;
}

static void read_ami(Arena *a, NodeClass *c, const Node *spec)
{
    const Node *terms = spec ? node_field(spec, STR("amiSelectorTerms")) : NULL;
    const Node *family = spec ? node_field(spec, STR("amiFamily")) : NULL;
    const Node *first = terms && terms->kind == NODE_LIST ? node_item(terms, 0) : NULL;
    const Node *alias = first ? node_field(first, STR("alias")) : NULL;
    c->ami = (Ami){.moves = TRI_UNKNOWN};
    if (c->mode == MODE_AUTO)
        c->ami = (Ami){.kind = AMI_AUTO, .family = STR("bottlerocket"), .moves = TRI_YES};
    else if (first && !node_unknown(first))
        c->ami = alias ? alias_ami(alias) : custom_ami(first);
    if (family && !node_unknown(family) && (c->ami.kind == AMI_CUSTOM || !c->ami.family.len))
        c->ami.family = lower(a, node_scalar(family));
    c->ami_family_node = family;
    if (family && !c->ami.node)
        c->ami.node = family;
}

/* ---- the rest ---- */

static void read_interfaces(NodeClass *c, const Node *spec)
{
    const Node *list = spec ? node_field(spec, STR("networkInterfaces")) : NULL;
    c->efa_interfaces = -1;
    c->efa_unknown = !spec || spec->flags & (NODE_OPEN | NODE_UNKNOWN);
    if (!list)
        return;
    c->efa_unknown = node_open(list, NODE_LIST);
    for (uint32_t i = 0; !c->efa_unknown && i < list->len; i++) {
        const Node *kind = node_field(&list->as.items[i], STR("interfaceType"));
        c->efa_unknown = !kind || node_unknown(kind);
    }
    if (c->efa_unknown)
        return;
    c->efa_interfaces = 0;
    for (uint32_t i = 0; i < list->len; i++)
        c->efa_interfaces +=
            str_eq(node_str(node_field(&list->as.items[i], STR("interfaceType"))), STR("efa-only"));
}

static void add_subnet(Arena *a, NodeClass *c, const Node *n)
{
    const Node *zone = node_field(n, STR("zone")), *id = node_field(n, STR("zoneID"));
    Subnet s = {.zone = node_scalar(zone), .zone_id = node_unknown(id) ? STR("") : node_scalar(id)};
    if (node_unknown(n) || node_unknown(zone) || !s.zone.len || c->subnets.len == LIMIT_ZONES) {
        c->subnets_open = true;
        return;
    }
    for (size_t i = 0; i < c->subnets.len; i++)
        if (str_eq(c->subnets.items[i].zone, s.zone))
            return;
    *vec_push(a, &c->subnets) = s;
}

/* What the controller has found for the class; without a status nothing is known of it. */
static void read_subnets(Arena *a, NodeClass *c)
{
    const Node *root = c->object->root, *list = node_path(root, STR("status.subnets"));
    c->subnets_at = list;
    c->subnets_open = list ? node_open(list, NODE_LIST) : node_hides(root, STR("status.subnets"));
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
        add_subnet(a, c, &list->as.items[i]);
    for (size_t i = 0; i < c->subnets.len && !c->subnets_open; i++)
        *vec_push(a, &c->zones) = c->subnets.items[i].zone;
}

NodeClass *class_new(Arena *a, const Facts *f, const Object *o)
{
    NodeClass *c = arena_new(a, NodeClass);
    *c = (NodeClass){.object = o, .facts = f, .name = o->name, .efa_interfaces = -1};
    c->mode = mode_of(facts_get(kinds(f), o->kind, "mode"));
    c->v1beta1 = str_eq(o->version, STR("v1beta1"));
    const Node *spec = node_field(o->root, STR("spec"));
    const Node *status = node_field(o->root, STR("status"));
    read_ami(a, c, spec);
    class_read_volumes(a, c, spec);
    class_read_terms(a, c, spec, status);
    read_interfaces(c, spec);
    read_subnets(a, c);
    c->kubelet = spec ? node_field(spec, STR("kubelet")) : NULL;
    c->user_data = spec ? node_field(spec, STR("userData")) : NULL;
    return c;
}

NodeClass *class_builtin_default(Arena *a, const Facts *f)
{
    NodeClass *c = arena_new(a, NodeClass);
    *c = (NodeClass){.facts = f, .name = STR("default"), .mode = MODE_AUTO, .efa_interfaces = -1};
    read_ami(a, c, NULL);
    class_read_volumes(a, c, NULL);
    return c;
}
