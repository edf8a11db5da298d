/* What places promise, and into how many parts they divide the pods of a workload. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/domains.h"
#include "kube/flavor.h"
#include "kube/promise.h"

#define POOL(name, more)                                                                    \
    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: " name "}\nspec:\n"      \
    "  limits: {nodes: 3}\n  template:\n    metadata: {labels: {team: " name "}}\n"         \
    "    spec:\n      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: "  \
    "c}\n      requirements:\n"                                                             \
    "        - {key: karpenter.k8s.aws/instance-family, operator: In, values: [g6]}\n" more \
    "---\n"
#define ZONES(list) \
    "        - {key: topology.kubernetes.io/zone, operator: In, values: [" list "]}\n"
#define CLASS(zones)                                                              \
    "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: c}\n" \
    "spec: {}\nstatus: {subnets: [" zones "]}\n---\n"
#define POD(more)                                                                           \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n, labels: {a: b}}\nspec:\n" \
    "  containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]\n" more
#define SPREAD(key)                                                                 \
    "  topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: DoNotSchedule, " \
    "topologyKey: " key ", labelSelector: {matchLabels: {a: b}}}]\n"
#define APART(key)                                                                      \
    "  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{" \
    "topologyKey: " key ", labelSelector: {matchLabels: {a: c}}}]}}\n"
#define SELECT(text) "  nodeSelector: {" text "}\n"

static Fleet *fleet_from(const char *text)
{
    const TryFile files[] = {
        {"t.yaml", text}
    };
    return try_fleet(&arena, files, 1, false);
}

/* domains: values, "?" behind when there may be others. */
/* clang-format off */
static const struct {
    const char *what, *text, *domains;
    Tri own;
    int64_t nodes;
} SPREADS[] = {
    {"zones of two pools", POOL("a", ZONES("z1, z2")) POOL("b", ZONES("z2, z3")) POD(SPREAD("topology.kubernetes.io/zone")), "z1 z2 z3", TRI_YES, 6},
    {"zones with a subnet", POOL("a", ZONES("z1, z2")) CLASS("{zone: z2}, {zone: z4}") POD(SPREAD("topology.kubernetes.io/zone")), "z2", TRI_YES, 3},
    {"all zones with one", POOL("a", "") CLASS("{zone: z2}, {zone: z4}") POD(SPREAD("topology.kubernetes.io/zone")), "z2 z4", TRI_YES, 3},
    {"a pool of any zone", POOL("a", ZONES("z1")) POOL("b", "") POD(SPREAD("topology.kubernetes.io/zone")), "z1?", TRI_YES, 6},
    {"zones that the pod allows", POOL("a", ZONES("z1, z2")) POD(SELECT("topology.kubernetes.io/zone: z2") SPREAD("topology.kubernetes.io/zone")), "z2", TRI_YES, 3},
    {"a pool that does not take it", POOL("a", ZONES("z1, z2")) POOL("b", ZONES("z3")) POD(SELECT("karpenter.sh/nodepool: a") SPREAD("topology.kubernetes.io/zone")), "z1 z2", TRI_YES, 3},
    {"a label of the pool", POOL("a", "") POD(SPREAD("team")), "a", TRI_YES, 3},
    {"a label of none", POOL("a", "") POD(SPREAD("example.com/rack")), "", TRI_YES, 3},
    {"nodes", POOL("a", "") POD(SPREAD("kubernetes.io/hostname")), "?", TRI_YES, 3},
    {"anti-affinity does not mind a missing label", POOL("a", "") POD(APART("example.com/rack")), "?", TRI_NO, 3},
};
/* clang-format on */

static Str domains_text(const Domains *d)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < d->values.len; i++)
        buf_printf(&b, "%s%.*s", i ? " " : "", STR_ARG(d->values.items[i]));
    buf_add(&b, d->open ? STR("?") : STR(""));
    return buf_str(&b);
}

TEST(test_domains)
{
    for (size_t i = 0; i < COUNT(SPREADS); i++) {
        Fleet *f = fleet_from(SPREADS[i].text);
        const Pod *p = fleet_lists(f)->pods.items[0];
        Spreads spreads = {0};
        Domains d = {0};
        pod_spreads(&arena, p, &spreads);
        pod_domains(f, &arena, p, spreads.list.items[0], &d);
        Str text = domains_text(&d);
        int64_t nodes = pod_most_nodes(f, &arena, p);
        CHECK(str_eq(text, str_c(SPREADS[i].domains)), "%s: %.*s", SPREADS[i].what, STR_ARG(text));
        CHECK(spreads.list.items[0]->own == SPREADS[i].own, "%s", SPREADS[i].what);
        CHECK(nodes == SPREADS[i].nodes, "%s: %ld", SPREADS[i].what, (long)nodes);
    }
}

/* clang-format off */
static const struct {
    const char *what, *selector;
    Tri promised;
    const char *near, *instead;
} PROMISES[] = {
    {"a label of the pool", "team: a", TRI_YES, " (NodePool a has team=a)", ""},
    {"another value", "team: z", TRI_NO, " (NodePool a has team=a)", ""},
    {"a key that comes near", "teams: a", TRI_NO, " (did you mean team?)", ""},
    {"a label of nobody", "example.com/rack: r1", TRI_NO, "", ""},
    {"a type that it has", "karpenter.k8s.aws/instance-gpu-name: l4", TRI_YES, "", ""},
    {"a product", "nvidia.com/gpu.product: NVIDIA-A100-SXM4-40GB", TRI_NO, "", "karpenter.k8s.aws/instance-gpu-name: a100"},
    {"a product that no type has", "nvidia.com/gpu.product: Quadro", TRI_NO, "", "karpenter.k8s.aws/instance-gpu-name"},
    {"a label that nothing replaces", "nvidia.com/gpu.present: 'true'", TRI_NO, "", ""},
};
/* clang-format on */

