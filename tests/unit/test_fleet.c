/* What the fleet joins: clusters of one input, namespaces, pods and places. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/role.h"
#include "kube/sets.h"

#include <string.h>

#define POOL(name, taints)                                                                  \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: " name "}\nspec:\n" \
    "  template:\n    metadata: {labels: {team: " name "}}\n    spec:\n"                    \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}\n"         \
    "      taints: [" taints "]\n"                                                          \
    "      requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}]\n"
#define POD(meta, spec) "---\napiVersion: v1\nkind: Pod\nmetadata: {" meta "}\nspec: {" spec "}\n"
#define GPU             "containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]"
#define CONFIG(name, value)                                        \
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name \
    ", namespace: s}\ndata: {x: " value "}\n"
#define KUSTOMIZATION(lists) \
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n" lists "\n"

/* ---- sets ---- */

/* Are the first objects of the first two files joined? */
/* clang-format off */
static const struct {
    const char *what;
    TryFile files[7];
    bool joined;
} SETS[] = {
    {"two files", {{"a.yaml", CONFIG("a", "1")}, {"x/b.yaml", CONFIG("b", "1")}}, true},
    {"one kustomization", {{"k/a.yaml", CONFIG("a", "1")}, {"k/b.yaml", CONFIG("b", "1")},
                           {"k/kustomization.yaml", KUSTOMIZATION("resources: [a.yaml, b.yaml]")}}, true},
    {"two kustomizations", {{"k/a.yaml", CONFIG("a", "1")}, {"l/b.yaml", CONFIG("b", "1")},
                            {"k/kustomization.yaml", KUSTOMIZATION("resources: [a.yaml]")}, {"l/kustomization.yaml", KUSTOMIZATION("resources: [b.yaml]")}}, false},
    {"a kustomization and a file of none", {{"k/a.yaml", CONFIG("a", "1")}, {"l/b.yaml", CONFIG("b", "1")},
                                            {"k/kustomization.yaml", KUSTOMIZATION("resources: [a.yaml]")}}, true},
    {"a base and its overlay", {{"base/a.yaml", CONFIG("a", "1")}, {"prod/b.yaml", CONFIG("b", "1")},
                                {"base/kustomization.yaml", KUSTOMIZATION("resources: [./a.yaml]")}, {"prod/kustomization.yaml", KUSTOMIZATION("resources: [../base/, b.yaml]")}}, true},
    {"two overlays of one base", {{"prod/a.yaml", CONFIG("a", "1")}, {"test/b.yaml", CONFIG("b", "1")}, {"base/c.yaml", CONFIG("c", "1")},
                                  {"base/kustomization.yaml", KUSTOMIZATION("resources: [c.yaml]")},
                                  {"prod/kustomization.yaml", KUSTOMIZATION("resources: [../base, a.yaml]")}, {"test/kustomization.yaml", KUSTOMIZATION("resources: [../base, b.yaml]")}}, false},
    {"kustomizations that list each other", {{"k/a.yaml", CONFIG("a", "1")}, {"l/b.yaml", CONFIG("b", "1")},
                                             {"k/kustomization.yaml", KUSTOMIZATION("resources: [a.yaml, ../l]")}, {"l/kustomization.yaml", KUSTOMIZATION("resources: [b.yaml, ../k]")}}, true},
    {"two versions of one object", {{"a/x.yaml", CONFIG("x", "1")}, {"b/x.yaml", CONFIG("x", "2")}}, false},
    {"two copies of one object", {{"a/x.yaml", CONFIG("x", "1")}, {"b/x.yaml", CONFIG("x", "1")}}, true},
    {"a version and its own folder", {{"a/x.yaml", CONFIG("x", "1")}, {"a/sub/y.yaml", CONFIG("y", "1")}, {"b/x.yaml", CONFIG("x", "2")}}, true},
    {"a version and the other's folder", {{"a/x.yaml", CONFIG("x", "1")}, {"b/y.yaml", CONFIG("y", "1")}, {"b/x.yaml", CONFIG("x", "2")}}, false},
    {"folders that begin alike", {{"a/x.yaml", CONFIG("x", "1")}, {"a-old/y.yaml", CONFIG("y", "1")}, {"a-old/x.yaml", CONFIG("x", "2")}}, false},
    {"a version in a folder of the other", {{"a/b/x.yaml", CONFIG("x", "1")}, {"a/b/y.yaml", CONFIG("y", "1")}, {"a/x.yaml", CONFIG("x", "2")}}, true},
    {"versions in one folder", {{"a/x1.yaml", CONFIG("x", "1")}, {"a/y.yaml", CONFIG("y", "1")}, {"a/x2.yaml", CONFIG("x", "2")}}, false},
    {"versions in one file", {{"a.yaml", CONFIG("x", "1")}, {"b.yaml", CONFIG("y", "1")}, {"a.yaml", CONFIG("x", "2")}}, false},
    {"names that are placeholders", {{"a/x.yaml", CONFIG("'${X}'", "1")}, {"b/x.yaml", CONFIG("'${X}'", "2")}}, true},
};
/* clang-format on */

