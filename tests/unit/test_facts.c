/* Facts: the built-in tables, the index of types, and what values of labels are. */
#include "tests/check_arena.h"

#include "kube/facts.h"

static const struct {
    const char *name, *family, *memory, *device;
    int64_t cpu, count, efa, capacity_mib, allocatable_mib;
} TYPES[] = {
    {"p5.48xlarge",   "p5",   "2097152", "nvidia.com/gpu",        192, 8,  32, 1939865, 1938410},
    {"g5.xlarge",     "g5",   "16384",   "nvidia.com/gpu",        4,   1,  0,  15155,   14162  },
    {"trn1.32xlarge", "trn1", "524288",  "aws.amazon.com/neuron", 128, 16, 8,  484966,  481894 },
    {"m5.large",      "m5",   "8192",    "",                      2,   0,  0,  7577,    6903   },
};

TEST(test_types)
{
    const Facts *f = facts_builtin();
    for (size_t i = 0; i < COUNT(TYPES); i++) {
        const InstanceType *t = facts_type_find(f, str_c(TYPES[i].name));
        CHECK(t, "%s is not there", TYPES[i].name);
        int64_t count;
        CHECK(str_eq(type_name(f, t), str_c(TYPES[i].name)), "%s", TYPES[i].name);
        Str family = type_label(f, t, STR("karpenter.k8s.aws/instance-family"));
        CHECK(str_eq(family, str_c(TYPES[i].family)), "%s: %.*s", TYPES[i].name, STR_ARG(family));
        CHECK(str_eq(type_device(f, t, &count), str_c(TYPES[i].device)), "%s", TYPES[i].name);
        CHECK(count == TYPES[i].count, "%s: %ld devices", TYPES[i].name, (long)count);
        CHECK(type_capacity(f, t, STR("cpu")) == TYPES[i].cpu * 1000, "%s: cpu", TYPES[i].name);
        int64_t efa = type_capacity(f, t, STR("vpc.amazonaws.com/efa")) / 1000;
        CHECK(efa == TYPES[i].efa, "%s: %ld EFA", TYPES[i].name, (long)efa);
        int64_t mib = type_capacity(f, t, STR("memory")) / 1000 >> 20;
        CHECK(mib == TYPES[i].capacity_mib, "%s: capacity %ld", TYPES[i].name, (long)mib);
        mib = type_allocatable(f, t, STR("memory")) / 1000 >> 20;
        CHECK(mib == TYPES[i].allocatable_mib, "%s: allocatable %ld", TYPES[i].name, (long)mib);
    }
    CHECK(!facts_type_find(f, STR("p9.48xlarge")), "a type that does not exist");
    CHECK(facts_type_count(f) == 1363, "%zu types", facts_type_count(f));
}

static const struct {
    const char *what, *key, *value, *meant;
    LabelMode mode;
    ValueVerdict verdict;
} VALUES[] = {
    {"a family",                                   "karpenter.k8s.aws/instance-family",                   "g5",             "g5",               LABELS_KARPENTER, VALUE_KNOWN},
    {"a family without its suffix",                "karpenter.k8s.aws/instance-family",                   "p6",             "p6-b200, p6-b300",
     LABELS_KARPENTER,                                                                                                                                            VALUE_WRONG},
    {"the same in Auto Mode",                      "eks.amazonaws.com/instance-family",                   "p6",             "p6-b200, p6-b300",
     LABELS_AUTO,                                                                                                                                                 VALUE_WRONG},
    {"g4",                                         "karpenter.k8s.aws/instance-family",                   "g4",             "g4ad, g4dn",       LABELS_KARPENTER, VALUE_WRONG},
    {"a family nobody knows",                      "karpenter.k8s.aws/instance-family",                   "q9x",            "",                 LABELS_KARPENTER,
     VALUE_NEWER                                                                                                                                                             },
    {"a family that is sold, without labels here", "karpenter.k8s.aws/instance-family",                   "dl1",            NULL,
     LABELS_KARPENTER,                                                                                                                                            VALUE_SOLD },
    {"another case",                               "karpenter.k8s.aws/instance-gpu-name",                 "H100",           "h100",             LABELS_KARPENTER,
     VALUE_WRONG                                                                                                                                                             },
    {"another vendor",                             "karpenter.k8s.aws/instance-accelerator-manufacturer", "nvidia",         "",
     LABELS_KARPENTER,                                                                                                                                            VALUE_WRONG},
    {"x86_64",                                     "kubernetes.io/arch",                                  "x86_64",         "amd64",            LABELS_KARPENTER, VALUE_WRONG},
    {"its old key",                                "beta.kubernetes.io/arch",                             "amd64",          "amd64",            LABELS_KARPENTER, VALUE_KNOWN},
    {"capacity type",                              "karpenter.sh/capacity-type",                          "OnDemand",       "on-demand",        LABELS_KARPENTER,
     VALUE_WRONG                                                                                                                                                             },
    {"SageMaker's name",                           "node.kubernetes.io/instance-type",                    "ml.p5.48xlarge", "p5.48xlarge",
     LABELS_KARPENTER,                                                                                                                                            VALUE_WRONG},
    {"a type of a short family",                   "node.kubernetes.io/instance-type",                    "p4.24xlarge",
     "p4d.24xlarge, p4de.24xlarge",                                                                                                             LABELS_KARPENTER, VALUE_WRONG},
    {"a size that may come",                       "node.kubernetes.io/instance-type",                    "p5.24xlarge",    NULL,
     LABELS_KARPENTER,                                                                                                                                            VALUE_NEWER},
    {"a zone id",                                  "topology.kubernetes.io/zone",                         "use1-az4",       "",                 LABELS_KARPENTER, VALUE_WRONG},
    {"a zone",                                     "topology.kubernetes.io/zone",                         "us-east-1a",     "",                 LABELS_KARPENTER, VALUE_KNOWN},
    {"no number",                                  "karpenter.k8s.aws/instance-cpu",                      "four",           "",                 LABELS_KARPENTER, VALUE_WRONG},
    {"a label of one's own",                       "example.com/team",                                    "red",            "",                 LABELS_KARPENTER, VALUE_KNOWN},
    {"the other mode's label",                     "eks.amazonaws.com/instance-family",                   "p6",             "",                 LABELS_KARPENTER,
     VALUE_KNOWN                                                                                                                                                             },
};

