/* Device managers: which DaemonSets are one, and where they run. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/post.h"

#define DAEMON(name, spec)                                                                  \
    "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: " name ", namespace: s}\n" \
    "spec: {template: {spec: {" spec "}}}\n"
#define ONE(container) "containers: [{" container "}]"
#define PLUGIN         "containers: [{name: c, image: r.example/nvidia/k8s-device-plugin:v1}]"
#define DRIVER         "containers: [{name: gpus, image: r.example/dra-driver-nvidia-gpu:v1}]"

/* clang-format off */
static const struct {
    const char *what, *text, *manager; /* kind vendor device; "" for none */
} ROWS[] = {
    {"the NVIDIA plugin", DAEMON("d", PLUGIN), "plugin nvidia nvidia.com/gpu"},
    {"from another registry, by digest", DAEMON("d", ONE("image: 'mirror.example:5000/k8s-device-plugin@sha256:00'")), "plugin nvidia nvidia.com/gpu"},
    {"the AMD plugin has the same last name", DAEMON("d", ONE("image: docker.example/rocm/k8s-device-plugin")), "plugin amd amd.com/gpu"},
    {"feature discovery, of the same image", DAEMON("d", ONE("image: r.example/k8s-device-plugin, command: [gpu-feature-discovery]")), "labels nvidia nvidia.com/gpu"},
    {"the DRA driver", DAEMON("d", DRIVER), "dra nvidia nvidia.com/gpu"},
    {"the same for ComputeDomains alone", DAEMON("d", ONE("name: compute-domains, image: r.example/dra-driver-nvidia-gpu:v1")), "dra nvidia channel"},
    {"the EFA plugin", DAEMON("d", ONE("image: '602401143452.dkr.ecr.example/eks/aws-efa-k8s-device-plugin:v0'")), "plugin efa vpc.amazonaws.com/efa"},
    {"DRANET", DAEMON("d", ONE("image: r.example/networking/dranet:stable")), "dra efa vpc.amazonaws.com/efa"},
    {"the Neuron plugin", DAEMON("d", ONE("image: public.example/neuron/neuron-device-plugin:2")), "plugin neuron aws.amazon.com/neuron"},
    {"an exporter", DAEMON("d", ONE("image: r.example/dcgm-exporter:4")), "exporter nvidia nvidia.com/gpu"},
    {"a name that only ends so", DAEMON("d", ONE("image: r.example/my-k8s-device-plugin")), ""},
    {"no DaemonSet", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {" PLUGIN "}\n", ""},
};
/* clang-format on */

TEST(test_kinds)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", ROWS[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        Str got = STR("");
        if (l->managers.len) {
            const Manager *m = l->managers.items[0];
            got = arena_printf(&arena, "%.*s %.*s %.*s", STR_ARG(m->kind), STR_ARG(m->vendor),
                               STR_ARG(m->device));
        }
        CHECK(str_eq(got, str_c(ROWS[i].manager)), "%s: '%.*s'", ROWS[i].what, STR_ARG(got));
    }
}

/* clang-format off */
static const struct {
    const char *what, *plugin, *driver;
    Tri meet;
} MEETINGS[] = {
    {"anywhere", PLUGIN, DRIVER, TRI_YES},
    {"the same label", PLUGIN ", nodeSelector: {a: x}", DRIVER ", nodeSelector: {a: x}", TRI_YES},
    {"two values of a label", PLUGIN ", nodeSelector: {a: x}", DRIVER ", nodeSelector: {a: y}", TRI_NO},
    {"two labels", PLUGIN ", nodeSelector: {a: x}", DRIVER ", nodeSelector: {b: y}", TRI_YES},
    {"a placeholder", PLUGIN ", nodeSelector: {a: '${X}'}", DRIVER ", nodeSelector: {a: y}", TRI_UNKNOWN},
    {"one alternative of two", PLUGIN ", nodeSelector: {a: x}",
     DRIVER ", affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [y]}]}, {matchExpressions: [{key: b, operator: Exists}]}]}}}", TRI_YES},
    {"everything but", PLUGIN ", nodeSelector: {a: x}",
     DRIVER ", affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: NotIn, values: [x]}]}]}}}", TRI_NO},
};
/* clang-format on */

TEST(test_meetings)
{
    for (size_t i = 0; i < COUNT(MEETINGS); i++) {
        Str text = arena_printf(&arena, DAEMON("p", "%s") DAEMON("d", "%s"), MEETINGS[i].plugin,
                                MEETINGS[i].driver);
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", text.ptr}, 1, false);
        const FleetLists *l = fleet_lists(f);
        CHECK(l->managers.len == 2, "%s: %zu managers", MEETINGS[i].what, l->managers.len);
        Tri meet = manager_may_meet(l->managers.items[0], l->managers.items[1]);
        CHECK(meet == MEETINGS[i].meet, "%s: %d", MEETINGS[i].what, meet);
    }
}

#define POOL(more, labels, taints)                                                             \
    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n  template:\n" \
    "    metadata: {labels: {" labels "}}\n    spec:\n"                                        \
    "      nodeClassRef: {group: " more ", name: gpu}\n      taints: [" taints "]\n"           \
    "      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: "      \
    "[g5.xlarge]}]\n"
#define KARPENTER "karpenter.k8s.aws, kind: EC2NodeClass"

