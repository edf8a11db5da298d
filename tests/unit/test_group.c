/* Node groups of eksctl: types, taints in both forms, sizes, volumes. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/group.h"

#define CONFIG(list, group)                                                                      \
    "apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, region: r}\n" list \
    ":\n  - {name: g" group "}\n"
#define MANAGED(group) CONFIG("managedNodeGroups", group)
#define OWN(group)     CONFIG("nodeGroups", group)

static const struct {
    const char *what, *text;
    bool managed;
    size_t types;
    bool open;
    Tri accelerated;
    int64_t min, max, gib;
    const char *taint; /* key=value:effect of the first */
} ROWS[] = {
    {"one type",                       MANAGED(", instanceType: g5.xlarge, minSize: 0, maxSize: 6"),             true,  1, false,
     TRI_YES,                                                                                                                              0,  6,  80, ""                              },
    {"two types",                      MANAGED(", instanceTypes: [g4dn.xlarge, g4dn.12xlarge]"),                 true,  2, false, TRI_YES,
     -1,                                                                                                                                       -1, 80, ""                              },
    {"a mixed policy",                 OWN(", instancesDistribution: {instanceTypes: [g5.xlarge, g5.2xlarge]}"),
     false,                                                                                                             2, false, TRI_YES, -1, -1, 80, ""                              },
    {"plain",                          OWN(", instanceType: m5.large, volumeSize: 200"),                         false, 1, false, TRI_NO,  -1, -1,
     200,                                                                                                                                              ""                              },
    {"a type that the facts lack",     OWN(", instanceType: q9x.large"),                                         false, 0, true,  TRI_NO,  -1, -1,
     80,                                                                                                                                               ""                              },
    {"a placeholder",                  OWN(", instanceType: '${TYPE}', maxSize: '${MAX}'"),                      false, 0, true,  TRI_NO,
     -1,                                                                                                                                       -1, 80, ""                              },
    {"no type",                        MANAGED(""),                                                              true,  0, true,  TRI_NO,  -1, -1, 80, ""                              },
    {"taints as a map",                OWN(", taints: {nvidia.com/gpu: 'true:NoSchedule'}"),                     false, 0, true,
     TRI_YES,                                                                                                                              -1, -1, 80, "nvidia.com/gpu=true:NoSchedule"},
    {"a taint without value in a map", OWN(", taints: {nvidia.com/gpu: ':NoExecute'}"),                          false, 0,
     true,                                                                                                                        TRI_YES, -1, -1, 80, "nvidia.com/gpu=:NoExecute"     },
    {"taints as a list",               MANAGED(", taints: [{key: dedicated, value: ml, effect: NO_SCHEDULE}]"),
     true,                                                                                                              0, true,  TRI_NO,  -1, -1, 80, "dedicated=ml:NoSchedule"       },
};

static void check_group(size_t i, const Group *g)
{
    const Place *p = &g->place;
    size_t types = types_size(p->facts, p->types);
    CHECK(g->managed == ROWS[i].managed, "%s: managed %d", ROWS[i].what, g->managed);
    CHECK(types == ROWS[i].types && p->types_open == ROWS[i].open, "%s: %zu types, open %d",
          ROWS[i].what, types, p->types_open);
    CHECK(p->accelerated == ROWS[i].accelerated, "%s: accelerated %d", ROWS[i].what,
          (int)p->accelerated);
    CHECK(g->min == ROWS[i].min && g->max == ROWS[i].max, "%s: %ld to %ld", ROWS[i].what,
          (long)g->min, (long)g->max);
    CHECK(g->volume_bytes == ROWS[i].gib << 30, "%s: %ld bytes", ROWS[i].what,
          (long)g->volume_bytes);
    const Taint *t = p->taints.len ? &p->taints.items[0] : NULL;
    Str text = t ? arena_printf(&arena, "%.*s=%.*s:%.*s", STR_ARG(t->key), STR_ARG(t->value),
                                STR_ARG(t->effect))
                 : STR("");
    CHECK(str_eq(text, str_c(ROWS[i].taint)), "%s: taint %.*s", ROWS[i].what, STR_ARG(text));
}

TEST(test_groups)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const Object *o = try_object(&arena, ROWS[i].text, 0);
        Group **groups;
        CHECK(group_config_is(o), "%s", ROWS[i].what);
        size_t count = groups_of(&arena, facts_builtin(), o, &groups);
        CHECK(count == 1, "%s: %zu groups", ROWS[i].what, count);
        check_group(i, groups[0]);
    }
}

