/* Pods: what one says of itself. */
#include "rule/host_pod.h"

#include "base/limits.h"
#include "base/nearest.h"
#include "doc/path.h"
#include "kube/kind.h"
#include "kube/reach.h"
#include "kube/role.h"
#include "kube/spread.h"

#define POD ((const Pod *)self)

/* Of a pod that is known in part, any field may be set elsewhere. */
static CelValue part_of(const Pod *p, const Node *map)
{
    CelValue v = cel_node(map);
    if (p->partial && v.kind == CEL_MAP)
        v.flags |= CEL_OPEN;
    return v;
}

static CelValue get_spec(CelEval *ev, const void *self)
{
    (void)ev;
    return part_of(self, POD->spec);
}

/* Facts are never absent: an empty map stands for none, an open one where more may be. */
static CelValue map_or_empty(const Pod *p, const Node *map)
{
    if (map)
        return part_of(p, map);
    return (CelValue){.kind = CEL_MAP, .flags = p->partial ? CEL_OPEN : 0};
}

static CelValue get_metadata(CelEval *ev, const void *self)
{
    (void)ev;
    return map_or_empty(self, POD->metadata);
}

static CelValue meta_map(const Pod *p, Str name)
{
    const Node *map = p->metadata ? node_field(p->metadata, name) : NULL;
    if (map)
        return part_of(p, map);
    return (CelValue){.kind = CEL_MAP, .flags = pod_meta_open(p, name) ? CEL_OPEN : 0};
}

static CelValue get_annotations(CelEval *ev, const void *self)
{
    (void)ev;
    return meta_map(self, STR("annotations"));
}

static CelValue get_labels(CelEval *ev, const void *self)
{
    (void)ev;
    return meta_map(self, STR("labels"));
}

static CelValue get_owner(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_OBJECT_REF, POD->owner);
}

static CelValue get_kind(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(POD->owner->kind);
}

static CelValue get_path(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(POD->path);
}

static CelValue get_metadata_path(CelEval *ev, const void *self)
{
    NodePlace at = POD->metadata_at;
    Buf b;
    buf_init(&b, ev->scratch, LIMIT_MESSAGE);
    if (at.node)
        path_write(&b, POD->owner->root, at.node);
    if (at.missing.len && b.len)
        buf_char(&b, '.');
    buf_add(&b, at.missing);
    return cel_str(buf_str(&b));
}

static CelValue get_replicas(CelEval *ev, const void *self)
{
    (void)ev;
    return POD->replicas < 0 ? cel_unknown(STR("replicas")) : cel_int(POD->replicas);
}

static CelValue get_replicas_at(CelEval *ev, const void *self)
{
    return host_at(ev, POD->replicas_at);
}

static CelValue get_gang(CelEval *ev, const void *self)
{
    (void)ev;
    return POD->gang < 0 ? cel_unknown(STR("pods that run together")) : cel_int(POD->gang);
}

static CelValue get_ranks(CelEval *ev, const void *self)
{
    (void)ev;
    return POD->ranks < 0 ? cel_unknown(STR("pods that run together")) : cel_int(POD->ranks);
}

static CelValue get_daemon(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(POD->daemon);
}

static CelValue get_controlled(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(POD->from_controller);
}

/* ---- tolerations and selectors ---- */

static CelValue get_tolerations(CelEval *ev, const void *self)
{
    bool open = false;
    VEC(const void *) known = {0};
    for (size_t i = 0; i < POD->tolerations.len; i++) {
        const Toleration *t = &POD->tolerations.items[i];
        open |= t->unknown;
        if (!t->unknown)
            *vec_push(ev->scratch, &known) = t;
    }
    return host_list(ev, HOST_TOLERATION, known.items, known.len, open);
}

static CelValue tolerates(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(pod_tolerates(self, args[0].as.host, false), STR("a toleration"));
}

static CelValue tolerates_written(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(pod_tolerates(self, args[0].as.host, true), STR("a toleration"));
}

