/* Will a pod run on a pool or a node group: step by step, three-valued. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/fit.h"
#include "kube/group.h"

#define POOL(more)                                                                \
    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n" \
    "  template:\n    spec:\n"                                                    \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}\n" more
#define G5 \
    "      requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}]\n"
#define TAINTED   "      taints: [{key: nvidia.com/gpu, effect: NoSchedule}]\n"
#define DEDICATED "      taints: [{key: dedicated, value: gpu, effect: NoSchedule}]\n"
#define GROUP(more)                                                                         \
    "apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, region: r}\n" \
    "managedNodeGroups:\n  - {name: gpu, instanceType: g5.xlarge" more "}\n"
#define POD(more, limits)                                          \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n" more \
    "  containers: [{name: m, image: r.example/m:1, resources: {limits: {" limits "}}}]\n"
#define SELECT(text) "  nodeSelector: {" text "}\n"
#define GPU(n)       "nvidia.com/gpu: " n

static const struct {
    const char *what, *place, *pod;
    Tri ok, written;
    const char *fails; /* names of the steps that fail, as admitted */
    const char *why;
} ROWS[] = {
    {"a GPU",                               POOL(G5),                                                   POD("",                                                    GPU("1")),                   TRI_YES,     TRI_YES,     "",             "fits"                                                       },
    {"EKS tolerates the resource's taint",  POOL(G5 TAINTED),                                           POD("",                                                    GPU("1")),                   TRI_YES,     TRI_NO,      "",
     "does not tolerate the taint nvidia.com/gpu:NoSchedule"                                                                                                                                                                                                                                           },
    {"a pod without GPU is not helped",     POOL(G5 TAINTED),                                           POD("",                                                    "cpu: 1"),                   TRI_NO,      TRI_NO,
     "taint",                                                                                                                                                                                                                             "does not tolerate the taint nvidia.com/gpu:NoSchedule"      },
    {"another taint",                       POOL(G5 DEDICATED),                                         POD("",                                                    GPU("1")),                   TRI_NO,      TRI_NO,      "taint",
     "does not tolerate the taint dedicated=gpu:NoSchedule"                                                                                                                                                                                                                                            },
    {"tolerated",                           POOL(G5 DEDICATED),
     POD("  tolerations: [{key: dedicated, operator: Exists}]\n",                                                                                                  GPU("1")),                   TRI_YES,     TRI_YES,     "",
     "fits"                                                                                                                                                                                                                                                                                            },
    {"a toleration with a placeholder",     POOL(G5 DEDICATED),
     POD("  tolerations: [{key: dedicated, value: '${T}'}]\n",                                                                                                     GPU("1")),                   TRI_UNKNOWN, TRI_UNKNOWN,
     "",                                                                                                                                                                                                                                  "cannot be told"                                             },
    {"PreferNoSchedule does not count",
     POOL(G5 "      taints: [{key: a, effect: PreferNoSchedule}]\n"),                                   POD("",                                                    GPU("1")),                   TRI_YES,
     TRI_YES,                                                                                                                                                                                                             "",             "fits"                                                       },
    {"too many GPUs",                       POOL(G5),                                                   POD("",                                                    GPU("16")),                  TRI_NO,      TRI_NO,      "resources",
     "needs 16 nvidia.com/gpu, and g5.48xlarge gives 8"                                                                                                                                                                                                                                                },
    {"too much memory for one GPU's types", POOL(G5),                                                   POD("",                                                    GPU("1") ", memory: 900Gi"), TRI_NO,
     TRI_NO,                                                                                                                                                                                                              "resources",    "needs 900Gi memory, and g5.48xlarge gives 723299Mi"         },
    {"an unknown amount",                   POOL(G5),                                                   POD("",                                                    GPU("'${N}'")),              TRI_UNKNOWN, TRI_UNKNOWN, "",
     "cannot be told"                                                                                                                                                                                                                                                                                  },
    {"a resource no type has",              POOL(G5),                                                   POD("",                                                    "nvidia.com/mig-1g.5gb: 1"), TRI_NO,      TRI_NO,
     "resources",                                                                                                                                                                                                                         NULL                                                         },
    {"which a node group may have",         GROUP(""),                                                  POD("",                                                    "nvidia.com/mig-1g.5gb: 1"), TRI_UNKNOWN,
     TRI_UNKNOWN,                                                                                                                                                                                                         "",             "cannot be told"                                             },
    {"its own type",                        POOL(G5),                                                   POD(SELECT("node.kubernetes.io/instance-type: g5.xlarge"), GPU("1")),
     TRI_YES,                                                                                                                                                                                                TRI_YES,     "",             "fits"                                                       },
    {"another type",                        POOL(G5),
     POD(SELECT("node.kubernetes.io/instance-type: p5.48xlarge"),                                                                                                  GPU("1")),                   TRI_NO,      TRI_NO,      "type",
     "requires node.kubernetes.io/instance-type=p5.48xlarge, which none of its instance types has "
     "(g5.12xlarge, g5.16xlarge, g5.24xlarge and 5 more)"                                                                                                                                                                                                                                              },
    {"a newer type than the facts have",    POOL(""),
     POD(SELECT("node.kubernetes.io/instance-type: q9x.large"),                                                                                                    GPU("1")),                   TRI_UNKNOWN, TRI_UNKNOWN,
     "",                                                                                                                                                                                                                                  "cannot be told"                                             },
    {"an own label",                        POOL(G5),                                                   POD(SELECT("example.com/team: red"),                       GPU("1")),                   TRI_NO,      TRI_NO,
     "label",                                                                                                                                                                                                                             "requires example.com/team=red, a label that it does not set"},
    {"the pool's name",                     POOL(G5),                                                   POD(SELECT("karpenter.sh/nodepool: gpu"),                  GPU("1")),                   TRI_YES,
     TRI_YES,                                                                                                                                                                                                             "",             "fits"                                                       },
    {"another pool's name",                 POOL(G5),                                                   POD(SELECT("karpenter.sh/nodepool: other"),                GPU("1")),                   TRI_NO,
     TRI_NO,                                                                                                                                                                                                              "label",
     "requires karpenter.sh/nodepool=other, and its nodes have karpenter.sh/nodepool=gpu"                                                                                                                                                                                                              },
    {"a late label",                        POOL(G5),                                                   POD(SELECT("nvidia.com/gpu.product: A10G"),                GPU("1")),                   TRI_NO,
     TRI_NO,                                                                                                                                                                                                              "label",        NULL                                                         },
    {"a late label on a node group",        GROUP(""),
     POD(SELECT("nvidia.com/gpu.product: A10G"),                                                                                                                   GPU("1")),                   TRI_UNKNOWN, TRI_UNKNOWN, "",
     "cannot be told"                                                                                                                                                                                                                                                                                  },
    {"a capacity type the pool excludes",
     POOL(
         "      requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]\n"),
     POD(SELECT("karpenter.sh/capacity-type: on-demand"),                                                                                                          GPU("1")),                   TRI_NO,      TRI_NO,      "zone",
     "requires karpenter.sh/capacity-type=on-demand, and its nodes have "
     "karpenter.sh/capacity-type=spot"                                                                                                                                                                                                                                                                 },
    {"a selector that hides the pod",       POOL(G5),                                                   POD(SELECT("kubernetes.io/hostname: n1"),                  GPU("1")),
     TRI_NO,                                                                                                                                                                                                 TRI_NO,      "hidden label",
     "is ignored by Karpenter, which does not take kubernetes.io/hostname=n1 from a pod"                                                                                                                                                                                                               },
    {"a limit below the node",
     "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n  limits: {cpu: "
     "100}\n"
     "  template:\n    spec:\n      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, "
     "name: g}\n"
     "      requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [p5]}]\n",    POD("",                                                    GPU("8")),                   TRI_NO,      TRI_NO,      "limits",
     "needs a node that exceeds its limit cpu: 100 (p5.48xlarge has 192)"                                                                                                                                                                                                                              },
    {"a pool with a placeholder",
     POOL("      requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: "
          "['${F}']}]\n"),
     POD("",                                                                                                                                                       GPU("1")),                   TRI_UNKNOWN, TRI_UNKNOWN, "",             "cannot be told"                                             },
    {"a node group",                        GROUP(""),                                                  POD("",                                                    GPU("1")),                   TRI_YES,     TRI_YES,     "",             "fits"                                                       },
    {"a node group's label",                GROUP(", labels: {team: red}"),                             POD(SELECT("team: red"),                                   GPU("1")),
     TRI_YES,                                                                                                                                                                                                TRI_YES,     "",             "fits"                                                       },
    {"eksctl's taint as a map",             GROUP(", taints: {dedicated: 'gpu:NoSchedule'}"),           POD("",                                                    GPU("1")),
     TRI_NO,                                                                                                                                                                                                 TRI_NO,      "taint",        "does not tolerate the taint dedicated=gpu:NoSchedule"       },
    {"eksctl's spelling of effects",        GROUP(", taints: [{key: dedicated, effect: NO_SCHEDULE}]"),
     POD("",                                                                                                                                                       GPU("1")),                   TRI_NO,      TRI_NO,      "taint",
     "does not tolerate the taint dedicated:NoSchedule"                                                                                                                                                                                                                                                },
    {"Karpenter's label on a node group",   GROUP(""),
     POD(SELECT("karpenter.k8s.aws/instance-family: g5"),                                                                                                          GPU("1")),                   TRI_NO,      TRI_NO,      "label",        NULL                                                         },
    {"a group that may have no node",       GROUP(", maxSize: 0"),                                      POD("",                                                    GPU("1")),                   TRI_NO,      TRI_NO,
     "limits",                                                                                                                                                                                                                            "needs a node, and it may have none"                         },
    {"one of two alternatives",             POOL(G5),
     POD("  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
         "{nodeSelectorTerms: "
         "[{matchExpressions: [{key: example.com/a, operator: Exists}]}, {matchExpressions: [{key: "
         "karpenter.k8s.aws/instance-gpu-name, operator: In, values: [a10g]}]}]}}}\n",                                                                             GPU("1")),
     TRI_YES,                                                                                                                                                                                                TRI_YES,     "",             "fits"                                                       },
};

