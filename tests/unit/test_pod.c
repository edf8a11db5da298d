/* What a pod requires of nodes and tolerates, as written and as EKS admits it. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <string.h>

#define POD(spec) \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ml}\nspec: {" spec "}\n"
#define AFFINITY(terms)                                                          \
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " \
    "{nodeSelectorTerms: [" terms "]}}}"
#define GPU "containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]"

static Pod *pod_in(const char *text, Tri toleration)
{
    Platform platform = try_platform();
    Pods pods = {0};
    platform.extended_resource_toleration = toleration;
    pods_of(&arena, facts_builtin(), &platform, try_object(&arena, text, 0), &pods);
    return pods.list.len ? pods.list.items[0] : NULL;
}

/* Alternatives between |, each: key operator values; ! for a part that is not known, ... for an
 * alternative that may require more. */
/* clang-format off */
static const struct {
    const char *what, *text, *terms;
} TERMS[] = {
    {"nothing", POD(""), ""},
    {"a selector", POD("nodeSelector: {a: b, beta.kubernetes.io/arch: arm64}"), "a In b, kubernetes.io/arch In arm64"},
    {"a term", POD(AFFINITY("{matchExpressions: [{key: a, operator: NotIn, values: [b, c]}]}")), "a NotIn b c"},
    {"terms are alternatives, each with the selector", POD("nodeSelector: {a: b}, " AFFINITY("{matchExpressions: [{key: c, operator: Exists}]}, {matchExpressions: [{key: d, operator: Gt, values: ['3']}]}")),
     "a In b, c Exists | a In b, d Gt 3"},
    {"fields hide a pod from Karpenter", POD(AFFINITY("{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}")), "fields"},
    {"a placeholder value", POD("nodeSelector: {a: '${B}'}"), "a In !"},
    {"a placeholder key", POD("nodeSelector: {'${A}': b, c: d}"), " !, c In d..."},
    {"a selector that is a placeholder", POD("nodeSelector: '${S}'"), " !..."},
    {"an operator nobody knows", POD(AFFINITY("{matchExpressions: [{key: a, operator: Has, values: [b]}]}")), "a Has b"},
    {"preferences do not count", POD("affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}"), ""},
};
/* clang-format on */

static void show_source(Buf *b, const ReqSource *s)
{
    buf_add(b, s->key);
    if (s->operator_text.len)
        buf_printf(b, " %.*s", STR_ARG(s->operator_text));
    for (size_t i = 0; i < s->values.len; i++)
        buf_printf(b, " %.*s", STR_ARG(s->values.items[i]));
    buf_add(b, s->unknown ? STR(" !") : STR(""));
}

static const char *show_terms(const Pod *p)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < p->terms.len; i++) {
        const PodTerm *t = &p->terms.items[i];
        buf_add(&b, i ? STR(" | ") : STR(""));
        for (size_t k = 0; k < t->sources.len; k++) {
            buf_add(&b, k ? STR(", ") : STR(""));
            show_source(&b, t->sources.items[k]);
        }
        buf_add(&b, t->match_fields ? STR("fields") : STR(""));
        buf_add(&b, t->reqs.open ? STR("...") : STR(""));
    }
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_terms)
{
    for (size_t i = 0; i < COUNT(TERMS); i++) {
        const Pod *p = pod_in(TERMS[i].text, TRI_YES);
        CHECK(strcmp(show_terms(p), TERMS[i].terms) == 0, "%s: '%s'", TERMS[i].what, show_terms(p));
    }
}