/* A toleration of the taint's key that does not match it; else one whose key comes near. */
static const Toleration *almost_of(const Pod *p, const Taint *taint)
{
    Nearest near = nearest_to(taint->key);
    const Toleration *best = NULL;
    for (size_t i = 0; i < p->tolerations.len; i++) {
        const Toleration *t = &p->tolerations.items[i];
        if (!t->key.len || toleration_matches(t, taint) != TRI_NO)
            continue;
        if (str_eq(t->key, taint->key))
            return t;
        nearest_offer(&near, t->key);
        if (near.best.ptr == t->key.ptr)
            best = t;
    }
    return best;
}

static Str value_words(Arena *a, Str value)
{
    return value.len ? arena_printf(a, "the value '%.*s'", STR_ARG(value)) : STR("no value");
}

static CelValue almost(CelEval *ev, const void *self, const CelValue *args)
{
    const Taint *taint = args[0].as.host;
    const Toleration *t = almost_of(self, taint);
    if (!t)
        return cel_str(STR(""));
    if (!str_eq(t->key, taint->key))
        return cel_str(arena_printf(ev->scratch, " (it tolerates %.*s, which is another key)",
                                    STR_ARG(t->key)));
    if (t->effect.len && !str_eq(t->effect, taint->effect))
        return cel_str(arena_printf(ev->scratch,
                                    " (its toleration of %.*s is for the effect %.*s only)",
                                    STR_ARG(t->key), STR_ARG(t->effect)));
    Str own = value_words(ev->scratch, t->value), other = value_words(ev->scratch, taint->value);
    return cel_str(arena_printf(ev->scratch,
                                " (its toleration of %.*s has %.*s, the taint has %.*s)",
                                STR_ARG(t->key), STR_ARG(own), STR_ARG(other)));
}

static CelValue almost_source(CelEval *ev, const void *self, const CelValue *args)
{
    const Toleration *t = almost_of(self, args[0].as.host);
    if (t && pod_of_runtime(self, t->node))
        return host_at(ev, pod_place(self, STR("runtimeClassName")));
    return t ? host_at(ev, (NodePlace){t->node, STR("")}) : cel_null();
}

CelValue host_pod_selectors(CelEval *ev, const Pod *p)
{
    VEC(const void *) found = {0};
    bool open = false;
    for (size_t i = 0; i < p->terms.len; i++) {
        const PodTerm *t = &p->terms.items[i];
        open |= t->reqs.open;
        for (size_t k = 0; k < t->sources.len; k++) {
            Selector *s = arena_new(ev->scratch, Selector);
            *s = (Selector){p, t->sources.items[k]};
            *vec_push(ev->scratch, &found) = s;
        }
    }
    return host_list(ev, HOST_SELECTOR, found.items, found.len, open);
}

static CelValue get_selectors(CelEval *ev, const void *self)
{
    return host_pod_selectors(ev, self);
}

static CelValue selects(CelEval *ev, const void *self, const CelValue *args)
{
    Str key = cel_str_of(args[0]);
    bool open = false;
    (void)ev;
    for (size_t i = 0; i < POD->terms.len; i++) {
        const PodTerm *t = &POD->terms.items[i];
        open |= t->reqs.open;
        for (size_t k = 0; k < t->sources.len; k++)
            if (str_eq(t->sources.items[k]->key, key) ||
                str_eq(t->sources.items[k]->written_key, key))
                return cel_bool(true);
    }
    return open ? cel_unknown(key) : cel_bool(false);
}

static CelValue get_spread(CelEval *ev, const void *self)
{
    Spreads s = {0};
    pod_spreads(ev->scratch, self, &s);
    return host_list(ev, HOST_SPREAD, (const void *const *)s.list.items, s.list.len, s.open);
}

/* ---- disruption ---- */

static CelValue get_role(CelEval *ev, const void *self)
{
    (void)ev;
    return POD->role == ROLE_UNKNOWN ? cel_unknown(STR("what the pod is for"))
                                     : cel_str(role_name(POD->role));
}

static CelValue get_first_of_role(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(POD->first_of_role);
}

static CelValue get_role_source(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_ROLE_SOURCE, &POD->role_source);
}

static CelValue get_grace(CelEval *ev, const void *self)
{
    enum { DEFAULT_SECONDS = 30 };
    const Node *n = pod_field(self, STR("terminationGracePeriodSeconds"));
    int64_t most = INT64_MAX / 1000000000;
    (void)ev;
    if (!n && !POD->partial)
        return cel_duration(DEFAULT_SECONDS * INT64_C(1000000000));
    if (!n || n->kind != NODE_INT || node_unknown(n) || n->as.integer > most || n->as.integer < 0)
        return cel_unknown(STR("terminationGracePeriodSeconds"));
    return cel_duration(n->as.integer * 1000000000);
}