TEST(test_sets)
{
    for (size_t i = 0; i < COUNT(SETS); i++) {
        Fleet *f = try_fleet(&arena, SETS[i].files, COUNT(SETS[i].files), false);
        const FleetLists *l = fleet_lists(f);
        bool joined = fleet_joined(f, l->objects.items[0], l->objects.items[1]);
        CHECK(joined == SETS[i].joined, "%s: %d", SETS[i].what, joined);
        joined = fleet_joined(f, l->objects.items[1], l->objects.items[0]);
        CHECK(joined == SETS[i].joined, "%s, the other way: %d", SETS[i].what, joined);
    }
}

TEST(test_patches)
{
    const TryFile files[] = {
        {"k/a.yaml", CONFIG("a", "1")},
        {"k/p.yaml",          CONFIG("a",           "2")},
        {"k/kustomization.yaml",      KUSTOMIZATION("resources: [a.yaml]\npatches: [{path: p.yaml}]")     }
    };
    Fleet *f = try_fleet(&arena, files, COUNT(files), false);
    CHECK(fleet_lists(f)->objects.len == 1, "%zu objects", fleet_lists(f)->objects.len);
    CHECK(!fleet_split(f), "a patch is no second version");
}

/* clang-format off */
static const struct {
    const char *path, *normal;
} PATHS[] = {
    {"a/b.yaml", "a/b.yaml"}, {"./a/./b.yaml", "a/b.yaml"}, {"a/../b.yaml", "b.yaml"}, {"../a", "../a"},
    {"a/../../b", "../b"}, {"/a//b/", "/a/b"}, {"", ""},
};
/* clang-format on */

TEST(test_paths)
{
    for (size_t i = 0; i < COUNT(PATHS); i++) {
        Str got = path_normal(&arena, str_c(PATHS[i].path));
        CHECK(str_eq(got, str_c(PATHS[i].normal)), "%s: %.*s", PATHS[i].path, STR_ARG(got));
    }
}

/* ---- pods and places ---- */

#define UNLESS(op)                                                                        \
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "          \
    "{nodeSelectorTerms: [{matchExpressions: [{key: karpenter.sh/nodepool, operator: " op \
    "}]}]}}}, "

