/* Agents that keep pods off new nodes, as rules see them. */
#include "rule/host.h"

#define AGENT ((const Agent *)self)

static CelValue get_what(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(AGENT->what);
}

static CelValue get_taint(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(AGENT->taint);
}

static CelValue get_effect(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(AGENT->effect);
}

static CelValue get_sets(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(AGENT->sets);
}

static NodePlace own_place(const void *self)
{
    const Object *o = AGENT->pod->owner;
    const Node *name = object_field(o, STR("metadata.name"));
    return (NodePlace){name ? name : o->root, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, own_place(self));
}

static Str own_text(const void *self)
{
    return AGENT->what;
}

static const CelField FIELDS[] = {
    {"what",   "string", get_what,   "for messages: Cilium"                      },
    {"taint",  "string", get_taint,  "key that it removes once it is ready"      },
    {"effect", "string", get_effect, "of that taint"                             },
    {"sets",   "bool",   get_sets,   "it puts the taint on every new node itself"},
    {"source", "dyn",    get_source, "its object"                                },
    {NULL,     NULL,     NULL,       NULL                                        },
};

const CelHostType HOST_AGENT_TYPE = {"agent", FIELDS, NULL, own_place, own_text};
