/* What nodes of a place give to pods: settings of the node class, DaemonSets, interfaces, disks. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/fit.h"

/* A pool of one family, its class, a pod. */
#define POOL(family, more)                                                             \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n" \
    "  template:\n    spec:\n"                                                         \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}\n"  \
    "      requirements:\n"                                                            \
    "        - {key: node.kubernetes.io/instance-type, operator: In, values: [" family "]}\n" more
#define CLASS(more)                                                                             \
    "---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: gpu}\nspec:\n" \
    "  amiSelectorTerms: [{alias: al2023@latest}]\n" more
#define KUBELET(text) CLASS("  kubelet: {" text "}\n")
#define POD(limits)                                                \
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n" \
    "  containers: [{name: m, image: r.example/m:1, resources: {limits: {" limits "}}}]\n"
#define DAEMON(more, requests)                                                             \
    "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d}\nspec:\n"              \
    "  selector: {matchLabels: {app: d}}\n  template:\n    metadata: {labels: {app: d}}\n" \
    "    spec:\n" more                                                                     \
    "      containers: [{name: m, image: r.example/d:1, resources: {requests: {" requests "}}}]\n"
#define GROUP(more)                                                                              \
    "---\napiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, region: r}\n" \
    "managedNodeGroups:\n  - {name: gpu, instanceType: p5.48xlarge" more "}\n"

