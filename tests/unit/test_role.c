/* What workloads are for, step by step, and the words that say so. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/glob.h"
#include "kube/role.h"

#define META(name) "metadata: {name: " name ", namespace: ml}\n"
#define DEPLOYMENT(name, container)                 \
    "apiVersion: apps/v1\nkind: Deployment\n" META( \
        name) "spec: {template: {spec: {containers: [{" container "}]}}}\n"
#define JOB(name, container)                  \
    "apiVersion: batch/v1\nkind: Job\n" META( \
        name) "spec: {template: {spec: {restartPolicy: Never, containers: [{" container "}]}}}\n"
#define POD(name, container) \
    "apiVersion: v1\nkind: Pod\n" META(name) "spec: {containers: [{" container "}]}\n"

/* clang-format off */
static const struct {
    const char *what, *text, *role, *reason;
} ROWS[] = {
    {"a training kind", "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\n" META("x") "spec: {pytorchReplicaSpecs: {Worker: {template: {spec: {containers: [{image: i}]}}}}}\n",
     "training", "its kind is PyTorchJob"},
    {"a serving kind", "apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\n" META("train") "spec: {leaderWorkerTemplate: {workerTemplate: {spec: {containers: [{image: i}]}}}}\n",
     "inference", "its kind is LeaderWorkerSet"},
    {"a DaemonSet", "apiVersion: apps/v1\nkind: DaemonSet\n" META("x") "spec: {template: {spec: {containers: [{image: i}]}}}\n", "system", "its kind is DaemonSet"},
    {"declared on the template", "apiVersion: apps/v1\nkind: Deployment\n" META("x") "spec: {template: {metadata: {annotations: {gpulint/role: training}}, spec: {containers: [{image: vllm}]}}}\n",
     "training", "gpulint/role says training"},
    {"declared on the object", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, labels: {gpulint/role: dev}}\nspec: {template: {spec: {containers: [{image: i}]}}}\n",
     "dev", "gpulint/role says dev"},
    {"a value that is no role", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, labels: {gpulint/role: fun}}\nspec: {template: {spec: {containers: [{image: i}]}}}\n",
     "batch", "it runs to its end"},
    {"a launcher", JOB("x", "command: [torchrun, --nproc-per-node=8, main.py]"), "training", "its command runs torchrun"},
    {"two words", JOB("x", "args: [\"accelerate launch run.py\"]"), "training", "its command runs accelerate"},
    {"one word of two", JOB("x", "args: [\"accelerate config\"]"), "batch", "it runs to its end"},
    {"a script, in its folder", JOB("x", "command: [python, /work/train_lora.py]"), "training", "its command runs train_lora.py"},
    {"a shell line", JOB("x", "command: [sh, -c, 'cd /w && deepspeed --hostfile h run.py']"), "training", "its command runs deepspeed"},
    {"a server", DEPLOYMENT("x", "command: [vllm, serve, m]"), "inference", "its command runs vllm"},
    {"a server that trains", DEPLOYMENT("x", "command: [sh, -c, 'torchrun x; vllm serve m']"), "inference", "its command runs vllm"},
    {"a bare model flag says nothing", DEPLOYMENT("x", "args: [--model=resnet50]"), "", ""},
    {"a test", POD("x", "command: [nvidia-smi]"), "dev", "its command runs nvidia-smi"},
    {"only sleep", POD("x", "command: [sh, -c, 'sleep infinity']"), "dev", "its command only waits"},
    {"a loop of sleeps", POD("x", "command: [bash, -c, 'while true; do sleep 30; done;']"), "dev", "its command only waits"},
    {"more than sleep", POD("x", "command: [sh, -c, 'python a.py; sleep 5']"), "", ""},
    {"an image to try things", POD("x", "image: 'nvcr.io/nvidia/cuda:12.4.1-base'"), "dev", "its image is nvcr.io/nvidia/cuda"},
    {"another image of that folder", POD("x", "image: nvcr.io/nvidia/pytorch"), "", ""},
    {"a name", JOB("llama-finetune", "image: i"), "training", "its name or labels say finetune"},
    {"a name in two words", JOB("llama-fine-tuning", "image: i"), "training", "its name or labels say fine"},
    {"Trainium is no training", JOB("trainium-smoke", "image: i"), "batch", "it runs to its end"},
    {"a name of both kinds goes on", JOB("train-and-serve", "image: i"), "batch", "it runs to its end"},
    {"a name that says no", JOB("no-training", "image: i"), "batch", "it runs to its end"},
    {"a name that says not", JOB("gpu-not-for-training", "image: i"), "batch", "it runs to its end"},
    {"only the word behind counts", JOB("non-prod-training", "image: i"), "training", "its name or labels say training"},
    {"a label that says not", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, labels: {purpose: Not_Training}}\nspec: {template: {spec: {containers: [{image: i}]}}}\n",
     "batch", "it runs to its end"},
    {"a topic gives way", JOB("llm-training", "image: i"), "training", "its name or labels say training"},
    {"a serving name that runs for ever", DEPLOYMENT("llama-serving", "image: i"), "inference", "its name or labels say serving"},
    {"a serving name that ends", JOB("download-for-inference", "image: i"), "batch", "it runs to its end"},
    {"a serving image", DEPLOYMENT("x", "image: 'registry.example:5000/lab/vllm-openai:v1@sha256:00'"), "inference", "its image is registry.example:5000/lab/vllm-openai"},
    {"a training image", JOB("x", "image: registry.example/lab/huggingface-pytorch-training"), "training", "its image is registry.example/lab/huggingface-pytorch-training"},
    {"a port", DEPLOYMENT("x", "image: i, ports: [{containerPort: 80}]"), "inference", "it runs for ever and has a port or probe"},
    {"an MPIJob of nothing known", "apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\n" META("x") "spec: {mpiReplicaSpecs: {Worker: {template: {spec: {containers: [{image: i}]}}}}}\n",
     "distributed-batch", "its kind is MPIJob"},
    {"a pod that ends", "apiVersion: v1\nkind: Pod\n" META("x") "spec: {restartPolicy: OnFailure, containers: [{image: i}]}\n", "batch", "it runs to its end"},
    {"nothing says anything", DEPLOYMENT("x", "image: i"), "", ""},
    {"a placeholder says nothing", DEPLOYMENT("'${TRAIN}'", "image: '${IMAGE}'"), "", ""},
};
/* clang-format on */

