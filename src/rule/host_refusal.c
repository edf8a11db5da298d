/* Refusals: amounts of a pod that a LimitRange does not let through. */
#include "kube/refuse.h"
#include "rule/host_pod.h"

static const Refusal *refusal_of(const void *self)
{
    return self;
}

static CelValue refusal_kind(CelEval *ev, const void *self)
{
    static const Str KINDS[] = {[REFUSAL_ABOVE] = STR_INIT("max"),
                                [REFUSAL_BELOW] = STR_INIT("min"),
                                [REFUSAL_LIMIT] = STR_INIT("default")};
    (void)ev;
    return cel_str(KINDS[refusal_of(self)->kind]);
}

static CelValue refusal_container(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_CONTAINER, refusal_of(self)->container);
}

static CelValue refusal_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(refusal_of(self)->resource);
}

static CelValue refusal_amount(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(node_scalar(refusal_of(self)->amount));
}

static CelValue refusal_bound(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(node_scalar(refusal_of(self)->bound));
}

static CelValue refusal_range(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_LIMIT_RANGE, refusal_of(self)->range);
}

static NodePlace refusal_place(const void *self)
{
    return (NodePlace){refusal_of(self)->amount, STR("")};
}

static CelValue refusal_source(CelEval *ev, const void *self)
{
    return host_at(ev, refusal_place(self));
}

static CelValue refusal_bound_at(CelEval *ev, const void *self)
{
    return host_at(ev, (NodePlace){refusal_of(self)->bound, STR("")});
}

static const CelField REFUSAL_FIELDS[] = {
    {"kind",        "string",      refusal_kind,
     "max, min, or default: a request above the limit that its container is given"              },
    {"container",   "container",   refusal_container, "whose amount it is"                      },
    {"resource",    "string",      refusal_resource,  "of which there is too much or too little"},
    {"amount",      "string",      refusal_amount,    "as written"                              },
    {"bound",       "string",      refusal_bound,     "of the LimitRange, as written"           },
    {"range",       "limit_range", refusal_range,     "the LimitRange"                          },
    {"source",      "dyn",         refusal_source,    "place of the amount"                     },
    {"boundSource", "dyn",         refusal_bound_at,  "place of the bound"                      },
    {NULL,          NULL,          NULL,              NULL                                      },
};

const CelHostType HOST_REFUSAL_TYPE = {"refusal", REFUSAL_FIELDS, NULL, refusal_place, NULL};

CelValue refusals_of(CelEval *ev, const void *self)
{
    Refusals found = {0};
    fleet_refusals(host_fleet(ev), ev->scratch, self, &found);
    return host_array(ev, HOST_REFUSAL, HOST_ITEMS(found.list), found.open);
}
