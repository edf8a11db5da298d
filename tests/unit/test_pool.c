/* NodePools: types that are left, what asks for accelerators, disruption, limits, roles. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/pool.h"
#include "kube/role.h"

#define CLASS    "nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}"
#define AUTO     "nodeClassRef: {group: eks.amazonaws.com, kind: NodeClass, name: default}"
#define AZURE    "nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: c}"
#define HEAD(n)  "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: " n "}\nspec:\n"
#define TEMPLATE "  template:\n    spec:\n      "
#define REQ      "\n      requirements:\n      - "
#define F        "karpenter.k8s.aws/instance-"
#define IN(k, v) "{key: " k ", operator: In, values: [" v "]}"
#define AND      "\n      - "

static Pool *pool_of(const char *text)
{
    Platform platform = try_platform();
    return pool_new(&arena, facts_builtin(), &platform, try_object(&arena, text, 0));
}

static const struct {
    const char *what, *text;
    size_t types;
    bool open, judged;
    Tri accelerated;
    const char *typeless[3];
} TYPES[] = {
    {"a family",                                         HEAD("a") TEMPLATE CLASS REQ IN(F "family", "p5"),     2,                                       false,                      true,                       TRI_YES, {0}  },
    {"two families and a bound on cpu",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                     "p4d, p4de") AND
     "{key: " F "cpu, operator: Lt, values: ['64']}",
     0,                                                                                                                                                  false,
     true,                                                                                                                                                                                                       TRI_YES,
     {"karpenter.k8s.aws/instance-family In [p4d, p4de]", "karpenter.k8s.aws/instance-cpu Lt 64"}                                                                                                                              },
    {"families before an innocent requirement",
     HEAD("a") TEMPLATE CLASS REQ IN("karpenter.sh/capacity-type",                                   "on-demand") AND IN(
         F "cpu",                             "'2', '4'") AND IN("kubernetes.io/arch", "amd64") AND IN(F "family", "p4d"),
     0,                                                                                                                                                                                                                   false,
     true, TRI_YES,
     {"karpenter.k8s.aws/instance-cpu In [2, 4]", "karpenter.k8s.aws/instance-family In [p4d]"}},
    {"GPU memory above all of the families",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",     "g5, g6") AND
     "{key: " F "gpu-memory, operator: Gt, values: ['24000']}",
     0,                false,
     true,                                                                                                  TRI_YES,
     {"karpenter.k8s.aws/instance-family In [g5, g6]",
      "karpenter.k8s.aws/instance-gpu-memory Gt 24000"}                                                                                                                                                                                                   },
    {"GPU memory above all that is known",
     HEAD("a") TEMPLATE CLASS REQ "{key: " F "gpu-memory, operator: Gt, values: ['999999']}",
     0,                                                      true,
     true,                                                                                        TRI_YES,
     {0}                                                                                                                                                       },
    {"accelerator label with a GPU vendor",
     HEAD("a") TEMPLATE CLASS REQ IN(F "accelerator-manufacturer",                                                                                          "nvidia")
         AND IN("node.kubernetes.io/instance-type",                                                               "g6e.2xlarge, p5.48xlarge"),
     0,                                                                false,
     true,                                                                                                                                                                                                                   TRI_YES,
     {"karpenter.k8s.aws/instance-accelerator-manufacturer In [nvidia]"}},
    {"a label of the template against a requirement",
     "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n  template:\n"
     "    metadata: {labels: {kubernetes.io/arch: arm64}}\n    spec:\n      " CLASS REQ IN(
         "kubernetes.io/arch",                            "amd64"),
     0,                              false,
     true,                                                                                                                                              TRI_NO,
     {"kubernetes.io/arch In [amd64]", "kubernetes.io/arch=arm64"}                                                                                                                                                   },
    {"a family that may be newer against a known one",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                  "g6") AND IN(F "family",                                           "q9x"),
     0,                                                                                                                                     false,
     true,                                                              TRI_YES,
     {"karpenter.k8s.aws/instance-family In [q9x]", "karpenter.k8s.aws/instance-family In [g6]"}},
    {"a family that may be newer",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                                  "q9x"),
     0,                                                      true,
     true,                                                                                                                                                                 TRI_NO,
     {0}                                                                                                                                                                                                                         },
    {"a newer GPU family",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                                   "p9"),
     0,                                                                                                                                              true,
     true,                                                                                                                                                                 TRI_YES,
     {0}                                                                                                                                                                                                                         },
    {"a family without its suffix",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                                  "p6"),
     0,                                                                                                                                              false,
     true,                                                                                                                                                                 TRI_YES,
     {"karpenter.k8s.aws/instance-family In [p6]"}                                                                                                                                                                                                                         },
    {"a placeholder",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                                  "'${FAMILY}'"),
     0,                                                                                                    true,
     true,                                                                                                                                                                 TRI_UNKNOWN,
     {0}                                                                                                                                                                                                                         },
    {"a placeholder beside a family",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                              "p5, '${FAMILY}'"),
     2,                                                                                                                                              true,
     true,                                                                                                                                                                 TRI_YES,
     {0}                                                                                                                                                                                                                         },
    {"Auto Mode's key",
     HEAD("a") TEMPLATE AUTO REQ IN("eks.amazonaws.com/instance-family",                                                                                  "p4d, p5, p6"),
     3,                                                                                                                                              false,
     true,                                                                                                                                         TRI_YES,
     {0}                                                                                                                                                                                                                         },
    {"Karpenter's key in Auto Mode restricts nothing",
     HEAD("a") TEMPLATE AUTO REQ IN(F "gpu-name",                                                                                  "l40s"),
     1363,                                                                                                                                              false,
     true,                                                                                                                                                                TRI_YES,
     {0}                                                                                                                                                                                                                         },
    {"another provider",
     HEAD("a") TEMPLATE AZURE REQ IN("karpenter.azure.com/sku-family",                                                                                  "N"),
     1363,                                                                                                                                              false,
     false,                                                                                                                                           TRI_NO,
     {0}                                                                                                                                                                                                                      },
    {"no requirement",
     HEAD("a") TEMPLATE CLASS "\n      requirements: []",
     1363,                                                                                                       false,
     true,                                                                                                                                                         TRI_NO,
     {0}                                                                                                                                                                                                               },
    {"only a limit",
     HEAD("a") "  limits: {nvidia.com/gpu: 8}\n" TEMPLATE CLASS,
     1363,                                                                                                     false,
     true,                                                                                                                     TRI_YES,
     {0}                                                                                                    },
    {"a limit of none",
     HEAD("a") "  limits: {nvidia.com/gpu: 0}\n" TEMPLATE CLASS,
     1363,                                                                                   false,
     true,                                                                                                                                                                           TRI_NO,
     {0}                                                                                                                                                                                                               },
    {"only a taint",
     HEAD("a") TEMPLATE CLASS "\n      taints: [{key: nvidia.com/gpu, effect: NoSchedule}]",
     1363,                    false,
     true,                                                                                                                                                 TRI_YES,
     {0}                                                      },
    {"plain families",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                     "m5, c5"),
     18,                                                                                                                                                 false,
     true,                                                                                                                                                                                                       TRI_NO,
     {0}                                                                                                                                                                                                                      },
    {"all but GPUs",
     HEAD("a") TEMPLATE CLASS REQ "{key: " F "gpu-count, operator: DoesNotExist}",
     1293,                                                                                                      false,
     true,                                                                                                                                                                           TRI_NO,
     {0}                                                                                                                                                                                                                },
    {"Windows",
     HEAD("a") TEMPLATE CLASS REQ IN("kubernetes.io/os",                                 "windows"),
     1363,                                                                                                                                        false,
     false,                                                                                                                                                                                              TRI_NO,
     {0}                                                                                                         },
};

TEST(test_types)
{
    for (size_t i = 0; i < COUNT(TYPES); i++) {
        const Pool *p = pool_of(TYPES[i].text);
        const Place *place = &p->place;
        size_t types = types_size(place->facts, place->types);
        CHECK(types == TYPES[i].types || !TYPES[i].judged, "%s: %zu types", TYPES[i].what, types);
        CHECK(place->types_open == TYPES[i].open, "%s: open %d", TYPES[i].what, place->types_open);
        CHECK(place->types_judged == TYPES[i].judged, "%s: judged %d", TYPES[i].what,
              place->types_judged);
        CHECK(place->accelerated == TYPES[i].accelerated, "%s: accelerated %d", TYPES[i].what,
              (int)place->accelerated);
        const PlaceReq *const *set;
        size_t count = pool_typeless(&arena, p, &set);
        for (size_t k = 0; k < COUNT(TYPES[i].typeless); k++) {
            Str text = k < count ? place_req_text(&arena, set[k]) : STR("");
            CHECK(str_eq(text, str_c(TYPES[i].typeless[k])), "%s: typeless %zu: %.*s",
                  TYPES[i].what, k, STR_ARG(text));
        }
    }
}

static const struct {
    const char *what, *text, *narrowest; /* "" none */
} NARROWEST[] = {
    {"the family behind a broad one",
     HEAD("a") TEMPLATE CLASS REQ IN("kubernetes.io/arch", "amd64") AND IN(F "family", "g6"),
     "karpenter.k8s.aws/instance-family In [g6]"},
    {"the first of equals",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                              "p5en")
         AND IN("node.kubernetes.io/instance-type",                                       "p5en.48xlarge"),
     "karpenter.k8s.aws/instance-family In [p5en]"},
    {"nothing about types", HEAD("a") TEMPLATE CLASS REQ IN("karpenter.sh/capacity-type",      "spot"),
     ""},
};