/* g5.xlarge has 4000m CPU and 58 pods, and gives 3920m, 14162Mi of 15155Mi. */
/* clang-format off */
static const struct {
    const char *what, *text;
    Tri ok;
    const char *why; /* NULL: not asked */
} ROWS[] = {
    {"CPU that the type gives", POOL("g5.xlarge", "") CLASS("") POD("cpu: 3700m"), TRI_YES, "fits"},
    {"less than EKS' own DaemonSets leave", POOL("g5.xlarge", "") CLASS("") POD("cpu: 3900m"), TRI_UNKNOWN, "cannot be told"},
    {"more than the type gives", POOL("g5.xlarge", "") CLASS("") POD("cpu: 3950m"), TRI_NO, "needs 3950m cpu, and g5.xlarge gives 3920m"},
    {"the class is not here", POOL("g5.xlarge", "") POD("cpu: 3700m"), TRI_YES, NULL},
    {"systemReserved", POOL("g5.xlarge", "") KUBELET("systemReserved: {cpu: 500m}") POD("cpu: 3700m"), TRI_NO, "needs 3700m cpu, and g5.xlarge gives 3420m"},
    {"kubeReserved instead of the default", POOL("g5.xlarge", "") KUBELET("kubeReserved: {cpu: 10m}") POD("cpu: 3840m"), TRI_YES, NULL},
    {"kubeReserved of memory", POOL("g5.xlarge", "") KUBELET("kubeReserved: {memory: 4Gi}") POD("memory: 11Gi"), TRI_NO, NULL},
    {"evictionHard", POOL("g5.xlarge", "") KUBELET("evictionHard: {memory.available: 5Gi}") POD("memory: 11Gi"), TRI_NO, NULL},
    {"evictionHard in percent", POOL("g5.xlarge", "") KUBELET("evictionHard: {memory.available: 50%}") POD("memory: 11Gi"), TRI_NO, NULL},
    {"evictionHard switched off", POOL("g5.xlarge", "") KUBELET("evictionHard: {memory.available: 100%}") POD("memory: 11Gi"), TRI_YES, NULL},
    {"evictionSoft", POOL("g5.xlarge", "") KUBELET("evictionSoft: {memory.available: 5Gi}") POD("memory: 11Gi"), TRI_NO, NULL},
    {"reservations with a placeholder", POOL("g5.xlarge", "") KUBELET("kubeReserved: {memory: '${M}'}") POD("memory: 11Gi"), TRI_UNKNOWN, NULL},
    {"which does not make the node larger", POOL("g5.xlarge", "") KUBELET("kubeReserved: {memory: '${M}'}") POD("memory: 20Gi"), TRI_NO, NULL},
    {"settings with a placeholder", POOL("g5.xlarge", "") CLASS("  kubelet: '${K}'\n") POD("cpu: 1"), TRI_UNKNOWN, NULL},
    {"maxPods 0", POOL("g5.xlarge", "") KUBELET("maxPods: 0") POD("cpu: 1"), TRI_NO, "needs 1 pods, and g5.xlarge gives 0"},
    {"podsPerCore", POOL("g5.xlarge", "") KUBELET("podsPerCore: 1") DAEMON("", "cpu: 1m") POD("cpu: 1"), TRI_YES, NULL},
    {"a pod for each DaemonSet", POOL("g5.xlarge", "") KUBELET("maxPods: 1") DAEMON("", "cpu: 1m") POD("cpu: 1"), TRI_NO, NULL},

    {"what a DaemonSet takes", POOL("g5.xlarge", "") CLASS("") DAEMON("", "cpu: 1") POD("cpu: 3"), TRI_NO, "needs 3 cpu, and g5.xlarge gives 2920m"},
    {"a device that a DaemonSet takes", POOL("g5.xlarge", "") CLASS("") DAEMON("", "nvidia.com/gpu: 1") POD("nvidia.com/gpu: 1"), TRI_NO, "needs 1 nvidia.com/gpu, and g5.xlarge gives 0"},
    {"one of several", POOL("g5.12xlarge", "") CLASS("") DAEMON("", "nvidia.com/gpu: 1") POD("nvidia.com/gpu: 3"), TRI_YES, NULL},
    {"which leaves too few", POOL("g5.12xlarge", "") CLASS("") DAEMON("", "nvidia.com/gpu: 1") POD("nvidia.com/gpu: 4"), TRI_NO, "needs 4 nvidia.com/gpu, and g5.12xlarge gives 3"},
    {"a DaemonSet for other nodes", POOL("g5.xlarge", "") CLASS("") DAEMON("      nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}\n", "cpu: 1") POD("cpu: 3"), TRI_YES, NULL},
    {"a DaemonSet that the taint keeps out", POOL("g5.xlarge", "      taints: [{key: gpu, effect: NoSchedule}]\n") CLASS("") DAEMON("", "cpu: 1")
     "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  tolerations: [{operator: Exists}]\n  containers: [{name: m, image: r.example/m:1, resources: {limits: {cpu: 3}}}]\n", TRI_YES, NULL},
    {"a DaemonSet that selects what is not there", POOL("g5.xlarge", "") CLASS("") DAEMON("      nodeSelector: {team: '${T}'}\n", "cpu: 1") POD("cpu: 3"), TRI_YES, NULL},
    {"a DaemonSet of unknown size", POOL("g5.xlarge", "") CLASS("") DAEMON("", "cpu: '${C}'") POD("cpu: 3"), TRI_UNKNOWN, NULL},
    {"which does not matter to another resource", POOL("g5.xlarge", "") CLASS("") DAEMON("", "cpu: '${C}'") POD("nvidia.com/gpu: 1"), TRI_YES, NULL},

    {"EFA, and no class here", POOL("p5.48xlarge", "") POD("vpc.amazonaws.com/efa: 32"), TRI_YES, NULL},
    {"more EFA than any class could give", POOL("p5.48xlarge", "") POD("vpc.amazonaws.com/efa: 33"), TRI_NO, "needs 33 vpc.amazonaws.com/efa, and p5.48xlarge gives 32"},
    {"EFA, and a class that leaves it", POOL("p5.48xlarge", "") CLASS("") POD("vpc.amazonaws.com/efa: 32"), TRI_YES, NULL},
    {"interfaces of the class", POOL("p5.48xlarge", "") CLASS("  networkInterfaces: [{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}, {networkCardIndex: 1, deviceIndex: 1, interfaceType: efa-only}]\n")
     POD("vpc.amazonaws.com/efa: 32"), TRI_NO, "needs 32 vpc.amazonaws.com/efa, and p5.48xlarge gives 1"},
    {"that are enough", POOL("p5.48xlarge", "") CLASS("  networkInterfaces: [{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}, {networkCardIndex: 1, deviceIndex: 1, interfaceType: efa-only}]\n")
     POD("vpc.amazonaws.com/efa: 1"), TRI_YES, NULL},
    {"that the type cannot carry", POOL("g5.xlarge", "") CLASS("  networkInterfaces: [{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}, {networkCardIndex: 1, deviceIndex: 1, interfaceType: efa-only}]\n")
     POD("nvidia.com/gpu: 1"), TRI_NO, "finds no instance type that it may launch"},
    {"interfaces with a placeholder", POOL("p5.48xlarge", "") CLASS("  networkInterfaces: '${N}'\n") POD("vpc.amazonaws.com/efa: 1"), TRI_UNKNOWN, NULL},
    {"EFA of a node group", GROUP(", efaEnabled: true") POD("vpc.amazonaws.com/efa: 32"), TRI_YES, NULL},
    {"EFA that a group does not switch on", GROUP("") POD("vpc.amazonaws.com/efa: 32"), TRI_NO, NULL},
    {"a launch template of its own", GROUP(", launchTemplate: {id: lt-1}") POD("vpc.amazonaws.com/efa: 32"), TRI_UNKNOWN, NULL},

    {"storage of the default volume", POOL("g5.xlarge", "") CLASS("") POD("ephemeral-storage: 16Gi"), TRI_YES, NULL},
    {"more than the default volume", POOL("g5.xlarge", "") CLASS("") POD("ephemeral-storage: 40Gi"), TRI_NO, NULL},
    {"storage of a larger volume", POOL("g5.xlarge", "") CLASS("  blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {volumeSize: 200Gi}}]\n") POD("ephemeral-storage: 100Gi"), TRI_YES, NULL},
    {"a larger volume on another device", POOL("g5.xlarge", "") CLASS("  blockDeviceMappings: [{deviceName: /dev/sda1, ebs: {volumeSize: 200Gi}}]\n") POD("ephemeral-storage: 100Gi"), TRI_NO, NULL},
    {"local disks as one", POOL("g5.xlarge", "") CLASS("  instanceStorePolicy: RAID0\n") POD("ephemeral-storage: 200Gi"), TRI_YES, NULL},
    {"storage, and no class here", POOL("g5.xlarge", "") POD("ephemeral-storage: 40Gi"), TRI_UNKNOWN, NULL},
    {"storage of a node group", GROUP("") POD("ephemeral-storage: 40Gi"), TRI_YES, NULL},
    {"more than a node group's volume", GROUP(", volumeSize: 20") POD("ephemeral-storage: 40Gi"), TRI_NO, NULL},

    {"enough values left", POOL("g5.xlarge, g5.2xlarge, g6.xlarge", "        - {key: karpenter.k8s.aws/instance-family, operator: Exists, minValues: 2}\n") CLASS("") POD("nvidia.com/gpu: 1"), TRI_YES, NULL},
    {"too few values left", POOL("g5.xlarge, g5.12xlarge, g6.xlarge", "        - {key: karpenter.k8s.aws/instance-family, operator: Exists, minValues: 2}\n") CLASS("") POD("nvidia.com/gpu: 4"), TRI_NO,
     "leaves 1 of karpenter.k8s.aws/instance-family, and its minValues demands 2"},
    {"too few values under the limits", POOL("g5.xlarge, g5.2xlarge, g5.4xlarge", "        - {key: node.kubernetes.io/instance-type, operator: Exists, minValues: 3}\n  limits: {cpu: 8}\n") CLASS("") POD("nvidia.com/gpu: 1"), TRI_NO,
     "leaves 2 of node.kubernetes.io/instance-type, and its minValues demands 3"},
    {"minValues that may be behind a placeholder", POOL("g5.xlarge", "        - {key: karpenter.k8s.aws/instance-family, operator: Exists, '${K}': 2}\n") CLASS("") POD("nvidia.com/gpu: 1"), TRI_UNKNOWN, NULL},
    {"a limit of a pool that may be static", POOL("g5.xlarge", "  limits: {cpu: 2}\n  '${K}': 2\n") CLASS("") POD("nvidia.com/gpu: 1"), TRI_UNKNOWN, NULL},
    {"minValues with a placeholder", POOL("g5.xlarge", "        - {key: karpenter.k8s.aws/instance-family, operator: Exists, minValues: '${N}'}\n") CLASS("") POD("nvidia.com/gpu: 1"), TRI_UNKNOWN, NULL},
    {"a DaemonSet is not counted against itself", POOL("g5.xlarge", "") CLASS("") DAEMON("", "cpu: 2"), TRI_YES, NULL},
};
/* clang-format on */

