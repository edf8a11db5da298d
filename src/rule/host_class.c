/* Node classes, as rules see them. */
#include "rule/host.h"

#define CLASS ((const NodeClass *)self)

static CelValue get_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(CLASS->name);
}

static CelValue get_mode(CelEval *ev, const void *self)
{
    static const char *const MODES[] = {[MODE_KARPENTER] = "karpenter",
                                        [MODE_AUTO] = "auto",
                                        [MODE_HYPERPOD] = "hyperpod",
                                        [MODE_OTHER] = "other",
                                        [MODE_UNKNOWN] = "other"};
    (void)ev;
    return cel_str(str_c(MODES[CLASS->mode]));
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
    return host_array(ev, HOST_VOLUME, CLASS->volumes.items, sizeof(Volume), CLASS->volumes.len,
                      false);
}

static CelValue get_raid(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(CLASS->raid);
}

static CelValue get_reservations(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_TERM, CLASS->terms.items, sizeof(ReservationTerm), CLASS->terms.len,
                      CLASS->terms_open);
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
    return host_array(ev, HOST_RESERVED, CLASS->reserved.items, sizeof(Reserved),
                      CLASS->reserved.len, false);
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

static CelValue pools(CelEval *ev, const NodeClass *c, bool open)
{
    return host_list(ev, HOST_POOL, (const void *const *)c->pools.items, c->pools.len, open);
}

static CelValue get_pools(CelEval *ev, const void *self)
{
    return pools(ev, CLASS, false);
}

static CelValue get_all_pools(CelEval *ev, const void *self)
{
    return pools(ev, CLASS, host_open(ev));
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
    {"name",               "string",         get_name,                "its name"                                               },
    {"mode",               "string",         get_mode,                "karpenter, auto, hyperpod, other"                       },
    {"api",                "string",         get_api,                 "v1 or v1beta1"                                          },
    {"object",             "dyn",            get_object,              "the manifest"                                           },
    {"source",             "dyn",            get_source,              "its place"                                              },
    {"ami",                "ami",            get_ami,                 "image of its nodes"                                     },
    {"volume",             "volume",         get_volume,              "effective volume for images and pods"                   },
    {"volumes",            "list(volume)",   get_volumes,             "blockDeviceMappings"                                    },
    {"raid",               "bool",           get_raid,                "instanceStorePolicy RAID0 with a family that honours it"},
    {"reservations",       "list(term)",     get_reservations,        "capacityReservationSelectorTerms"                       },
    {"reservationsSource", "dyn",            get_reservations_source, "where they are, or would be"                            },
    {"reserved",           "list(reserved)", get_reserved,            "reservations that it has found (status)"                },
    {"zones",              "list(string)",   get_zones,               "of its subnets (status)"                                },
    {"efaInterfaces",      "int",            get_efa_interfaces,      "efa-only networkInterfaces; null without any"           },
    {"kubelet",            "dyn",            get_kubelet,             "as written, an empty map without"                       },
    {"userData",           "string",         get_user_data,           "as written"                                             },
    {"pools",              "list(pool)",     get_pools,               "that reference it, in the input"                        },
    {"allPools",           "list(pool)",     get_all_pools,           "that reference it, in the cluster"                      },
    {NULL,                 NULL,             NULL,                    NULL                                                     },
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

/* ---- image ---- */

#define AMI ((const Ami *)self)

static CelValue ami_kind(CelEval *ev, const void *self)
{
    (void)ev;
    if (AMI->kind == AMI_UNKNOWN)
        return cel_unknown(STR("the image of a node class"));
    return cel_str(AMI->kind == AMI_CUSTOM ? STR("custom") : AMI->family);
}

static CelValue ami_family(CelEval *ev, const void *self)
{
    (void)ev;
    return AMI->family.len ? cel_str(AMI->family) : cel_unknown(STR("the family of an image"));
}

static CelValue ami_alias(CelEval *ev, const void *self)
{
    (void)ev;
    return AMI->kind == AMI_UNKNOWN ? cel_unknown(STR("the image of a node class"))
                                    : cel_str(AMI->alias);
}

static CelValue ami_version(CelEval *ev, const void *self)
{
    (void)ev;
    return AMI->kind == AMI_UNKNOWN ? cel_unknown(STR("the image of a node class"))
                                    : cel_str(AMI->version);
}

static CelValue ami_moves(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(AMI->moves, STR("the image of a node class"));
}

static CelValue ami_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(AMI->node);
}

static NodePlace ami_place(const void *self)
{
    return (NodePlace){AMI->node, STR("")};
}

static const CelField AMI_FIELDS[] = {
    {"kind",    "string", ami_kind,    "family of its alias (al2023, bottlerocket, …) or custom"},
    {"family",  "string", ami_family,  "amiFamily, also of custom images"                         },
    {"alias",   "string", ami_alias,   "al2023@v20260801; \"\" without"                           },
    {"version", "string", ami_version, "latest, v20260801; \"\" without"                          },
    {"moves",   "bool",   ami_moves,   "a newer image is taken by itself"                         },
    {"source",  "dyn",    ami_source,  "the alias or the term"                                    },
    {NULL,      NULL,     NULL,        NULL                                                       },
};

const CelHostType HOST_AMI_TYPE = {"ami", AMI_FIELDS, NULL, ami_place, NULL};

/* ---- volume ---- */

#define VOLUME ((const Volume *)self)

static CelValue volume_device(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(VOLUME->device);
}

static CelValue volume_size(CelEval *ev, const void *self)
{
    return VOLUME->bytes < 0 ? cel_unknown(STR("the size of a volume"))
                             : host_quantity(ev, quantity_of(VOLUME->bytes));
}