TEST(test_values)
{
    const Facts *f = facts_builtin();
    for (size_t i = 0; i < COUNT(VALUES); i++) {
        Str key = str_c(VALUES[i].key), value = str_c(VALUES[i].value);
        ValueVerdict verdict = facts_value(f, VALUES[i].mode, key, value);
        CHECK(verdict == VALUES[i].verdict, "%s: got %d", VALUES[i].what, (int)verdict);
        Str meant = facts_value_meant(&arena, f, VALUES[i].mode, key, value);
        CHECK(verdict == VALUE_KNOWN || !VALUES[i].meant || str_eq(meant, str_c(VALUES[i].meant)),
              "%s: meant %.*s", VALUES[i].what, STR_ARG(meant));
    }
}

static const struct {
    const char *key, *meant;
    LabelMode mode;
    int32_t minor;
    LabelFault fault;
    bool well_known;
} KEYS[] = {
    {"karpenter.k8s.aws/instance-family",   "",                                    LABELS_KARPENTER, 0, LABEL_FINE,       true },
    {"node.kubernetes.io/instance-family",  "karpenter.k8s.aws/instance-family",   LABELS_KARPENTER, 0,
     LABEL_FINE,                                                                                                          false},
    {"eks.amazonaws.com/instance-gpu-name", "karpenter.k8s.aws/instance-gpu-name", LABELS_KARPENTER,
     0,                                                                                                 LABEL_FINE,       false},
    {"karpenter.k8s.aws/instance-gpu-name", "eks.amazonaws.com/instance-gpu-name", LABELS_AUTO,      0,
     LABEL_FINE,                                                                                                          false},
    {"eks.amazonaws.com/instance-gpu-name", "",                                    LABELS_AUTO,      0, LABEL_FINE,       true },
    {"karpenter.k8s.aws/instance-type",     "node.kubernetes.io/instance-type",    LABELS_KARPENTER, 0,
     LABEL_NO_SUCH,                                                                                                       false},
    {"karpenter.k8s.aws/instance-tenancy",  "",                                    LABELS_KARPENTER, 8, LABEL_NO_SUCH,    true },
    {"karpenter.k8s.aws/instance-tenancy",  "",                                    LABELS_KARPENTER, 9, LABEL_FINE,       true },
    {"karpenter.sh/nodepool",               "",                                    LABELS_KARPENTER, 0, LABEL_RESTRICTED, true },
    {"karpenter.sh/provisioner-name",       "",                                    LABELS_KARPENTER, 0, LABEL_RESTRICTED, false},
    {"karpenter.sh/capacity-type",          "",                                    LABELS_KARPENTER, 0, LABEL_FINE,       true },
    {"kubernetes.io/hostname",              "",                                    LABELS_KARPENTER, 0, LABEL_RESTRICTED, false},
    {"foo-karpenter.sh/x",                  "",                                    LABELS_KARPENTER, 0, LABEL_RESTRICTED, false},
    {"example.com/gpu",                     "",                                    LABELS_KARPENTER, 0, LABEL_FINE,       false},
    {"nvidia.com/gpu.product",              "",                                    LABELS_KARPENTER, 0, LABEL_FINE,       false},
    {"beta.kubernetes.io/arch",             "",                                    LABELS_KARPENTER, 0, LABEL_FINE,       true },
};

