/* Device plugins, DRA drivers and their company. */
#include "rule/host_pod.h"
#include "rule/subject.h"

#include "kube/post.h"
#include "kube/sharing.h"

static CelValue get_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Manager *)self)->name);
}

static CelValue get_text(CelEval *ev, const void *self)
{
    const Manager *m = self;
    Str owner = m->owner->kind.len ? object_title(ev->scratch, m->owner) : m->owner->name;
    return cel_str(arena_printf(ev->scratch, "%.*s (%.*s)", STR_ARG(m->what), STR_ARG(owner)));
}

static CelValue get_what(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Manager *)self)->what);
}

static CelValue get_kind(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Manager *)self)->kind);
}

static CelValue get_vendor(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Manager *)self)->vendor);
}

static CelValue get_device(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Manager *)self)->device);
}

static CelValue get_pod(CelEval *ev, const void *self)
{
    const Pod *pod = ((const Manager *)self)->pod;
    (void)ev;
    return pod ? cel_host(HOST_POD, pod) : cel_null();
}

static CelValue get_selectors(CelEval *ev, const void *self)
{
    return host_pod_selectors(ev, ((const Manager *)self)->as);
}

static CelValue get_owner(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_OBJECT_REF, ((const Manager *)self)->owner);
}

static CelValue get_chart(CelEval *ev, const void *self)
{
    const Chart *chart = ((const Manager *)self)->chart;
    (void)ev;
    return chart ? cel_host(HOST_CHART, chart) : cel_null();
}

static CelValue get_present(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(((const Manager *)self)->present, STR("what the chart switches on"));
}

static CelValue get_switch(CelEval *ev, const void *self)
{
    return host_at(ev, ((const Manager *)self)->switch_at);
}

static CelValue get_placement(CelEval *ev, const void *self)
{
    return host_at(ev, ((const Manager *)self)->placement_at);
}

static NodePlace place_of(const void *self)
{
    return (NodePlace){((const Manager *)self)->owner->root, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, place_of(self));
}

static Str text_of(const void *self)
{
    return ((const Manager *)self)->name;
}

/* ---- where it runs ---- */

static CelValue post(CelEval *ev, const void *self, PostList list)
{
    const PlaceList *l = fleet_post(host_fleet(ev), self, list);
    return host_list(ev, HOST_PLACE, (const void *const *)l->list.items, l->list.len, l->open);
}

/* clang-format off */
#define POSTS(X)                    \
    X(homes, POST_HOMES) \
    X(servedHomes, POST_SERVED) \
    X(strays, POST_STRAYS) \
    X(stoppedHomes, POST_STOPPED) \
    X(looseHomes, POST_LOOSE) \
    X(doubledHomes, POST_DOUBLED) \
    X(autoLoose, POST_AUTO) \
    X(autoServed, POST_AUTO_RUN) \
    X(autoAimed, POST_AIMED)

#define POST_GETTER(name, list)                                \
    static CelValue post_##name(CelEval *ev, const void *self) \
    {                                                          \
        return post(ev, self, list);                           \
    }
/* clang-format on */
POSTS(POST_GETTER)

/* ---- its configuration ---- */

static CelValue get_configs(CelEval *ev, const void *self)
{
    const Sharings *s = ((const Manager *)self)->sharings;
    size_t count = s ? s->list.len : 0, n = 0;
    CelValue *found = arena_array(ev->scratch, CelValue, count + 1);
    for (size_t i = 0; i < count; i++)
        if (s->list.items[i].root)
            found[n++] = cel_node(s->list.items[i].root);
    return cel_list(found, n, s && !s->told);
}

static CelValue get_missing(CelEval *ev, const void *self)
{
    const Sharings *s = ((const Manager *)self)->sharings;
    (void)ev;
    return cel_str(s ? s->missing : STR(""));
}

static CelValue get_default(CelEval *ev, const void *self)
{
    const Sharings *s = ((const Manager *)self)->sharings;
    return s ? host_at(ev, s->default_at) : cel_null();
}

static CelValue get_overlaps(CelEval *ev, const void *self)
{
    const ManagerList *l = fleet_overlaps(host_fleet(ev), self);
    return host_list(ev, HOST_MANAGER, (const void *const *)l->list.items, l->list.len, l->open);
}

static CelValue neighbours(CelEval *ev, const void *self, const CelValue *args)
{
    ManagerList l = fleet_neighbours(host_fleet(ev), ev->scratch, self, cel_str_of(args[0]));
    return host_list(ev, HOST_MANAGER, (const void *const *)l.list.items, l.list.len,
                     l.open || host_open(ev));
}

static CelValue both(CelEval *ev, const void *self, const CelValue *args)
{
    PlaceList l = fleet_both(host_fleet(ev), ev->scratch, self, args[0].as.host);
    return host_list(ev, HOST_PLACE, (const void *const *)l.list.items, l.list.len, false);
}