static CelValue get_grace_at(CelEval *ev, const void *self)
{
    return host_at(ev, pod_place(self, STR("terminationGracePeriodSeconds")));
}

static const Node *keep_of(CelEval *ev, const Pod *p)
{
    Str key =
        facts_get(facts_table(host_facts(ev), STR("annotations")), STR("do-not-disrupt"), "key");
    return pod_annotation(p, key);
}

static CelValue get_keep(CelEval *ev, const void *self)
{
    return cel_tri(pod_keeps(self, keep_of(ev, self)), STR("annotations"));
}

static CelValue get_disruptable(CelEval *ev, const void *self)
{
    return cel_tri(tri_not(pod_keeps(self, keep_of(ev, self))), STR("annotations"));
}

static CelValue get_keep_at(CelEval *ev, const void *self)
{
    const Node *n = keep_of(ev, self);
    return n ? host_at(ev, (NodePlace){n, STR("")}) : cel_null();
}

static CelValue get_priority(CelEval *ev, const void *self)
{
    return cel_host(HOST_PRIORITY, &fleet_links(host_fleet(ev), self)->priority);
}

static CelValue get_pdbs(CelEval *ev, const void *self)
{
    const PodLinks *l = fleet_links(host_fleet(ev), self);
    return host_list(ev, HOST_PDB, (const void *const *)l->pdbs.items, l->pdbs.len, l->pdbs_open);
}

static CelValue get_quotas(CelEval *ev, const void *self)
{
    const PodLinks *l = fleet_links(host_fleet(ev), self);
    return host_list(ev, HOST_QUOTA, (const void *const *)l->quotas.items, l->quotas.len,
                     l->quotas_open);
}

static CelValue get_other_cloud(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(POD->other_cloud);
}

static CelValue same_cluster(CelEval *ev, const void *self, const CelValue *args)
{
    return host_same_cluster(ev, POD->owner, args);
}

static NodePlace place_of(const void *self)
{
    return (NodePlace){POD->spec, STR("")};
}

static CelValue get_source(CelEval *ev, const void *self)
{
    return host_at(ev, place_of(self));
}

static Str text_of(const void *self)
{
    return POD->owner->name;
}