TEST(test_narrowest)
{
    for (size_t i = 0; i < COUNT(NARROWEST); i++) {
        const PlaceReq *r = pool_narrowest(pool_of(NARROWEST[i].text));
        Str text = r ? place_req_text(&arena, r) : STR("");
        CHECK(str_eq(text, str_c(NARROWEST[i].narrowest)), "%s: %.*s", NARROWEST[i].what,
              STR_ARG(text));
    }
}

static const struct {
    const char *what, *text;
    size_t requirement, count;
    const char *value, *suggestion;
    bool newer, alone;
} DEAD[] = {
    {"no suffix",                                 HEAD("a") TEMPLATE CLASS REQ IN(F "family", "p5en, p6"),                   0,      1,                                                                                     "p6",
     " (did you mean p6-b200, p6-b300?)",                                                                                                                                                                                                                                                                                                    false,                                                                                                          false                                                                                                                                 },
    {"a value that another requirement excludes",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                              "g6, p5") AND IN(F "gpu-name", "l4"),  0,                                                                                     1,         "p5",
     "",                                                                                                                                                                                                                                                                                                                                                                                                                                                     false,                                                                                                                                  false},
    {"a foreign name of the architecture",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                  "g6") AND IN("kubernetes.io/arch",                                                                             "x86_64"), 1, 1,
     "x86_64",                                                                                                            " (did you mean amd64?)",                                                                                                                                                                                                                                                                                                                                                                                                                                               false,                                                                                                                                                                                                                                                                                                                                                                                                                                                  true},
    {"none is dead by itself when nothing is left",
     HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                                 "p4d, p4de") AND IN(F "cpu",                                                                  "'2'"),                                                                                     0,                                                               0, "",                "",
     false,                                                                                                                                                                                                   false},
    {"newer",                                       HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                            "g6, q9x"),                                                                                                         0,                                                                                                         1,                                                                                                              "q9x",                                  "",                             true,                                  false},
    {"a placeholder",                                       HEAD("a") TEMPLATE CLASS REQ IN(F "family",                                                                            "g6, '${F}'"),                                                                                                         0,                                                                                                 0,                                                                                                      "",                       "",
     false,false                                                                                                                                             },
    {"own label",                                       HEAD("a") TEMPLATE CLASS REQ IN("example.com/team",                                                                            "red"),                                                                                                         0,                                                                                                     0,                                                                                                  "",                          "",                     false,
     false},
    {"zone id",                                      HEAD("a") TEMPLATE CLASS REQ IN("topology.kubernetes.io/zone",                                                                                   "use1-az4"),                                                                                                                0,                                                                                                              1,
     "use1-az4",             "", false, true                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    },
    {"another provider",                                      HEAD("a") TEMPLATE AZURE REQ IN("kubernetes.io/arch",                                                                            "x86_64"),                                                                                                         0,                                                                                              0,                                                                                          "",
     "",          false,                          false},
};

