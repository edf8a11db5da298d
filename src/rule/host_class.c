/* Node classes, as rules see them. */
#include "rule/host.h"

#define CLASS ((const NodeClass *)self)

static CelValue get_name(CelEval *ev, const void *self)
{
    (void)ev;
    bool called = CLASS->name.len || !CLASS->object;
    return cel_str(called ? CLASS->name : object_called(CLASS->object));
}

static CelValue get_text(CelEval *ev, const void *self)
{
    const NodeClass *c = self;
    return cel_str(c->object ? object_title(ev->scratch, c->object) : c->name);
}

static CelValue get_mode(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(mode_name(CLASS->mode));
}

/* The built-in class of Auto Mode has no manifest. */
static CelValue get_object(CelEval *ev, const void *self)
{
    (void)ev;
    return CLASS->object ? cel_node(CLASS->object->root)
                         : cel_unknown(STR("the built-in NodeClass default"));
}

static CelValue get_api(CelEval *ev, const void *self)
{
    (void)ev;
    return CLASS->object ? cel_str(CLASS->object->version) : cel_str(STR("v1"));
}

static NodePlace own_place(const void *self)
{
    const Object *o = CLASS->object;
    const Node *name = o ? object_field(o, STR("metadata.name")) : NULL;
    return (NodePlace){name ? name : o ? o->root : NULL, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, own_place(self));
}

static CelValue get_ami(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_AMI, &CLASS->ami);
}

static CelValue get_volume(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_VOLUME, &CLASS->volume);
}

static CelValue get_volumes(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_VOLUME, HOST_ITEMS(CLASS->volumes), false);
}

static CelValue get_family_known(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(class_family_known(CLASS));
}

/* The device that holds images and pods. */
static CelValue get_data_device(CelEval *ev, const void *self)
{
    const FactTable *t = facts_table(CLASS->facts, STR("ami-families"));
    (void)ev;
    if (!CLASS->ami.family.len)
        return cel_unknown(STR("the family of an image"));
    return cel_str(facts_get(t, CLASS->ami.family, "device"));
}

static CelValue get_raid(CelEval *ev, const void *self)
{
    (void)ev;
    return CLASS->raid_unknown ? cel_unknown(STR("instanceStorePolicy")) : cel_bool(CLASS->raid);
}

static CelValue get_reservations(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_TERM, HOST_ITEMS(CLASS->terms), CLASS->terms_open);
}

static CelValue get_reservations_source(CelEval *ev, const void *self)
{
    const Node *spec = CLASS->object ? node_field(CLASS->object->root, STR("spec")) : NULL;
    const Node *terms = spec ? node_field(spec, STR("capacityReservationSelectorTerms")) : NULL;
    return host_at(ev, terms ? (NodePlace){terms, STR("")}
                             : (NodePlace){spec, STR("capacityReservationSelectorTerms")});
}

static CelValue get_reserved(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_RESERVED, HOST_ITEMS(CLASS->reserved), false);
}

static CelValue get_zones(CelEval *ev, const void *self)
{
    if (!CLASS->zones.len)
        return cel_unknown(STR("the subnets of a node class"));
    return host_strings(ev, CLASS->zones.items, CLASS->zones.len, false);
}

static CelValue get_efa_interfaces(CelEval *ev, const void *self)
{
    (void)ev;
    if (CLASS->efa_unknown)
        return cel_unknown(STR("networkInterfaces"));
    return CLASS->efa_interfaces < 0 ? cel_null() : cel_int(CLASS->efa_interfaces);
}

static CelValue get_kubelet(CelEval *ev, const void *self)
{
    (void)ev;
    return CLASS->kubelet ? cel_node(CLASS->kubelet) : (CelValue){.kind = CEL_MAP};
}

static CelValue get_user_data(CelEval *ev, const void *self)
{
    (void)ev;
    return CLASS->user_data ? cel_node(CLASS->user_data) : cel_str(STR(""));
}

static CelValue get_lost_fields(CelEval *ev, const void *self)
{
    return host_lost_fields(ev, CLASS->object, CLASS->mode);
}

static CelValue pools(CelEval *ev, const NodeClass *c, bool open)
{
    return host_list(ev, HOST_POOL, (const void *const *)c->pools.items, c->pools.len, open);
}

static CelValue get_pools(CelEval *ev, const void *self)
{
    return pools(ev, CLASS, CLASS->pools_open);
}

static CelValue get_all_pools(CelEval *ev, const void *self)
{
    return pools(ev, CLASS, host_open(ev) || CLASS->pools_open);
}

