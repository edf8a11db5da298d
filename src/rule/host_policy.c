/* Quotas, disruption budgets, limit ranges and priority classes. */
#include "rule/host.h"

static CelValue ns_of(const Object *o)
{
    return o->ns_unknown ? cel_unknown(STR("its namespace")) : cel_str(o->ns);
}

static NodePlace root_of(const Object *o)
{
    return (NodePlace){o ? o->root : NULL, STR("")};
}

/* ---- quota ---- */

static const Quota *quota_of(const void *self)
{
    return self;
}

static CelValue quota_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(object_called(quota_of(self)->object));
}

static CelValue quota_ns(CelEval *ev, const void *self)
{
    (void)ev;
    return ns_of(quota_of(self)->object);
}

static CelValue quota_hard(CelEval *ev, const void *self)
{
    const Quota *q = self;
    return host_list(ev, HOST_QUOTA_KEY, (const void *const *)q->hard.items, q->hard.len,
                     q->hard_open);
}

static CelValue quota_pods(CelEval *ev, const void *self)
{
    const Quota *q = self;
    return host_list(ev, HOST_POD, (const void *const *)q->pods.items, q->pods.len, q->pods_open);
}

static NodePlace quota_place(const void *self)
{
    return root_of(quota_of(self)->object);
}

static CelValue quota_source(CelEval *ev, const void *self)
{
    return host_at(ev, quota_place(self));
}

static CelValue quota_same(CelEval *ev, const void *self, const CelValue *args)
{
    return host_same_cluster(ev, quota_of(self)->object, args);
}

static Str quota_text(const void *self)
{
    return quota_of(self)->object->name;
}

static const CelField QUOTA_FIELDS[] = {
    {"name",      "string",          quota_name,   "its name"                             },
    {"namespace", "string",          quota_ns,     "unknown where the manifest names none"},
    {"hard",      "list(quota_key)", quota_hard,   "keys of spec.hard"                    },
    {"pods",      "list(pod)",       quota_pods,   "pods of its namespace in the input"   },
    {"source",    "dyn",             quota_source, "its object"                           },
    {NULL,        NULL,              NULL,         NULL                                   },
};

static const CelMethod QUOTA_METHODS[] = {
    {"sameCluster", "(dyn) -> bool", quota_same,
     "nothing says that the two belong to different clusters"},
    {NULL,          NULL,            NULL,       NULL        },
};

const CelHostType HOST_QUOTA_TYPE = {"quota", QUOTA_FIELDS, QUOTA_METHODS, quota_place, quota_text};

/* ---- key of a quota ---- */

static const QuotaKey *key_of(const void *self)
{
    return self;
}

static CelValue key_key(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(key_of(self)->key);
}

static CelValue key_resource(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(key_of(self)->resource);
}

static CelValue key_form(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(key_of(self)->form);
}

static CelValue key_accelerator(CelEval *ev, const void *self)
{
    Resource r;
    return cel_bool(facts_resource(host_facts(ev), key_of(self)->resource, &r) && r.accelerator);
}

static CelValue key_quantity(CelEval *ev, const void *self)
{
    const QuotaKey *k = self;
    return k->unknown ? cel_unknown(k->key) : host_quantity(ev, k->quantity);
}

static CelValue key_written(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(key_of(self)->text);
}

static NodePlace key_place(const void *self)
{
    return (NodePlace){key_of(self)->node, STR("")};
}

static CelValue key_source(CelEval *ev, const void *self)
{
    return host_at(ev, key_place(self));
}

static CelValue key_counts(CelEval *ev, const void *self, const CelValue *args)
{
    Quantity q;
    bool unknown;
    (void)ev;
    bool counts = quota_demand(self, args[0].as.host, &q, &unknown);
    return counts && key_of(self)->quota->scoped ? cel_unknown(STR("what the quota selects"))
                                                 : cel_bool(counts);
}

static CelValue key_demand(CelEval *ev, const void *self, const CelValue *args)
{
    Quantity q;
    bool unknown;
    (void)quota_demand(self, args[0].as.host, &q, &unknown);
    return unknown ? cel_unknown(key_of(self)->resource) : host_quantity(ev, q);
}

static CelValue key_must(CelEval *ev, const void *self, const CelValue *args)
{
    bool unknown;
    const Container *c = quota_unset(self, args[0].as.host, &unknown);
    (void)ev;
    return !c && unknown ? cel_unknown(STR("a container")) : cel_bool(c != NULL);
}