/* Places that the pod is meant for; ... when another may be. */
/* clang-format off */
static const struct {
    const char *what;
    TryFile files[3];
    bool complete;
    const char *meant;
} MEANT[] = {
    {"of another file, nothing in common", {{"a.yaml", POOL("gpu", "")}, {"b.yaml", POD("name: p", GPU)}}, false, ""},
    {"of one file", {{"a.yaml", POOL("gpu", "") POD("name: p", GPU)}}, false, "gpu"},
    {"of a whole cluster", {{"a.yaml", POOL("gpu", "")}, {"b.yaml", POD("name: p", GPU)}}, true, "gpu"},
    {"by the pool's name", {{"a.yaml", POOL("gpu", "") POOL("web", "")}, {"b.yaml", POD("name: p", "nodeSelector: {karpenter.sh/nodepool: gpu}, " GPU)}}, false, "gpu"},
    {"by another name, though of one file", {{"a.yaml", POOL("gpu", "") POD("name: p", "nodeSelector: {karpenter.sh/nodepool: web}, " GPU)}}, false, ""},
    {"no pool's node, though of one file", {{"a.yaml", POOL("gpu", "") POD("name: p", UNLESS("DoesNotExist") GPU)}}, false, ""},
    {"not this one, though of one file", {{"a.yaml", POOL("gpu", "") POOL("web", "") POD("name: p", UNLESS("NotIn, values: [gpu]") GPU)}}, false, "web"},
    {"by a label of the template", {{"a.yaml", POOL("gpu", "") POOL("web", "")}, {"b.yaml", POD("name: p", "nodeSelector: {team: web}, " GPU)}}, false, "web"},
    {"by a property of its types", {{"a.yaml", POOL("gpu", "")}, {"b.yaml", POD("name: p", "nodeSelector: {karpenter.k8s.aws/instance-gpu-name: a10g}, " GPU)}}, false, "gpu"},
    {"by one that it lacks", {{"a.yaml", POOL("gpu", "")}, {"b.yaml", POD("name: p", "nodeSelector: {karpenter.k8s.aws/instance-gpu-name: h100}, " GPU)}}, false, ""},
    {"what all nodes have says nothing", {{"a.yaml", POOL("gpu", "")}, {"b.yaml", POD("name: p", "nodeSelector: {kubernetes.io/os: linux, kubernetes.io/arch: amd64}, " GPU)}}, false, ""},
    {"by a toleration", {{"a.yaml", POOL("gpu", "{key: t, effect: NoSchedule}")}, {"b.yaml", POD("name: p", "tolerations: [{key: t, operator: Exists}], " GPU)}}, false, "gpu"},
    {"a blanket toleration says nothing", {{"a.yaml", POOL("gpu", "{key: t, effect: NoSchedule}")}, {"b.yaml", POD("name: p", "tolerations: [{operator: Exists}], " GPU)}}, false, ""},
    {"by a toleration of the resource, though it misses", {{"a.yaml", POOL("gpu", "{key: nvidia.com/gpu, value: 'true', effect: NoSchedule}")},
     {"b.yaml", POD("name: p", "tolerations: [{key: nvidia.com/gpu, value: present}], " GPU)}}, false, "gpu"},
    {"by a toleration, but of the other mode's nodes", {{"a.yaml", POOL("gpu", "{key: t, effect: NoSchedule}")}, {"b.yaml", POD("name: p", "nodeSelector: {eks.amazonaws.com/instance-family: g5}, tolerations: [{key: t, operator: Exists}], " GPU)}}, false, ""},
    {"another team's toleration", {{"a.yaml", POOL("gpu", "{key: t, value: a, effect: NoSchedule}")}, {"b.yaml", POD("name: p", "tolerations: [{key: t, value: b}], " GPU)}}, false, ""},
    {"a placeholder", {{"a.yaml", POOL("gpu", "")}, {"b.yaml", POD("name: p", "nodeSelector: {team: '${TEAM}'}, " GPU)}}, false, "..."},
    {"of another version's folder", {{"a/x.yaml", POOL("gpu", "")}, {"b/x.yaml", POOL("gpu", "{key: t, effect: NoSchedule}")}, {"b/y.yaml", POD("name: p", "nodeSelector: {team: gpu}, " GPU)}}, false, "gpu"},
};
/* clang-format on */

static const char *show_places(const PlaceList *l)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < l->list.len; i++)
        buf_printf(&b, "%s%.*s", i ? " " : "", STR_ARG(l->list.items[i]->name));
    buf_add(&b, l->open ? STR("...") : STR(""));
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_meant)
{
    for (size_t i = 0; i < COUNT(MEANT); i++) {
        Fleet *f = try_fleet(&arena, MEANT[i].files, COUNT(MEANT[i].files), MEANT[i].complete);
        const char *got = show_places(fleet_meant_places(f, fleet_lists(f)->pods.items[0]));
        CHECK(strcmp(got, MEANT[i].meant) == 0, "%s: '%s'", MEANT[i].what, got);
    }
}

TEST(test_shapes)
{
    Fleet *f =
        try_fleet(&arena,
                  &(TryFile){"a.yaml", POD("name: a", GPU) POD("name: b, labels: {x: y}", GPU)
                                           POD("name: c", "nodeSelector: {a: b}, " GPU)},
                  1, false);
    Pod *const *pods = fleet_lists(f)->pods.items;
    CHECK(pods[0]->shape == pods[1]->shape, "labels make no shape");
    CHECK(pods[0]->shape != pods[2]->shape, "selectors do");
}

/* ---- namespaces ---- */

