/* What the API server adds to a pod: from its RuntimeClass, and from LimitRanges of its namespace.
 */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <string.h>

#include "kube/admit.h"
#include "kube/fit.h"
#include "kube/refuse.h"

#define RUNTIME_CALLED(name, more)                                                \
    "---\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: " name \
    "}\nhandler: kata\n" more
#define RUNTIME(more)    RUNTIME_CALLED("kata", more)
#define OVERHEAD(text)   "overhead: {podFixed: {" text "}}\n"
#define SCHEDULING(text) "scheduling: {" text "}\n"
#define POD_IN(ns, spec) \
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p" ns "}\nspec: {" spec "}\n"
#define POD(spec)      POD_IN(", namespace: ml", spec)
#define KATA           "runtimeClassName: kata, "
#define C(resources)   "{name: m, image: r.example/m:1, resources: {" resources "}}"
#define ONE(resources) "containers: [" C(resources) "]"
#define RANGE_IN(ns, items)                                                                        \
    "---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: sizes" ns "}\nspec: {limits: [" items \
    "]}\n"
#define RANGE(items) RANGE_IN(", namespace: ml", items)
#define POOL(more)                                                                        \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n"    \
    "  template:\n    spec:\n"                                                            \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}\n"     \
    "      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: " \
    "[g5.xlarge]}]\n" more
#define TAINTED "      taints: [{key: sandbox, effect: NoSchedule}]\n"

static const Pod *first_pod(Fleet *f)
{
    return fleet_lists(f)->pods.items[0];
}

/* "resource=amount", pods left out; ? behind one that is not known; ... when there may be more. */
static const char *show(const Requests *all)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < all->list.len; i++) {
        const Request *r = &all->list.items[i];
        if (str_eq(r->resource, STR("pods")))
            continue;
        buf_printf(&b, "%s%.*s=", b.len ? " " : "", STR_ARG(r->resource));
        quantity_write(&b, &r->amount);
        buf_add(&b, r->unknown ? STR("?") : STR(""));
    }
    buf_add(&b, all->open ? STR("...") : STR(""));
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