/* clang-format off */
static const struct {
    const char *what, *pool, *daemon;
    Tri runs, targets, needed;
} PLACES[] = {
    {"nothing keeps it off", POOL(KARPENTER, "", ""), PLUGIN, TRI_YES, TRI_NO, TRI_UNKNOWN},
    {"its label", POOL(KARPENTER, "a: x", ""), PLUGIN ", nodeSelector: {a: x}", TRI_YES, TRI_YES, TRI_UNKNOWN},
    {"another value", POOL(KARPENTER, "a: y", ""), PLUGIN ", nodeSelector: {a: x}", TRI_NO, TRI_NO, TRI_UNKNOWN},
    {"a label that nobody sets", POOL(KARPENTER, "", ""), PLUGIN ", nodeSelector: {a: x}", TRI_NO, TRI_NO, TRI_UNKNOWN},
    {"a label that somebody may set later", POOL(KARPENTER, "", ""), PLUGIN ", nodeSelector: {nvidia.com/gpu.present: 'true'}", TRI_UNKNOWN, TRI_NO, TRI_UNKNOWN},
    {"a taint", POOL(KARPENTER, "", "{key: t, effect: NoSchedule}"), PLUGIN, TRI_NO, TRI_NO, TRI_UNKNOWN},
    {"a taint that EKS would tolerate for workloads", POOL(KARPENTER, "", "{key: nvidia.com/gpu, effect: NoSchedule}"), PLUGIN, TRI_NO, TRI_NO, TRI_UNKNOWN},
    {"a taint that it tolerates", POOL(KARPENTER, "", "{key: t, effect: NoSchedule}"), PLUGIN ", tolerations: [{key: t, operator: Exists}]", TRI_YES, TRI_NO, TRI_UNKNOWN},
    {"a preference", POOL(KARPENTER, "", "{key: t, effect: PreferNoSchedule}"), PLUGIN, TRI_YES, TRI_NO, TRI_UNKNOWN},
    {"its type", POOL(KARPENTER, "", ""), PLUGIN ", nodeSelector: {node.kubernetes.io/instance-type: g5.xlarge}", TRI_YES, TRI_YES, TRI_UNKNOWN},
    {"another device", POOL(KARPENTER, "", ""), ONE("image: r.example/neuron-device-plugin"), TRI_YES, TRI_NO, TRI_NO},
    {"Auto Mode brings its own", POOL("eks.amazonaws.com, kind: NodeClass", "", ""), PLUGIN, TRI_YES, TRI_NO, TRI_NO},
};
/* clang-format on */

TEST(test_places)
{
    for (size_t i = 0; i < COUNT(PLACES); i++) {
        Str text = arena_printf(&arena, "%s" DAEMON("d", "%s"), PLACES[i].pool, PLACES[i].daemon);
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", text.ptr}, 1, false);
        const FleetLists *l = fleet_lists(f);
        CHECK(l->managers.len == 1 && l->places.len == 1, "%s", PLACES[i].what);
        const Manager *m = l->managers.items[0];
        const Place *p = l->places.items[0];
        CHECK(manager_runs_on(m, p) == PLACES[i].runs, "%s: runs %d", PLACES[i].what,
              manager_runs_on(m, p));
        CHECK(manager_targets(m, p) == PLACES[i].targets, "%s: targets %d", PLACES[i].what,
              manager_targets(m, p));
        CHECK(manager_needed(m, p) == PLACES[i].needed, "%s: needed %d", PLACES[i].what,
              manager_needed(m, p));
        Obstacle o;
        CHECK(manager_obstacle(m, p, &o) == (PLACES[i].runs == TRI_NO), "%s: obstacle",
              PLACES[i].what);
    }
}

/* clang-format off */
static const struct {
    const char *what, *first, *second; /* pods of two DaemonSets */
    Tri runs, relieved;                /* of the first */
    size_t homes, stopped, overlaps;
} PAIRS[] = {
    {"alone of its kind", PLUGIN, ONE("image: r.example/dcgm-exporter:4"), TRI_YES, TRI_NO, 1, 0, 0},
    {"two plugins", PLUGIN, PLUGIN, TRI_YES, TRI_YES, 1, 0, 1},
    {"of another device", PLUGIN, ONE("image: r.example/neuron-device-plugin"), TRI_YES, TRI_NO, 1, 0, 0},
    {"a driver beside a plugin", DRIVER, PLUGIN, TRI_YES, TRI_YES, 1, 0, 1},
    {"a driver elsewhere", DRIVER ", nodeSelector: {a: y}", PLUGIN, TRI_NO, TRI_YES, 1, 1, 0},
    {"a label that is set later", DRIVER, PLUGIN ", nodeSelector: {nvidia.com/gpu.present: 'true'}", TRI_YES, TRI_UNKNOWN, 1, 0, 1},
};
/* clang-format on */

TEST(test_pairs)
{
    for (size_t i = 0; i < COUNT(PAIRS); i++) {
        Str text = arena_printf(&arena, "%s" DAEMON("d", "%s") DAEMON("e", "%s"),
                                POOL(KARPENTER, "a: x", ""), PAIRS[i].first, PAIRS[i].second);
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", text.ptr}, 1, false);
        const Manager *m = fleet_lists(f)->managers.items[0];
        const Place *p = fleet_lists(f)->places.items[0];
        CHECK(fleet_runs(f, m, p) == PAIRS[i].runs, "%s: runs", PAIRS[i].what);
        CHECK(fleet_relieved(f, m, p) == PAIRS[i].relieved, "%s: relieved", PAIRS[i].what);
        CHECK(fleet_post(f, m, POST_HOMES)->list.len == PAIRS[i].homes, "%s: homes", PAIRS[i].what);
        CHECK(fleet_overlaps(f, m)->list.len == PAIRS[i].overlaps, "%s: overlaps", PAIRS[i].what);
        CHECK(fleet_post(f, m, POST_STOPPED)->list.len == PAIRS[i].stopped, "%s: stopped",
              PAIRS[i].what);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_kinds), cmocka_unit_test(test_meetings),
               cmocka_unit_test(test_places), cmocka_unit_test(test_pairs))
