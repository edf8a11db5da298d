/* Charts: whose values they are, defaults by version, what is written where. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "doc/path.h"

#define FLUX(chart, version, values)                                                            \
    "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r, namespace: " \
    "n}\n"                                                                                      \
    "spec:\n  chart: {spec: {chart: " chart version "}}\n  values: {" values "}\n"
#define ARGO(helm)                                                                         \
    "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: " \
    "argocd}\n"                                                                            \
    "spec:\n  source:\n    chart: gpu-operator\n    targetRevision: v25.10.1\n    helm:\n" helm
#define POLICY(spec) \
    "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: p}\nspec: {" spec "}\n"
#define VERSION(v) ", version: '" v "'"

/* clang-format off */
static const struct {
    const char *what, *text, *chart, *key;
    Tri enabled, pinned;
} ROWS[] = {
    {"written", FLUX("gpu-operator", VERSION("v25.10.1"), "driver: {enabled: false}"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"by default", FLUX("gpu-operator", VERSION("v25.10.1"), ""), "gpu-operator", "driver.enabled", TRI_YES, TRI_YES},
    {"null takes the default away", FLUX("gpu-operator", VERSION("25.10.1"), "driver: {enabled: null}"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"a placeholder", FLUX("gpu-operator", "", "driver: {enabled: '${X}'}"), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_NO},
    {"placeholders for the map", FLUX("gpu-operator", VERSION("v25.*"), "driver: '${X}'"), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_NO},
    {"a placeholder for the version", FLUX("gpu-operator", VERSION("${V}"), ""), "gpu-operator", "toolkit.enabled", TRI_YES, TRI_UNKNOWN},
    {"a key that nobody knows", FLUX("gpu-operator", VERSION("v25.10.1"), ""), "gpu-operator", "psa.enabled", TRI_UNKNOWN, TRI_YES},
    {"the chart's older name", FLUX("nvidia-dra-driver-gpu", VERSION("25.8.0"), ""), "dra-driver-nvidia-gpu", "resources.gpus.enabled", TRI_YES, TRI_YES},
    {"a chart in a folder, its values under its name", FLUX("./charts/gpu-operator", "", "gpu-operator: {driver: {enabled: false}}"), "gpu-operator", "driver.enabled", TRI_NO, TRI_NO},
    {"a chart in a folder has defaults of its own", FLUX("./charts/gpu-operator", "", ""), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_NO},
    {"a chart before its first known version", FLUX("nvidia-device-plugin", VERSION("0.12.3"), ""), "nvidia-device-plugin", "devicePlugin.enabled", TRI_UNKNOWN, TRI_YES},
    {"Argo CD, a text", ARGO("      values: |\n        driver:\n          enabled: false\n"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"a map goes before the text", ARGO("      values: 'driver: {enabled: true}'\n      valuesObject: {driver: {enabled: false}}\n"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"a parameter goes before both", ARGO("      parameters: [{name: driver.enabled, value: 'false'}]\n      valuesObject: {driver: {enabled: true}}\n"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"a parameter that is a text all the same", ARGO("      parameters: [{name: driver.enabled, value: 'false', forceString: true}]\n"), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_YES},
    {"a parameter that sets a list", ARGO("      parameters: [{name: 'a[0]', value: 'x'}]\n"), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_YES},
    {"files that are not read", ARGO("      valueFiles: [eks.yaml]\n"), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_YES},
    {"and what is written beside them", ARGO("      valueFiles: [eks.yaml]\n      values: 'driver: {enabled: false}'\n"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"a text that is no YAML", ARGO("      values: 'driver: {enabled'\n"), "gpu-operator", "driver.enabled", TRI_UNKNOWN, TRI_YES},
    {"a rendered object", POLICY("driver: {enabled: false}"), "gpu-operator", "driver.enabled", TRI_NO, TRI_YES},
    {"another chart", FLUX("shop", VERSION("1.0.0"), ""), "", "", TRI_NO, TRI_NO},
    {"another ClusterPolicy", "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: p}\nspec: {}\n", "", "", TRI_NO, TRI_NO},
};
/* clang-format on */

TEST(test_values)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", ROWS[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        CHECK(l->charts.len == (*ROWS[i].chart ? 1u : 0u), "%s: %zu", ROWS[i].what, l->charts.len);
        if (!l->charts.len)
            continue;
        const Chart *c = l->charts.items[0];
        CHECK(str_eq(c->name, str_c(ROWS[i].chart)), "%s: '%.*s'", ROWS[i].what, STR_ARG(c->name));
        Tri on = chart_enabled(c, str_c(ROWS[i].key));
        CHECK(on == ROWS[i].enabled, "%s: enabled %d", ROWS[i].what, on);
        CHECK(chart_pinned(c) == ROWS[i].pinned, "%s: pinned %d", ROWS[i].what, chart_pinned(c));
    }
}

/* clang-format off */
static const struct {
    const char *what, *text, *key, *path, *at; /* at: the text at the place; "" when it is missing */
} PLACES[] = {
    {"written", FLUX("gpu-operator", "", "driver: {enabled: false}"), "driver.enabled", "spec.values.driver.enabled", "false"},
    {"in a text", ARGO("      values: |\n        # note\n        driver:\n          enabled: off\n"), "driver.enabled", "spec.source.helm.values.driver.enabled", "off"},
    {"in a quoted text", ARGO("      values: 'driver: {enabled: true}'\n"), "driver.enabled", "spec.source.helm.values.driver.enabled", "'driver: {enabled: true}'"},
    {"a parameter", ARGO("      parameters: [{name: driver.enabled, value: 'false'}]\n"), "driver.enabled", "spec.source.helm.parameters[0].value", "'false'"},
    {"a default", POLICY("toolkit: {enabled: false}"), "driver.enabled", "spec.driver.enabled", "spec"},
    {"no values at all", "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec:\n  source: {chart: gpu-operator}\n", "driver.enabled", "spec.source.helm.valuesObject.driver.enabled", "source"},
};
/* clang-format on */

TEST(test_places)
{
    for (size_t i = 0; i < COUNT(PLACES); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", PLACES[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        CHECK(l->charts.len == 1, "%s: %zu", PLACES[i].what, l->charts.len);
        NodePlace at = chart_place(l->charts.items[0], str_c(PLACES[i].key));
        Buf path;
        buf_init(&path, &arena, SIZE_MAX);
        path_write(&path, l->charts.items[0]->object->root, at.node);
        CHECK(!at.missing.len && str_eq(buf_str(&path), str_c(PLACES[i].path)), "%s: %.*s",
              PLACES[i].what, STR_ARG(buf_str(&path)));
        CHECK(str_eq(node_text(at.node), str_c(PLACES[i].at)), "%s: '%.*s'", PLACES[i].what,
              STR_ARG(node_text(at.node)));
    }
}

static const struct {
    const char *what, *text;
    Tri dra;
} KARPENTERS[] = {
    {"switched on",   FLUX("karpenter",    VERSION("1.15.0"),  "settings: {enableDRA: true}"),                 TRI_YES    },
    {"one gate",
     FLUX("karpenter",                     VERSION("1.15.0"),  "settings: {awsFeatureGates: {draEFA: true}}"), TRI_YES    },
    {"nothing said",  FLUX("karpenter",    VERSION("1.15.0"),  ""),                                            TRI_NO     },
    {"a placeholder", FLUX("karpenter",    VERSION("1.15.0"),  "settings: {enableDRA: '${X}'}"),
     TRI_UNKNOWN                                                                                                          },
    {"another chart", FLUX("gpu-operator", VERSION("v25.3.0"), ""),                                            TRI_UNKNOWN},
};

TEST(test_dra)
{
    for (size_t i = 0; i < COUNT(KARPENTERS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", KARPENTERS[i].text}, 1, false);
        CHECK(fleet_platform(f, NULL)->dra == KARPENTERS[i].dra, "%s: %d", KARPENTERS[i].what,
              fleet_platform(f, NULL)->dra);
    }
}

TEST(test_many_parameters)
{
    Buf text;
    buf_init(&text, &arena, SIZE_MAX);
    buf_add(&text, STR(ARGO("      parameters:\n")));
    for (int i = 0; i < 20000; i++)
        buf_printf(&text, "        - {name: a.b%d, value: '1'}\n", i);
    buf_char(&text, '\0');
    Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", buf_str(&text).ptr}, 1, false);
    const FleetLists *l = fleet_lists(f);
    CHECK(l->charts.len == 1 && l->charts.items[0]->partial, "%zu charts", l->charts.len);
}

TESTS_IN_ARENA(cmocka_unit_test(test_values), cmocka_unit_test(test_places),
               cmocka_unit_test(test_dra), cmocka_unit_test(test_many_parameters))