static const CelField FIELDS[] = {
    {"spec",               "dyn",                   get_spec,          "its spec, or the map that stands for one"                  },
    {"metadata",           "dyn",                   get_metadata,      "of the template; an empty map where there is none"         },
    {"annotations",        "dyn",                   get_annotations,   "that the pod gets"                                         },
    {"labels",             "dyn",                   get_labels,        "that the pod gets"                                         },
    {"owner",              "object_ref",            get_owner,         "the object that it stands in"                              },
    {"kind",               "string",                get_kind,          "of its owner"                                              },
    {"path",               "string",                get_path,          "of the template in its owner, \"\" for a bare pod"         },
    {"metadataPath",       "string",                get_metadata_path,
     "path of the map that has its labels and annotations"                                                                         },
    {"replicas",           "int",                   get_replicas,      "pods at a time"                                            },
    {"replicasSource",     "dyn",                   get_replicas_at,   "where they are counted"                                    },
    {"gang",               "int",                   get_gang,          "pods that must run together, 1 for none"                   },
    {"ranks",              "int",                   get_ranks,         "those of them that ask accelerators: a launcher asks none" },
    {"daemon",             "bool",                  get_daemon,        "one on every node"                                         },
    {"fromController",     "bool",                  get_controlled,    "made by a controller at run time"                          },
    {"requests",           "map(string, quantity)", asks_requests,
     "the scheduler's sum, with pods and overhead"                                                                                 },
    {"devices",            "map(string, int)",      asks_devices,      "accelerators, by resource"                                 },
    {"accelerator",        "string",                asks_accelerator,  "the first of devices, or \"\""                             },
    {"efa",                "int",                   asks_efa,          "EFA interfaces"                                            },
    {"efaSource",          "dyn",                   asks_efa_at,       "where they are asked, or null"                             },
    {"containers",         "list(container)",       asks_containers,   "of every kind"                                             },
    {"resourcesSource",    "dyn",                   asks_resources_at,
     "resources of the container that asks for devices"                                                                            },
    {"limitsSource",       "dyn",                   asks_limits_at,    "limits of the container that asks for devices"             },
    {"claims",             "list(pod_claim)",       asks_claims,       "entries of resourceClaims"                                 },
    {"claimUses",          "list(claim_use)",       asks_claim_uses,   "entries of containers' resources.claims"                   },
    {"tolerations",        "list(toleration)",      get_tolerations,   "as written"                                                },
    {"selectors",          "list(selector)",        get_selectors,     "labels that it requires of nodes"                          },
    {"spread",             "list(spread)",          get_spread,        "spread constraints and anti-affinity"                      },
    {"role",               "string",                get_role,          "training, distributed-batch, inference, batch, dev, system"},
    {"roleSource",         "role_source",           get_role_source,   "which signal says so"                                      },
    {"firstOfRole",        "bool",                  get_first_of_role,
     "the first of the input with accelerators and its role"                                                                       },
    {"grace",              "duration",              get_grace,         "terminationGracePeriodSeconds, 30 s when absent"           },
    {"graceSource",        "dyn",                   get_grace_at,      "where it is or would be"                                   },
    {"doNotDisrupt",       "bool",                  get_keep,          "Karpenter must not evict it"                               },
    {"doNotDisruptSource", "dyn",                   get_keep_at,       "the annotation, or null"                                   },
    {"disruptable",        "bool",                  get_disruptable,   "nothing on the pod keeps Karpenter from evicting it"       },
    {"annotationsSource",  "dyn",                   protect_at,        "where they are, or would be"                               },
    {"checkpoints",        "bool",                  protect_saves,     "it says that it saves its state"                           },
    {"followsUnprotected", "bool",                  protect_follows,
     "an earlier training pod of its file may be evicted"                                                                          },
    {"priority",           "priority",              get_priority,      "its priority class"                                        },
    {"pdbs",               "list(pdb)",             get_pdbs,          "disruption budgets that select it"                         },
    {"allPdbs",            "list(pdb)",             protect_all_pdbs,  "of the cluster, that select it"                            },
    {"knownPdbs",          "list(pdb)",             protect_known,     "those of pdbs that surely do"                              },
    {"rivals",             "list(pod)",             reach_rivals,      "pods that may evict it from a node by their priority"      },
    {"quotas",             "list(quota)",           get_quotas,        "of its namespace"                                          },
    {"refusals",           "list(refusal)",         refusals_of,
     "amounts that a LimitRange of its namespace does not let through"                                                             },
    {"meantPlaces",        "list(place)",           reach_meant,
     "that it selects, tolerates a taint of, or stands in a file with"                                                             },
    {"barredPlaces",       "list(place)",           reach_barred,
     "the first of these that only a taint bars, as it is written"                                                                 },
    {"places",             "list(place)",           reach_places,      "of the input, that take it"                                },
    {"pools",              "list(pool)",            reach_pools,       "those of places that are NodePools"                        },
    {"meantPools",         "list(pool)",            reach_meant_pools, "those of meantPlaces that are NodePools"                   },
    {"nearest",            "dyn",                   reach_nearest,
     "the place that it comes nearest to without fitting, or null"                                                                 },
    {"blame",              "dyn",                   reach_blame,       "what of the pod fails there, or null"                      },
    {"namesAbsentPlace",   "bool",                  reach_absent,
     "it requires a place by a name that no place here has"                                                                        },
    {"typesAnywhere",      "list(instance_type)",   reach_types,       "that it may land on"                                       },
    {"typesText",          "string",                reach_types_text,  "some of them, for messages"                                },
    {"deviceTypes",        "list(instance_type)",   own_device_types,  "those of them with all its devices"                        },
    {"conflict",           "list(selector)",        own_conflict,
     "the fewest that no instance type or node satisfies together"                                                                 },
    {"hidden",             "bool",                  own_hidden,
     "Karpenter ignores it for a field, label or value that it requires"                                                           },
    {"mostNodes",          "int",                   reach_most_nodes,  "nodes that the limits of places that take it allow"        },
    {"takesAllDevices",    "bool",                  reach_takes_all,
     "all accelerators of every type that it may land on"                                                                          },
    {"otherCloud",         "string",                get_other_cloud,
     "the other cloud whose labels, taints or resources it names, or \"\""                                                         },
    {"source",             "dyn",                   get_source,        "its spec"                                                  },
    {NULL,                 NULL,                    NULL,              NULL                                                        },
};

