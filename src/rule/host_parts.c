/* Parts of pods: tolerations, spread, priority, role; and references to objects. */
#include "rule/host.h"

#include "base/nearest.h"
#include "kube/spread.h"

/* ---- toleration ---- */

static CelValue tol_key(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Toleration *)self)->key);
}

static CelValue tol_operator(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Toleration *)self)->op);
}

static CelValue tol_value(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Toleration *)self)->value);
}

static CelValue tol_effect(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Toleration *)self)->effect);
}

static CelValue tol_added(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(!((const Toleration *)self)->node);
}

static NodePlace tol_place(const void *self)
{
    return (NodePlace){((const Toleration *)self)->node, STR("")};
}

static CelValue tol_source(CelEval *ev, const void *self)
{
    return host_at(ev, tol_place(self));
}

static Str tol_text(const void *self)
{
    return ((const Toleration *)self)->key;
}

static const CelField TOLERATION_FIELDS[] = {
    {"key",      "string", tol_key,      "\"\" for every key"              },
    {"operator", "string", tol_operator, "Equal when absent"               },
    {"value",    "string", tol_value,    "\"\" when absent"                },
    {"effect",   "string", tol_effect,   "\"\" for every effect"           },
    {"added",    "bool",   tol_added,    "by EKS' admission, not written"  },
    {"source",   "dyn",    tol_source,   "its place, null for an added one"},
    {NULL,       NULL,     NULL,         NULL                              },
};

const CelHostType HOST_TOLERATION_TYPE = {"toleration", TOLERATION_FIELDS, NULL, tol_place,
                                          tol_text};

/* ---- spread ---- */

static CelValue spread_key(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Spread *)self)->key);
}

static CelValue spread_hard(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(((const Spread *)self)->hard, STR("whenUnsatisfiable"));
}

static CelValue spread_apart(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const Spread *)self)->apart);
}

static CelValue spread_own(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(((const Spread *)self)->own, STR("labelSelector"));
}

static CelValue spread_node(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(((const Spread *)self)->node);
}

static CelValue spread_words(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Spread *)self)->text);
}

static NodePlace spread_place(const void *self)
{
    return (NodePlace){((const Spread *)self)->node, STR("")};
}

static CelValue spread_source(CelEval *ev, const void *self)
{
    return host_at(ev, spread_place(self));
}

static Str spread_text(const void *self)
{
    return ((const Spread *)self)->text;
}

static const CelField SPREAD_FIELDS[] = {
    {"key",    "string", spread_key,    "topology key"                               },
    {"hard",   "bool",   spread_hard,   "required: without it the pod does not run"  },
    {"apart",  "bool",   spread_apart,  "anti-affinity: no two pods in one domain"   },
    {"node",   "dyn",    spread_node,   "the constraint or term as written"          },
    {"own",    "bool",   spread_own,    "its selector counts the workload's own pods"},
    {"text",   "string", spread_words,  "for messages"                               },
    {"source", "dyn",    spread_source, "its place"                                  },
    {NULL,     NULL,     NULL,          NULL                                         },
};

const CelHostType HOST_SPREAD_TYPE = {"spread", SPREAD_FIELDS, NULL, spread_place, spread_text};

/* ---- priority ---- */

static CelValue priority_name(CelEval *ev, const void *self)
{
    const Priority *p = self;
    (void)ev;
    return p->unnamed ? cel_unknown(STR("the priority class")) : cel_str(p->name);
}

static CelValue priority_value(CelEval *ev, const void *self)
{
    const Priority *p = self;
    (void)ev;
    return p->unknown ? cel_unknown(STR("PriorityClass")) : cel_int(p->value);
}

static CelValue priority_preempts(CelEval *ev, const void *self)
{
    const Priority *p = self;
    (void)ev;
    if (p->unknown)
        return cel_unknown(STR("PriorityClass"));
    return cel_bool(!p->priority_class || p->priority_class->preempts);
}

static CelValue priority_exists(CelEval *ev, const void *self)
{
    const Priority *p = self;
    if (p->exists != TRI_YES && host_open(ev))
        return cel_unknown(STR("PriorityClass"));
    return cel_tri(p->exists, STR("PriorityClass"));
}

