/* What bounds a pool: limits and disruption budgets. */
#include "rule/host.h"

#include "kube/cron.h"

/* ---- limit ---- */

#define LIMIT ((const PoolLimit *)self)

static CelValue limit_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LIMIT->resource);
}

static CelValue limit_quantity(CelEval *ev, const void *self)
{
    return LIMIT->unknown ? cel_unknown(STR("a limit")) : host_quantity(ev, LIMIT->quantity);
}

static CelValue limit_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(LIMIT->text);
}

static CelValue limit_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(LIMIT->node);
}

static CelValue limit_accelerator(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(LIMIT->accelerator);
}

static CelValue limit_known(CelEval *ev, const void *self)
{
    Resource r;
    return cel_bool(facts_resource(host_facts(ev), LIMIT->resource, &r) && r.modelled);
}

static CelValue limit_vendor(CelEval *ev, const void *self)
{
    return host_vendor(ev, LIMIT->resource);
}

static CelValue limit_near(CelEval *ev, const void *self)
{
    return cel_str(facts_resource_meant(host_facts(ev), LIMIT->resource));
}

static CelValue limit_suggestion(CelEval *ev, const void *self)
{
    Str near = facts_resource_meant(host_facts(ev), LIMIT->resource);
    return cel_str(near.len ? arena_printf(ev->scratch, "; write %.*s", STR_ARG(near)) : STR(""));
}

static NodePlace limit_place(const void *self)
{
    return (NodePlace){LIMIT->node, STR("")};
}

static const CelField LIMIT_FIELDS[] = {
    {"resource",    "string",   limit_resource,    "nvidia.com/gpu"                                  },
    {"quantity",    "quantity", limit_quantity,    "its amount"                                      },
    {"text",        "string",   limit_text,        "as written"                                      },
    {"accelerator", "bool",     limit_accelerator, "on a GPU or Neuron resource"                     },
    {"vendor",      "string",   limit_vendor,      "of that accelerator, or \"\""                    },
    {"known",       "bool",     limit_known,       "Karpenter knows the resource from instance types"},
    {"near",        "string",   limit_near,        "the known resource that was meant, or \"\""      },
    {"suggestion",  "string",   limit_suggestion,  "the same as an addition to a message"            },
    {"source",      "dyn",      limit_source,      "its place"                                       },
    {NULL,          NULL,       NULL,              NULL                                              },
};

const CelHostType HOST_LIMIT_TYPE = {"limit", LIMIT_FIELDS, NULL, limit_place, NULL};

/* ---- budget ---- */

#define BUDGET ((const Budget *)self)

static CelValue budget_nodes(CelEval *ev, const void *self)
{
    (void)ev;
    return BUDGET->nodes < 0 ? cel_unknown(STR("nodes of a budget")) : cel_int(BUDGET->nodes);
}

static CelValue budget_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(BUDGET->nodes_text);
}

static CelValue budget_scheduled(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(BUDGET->scheduled);
}

static CelValue budget_always(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(BUDGET->always, STR("the schedule of a budget"));
}

static CelValue budget_schedule(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(BUDGET->schedule);
}

/* An empty text: it parses, or there is none. One that does not stops every disruption. */
static CelValue budget_schedule_fault(CelEval *ev, const void *self)
{
    const Node *n = BUDGET->node ? node_field(BUDGET->node, STR("schedule")) : NULL;
    (void)ev;
    return node_unknown(n) ? cel_node(n) : cel_str(str_c(BUDGET->fault));
}

static CelValue budget_schedule_hint(CelEval *ev, const void *self)
{
    Str wrong, instead = cron_instead(ev->scratch, BUDGET->schedule, &wrong);
    return cel_str(instead.len ? arena_printf(ev->scratch, "; write %.*s for %.*s",
                                              STR_ARG(instead), STR_ARG(wrong))
                               : STR(""));
}

static CelValue budget_schedule_source(CelEval *ev, const void *self)
{
    const Node *n = BUDGET->node ? node_field(BUDGET->node, STR("schedule")) : NULL;
    return host_at(ev, n ? (NodePlace){n, STR("")} : (NodePlace){BUDGET->node, STR("schedule")});
}

static CelValue budget_duration(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(BUDGET->duration);
}

static CelValue budget_window(CelEval *ev, const void *self)
{
    return cel_str(arena_printf(ev->scratch, "'%.*s' for %.*s", STR_ARG(BUDGET->schedule),
                                STR_ARG(BUDGET->duration)));
}

static CelValue budget_default(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(BUDGET->is_default);
}

static CelValue budget_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(BUDGET->node);
}

static CelValue budget_covers(CelEval *ev, const void *self, const CelValue *args)
{
    Reason r = reason_parse(cel_str_of(args[0]));
    (void)ev;
    if (BUDGET->unknown && !(BUDGET->reasons & r))
        return cel_unknown(STR("reasons of a budget"));
    return cel_bool(BUDGET->reasons & r);
}

static NodePlace budget_place(const void *self)
{
    return (NodePlace){BUDGET->node, STR("")};
}

static const CelField BUDGET_FIELDS[] = {
    {"nodes",          "int",    budget_nodes,           "the number, also of a percentage"        },
    {"text",           "string", budget_text,            "nodes as written"                        },
    {"scheduled",      "bool",   budget_scheduled,       "holds in a window only"                  },
    {"always",         "bool",   budget_always,          "holds all the time, also by its windows" },
    {"schedule",       "string", budget_schedule,        "cron expression, \"\" without"           },
    {"scheduleFault",  "string", budget_schedule_fault,  "why the schedule does not parse, or \"\""},
    {"scheduleHint",   "string", budget_schedule_hint,   "what to write, for messages; or \"\""    },
    {"scheduleSource", "dyn",    budget_schedule_source, "where it is, or would be"                },
    {"duration",       "string", budget_duration,        "of the window, \"\" without"             },
    {"windowText",     "string", budget_window,          "for messages"                            },
    {"byDefault",      "bool",   budget_default,         "nothing is written: 10%"                 },
    {"source",         "dyn",    budget_source,          "its place"                               },
    {NULL,             NULL,     NULL,                   NULL                                      },
};

static const CelMethod BUDGET_METHODS[] = {
    {"covers", "(string) -> bool", budget_covers, "it counts for Empty, Underutilized, Drifted"},
    {NULL,     NULL,               NULL,          NULL                                         },
};

const CelHostType HOST_BUDGET_TYPE = {"budget", BUDGET_FIELDS, BUDGET_METHODS, budget_place, NULL};