static const struct {
    const char *what, *text;
    Tri accelerated;
    const char *may, *may_not; /* types */
} SELECTORS[] = {
    {"GPUs",          MANAGED(", instanceSelector: {gpus: 4}"),                          TRI_YES, "g5.12xlarge", "g5.xlarge"},
    {"CPUs as well",  MANAGED(", instanceSelector: {vCPUs: 96, gpus: 4}"),               TRI_YES, "g5.24xlarge",
     "g5.12xlarge"                                                                                                          },
    {"no GPU",        MANAGED(", instanceSelector: {vCPUs: 4, gpus: 0}"),                TRI_NO,  "m5.xlarge",
     "g5.xlarge"                                                                                                            },
    {"architecture",  OWN(", instanceSelector: {vCPUs: 4, cpuArchitecture: arm64}"),     TRI_NO,
     "m7g.xlarge",                                                                                               "m5.xlarge"},
    {"a placeholder", OWN(", instanceSelector: {vCPUs: 4, cpuArchitecture: '${ARCH}'}"), TRI_NO,
     "m7g.xlarge",                                                                                               "m5.large" },
};

TEST(test_selectors)
{
    const Facts *f = facts_builtin();
    for (size_t i = 0; i < COUNT(SELECTORS); i++) {
        Group **groups;
        (void)groups_of(&arena, f, try_object(&arena, SELECTORS[i].text, 0), &groups);
        const Place *p = &groups[0]->place;
        const InstanceType *may = facts_type_find(f, str_c(SELECTORS[i].may));
        const InstanceType *may_not = facts_type_find(f, str_c(SELECTORS[i].may_not));
        CHECK(p->accelerated == SELECTORS[i].accelerated, "%s: accelerated %d", SELECTORS[i].what,
              (int)p->accelerated);
        CHECK(types_has(p->maybe, may->index), "%s: no %s", SELECTORS[i].what, SELECTORS[i].may);
        CHECK(!types_has(p->maybe, may_not->index), "%s: %s", SELECTORS[i].what,
              SELECTORS[i].may_not);
        CHECK(p->types_open && types_empty(f, p->types), "%s: known", SELECTORS[i].what);
    }
}

static const struct {
    const char *what, *text;
    AmiKind kind;
    const char *family;
} IMAGES[] = {
    {"a family",            MANAGED(", amiFamily: AmazonLinux2"),                 AMI_ALIAS,   "al2"         },
    {"another",             OWN(", amiFamily: Bottlerocket"),                     AMI_ALIAS,   "bottlerocket"},
    {"one of two names",    OWN(", amiFamily: WindowsServer2022FullContainer"),   AMI_ALIAS,
     "windows2022"                                                                                           },
    {"no image of EKS",     OWN(", amiFamily: Ubuntu2204"),                       AMI_UNKNOWN, ""            },
    {"an image",            OWN(", amiFamily: AmazonLinux2023, ami: ami-0a1b2c"), AMI_CUSTOM,  "al2023"      },
    {"one of a parameter",  OWN(", amiFamily: AmazonLinux2023, ami: auto-ssm"),   AMI_UNKNOWN,
     "al2023"                                                                                                },
    {"a family to fill in", OWN(", amiFamily: '${FAMILY}'"),                      AMI_UNKNOWN, ""            },
    {"nothing",             OWN(""),                                              AMI_UNKNOWN, ""            },
};

TEST(test_images)
{
    for (size_t i = 0; i < COUNT(IMAGES); i++) {
        Group **groups;
        (void)groups_of(&arena, facts_builtin(), try_object(&arena, IMAGES[i].text, 0), &groups);
        const Ami *image = &groups[0]->image;
        CHECK(image->kind == IMAGES[i].kind, "%s: kind %d", IMAGES[i].what, (int)image->kind);
        CHECK(str_eq(image->family, str_c(IMAGES[i].family)), "%s: family %.*s", IMAGES[i].what,
              STR_ARG(image->family));
    }
}