static Place *place_of(const char *text)
{
    Platform platform = try_platform();
    const Object *o = try_object(&arena, text, 0);
    if (pool_is(o))
        return &pool_new(&arena, facts_builtin(), &platform, o)->place;
    Group **groups;
    assert_int_equal(groups_of(&arena, facts_builtin(), o, &groups), 1);
    return &groups[0]->place;
}

static const Pod *pod_of(const char *text)
{
    Platform platform = try_platform();
    Pods pods = {0};
    pods_of(&arena, facts_builtin(), &platform, try_object(&arena, text, 0), &pods);
    assert_int_equal(pods.list.len, 1);
    return pods.list.items[0];
}

static Str failing(const Fit *f)
{
    Str text = STR("");
    for (size_t i = 0; i < FIT_STEPS; i++)
        if (f->steps[i] == TRI_NO)
            text = arena_printf(&arena, "%.*s%s%s", STR_ARG(text), text.len ? " " : "",
                                fit_step_name((FitStep)i));
    return text;
}

TEST(test_fit)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        FitCache *cache = fit_cache_new(&arena, facts_builtin(), &platform);
        const Place *place = place_of(ROWS[i].place);
        const Pod *pod = pod_of(ROWS[i].pod);
        const Fit *f = fit_of(cache, pod, place);
        Str fails = failing(f), why = fit_why(&arena, f, pod, place, true);
        CHECK(f->ok == ROWS[i].ok && f->ok_written == ROWS[i].written,
              "%s: %d, as written %d: %.*s", ROWS[i].what, (int)f->ok, (int)f->ok_written,
              STR_ARG(why));
        CHECK(str_eq(fails, str_c(ROWS[i].fails)), "%s: fails %.*s", ROWS[i].what, STR_ARG(fails));
        CHECK(!ROWS[i].why || str_eq(why, str_c(ROWS[i].why)), "%s: %.*s", ROWS[i].what,
              STR_ARG(why));
        NodePlace blame = fit_blame(f, pod);
        CHECK((blame.node != NULL) == (f->ok == TRI_NO), "%s: blame", ROWS[i].what);
        CHECK(fit_of(cache, pod, place) == f, "%s: asked twice", ROWS[i].what);
    }
}

static const struct {
    const char *what, *place, *pod;
    int64_t room;
} ROOM[] = {
    {"no limit",                POOL(G5),              POD("", GPU("1")),      INT64_MAX},
    {"a group of three",        GROUP(", maxSize: 3"), POD("", GPU("1")),      3        },
    {"a group without maxSize", GROUP(""),             POD("", GPU("1")),      -1       },
    {"does not fit",            POOL(G5),              POD("", GPU("16")),     0        },
    {"unknown amount",          POOL(G5),              POD("", GPU("'${N}'")), -1       },
};

TEST(test_room)
{
    Platform platform = try_platform();
    for (size_t i = 0; i < COUNT(ROOM); i++) {
        FitCache *cache = fit_cache_new(&arena, facts_builtin(), &platform);
        const PoolLimit *stops;
        int64_t room = fit_room(cache, pod_of(ROOM[i].pod), place_of(ROOM[i].place), &stops);
        CHECK(room == ROOM[i].room, "%s: %ld", ROOM[i].what, (long)room);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_fit), cmocka_unit_test(test_room))
