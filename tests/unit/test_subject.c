/* What expressions see of pods, claims, managers and policies: one expression on one input. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "base/limits.h"
#include "dra/dra.h"
#include "rule/subject.h"

#include <string.h>

#define POOL                                                                              \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n  "  \
    "template:\n"                                                                         \
    "    metadata: {labels: {team: vision}}\n    spec:\n"                                 \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}\n"       \
    "      taints: [{key: nvidia.com/gpu, value: 'true', effect: NoSchedule}]\n"          \
    "      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: " \
    "[g5.48xlarge]}]\n"
#define META         "metadata: {name: p, namespace: ml}\n"
#define POD(spec)    "---\napiVersion: v1\nkind: Pod\n" META "spec: {" spec "}\n"
#define C(resources) "containers: [{name: m, image: i, resources: {" resources "}}]"
#define GPU(n)       C("limits: {nvidia.com/gpu: " n "}")
#define JOB(meta, spec)                                                                \
    "---\napiVersion: batch/v1\nkind: Job\n" META "spec: {template: {metadata: {" meta \
    "}, spec: {" spec "}}}\n"
#define CLAIM                                                                                    \
    "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\n"                         \
    "metadata: {name: t, namespace: ml}\nspec: {spec: {devices: {requests: [{name: g, exactly: " \
    "{deviceClassName: gpu.nvidia.com, count: 2}}]}}}\n"
#define QUOTA(hard)                                                                               \
    "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: ml}\nspec: {hard: " \
    "{" hard "}}\n"
#define PDB(spec)                                                                            \
    "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: " \
    "ml}\nspec: {" spec "}\n"
#define PLUGIN                                                                             \
    "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d, namespace: s}\nspec: " \
    "{template: {spec: {containers: [{name: c, image: r.example/k8s-device-plugin}]}}}\n"

/* clang-format off */
static const struct {
    const char *what, *text, *subject, *expr, *value;
} ROWS[] = {
    /* a pod itself */
    {"owner", JOB("", GPU("1")), "pod", "[pod.owner.kind, pod.owner.namespace, pod.owner.name, pod.path]", "[\"Job\", \"ml\", \"p\", \"spec.template\"]"},
    {"a bare pod's path", POD(GPU("1")), "pod", "pod.path", "\"\""},
    {"annotations are never absent", POD(GPU("1")), "pod", "size(pod.annotations)", "0"},
    {"annotations of the template", JOB("annotations: {a: b}", GPU("1")), "pod", "pod.annotations.a", "\"b\""},
    {"where annotations belong", JOB("", GPU("1")), "pod", "pod.metadataPath", "\"spec.template.metadata\""},
    {"a namespace that is not told", "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {" GPU("1") "}\n", "pod", "pod.owner.namespace == 'ml'", "unknown"},
    {"ranks of a gang with a launcher", "apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\n" META "spec: {mpiReplicaSpecs: {Launcher: {template: {spec: {" C("") "}}}, "
     "Worker: {replicas: 2, template: {spec: {" GPU("1") "}}}}}\n", "pod", "[pod.gang, pod.ranks]", "[3, 2]"},
    {"ranks where none asks a device", "apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\n" META "spec: {mpiReplicaSpecs: {Worker: {replicas: 2, template: {spec: {" C("") "}}}}}\n", "pod",
     "pod.ranks > 0", "unknown"},
    {"what runs, and how", POD("containers: [{name: m, image: x/scaler:1, args: ['--mode=a']}]"), "pod", "[string(pod.runs('scaler')), pod.flag('mode'), pod.flag('other')]",
     "[\"true\", \"a\", \"\"]"},
    {"replicas", JOB("", GPU("1")), "pod", "[pod.replicas, pod.gang]", "[1, 1]"},
    {"replicas that are a placeholder", "apiVersion: apps/v1\nkind: Deployment\n" META "spec: {replicas: '${N}', template: {spec: {}}}\n", "pod", "pod.replicas > 0", "unknown"},
    {"requests", POD(C("requests: {cpu: 1500m}")), "pod", "pod.requests['cpu'].compareTo(quantity('1500m'))", "0"},
    {"devices", POD(C("limits: {nvidia.com/gpu: 2, vpc.amazonaws.com/efa: 1, cpu: 1}")), "pod", "[size(pod.devices), pod.devices['nvidia.com/gpu'], pod.efa]", "[1, 2, 1]"},
    {"zero devices are none", POD(GPU("0")), "pod", "size(pod.devices)", "0"},
    {"a placeholder is a device", POD(GPU("'${N}'")), "pod", "size(pod.devices) > 0", "true"},
    {"of a number that is not known", POD(GPU("'${N}'")), "pod", "pod.devices['nvidia.com/gpu'] > 1", "unknown"},
    {"a resource that is a placeholder", POD(C("limits: {'${R}': 1}")), "pod", "size(pod.devices) > 0", "unknown"},
    {"the accelerator", POD(GPU("1")), "pod", "pod.accelerator", "\"nvidia.com/gpu\""},
    {"whole devices", POD(GPU("1")), "pod", "[pod.isDevice('vpc.amazonaws.com/efa'), pod.isDevice('cpu'), pod.isDevice('example.com/x')]", "[true, false, true]"},
    {"containers", POD("initContainers: [{name: a}], " GPU("1")), "pod", "pod.containers.map(c, [c.name, c.kind])", "[[\"a\", \"init\"], [\"m\", \"container\"]]"},
    {"demands", POD(C("requests: {nvidia.com/gpu: 1}")), "pod", "pod.containers[0].demands.map(d, [d.resource, string(d.hasLimit)])", "[[\"nvidia.com/gpu\", \"false\"]]"},
    {"keys beside limits", POD(C("nvidia.com/gpu: 1")), "pod", "pod.containers[0].strays.map(s, s.resource)", "[\"nvidia.com/gpu\"]"},
    {"names without a value", POD(C("limits: {nvidia.com/gpu: null}")), "pod", "pod.containers[0].nulls.map(s, s.resource)", "[\"nvidia.com/gpu\"]"},
    {"tolerations as written", POD("tolerations: [{key: a, operator: Exists}], " GPU("1")), "pod", "pod.tolerations.map(t, t.key)", "[\"a\"]"},
    {"selectors", POD("nodeSelector: {nvidia.com/gpu.product: x}, " GPU("1")), "selector", "[selector.key, selector.lateSetter, string(selector.wellKnown), string(selector.lateOnly)]",
     "[\"nvidia.com/gpu.product\", \"GPU feature discovery\", \"false\", \"true\"]"},
    {"selects", POD("nodeSelector: {a: b}, " GPU("1")), "pod", "[pod.selects('a'), pod.selects('b')]", "[true, false]"},
    {"spread", POD("topologySpreadConstraints: [{topologyKey: z, whenUnsatisfiable: ScheduleAnyway}], " GPU("1")), "pod", "pod.spread.map(s, [s.key, string(s.hard)])", "[[\"z\", \"false\"]]"},
    {"grace", POD(GPU("1")), "pod", "pod.grace", "duration(\"30s\")"},
    {"grace as written", POD("terminationGracePeriodSeconds: 90, " GPU("1")), "pod", "pod.grace > duration('1m')", "true"},
    {"protected", JOB("annotations: {karpenter.sh/do-not-disrupt: 'true'}", GPU("1")), "pod", "[pod.doNotDisrupt, pod.disruptable]", "[true, false]"},
    {"role", JOB("labels: {gpulint/role: training}", GPU("1")), "pod", "[pod.role, string(pod.roleSource.declared)]", "[\"training\", \"true\"]"},
    {"the first of a role", JOB("labels: {gpulint/role: training}", GPU("1")) "---\n" JOB("labels: {gpulint/role: training}", GPU("1")), "fleet", "fleet.pods.map(p, p.firstOfRole)", "[true, false]"},
    {"no role", "apiVersion: apps/v1\nkind: Deployment\n" META "spec: {template: {spec: {" GPU("1") "}}}\n", "pod", "pod.role == 'training'", "unknown"},
    {"priority", POD("priorityClassName: system-node-critical, " GPU("1")), "pod", "[pod.priority.value > 1000, pod.priority.preempts, pod.priority.exists]", "[true, true, true]"},
    {"a priority that is not here", POD("priorityClassName: high, " GPU("1")), "pod", "pod.priority.value > 0 || !pod.priority.exists", "unknown"},
    {"a priority class whose name comes near", POD("priorityClassName: trainning, " GPU("1")) "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: training}\nvalue: 5\n", "pod",
     "pod.priority.suggestion", "\"training\""},
    {"a rival", POD(GPU("1")) "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o, namespace: ml}\nspec: {priorityClassName: high, " GPU("1") "}\n"
     "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 5\n", "pod", "pod.rivals.map(r, r.owner.name)", "[\"o\"]"},
    {"a rival of other nodes", POD("nodeSelector: {a: b}, " GPU("1")) "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o, namespace: ml}\nspec: {nodeSelector: {a: c}, priorityClassName: high, " GPU("1") "}\n"
     "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 5\n", "pod", "size(pod.rivals)", "0"},
    {"another cloud", POD("nodeSelector: {cloud.google.com/gke-accelerator: x}, " GPU("1")), "pod", "pod.otherCloud", "\"GKE\""},

    {"a pod that is known in part", "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\n" META "spec: {podTemplateOverrides: [{spec: {hostNetwork: true}}]}\n", "pod",
     "pod.spec.hostNetwork && has(pod.spec.dnsPolicy)", "unknown"},

    /* pods and places */
    {"meant and admitted", POOL POD("nodeSelector: {team: vision}, " GPU("8")), "pod", "[pod.meantPlaces.map(p, p.name), pod.places.map(p, p.name), pod.pools.map(p, p.name)]", "[[\"gpu\"], [\"gpu\"], [\"gpu\"]]"},
    {"as written", POOL POD(GPU("1")), "pod", "pod.meantPlaces.map(p, [string(pod.fits(p)), string(pod.fitsAsWritten(p))] + pod.missesAsWritten(p))", "[[\"true\", \"false\", \"taint\"]]"},
    {"how a toleration misses", POOL POD("tolerations: [{key: nvidia.com/gpu, value: present}], " GPU("1")), "pod", "pod.almost(pod.meantPlaces[0].taints[0])",
     "\" (its toleration of nvidia.com/gpu has the value 'present', the taint has the value 'true')\""},
    {"types it may land on", POOL POD("nodeSelector: {team: vision}, " GPU("8")), "pod", "[pod.typesText, string(pod.takesAllDevices)]", "[\"g5.48xlarge\", \"true\"]"},
    {"not all devices", POOL POD(GPU("4")), "pod", "pod.takesAllDevices", "false"},
    {"types by its own selectors", POD("nodeSelector: {node.kubernetes.io/instance-type: ml.p5.48xlarge}, " GPU("8")), "pod", "pod.typesAnywhere.map(t, t.name)", "[\"p5.48xlarge\"]"},
    {"types but for what it asks", POOL POD("nodeSelector: {team: vision}, " C("limits: {nvidia.com/gpu: 8, vpc.amazonaws.com/efa: 9}")), "pod",
     "[pod.typesAnywhere.map(t, t.name), pod.typesBut('vpc.amazonaws.com/efa').map(t, t.name), pod.typesBut('cpu').map(t, t.name)]", "[[], [\"g5.48xlarge\"], []]"},
    {"types of its selectors but for what it asks", POD("nodeSelector: {node.kubernetes.io/instance-type: g5.xlarge}, " C("limits: {vpc.amazonaws.com/efa: 1}")), "pod",
     "pod.typesBut('vpc.amazonaws.com/efa').map(t, t.name)", "[\"g5.xlarge\"]"},
    {"no place and no selector", POD(GPU("8")), "pod", "pod.typesAnywhere.exists(t, true)", "unknown"},
    {"too large", POOL POD(GPU("16")), "pod", "[pod.nearest.name, string(pod.fits(pod.nearest))]", "[\"gpu\", \"false\"]"},
    {"a place of a name that is not here", POOL POD("nodeSelector: {karpenter.sh/nodepool: web}, " GPU("1")), "pod", "pod.namesAbsentPlace", "true"},
    {"and one that is", POOL POD("nodeSelector: {karpenter.sh/nodepool: gpu}, " GPU("1")), "pod", "pod.namesAbsentPlace", "false"},
    {"meant but for a label", POOL POD("nodeSelector: {team: vision, zone: x}, " GPU("1")), "selector", "selector.pod.meantButFor(selector).map(p, p.name)", "[\"gpu\"]"},

    /* claims */
    {"a pod's claim", CLAIM POD("resourceClaims: [{name: c, resourceClaimTemplateName: t}], " C("claims: [{name: c}]")), "pod",
     "pod.claims.map(c, [c.name, c.form, c.devices[0].resource, string(c.devices[0].count), c.requestNames[0], string(size(c.uses))])", "[[\"c\", \"template\", \"nvidia.com/gpu\", \"2\", \"g\", \"1\"]]"},
    {"a claim that is not here", POD("resourceClaims: [{name: c, resourceClaimTemplateName: t}], " C("")), "pod", "pod.claims[0].devices.exists(d, true)", "unknown"},
    {"a use that is not declared", POD(C("claims: [{name: c}]")), "pod", "pod.claimUses.map(u, [u.name, string(u.declared)])", "[[\"c\", \"false\"]]"},
    {"a claim", CLAIM POD("resourceClaims: [{name: c, resourceClaimTemplateName: t}], " C("")), "claim", "[claim.name, claim.class('g'), claim.driver('g'), string(claim.deviceCount), string(size(claim.users))]",
     "[\"t\", \"gpu.nvidia.com\", \"gpu.nvidia.com\", \"2\", \"1\"]"},

    {"a claim of another namespace", CLAIM "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: web}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}]}\n", "pod",
     "pod.claims[0].elsewhere.owner.namespace", "\"ml\""},
    {"a class whose name comes near", "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: x, namespace: ml}\nspec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidea.com}}]}}\n", "claim",
     "claim.requests[0].suggestion", "\"gpu.nvidia.com\""},

    /* managers and policies */
    {"a manager", PLUGIN, "manager", "[manager.name, manager.kind, manager.vendor, manager.device]", "[\"d\", \"plugin\", \"nvidia\", \"nvidia.com/gpu\"]"},
    {"where it runs", PLUGIN POOL, "manager", "input.places.map(p, manager.runsOn(p))", "[false]"},
    {"why not", PLUGIN POOL, "manager", "input.places.map(p, manager.obstacle(p).text)", "[\"it does not tolerate the taint nvidia.com/gpu=true:NoSchedule\"]"},
    {"a DaemonSet's pod", PLUGIN, "daemonset", "pod.daemon", "true"},
    {"a quota", QUOTA("requests.nvidia.com/gpu: 4") POD(GPU("8")), "quota", "quota.hard.map(h, [h.form, h.resource, string(h.accelerator), string(h.demand(quota.pods[0]).compareTo(h.quantity))])",
     "[[\"requests\", \"nvidia.com/gpu\", \"true\", \"1\"]]"},
    {"a bare name counts nothing", QUOTA("nvidia.com/gpu: 4") POD(GPU("8")), "quota", "quota.hard.map(h, h.counts(quota.pods[0]))", "[false]"},
    {"what a quota demands", QUOTA("requests.cpu: 4") POD(GPU("8")), "quota", "quota.hard.map(h, h.mustBeSet(quota.pods[0]))", "[true]"},
    {"a budget", PDB("maxUnavailable: 0, selector: {}") POD(GPU("1")), "pdb", "[pdb.blocks, size(pdb.pods) == 1]", "[true, true]"},
    {"a limit range", "apiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: ml}\nspec: {limits: [{type: Container, default: {cpu: 1}}]}\n", NULL,
     "input.limitRanges.map(l, [l.defaults('limits.cpu'), l.defaults('requests.cpu'), l.defaults('memory')])", "[[true, true, false]]"},

    /* lists */
    {"what was given is all there", POOL, NULL, "size(input.pools) == 1", "true"},
    {"of the cluster there may be more", POOL, NULL, "size(fleet.pools) == 1", "unknown"},
    {"one of the cluster is one", POOL, NULL, "fleet.pools.exists(p, p.name == 'gpu')", "true"},
    {"an object by name", POOL, NULL, "input.object('NodePool', '', 'gpu').kind", "\"NodePool\""},
    {"an object that was not given", POOL, NULL, "input.object('NodePool', '', 'web') == null", "true"},
    {"an object that may be somewhere", POOL, NULL, "fleet.object('NodePool', '', 'web') == null", "unknown"},
    {"a version that is gone everywhere", "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: x}\n", "object", "[platform.removal(object).gone, platform.removal(object).targetKnown]", "[true, false]"},
    {"a version that is gone somewhere", "apiVersion: resource.k8s.io/v1beta1\nkind: ResourceClaim\nmetadata: {name: x}\n", "object", "platform.removal(object).gone", "unknown"},
    {"a version that is served", "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: x}\n", "object", "platform.removal(object).gone", "false"},
    {"platform", POOL, NULL, "[platform.extendedResourceToleration]", "[true]"},
    {"a platform that is not told", POOL, NULL, "platform.kubernetes == '1.34'", "unknown"},
};
/* clang-format on */