/* clang-format off */
static const struct {
    const char *what, *text, *sum;
} SUMS[] = {
    {"overhead of its class", RUNTIME(OVERHEAD("cpu: 250m, memory: 1Gi")) POD(KATA ONE("limits: {cpu: 1}")), "cpu=1250m memory=1Gi"},
    {"a class of another name", RUNTIME_CALLED("gvisor", OVERHEAD("cpu: 250m")) POD(KATA ONE("limits: {cpu: 1}")), "cpu=1"},
    {"no class", RUNTIME(OVERHEAD("cpu: 250m")) POD(ONE("limits: {cpu: 1}")), "cpu=1"},
    {"overhead that the pod has already", RUNTIME(OVERHEAD("cpu: 250m")) POD(KATA "overhead: {cpu: 250m}, " ONE("limits: {cpu: 1}")), "cpu=1250m"},
    {"overhead to fill in", RUNTIME(OVERHEAD("cpu: '${C}'")) POD(KATA ONE("limits: {cpu: 1}")), "cpu=1?"},
    {"resources to fill in", RUNTIME(OVERHEAD("'${R}': 1")) POD(KATA ONE("limits: {cpu: 1}")), "cpu=1..."},
    {"all of it to fill in", RUNTIME("overhead: '${O}'\n") POD(KATA ONE("limits: {cpu: 1}")), "cpu=1..."},
    {"a name to fill in", RUNTIME(OVERHEAD("cpu: 250m")) POD("runtimeClassName: '${R}', " ONE("limits: {cpu: 1}")), "cpu=1..."},
    {"the same to fill in on both sides", RUNTIME_CALLED("'${R}'", OVERHEAD("cpu: 250m")) POD("runtimeClassName: '${R}', " ONE("limits: {cpu: 1}")), "cpu=1250m"},
    {"a class whose name is to fill in", RUNTIME_CALLED("'${R}'", OVERHEAD("cpu: 250m")) POD(KATA ONE("limits: {cpu: 1}")), "cpu=1..."},
    {"a name to fill in, and no class here", POD("runtimeClassName: '${R}', " ONE("limits: {cpu: 1}")), "cpu=1"},

    {"a default request", RANGE("{type: Container, defaultRequest: {memory: 64Gi}}") POD(ONE("limits: {cpu: 1}")), "cpu=1 memory=64Gi"},
    {"for each container", RANGE("{type: Container, defaultRequest: {memory: 2Gi}}") POD("containers: [" C("") ", " C("limits: {memory: 1Gi}") ", " C("") "]"), "memory=5Gi"},
    {"init containers too", RANGE("{type: Container, defaultRequest: {memory: 2Gi}}") POD("initContainers: [" C("") "], " ONE("limits: {memory: 1Gi}")), "memory=2Gi"},
    {"not ephemeral ones", RANGE("{type: Container, defaultRequest: {memory: 2Gi}}") POD("ephemeralContainers: [" C("") "], " ONE("limits: {memory: 1Gi}")), "memory=1Gi"},
    {"a limit is a request", RANGE("{type: Container, defaultRequest: {memory: 64Gi}}") POD(ONE("limits: {memory: 1Gi}")), "memory=1Gi"},
    {"a null is none", RANGE("{type: Container, defaultRequest: {memory: 64Gi}}") POD(ONE("limits: {memory: null}")), "memory=64Gi"},
    {"a placeholder is one", RANGE("{type: Container, defaultRequest: {memory: 64Gi}}") POD(ONE("limits: {memory: '${M}'}")), "memory=0?"},
    {"a default limit", RANGE("{type: Container, default: {memory: 8Gi}}") POD(ONE("")), "memory=8Gi"},
    {"beside a default request", RANGE("{type: Container, default: {memory: 8Gi}, defaultRequest: {memory: 4Gi}}") POD(ONE("")), "memory=4Gi"},
    {"a maximum is a default", RANGE("{type: Container, max: {memory: 32Gi}}") POD(ONE("")), "memory=32Gi"},
    {"before a minimum", RANGE("{type: Container, max: {memory: 32Gi}, min: {memory: 1Gi, cpu: 10m}}") POD(ONE("")), "cpu=10m memory=32Gi"},
    {"extended resources", RANGE("{type: Container, default: {nvidia.com/gpu: 1}}") POD(ONE("")), "nvidia.com/gpu=1"},
    {"a later item wins", RANGE("{type: Container, default: {memory: 8Gi}}, {type: Container, max: {memory: 2Gi}}") POD(ONE("")), "memory=2Gi"},
    {"of pods", RANGE("{type: Pod, max: {memory: 8Gi}}") POD(ONE("")), ""},
    {"two that agree", RANGE("{type: Container, default: {memory: 8Gi}}") RANGE("{type: Container, default: {memory: 8Gi}}") POD(ONE("")), "memory=8Gi"},
    {"two that do not", RANGE("{type: Container, default: {memory: 8Gi}}") RANGE("{type: Container, default: {memory: 4Gi}}") POD(ONE("")), "memory=0?"},
    {"of another namespace", RANGE_IN(", namespace: web", "{type: Container, default: {memory: 8Gi}}") POD(ONE("")), ""},
    {"neither tells its namespace", RANGE_IN("", "{type: Container, default: {memory: 8Gi}}") POD_IN("", ONE("")), "memory=8Gi"},
    {"the range does not", RANGE_IN("", "{type: Container, default: {memory: 8Gi}}") POD(ONE("")), "memory=0?"},
    {"the pod does not", RANGE("{type: Container, default: {memory: 8Gi}}") POD_IN("", ONE("")), "memory=0?"},
    {"and needs none", RANGE("{type: Container, default: {memory: 8Gi}}") POD_IN("", ONE("limits: {memory: 1Gi}")), "memory=1Gi"},
    {"an amount to fill in", RANGE("{type: Container, default: {memory: '${M}'}}") POD(ONE("")), "memory=0?"},
    {"a type to fill in", RANGE("{type: '${T}', default: {memory: 8Gi}}") POD(ONE("")), "..."},
    {"resources to fill in", RANGE("{type: Container, default: {'${R}': 8Gi}}") POD(ONE("")), "..."},
    {"limits to fill in", "---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: ml}\nspec: '${S}'\n" POD(ONE("")), "..."},
    {"what an operator makes a container of", RANGE("{type: Container, default: {memory: 8Gi}}") "---\napiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s, namespace: ml}\n"
     "spec: {predictor: {model: {resources: {limits: {nvidia.com/gpu: 1}}}}}\n", "memory=0? nvidia.com/gpu=1"},
    {"beside resources of the whole pod", RANGE("{type: Container, default: {memory: 8Gi}}") POD("resources: {limits: {cpu: 1}}, " ONE("")), "cpu=1 memory=0?"},
    {"both", RUNTIME(OVERHEAD("memory: 1Gi")) RANGE("{type: Container, default: {memory: 8Gi}}") POD(KATA ONE("")), "memory=9Gi"},
};
/* clang-format on */