static CelValue key_unset(CelEval *ev, const void *self, const CelValue *args)
{
    bool unknown;
    const Container *c = quota_unset(self, args[0].as.host, &unknown);
    return c ? host_at(ev, c->resources_at) : cel_null();
}

static Str key_text(const void *self)
{
    return key_of(self)->key;
}

static const CelField KEY_FIELDS[] = {
    {"key",         "string",   key_key,         "as written"                                      },
    {"resource",    "string",   key_resource,    "without requests. or limits.; \"\" for count/…"},
    {"form",        "string",   key_form,        "requests, limits or \"\""                        },
    {"accelerator", "bool",     key_accelerator, "counts a GPU, Neuron chip or the like"           },
    {"quantity",    "quantity", key_quantity,    "the bound"                                       },
    {"text",        "string",   key_written,     "the bound as written"                            },
    {"source",      "dyn",      key_source,      "the bound's place"                               },
    {NULL,          NULL,       NULL,            NULL                                              },
};

static const CelMethod KEY_METHODS[] = {
    {"counts",      "(pod) -> bool",     key_counts, "the key counts such pods at all"          },
    {"demand",      "(pod) -> quantity", key_demand, "what one pod takes of it"                 },
    {"mustBeSet",   "(pod) -> bool",     key_must,   "the pod leaves out what the quota demands"},
    {"unsetSource", "(pod) -> dyn",      key_unset,
     "resources of the container that leaves it out, or null"                                   },
    {NULL,          NULL,                NULL,       NULL                                       },
};

const CelHostType HOST_QUOTA_KEY_TYPE = {"quota_key", KEY_FIELDS, KEY_METHODS, key_place, key_text};

/* ---- disruption budget ---- */

static const Pdb *pdb_of(const void *self)
{
    return self;
}

static CelValue pdb_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(object_called(pdb_of(self)->object));
}

static CelValue pdb_ns(CelEval *ev, const void *self)
{
    (void)ev;
    return ns_of(pdb_of(self)->object);
}

static CelValue pdb_pods(CelEval *ev, const void *self)
{
    const Pdb *b = self;
    return host_list(ev, HOST_POD, (const void *const *)b->pods.items, b->pods.len, b->pods_open);
}

/* Each NodePool once, whatever number of pods it takes. */
static CelValue pdb_pools(CelEval *ev, const void *self)
{
    const Pdb *b = self;
    Fleet *f = host_fleet(ev);
    size_t total = fleet_lists(f)->places.len;
    bool *seen = arena_array(ev->scratch, bool, total + 1), open = b->pods_open;
    VEC(const void *) found = {0};
    for (size_t i = 0; i < b->pods.len; i++) {
        const PlaceList *places = fleet_places(f, b->pods.items[i]);
        open |= places->open;
        for (size_t k = 0; k < places->list.len && found.len < total; k++) {
            const Place *place = places->list.items[k];
            if (place->kind == PLACE_POOL && !seen[place->index])
                *vec_push(ev->scratch, &found) = place;
            seen[place->index] = true;
        }
    }
    return host_list(ev, HOST_POOL, found.items, found.len, open);
}

static CelValue pdb_blocks(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(pdb_of(self)->blocks, STR("replicas"));
}

static CelValue pdb_block_text(CelEval *ev, const void *self)
{
    const Pdb *b = self;
    if (!b->bound)
        return cel_str(STR("no bound"));
    const char *what = b->at_most ? "maxUnavailable" : "minAvailable";
    return cel_str(arena_printf(ev->scratch, "%s %.*s", what, STR_ARG(node_text(b->bound))));
}

/* A number of pods says nothing without how many there are. */
static CelValue pdb_block_why(CelEval *ev, const void *self)
{
    const Pdb *b = self;
    if (!b->bound || b->at_most || b->replicas < 0)
        return cel_str(STR(""));
    return cel_str(arena_printf(ev->scratch, " of %lld replica%s", (long long)b->replicas,
                                b->replicas == 1 ? "" : "s"));
}

static CelValue pdb_block_source(CelEval *ev, const void *self)
{
    return host_at(ev, (NodePlace){pdb_of(self)->bound, STR("")});
}

static CelValue pdb_selector(CelEval *ev, const void *self)
{
    const Pdb *b = self;
    NodePlace missing = {b->object->root, STR("spec.selector")};
    return host_at(ev, b->selector ? (NodePlace){b->selector, STR("")} : missing);
}

static NodePlace pdb_place(const void *self)
{
    return root_of(pdb_of(self)->object);
}

static CelValue pdb_source(CelEval *ev, const void *self)
{
    return host_at(ev, pdb_place(self));
}