#define PDB(meta, spec)                                                                         \
    "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {" meta "}\nspec: {" spec \
    "}\n"
#define QUOTA(meta)                                              \
    "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {" meta \
    "}\nspec: {hard: {requests.cpu: 1}}\n"
#define SELECTS "maxUnavailable: 0, selector: {matchLabels: {app: x}}"
#define APP     "labels: {app: x}"

/* Budgets and quotas of the pod; ? when there may be more. */
/* clang-format off */
static const struct {
    const char *what, *text;
    size_t pdbs, quotas;
    bool open;
} NAMESPACES[] = {
    {"one namespace", POD("name: p, namespace: ml, " APP, GPU) PDB("name: b, namespace: ml", SELECTS) QUOTA("name: q, namespace: ml"), 1, 1, false},
    {"another namespace", POD("name: p, namespace: ml, " APP, GPU) PDB("name: b, namespace: web", SELECTS) QUOTA("name: q, namespace: web"), 0, 0, false},
    {"no namespace at all", POD("name: p, " APP, GPU) PDB("name: b", SELECTS) QUOTA("name: q"), 1, 1, false},
    {"a budget that does not tell", POD("name: p, namespace: ml, " APP, GPU) PDB("name: b", SELECTS) QUOTA("name: q"), 0, 0, true},
    {"a pod that does not tell", POD("name: p, " APP, GPU) PDB("name: b, namespace: ml", SELECTS) QUOTA("name: q, namespace: ml"), 0, 0, true},
    {"other labels", POD("name: p, namespace: ml, labels: {app: y}", GPU) PDB("name: b, namespace: ml", SELECTS), 0, 0, false},
    {"two budgets", POD("name: p, namespace: ml, " APP, GPU) PDB("name: b, namespace: ml", SELECTS) PDB("name: c, namespace: ml", "selector: {}"), 2, 0, false},
    {"no selector matches nothing", POD("name: p, namespace: ml, " APP, GPU) PDB("name: b, namespace: ml", "minAvailable: 1"), 0, 0, false},
    {"labels with a placeholder", POD("name: p, namespace: ml, labels: {app: '${APP}'}", GPU) PDB("name: b, namespace: ml", SELECTS), 0, 0, true},
};
/* clang-format on */

TEST(test_namespaces)
{
    for (size_t i = 0; i < COUNT(NAMESPACES); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", NAMESPACES[i].text}, 1, false);
        const PodLinks *l = fleet_links(f, fleet_lists(f)->pods.items[0]);
        CHECK(l->pdbs.len == NAMESPACES[i].pdbs, "%s: %zu budgets", NAMESPACES[i].what,
              l->pdbs.len);
        CHECK(l->quotas.len == NAMESPACES[i].quotas, "%s: %zu quotas", NAMESPACES[i].what,
              l->quotas.len);
        CHECK(l->pdbs_open == NAMESPACES[i].open, "%s: open", NAMESPACES[i].what);
    }
}

#define WORKLOAD(replicas)                                                             \
    "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: ml}\n" \
    "spec: {replicas: " replicas ", template: {metadata: {" APP "}, spec: {" GPU "}}}\n"
#define SCALER(target)                                                                     \
    "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, " \
    "namespace: ml}\nspec: {minReplicas: 2, scaleTargetRef: {" target "}}\n"
#define BOUND(bound) PDB("name: b, namespace: ml", bound ", selector: {matchLabels: {app: x}}")

