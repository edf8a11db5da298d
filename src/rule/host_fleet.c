/* The lists that rules start from: `input` is what was given, `fleet` all of the cluster; and the
 * platform. Both are seen from the object that is judged: what may belong to another cluster is
 * not there. */
#include "rule/host.h"

#include "kube/removal.h"
#include "rule/subject.h"

/* The object at hand; NULL when there is none. */
#define VIEWER ((const Object *)self == &NOBODY ? NULL : (const Object *)self)
static const Object NOBODY;

const void *host_viewer(const Object *o)
{
    return o ? o : &NOBODY;
}

typedef struct View {
    CelEval *ev;
    const Object *from;
    bool open;
} View;

/* What was given is all there, but for the question what an open list would change. */
static View input_view(CelEval *ev, const void *self)
{
    return (View){ev, VIEWER, host_context(ev)->open_lists};
}

static View fleet_view(CelEval *ev, const void *self)
{
    return (View){ev, VIEWER, host_open(ev)};
}

typedef const Object *ObjectOf(const void *item);

/* Items of one list that the viewer may share a cluster with. */
static CelValue visible(View v, HostId id, const void *const *items, size_t count, ObjectOf *object)
{
    const Fleet *f = host_fleet(v.ev);
    if (!v.from || !fleet_split(f))
        return host_list(v.ev, id, items, count, v.open);
    const void **kept = arena_array(v.ev->scratch, const void *, count + 1);
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (fleet_joined(f, v.from, object(items[i])))
            kept[n++] = items[i];
    return host_list(v.ev, id, kept, n, v.open);
}

/* X(list of FleetLists, host type, the object that an item lies in) */
/* clang-format off */
#define LISTS(X)                                                                 \
    X(pools,          POOL,           ((const Pool *)self)->place.object)        \
    X(classes,        CLASS,          ((const NodeClass *)self)->object)         \
    X(groups,         GROUP,          ((const Group *)self)->place.object)       \
    X(places,         PLACE,          ((const Place *)self)->object)             \
    X(pods,           POD,            ((const Pod *)self)->owner)                \
    X(daemons,        POD,            ((const Pod *)self)->owner)                \
    X(managers,       MANAGER,        ((const Manager *)self)->owner)       \
    X(agents,         AGENT,          ((const Agent *)self)->pod->owner)         \
    X(autoscalers,    AUTOSCALER,     ((const Autoscaler *)self)->owner)           \
    X(charts,         CHART,          ((const Chart *)self)->object)             \
    X(claims,         CLAIM,          ((const Claim *)self)->object)             \
    X(device_classes, DEVICE_CLASS,   ((const DeviceClass *)self)->object)       \
    X(quotas,         QUOTA,          ((const Quota *)self)->object)             \
    X(limit_ranges,   LIMIT_RANGE,    ((const LimitRange *)self)->object)        \
    X(pdbs,           PDB,            ((const Pdb *)self)->object)               \
    X(priorities,     PRIORITY_CLASS, ((const PriorityClass *)self)->object)     \
    X(namespaces,     OBJECT_REF,     self)