/* A class of the input whose name comes near one that is not there. */
static CelValue priority_meant(CelEval *ev, const void *self)
{
    const Priority *p = self;
    const FleetLists *l = fleet_lists(host_fleet(ev));
    Nearest n = nearest_to(p->name);
    for (size_t i = 0; i < l->priorities.len && !p->priority_class && p->name.len; i++)
        nearest_offer(&n, l->priorities.items[i]->name);
    return cel_str(n.best);
}

static NodePlace priority_place(const void *self)
{
    return ((const Priority *)self)->at;
}

static CelValue priority_source(CelEval *ev, const void *self)
{
    return host_at(ev, priority_place(self));
}

static Str priority_text(const void *self)
{
    return ((const Priority *)self)->name;
}

static const CelField PRIORITY_FIELDS[] = {
    {"name",       "string", priority_name,     "of its class, \"\" for none"         },
    {"value",      "int",    priority_value,    "0 without a class"                   },
    {"preempts",   "bool",   priority_preempts, "evicts pods of lower priority"       },
    {"exists",     "bool",   priority_exists,   "the class is there, or none is named"},
    {"suggestion", "string", priority_meant,
     "class of the input that the name of an absent one comes near, or \"\""          },
    {"source",     "dyn",    priority_source,   "place of priorityClassName"          },
    {NULL,         NULL,     NULL,              NULL                                  },
};

const CelHostType HOST_PRIORITY_TYPE = {"priority", PRIORITY_FIELDS, NULL, priority_place,
                                        priority_text};

/* ---- object ---- */

static CelValue object_kind(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Object *)self)->kind);
}

static CelValue object_group(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Object *)self)->group);
}

static CelValue object_ns(CelEval *ev, const void *self)
{
    const Object *o = self;
    (void)ev;
    return o->ns_unknown ? cel_unknown(STR("its namespace")) : cel_str(o->ns);
}

static CelValue object_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(object_called(self));
}

static CelValue object_node(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(((const Object *)self)->root);
}

static NodePlace object_place(const void *self)
{
    return (NodePlace){((const Object *)self)->root, STR("")};
}

static Str object_text(const void *self)
{
    return ((const Object *)self)->name;
}

static const CelField OBJECT_FIELDS[] = {
    {"kind",      "string", object_kind,  "its kind"                             },
    {"group",     "string", object_group, "API group, \"\" for core"             },
    {"namespace", "string", object_ns,    "unknown where the manifest names none"},
    {"name",      "string", object_name,  "metadata.name"                        },
    {"object",    "dyn",    object_node,  "the manifest"                         },
    {NULL,        NULL,     NULL,         NULL                                   },
};

const CelHostType HOST_OBJECT_REF_TYPE = {"object_ref", OBJECT_FIELDS, NULL, object_place,
                                          object_text};

/* ---- role source ---- */

static CelValue role_words_of(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const RoleSource *)self)->text);
}

static CelValue role_declared(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const RoleSource *)self)->declared);
}

static NodePlace role_place(const void *self)
{
    return (NodePlace){((const RoleSource *)self)->node, STR("")};
}

static CelValue role_source(CelEval *ev, const void *self)
{
    return host_at(ev, role_place(self));
}

static Str role_text(const void *self)
{
    return ((const RoleSource *)self)->text;
}

static CelValue role_exposed(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const RoleSource *)self)->exposed);
}

static const CelField ROLE_FIELDS[] = {
    {"text",     "string", role_words_of, "the signal in words"                             },
    {"declared", "bool",   role_declared, "gpulint/role or the object's own words say so"   },
    {"source",   "dyn",    role_source,   "where, or null"                                  },
    {"exposed",  "bool",   role_exposed,  "it rests on pods, and one of them may be evicted"},
    {NULL,       NULL,     NULL,          NULL                                              },
};

const CelHostType HOST_ROLE_SOURCE_TYPE = {"role_source", ROLE_FIELDS, NULL, role_place, role_text};
