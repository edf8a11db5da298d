#include "rule/subject.h"

#include "kube/flavor.h"
#include "rule/host.h"

#include <string.h>

/* ---- what there is of each subject ---- */

/* clang-format off */
#define SUBJECT_LIST(name, list, of)                                                  \
    static size_t count_##name(const Fleet *f) { return fleet_lists(f)->list.len; }   \
    static const void *at_##name(const Fleet *f, size_t i)                            \
    {                                                                                 \
        return fleet_lists(f)->list.items[i];                                         \
    }                                                                                 \
    static const Object *object_of_##name(const void *self) { return of; }

SUBJECT_LIST(pool,         pools,          ((const Pool *)self)->place.object)
SUBJECT_LIST(group,        groups,         ((const Group *)self)->place.object)
SUBJECT_LIST(place,        places,         ((const Place *)self)->object)
SUBJECT_LIST(class,        classes,        ((const NodeClass *)self)->object)
SUBJECT_LIST(pod,          pods,           ((const Pod *)self)->owner)
SUBJECT_LIST(daemon,       daemons,        ((const Pod *)self)->owner)
SUBJECT_LIST(manager,      managers,       ((const Manager *)self)->owner)
SUBJECT_LIST(autoscaler,   autoscalers,    ((const Autoscaler *)self)->owner)
SUBJECT_LIST(chart,        charts,         ((const Chart *)self)->object)
SUBJECT_LIST(claim,        claims,         ((const Claim *)self)->object)
SUBJECT_LIST(device_class, device_classes, ((const DeviceClass *)self)->object)
SUBJECT_LIST(selector,     selectors,      ((const Selector *)self)->pod->owner)
SUBJECT_LIST(pdb,          pdbs,           ((const Pdb *)self)->object)
SUBJECT_LIST(quota,        quotas,         ((const Quota *)self)->object)
SUBJECT_LIST(flavor,       flavors,        ((const Flavor *)self)->object)
SUBJECT_LIST(object,       objects,        self)
/* clang-format on */

const Subject SUBJECTS[] = {
    {"nodepool",    "pool",        "pool",         count_pool,         at_pool,         object_of_pool    },
    {"nodegroup",   "group",       "group",        count_group,        at_group,        object_of_group   },
    {"place",       "place",       "place",        count_place,        at_place,        object_of_place   },
    {"nodeclass",   "class",       "class",        count_class,        at_class,        object_of_class   },
    {"pod",         "pod",         "pod",          count_pod,          at_pod,          object_of_pod     },
    {"daemonset",   "pod",         "pod",          count_daemon,       at_daemon,       object_of_daemon  },
    {"manager",     "manager",     "manager",      count_manager,      at_manager,      object_of_manager },
    {"chart",       "chart",       "chart",        count_chart,        at_chart,        object_of_chart   },
    {"autoscaler",  "autoscaler",  "autoscaler",   count_autoscaler,   at_autoscaler,
     object_of_autoscaler                                                                                 },
    {"claim",       "claim",       "claim",        count_claim,        at_claim,        object_of_claim   },
    {"deviceclass", "deviceClass", "device_class", count_device_class, at_device_class,
     object_of_device_class                                                                               },
    {"selector",    "selector",    "selector",     count_selector,     at_selector,     object_of_selector},
    {"pdb",         "pdb",         "pdb",          count_pdb,          at_pdb,          object_of_pdb     },
    {"quota",       "quota",       "quota",        count_quota,        at_quota,        object_of_quota   },
    {"flavor",      "flavor",      "flavor",       count_flavor,       at_flavor,       object_of_flavor  },
    {"object",      NULL,          "object_ref",   count_object,       at_object,       object_of_object  },
    {NULL,          NULL,          NULL,           NULL,               NULL,            NULL              },
};

const Subject *subject_find(Str name)
{
    for (const Subject *s = SUBJECTS; s->name; s++)
        if (str_eq(str_c(s->name), name))
            return s;
    return NULL;
}

/* ---- variables ---- */

CelEnv *subject_env(Arena *a, const Subject *s)
{
    CelEnv *env = cel_env_new(a, CEL_PROFILE_RULE);
    cel_env_hosts(env, HOSTS, HOST_COUNT);
    (void)cel_env_var(env, STR("object"), "dyn");
    (void)cel_env_var(env, STR("input"), "input");
    (void)cel_env_var(env, STR("fleet"), "fleet");
    (void)cel_env_var(env, STR("platform"), "platform");
    if (s && s->var)
        (void)cel_env_var(env, str_c(s->var), s->type);
    return env;
}

static HostId host_id(const char *type)
{
    for (size_t i = 0; i < HOST_COUNT; i++)
        if (strcmp(HOSTS[i]->name, type) == 0)
            return (HostId)i;
    return HOST_COUNT;
}

static CelValue value_of(const Subject *s, const void *self)
{
    return cel_host((uint16_t)host_id(s->type), self);
}

void subject_bind(const Subject *s, const void *self, const Object *object, Fleet *f,
                  CelValue *slots)
{
    const void *viewer = host_viewer(object);
    *slots++ = object ? cel_node(object->root) : cel_null();
    *slots++ = cel_host(HOST_INPUT, viewer);
    *slots++ = cel_host(HOST_FLEET, viewer);
    *slots++ = cel_host(HOST_PLATFORM, fleet_platform(f, object));
    if (s && s->var)
        *slots = value_of(s, self);
}
