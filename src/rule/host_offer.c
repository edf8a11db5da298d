/* How the nodes of a place offer a device that a plugin may share, and what tells the plugin so. */
#include "kube/offer.h"
#include "rule/host_place.h"

#define OFFER ((const Offer *)self)

static CelValue get_manager(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_MANAGER, OFFER->by);
}

static CelValue get_shared(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(OFFER->sharing.shared, STR("how a device is shared"));
}

static CelValue get_single(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(tri_and(OFFER->sharing.shared, OFFER->sharing.single),
                   STR("how a device is shared"));
}

static CelValue get_replicas(CelEval *ev, const void *self)
{
    (void)ev;
    return OFFER->sharing.replicas < 0 ? cel_unknown(STR("replicas of a device"))
                                       : cel_int(OFFER->sharing.replicas);
}

static CelValue get_strategy(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(OFFER->sharing.strategy);
}

static CelValue get_slices(CelEval *ev, const void *self)
{
    (void)ev;
    Str slices = OFFER->sharing.slices;
    return slices.len ? cel_str(slices) : cel_unknown(STR("migStrategy"));
}

static CelValue get_name(CelEval *ev, const void *self)
{
    (void)ev;
    Tri renamed = tri_and(OFFER->sharing.shared, OFFER->sharing.renamed);
    if (renamed == TRI_UNKNOWN)
        return cel_unknown(STR("the name of a shared device"));
    return cel_str(renamed == TRI_YES ? OFFER->renamed : OFFER->device);
}

static NodePlace place_of(const void *self)
{
    return (NodePlace){OFFER->sharing.at, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, place_of(self));
}

static CelValue has(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(offer_has(self, cel_str_of(args[0])), STR("what a node offers"));
}

CelValue place_call_offer(CelEval *ev, const void *self, const CelValue *args)
{
    const Fleet *f = host_fleet(ev);
    Str device = offer_device(f, cel_str_of(args[0]));
    const Offer *o = device.len ? fleet_offer(f, self, device) : NULL;
    return o && o->told ? cel_host(HOST_OFFER, o) : cel_unknown(STR("what a device plugin offers"));
}

static const CelField FIELDS[] = {
    {"manager",  "manager", get_manager,  "the plugin that does"                          },
    {"shared",   "bool",    get_shared,   "several pods get one device"                   },
    {"single",   "bool",    get_single,   "a request for more than one of them is refused"},
    {"replicas", "int",     get_replicas, "of each device"                                },
    {"strategy", "string",  get_strategy, "time-slicing, MPS or \"\""                     },
    {"slices",   "string",  get_slices,   "migStrategy: none, single or mixed"            },
    {"name",     "string",  get_name,     "the resource that it is offered as"            },
    {"source",   "dyn",     get_source,   "the number of replicas, or null"               },
    {NULL,       NULL,      NULL,         NULL                                            },
};

static const CelMethod METHODS[] = {
    {"has", "(string) -> bool", has,  "nodes offer that resource"},
    {NULL,  NULL,               NULL, NULL                       },
};

const CelHostType HOST_OFFER_TYPE = {"offer", FIELDS, METHODS, place_of, NULL};
