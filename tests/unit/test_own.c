/* What a pod's own words leave of the instance types. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/own.h"

#define POD(spec) \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ml}\nspec: {" spec "}\n"
#define AFFINITY(terms)                                                          \
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " \
    "{nodeSelectorTerms: [" terms "]}}}"
#define TERM(key, op, values) \
    "{matchExpressions: [{key: " key ", operator: " op ", values: [" values "]}]}"
#define ASKS(limits) ", containers: [{name: m, image: i, resources: {limits: {" limits "}}}]"
#define TYPE         "node.kubernetes.io/instance-type"
#define LABEL        "karpenter.k8s.aws/instance-"

static const Pod *pod_in(const char *text)
{
    Platform platform = try_platform();
    Pods pods = {0};
    pods_of(&arena, facts_builtin(), &platform, try_object(&arena, text, 0), &pods);
    return pods.list.items[0];
}

/* conflict: texts of the requirements, joined; most: of nvidia.com/gpu; devices: types that have
 * all that is asked, "?" behind when there may be others. */
/* clang-format off */
static const struct {
    const char *what, *pod, *conflict;
    int64_t most;
    const char *devices;
} ROWS[] = {
    {"nothing is selected", POD("nodeSelector: {}" ASKS("nvidia.com/gpu: 8, vpc.amazonaws.com/efa: 32")), "", 8, "p5.48xlarge p5e.48xlarge"},
    {"a family", POD("nodeSelector: {" LABEL "family: g6e}" ASKS("nvidia.com/gpu: 8")), "", 8, "g6e.48xlarge"},
    {"a type", POD("nodeSelector: {" TYPE ": g6.xlarge}" ASKS("nvidia.com/gpu: 2")), "", 1, ""},
    {"SageMaker's name of it", POD("nodeSelector: {" TYPE ": ml.g6.xlarge}" ASKS("nvidia.com/gpu: 1")), "", 1, "g6.xlarge"},
    {"a type that is not known", POD("nodeSelector: {" TYPE ": q9x.large}" ASKS("nvidia.com/gpu: 1")), "", -1, "?"},
    {"a value that is not known", POD("nodeSelector: {" LABEL "family: '${F}'}" ASKS("nvidia.com/gpu: 8, vpc.amazonaws.com/efa: 32")), "", -1, "p5.48xlarge p5e.48xlarge?"},
    {"two that exclude each other", POD("nodeSelector: {" TYPE ": p5.48xlarge, " LABEL "gpu-name: a100}"), TYPE "=p5.48xlarge, " LABEL "gpu-name=a100", -1, ""},
    {"the fewest that do", POD("nodeSelector: {kubernetes.io/arch: arm64, " LABEL "category: g, " TYPE ": p5.48xlarge}"), "kubernetes.io/arch=arm64, " TYPE "=p5.48xlarge", -1, ""},
    {"a value that no type has", POD("nodeSelector: {" LABEL "gpu-name: A100}"), LABEL "gpu-name=A100", -1, ""},
    {"one label with two values", POD("nodeSelector: {example.com/tier: a}, " AFFINITY(TERM("example.com/tier", "In", "b"))), "example.com/tier=a, example.com/tier=b", 8, NULL},
    {"a label that is wanted and not", POD(AFFINITY("{matchExpressions: [{key: a, operator: In, values: [b]}, {key: a, operator: NotIn, values: [b]}]}")), "a=b, a NotIn [b]", 8, NULL},
    {"one alternative is left", POD("nodeSelector: {" LABEL "gpu-name: h100}, " AFFINITY(TERM(LABEL "family", "In", "g6") ", " TERM(LABEL "family", "In", "p5")) ASKS("nvidia.com/gpu: 8")), "", 8, "p5.48xlarge"},
    {"no alternative is left", POD("nodeSelector: {" LABEL "gpu-name: h100}, " AFFINITY(TERM(LABEL "family", "In", "g6") ", " TERM(LABEL "family", "In", "g5"))), LABEL "gpu-name=h100, " LABEL "family=g6", -1, ""},
    {"devices that no type joins", POD("nodeSelector: {}" ASKS("nvidia.com/gpu: 1, aws.amazon.com/neuron: 1")), "", 8, ""},
    {"other resources do not count", POD("nodeSelector: {" TYPE ": g6.xlarge}" ASKS("nvidia.com/gpu: 1, memory: 4Ti, example.com/fpga: 2")), "", 1, "g6.xlarge"},
};
/* clang-format on */

static Str devices_text(PodTypes t)
{
    const Facts *f = facts_builtin();
    Buf b;
    buf_init(&b, &arena, 65536);
    for (size_t i = types_next(f, t.set, 0); i != SIZE_MAX; i = types_next(f, t.set, i + 1)) {
        buf_add(&b, b.len ? STR(" ") : STR(""));
        buf_add(&b, type_name(f, facts_type(f, i)));
    }
    buf_add(&b, t.open ? STR("?") : STR(""));
    return buf_str(&b);
}

static Str conflict_text(const Pod *p)
{
    const ReqSource *const *found = NULL;
    size_t count = pod_conflict(facts_builtin(), &arena, p, &found);
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < count; i++) {
        buf_add(&b, i ? STR(", ") : STR(""));
        req_source_write(&b, found[i]);
    }
    return buf_str(&b);
}

TEST(test_own)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const Facts *f = facts_builtin();
        const Pod *p = pod_in(ROWS[i].pod);
        Str conflict = conflict_text(p), devices = devices_text(pod_device_types(f, &arena, p));
        int64_t most = pod_most_of(f, &arena, p, STR("nvidia.com/gpu"));
        CHECK(str_eq(conflict, str_c(ROWS[i].conflict)), "%s: %.*s", ROWS[i].what,
              STR_ARG(conflict));
        CHECK(most == ROWS[i].most, "%s: %ld", ROWS[i].what, (long)most);
        CHECK(!ROWS[i].devices || str_eq(devices, str_c(ROWS[i].devices)), "%s: %.*s", ROWS[i].what,
              STR_ARG(devices));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_own))
