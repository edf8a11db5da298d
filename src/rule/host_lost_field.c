/* Fields that the API server drops, as rules see them. */
#include "kube/lost_field.h"
#include "rule/host.h"

#define LOST ((const LostField *)self)

static CelValue get_key(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->key);
}

static CelValue get_under(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->under);
}

static CelValue get_dropped(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(LOST->dropped, STR("platform.karpenter"));
}

static CelValue get_since(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_int(LOST->since);
}

static CelValue get_listed(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(LOST->listed);
}

static CelValue get_near(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->near);
}

static CelValue get_belongs(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->belongs);
}

static CelValue get_other(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->other);
}

static CelValue get_lost(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->lost);
}

static CelValue get_instead(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LOST->instead);
}

static CelValue get_source(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(LOST->node);
}

static NodePlace own_place(const void *self)
{
    return (NodePlace){LOST->node, STR("")};
}

static Str own_text(const void *self)
{
    return LOST->key;
}

static const CelField FIELDS[] = {
    {"key",     "string", get_key,     "its name"                                                   },
    {"under",   "string", get_under,   "path that it stands below: spec.kubelet"                    },
    {"dropped", "bool",   get_dropped, "by the target; unknown when some supported versions have it"},
    {"since",   "int",    get_since,   "minor version of Karpenter that has it; 0: none is known"   },
    {"listed",  "bool",   get_listed,  "known as no field, although people write it"                },
    {"near",    "string", get_near,    "the field beside it that it resembles, or \"\""             },
    {"belongs", "string", get_belongs, "path of a field of that name elsewhere, or \"\""            },
    {"other",   "string", get_other,   "kind that has that path, where it is another; or \"\""      },
    {"lost",    "string", get_lost,    "what follows, or \"\""                                      },
    {"instead", "string", get_instead, "what to write, or \"\""                                     },
    {"source",  "dyn",    get_source,  "its value"                                                  },
    {NULL,      NULL,     NULL,        NULL                                                         },
};

const CelHostType HOST_LOST_FIELD_TYPE = {"lost_field", FIELDS, NULL, own_place, own_text};

CelValue host_lost_fields(CelEval *ev, const Object *o, PoolMode mode)
{
    LostFields found = {0};
    /* Auto Mode has versions of its own, which nobody publishes. */
    int32_t minor = mode == MODE_AUTO ? 0 : fleet_platform(host_fleet(ev), o)->karpenter_minor;
    if (o)
        lost_fields(ev->scratch, host_facts(ev), minor, o, &found);
    return host_array(ev, HOST_LOST_FIELD, HOST_ITEMS(found.list), false);
}
