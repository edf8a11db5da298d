/* What the scheduler counts of a pod, and what a document leaves open. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <string.h>

#define POD(spec)    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec: {" spec "}\n"
#define C(resources) "{name: m, image: i, resources: {" resources "}}"
#define CPU(n)       C("requests: {cpu: " n "}")

/* Requests as "resource=amount", pods left out; ? behind an amount that is not known; ... when
 * there may be more. */
/* clang-format off */
static const struct {
    const char *what, *text, *sum;
} ROWS[] = {
    {"a sum over containers", POD("containers: [" CPU("1") ", " CPU("500m") "]"), "cpu=1500m"},
    {"a limit without request is a request", POD("containers: [" C("limits: {nvidia.com/gpu: 2}") "]"), "nvidia.com/gpu=2"},
    {"a request beside its limit", POD("containers: [" C("requests: {cpu: 1}, limits: {cpu: 2}") "]"), "cpu=1"},
    {"init containers run before", POD("initContainers: [" CPU("3") ", " CPU("1") "], containers: [" CPU("2") "]"), "cpu=3"},
    {"and need no more than the others", POD("initContainers: [" CPU("1") "], containers: [" CPU("2") "]"), "cpu=2"},
    {"a sidecar stays", POD("initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}], containers: [" CPU("2") "]"), "cpu=3"},
    {"beside later init containers", POD("initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}, " CPU("4") "], containers: [" CPU("2") "]"), "cpu=5"},
    {"not beside earlier ones", POD("initContainers: [" CPU("4") ", {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}], containers: [" CPU("2") "]"), "cpu=4"},
    {"overhead comes on top", POD("overhead: {cpu: 250m}, initContainers: [" CPU("3") "], containers: [" CPU("2") "]"), "cpu=3250m"},
    {"the pod's own level", POD("resources: {requests: {cpu: 8}}, containers: [" CPU("2") "]"), "cpu=8"},
    {"which overhead comes on top of", POD("overhead: {cpu: 1}, resources: {requests: {cpu: 8}}, containers: [" CPU("2") "]"), "cpu=9"},
    {"and which no container has to name", POD("resources: {requests: {cpu: 8}}, containers: [{name: m}]"), "cpu=8"},
    {"a limit of the pod where no container asks", POD("resources: {limits: {cpu: 8}}, containers: [{name: m}]"), "cpu=8"},
    {"and where one does", POD("resources: {limits: {cpu: 8}}, containers: [" CPU("2") "]"), "cpu=2"},
    {"and where one perhaps does", POD("resources: {limits: {cpu: 8}}, containers: [" C("requests: {'${K}': 1}") "]"), "cpu=0?..."},
    {"a level to fill in", POD("resources: {requests: {cpu: '${N}'}}, containers: [" CPU("2") "]"), "cpu=0?"},
    {"devices have none", POD("resources: {limits: {nvidia.com/gpu: 8}}, containers: [{name: m}]"), ""},
    {"ephemeral containers do not count", POD("containers: [" CPU("1") "], ephemeralContainers: [" CPU("7") "]"), "cpu=1"},
    {"null is none", POD("containers: [" C("limits: {nvidia.com/gpu: null}") "]"), ""},
    {"zero is a number", POD("containers: [" C("limits: {nvidia.com/gpu: 0}") "]"), "nvidia.com/gpu=0"},
    {"a placeholder", POD("containers: [" C("limits: {nvidia.com/gpu: '${N}'}") ", " C("limits: {nvidia.com/gpu: 1}") "]"), "nvidia.com/gpu=1?"},
    {"a word", POD("containers: [" C("limits: {nvidia.com/gpu: GPU_COUNT}") "]"), "nvidia.com/gpu=0?"},
    {"a placeholder as a key", POD("containers: [" C("limits: {'${EFA}': 1}") "]"), "..."},
    {"resources that are a placeholder", POD("containers: [{name: m, resources: '${R}'}]"), "..."},
    {"no containers", POD(""), ""},
    {"containers that are a placeholder", POD("containers: '${C}'"), "..."},
    {"beside limits nothing counts", POD("containers: [" C("nvidia.com/gpu: 1, limits: null") "]"), ""},
};
/* clang-format on */

