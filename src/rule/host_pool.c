/* NodePools, as rules see them. What they share with node groups is in host_place.c. */
#include "rule/host.h"
#include "rule/host_place.h"

#include "base/duration.h"
#include "base/limits.h"

#define POOL ((const Pool *)self)

static CelValue unknown_class(CelEval *ev, const Pool *p)
{
    Str kind = p->class_ref.kind.len ? p->class_ref.kind : STR("node class");
    return cel_unknown(
        arena_printf(ev->scratch, "%.*s %.*s", STR_ARG(kind), STR_ARG(p->class_ref.name)));
}

static CelValue get_api(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(POOL->place.object->version);
}

static CelValue get_class(CelEval *ev, const void *self)
{
    return POOL->node_class ? cel_host(HOST_CLASS, POOL->node_class) : unknown_class(ev, POOL);
}

/* In an open input a class that is not here may be elsewhere. */
static CelValue get_class_exists(CelEval *ev, const void *self)
{
    if (POOL->node_class)
        return cel_bool(true);
    return host_open(ev) || POOL->class_exists != TRI_NO ? unknown_class(ev, POOL)
                                                         : cel_bool(false);
}

static CelValue get_class_ref(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_CLASS_REF, &POOL->class_ref);
}

static CelValue get_aws(CelEval *ev, const void *self)
{
    PoolMode mode = POOL->place.mode;
    (void)ev;
    if (mode == MODE_UNKNOWN)
        return cel_unknown(STR("the provider of a NodePool"));
    return cel_bool(mode == MODE_KARPENTER || mode == MODE_AUTO);
}

/* What does not say whose it is, is not known to be of others. */
static CelValue get_foreign(CelEval *ev, const void *self)
{
    (void)ev;
    if (POOL->place.mode == MODE_UNKNOWN && POOL->class_ref.unknown)
        return cel_unknown(STR("the provider of a NodePool"));
    return cel_bool(POOL->place.mode == MODE_OTHER);
}

static CelValue get_uses_block(CelEval *ev, const void *self)
{
    const Str *types;
    size_t count;
    if (!pool_capacity_types(ev->scratch, POOL, &types, &count))
        return cel_unknown(STR("capacity types of a NodePool"));
    /* "reserved" is the first of all that there are. */
    if (!count || !str_eq(types[0], STR("reserved")))
        return cel_bool(false);
    return cel_tri(pool_uses_block(POOL), STR("the kind of a reservation"));
}

static CelValue get_overlaid(CelEval *ev, const void *self)
{
    Fleet *f = host_fleet(ev);
    const FleetLists *lists = fleet_lists(f);
    for (size_t i = 0; i < lists->overlays.len; i++)
        if (fleet_joined(f, POOL->place.object, lists->overlays.items[i]))
            return cel_bool(true);
    return cel_bool(false);
}

static CelValue get_overlaid_anywhere(CelEval *ev, const void *self)
{
    CelValue here = get_overlaid(ev, self);
    return !here.as.boolean && host_open(ev) ? cel_unknown(STR("NodeOverlays")) : here;
}

static CelValue get_lost_fields(CelEval *ev, const void *self)
{
    return host_lost_fields(ev, POOL->place.object, POOL->place.mode);
}

static CelValue get_startup_taints(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_TAINT, HOST_ITEMS(POOL->startup_taints), POOL->startup_open);
}

static CelValue get_capacity_types(CelEval *ev, const void *self)
{
    const Str *types;
    size_t count;
    if (!pool_capacity_types(ev->scratch, POOL, &types, &count))
        return cel_unknown(STR("capacity types of a NodePool"));
    return host_strings(ev, types, count, false);
}

static CelValue get_policy(CelEval *ev, const void *self)
{
    (void)ev;
    return POOL->policy == POLICY_UNKNOWN ? cel_unknown(STR("consolidationPolicy"))
                                          : cel_str(POOL->policy_text);
}

static CelValue get_policy_source(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(POOL->policy_source);
}

static CelValue get_consolidate_after(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_LIFETIME, &POOL->consolidate_after);
}

static CelValue get_expire_after(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_LIFETIME, &POOL->expire_after);
}

static CelValue get_grace(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_LIFETIME, &POOL->grace);
}

static CelValue get_weight(CelEval *ev, const void *self)
{
    (void)ev;
    return POOL->weight < 0 ? cel_unknown(STR("weight of a NodePool")) : cel_int(POOL->weight);
}

static CelValue get_replicas(CelEval *ev, const void *self)
{
    (void)ev;
    return POOL->replicas < 0 ? cel_unknown(STR("replicas of a NodePool"))
                              : cel_int(POOL->replicas);
}

