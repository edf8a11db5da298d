/* Where workloads keep their pods, how many run and which must run together. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <string.h>

#define HEAD(api, kind) "apiVersion: " api "\nkind: " kind "\nmetadata: {name: w, namespace: n}\n"
#define SPEC            "{containers: [{name: m, image: r.example/m:1}]}"
#define TEMPLATE        "{spec: " SPEC "}"

/* Each pod: path, replicas, gang; ? is unknown, * one a node. */
/* clang-format off */
static const struct {
    const char *what, *text, *pods;
} ROWS[] = {
    {"a pod", HEAD("v1", "Pod") "spec: " SPEC "\n", " 1 1"},
    {"a Deployment", HEAD("apps/v1", "Deployment") "spec: {replicas: 3, template: " TEMPLATE "}\n", "spec.template 3 ?"},
    {"one replica is no gang", HEAD("apps/v1", "Deployment") "spec: {template: " TEMPLATE "}\n", "spec.template 1 1"},
    {"replicas that are a placeholder", HEAD("apps/v1", "StatefulSet") "spec: {replicas: '${N}', template: " TEMPLATE "}\n", "spec.template ? ?"},
    {"a DaemonSet", HEAD("apps/v1", "DaemonSet") "spec: {template: " TEMPLATE "}\n", "spec.template * 1"},
    {"a Job", HEAD("batch/v1", "Job") "spec: {parallelism: 4, template: " TEMPLATE "}\n", "spec.template 4 1"},
    {"a Job that ends before all could run", HEAD("batch/v1", "Job") "spec: {parallelism: 8, completions: 4, template: " TEMPLATE "}\n", "spec.template 4 1"},
    {"a Job of an unknown end", HEAD("batch/v1", "Job") "spec: {parallelism: 8, completions: '${N}', template: " TEMPLATE "}\n", "spec.template ? 1"},
    {"an indexed Job", HEAD("batch/v1", "Job") "spec: {parallelism: 4, completionMode: Indexed, template: " TEMPLATE "}\n", "spec.template 4 4"},
    {"a CronJob", HEAD("batch/v1", "CronJob") "spec: {jobTemplate: {spec: {template: " TEMPLATE "}}}\n", "spec.jobTemplate.spec.template 1 1"},
    {"another Job", HEAD("batch.volcano.sh/v1alpha1", "Job") "spec: {minAvailable: 3, tasks: [{replicas: 1, template: " TEMPLATE "}, {replicas: 4, template: " TEMPLATE "}]}\n",
     "spec.tasks[0].template 1 3, spec.tasks[1].template 4 3"},
    {"a PyTorchJob", HEAD("kubeflow.org/v1", "PyTorchJob") "spec: {pytorchReplicaSpecs: {Master: {replicas: 1, template: " TEMPLATE "}, Worker: {replicas: 7, template: " TEMPLATE "}}}\n",
     "spec.pytorchReplicaSpecs.Master.template 1 8, spec.pytorchReplicaSpecs.Worker.template 7 8"},
    {"a JobSet", HEAD("jobset.x-k8s.io/v1alpha2", "JobSet") "spec: {replicatedJobs: [{replicas: 2, template: {spec: {parallelism: 3, template: " TEMPLATE "}}}]}\n",
     "spec.replicatedJobs[0].template.spec.template 6 6"},
    {"a LeaderWorkerSet", HEAD("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") "spec: {replicas: 2, leaderWorkerTemplate: {size: 4, leaderTemplate: " TEMPLATE ", workerTemplate: " TEMPLATE "}}\n",
     "spec.leaderWorkerTemplate.leaderTemplate 2 4, spec.leaderWorkerTemplate.workerTemplate 6 4"},
    {"a LeaderWorkerSet of workers", HEAD("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") "spec: {replicas: 2, leaderWorkerTemplate: {size: 4, workerTemplate: " TEMPLATE "}}\n",
     "spec.leaderWorkerTemplate.workerTemplate 8 4"},
    {"a RayCluster", HEAD("ray.io/v1", "RayCluster") "spec: {headGroupSpec: {template: " TEMPLATE "}, workerGroupSpecs: [{replicas: 2, numOfHosts: 4, template: " TEMPLATE "}]}\n",
     "spec.headGroupSpec.template 1 1, spec.workerGroupSpecs[0].template 8 ?"},
    {"a bare pod spec", HEAD("grove.io/v1alpha1", "PodCliqueSet") "spec: {replicas: 2, template: {cliques: [{name: c, spec: {replicas: 3, podSpec: " SPEC "}}]}}\n",
     "spec.template.cliques[0].spec.podSpec 6 ?"},
    {"a spec inside another", HEAD("serving.kserve.io/v1beta1", "InferenceService") "spec: {predictor: {minReplicas: 2, model: {resources: {}}}}\n", "spec.predictor 2 1"},
    {"fields without a pod spec", HEAD("apps.nvidia.com/v1alpha1", "NIMService") "spec: {replicas: 2, image: {}, resources: {}}\n", "spec 2 1"},
    {"every template of a workflow", HEAD("argoproj.io/v1alpha1", "Workflow") "spec: {templates: [{name: a, container: {image: i}}, {name: b, script: {image: i}}]}\n",
     "spec.templates[0] ? 1, spec.templates[1] ? 1"},
    {"a null template", HEAD("apps/v1", "Deployment") "spec: {template: null}\n", ""},
    {"a template that is a list", HEAD("apps/v1", "Deployment") "spec: {template: []}\n", ""},
    {"a Service of core is none", HEAD("v1", "Service") "spec: {template: " TEMPLATE "}\n", ""},
    {"a Service of Knative", HEAD("serving.knative.dev/v1", "Service") "spec: {template: " TEMPLATE "}\n", "spec.template ? 1"},
    {"a kind nobody knows", HEAD("example.com/v1", "Trainer") "spec: {pods: [{worker: {metadata: {}, spec: " SPEC "}}]}\n", "spec.pods[0].worker ? ?"},
    {"and without a template around it", HEAD("example.com/v1", "Trainer") "spec: {podSpec: " SPEC "}\n", "spec.podSpec ? ?"},
    {"but not in its status", HEAD("example.com/v1", "Trainer") "status: {podSpec: " SPEC "}\n", ""},
    {"a policy's pattern", HEAD("kyverno.io/v1", "ClusterPolicy") "spec: {rules: [{mutate: {x: " SPEC "}}]}\n", ""},
    {"a constraint of any kind", HEAD("constraints.gatekeeper.sh/v1beta1", "NoGpu") "spec: {x: " SPEC "}\n", ""},
};
/* clang-format on */