/* key operator value effect; + for what EKS adds, ! for what is not known. */
/* clang-format off */
static const struct {
    const char *what, *text;
    Tri eks;
    const char *tolerations;
} TOLERATIONS[] = {
    {"none", POD("containers: []"), TRI_YES, ""},
    {"as written", POD("tolerations: [{key: a, value: b, effect: NoSchedule}, {operator: Exists}]"), TRI_YES, "a Equal b NoSchedule,  Exists  "},
    {"EKS adds what the resource is called", POD(GPU), TRI_YES, "+nvidia.com/gpu Exists  NoSchedule"},
    {"also for two", POD("containers: [{name: m, resources: {limits: {nvidia.com/gpu: 1, vpc.amazonaws.com/efa: 1, cpu: 1}}}]"), TRI_YES,
     "+nvidia.com/gpu Exists  NoSchedule, +vpc.amazonaws.com/efa Exists  NoSchedule"},
    {"elsewhere it does not", POD(GPU), TRI_NO, ""},
    {"perhaps it does", POD(GPU), TRI_UNKNOWN, "+nvidia.com/gpu Exists  NoSchedule!"},
    {"a placeholder", POD("tolerations: [{key: '${K}'}]"), TRI_YES, "${K} Equal  !"},
    {"a list that is a placeholder", POD("tolerations: '${T}'"), TRI_YES, " Equal  !"},
    {"a resource that is a placeholder", POD("containers: [{name: m, resources: {limits: {'${R}': 1}}}]"), TRI_YES, "+ Equal  !"},
};
/* clang-format on */

static const char *show_tolerations(const Pod *p)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < p->admitted_tolerations.len; i++) {
        const Toleration *t = &p->admitted_tolerations.items[i];
        buf_printf(&b, "%s%s%.*s %.*s %.*s %.*s%s", i ? ", " : "", t->node ? "" : "+",
                   STR_ARG(t->key), STR_ARG(t->op), STR_ARG(t->value), STR_ARG(t->effect),
                   t->unknown ? "!" : "");
    }
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_tolerations)
{
    for (size_t i = 0; i < COUNT(TOLERATIONS); i++) {
        const Pod *p = pod_in(TOLERATIONS[i].text, TOLERATIONS[i].eks);
        CHECK(strcmp(show_tolerations(p), TOLERATIONS[i].tolerations) == 0, "%s: '%s'",
              TOLERATIONS[i].what, show_tolerations(p));
    }
}

/* clang-format off */
static const struct {
    const char *value;
    Tri keeps;
} KEEPS[] = {
    {"'true'", TRI_YES}, {"30m", TRI_YES}, {"1h30m", TRI_YES}, {"'false'", TRI_NO}, {"1d", TRI_NO}, {"0s", TRI_NO},
    {"'90'", TRI_NO}, {"true", TRI_NO}, {"'${V}'", TRI_UNKNOWN},
};
/* clang-format on */

TEST(test_keeps)
{
    for (size_t i = 0; i < COUNT(KEEPS); i++) {
        Str text = arena_printf(
            &arena, "apiVersion: v1\nkind: Pod\nmetadata: {annotations: {k: %s}}\nspec: {}\n",
            KEEPS[i].value);
        const Pod *p = pod_in(text.ptr, TRI_YES);
        Tri keeps = pod_keeps(p, pod_annotation(p, STR("k")));
        CHECK(keeps == KEEPS[i].keeps, "%s: %d", KEEPS[i].value, keeps);
    }
    const Pod *none = pod_in(POD(""), TRI_YES);
    CHECK(pod_keeps(none, NULL) == TRI_NO, "no annotation");
}

/* Fields that a template leaves to what it stands in. */
TEST(test_inherited)
{
    const Pod *p =
        pod_in("apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n"
               "  nodeSelector: {a: b}\n  tolerations: [{key: t}]\n"
               "  templates: [{name: x, tolerations: [{key: own}], container: {image: i}}]\n",
               TRI_YES);
    CHECK(strcmp(show_terms(p), "a In b") == 0, "%s", show_terms(p));
    CHECK(strcmp(show_tolerations(p), "own Equal  ") == 0, "%s", show_tolerations(p));
    NodePlace at = pod_place(p, STR("nodeSelector"));
    CHECK(at.node == node_path(p->owner->root, STR("spec.nodeSelector")) && !at.missing.len,
          "place");
    at = pod_place(p, STR("affinity.nodeAffinity"));
    CHECK(at.node == p->spec && str_eq(at.missing, STR("affinity.nodeAffinity")), "missing place");
}

TESTS_IN_ARENA(cmocka_unit_test(test_terms), cmocka_unit_test(test_tolerations),
               cmocka_unit_test(test_keeps), cmocka_unit_test(test_inherited))
