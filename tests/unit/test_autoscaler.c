/* Cluster Autoscaler: what it is told, by a pod's command or by the values of its chart. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#define POD(command)                                                                       \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ca, namespace: s}\nspec: "    \
    "{template: {spec: {containers: [{name: c, image: 'r.example/cluster-autoscaler:v1', " \
    "command: [" command "]}]}}}\n"
#define CHART(values)                                                                     \
    "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ca, "     \
    "namespace: s}\nspec: {chart: {spec: {chart: cluster-autoscaler, version: 9.46.0}}, " \
    "values: {" values "}}\n"
#define TEXT(values)                                                                       \
    "apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: {name: ca, namespace: s}\n" \
    "spec:\n  chart: cluster-autoscaler\n  valuesContent: |\n    {" values "}\n"

/* clang-format off */
static const struct {
    const char *what, *text, *flag;
    Tri set;
    const char *value;
} ROWS[] = {
    {"an option of a pod", POD("./cluster-autoscaler, --expander=priority"), "expander", TRI_YES, "priority"},
    {"an absent one", POD("./cluster-autoscaler"), "expander", TRI_NO, ""},
    {"an extra argument", CHART("extraArgs: {expander: least-waste}"), "expander", TRI_YES, "least-waste"},
    {"a number of one", CHART("extraArgs: {expander_1: priority, v: 2}"), "expander", TRI_YES, "priority"},
    {"a boolean", CHART("extraArgs: {scale-down-enabled: false}"), "scale-down-enabled", TRI_YES, "false"},
    {"a custom argument", CHART("customArgs: [--expander=priority]"), "expander", TRI_YES, "priority"},
    {"one that nobody gives", CHART("extraArgs: {v: 2}"), "expander", TRI_NO, ""},
    {"a placeholder", CHART("extraArgs: {expander: '${X}'}"), "expander", TRI_UNKNOWN, "${X}"},
    {"the cloud by default", CHART(""), "cloud-provider", TRI_YES, "aws"},
    {"another cloud", CHART("cloudProvider: azure"), "cloud-provider", TRI_YES, "azure"},
    {"no discovery", CHART("autoscalingGroups: [{name: a}]"), "node-group-auto-discovery", TRI_NO, ""},
    {"discovery by default tags", CHART("autoDiscovery: {clusterName: lab}"), "node-group-auto-discovery", TRI_YES, "asg:tag=k8s.io/cluster-autoscaler/enabled,k8s.io/cluster-autoscaler/lab"},
    {"a cluster that is filled in later", CHART("autoDiscovery: {clusterName: '${X}'}"), "node-group-auto-discovery", TRI_UNKNOWN, ""},
    {"tags of one's own", TEXT("autoDiscovery: {clusterName: lab, tags: [team, 'k/{{ $.Values.autoDiscovery.clusterName }}']}"), "node-group-auto-discovery", TRI_YES, "asg:tag=team,k/lab"},
    {"a tag that a function makes", TEXT("autoDiscovery: {clusterName: lab, tags: ['k/{{ .Values.x | lower }}']}"), "node-group-auto-discovery", TRI_UNKNOWN, "asg:tag=k/"},
};
/* clang-format on */

static void test_flags(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", ROWS[i].text}, 1, false);
        Flag flag;
        CHECK(fleet_lists(f)->autoscalers.len == 1, "%s", ROWS[i].what);
        Tri set = autoscaler_flag(fleet_lists(f)->autoscalers.items[0], &arena, fleet_facts(f),
                                  str_c(ROWS[i].flag), &flag);
        CHECK(set == ROWS[i].set, "%s: set %d", ROWS[i].what, set);
        CHECK(str_eq(flag.value, str_c(ROWS[i].value)), "%s: '%.*s'", ROWS[i].what,
              STR_ARG(flag.value));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_flags))