static CelValue get_budgets(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_BUDGET, HOST_ITEMS(POOL->budgets), false);
}

static CelValue get_limits(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_LIMIT, HOST_ITEMS(POOL->limits), POOL->limits_open);
}

/* requirements[] alone; template labels apart. */
static CelValue written(CelEval *ev, const Pool *p, bool labels)
{
    const void **items = arena_array(ev->scratch, const void *, p->place.written.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < p->place.written.len; i++)
        if (p->place.written.items[i]->label == labels)
            items[count++] = p->place.written.items[i];
    return host_list(ev, HOST_REQUIREMENT, items, count, p->place.reqs.open);
}

static CelValue get_requirements(CelEval *ev, const void *self)
{
    return written(ev, POOL, false);
}

static CelValue get_labels(CelEval *ev, const void *self)
{
    return written(ev, POOL, true);
}

static CelValue get_typeless(CelEval *ev, const void *self)
{
    const PlaceReq *const *items = NULL;
    size_t count = pool_typeless(ev->scratch, POOL, &items);
    return host_list(ev, HOST_REQUIREMENT, (const void *const *)items, count, false);
}

/* Twice what the smallest allowed node has, or two whole nodes of eight. */
static CelValue get_limit_example(CelEval *ev, const void *self)
{
    Str resource = place_hint(&POOL->place);
    const InstanceType *t = place_smallest(&POOL->place, resource);
    int64_t count = t ? type_capacity(POOL->place.facts, t, resource) / 1000 * 2 : 16;
    return cel_str(arena_printf(ev->scratch, "%.*s: %lld", STR_ARG(resource), (long long)count));
}

static CelValue get_longest_job(CelEval *ev, const void *self)
{
    const Pod *pod;
    return cel_duration(place_longest_job(ev, &POOL->place, &pod));
}

static CelValue get_hides_deadline(CelEval *ev, const void *self)
{
    return cel_bool(place_hides_deadline(ev, &POOL->place));
}

static CelValue get_longest_job_text(CelEval *ev, const void *self)
{
    const Pod *pod;
    (void)place_longest_job(ev, &POOL->place, &pod);
    return cel_str(pod ? object_title(ev->scratch, pod->owner) : STR(""));
}

/* EKS Best Practices Guide, "EKS Auto Mode": no node runs longer than 21 days. */
static const int64_t AUTO_MOST = INT64_C(21) * 24 * 3600 * 1000000000;

/* Expiry, and the grace that a drain may take behind it; -1 when it cannot be told. */
static int64_t life(const Pool *p)
{
    int64_t most = p->place.mode == MODE_AUTO ? AUTO_MOST : INT64_MAX;
    if (p->expire_after.finite == TRI_UNKNOWN || p->grace.finite == TRI_UNKNOWN)
        return -1;
    if (p->expire_after.finite == TRI_NO)
        return most;
    int64_t grace = p->grace.finite == TRI_YES ? p->grace.ns : 0;
    return grace > most - p->expire_after.ns ? most : p->expire_after.ns + grace;
}

static CelValue get_lifetime(CelEval *ev, const void *self)
{
    int64_t ns = life(POOL);
    (void)ev;
    return ns < 0 ? cel_unknown(STR("expireAfter")) : cel_duration(ns);
}

static CelValue get_lifetime_text(CelEval *ev, const void *self)
{
    Buf b;
    int64_t ns = life(POOL);
    if (ns < 0 || ns == INT64_MAX)
        return cel_str(POOL->expire_after.text);
    if (POOL->place.mode == MODE_AUTO && ns == AUTO_MOST)
        return cel_str(STR("21 days, the most that EKS Auto Mode grants"));
    buf_init(&b, ev->scratch, LIMIT_MESSAGE);
    buf_printf(&b, "%.*s", STR_ARG(POOL->expire_after.text));
    if (POOL->grace.finite == TRI_YES)
        buf_printf(&b, " and %.*s of grace", STR_ARG(POOL->grace.text));
    return cel_str(buf_str(&b));
}

static CelValue answer(const Pool *p, Tri (*question)(const Pool *, Reason), CelValue arg)
{
    Reason r = reason_parse(cel_str_of(arg));
    return r ? cel_tri(question(p, r), STR("disruption settings")) : cel_bool(false);
}

static CelValue call_disrupts(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return answer(POOL, pool_disrupts, args[0]);
}

static CelValue call_may_disrupt(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return answer(POOL, pool_may_disrupt, args[0]);
}

static CelValue call_blocks(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return answer(POOL, pool_blocks, args[0]);
}

