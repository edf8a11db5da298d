/* Charts: values of what brings device plugins, drivers and Karpenter itself. */
#include "rule/host.h"

#define CHART ((const Chart *)self)

static CelValue get_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(CHART->name);
}

static CelValue get_title(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(CHART->title);
}

static CelValue get_text(CelEval *ev, const void *self)
{
    return cel_str(CHART->object->kind.len ? object_title(ev->scratch, CHART->object)
                                           : CHART->object->name);
}

static CelValue get_release(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(CHART->release);
}

static CelValue get_version(CelEval *ev, const void *self)
{
    (void)ev;
    return CHART->release_unknown ? cel_unknown(STR("chart version")) : cel_str(CHART->version);
}

static CelValue get_version_source(CelEval *ev, const void *self)
{
    return host_at(ev, CHART->version_at);
}

static CelValue get_pinned(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(chart_pinned(CHART), STR("chart version"));
}

static CelValue get_namespace(CelEval *ev, const void *self)
{
    (void)ev;
    return CHART->ns_unknown ? cel_unknown(STR("namespace of a release")) : cel_str(CHART->ns);
}

static CelValue get_namespace_source(CelEval *ev, const void *self)
{
    return host_at(ev, CHART->ns_at);
}

static CelValue get_values(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(CHART->values);
}

static NodePlace place_of(const void *self)
{
    return (NodePlace){CHART->node, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, place_of(self));
}

static Str text_of(const void *self)
{
    return CHART->name;
}

static CelValue enabled(CelEval *ev, const void *self, const CelValue *args)
{
    Str path = arena_printf(ev->scratch, "%.*s.enabled", STR_ARG(cel_str_of(args[0])));
    return cel_tri(chart_enabled(CHART, path), path);
}

static CelValue sets(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(chart_sets(CHART, cel_str_of(args[0])), cel_str_of(args[0]));
}

static CelValue value(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    Str path = cel_str_of(args[0]);
    const Node *n = chart_value(CHART, path);
    return n ? cel_node(n) : cel_unknown(path);
}

static CelValue path(CelEval *ev, const void *self, const CelValue *args)
{
    return host_at(ev, chart_place(CHART, cel_str_of(args[0])));
}

static CelValue same_cluster(CelEval *ev, const void *self, const CelValue *args)
{
    return host_same_cluster(ev, CHART->object, args);
}

static const CelField FIELDS[] = {
    {"name",            "string", get_name,             "gpu-operator, by whatever name it goes"               },
    {"title",           "string", get_title,            "for messages: NVIDIA GPU Operator"                    },
    {"text",            "string", get_text,             "the object that has its values: HelmRelease cards"    },
    {"release",         "bool",   get_release,          "a version belongs here; not to a values file"         },
    {"version",         "string", get_version,          "as written, \"\" without"                             },
    {"versionSource",   "dyn",    get_version_source,   "where it is, or would be"                             },
    {"pinned",          "bool",   get_pinned,           "one fixed version or digest"                          },
    {"namespace",       "string", get_namespace,        "of the release"                                       },
    {"namespaceSource", "dyn",    get_namespace_source, "where it is, or would be"                             },
    {"values",          "dyn",    get_values,           "as written, over known defaults; what else is unknown"},
    {"source",          "dyn",    get_source,           "the map that names it"                                },
    {NULL,              NULL,     NULL,                 NULL                                                   },
};

static const CelMethod METHODS[] = {
    {"enabled",     "(string) -> bool", enabled,      "driver: what driver.enabled comes to"    },
    {"sets",        "(string) -> bool", sets,         "somebody writes it, be it the default"   },
    {"value",       "(string) -> dyn",  value,        "at driver.version, written or by default"},
    {"path",        "(string) -> dyn",  path,         "where driver.enabled is, or would be"    },
    {"sameCluster", "(dyn) -> bool",    same_cluster,
     "nothing says that they belong to different clusters"                                      },
    {NULL,          NULL,               NULL,         NULL                                      },
};

const CelHostType HOST_CHART_TYPE = {"chart", FIELDS, METHODS, place_of, text_of};