TEST(test_dead)
{
    for (size_t i = 0; i < COUNT(DEAD); i++) {
        const Pool *p = pool_of(DEAD[i].text);
        const DeadValue *const *dead;
        size_t count = pool_dead_values(&arena, p->place.written.items[DEAD[i].requirement], &dead);
        CHECK(count == DEAD[i].count, "%s: %zu", DEAD[i].what, count);
        if (!count)
            continue;
        CHECK(str_eq(dead[0]->value, str_c(DEAD[i].value)), "%s: %.*s", DEAD[i].what,
              STR_ARG(dead[0]->value));
        CHECK(str_eq(dead[0]->suggestion, str_c(DEAD[i].suggestion)), "%s: %.*s", DEAD[i].what,
              STR_ARG(dead[0]->suggestion));
        CHECK(dead[0]->newer == DEAD[i].newer && dead[0]->alone == DEAD[i].alone,
              "%s: newer %d, alone %d", DEAD[i].what, dead[0]->newer, dead[0]->alone);
    }
}

#define DISRUPTION(text) HEAD("a") "  disruption: " text "\n" TEMPLATE CLASS

static const struct {
    const char *what, *text;
    Tri empty, underutilized, drifted;
} DISRUPT[] = {
    {"nothing said",                                    HEAD("a") TEMPLATE CLASS,                                             TRI_YES,     TRI_YES,     TRI_YES    },
    {"WhenEmpty",                                       DISRUPTION("{consolidationPolicy: WhenEmpty, consolidateAfter: 5m}"), TRI_YES,
     TRI_NO,                                                                                                                                            TRI_YES    },
    {"Balanced",                                        DISRUPTION("{consolidationPolicy: Balanced, consolidateAfter: 5m}"),  TRI_YES,
     TRI_YES,                                                                                                                                           TRI_YES    },
    {"Never",                                           DISRUPTION("{consolidateAfter: Never}"),                              TRI_NO,      TRI_NO,      TRI_YES    },
    {"windows of 0 with gaps",
     DISRUPTION("{consolidateAfter: 0s, budgets: [{nodes: '0', schedule: '0 9 * * mon-fri', "
                "duration: 8h}]}"),
     TRI_YES,                                                                                                                              TRI_YES,     TRI_YES    },
    {"windows of 0 without gaps",
     DISRUPTION(
         "{consolidateAfter: 0s, budgets: [{nodes: '0', schedule: '0 */6 * * *', duration: 6h}]}"),
     TRI_NO,                                                                                                                               TRI_NO,      TRI_NO     },
    {"a schedule that never comes is taken for active",
     DISRUPTION("{consolidateAfter: 0s, budgets: [{nodes: '0', schedule: '0 0 31 2 *', duration: "
                "1h, reasons: [Drifted]}]}"),
     TRI_YES,                                                                                                                              TRI_YES,     TRI_NO     },
    {"a schedule that does not parse stops all",
     DISRUPTION("{consolidateAfter: 0s, budgets: [{nodes: '5', schedule: '0 0 * * 7', duration: "
                "1h, reasons: [Empty]}]}"),
     TRI_NO,                                                                                                                               TRI_NO,      TRI_NO     },
    {"a schedule to fill in",
     DISRUPTION(
         "{consolidateAfter: 0s, budgets: [{nodes: '0', schedule: '${CRON}', duration: 1h}]}"),
     TRI_UNKNOWN,                                                                                                                          TRI_UNKNOWN, TRI_UNKNOWN},
    {"a budget of 0",                                   DISRUPTION("{consolidateAfter: 0s, budgets: [{nodes: '0'}]}"),        TRI_NO,      TRI_NO,
     TRI_NO                                                                                                                                                        },
    {"a budget of 0% for one reason",
     DISRUPTION("{consolidateAfter: 0s, budgets: [{nodes: 0%, reasons: [Underutilized]}]}"),
     TRI_YES,                                                                                                                              TRI_NO,      TRI_YES    },
    {"a scheduled budget",
     DISRUPTION(
         "{consolidateAfter: 0s, budgets: [{nodes: '0', schedule: '@daily', duration: 8h}]}"),
     TRI_YES,                                                                                                                              TRI_YES,     TRI_YES    },
    {"a budget for no reason",
     DISRUPTION("{consolidateAfter: 0s, budgets: [{nodes: '0', reasons: []}]}"),                                              TRI_YES,     TRI_YES,
     TRI_YES                                                                                                                                                       },
    {"a placeholder for the policy",
     DISRUPTION("{consolidationPolicy: '${P}', consolidateAfter: 5m}"),                                                       TRI_YES,     TRI_UNKNOWN,
     TRI_YES                                                                                                                                                       },
    {"a placeholder for the budget",
     DISRUPTION("{consolidateAfter: 5m, budgets: [{nodes: '${N}'}]}"),                                                        TRI_UNKNOWN, TRI_UNKNOWN,
     TRI_UNKNOWN                                                                                                                                                   },
    {"static",                                          HEAD("a") "  replicas: 2\n" TEMPLATE CLASS,                           TRI_NO,      TRI_NO,      TRI_YES    },
};