/* "consolidationPolicy WhenEmptyOrUnderutilized takes under-utilised nodes away". */
static CelValue call_disrupts_text(CelEval *ev, const void *self, const CelValue *args)
{
    static const struct {
        Reason reason;
        const char *what;
    } TEXTS[] = {
        {REASON_EMPTY,         "empty nodes go away"                  },
        {REASON_UNDERUTILIZED, "under-utilised nodes are consolidated"},
        {REASON_DRIFTED,       "drifted nodes are replaced"           }
    };
    Reason r = reason_parse(cel_str_of(args[0]));
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (TEXTS[i].reason == r)
            return cel_str(r == REASON_DRIFTED
                               ? str_c(TEXTS[i].what)
                               : arena_printf(ev->scratch, "%s (%.*s)", TEXTS[i].what,
                                              STR_ARG(POOL->policy_source)));
    return cel_str(STR(""));
}

static CelValue call_limit(CelEval *ev, const void *self, const CelValue *args)
{
    const PoolLimit *l = pool_limit(POOL, cel_str_of(args[0]));
    (void)ev;
    if (!l)
        return POOL->limits_open ? cel_unknown(STR("limits of a NodePool")) : cel_null();
    return cel_host(HOST_LIMIT, l);
}

static CelValue most(CelEval *ev, const Pool *p, CelValue resource, bool own)
{
    const PoolLimit *stops;
    int64_t n = pool_most_under(p, cel_str_of(resource), own, &stops);
    (void)ev;
    return n < 0 ? cel_unknown(STR("what the limits of a NodePool allow")) : cel_int(n);
}

static CelValue call_most_under(CelEval *ev, const void *self, const CelValue *args)
{
    return most(ev, POOL, args[0], false);
}

static CelValue call_ceiling(CelEval *ev, const void *self, const CelValue *args)
{
    return most(ev, POOL, args[0], true);
}

/* Of a resource by its name, or of how many such pods there may be. */
static CelValue call_binding_limit(CelEval *ev, const void *self, const CelValue *args)
{
    const PoolLimit *stops = NULL;
    int64_t n;
    if (args[0].kind == CEL_HOST && args[0].host_type == HOST_POD)
        n = fit_room(fleet_fits(host_fleet(ev)), args[0].as.host, &POOL->place, &stops);
    else if (args[0].kind == CEL_STRING)
        n = pool_most_under(POOL, cel_str_of(args[0]), false, &stops);
    else
        return cel_error(ev, CEL_ERR_ARGUMENT, "bindingLimit takes a resource or a pod");
    if (n < 0)
        return cel_unknown(STR("what the limits of a NodePool allow"));
    return stops ? cel_host(HOST_LIMIT, stops) : cel_null();
}

static CelValue get_cost(CelEval *ev, const void *self)
{
    int64_t usd = pool_cost(POOL, fleet_platform(host_fleet(ev), POOL->place.object)->region);
    return usd < 0 || usd == INT64_MAX ? cel_unknown(STR("what a NodePool can cost"))
                                       : cel_double((double)usd / 1e6);
}

static CelValue get_cost_text(CelEval *ev, const void *self)
{
    Str region = fleet_platform(host_fleet(ev), POOL->place.object)->region;
    int64_t usd = pool_cost(POOL, region);
    if (usd < 0 || usd == INT64_MAX)
        return cel_str(STR(""));
    return cel_str(arena_printf(ev->scratch, ", up to %lld USD an hour on demand in %.*s",
                                (long long)(usd / 1000000),
                                STR_ARG(region.len ? region : STR("us-east-1"))));
}

static CelValue call_shares_pods(CelEval *ev, const void *self, const CelValue *args)
{
    return cel_tri(pool_shares(ev->scratch, POOL, args[0].as.host),
                   STR("which pods two NodePools share"));
}

static CelValue call_shared_types(CelEval *ev, const void *self, const CelValue *args)
{
    const InstanceType *const *types;
    size_t count = pool_shared_types(ev->scratch, POOL, args[0].as.host, &types);
    const Pool *other = args[0].as.host;
    return host_list(ev, HOST_TYPE, (const void *const *)types, count,
                     POOL->place.types_open || other->place.types_open);
}

static CelValue get_types_source(CelEval *ev, const void *self)
{
    const PlaceReq *r = pool_narrowest(POOL);
    return r ? host_node(r->source.node) : host_at(ev, place_own_place(self));
}

static CelValue call_removes(CelEval *ev, const void *self, const CelValue *args)
{
    const PlaceReq *r = pool_removes(POOL, cel_str_of(args[0]));
    (void)ev;
    return r ? cel_host(HOST_REQUIREMENT, r) : cel_null();
}