/* ---- methods: each takes a pool, group or place ---- */

static CelValue answer(Tri t, const Place *p)
{
    return cel_tri(t, p->name);
}

static bool apart(CelEval *ev, const Manager *m, const Place *p)
{
    return !fleet_joined(host_fleet(ev), m->owner, p->object);
}

static CelValue no_place(CelEval *ev)
{
    return cel_error(ev, CEL_ERR_ARGUMENT, "not a pool, group or place");
}

static CelValue runs_on(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    return p ? answer(fleet_runs(host_fleet(ev), self, p), p) : no_place(ev);
}

static CelValue relieved(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    if (!p)
        return no_place(ev);
    Tri here = fleet_relieved(host_fleet(ev), self, p);
    /* As with lists of the input: none of them is no more than none here. */
    return answer(here == TRI_NO && host_context(ev)->open_lists ? TRI_UNKNOWN : here, p);
}

static CelValue all_relieved(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue here = relieved(ev, self, args);
    return here.kind == CEL_BOOL && !here.as.boolean && host_open(ev)
               ? cel_unknown(STR("managers of the cluster"))
               : here;
}

static CelValue wanted(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    return p ? answer(fleet_wanted(host_fleet(ev), self, p), p) : no_place(ev);
}

static CelValue targets(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    if (!p)
        return no_place(ev);
    return answer(apart(ev, self, p) ? TRI_NO : manager_targets(self, p), p);
}

static CelValue awaits(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    return p ? cel_bool(manager_awaits(self, p)) : no_place(ev);
}

static CelValue needed(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    if (!p)
        return no_place(ev);
    return answer(apart(ev, self, p) ? TRI_NO : manager_needed(self, p), p);
}

static CelValue has_device(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    return p ? answer(manager_has_device(self, p), p) : no_place(ev);
}

static CelValue embedded_in(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    return p ? answer(manager_embedded(self, p), p) : no_place(ev);
}

static CelValue setting(CelEval *ev, const void *self, const CelValue *args)
{
    Setting s = manager_setting(self, host_facts(ev), cel_str_of(args[0]));
    return s.known ? cel_str(s.text) : cel_unknown(cel_str_of(args[0]));
}

static CelValue may_meet(CelEval *ev, const void *self, const CelValue *args)
{
    const Manager *x = self, *y = args[0].as.host;
    if (!fleet_joined(host_fleet(ev), x->owner, y->owner))
        return cel_bool(false);
    return cel_tri(manager_may_meet(x, y), STR("where they run"));
}

static CelValue tolerates(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(pod_tolerates(((const Manager *)self)->as, args[0].as.host, true),
                   STR("a toleration"));
}

static CelValue obstacle(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    Obstacle *o = arena_new(ev->scratch, Obstacle);
    if (!p)
        return no_place(ev);
    Tri stopped = manager_obstacle(self, p, o);
    if (stopped == TRI_UNKNOWN)
        return cel_unknown(p->name);
    return stopped == TRI_YES ? cel_host(HOST_OBSTACLE, o) : cel_null();
}

static CelValue same_cluster(CelEval *ev, const void *self, const CelValue *args)
{
    return host_same_cluster(ev, ((const Manager *)self)->owner, args);
}

static const CelField FIELDS[] = {
    {"name",            "string",         get_name,          "of its DaemonSet or release"                               },
    {"text",            "string",         get_text,
     "for messages: NVIDIA device plugin (DaemonSet kube-system/cards)"                                                  },
    {"what",            "string",         get_what,          "for messages: NVIDIA device plugin"                        },
    {"kind",            "string",         get_kind,          "plugin, dra, exporter, labels, driver, toolkit or operand" },
    {"vendor",          "string",         get_vendor,        "nvidia, efa, neuron, amd, habana"                          },
    {"device",          "string",         get_device,        "the resource that it manages, channel for ComputeDomains"  },
    {"pod",             "pod",            get_pod,           "its pod; null where a chart brings it"                     },
    {"owner",           "object_ref",     get_owner,         "its object"                                                },
    {"selectors",       "list(selector)", get_selectors,     "what it requires of a node"                                },
    {"chart",           "chart",          get_chart,         "that brings it; null for a DaemonSet"                      },
    {"present",         "bool",           get_present,       "unknown where values do not tell whether it is switched on"},
    {"switchSource",    "dyn",            get_switch,        "the value that switches it on, or its pod"                 },
    {"placementSource", "dyn",            get_placement,
     "nodeSelector or affinity, or where a nodeSelector would be"                                                        },
    {"homes",           "list(place)",    post_homes,        "places of its cluster that have its device"                },
    {"servedHomes",     "list(place)",    post_servedHomes,  "those where it runs"                                       },
    {"strays",          "list(place)",    post_strays,       "places without its device where it runs"                   },
    {"stoppedHomes",    "list(place)",    post_stoppedHomes,
     "homes that need it, and something keeps it off"                                                                    },
    {"looseHomes",      "list(place)",    post_looseHomes,   "homes that nothing surely keeps it off"                    },
    {"doubledHomes",    "list(place)",    post_doubledHomes,
     "homes where it runs beside the manager of their image"                                                             },
    {"autoLoose",       "list(place)",    post_autoLoose,
     "homes of Auto Mode that nothing surely keeps it off"                                                               },
    {"autoServed",      "list(place)",    post_autoServed,   "homes of Auto Mode where it runs"                          },
    {"autoAimed",       "list(place)",    post_autoAimed,    "homes of Auto Mode that it selects"                        },
    {"overlaps",        "list(manager)",  get_overlaps,
     "of a DRA driver: plugins that may serve the same nodes"                                                            },
    {"configs",         "list(dyn)",      get_configs,       "texts that its nodes may choose from, read"                },
    {"missingConfig",   "string",         get_missing,
     "the text that it is told to use, and that is not there"                                                            },
    {"configSource",    "dyn",            get_default,       "where that is said"                                        },
    {"source",          "dyn",            get_source,        "its object"                                                },
    {NULL,              NULL,             NULL,              NULL                                                        },
};