static const CelMethod METHODS[] = {
    {"fits",               "(dyn) -> bool",                   reach_fits,           "a place will run it, as EKS admits it"            },
    {"fitsAsWritten",      "(dyn) -> bool",                   reach_fits_written,
     "a place will run it, without what EKS adds"                                                                                      },
    {"misses",             "(dyn) -> list(string)",           reach_misses,
     "steps that fail: hidden, taint, label, type, zone, resources, limits, minValues"                                                 },
    {"missesAsWritten",    "(dyn) -> list(string)",           reach_misses_written,
     "the same without what EKS adds"                                                                                                  },
    {"stopsAt",            "(dyn) -> string",                 reach_stops,          "the first step that fails there, or \"\""         },
    {"ruledOut",           "(dyn) -> bool",                   reach_ruled_out,
     "its labels, types or zones surely keep it from the nodes of a place, whatever the taints"                                        },
    {"why",                "(dyn) -> string",                 reach_why,            "one line for people"                              },
    {"lacks",              "(dyn) -> string",                 reach_lacks,
     "the resource that its nodes have too little of, or \"\""                                                                         },
    {"roomButForClass",    "(dyn) -> bool",                   reach_but_for_class,
     "its nodes are large enough but for kubelet settings and networkInterfaces of its class"                                          },
    {"obstacle",           "(dyn) -> dyn",                    reach_obstacle,
     "what of the place is against it: taint, requirement, limit; or null"                                                             },
    {"meantButFor",        "(selector) -> list(place)",       reach_meant_but_for,
     "places that it would be meant for without that label"                                                                            },
    {"tolerates",          "(taint) -> bool",                 tolerates,            "as EKS admits it"                                 },
    {"toleratesAsWritten", "(taint) -> bool",                 tolerates_written,    "without what EKS adds"                            },
    {"almost",             "(taint) -> string",               almost,               "how a toleration of that key misses it, or \"\""  },
    {"almostSource",       "(taint) -> dyn",                  almost_source,        "that toleration, or null"                         },
    {"typesBut",           "(string) -> list(instance_type)", reach_types_but,
     "that it may land on if it asked none of a resource"                                                                              },
    {"selects",            "(string) -> bool",                selects,              "requires that label of nodes"                     },
    {"requestSource",      "(string) -> dyn",                 asks_request_source,
     "the container's value that asks most of a resource, or null"                                                                     },
    {"mostOf",             "(string) -> int",                 own_most_of,          "most units that one of ownTypes has of a resource"},
    {"isModelled",         "(string) -> bool",                asks_modelled,
     "a resource that Karpenter knows from the instance type"                                                                          },
    {"mayBeShared",        "(string) -> bool",                asks_may_be_shared,
     "plugins may offer one unit several times"                                                                                        },
    {"mayBeAdded",         "(string) -> bool",                asks_may_be_added,
     "a NodeOverlay or DeviceClass here may offer the resource"                                                                        },
    {"domains",            "(spread) -> list(string)",        reach_domains,
     "values of its key on nodes of the places that it is meant for and fits"                                                          },
    {"isDevice",           "(string) -> bool",                asks_is_device,       "a resource that is counted in whole devices"      },
    {"runs",               "(string) -> bool",                asks_runs,
     "a container runs that program, by its image or command"                                                                          },
    {"flag",               "(string) -> string",              asks_flag,
     "value of a long option, true for a bare one, \"\" without"                                                                       },
    {"flagSource",         "(string) -> dyn",                 asks_flag_source,     "where it is, or null"                             },
    {"sameCluster",        "(dyn) -> bool",                   same_cluster,
     "nothing says that the two belong to different clusters"                                                                          },
    {NULL,                 NULL,                              NULL,                 NULL                                               },
};

const CelHostType HOST_POD_TYPE = {"pod", FIELDS, METHODS, place_of, text_of};