static const struct {
    const char *what, *text;
    size_t zones;
    bool open;
    Tri efa;
} NETWORKS[] = {
    {"nothing",                 OWN(""),                                                0, false, TRI_NO     },
    {"zones",                   OWN(", availabilityZones: [a, b]"),                     2, false, TRI_NO     },
    {"a zone to fill in",       OWN(", availabilityZones: ['${AZ}', b]"),               1, true,  TRI_NO     },
    {"zones of the cluster",    OWN("") "availabilityZones: [a, b, c]\n",               3, false, TRI_NO     },
    {"zones beside local ones", OWN(", availabilityZones: [a], localZones: [l]"),       0, false, TRI_NO     },
    {"subnets",                 OWN(", subnets: [x]") "availabilityZones: [a, b, c]\n", 0, false, TRI_NO     },
    {"EFA",                     OWN(", efaEnabled: true"),                              0, false, TRI_YES    },
    {"EFA to fill in",          OWN(", efaEnabled: '${EFA}'"),                          0, false, TRI_UNKNOWN},
    {"a template",              MANAGED(", launchTemplate: {id: lt-0}"),                0, false, TRI_UNKNOWN},
};

TEST(test_networks)
{
    for (size_t i = 0; i < COUNT(NETWORKS); i++) {
        Group **groups;
        (void)groups_of(&arena, facts_builtin(), try_object(&arena, NETWORKS[i].text, 0), &groups);
        const Group *g = groups[0];
        CHECK(g->zones.len == NETWORKS[i].zones && g->zones_open == NETWORKS[i].open,
              "%s: %zu zones, open %d", NETWORKS[i].what, g->zones.len, g->zones_open);
        CHECK(g->efa == NETWORKS[i].efa, "%s: EFA %d", NETWORKS[i].what, (int)g->efa);
    }
}

static const struct {
    const char *what, *text, *key, *value;
    Tri promised;
} LABELS[] = {
    {"its name",         OWN(""),                                                          "alpha.eksctl.io/nodegroup-name", "g",              TRI_YES},
    {"its cluster",      MANAGED(""),                                                      "alpha.eksctl.io/cluster-name",   "c",              TRI_YES},
    {"another cluster",  MANAGED(""),                                                      "alpha.eksctl.io/cluster-name",   "d",              TRI_NO },
    {"on demand",        MANAGED(""),                                                      "eks.amazonaws.com/capacityType", "ON_DEMAND",      TRI_YES},
    {"spot",             MANAGED(", spot: true"),                                          "eks.amazonaws.com/capacityType", "SPOT",           TRI_YES},
    {"spot to fill in",  MANAGED(", spot: '${SPOT}'"),                                     "eks.amazonaws.com/capacityType", "SPOT",
     TRI_UNKNOWN                                                                                                                                      },
    {"a block",          MANAGED(", instanceMarketOptions: {marketType: capacity-block}"),
     "eks.amazonaws.com/capacityType",                                                                                       "CAPACITY_BLOCK", TRI_YES},
    {"no managed group", OWN(""),                                                          "eks.amazonaws.com/capacityType", "ON_DEMAND",      TRI_NO },
};

TEST(test_labels)
{
    for (size_t i = 0; i < COUNT(LABELS); i++) {
        Group **groups;
        (void)groups_of(&arena, facts_builtin(), try_object(&arena, LABELS[i].text, 0), &groups);
        Req r = {.key = str_c(LABELS[i].key)};
        *vec_push(&arena, &r.values) = str_c(LABELS[i].value);
        Tri promised = place_promises(&groups[0]->place, &r);
        CHECK(promised == LABELS[i].promised, "%s: promised %d", LABELS[i].what, (int)promised);
    }
}

TEST(test_setters)
{
    static const struct {
        const char *key, *setter;
    } KEYS[] = {
        {"team",                              ""                     },
        {"karpenter.k8s.aws/instance-family", ""                     },
        {"topology.kubernetes.io/zone",       "the cloud provider"   },
        {"nvidia.com/gpu.product",            "GPU feature discovery"},
    };
    Group **groups;
    (void)groups_of(&arena, facts_builtin(), try_object(&arena, OWN(""), 0), &groups);
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        Str setter = place_label_setter(&groups[0]->place, str_c(KEYS[i].key));
        CHECK(str_eq(setter, str_c(KEYS[i].setter)), "%s: %.*s", KEYS[i].key, STR_ARG(setter));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_groups), cmocka_unit_test(test_images),
               cmocka_unit_test(test_labels), cmocka_unit_test(test_networks),
               cmocka_unit_test(test_selectors), cmocka_unit_test(test_setters))