static const CelMethod METHODS[] = {
    {"runsOn",      "(dyn) -> bool",             runs_on,      "labels and taints of a place let it run there"      },
    {"targets",     "(dyn) -> bool",             targets,      "it selects a label or type of the place"            },
    {"neighbours",  "(string) -> list(manager)", neighbours,
     "who hands out another device where it may run"                                                                },
    {"both",        "(manager) -> list(place)",  both,         "the first places where both run"                    },
    {"relieved",    "(dyn) -> bool",             relieved,     "another name of the input does the same there"      },
    {"allRelieved", "(dyn) -> bool",             all_relieved, "the same, of all of the cluster"                    },
    {"wanted",      "(dyn) -> bool",             wanted,       "pods that may land there ask its device"            },
    {"awaits",      "(dyn) -> bool",             awaits,       "it selects a label that only a running node may get"},
    {"needed",      "(dyn) -> bool",             needed,
     "the place has the device, and its image no manager of its own"                                                },
    {"hasDevice",   "(dyn) -> bool",             has_device,   "some type of the place has the device"              },
    {"embeddedIn",  "(dyn) -> bool",             embedded_in,  "the place's image brings such a manager"            },
    {"setting",     "(string) -> string",        setting,      "what it is told: failOnInitError"                   },
    {"mayMeet",     "(manager) -> bool",         may_meet,
     "both may run on one node, whatever nodes there are"                                                           },
    {"tolerates",   "(taint) -> bool",           tolerates,    "as written"                                         },
    {"obstacle",    "(dyn) -> obstacle",         obstacle,     "why it does not run there, or null"                 },
    {"sameCluster", "(dyn) -> bool",             same_cluster,
     "nothing says that the two belong to different clusters"                                                       },
    {NULL,          NULL,                        NULL,         NULL                                                 },
};

const CelHostType HOST_MANAGER_TYPE = {"manager", FIELDS, METHODS, place_of, text_of};

/* ---- obstacle ---- */

static Str obstacle_words(CelEval *ev, const Obstacle *o)
{
    if (o->taint)
        return arena_printf(ev->scratch, "it does not tolerate the taint %.*s%s%.*s:%.*s",
                            STR_ARG(o->taint->key), o->taint->value.len ? "=" : "",
                            STR_ARG(o->taint->value), STR_ARG(o->taint->effect));
    if (o->selector)
        return arena_printf(ev->scratch, "no node there has the label %.*s that it selects",
                            STR_ARG(o->selector->written_key));
    return STR("no node there satisfies what it requires");
}

static CelValue obstacle_text(CelEval *ev, const void *self)
{
    return cel_str(obstacle_words(ev, self));
}

static NodePlace obstacle_place(const void *self)
{
    return ((const Obstacle *)self)->at;
}

static CelValue obstacle_source(CelEval *ev, const void *self)
{
    return host_at(ev, obstacle_place(self));
}

static CelValue obstacle_place_source(CelEval *ev, const void *self)
{
    return host_at(ev, (NodePlace){((const Obstacle *)self)->place_node, STR("")});
}

static CelValue obstacle_taint(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const Obstacle *)self)->taint != NULL);
}

static const CelField OBSTACLE_FIELDS[] = {
    {"text",        "string", obstacle_text,         "for messages"              },
    {"taint",       "bool",   obstacle_taint,        "it is a taint, not a label"},
    {"source",      "dyn",    obstacle_source,       "in the manager's pod"      },
    {"placeSource", "dyn",    obstacle_place_source, "the taint, or null"        },
    {NULL,          NULL,     NULL,                  NULL                        },
};

const CelHostType HOST_OBSTACLE_TYPE = {"obstacle", OBSTACLE_FIELDS, NULL, obstacle_place, NULL};