static CelValue call_same_cluster(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *place = host_place(args[0]);
    const NodeClass *other =
        args[0].kind == CEL_HOST && args[0].host_type == HOST_CLASS ? args[0].as.host : NULL;
    const Object *o = place ? place->object : other ? other->object : NULL;
    return cel_bool(!o || !CLASS->object || fleet_joined(host_fleet(ev), CLASS->object, o));
}

static Str print(const void *self)
{
    return CLASS->name;
}

static const CelField FIELDS[] = {
    {"name",               "string",           get_name,                "its name"                                               },
    {"text",               "string",           get_text,                "EC2NodeClass gpu"                                       },
    {"mode",               "string",           get_mode,                "karpenter, auto, hyperpod, other"                       },
    {"api",                "string",           get_api,                 "v1 or v1beta1"                                          },
    {"object",             "dyn",              get_object,              "the manifest"                                           },
    {"source",             "dyn",              get_source,              "its place"                                              },
    {"ami",                "ami",              get_ami,                 "image of its nodes"                                     },
    {"volume",             "volume",           get_volume,              "effective volume for images and pods"                   },
    {"volumes",            "list(volume)",     get_volumes,             "blockDeviceMappings"                                    },
    {"familyKnown",        "bool",             get_family_known,        "amiFamily, if it is written, exists"                    },
    {"dataDevice",         "string",           get_data_device,
     "device for images and pods of its family: /dev/xvdb"                                                                       },
    {"raid",               "bool",             get_raid,                "instanceStorePolicy RAID0 with a family that honours it"},
    {"reservations",       "list(term)",       get_reservations,        "capacityReservationSelectorTerms"                       },
    {"reservationsSource", "dyn",              get_reservations_source, "where they are, or would be"                            },
    {"reserved",           "list(reserved)",   get_reserved,            "reservations that it has found (status)"                },
    {"zones",              "list(string)",     get_zones,               "of its subnets (status)"                                },
    {"efaInterfaces",      "dyn",              get_efa_interfaces,      "efa-only networkInterfaces; null without any"           },
    {"kubelet",            "dyn",              get_kubelet,             "as written, an empty map without"                       },
    {"userData",           "string",           get_user_data,           "as written"                                             },
    {"lostFields",         "list(lost_field)", get_lost_fields,         "fields that its kind does not have"                     },
    {"pools",              "list(pool)",       get_pools,               "that reference it, in the input"                        },
    {"allPools",           "list(pool)",       get_all_pools,           "that reference it, in the cluster"                      },
    {NULL,                 NULL,               NULL,                    NULL                                                     },
};

static const CelMethod METHODS[] = {
    {"sameCluster", "(dyn) -> bool", call_same_cluster, "of one cluster as a place or class"},
    {NULL,          NULL,            NULL,              NULL                                },
};

const CelHostType HOST_CLASS_TYPE = {"class", FIELDS, METHODS, own_place, print};

/* ---- reference of a pool ---- */

#define REF ((const ClassRef *)self)

static CelValue ref_part(const void *self, Str part, Str text)
{
    const Node *n = REF->node ? node_field(REF->node, part) : NULL;
    return n ? cel_node(n) : cel_str(text);
}

static CelValue ref_group(CelEval *ev, const void *self)
{
    (void)ev;
    return ref_part(self, STR("group"), REF->group);
}

static CelValue ref_kind(CelEval *ev, const void *self)
{
    (void)ev;
    return ref_part(self, STR("kind"), REF->kind);
}

static CelValue ref_name(CelEval *ev, const void *self)
{
    (void)ev;
    return ref_part(self, STR("name"), REF->name);
}

static NodePlace ref_place(const void *self)
{
    return (NodePlace){REF->node, STR("")};
}

static CelValue ref_source(CelEval *ev, const void *self)
{
    return host_at(ev, ref_place(self));
}

static Str ref_print(const void *self)
{
    return REF->name;
}

static const CelField REF_FIELDS[] = {
    {"group",  "string", ref_group,  "\"\" when absent"                          },
    {"kind",   "string", ref_kind,   "\"\" when absent"                          },
    {"name",   "string", ref_name,   "\"\" when absent"                          },
    {"source", "dyn",    ref_source, "its place; null when there is no reference"},
    {NULL,     NULL,     NULL,       NULL                                        },
};

const CelHostType HOST_CLASS_REF_TYPE = {"class_ref", REF_FIELDS, NULL, ref_place, ref_print};