static CelValue volume_minimum(CelEval *ev, const void *self)
{
    return host_quantity(ev, quantity_of(VOLUME->image_minimum));
}

static CelValue volume_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(VOLUME->text);
}

static CelValue volume_default(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(VOLUME->is_default);
}

static NodePlace volume_place(const void *self)
{
    return VOLUME->at;
}

static CelValue volume_source(CelEval *ev, const void *self)
{
    return host_at(ev, VOLUME->at);
}

static const CelField VOLUME_FIELDS[] = {
    {"device",       "string",   volume_device,  "/dev/xvda"                                    },
    {"size",         "quantity", volume_size,    "bytes"                                        },
    {"imageMinimum", "quantity", volume_minimum, "of the image's own snapshot; 0 when not known"},
    {"text",         "string",   volume_text,    "the size as written"                          },
    {"byDefault",    "bool",     volume_default, "the manifest does not say"                    },
    {"source",       "dyn",      volume_source,  "where the size is, or would be"               },
    {NULL,           NULL,       NULL,           NULL                                           },
};

const CelHostType HOST_VOLUME_TYPE = {"volume", VOLUME_FIELDS, NULL, volume_place, NULL};

/* ---- reservation term ---- */

#define TERM ((const ReservationTerm *)self)

static CelValue node_or_empty(const Node *n)
{
    return n ? cel_node(n) : cel_str(STR(""));
}

static CelValue term_id(CelEval *ev, const void *self)
{
    (void)ev;
    return node_or_empty(TERM->id_node);
}

static CelValue term_owner(CelEval *ev, const void *self)
{
    (void)ev;
    return node_or_empty(TERM->owner_node);
}

static CelValue term_tags(CelEval *ev, const void *self)
{
    (void)ev;
    return TERM->tags_node ? cel_node(TERM->tags_node) : (CelValue){.kind = CEL_MAP};
}

static CelValue term_criteria(CelEval *ev, const void *self)
{
    (void)ev;
    return node_or_empty(node_field(TERM->node, STR("instanceMatchCriteria")));
}

static CelValue term_specific(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(TERM->specific, STR("the tags of a reservation"));
}

static CelValue term_malformed(CelEval *ev, const void *self)
{
    (void)ev;
    return TERM->id_unknown ? cel_unknown(STR("the id of a reservation"))
                            : cel_bool(TERM->id_malformed);
}

static CelValue term_offering(CelEval *ev, const void *self)
{
    (void)ev;
    return TERM->id_unknown ? cel_unknown(STR("the id of a reservation"))
                            : cel_bool(TERM->id_offering);
}

static CelValue term_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(TERM->text);
}

static CelValue term_id_source(CelEval *ev, const void *self)
{
    return host_at(ev, TERM->id_node ? (NodePlace){TERM->id_node, STR("")}
                                     : (NodePlace){TERM->node, STR("id")});
}

static CelValue term_tags_source(CelEval *ev, const void *self)
{
    return host_at(ev, TERM->tags_node ? (NodePlace){TERM->tags_node, STR("")}
                                       : (NodePlace){TERM->node, STR("tags")});
}

static CelValue term_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(TERM->node);
}

static NodePlace term_place(const void *self)
{
    return (NodePlace){TERM->node, STR("")};
}

static const CelField TERM_FIELDS[] = {
    {"id",         "string",              term_id,          "\"\" when absent"                             },
    {"owner",      "string",              term_owner,       "ownerID, in Auto Mode owner; \"\" when absent"},
    {"tags",       "map(string, string)", term_tags,        "empty when absent"                            },
    {"criteria",   "string",              term_criteria,    "instanceMatchCriteria; \"\" when absent"      },
    {"specific",   "bool",                term_specific,    "a tag names this one reservation"             },
    {"malformed",  "bool",                term_malformed,   "the id is no cr-…"                          },
    {"offering",   "bool",                term_offering,    "the id is that of a Capacity Block offering"  },
    {"text",       "string",              term_text,        "the id or the tags, for messages"             },
    {"idSource",   "dyn",                 term_id_source,   "where the id is, or would be"                 },
    {"tagsSource", "dyn",                 term_tags_source, "where the tags are, or would be"              },
    {"source",     "dyn",                 term_source,      "its place"                                    },
    {NULL,         NULL,                  NULL,             NULL                                           },
};

const CelHostType HOST_TERM_TYPE = {"term", TERM_FIELDS, NULL, term_place, NULL};

/* ---- known reservation ---- */

#define RESERVED ((const Reserved *)self)

static CelValue reserved_id(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->id);
}

static CelValue reserved_instance_type(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->instance_type);
}

static CelValue reserved_zone(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->zone);
}

static CelValue reserved_type(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->type);
}

static CelValue reserved_state(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->state);
}

static CelValue reserved_end(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->end);
}

static CelValue reserved_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(RESERVED->node);
}

static NodePlace reserved_place(const void *self)
{
    return (NodePlace){RESERVED->node, STR("")};
}

static const CelField RESERVED_FIELDS[] = {
    {"id",           "string", reserved_id,            "cr-…"                                        },
    {"instanceType", "string", reserved_instance_type, "\"\" when not known"                           },
    {"zone",         "string", reserved_zone,          "\"\" when not known"                           },
    {"type",         "string", reserved_type,          "default or capacity-block; \"\" when not known"},
    {"state",        "string", reserved_state,         "active, expiring; \"\" when not known"         },
    {"end",          "string", reserved_end,           "RFC 3339; \"\" when not known"                 },
    {"source",       "dyn",    reserved_source,        "its place; null when the configuration says so"},
    {NULL,           NULL,     NULL,                   NULL                                            },
};

const CelHostType HOST_RESERVED_TYPE = {"reserved", RESERVED_FIELDS, NULL, reserved_place, NULL};