static const char *show(const Pod *p)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < p->requests.len; i++) {
        const Request *r = &p->requests.items[i];
        if (str_eq(r->resource, STR("pods")))
            continue;
        buf_printf(&b, "%s%.*s=", b.len ? " " : "", STR_ARG(r->resource));
        quantity_write(&b, &r->amount);
        buf_add(&b, r->unknown ? STR("?") : STR(""));
    }
    buf_add(&b, p->requests_open ? STR("...") : STR(""));
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

static Pod *pod_in(const char *text)
{
    Platform platform = try_platform();
    Pods pods = {0};
    pods_of(&arena, facts_builtin(), &platform, try_object(&arena, text, 0), &pods);
    return pods.list.len ? pods.list.items[0] : NULL;
}

TEST(test_sums)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const Pod *p = pod_in(ROWS[i].text);
        CHECK(p, "%s: no pod", ROWS[i].what);
        CHECK(strcmp(show(p), ROWS[i].sum) == 0, "%s: '%s'", ROWS[i].what, show(p));
        const Request *pods = pod_request(p, STR("pods"));
        CHECK(pods && quantity_units(&pods->amount) == 1, "%s: pods", ROWS[i].what);
    }
}

/* Kinds that keep resources in another shape. */
/* clang-format off */
static const struct {
    const char *what, *text, *sum;
} SHAPES[] = {
    {"an abbreviated name", "apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nspec: {services: {w: {resources: {limits: {gpu: 4, custom: {vpc.amazonaws.com/efa: 2}}}}}}\n",
     "nvidia.com/gpu=4 vpc.amazonaws.com/efa=2..."},
    {"a pair of name and quantity", "apiVersion: sparkoperator.k8s.io/v1beta2\nkind: SparkApplication\nspec: {executor: {gpu: {name: nvidia.com/gpu, quantity: 2}}}\n", "nvidia.com/gpu=2"},
    {"resources for each node", "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nspec: {trainer: {numNodes: 2, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}}\n", "nvidia.com/gpu=8..."},
    {"a flat map", "apiVersion: production-stack.vllm.ai/v1alpha1\nkind: VLLMRuntime\nspec: {deploymentConfig: {resources: {cpu: 4, gpu: 1}}}\n", "cpu=4 nvidia.com/gpu=1..."},
    {"a model beside the pod's fields", "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nspec: {predictor: {model: {resources: {limits: {nvidia.com/gpu: 1}}}}}\n", "nvidia.com/gpu=1"},
    {"steps of a task", "apiVersion: tekton.dev/v1\nkind: Task\nspec: {steps: [{image: i, computeResources: {limits: {nvidia.com/gpu: 1}}}]}\n", "nvidia.com/gpu=1"},
};
/* clang-format on */

TEST(test_shapes)
{
    for (size_t i = 0; i < COUNT(SHAPES); i++) {
        const Pod *p = pod_in(SHAPES[i].text);
        CHECK(p, "%s: no pod", SHAPES[i].what);
        CHECK(strcmp(show(p), SHAPES[i].sum) == 0, "%s: '%s'", SHAPES[i].what, show(p));
    }
}

TEST(test_names)
{
    static const struct {
        const char *name;
        bool extended;
    } NAMES[] = {
        {"nvidia.com/gpu",          true },
        {"vpc.amazonaws.com/efa",   true },
        {"cpu",                     false},
        {"hugepages-2Mi",           false},
        {"node.kubernetes.io/x",    false},
        {"requests.nvidia.com/gpu", false},
    };
    for (size_t i = 0; i < COUNT(NAMES); i++)
        CHECK(resource_extended(str_c(NAMES[i].name)) == NAMES[i].extended, "%s", NAMES[i].name);
}

TESTS_IN_ARENA(cmocka_unit_test(test_sums), cmocka_unit_test(test_shapes),
               cmocka_unit_test(test_names))