TEST(test_keys)
{
    const Facts *f = facts_builtin();
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        Str key = str_c(KEYS[i].key), meant = facts_label_meant(f, KEYS[i].mode, key);
        CHECK(str_eq(meant, str_c(KEYS[i].meant)), "%s: meant %.*s", KEYS[i].key, STR_ARG(meant));
        LabelFault fault = facts_label_fault(f, KEYS[i].mode, KEYS[i].minor, key);
        CHECK(fault == KEYS[i].fault, "%s: fault %d", KEYS[i].key, (int)fault);
        bool known = facts_label_well_known(f, KEYS[i].mode, key);
        CHECK(known == KEYS[i].well_known, "%s: well known %d", KEYS[i].key, known);
    }
}

static const struct {
    const char *name, *meant;
    bool known, accelerator, modelled;
} RESOURCES[] = {
    {"nvidia.com/gpu",              "nvidia.com/gpu", true,  true,  true },
    {"gpu",                         "nvidia.com/gpu", false, false, false},
    {"nvidia.com/gpus",             "nvidia.com/gpu", false, false, false},
    {"requests.nvidia.com/gpu",     "nvidia.com/gpu", false, false, false},
    {"nvidia.com/mig-1g.5gb",       NULL,             true,  true,  false},
    {"aws.amazon.com/neurondevice", NULL,             true,  true,  false},
    {"vpc.amazonaws.com/efa",       NULL,             true,  false, true },
    {"memory",                      NULL,             true,  false, true },
    {"example.com/widget",          "",               false, false, false},
};

TEST(test_resources)
{
    const Facts *f = facts_builtin();
    for (size_t i = 0; i < COUNT(RESOURCES); i++) {
        Resource r = {0};
        CHECK(facts_resource(f, str_c(RESOURCES[i].name), &r) == RESOURCES[i].known, "%s",
              RESOURCES[i].name);
        CHECK(r.accelerator == RESOURCES[i].accelerator && r.modelled == RESOURCES[i].modelled,
              "%s: accelerator %d, modelled %d", RESOURCES[i].name, r.accelerator, r.modelled);
        Str meant = facts_resource_meant(f, str_c(RESOURCES[i].name));
        CHECK(!RESOURCES[i].meant || str_eq(meant, str_c(RESOURCES[i].meant)), "%s: meant %.*s",
              RESOURCES[i].name, STR_ARG(meant));
    }
}

static const struct {
    const char *what, *key;
    ReqOp op;
    const char *values[3];
    size_t sure;
    bool beyond, decides;
} SETS[] = {
    {"a family",              "karpenter.k8s.aws/instance-family",     REQ_IN,             {"p5"},     2,  false, true },
    {"a newer one beside it",
     "karpenter.k8s.aws/instance-family",                              REQ_IN,
     {"p5", "q9x"},
     2,                                                                                                    true,
     true                                                                                                              },
    {"two types",
     "node.kubernetes.io/instance-type",                               REQ_IN,
     {"g5.xlarge", "p5.48xlarge"},
     2,                                                                                                    false,
     true                                                                                                              },
    {"GPU types",             "karpenter.k8s.aws/instance-gpu-name",   REQ_EXISTS,         {0},        70, false, true },
    {"all others",
     "karpenter.k8s.aws/instance-gpu-name",                            REQ_DOES_NOT_EXIST,
     {0},
     1293,                                                                                                 false,
     true                                                                                                              },
    {"all but one card",
     "karpenter.k8s.aws/instance-gpu-name",                            REQ_NOT_IN,
     {"l4"},
     1348,                                                                                                 false,
     true                                                                                                              },
    {"a bound",               "karpenter.k8s.aws/instance-gpu-memory", REQ_GT,             {"183358"}, 2,  false, true },
    {"a bound beyond all",
     "karpenter.k8s.aws/instance-gpu-memory",                          REQ_GT,
     {"999999"},
     0,                                                                                                    true,
     true                                                                                                              },
    {"another mode's key",    "eks.amazonaws.com/instance-family",     REQ_IN,             {"p5"},     0,  false, false},
};

TEST(test_sets)
{
    const Facts *f = facts_builtin();
    for (size_t i = 0; i < COUNT(SETS); i++) {
        ReqSource source = {.key = str_c(SETS[i].key), .op = SETS[i].op};
        for (size_t v = 0; v < COUNT(SETS[i].values) && SETS[i].values[v]; v++)
            *vec_push(&arena, &source.values) = str_c(SETS[i].values[v]);
        Req r = req_from(&arena, &source);
        bool beyond = false;
        TypesOut out = {types_none(&arena, f), types_none(&arena, f), &beyond};
        CHECK(facts_types_of(f, LABELS_KARPENTER, &r, &out) == SETS[i].decides, "%s", SETS[i].what);
        CHECK(types_size(f, out.sure) == SETS[i].sure, "%s: %zu types", SETS[i].what,
              types_size(f, out.sure));
        CHECK(beyond == SETS[i].beyond, "%s: beyond %d", SETS[i].what, beyond);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_types), cmocka_unit_test(test_values),
               cmocka_unit_test(test_keys), cmocka_unit_test(test_resources),
               cmocka_unit_test(test_sets))
