/* Cluster Autoscaler, and what it is told. */
#include "rule/host.h"

#define SCALER ((const Autoscaler *)self)

static CelValue get_text(CelEval *ev, const void *self)
{
    const Object *o = SCALER->owner;
    return cel_str(o->kind.len ? object_title(ev->scratch, o) : o->name);
}

static CelValue get_chart(CelEval *ev, const void *self)
{
    (void)ev;
    return SCALER->chart ? cel_host(HOST_CHART, SCALER->chart) : cel_null();
}

static CelValue get_pod(CelEval *ev, const void *self)
{
    (void)ev;
    return SCALER->pod ? cel_host(HOST_POD, SCALER->pod) : cel_null();
}

static NodePlace own_place(const void *self)
{
    if (SCALER->chart)
        return (NodePlace){SCALER->chart->node, STR("")};
    const Node *name = object_field(SCALER->owner, STR("metadata.name"));
    return (NodePlace){name ? name : SCALER->owner->root, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, own_place(self));
}

static Str own_text(const void *self)
{
    return SCALER->owner->name;
}

static CelValue flag(CelEval *ev, const void *self, const CelValue *args)
{
    Flag out;
    Str name = cel_str_of(args[0]);
    Tri set = autoscaler_flag(self, ev->scratch, host_facts(ev), name, &out);
    return set == TRI_UNKNOWN ? cel_unknown(name) : cel_str(out.value);
}

static CelValue option(CelEval *ev, const void *self, const CelValue *args)
{
    return host_at(ev, autoscaler_option(self, ev->scratch, host_facts(ev), cel_str_of(args[0])));
}

static CelValue same_cluster(CelEval *ev, const void *self, const CelValue *args)
{
    return host_same_cluster(ev, SCALER->owner, args);
}

static const CelField FIELDS[] = {
    {"text",   "string", get_text,   "for messages: Deployment kube-system/autoscaler"},
    {"chart",  "chart",  get_chart,  "that brings it; null for a pod"                 },
    {"pod",    "pod",    get_pod,    "that runs it; null where a chart brings it"     },
    {"source", "dyn",    get_source, "its object"                                     },
    {NULL,     NULL,     NULL,       NULL                                             },
};

static const CelMethod METHODS[] = {
    {"flag",         "(string) -> string", flag,
     "value of its option: \"true\" for a bare one, \"\" when absent"                    },
    {"optionSource", "(string) -> dyn",    option,       "where an option is or would be"},
    {"sameCluster",  "(dyn) -> bool",      same_cluster,
     "nothing says that they belong to different clusters"                               },
    {NULL,           NULL,                 NULL,         NULL                            },
};

const CelHostType HOST_AUTOSCALER_TYPE = {"autoscaler", FIELDS, METHODS, own_place, own_text};