/* clang-format off */
static const struct {
    const char *what, *text;
    Tri blocks;
} BUDGETS[] = {
    {"none may go", WORKLOAD("3") BOUND("maxUnavailable: 0"), TRI_YES},
    {"none in percent", WORKLOAD("3") BOUND("maxUnavailable: 0%"), TRI_YES},
    {"one may go", WORKLOAD("3") BOUND("maxUnavailable: 1"), TRI_NO},
    {"all must stay", WORKLOAD("3") BOUND("minAvailable: 3"), TRI_YES},
    {"some must stay", WORKLOAD("3") BOUND("minAvailable: 2"), TRI_NO},
    {"all in percent", WORKLOAD("3") BOUND("minAvailable: 100%"), TRI_YES},
    {"a share that is all of them once rounded up", WORKLOAD("5") BOUND("minAvailable: 90%"), TRI_YES},
    {"a share that leaves one", WORKLOAD("5") BOUND("minAvailable: 80%"), TRI_NO},
    {"half of one", WORKLOAD("1") BOUND("minAvailable: 50%"), TRI_YES},
    {"of none at present", WORKLOAD("0") BOUND("minAvailable: 1"), TRI_UNKNOWN},
    {"an autoscaler counts them", WORKLOAD("1") BOUND("minAvailable: 1") SCALER("kind: Deployment, name: d"), TRI_UNKNOWN},
    {"an autoscaler that names no kind", WORKLOAD("1") BOUND("minAvailable: 1") SCALER("name: d"), TRI_UNKNOWN},
    {"an autoscaler of another workload", WORKLOAD("1") BOUND("minAvailable: 1") SCALER("kind: StatefulSet, name: d"), TRI_YES},
    {"nobody knows how many there are", WORKLOAD("'${N}'") BOUND("minAvailable: 2"), TRI_UNKNOWN},
    {"a placeholder", WORKLOAD("3") BOUND("minAvailable: '${N}'"), TRI_UNKNOWN},
    {"its pods are not here", BOUND("minAvailable: 1"), TRI_UNKNOWN},
};
/* clang-format on */

TEST(test_budgets)
{
    for (size_t i = 0; i < COUNT(BUDGETS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", BUDGETS[i].text}, 1, false);
        Tri blocks = fleet_lists(f)->pdbs.items[0]->blocks;
        CHECK(blocks == BUDGETS[i].blocks, "%s: %d", BUDGETS[i].what, blocks);
    }
}

#define PRIORITY(name, more)                                                             \
    "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: " name \
    "}\n" more "\n"

/* clang-format off */
static const struct {
    const char *what, *text;
    int64_t value; /* -1: not known */
    Tri exists;
} PRIORITIES[] = {
    {"none", POD("name: p", GPU), 0, TRI_YES},
    {"its class", POD("name: p", "priorityClassName: high, " GPU) PRIORITY("high", "value: 1000"), 1000, TRI_YES},
    {"the default", POD("name: p", GPU) PRIORITY("d", "value: 10\nglobalDefault: true"), 10, TRI_YES},
    {"a class that is not here", POD("name: p", "priorityClassName: high, " GPU), -1, TRI_UNKNOWN},
    {"a built-in class", POD("name: p", "priorityClassName: system-node-critical, " GPU), 2000001000, TRI_YES},
    {"a placeholder", POD("name: p", "priorityClassName: '${P}', " GPU), -1, TRI_UNKNOWN},
};
/* clang-format on */

TEST(test_priorities)
{
    for (size_t i = 0; i < COUNT(PRIORITIES); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", PRIORITIES[i].text}, 1, false);
        const Priority *p = &fleet_links(f, fleet_lists(f)->pods.items[0])->priority;
        int64_t value = p->unknown ? -1 : p->value;
        CHECK(value == PRIORITIES[i].value, "%s: %lld", PRIORITIES[i].what, (long long)value);
        CHECK(p->exists == PRIORITIES[i].exists, "%s: exists %d", PRIORITIES[i].what, p->exists);
    }
}

TEST(test_roles)
{
    Fleet *f = try_fleet(
        &arena,
        &(TryFile){"a.yaml",
                   "apiVersion: v1\nkind: Namespace\nmetadata: {name: ml, labels: {gpulint/role: "
                   "training}}\n" POD("name: p, namespace: ml", "nodeSelector: {team: gpu}, " GPU)
                       POOL("gpu", "")},
        1, false);
    const FleetLists *l = fleet_lists(f);
    CHECK(l->pods.items[0]->role == ROLE_TRAINING, "of its namespace");
    CHECK(l->places.items[0]->role == ROLE_TRAINING, "a pool from the pods that select it");
    CHECK(!l->places.items[0]->role_source.declared, "which is no declaration");
}

TESTS_IN_ARENA(cmocka_unit_test(test_sets), cmocka_unit_test(test_patches),
               cmocka_unit_test(test_paths), cmocka_unit_test(test_meant),
               cmocka_unit_test(test_shapes), cmocka_unit_test(test_namespaces),
               cmocka_unit_test(test_budgets), cmocka_unit_test(test_priorities),
               cmocka_unit_test(test_roles))