TEST(test_promises)
{
    for (size_t i = 0; i < COUNT(PROMISES); i++) {
        Str text = arena_printf(&arena, "%s  nodeSelector: {%s}\n", POOL("a", "") POD(""),
                                PROMISES[i].selector);
        Fleet *f = fleet_from(arena_copy(&arena, text).ptr);
        const Pod *p = fleet_lists(f)->pods.items[0];
        const ReqSource *s = p->terms.items[0].sources.items[0];
        Str near = fleet_promise_near(f, &arena, p, s);
        Str instead = promise_instead(fleet_facts(f), &arena, LABELS_KARPENTER, s);
        CHECK(fleet_promised(f, p, s) == PROMISES[i].promised, "%s", PROMISES[i].what);
        CHECK(PROMISES[i].promised || str_eq(near, str_c(PROMISES[i].near)), "%s: %.*s",
              PROMISES[i].what, STR_ARG(near));
        CHECK(str_eq(instead, str_c(PROMISES[i].instead)), "%s: %.*s", PROMISES[i].what,
              STR_ARG(instead));
    }
}

#define FLAVOR(name, more)                                                             \
    "apiVersion: kueue.x-k8s.io/v1beta1\nkind: ResourceFlavor\nmetadata: {name: " name \
    "}\nspec: {" more "}\n---\n"
#define QUEUES(flavors)                                                                         \
    "apiVersion: kueue.x-k8s.io/v1beta1\nkind: LocalQueue\nmetadata: {name: q, namespace: n}\n" \
    "spec: {clusterQueue: c}\n---\napiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\n"    \
    "metadata: {name: c}\nspec: {resourceGroups: [{flavors: [" flavors "]}]}\n---\n"
#define JOB(labels)                                                                              \
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: n, labels: {" labels "}}\n" \
    "spec: {template: {spec: {containers: [{name: m, image: i}]}}}\n"
#define QUEUED "kueue.x-k8s.io/queue-name: q"

/* clang-format off */
static const struct {
    const char *what, *text;
    size_t jobs, places; /* of the first flavor */
} FLAVORS[] = {
    {"the only flavor", FLAVOR("x", "") JOB(QUEUED), 1, 0},
    {"a job that is not queued", FLAVOR("x", "") JOB("a: b"), 0, 0},
    {"two flavors and no queue", FLAVOR("x", "") FLAVOR("y", "") JOB(QUEUED), 0, 0},
    {"its queue", FLAVOR("x", "") FLAVOR("y", "") QUEUES("{name: x}") JOB(QUEUED), 1, 0},
    {"another's queue", FLAVOR("x", "") QUEUES("{name: y}") JOB(QUEUED), 0, 0},
    {"a queue with a choice", FLAVOR("x", "") QUEUES("{name: x}, {name: y}") JOB(QUEUED), 0, 0},
    {"places by label", FLAVOR("x", "nodeLabels: {team: a}") POOL("a", "") POOL("b", "") JOB(QUEUED), 1, 1},
};
/* clang-format on */

TEST(test_flavors)
{
    for (size_t i = 0; i < COUNT(FLAVORS); i++) {
        const Flavor *x = fleet_lists(fleet_from(FLAVORS[i].text))->flavors.items[0];
        CHECK(x->jobs.len == FLAVORS[i].jobs, "%s: %zu", FLAVORS[i].what, x->jobs.len);
        CHECK(x->places.len == FLAVORS[i].places, "%s: %zu", FLAVORS[i].what, x->places.len);
    }
}

#define TOLERANT(name) FLAVOR(name, "tolerations: [{key: " name ", operator: Exists}]")

/* clang-format off */
static const struct {
    const char *what, *text;
    size_t tolerations; /* of the job */
    bool open;
} QUEUED_JOBS[] = {
    {"not queued", TOLERANT("x") JOB("a: b"), 0, false},
    {"of the only flavor", TOLERANT("x") JOB(QUEUED), 1, false},
    {"of its queue", TOLERANT("x") TOLERANT("y") QUEUES("{name: x}") JOB(QUEUED), 1, false},
    {"of both of its queue", TOLERANT("x") TOLERANT("y") QUEUES("{name: x}, {name: y}") JOB(QUEUED), 2, false},
    {"one of them elsewhere", TOLERANT("x") QUEUES("{name: x}, {name: y}") JOB(QUEUED), 1, true},
    {"a placeholder", TOLERANT("x") QUEUES("${FLAVORS}") JOB(QUEUED), 0, true},
    {"a queue that is not here", JOB(QUEUED), 0, true},
};
/* clang-format on */

TEST(test_queued)
{
    for (size_t i = 0; i < COUNT(QUEUED_JOBS); i++) {
        const Pod *p = fleet_lists(fleet_from(QUEUED_JOBS[i].text))->pods.items[0];
        CHECK(p->tolerations.len == QUEUED_JOBS[i].tolerations, "%s: %zu", QUEUED_JOBS[i].what,
              p->tolerations.len);
        CHECK(p->queue_open == QUEUED_JOBS[i].open, "%s: open", QUEUED_JOBS[i].what);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_domains), cmocka_unit_test(test_promises),
               cmocka_unit_test(test_flavors), cmocka_unit_test(test_queued))