static void number(Buf *b, int64_t n)
{
    if (n < 0)
        buf_add(b, STR(" ?"));
    else
        buf_printf(b, " %lld", (long long)n);
}

static const char *show(const Pods *pods)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < pods->list.len; i++) {
        const Pod *p = pods->list.items[i];
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_ARG(p->path));
        if (p->daemon)
            buf_add(&b, STR(" *"));
        else
            number(&b, p->replicas);
        number(&b, p->gang);
    }
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_pods)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Pods pods = {0};
        pods_of(&arena, facts_builtin(), &platform, try_object(&arena, ROWS[i].text, 0), &pods);
        CHECK(strcmp(show(&pods), ROWS[i].pods) == 0, "%s: '%s'", ROWS[i].what, show(&pods));
    }
}

/* Where labels and annotations of a pod are, when it has no template of the usual form. */
/* clang-format off */
static const struct {
    const char *what, *text, *annotation;
} METADATA[] = {
    {"a template", HEAD("apps/v1", "Deployment") "spec: {template: {metadata: {annotations: {a: here}}, spec: " SPEC "}}\n", "here"},
    {"not of the object", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {annotations: {a: there}}\nspec: {template: " TEMPLATE "}\n", ""},
    {"a pod's own", "apiVersion: v1\nkind: Pod\nmetadata: {annotations: {a: here}}\nspec: " SPEC "\n", "here"},
    {"beside a pod spec", HEAD("grove.io/v1alpha1", "PodCliqueSet") "spec: {template: {cliques: [{annotations: {a: here}, spec: {podSpec: " SPEC "}}]}}\n", "here"},
    {"inside the spec", HEAD("sparkoperator.k8s.io/v1beta2", "SparkApplication") "spec: {driver: {annotations: {a: here}}}\n", "here"},
};
/* clang-format on */

TEST(test_metadata)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(METADATA); i++) {
        Pods pods = {0};
        pods_of(&arena, facts_builtin(), &platform, try_object(&arena, METADATA[i].text, 0), &pods);
        CHECK(pods.list.len == 1, "%s: %zu pods", METADATA[i].what, pods.list.len);
        const Node *n = pod_annotation(pods.list.items[0], STR("a"));
        Str got = n ? node_str(n) : STR("");
        CHECK(str_eq(got, str_c(METADATA[i].annotation)), "%s: '%.*s'", METADATA[i].what,
              STR_ARG(got));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_pods), cmocka_unit_test(test_metadata))
