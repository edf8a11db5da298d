/* Resource flavors of Kueue. */
#include "rule/host.h"

#include "kube/flavor.h"

#define FLAVOR ((const Flavor *)self)

static CelValue get_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(object_called(FLAVOR->object));
}

static CelValue get_taints(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_TAINT, HOST_ITEMS(FLAVOR->nodes.taints), FLAVOR->nodes.taints_open);
}

static CelValue get_places(CelEval *ev, const void *self)
{
    return host_list(ev, HOST_PLACE, (const void *const *)FLAVOR->places.items, FLAVOR->places.len,
                     FLAVOR->places_open);
}

static CelValue get_jobs(CelEval *ev, const void *self)
{
    return host_list(ev, HOST_POD, (const void *const *)FLAVOR->jobs.items, FLAVOR->jobs.len,
                     false);
}

static CelValue call_tolerates(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(flavor_tolerates(FLAVOR, args[0].as.host), STR("tolerations of a flavor"));
}

static NodePlace place_of(const void *self)
{
    return (NodePlace){FLAVOR->object->root, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, place_of(self));
}

static Str text_of(const void *self)
{
    return FLAVOR->object->name;
}

static const CelField FIELDS[] = {
    {"name",   "string",      get_name,   "its name"                                      },
    {"taints", "list(taint)", get_taints, "nodeTaints, as it declares them"               },
    {"places", "list(place)", get_places, "whose nodes have all its labels"               },
    {"jobs",   "list(pod)",   get_jobs,   "queued pods that no other flavor here may take"},
    {"source", "dyn",         get_source, "its object"                                    },
    {NULL,     NULL,          NULL,       NULL                                            },
};

static const CelMethod METHODS[] = {
    {"tolerates", "(taint) -> bool", call_tolerates,
     "it adds a toleration of the taint to its pods"     },
    {NULL,        NULL,              NULL,           NULL},
};

const CelHostType HOST_FLAVOR_TYPE = {"flavor", FIELDS, METHODS, place_of, text_of};