TEST(test_disruption)
{
    for (size_t i = 0; i < COUNT(DISRUPT); i++) {
        const Pool *p = pool_of(DISRUPT[i].text);
        CHECK(pool_disrupts(p, REASON_EMPTY) == DISRUPT[i].empty, "%s: empty", DISRUPT[i].what);
        CHECK(pool_disrupts(p, REASON_UNDERUTILIZED) == DISRUPT[i].underutilized,
              "%s: underutilized", DISRUPT[i].what);
        CHECK(pool_disrupts(p, REASON_DRIFTED) == DISRUPT[i].drifted, "%s: drifted",
              DISRUPT[i].what);
    }
}

static const struct {
    const char *what, *text;
    Tri finite;
    const char *effective;
    int64_t hours;
    bool set;
} EXPIRY[] = {
    {"nothing said",                 HEAD("a") TEMPLATE CLASS,                                 TRI_YES,     "720h",  720, false},
    {"nothing said in Auto Mode",    HEAD("a") TEMPLATE AUTO,                                  TRI_YES,     "336h",  336, false},
    {"Never",                        HEAD("a") TEMPLATE CLASS "\n      expireAfter: Never",    TRI_NO,      "Never", 0,   true },
    {"a week",                       HEAD("a") TEMPLATE CLASS "\n      expireAfter: 168h",     TRI_YES,     "168h",  168, true },
    {"in the wrong place",           DISRUPTION("{consolidateAfter: 5m, expireAfter: Never}"), TRI_YES,
     "720h",                                                                                                         720, false},
    {"days",                         HEAD("a") TEMPLATE CLASS "\n      expireAfter: 30d",      TRI_UNKNOWN, "30d",   0,   true },
    {"a placeholder",                HEAD("a") TEMPLATE CLASS "\n      expireAfter: ${T}",     TRI_UNKNOWN, "${T}",  0,
     true                                                                                                                      },
    {"v1beta1 has it in disruption",
     "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: a}\nspec:\n"
     "  disruption: {expireAfter: Never}\n",                                                   TRI_NO,      "Never", 0,   true },
};