/* Whoever is judged first, a DaemonSet or a pod beside it. */
TEST(test_nodes)
{
    for (size_t n = 0; n < 2 * COUNT(ROWS); n++) {
        size_t i = n / 2;
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", ROWS[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        if (n % 2)
            (void)fleet_fit(f, l->pods.items[0], l->places.items[0]);
        const Pod *pod = l->pods.items[l->pods.len - 1];
        const Fit *fit = fleet_fit(f, pod, l->places.items[0]);
        Str why = fit_why(&arena, fit, pod, l->places.items[0], false);
        CHECK(fit->ok == ROWS[i].ok, "%s: %d, %.*s", ROWS[i].what, (int)fit->ok, STR_ARG(why));
        CHECK(!ROWS[i].why || str_eq(why, str_c(ROWS[i].why)), "%s: %.*s", ROWS[i].what,
              STR_ARG(why));
    }
}

/* What of the pod and of the place is at fault. */
/* clang-format off */
static const struct {
    const char *what, *place, *pod, *blame, *obstacle; /* as written; "" for none */
} FAULTS[] = {
    {"a taint", POOL("g5.xlarge", "      taints: [{key: gpu, effect: NoSchedule}]\n"), "{containers: [{name: m, image: i}]}", "{containers: [{name: m, image: i}]}", "{key: gpu, effect: NoSchedule}"},
    {"a type", POOL("g5.xlarge", ""), "{nodeSelector: {node.kubernetes.io/instance-type: g6.xlarge}, containers: [{name: m, image: i}]}", "g6.xlarge", "{key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}"},
    {"a type by another label", POOL("g5.xlarge", ""), "{nodeSelector: {karpenter.k8s.aws/instance-family: g6}, containers: [{name: m, image: i}]}", "g6", "{key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}"},
    {"an own label", POOL("g5.xlarge", "        - {key: team, operator: In, values: [red]}\n"), "{nodeSelector: {team: blue}, containers: [{name: m, image: i}]}", "blue", "{key: team, operator: In, values: [red]}"},
    {"a label that is not there", POOL("g5.xlarge", ""), "{nodeSelector: {team: blue}, containers: [{name: m, image: i}]}", "blue", ""},
    {"a capacity type", POOL("g5.xlarge", "        - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}\n"), "{nodeSelector: {karpenter.sh/capacity-type: reserved}, containers: [{name: m, image: i}]}", "reserved",
     "{key: karpenter.sh/capacity-type, operator: In, values: [spot]}"},
    {"hidden by a value", POOL("g5.xlarge", ""), "{nodeSelector: {karpenter.sh/capacity-type: ondemand}, containers: [{name: m, image: i}]}", "ondemand", ""},
    {"a request", POOL("g5.xlarge", ""), "{containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}", "2", "{key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}"},
    {"a limit", POOL("g5.xlarge", "  limits: {cpu: 2}\n"), "{containers: [{name: m, image: i}]}", "[{name: m, image: i}]", "2"},
    {"a node group without nodes", GROUP(", maxSize: 0"), "{containers: [{name: m, image: i}]}", "[{name: m, image: i}]", "0"},
    {"nothing", POOL("g5.xlarge", ""), "{containers: [{name: m, image: i}]}", "", ""},
};
/* clang-format on */

