/* What device plugins are told to make of GPUs, and what nodes then offer. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/offer.h"

#define GROUP(more)                                                                \
    "apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: lab}\n" \
    "managedNodeGroups: [{name: cards, instanceType: g5.12xlarge, " more "}]\n---\n"
#define TEXTS(data)                                                                        \
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: texts, namespace: s}\ndata: {" data \
    "}\n---\n"
#define SLICED(more)                               \
    "'{version: v1, sharing: {timeSlicing: {" more \
    "resources: [{name: nvidia.com/gpu, replicas: 4}]}}}'"
#define PLUGIN(more)                                                                 \
    "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: plugin, namespace: s}\n" \
    "spec: {template: {spec: {" more "}}}\n"
#define MOUNTED(sub)                                                                             \
    PLUGIN("containers: [{name: c, image: r.example/nvidia/k8s-device-plugin:v1, "               \
           "args: [--config-file=/etc/p/a.yaml], volumeMounts: [{name: v, mountPath: /etc/p" sub \
           "}]}], volumes: [{name: v, configMap: {name: texts}}]")
/* As the chart makes it. */
#define MANAGED(chosen)                                                                         \
    PLUGIN("initContainers: [{name: i, image: r.example/nvidia/k8s-device-plugin:v1, command: " \
           "[config-manager], env: [{name: CONFIG_FILE_SRCDIR, value: /texts}, "                \
           "{name: CONFIG_FILE_DST, value: /config/config.yaml}, "                              \
           "{name: DEFAULT_CONFIG, value: '" chosen "'}], volumeMounts: [{name: t, mountPath: " \
           "/texts}, {name: c, mountPath: /config}]}], containers: [{name: c, image: "          \
           "r.example/nvidia/k8s-device-plugin:v1, env: [{name: CONFIG_FILE, value: "           \
           "/config/config.yaml}], volumeMounts: [{name: t, mountPath: /texts}, {name: c, "     \
           "mountPath: /config}]}], volumes: [{name: t, configMap: {name: texts}}, {name: c, "  \
           "emptyDir: {}}]")
#define CHART(values)                                                                       \
    "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: plugin, "   \
    "namespace: s}\nspec: {chart: {spec: {chart: nvidia-device-plugin, version: 0.17.0}}, " \
    "values: {" values "}}\n"

/* clang-format off */
static const struct {
    const char *what, *text;
    bool told;
    Tri shared, whole, renamed; /* nodes offer nvidia.com/gpu, nvidia.com/gpu.shared */
    int64_t replicas;
} ROWS[] = {
    {"no plugin", GROUP(""), false, TRI_NO, TRI_UNKNOWN, TRI_UNKNOWN, 1},
    {"a plugin of no configuration", GROUP("") PLUGIN("containers: [{name: c, image: r.example/nvidia/k8s-device-plugin:v1}]"), true, TRI_NO, TRI_YES, TRI_NO, 1},
    {"a file of a ConfigMap", GROUP("") TEXTS("a.yaml: " SLICED("")) MOUNTED(""), true, TRI_YES, TRI_YES, TRI_NO, 4},
    {"under another name", GROUP("") TEXTS("a.yaml: " SLICED("renameByDefault: true, ")) MOUNTED(""), true, TRI_YES, TRI_NO, TRI_YES, 4},
    {"a name without its domain", GROUP("") TEXTS("a.yaml: '{sharing: {timeSlicing: {resources: [{name: gpu, replicas: 4}]}}}'") MOUNTED(""), true, TRI_YES, TRI_YES, TRI_NO, 4},
    {"another file of it", GROUP("") TEXTS("b.yaml: " SLICED("")) MOUNTED(""), true, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
    {"a placeholder", GROUP("") TEXTS("a.yaml: " SLICED("renameByDefault: ${X}, ")) MOUNTED(""), true, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
    {"no such ConfigMap", GROUP("") MOUNTED(""), true, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
    {"of another namespace", GROUP("") "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: texts, namespace: other}\ndata: {a.yaml: " SLICED("") "}\n---\n" MOUNTED(""), true, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
    {"one text, copied", GROUP("") TEXTS("all: " SLICED("")) MANAGED(""), true, TRI_YES, TRI_YES, TRI_NO, 4},
    {"two texts that differ", GROUP("") TEXTS("x: " SLICED("") ", two: 'version: v1'") MANAGED("x"), true, TRI_UNKNOWN, TRI_YES, TRI_NO, -1},
    {"the label of the nodes chooses", GROUP("labels: {nvidia.com/device-plugin.config: two}") TEXTS("x: " SLICED("") ", two: 'version: v1'") MANAGED("x"), true, TRI_NO, TRI_YES, TRI_NO, 1},
    {"values of a chart", GROUP("") CHART("config: {map: {x: " SLICED("") "}}"), true, TRI_YES, TRI_YES, TRI_NO, 4},
    {"a ConfigMap of a chart", GROUP("") TEXTS("x: " SLICED("")) CHART("config: {name: texts}"), true, TRI_YES, TRI_YES, TRI_NO, 4},
    {"one that is not here", GROUP("") CHART("config: {name: texts}"), true, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
    {"a text that nobody names", GROUP("") TEXTS("x: \"{sharing: {timeSlicing: {replicas: 2}}}\""), false, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
    {"settings of the image", GROUP("amiFamily: Bottlerocket, bottlerocket: {settings: {x: y}}"), false, TRI_UNKNOWN, TRI_UNKNOWN, TRI_UNKNOWN, -1},
};
/* clang-format on */

TEST(test_offers)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", ROWS[i].text}, 1, false);
        const Offer *o = fleet_offer(f, fleet_lists(f)->places.items[0], STR("nvidia.com/gpu"));
        CHECK(o->told == ROWS[i].told, "%s: told", ROWS[i].what);
        CHECK(o->sharing.shared == ROWS[i].shared, "%s: shared", ROWS[i].what);
        CHECK(o->sharing.replicas == ROWS[i].replicas, "%s: replicas", ROWS[i].what);
        CHECK(offer_has(o, STR("nvidia.com/gpu")) == ROWS[i].whole, "%s: whole", ROWS[i].what);
        CHECK(offer_has(o, STR("nvidia.com/gpu.shared")) == ROWS[i].renamed, "%s: renamed",
              ROWS[i].what);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_offers))