TEST(test_sums)
{
    for (size_t i = 0; i < COUNT(SUMS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", SUMS[i].text}, 1, false);
        const Pod *p = first_pod(f);
        const char *sum = show(&p->admitted);
        CHECK(strcmp(sum, SUMS[i].sum) == 0, "%s: '%s'", SUMS[i].what, sum);
    }
}

/* What the pod says itself stays as it is. */
TEST(test_written)
{
    const char *text = RUNTIME(OVERHEAD("cpu: 250m"))
        RANGE("{type: Container, default: {memory: 8Gi, nvidia.com/gpu: 1}}") POD(KATA ONE(""));
    Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", text}, 1, false);
    const Pod *p = first_pod(f);
    assert_int_equal(p->requests.len, 1); /* pods */
    assert_false(p->requests_open);
    assert_int_equal(p->admitted.list.len, 4);
    assert_int_equal(p->admitted_tolerations.len, 1); /* of the resource that it gets */
    assert_int_equal(p->tolerations.len, 0);
}

/* A range beyond what is counted leaves all of it open. */
TEST(test_many)
{
    Str keys = STR("");
    for (size_t i = 0; i < 100; i++)
        keys = arena_printf(&arena, "%.*sr%zu: 1, ", STR_ARG(keys), i);
    const char *text =
        arena_printf(&arena, RANGE("{type: Container, default: {%.*s}}") POD(ONE("")),
                     STR_ARG(keys))
            .ptr;
    Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", text}, 1, false);
    assert_true(first_pod(f)->admitted.open);
}

/* clang-format off */
static const struct {
    const char *what, *text;
    Tri ok, written;
    const char *why;   /* NULL: not asked */
    const char *blame; /* as written; "" for none */
} FITS[] = {
    {"a toleration of its class", POOL(TAINTED) RUNTIME(SCHEDULING("tolerations: [{key: sandbox, operator: Exists}]")) POD(KATA ONE("")), TRI_YES, TRI_YES, "fits", ""},
    {"without it", POOL(TAINTED) RUNTIME("") POD(KATA ONE("")), TRI_NO, TRI_NO, "does not tolerate the taint sandbox:NoSchedule", "{runtimeClassName: kata, containers: [{name: m, image: r.example/m:1, resources: {}}]}"},
    {"another toleration", POOL(TAINTED) RUNTIME(SCHEDULING("tolerations: [{key: sandbox, value: a}]")) POD(KATA ONE("")), TRI_NO, TRI_NO,
     "does not tolerate the taint sandbox:NoSchedule, nor does its RuntimeClass kata", NULL},
    {"a toleration to fill in", POOL(TAINTED) RUNTIME(SCHEDULING("tolerations: ['${T}']")) POD(KATA ONE("")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"tolerations to fill in", POOL(TAINTED) RUNTIME(SCHEDULING("tolerations: '${T}'")) POD(KATA ONE("")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"scheduling to fill in", POOL(TAINTED) RUNTIME("scheduling: '${S}'\n") POD(KATA ONE("")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"a class to fill in", POOL(TAINTED) RUNTIME("") POD("runtimeClassName: '${R}', " ONE("")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"a class that is not here", POOL(TAINTED) POD(KATA ONE("")), TRI_NO, TRI_NO, "does not tolerate the taint sandbox:NoSchedule", NULL},

    {"a label of its class", POOL("") RUNTIME(SCHEDULING("nodeSelector: {sandbox: kata}")) POD(KATA ONE("")), TRI_NO, TRI_NO,
     "requires sandbox=kata (by its RuntimeClass kata), a label that it does not set", "kata"},
    {"which the place has", POOL("") RUNTIME(SCHEDULING("nodeSelector: {karpenter.sh/nodepool: gpu}")) POD(KATA ONE("")), TRI_YES, TRI_YES, "fits", ""},
    {"against the pod's own", POOL("") RUNTIME(SCHEDULING("nodeSelector: {karpenter.sh/nodepool: other}")) POD(KATA "nodeSelector: {karpenter.sh/nodepool: gpu}, " ONE("")), TRI_NO, TRI_NO,
     "requires karpenter.sh/nodepool=gpu and at once karpenter.sh/nodepool=other (by its RuntimeClass kata), which no node can have", "gpu"},
    {"the same as the pod's own", POOL("") RUNTIME(SCHEDULING("nodeSelector: {karpenter.sh/nodepool: gpu}")) POD(KATA "nodeSelector: {karpenter.sh/nodepool: gpu}, " ONE("")), TRI_YES, TRI_YES, NULL, NULL},
    {"in each alternative", POOL("") RUNTIME(SCHEDULING("nodeSelector: {karpenter.sh/nodepool: other}"))
     POD(KATA "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: DoesNotExist}]}, {matchExpressions: [{key: b, operator: DoesNotExist}]}]}}}, " ONE("")), TRI_NO, TRI_NO, NULL, "kata"},
    {"a label to fill in", POOL("") RUNTIME(SCHEDULING("nodeSelector: {karpenter.sh/nodepool: '${N}'}")) POD(KATA ONE("")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"labels to fill in", POOL("") RUNTIME(SCHEDULING("nodeSelector: '${N}'")) POD(KATA ONE("")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"one that hides the pod", POOL("") RUNTIME(SCHEDULING("nodeSelector: {kubernetes.io/hostname: n1}")) POD(KATA ONE("")), TRI_NO, TRI_NO,
     "is ignored by Karpenter, which does not take kubernetes.io/hostname=n1 (by its RuntimeClass kata) from a pod", "kata"},

    /* g5.xlarge gives 14162Mi. */
    {"overhead", POOL("") RUNTIME(OVERHEAD("memory: 4Gi")) POD(KATA ONE("limits: {memory: 12Gi}")), TRI_NO, TRI_NO,
     "needs 16Gi memory (with the overhead of RuntimeClass kata), and g5.xlarge gives 14162Mi", "12Gi"},
    {"overhead alone", POOL("") RUNTIME(OVERHEAD("memory: 16Gi")) POD(KATA ONE("limits: {cpu: 1}")), TRI_NO, TRI_NO,
     "needs 16Gi memory (with the overhead of RuntimeClass kata), and g5.xlarge gives 14162Mi", "kata"},
    {"overhead to fill in", POOL("") RUNTIME(OVERHEAD("memory: '${M}'")) POD(KATA ONE("limits: {memory: 12Gi}")), TRI_UNKNOWN, TRI_UNKNOWN, NULL, NULL},
    {"a default", POOL("") RANGE("{type: Container, default: {memory: 64Gi}}") POD(ONE("limits: {cpu: 1}")), TRI_NO, TRI_NO,
     "needs 64Gi memory (with the default of LimitRange sizes), and g5.xlarge gives 14162Mi", "[{name: m, image: r.example/m:1, resources: {limits: {cpu: 1}}}]"},
    {"a default and overhead", POOL("") RANGE("{type: Container, default: {memory: 64Gi}}") RUNTIME(OVERHEAD("memory: 1Gi")) POD(KATA ONE("limits: {cpu: 1}")), TRI_NO, TRI_NO,
     "needs 65Gi memory (with the default of LimitRange sizes and the overhead of RuntimeClass kata), and g5.xlarge gives 14162Mi", NULL},
    {"a default that it does not need", POOL("") RANGE("{type: Container, default: {memory: 64Gi}}") POD(ONE("limits: {memory: 1Gi}")), TRI_YES, TRI_YES, NULL, NULL},
    {"a GPU by default", POOL("      taints: [{key: nvidia.com/gpu, effect: NoSchedule}]\n") RANGE("{type: Container, default: {nvidia.com/gpu: 1}}") POD(ONE("")), TRI_YES, TRI_NO, NULL, NULL},
};
/* clang-format on */

TEST(test_fits)
{
    for (size_t i = 0; i < COUNT(FITS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", FITS[i].text}, 1, false);
        const Pod *p = first_pod(f);
        const Place *place = fleet_lists(f)->places.items[0];
        const Fit *fit = fleet_fit(f, p, place);
        Str why = fit_why(&arena, fit, p, place, false);
        CHECK(fit->ok == FITS[i].ok && fit->ok_written == FITS[i].written,
              "%s: %d, as written %d, %.*s", FITS[i].what, (int)fit->ok, (int)fit->ok_written,
              STR_ARG(why));
        CHECK(!FITS[i].why || str_eq(why, str_c(FITS[i].why)), "%s: %.*s", FITS[i].what,
              STR_ARG(why));
        const Node *n = fit_blame(fit, p).node;
        Str blame = n ? source_slice(node_document(n)->source, n->span) : STR("");
        CHECK(!FITS[i].blame || str_eq(blame, str_c(FITS[i].blame)), "%s: blame %.*s", FITS[i].what,
              STR_ARG(blame));
        CHECK(!n || node_document(n) == p->owner->doc, "%s: blame is not in the pod", FITS[i].what);
    }
}

/* Pods that get the same are one shape; others are not. */
TEST(test_shapes)
{
    const char *text = RUNTIME(OVERHEAD("cpu: 250m")) RUNTIME_CALLED("other", OVERHEAD("cpu: 1"))
        RANGE("{type: Container, default: {memory: 8Gi}}") POD(ONE("")) POD(ONE(""))
            POD(KATA ONE("")) POD(KATA ONE("")) POD("runtimeClassName: other, " ONE(""))
                POD_IN(", namespace: web", ONE("")) POD(ONE("limits: {memory: 8Gi}"));
    Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", text}, 1, false);
    static const uint32_t SHAPES[] = {0, 0, 1, 1, 2, 3, 4};
    for (size_t i = 0; i < COUNT(SHAPES); i++)
        assert_int_equal(fleet_lists(f)->pods.items[i]->shape, SHAPES[i]);
}

/* Versions of one class in two folders: each sees its own. */
TEST(test_folders)
{
    const TryFile files[] = {
        {"a/c.yaml", RUNTIME(OVERHEAD("cpu: 1")) POD(KATA ONE("limits: {cpu: 1}"))},
        {"b/c.yaml", RUNTIME(OVERHEAD("cpu: 2")) POD(KATA ONE("limits: {cpu: 2}"))}
    };
    Fleet *f = try_fleet(&arena, files, 2, false);
    assert_string_equal(show(&fleet_lists(f)->pods.items[0]->admitted), "cpu=2");
    assert_string_equal(show(&fleet_lists(f)->pods.items[1]->admitted), "cpu=4");
}

/* clang-format off */
static const struct {
    const char *what, *items, *resource;
    Tri request, limit;
} DEFAULTS[] = {
    {"a default request", "{type: Container, defaultRequest: {cpu: 1}}", "cpu", TRI_YES, TRI_NO},
    {"a default limit", "{type: Container, default: {cpu: 1}}", "cpu", TRI_YES, TRI_YES},
    {"a maximum", "{type: Container, max: {cpu: 1}}", "cpu", TRI_YES, TRI_YES},
    {"a minimum", "{type: Container, min: {cpu: 1}}", "cpu", TRI_YES, TRI_NO},
    {"of another resource", "{type: Container, default: {memory: 1Gi}}", "cpu", TRI_NO, TRI_NO},
    {"of pods", "{type: Pod, max: {cpu: 1}}", "cpu", TRI_NO, TRI_NO},
    {"a type to fill in", "{type: '${T}', max: {cpu: 1}}", "cpu", TRI_UNKNOWN, TRI_UNKNOWN},
    {"nothing", "", "cpu", TRI_NO, TRI_NO},
};
/* clang-format on */

TEST(test_defaults)
{
    for (size_t i = 0; i < COUNT(DEFAULTS); i++) {
        const char *text = arena_printf(&arena, RANGE("%s"), DEFAULTS[i].items).ptr;
        const LimitRange *l = limit_range_new(&arena, try_object(&arena, text, 0));
        Str resource = str_c(DEFAULTS[i].resource);
        Tri request = limit_range_defaults(l, resource, false);
        Tri limit = limit_range_defaults(l, resource, true);
        CHECK(request == DEFAULTS[i].request && limit == DEFAULTS[i].limit, "%s: %d, %d",
              DEFAULTS[i].what, (int)request, (int)limit);
    }
}

/* Refused amounts as "container resource kind amount/bound"; ... when there may be more. */
/* clang-format off */
static const struct {
    const char *what, *text, *refused;
} REFUSED[] = {
    {"a limit above the maximum", RANGE("{type: Container, max: {memory: 4Gi}}") POD(ONE("limits: {memory: 8Gi}")), "m memory max 8Gi/4Gi"},
    {"a request above it", RANGE("{type: Container, max: {memory: 4Gi}}") POD(ONE("requests: {memory: 8Gi}")), "m memory max 8Gi/4Gi"},
    {"as much as the maximum", RANGE("{type: Container, max: {memory: 8Gi}}") POD(ONE("limits: {memory: 8192Mi}")), ""},
    {"below the minimum", RANGE("{type: Container, min: {memory: 4Gi}}") POD(ONE("limits: {memory: 1Gi}")), "m memory min 1Gi/4Gi"},
    {"a request below it", RANGE("{type: Container, min: {memory: 4Gi}}") POD(ONE("requests: {memory: 1Gi}, limits: {memory: 8Gi}")), "m memory min 1Gi/4Gi"},
    {"a request above the default limit", RANGE("{type: Container, default: {memory: 4Gi}}") POD(ONE("requests: {memory: 8Gi}")), "m memory default 8Gi/4Gi"},
    {"below it", RANGE("{type: Container, default: {memory: 4Gi}}") POD(ONE("requests: {memory: 2Gi}")), ""},
    {"a default request is no limit", RANGE("{type: Container, defaultRequest: {memory: 4Gi}}") POD(ONE("requests: {memory: 8Gi}")), ""},
    {"another default may come first", RANGE("{type: Container, default: {memory: 4Gi}}") RANGE("{type: Container, default: {memory: 16Gi}}") POD(ONE("requests: {memory: 8Gi}")), ""},
    {"no default is high enough", RANGE("{type: Container, default: {memory: 4Gi}}") RANGE("{type: Container, default: {memory: 2Gi}}") POD(ONE("requests: {memory: 8Gi}")), "m memory default 8Gi/4Gi"},
    {"resources of the whole pod", RANGE("{type: Container, default: {memory: 4Gi}}") POD("resources: {limits: {memory: 16Gi}}, " ONE("requests: {memory: 8Gi}")), ""},
    {"init containers", RANGE("{type: Container, max: {cpu: 1}}") POD("initContainers: [" C("limits: {cpu: 2}") "], containers: []"), "m cpu max 2/1"},
    {"ephemeral containers", RANGE("{type: Container, max: {cpu: 1}}") POD("ephemeralContainers: [" C("limits: {cpu: 2}") "], containers: []"), ""},
    {"the maximum of a pod", RANGE("{type: Pod, max: {cpu: 1}}") POD(ONE("limits: {cpu: 2}")), "m cpu max 2/1"},
    {"the minimum of a pod", RANGE("{type: Pod, min: {cpu: 4}}") POD(ONE("limits: {cpu: 2}")), ""},
    {"an amount to fill in", RANGE("{type: Container, max: {cpu: 1}}") POD(ONE("limits: {cpu: '${C}'}")), ""},
    {"a bound to fill in", RANGE("{type: Container, max: {cpu: '${C}'}}") POD(ONE("limits: {cpu: 2}")), ""},
    {"a type to fill in", RANGE("{type: '${T}', max: {cpu: 1}}") POD(ONE("limits: {cpu: 2}")), "..."},
    {"a namespace that is not told", RANGE("{type: Container, max: {cpu: 1}}") POD_IN("", ONE("limits: {cpu: 2}")), "..."},
    {"another namespace", RANGE_IN(", namespace: web", "{type: Container, max: {cpu: 1}}") POD(ONE("limits: {cpu: 2}")), ""},
    {"once for two ranges", RANGE("{type: Container, max: {cpu: 1}}") RANGE("{type: Container, max: {cpu: 1}}") POD(ONE("limits: {cpu: 2}")), "m cpu max 2/1"},
};
/* clang-format on */

static Str refused(const Refusals *found)
{
    static const char *const KINDS[] = {"max", "min", "default"};
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < found->list.len; i++) {
        const Refusal *r = &found->list.items[i];
        Str amount = node_scalar(r->amount), bound = node_scalar(r->bound);
        buf_printf(&b, "%s%.*s %.*s %s %.*s/%.*s", i ? " " : "", STR_ARG(r->container->name),
                   STR_ARG(r->resource), KINDS[r->kind], STR_ARG(amount), STR_ARG(bound));
    }
    buf_add(&b, found->open ? STR("...") : STR(""));
    return buf_str(&b);
}

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(REFUSED); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", REFUSED[i].text}, 1, false);
        Refusals found = {0};
        fleet_refusals(f, &arena, first_pod(f), &found);
        Str text = refused(&found);
        CHECK(str_eq(text, str_c(REFUSED[i].refused)), "%s: %.*s", REFUSED[i].what, STR_ARG(text));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_sums), cmocka_unit_test(test_written),
               cmocka_unit_test(test_many), cmocka_unit_test(test_fits),
               cmocka_unit_test(test_shapes), cmocka_unit_test(test_folders),
               cmocka_unit_test(test_defaults), cmocka_unit_test(test_refusals))
