/* Which volume of a node holds images and pods, and how large it is. */
#include "base/quantity.h"
#include "kube/nodeclass.h"

static int64_t bytes_of(const Node *n)
{
    Quantity q;
    const char *why;
    return !node_unknown(n) && quantity_parse(node_scalar(n), &q, &why) ? quantity_units(&q) : -1;
}

static Str family_cell(const NodeClass *c, const char *column)
{
    return facts_get(facts_table(c->facts, STR("ami-families")), c->ami.family, column);
}

static int64_t parse_bytes(Str text)
{
    Quantity q;
    const char *why;
    return text.len && quantity_parse(text, &q, &why) ? quantity_units(&q) : 0;
}

static Tri is_root(const Node *mapping)
{
    const Node *root = node_field(mapping, STR("rootVolume"));
    if (!root)
        return node_hides(mapping, STR("rootVolume")) ? TRI_UNKNOWN : TRI_NO;
    return root->kind == NODE_BOOL && !node_unknown(root) ? tri_of(root->as.boolean) : TRI_UNKNOWN;
}

static Volume volume_of(const NodeClass *c, const Node *mapping)
{
    const Node *device = node_field(mapping, STR("deviceName"));
    const Node *ebs = node_field(mapping, STR("ebs"));
    const Node *size = ebs ? node_field(ebs, STR("volumeSize")) : NULL;
    Volume v = {
        .bytes = size ? bytes_of(size) : -1,
        .at = {size  ? size
               : ebs ? ebs
                     : mapping,
               size ? STR("") : STR("volumeSize")}
    };
    v.device_unknown = node_unknown(device) || node_hides(mapping, STR("deviceName"));
    v.device = device && !v.device_unknown ? node_str(device) : STR("");
    v.root = is_root(mapping);
    v.text = size ? node_scalar(size) : STR("unknown");
    if (!ebs)
        v.at.missing = STR("ebs.volumeSize");
    /* Only the images of aliases are known. */
    bool own_device = str_eq(v.device, family_cell(c, "device")) && c->ami.kind == AMI_ALIAS;
    v.image_minimum = own_device ? parse_bytes(family_cell(c, "image_minimum")) : 0;
    return v;
}

static Volume default_volume(const NodeClass *c, NodePlace at)
{
    Str size = family_cell(c, "default_size");
    return (Volume){.device = family_cell(c, "device"),
                    .bytes = size.len ? parse_bytes(size) : -1,
                    .is_default = true,
                    .text = size.len ? size : STR("unknown"),
                    .at = at};
}

/* Karpenter's order: the root volume, the last one of custom images, the family's device. */
static const Volume *effective(const NodeClass *c)
{
    Str device = family_cell(c, "device");
    const Volume *found = NULL;
    for (size_t i = 0; i < c->volumes.len; i++)
        if (c->volumes.items[i].root == TRI_YES)
            return &c->volumes.items[i];
    for (size_t i = 0; i < c->volumes.len; i++)
        if (!device.len || str_eq(c->volumes.items[i].device, device))
            found = &c->volumes.items[i];
    return found;
}

static bool any_unknown(const NodeClass *c)
{
    for (size_t i = 0; i < c->volumes.len; i++)
        if (c->volumes.items[i].device_unknown)
            return true;
    return false;
}

/* One that may be the root volume would count instead. */
static bool perhaps_other(const NodeClass *c, const Volume *v)
{
    bool other = false;
    for (size_t i = 0; (!v || v->root != TRI_YES) && i < c->volumes.len; i++)
        other |= &c->volumes.items[i] != v && c->volumes.items[i].root == TRI_UNKNOWN;
    return other;
}

/* What counts, v or a default, is hidden by what cannot be read. */
static bool volume_hidden(const NodeClass *c, const Node *list, const Volume *v)
{
    if (node_open(list, NODE_LIST))
        return true;
    return (!v && any_unknown(c)) || perhaps_other(c, v) ||
           node_hides(c->object ? c->object->root : NULL, STR("spec.blockDeviceMappings"));
}

/* EKS User Guide, "Create a node class for EKS Auto Mode": 80 GiB unless told. */
static void read_auto(NodeClass *c, const Node *spec)
{
    const Node *storage = spec ? node_field(spec, STR("ephemeralStorage")) : NULL;
    const Node *size = storage ? node_field(storage, STR("size")) : NULL;
    c->volume = (Volume){.bytes = INT64_C(80) << 30, .is_default = true, .text = STR("80Gi")};
    c->volume.at =
        (NodePlace){storage ? storage : spec, storage ? STR("size") : STR("ephemeralStorage.size")};
    if (size)
        c->volume = (Volume){
            .bytes = bytes_of(size), .text = node_scalar(size), .at = {size, STR("")}
        };
}

static bool honours_raid(const NodeClass *c, const Node *spec)
{
    const Node *policy = spec ? node_field(spec, STR("instanceStorePolicy")) : NULL;
    return policy && str_eq(node_str(policy), STR("RAID0")) &&
           str_eq(family_cell(c, "raid0"), STR("yes"));
}

void class_read_volumes(Arena *a, NodeClass *c, const Node *spec)
{
    const Node *list = spec ? node_field(spec, STR("blockDeviceMappings")) : NULL;
    NodePlace missing = {spec, STR("blockDeviceMappings")};
    const Node *root = c->object ? c->object->root : NULL;
    if (c->mode == MODE_AUTO) {
        read_auto(c, spec);
        if (node_hides(root, STR("spec.ephemeralStorage.size")))
            c->volume.bytes = -1;
        return;
    }
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
        *vec_push(a, &c->volumes) = volume_of(c, &list->as.items[i]);
    const Volume *v = effective(c);
    c->volume = v ? *v : default_volume(c, list ? (NodePlace){list, STR("")} : missing);
    if (volume_hidden(c, list, v))
        c->volume.bytes = -1;
    c->raid = honours_raid(c, spec);
    const Node *policy = spec ? node_field(spec, STR("instanceStorePolicy")) : NULL;
    c->raid_unknown = node_unknown(policy) || node_hides(root, STR("spec.instanceStorePolicy")) ||
                      (policy && !c->ami.family.len);
}