TEST(test_expiry)
{
    for (size_t i = 0; i < COUNT(EXPIRY); i++) {
        const Lifetime *l = &pool_of(EXPIRY[i].text)->expire_after;
        CHECK(l->finite == EXPIRY[i].finite, "%s: finite %d", EXPIRY[i].what, (int)l->finite);
        CHECK(str_eq(l->text, str_c(EXPIRY[i].effective)), "%s: %.*s", EXPIRY[i].what,
              STR_ARG(l->text));
        CHECK(l->ns == EXPIRY[i].hours * 3600 * 1000000000, "%s: %ld ns", EXPIRY[i].what,
              (long)l->ns);
        CHECK(l->set == EXPIRY[i].set, "%s: set %d", EXPIRY[i].what, l->set);
    }
}

#define LIMITS(text) HEAD("a") "  limits: {" text "}\n" TEMPLATE CLASS REQ

static const struct {
    const char *what, *text;
    int64_t under, ceiling;
    const char *stops;
} MOST[] = {
    {"no other limit",      LIMITS("nvidia.com/gpu: 16") IN(F "family",           "p4d"),     INT64_MAX, 16, ""     },
    {"cpu stops first",     LIMITS("nvidia.com/gpu: 16, cpu: 100") IN(F "family", "p4d"),     8,         8,  "cpu"  },
    {"half a node is none", LIMITS("nvidia.com/gpu: 16, cpu: 150") IN(F "family", "p4d"),     8,         8,
     "cpu"                                                                                                          },
    {"cpu suffices",        LIMITS("nvidia.com/gpu: 16, cpu: 192") IN(F "family", "p4d"),     16,        16, "cpu"  },
    {"nodes",               LIMITS("nodes: 3") IN(F "family",                     "p4d"),     24,        24, "nodes"},
    {"below one node",      LIMITS("cpu: 10") IN(F "family",                      "p4d"),     0,         0,  "cpu"  },
    {"a placeholder",       LIMITS("cpu: '${CPU}'") IN(F "family",                "p4d"),     -1,        -1, ""     },
    {"a newer family",      LIMITS("cpu: 100") IN(F "family",                     "p4d, p9"), -1,        -1, ""     },
};