#define LIST_GETTERS(name, id, of)                                                             \
    static const Object *object_of_##name(const void *self)                                    \
    {                                                                                          \
        return of;                                                                             \
    }                                                                                          \
    static CelValue list_##name(View v)                                                        \
    {                                                                                          \
        const FleetLists *l = fleet_lists(host_fleet(v.ev));                                   \
        return visible(v, HOST_##id, (const void *const *)l->name.items, l->name.len,          \
                       object_of_##name);                                                      \
    }                                                                                          \
    static CelValue input_##name(CelEval *ev, const void *self)                                \
    {                                                                                          \
        return list_##name(input_view(ev, self));                                              \
    }                                                                                          \
    static CelValue fleet_##name##_all(CelEval *ev, const void *self)                          \
    {                                                                                          \
        return list_##name(fleet_view(ev, self));                                              \
    }
/* clang-format on */
LISTS(LIST_GETTERS)

/* An object by name: absent only where nothing may be missing. */
static CelValue find(View v, const CelValue *args)
{
    Str kind = cel_str_of(args[0]), ns = cel_str_of(args[1]), name = cel_str_of(args[2]);
    const Object *o = fleet_object(host_fleet(v.ev), v.from, kind, ns, name);
    if (o)
        return cel_node(o->root);
    return v.open
               ? cel_unknown(arena_printf(v.ev->scratch, "%.*s %.*s", STR_ARG(kind), STR_ARG(name)))
               : cel_null();
}

static CelValue input_object(CelEval *ev, const void *self, const CelValue *args)
{
    return find(input_view(ev, self), args);
}

static CelValue fleet_find(CelEval *ev, const void *self, const CelValue *args)
{
    return find(fleet_view(ev, self), args);
}

/* Some pod tolerates the key by its name. */
static CelValue tolerates(View v, const CelValue *args)
{
    if (fleet_tolerates(host_fleet(v.ev), v.from, cel_str_of(args[0])))
        return cel_bool(true);
    return v.open ? cel_unknown(STR("the pods of the cluster")) : cel_bool(false);
}

static CelValue input_tolerates(CelEval *ev, const void *self, const CelValue *args)
{
    return tolerates(input_view(ev, self), args);
}

static CelValue fleet_all_tolerate(CelEval *ev, const void *self, const CelValue *args)
{
    return tolerates(fleet_view(ev, self), args);
}

static const CelField INPUT_FIELDS[] = {
    {"pools",         "list(pool)",           input_pools,          "NodePools"                            },
    {"classes",       "list(class)",          input_classes,        "node classes"                         },
    {"groups",        "list(group)",          input_groups,         "eksctl node groups"                   },
    {"places",        "list(place)",          input_places,         "pools and groups"                     },
    {"workloads",     "list(pod)",            input_pods,           "pods of every workload"               },
    {"pods",          "list(pod)",            input_pods,           "the same"                             },
    {"daemonsets",    "list(pod)",            input_daemons,        "pods that run once a node"            },
    {"managers",      "list(manager)",        input_managers,       "device plugins, DRA drivers, operands"},
    {"agents",        "list(agent)",          input_agents,         "agents that keep pods off new nodes"  },
    {"autoscalers",   "list(autoscaler)",     input_autoscalers,
     "Cluster Autoscaler, as a pod or as a chart"                                                          },
    {"charts",        "list(chart)",          input_charts,         "values of known charts"               },
    {"claims",        "list(claim)",          input_claims,         "ResourceClaims and their templates"   },
    {"deviceClasses", "list(device_class)",   input_device_classes, "DeviceClass objects"                  },
    {"quotas",        "list(quota)",          input_quotas,         "ResourceQuotas"                       },
    {"limitRanges",   "list(limit_range)",    input_limit_ranges,   "LimitRanges"                          },
    {"pdbs",          "list(pdb)",            input_pdbs,           "PodDisruptionBudgets"                 },
    {"priorities",    "list(priority_class)", input_priorities,
     "PriorityClasses, built-in ones left out"                                                             },
    {"namespaces",    "list(object_ref)",     input_namespaces,     "Namespaces"                           },
    {NULL,            NULL,                   NULL,                 NULL                                   },
};

static const CelMethod INPUT_METHODS[] = {
    {"tolerates", "(string) -> bool",                input_tolerates, "a pod tolerates taints of that key"},
    {"object",    "(string, string, string) -> dyn", input_object,
     "by kind, namespace and name; null when it was not given"                                            },
    {NULL,        NULL,                              NULL,            NULL                                },
};

const CelHostType HOST_INPUT_TYPE = {"input", INPUT_FIELDS, INPUT_METHODS, NULL, NULL};

static const CelField FLEET_FIELDS[] = {
    {"pools",         "list(pool)",           fleet_pools_all,          "NodePools"                            },
    {"classes",       "list(class)",          fleet_classes_all,        "node classes"                         },
    {"groups",        "list(group)",          fleet_groups_all,         "eksctl node groups"                   },
    {"places",        "list(place)",          fleet_places_all,         "pools and groups"                     },
    {"workloads",     "list(pod)",            fleet_pods_all,           "pods of every workload"               },
    {"pods",          "list(pod)",            fleet_pods_all,           "the same"                             },
    {"daemonsets",    "list(pod)",            fleet_daemons_all,        "pods that run once a node"            },
    {"managers",      "list(manager)",        fleet_managers_all,       "device plugins, DRA drivers, operands"},
    {"agents",        "list(agent)",          fleet_agents_all,         "agents that keep pods off new nodes"  },
    {"autoscalers",   "list(autoscaler)",     fleet_autoscalers_all,
     "Cluster Autoscaler, as a pod or as a chart"                                                              },
    {"charts",        "list(chart)",          fleet_charts_all,         "values of known charts"               },
    {"claims",        "list(claim)",          fleet_claims_all,         "ResourceClaims and their templates"   },
    {"deviceClasses", "list(device_class)",   fleet_device_classes_all, "DeviceClass objects"                  },
    {"quotas",        "list(quota)",          fleet_quotas_all,         "ResourceQuotas"                       },
    {"limitRanges",   "list(limit_range)",    fleet_limit_ranges_all,   "LimitRanges"                          },
    {"pdbs",          "list(pdb)",            fleet_pdbs_all,           "PodDisruptionBudgets"                 },
    {"priorities",    "list(priority_class)", fleet_priorities_all,
     "PriorityClasses, built-in ones left out"                                                                 },
    {"namespaces",    "list(object_ref)",     fleet_namespaces_all,     "Namespaces"                           },
    {NULL,            NULL,                   NULL,                     NULL                                   },
};

static const CelMethod FLEET_METHODS[] = {
    {"tolerates", "(string) -> bool",                fleet_all_tolerate, "a pod tolerates taints of that key"},
    {"object",    "(string, string, string) -> dyn", fleet_find,
     "by kind, namespace and name; null when there is none"                                                  },
    {NULL,        NULL,                              NULL,               NULL                                },
};

const CelHostType HOST_FLEET_TYPE = {"fleet", FLEET_FIELDS, FLEET_METHODS, NULL, NULL};

/* ---- platform ---- */

#define PLATFORM ((const Platform *)self)

static CelValue version_of(CelEval *ev, int32_t minor, Str what)
{
    return minor ? cel_str(arena_printf(ev->scratch, "1.%d", (int)minor)) : cel_unknown(what);
}

static CelValue get_kubernetes(CelEval *ev, const void *self)
{
    return version_of(ev, PLATFORM->kubernetes_minor, STR("platform.kubernetes"));
}

static CelValue get_karpenter(CelEval *ev, const void *self)
{
    return version_of(ev, PLATFORM->karpenter_minor, STR("platform.karpenter"));
}

static CelValue minor_of(int32_t minor, Str what)
{
    return minor ? cel_int(minor) : cel_unknown(what);
}

static CelValue get_kubernetes_minor(CelEval *ev, const void *self)
{
    (void)ev;
    return minor_of(PLATFORM->kubernetes_minor, STR("platform.kubernetes"));
}

static CelValue get_karpenter_minor(CelEval *ev, const void *self)
{
    (void)ev;
    return minor_of(PLATFORM->karpenter_minor, STR("platform.karpenter"));
}

static CelValue get_kubernetes_known(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(PLATFORM->kubernetes_minor > 0);
}

static CelValue get_karpenter_known(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(PLATFORM->karpenter_minor > 0);
}

static CelValue get_now(CelEval *ev, const void *self)
{
    int64_t now = host_context(ev)->now;
    (void)self;
    return now ? cel_timestamp(now, 0) : cel_unknown(STR("the time"));
}

static CelValue get_reservations(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_RESERVED, HOST_ITEMS(PLATFORM->reservations), false);
}