static CelValue pdb_same(CelEval *ev, const void *self, const CelValue *args)
{
    return host_same_cluster(ev, pdb_of(self)->object, args);
}

static Str pdb_text(const void *self)
{
    return pdb_of(self)->object->name;
}

static const CelField PDB_FIELDS[] = {
    {"name",        "string",     pdb_name,         "its name"                               },
    {"namespace",   "string",     pdb_ns,           "unknown where the manifest names none"  },
    {"pods",        "list(pod)",  pdb_pods,         "pods of the input that it selects"      },
    {"pools",       "list(pool)", pdb_pools,        "NodePools of the input that take them"  },
    {"blocks",      "bool",       pdb_blocks,       "permits no eviction, whatever happens"  },
    {"blockText",   "string",     pdb_block_text,   "its bound, for messages"                },
    {"blockWhy",    "string",     pdb_block_why,    "of how many, for messages; \"\" unknown"},
    {"blockSource", "dyn",        pdb_block_source, "maxUnavailable or minAvailable"         },
    {"selector",    "dyn",        pdb_selector,     "place of its selector"                  },
    {"source",      "dyn",        pdb_source,       "its object"                             },
    {NULL,          NULL,         NULL,             NULL                                     },
};

static const CelMethod PDB_METHODS[] = {
    {"sameCluster", "(dyn) -> bool", pdb_same,
     "nothing says that the two belong to different clusters"},
    {NULL,          NULL,            NULL,     NULL          },
};

const CelHostType HOST_PDB_TYPE = {"pdb", PDB_FIELDS, PDB_METHODS, pdb_place, pdb_text};

/* ---- limit range ---- */

static CelValue range_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(object_called(((const LimitRange *)self)->object));
}

static CelValue range_ns(CelEval *ev, const void *self)
{
    (void)ev;
    return ns_of(((const LimitRange *)self)->object);
}

static NodePlace range_place(const void *self)
{
    return root_of(((const LimitRange *)self)->object);
}

static CelValue range_source(CelEval *ev, const void *self)
{
    return host_at(ev, range_place(self));
}

/* A quota's key: "limits.cpu" asks for a default limit, "cpu" and "requests.cpu" for a request. */
static CelValue range_defaults(CelEval *ev, const void *self, const CelValue *args)
{
    Str key = cel_str_of(args[0]), form, resource = key;
    (void)ev;
    bool cut = str_cut(key, '.', &form, &resource);
    bool limit = cut && str_eq(form, STR("limits"));
    return cel_tri(limit_range_defaults(self, resource, limit), STR("a default"));
}

static const CelField RANGE_FIELDS[] = {
    {"name",      "string", range_name,   "its name"                             },
    {"namespace", "string", range_ns,     "unknown where the manifest names none"},
    {"source",    "dyn",    range_source, "its object"                           },
    {NULL,        NULL,     NULL,         NULL                                   },
};

static const CelMethod RANGE_METHODS[] = {
    {"defaults", "(string) -> bool", range_defaults,
     "fills in what a container leaves out: cpu, requests.memory, limits.cpu"},
    {NULL,       NULL,               NULL,           NULL                    },
};

const CelHostType HOST_LIMIT_RANGE_TYPE = {"limit_range", RANGE_FIELDS, RANGE_METHODS, range_place,
                                           NULL};

/* ---- priority class ---- */

static CelValue class_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const PriorityClass *)self)->name);
}

static CelValue class_value(CelEval *ev, const void *self)
{
    const PriorityClass *c = self;
    (void)ev;
    return c->unknown ? cel_unknown(STR("its value")) : cel_int(c->value);
}

static CelValue class_preempts(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const PriorityClass *)self)->preempts);
}

static NodePlace class_place(const void *self)
{
    return root_of(((const PriorityClass *)self)->object);
}

static CelValue class_source(CelEval *ev, const void *self)
{
    return host_at(ev, class_place(self));
}

static Str class_text(const void *self)
{
    return ((const PriorityClass *)self)->name;
}

static const CelField CLASS_FIELDS[] = {
    {"name",     "string", class_name,     "its name"                     },
    {"value",    "int",    class_value,    "its value"                    },
    {"preempts", "bool",   class_preempts, "evicts pods of lower priority"},
    {"source",   "dyn",    class_source,   "its object, or null"          },
    {NULL,       NULL,     NULL,           NULL                           },
};

const CelHostType HOST_PRIORITY_CLASS_TYPE = {"priority_class", CLASS_FIELDS, NULL, class_place,
                                              class_text};