TEST(test_roles)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Pods pods = {0};
        pods_of(&arena, facts_builtin(), &platform, try_object(&arena, ROWS[i].text, 0), &pods);
        CHECK(pods.list.len == 1, "%s: %zu pods", ROWS[i].what, pods.list.len);
        const Pod *p = pods.list.items[0];
        CHECK(str_eq(role_name(p->role), str_c(ROWS[i].role)), "%s: '%.*s'", ROWS[i].what,
              STR_ARG(role_name(p->role)));
        CHECK(str_eq(p->role_source.text, str_c(ROWS[i].reason)), "%s: '%.*s'", ROWS[i].what,
              STR_ARG(p->role_source.text));
        bool declared = str_starts(p->role_source.text, STR("gpulint/role"));
        CHECK(p->role_source.declared == declared, "%s: declared", ROWS[i].what);
    }
}

/* clang-format off */
static const struct {
    const char *what, *text;
    Tri checkpoints;
} CHECKPOINTS[] = {
    {"an argument", JOB("x", "args: [--resume_from_checkpoint, latest]"), TRI_YES},
    {"a variable", JOB("x", "env: [{name: CKPT_DIR, value: /fsx}]"), TRI_YES},
    {"a mount", JOB("x", "volumeMounts: [{name: a, mountPath: /checkpoints}]"), TRI_YES},
    {"the name of the job", JOB("sft-checkpointed", "image: i"), TRI_YES},
    {"a label of the template", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\nspec: {template: {metadata: {labels: {checkpointing: 'true'}}, spec: {containers: [{image: i}]}}}\n", TRI_YES},
    {"what saves memory", JOB("x", "args: [--gradient_checkpointing, --activation-checkpoint=1]"), TRI_NO},
    {"what is switched off", JOB("x", "args: [--no-checkpoint]"), TRI_NO},
    {"a placeholder", JOB("x", "args: ['${CHECKPOINT}']"), TRI_UNKNOWN},
    {"nothing", JOB("x", "image: i"), TRI_NO},
};
/* clang-format on */

TEST(test_checkpoints)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(CHECKPOINTS); i++) {
        Pods pods = {0};
        pods_of(&arena, facts_builtin(), &platform, try_object(&arena, CHECKPOINTS[i].text, 0),
                &pods);
        Tri says = pod_checkpoints(facts_builtin(), pods.list.items[0]);
        CHECK(says == CHECKPOINTS[i].checkpoints, "%s: %d", CHECKPOINTS[i].what, (int)says);
    }
}

/* clang-format off */
static const struct {
    const char *pattern, *text;
    bool match;
} GLOBS[] = {
    {"train*.py", "train_lora.py", true}, {"train*.py", "train.py", true}, {"train*.py", "pretrain.py", false},
    {"*", "", true}, {"", "", true}, {"", "a", false}, {"*vectoradd*", "cuda-VectorAdd-x", true},
    {"a*b*c", "aXbYbZc", true}, {"a*b*c", "aXcYb", false},
};
/* clang-format on */

TEST(test_globs)
{
    for (size_t i = 0; i < COUNT(GLOBS); i++)
        CHECK(glob_match(str_c(GLOBS[i].pattern), str_c(GLOBS[i].text)) == GLOBS[i].match,
              "%s ~ %s", GLOBS[i].pattern, GLOBS[i].text);
}

TESTS_IN_ARENA(cmocka_unit_test(test_roles), cmocka_unit_test(test_checkpoints),
               cmocka_unit_test(test_globs))