static Str written(NodePlace at)
{
    return at.node ? node_text(at.node) : STR("");
}

TEST(test_faults)
{
    for (size_t i = 0; i < COUNT(FAULTS); i++) {
        const char *text =
            arena_printf(&arena,
                         "%s---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: %s\n",
                         FAULTS[i].place, FAULTS[i].pod)
                .ptr;
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", text}, 1, false);
        const Pod *pod = fleet_lists(f)->pods.items[0];
        const Place *place = fleet_lists(f)->places.items[0];
        const Fit *fit = fleet_fit(f, pod, place);
        Str blame = written(fit_blame(fit, pod)), obstacle = written(fit_obstacle(fit, pod, place));
        CHECK(str_eq(blame, str_c(FAULTS[i].blame)), "%s: blame %.*s", FAULTS[i].what,
              STR_ARG(blame));
        CHECK(str_eq(obstacle, str_c(FAULTS[i].obstacle)), "%s: obstacle %.*s", FAULTS[i].what,
              STR_ARG(obstacle));
    }
}

/* Are the kubelet settings or interfaces of the class to blame? */
/* clang-format off */
static const struct {
    const char *what, *text;
    bool blamed;
} SETTINGS[] = {
    {"memory that is reserved", POOL("g5.xlarge", "") KUBELET("systemReserved: {memory: 6Gi}") POD("memory: 11Gi"), true},
    {"pods", POOL("g5.xlarge", "") KUBELET("maxPods: 0") POD("cpu: 1"), true},
    {"interfaces", POOL("p5.48xlarge", "") CLASS("  networkInterfaces: [{interfaceType: efa-only}]\n") POD("vpc.amazonaws.com/efa: 2"), true},
    {"too large anyway", POOL("g5.xlarge", "") KUBELET("systemReserved: {memory: 6Gi}") POD("memory: 20Gi"), false},
    {"another resource", POOL("g5.xlarge", "") KUBELET("systemReserved: {memory: 6Gi}") POD("nvidia.com/gpu: 2"), false},
    {"it fits", POOL("g5.xlarge", "") KUBELET("maxPods: 9") POD("cpu: 1"), false},
    {"no settings", POOL("g5.xlarge", "") CLASS("") POD("memory: 20Gi"), false},
    {"a DaemonSet takes it", POOL("g5.xlarge", "") KUBELET("maxPods: 40") DAEMON("", "cpu: 2") POD("cpu: 3"), false},
    {"a label", POOL("g5.xlarge", "") KUBELET("systemReserved: {memory: 6Gi}") POD("memory: 11Gi") "  nodeSelector: {node.kubernetes.io/instance-type: g6.xlarge}\n", false},
};
/* clang-format on */

TEST(test_settings)
{
    for (size_t i = 0; i < COUNT(SETTINGS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", SETTINGS[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        const Pod *pod = l->pods.items[l->pods.len - 1];
        bool blamed = fit_but_for_class(fleet_fits(f), pod, l->places.items[0]);
        CHECK(blamed == SETTINGS[i].blamed, "%s: %d", SETTINGS[i].what, blamed);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_nodes), cmocka_unit_test(test_faults),
               cmocka_unit_test(test_settings))