static const CelField FIELDS[] = {
    PLACE_FIELDS,
    {"api",               "string",            get_api,               "v1 or v1beta1"                                        },
    {"aws",               "bool",              get_aws,               "of self-managed Karpenter on AWS or of EKS Auto Mode" },
    {"foreign",           "bool",              get_foreign,           "its node class is of another provider"                },
    {"class",             "class",             get_class,             "its node class; unknown when that is not in the input"},
    {"classExists",       "bool",              get_class_exists,      "false only in a complete input"                       },
    {"classRef",          "class_ref",         get_class_ref,         "the reference itself"                                 },
    {"usesBlock",         "bool",              get_uses_block,        "its reserved capacity is of a Capacity Block"         },
    {"overlaid",          "bool",              get_overlaid,          "a NodeOverlay of the input gives its nodes resources" },
    {"overlaidAnywhere",  "bool",              get_overlaid_anywhere, "the same of the whole cluster"                        },
    {"requirements",      "list(requirement)", get_requirements,      "as written"                                           },
    {"labelRequirements", "list(requirement)", get_labels,            "its template labels"                                  },
    {"typeless",          "list(requirement)", get_typeless,          "smallest set that leaves no instance type"            },
    {"typesSource",       "dyn",               get_types_source,      "the requirement that leaves the fewest types"         },
    {"startupTaints",     "list(taint)",       get_startup_taints,    "as written"                                           },
    {"capacityTypes",     "list(string)",      get_capacity_types,    "that it allows"                                       },
    {"limits",            "list(limit)",       get_limits,            "as written"                                           },
    {"limitExample",      "string",            get_limit_example,     "a limit that would suit"                              },
    {"policy",            "string",            get_policy,            "effective consolidationPolicy"                        },
    {"policySource",      "string",            get_policy_source,     "where that comes from, for messages"                  },
    {"consolidateAfter",  "lifetime",          get_consolidate_after, "effective"                                            },
    {"expireAfter",       "lifetime",          get_expire_after,      "effective"                                            },
    {"grace",             "lifetime",          get_grace,             "effective terminationGracePeriod"                     },
    {"lifetime",          "duration",          get_lifetime,
      "how long a node lives: expireAfter and grace, and Auto Mode's cap"                                                     },
    {"lifetimeText",      "string",            get_lifetime_text,     "the same for messages"                                },
    {"longestJob",        "duration",          get_longest_job,       "longest deadline of pods that fit; 0 for none"        },
    {"hidesDeadline",     "bool",              get_hides_deadline,
      "a pod that fits may have one that cannot be read"                                                                      },
    {"longestJobText",    "string",            get_longest_job_text,  "the object that has it"                               },
    {"budgets",           "list(budget)",      get_budgets,           "as written; the default one when none is"             },
    {"cost",              "double",            get_cost,              "USD an hour that it can come to, on demand"           },
    {"costText",          "string",            get_cost_text,         "the same as an addition to a message, \"\" unknown"   },
    {"weight",            "int",               get_weight,            "0 when absent"                                        },
    {"lostFields",        "list(lost_field)",  get_lost_fields,       "fields that a NodePool does not have"                 },
    {"replicas",          "int",               get_replicas,          "of a static pool"                                     },
    {NULL,                NULL,                NULL,                  NULL                                                   },
};

static const CelMethod METHODS[] = {
    PLACE_METHODS,
    {"disrupts",     "(string) -> bool",              call_disrupts,
      "nodes go away for Empty, Underutilized, Drifted"                                                              },
    {"mayDisrupt",   "(string) -> bool",              call_may_disrupt,   "the same, budgets aside"                 },
    {"blocks",       "(string) -> bool",              call_blocks,        "a budget stops the reason for all time"  },
    {"disruptsText", "(string) -> string",            call_disrupts_text, "why, for messages"                       },
    {"limit",        "(string) -> limit",             call_limit,         "on a resource; null without"             },
    {"mostUnder",    "(string) -> int",               call_most_under,    "units that the other limits let it reach"},
    {"ceiling",      "(string) -> int",               call_ceiling,       "units that all limits let it reach"      },
    {"bindingLimit", "(dyn) -> limit",                call_binding_limit, "the other limit that stops it first"     },
    {"sharesPods",   "(pool) -> bool",                call_shares_pods,   "both take the same pods"                 },
    {"sharedTypes",  "(pool) -> list(instance_type)", call_shared_types,
      "accelerated types of both"                                                                                    },
    {"removes",      "(string) -> requirement",       call_removes,       "the requirement that excludes a type"    },
    {NULL,           NULL,                            NULL,               NULL                                      },
};

const CelHostType HOST_POOL_TYPE = {"pool", FIELDS, METHODS, place_own_place, place_own_text};