static CelValue evaluate(Fleet *f, const Subject *s, const char *expr)
{
    const void *self = s ? s->at(f, 0) : NULL;
    CelEnv *env = subject_env(&arena, s);
    Diags d;
    diags_init(&d, &arena);
    CelProgram *p = cel_compile(&arena, env, (CelText){NULL, 0, str_c(expr)}, &d);
    if (!p)
        return cel_str(arena_printf(&arena, "refused: %.*s", STR_ARG(d.list.items[0].message)));
    CelValue *slots = arena_array(&arena, CelValue, cel_env_slots(env));
    subject_bind(s, self, s ? s->object(self) : NULL, f, slots);
    RuleContext *context = arena_new(&arena, RuleContext);
    context->fleet = f;
    context->dra = dra_new(&arena, f);
    CelEval ev = {.scratch = &arena,
                  .slots = slots,
                  .slots_mutable = slots,
                  .step_limit = LIMIT_CEL_STEPS,
                  .memory_limit = LIMIT_CEL_MEMORY,
                  .user = context};
    return cel_eval(&ev, p);
}

static const char *show(CelValue v)
{
    Buf b;
    buf_init(&b, &arena, LIMIT_MESSAGE);
    if (v.kind == CEL_UNKNOWN)
        return "unknown";
    if (v.kind == CEL_ERROR)
        buf_printf(&b, "error: %.*s", STR_ARG(v.as.error->message));
    else
        cel_print_literal(&b, v);
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_expressions)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", ROWS[i].text}, 1, false);
        const Subject *s = ROWS[i].subject ? subject_find(str_c(ROWS[i].subject)) : NULL;
        CHECK(!s || s->count(f), "%s: no such subject in the input", ROWS[i].what);
        const char *got = show(evaluate(f, s, ROWS[i].expr));
        CHECK(strcmp(got, ROWS[i].value) == 0, "%s: %s", ROWS[i].what, got);
    }
}

/* Judged as if lists were open, what rests on absence is not known any more. */
TEST(test_absence)
{
    Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", POOL}, 1, true);
    CHECK(strcmp(show(evaluate(f, NULL, "size(fleet.pools) == 1")), "true") == 0,
          "a whole cluster");
    CHECK(strcmp(show(evaluate(f, NULL, "fleet.object('NodePool', '', 'web') == null")), "true") ==
              0,
          "an object");
}

TEST(test_subjects)
{
    for (const Subject *s = SUBJECTS; s->name; s++) {
        CHECK(subject_find(str_c(s->name)) == s, "%s", s->name);
        CHECK(subject_env(&arena, s), "%s: every type in its tables is known", s->name);
    }
    CHECK(!subject_find(STR("nodes")), "a subject that there is none of");
}

TESTS_IN_ARENA(cmocka_unit_test(test_expressions), cmocka_unit_test(test_absence),
               cmocka_unit_test(test_subjects))
