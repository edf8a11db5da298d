/* Settings of kubelet, as rules see them. */
#include "kube/kubelet_setting.h"
#include "rule/host.h"

#define SETTING ((const KubeletSetting *)self)

static CelValue get_set(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(SETTING->set, STR("what user data tells kubelet"));
}

static CelValue get_value(CelEval *ev, const void *self)
{
    (void)ev;
    if (SETTING->set == TRI_UNKNOWN)
        return cel_unknown(STR("what user data tells kubelet"));
    return cel_str(SETTING->set == TRI_YES ? SETTING->value : STR(""));
}

static CelValue get_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(SETTING->node);
}

static NodePlace own_place(const void *self)
{
    return (NodePlace){SETTING->node, STR("")};
}

static const CelField FIELDS[] = {
    {"set",    "bool",   get_set,    "it is told"                                  },
    {"value",  "string", get_value,  "as text; \"\" where it is not told, or a map"},
    {"source", "dyn",    get_source, "the value, or the user data; null without"   },
    {NULL,     NULL,     NULL,       NULL                                          },
};

const CelHostType HOST_KUBELET_SETTING_TYPE = {"kubelet_setting", FIELDS, NULL, own_place, NULL};

CelValue host_kubelet(CelEval *ev, const void *self, const CelValue *args)
{
    const Node *root = cel_origin(args[0]);
    KubeletSetting *s = arena_new(ev->scratch, KubeletSetting);
    (void)self;
    *s = (KubeletSetting){.set = TRI_NO};
    if (root)
        *s = kubelet_setting(ev->scratch, host_facts(ev), root, cel_str_of(args[1]));
    return cel_host(HOST_KUBELET_SETTING, s);
}