static CelValue get_mode(CelEval *ev, const void *self)
{
    (void)ev;
    if (PLATFORM->mode == MODE_UNKNOWN)
        return cel_unknown(STR("platform.mode"));
    return cel_str(PLATFORM->mode == MODE_AUTO ? STR("auto") : STR("karpenter"));
}

static CelValue get_region(CelEval *ev, const void *self)
{
    (void)ev;
    return PLATFORM->region.len ? cel_str(PLATFORM->region) : cel_unknown(STR("platform.region"));
}

static CelValue get_dra(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(PLATFORM->dra, STR("platform.dra"));
}

static CelValue get_dra_known(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(PLATFORM->dra != TRI_UNKNOWN);
}

static CelValue get_toleration(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(PLATFORM->extended_resource_toleration,
                   STR("platform.extended-resource-toleration"));
}

static CelValue get_gpu_memories(CelEval *ev, const void *self)
{
    const Facts *f = host_facts(ev);
    CelValue *values = arena_array(ev->scratch, CelValue, facts_type_count(f) + 1);
    size_t count = 0;
    (void)self;
    for (size_t i = 0; i < facts_type_count(f); i++) {
        int64_t mib = type_number(f, facts_type(f, i), STR("gpuMemory"));
        size_t k = 0;
        while (k < count && values[k].as.integer != mib)
            k++;
        if (mib && k == count)
            values[count++] = cel_int(mib);
    }
    return cel_list(values, count, false);
}