TEST(test_most)
{
    for (size_t i = 0; i < COUNT(MOST); i++) {
        const PoolLimit *stops;
        const Pool *p = pool_of(MOST[i].text);
        int64_t ceiling = pool_most_under(p, STR("nvidia.com/gpu"), true, &stops);
        int64_t under = pool_most_under(p, STR("nvidia.com/gpu"), false, &stops);
        CHECK(under == MOST[i].under, "%s: under %ld", MOST[i].what, (long)under);
        CHECK(ceiling == MOST[i].ceiling, "%s: ceiling %ld", MOST[i].what, (long)ceiling);
        CHECK(str_eq(stops ? stops->resource : STR(""), str_c(MOST[i].stops)), "%s: stops",
              MOST[i].what);
    }
}

static const struct {
    const char *what, *text;
    Role role;
    const char *source;
} ROLES[] = {
    {"its name",                HEAD("train-p5") TEMPLATE CLASS,                ROLE_TRAINING, "its name says train"        },
    {"trainium is no training", HEAD("trainium") TEMPLATE CLASS,                ROLE_UNKNOWN,  ""                           },
    {"nothing",                 HEAD("gpu") TEMPLATE CLASS,                     ROLE_UNKNOWN,  ""                           },
    {"a label",
     "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n  template:\n"
     "    metadata: {labels: {workload: inference}}\n    spec:\n      " CLASS,
     ROLE_INFERENCE,                                                                           "its label says inference"   },
    {"override",
     "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: train, labels: {gpulint/role: "
     "inference}}\nspec:\n" TEMPLATE CLASS,
     ROLE_INFERENCE,                                                                           "gpulint/role says inference"},
    {"a taint",
     HEAD("a") TEMPLATE CLASS
     "\n      taints: [{key: dedicated, value: training, effect: NoSchedule}]", ROLE_TRAINING, "its taint says training"    },
};

TEST(test_roles)
{
    for (size_t i = 0; i < COUNT(ROLES); i++) {
        const Place *p = &pool_of(ROLES[i].text)->place;
        CHECK(p->role == ROLES[i].role, "%s: %.*s", ROLES[i].what, STR_ARG(role_name(p->role)));
        CHECK(str_eq(p->role_source.text, str_c(ROLES[i].source)), "%s: %.*s", ROLES[i].what,
              STR_ARG(p->role_source.text));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_types), cmocka_unit_test(test_narrowest),
               cmocka_unit_test(test_dead), cmocka_unit_test(test_disruption),
               cmocka_unit_test(test_expiry), cmocka_unit_test(test_most),
               cmocka_unit_test(test_roles))