static CelValue removal(CelEval *ev, const void *self, const CelValue *args)
{
    const Node *map = cel_origin(args[0]);
    const Node *api = map ? node_field(map, STR("apiVersion")) : NULL;
    Removal *r = arena_new(ev->scratch, Removal);
    const Node *kind = map ? node_field(map, STR("kind")) : NULL;
    ApiKind of = {STR(""), STR(""), node_str(kind)};
    if (api && !str_cut(node_str(api), '/', &of.group, &of.version))
        of.version = node_str(api);
    *r = removal_of(ev->scratch, host_facts(ev), self, of);
    return cel_host(HOST_REMOVAL, r);
}

static const CelField PLATFORM_FIELDS[] = {
    {"kubernetes",                 "string",         get_kubernetes,       "target version: 1.34"                           },
    {"karpenter",                  "string",         get_karpenter,        "target version: 1.14"                           },
    {"kubernetesMinor",            "int",            get_kubernetes_minor, "34 for 1.34"                                    },
    {"karpenterMinor",             "int",            get_karpenter_minor,  "14 for 1.14"                                    },
    {"kubernetesKnown",            "bool",           get_kubernetes_known, "the target version is known"                    },
    {"karpenterKnown",             "bool",           get_karpenter_known,  "the target version is known"                    },
    {"mode",                       "string",         get_mode,             "karpenter or auto, where the configuration says"},
    {"now",                        "timestamp",      get_now,              "the time that dates are judged at"              },
    {"reservations",               "list(reserved)", get_reservations,     "that the configuration tells of"                },
    {"region",                     "string",         get_region,           "AWS region"                                     },
    {"draKnown",                   "bool",           get_dra_known,        "that is told"                                   },
    {"dra",                        "bool",           get_dra,              "Karpenter launches nodes for claims"            },
    {"extendedResourceToleration", "bool",           get_toleration,
     "the cluster adds tolerations, as EKS does"                                                                            },
    {"gpuMemories",                "list(int)",      get_gpu_memories,     "MiB of one GPU, of each kind that is known"     },
    {NULL,                         NULL,             NULL,                 NULL                                             },
};

static const CelMethod PLATFORM_METHODS[] = {
    {"kubelet", "(dyn, string) -> kubelet_setting", host_kubelet,
     "what an object tells kubelet, also in its user data"            },
    {"removal", "(dyn) -> removal",                 removal,
     "whether the API version of an object is still served"           },
    {NULL,      NULL,                               NULL,         NULL},
};

const CelHostType HOST_PLATFORM_TYPE = {"platform", PLATFORM_FIELDS, PLATFORM_METHODS, NULL, NULL};

/* ---- removal ---- */

static CelValue removal_gone(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(((const Removal *)self)->gone, STR("the target version"));
}

static CelValue removal_target(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const Removal *)self)->target_known);
}

static CelValue removal_since(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Removal *)self)->since);
}

static CelValue removal_repair(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Removal *)self)->repair);
}

static const CelField REMOVAL_FIELDS[] = {
    {"gone",        "bool",   removal_gone,
     "not served by the target; by no supported version where it is not known"         },
    {"targetKnown", "bool",   removal_target, "the target version is known"            },
    {"since",       "string", removal_since,  "first version without it: Karpenter 1.1"},
    {"repair",      "string", removal_repair, "what to write instead"                  },
    {NULL,          NULL,     NULL,           NULL                                     },
};

const CelHostType HOST_REMOVAL_TYPE = {"removal", REMOVAL_FIELDS, NULL, NULL, NULL};
