/* Fields that the API server drops. */
#include "tests/kube_try.h"

#include "kube/lost_field.h"

static Arena arena;

#define EC2(spec)                                                                                 \
    "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: c}\nspec: {" spec "}" \
    "\n"
#define POOL(spec) \
    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p}\nspec: {" spec "}\n"
#define AUTO(spec) \
    "apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nmetadata: {name: c}\nspec: {" spec "}\n"

/* The first field that is lost, and how many. */
static const struct {
    const char *what, *text;
    int32_t minor;
    size_t count;
    const char *key, *under, *near, *belongs, *other;
    int64_t since;
    Tri dropped;
} ROWS[] = {
    {"nothing",                    EC2("role: r, tags: {a: b}"),                                                    0,  0, "",                  "",             "",         "",                     "",             0,  TRI_YES    },
    {"free maps",                  POOL("limits: {gpus: 1}, template: {metadata: {labels: {x: y}}}"),               14, 0, "",                  "",
     "",                                                                                                                                                                    "",                     "",             0,  TRI_YES    },
    {"a slip",                     EC2("useData: x"),                                                               0,  1, "useData",           "spec",         "userData", "",                     "",             0,  TRI_YES    },
    {"a slip in a list",           EC2("amiSelectorTerms: [{alias: a}, {nam: b}]"),                                 0,  1, "nam",
     "spec.amiSelectorTerms[]",                                                                                                                                 "name",     "",                     "",             0,  TRI_YES    },
    {"a wrong place",              EC2("maxPods: 4"),                                                               0,  1, "maxPods",           "spec",         "",         "spec.kubelet.maxPods", "",             0,
     TRI_YES                                                                                                                                                                                                                       },
    {"a field of the other kind",  POOL("template: {spec: {kubelet: {}}}"),                                         0,  1, "kubelet",
     "spec.template.spec",                                                                                                                                      "",         "spec.kubelet",         "EC2NodeClass", 0,  TRI_YES    },
    {"near nothing",               POOL("colour: red"),                                                             0,  1, "colour",            "spec",         "",         "",                     "",             0,  TRI_YES    },
    {"the root",                   "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p}\nspecs: {}\n", 0,
     1,                                                                                                                    "specs",             "",             "spec",     "",                     "",             0,  TRI_YES    },
    {"a newer field",              EC2("networkInterfaces: []"),                                                    10, 1, "networkInterfaces", "spec",         "",         "",                     "",
     11,                                                                                                                                                                                                                TRI_YES    },
    {"one that is there",          EC2("networkInterfaces: []"),                                                    11, 0, "",                  "",             "",         "",                     "",             0,  TRI_YES    },
    {"perhaps",                    EC2("networkInterfaces: []"),                                                    0,  1, "networkInterfaces", "spec",         "",         "",                     "",             11,
     TRI_UNKNOWN                                                                                                                                                                                                                   },
    {"a slip in it, perhaps",      EC2("capacityReservationSelectorTerms: [{owner: a}]"),                           0,  2,
     "capacityReservationSelectorTerms",                                                                                                        "spec",         "",         "",                     "",             3,  TRI_UNKNOWN},
    {"any kubelet setting",        EC2("kubelet: {novel: 1}"),                                                      15, 0, "",                  "",             "",         "",                     "",             0,  TRI_YES    },
    {"a kubelet setting",          EC2("kubelet: {novel: 1}"),                                                      14, 1, "novel",             "spec.kubelet", "",         "",                     "",
     15,                                                                                                                                                                                                                TRI_YES    },
    {"a kubelet setting, perhaps", EC2("kubelet: {cpuManagerPolicy: static}"),                                      0,  1,
     "cpuManagerPolicy",                                                                                                                        "spec.kubelet", "",         "",                     "",             15, TRI_UNKNOWN},
    {"Auto Mode",                  AUTO("userData: x"),                                                             0,  1, "userData",          "spec",         "",         "spec.userData",
     "EC2NodeClass",                                                                                                                                                                                                0,  TRI_YES    },
    {"null is absent",             EC2("colour: null"),                                                             0,  0, "",                  "",             "",         "",                     "",             0,  TRI_YES    },
    {"a placeholder",              EC2("'${KEY}': 1"),                                                              0,  0, "",                  "",             "",         "",                     "",             0,  TRI_YES    },
    {"of the wrong kind",          EC2("kubelet: [[1]], tags: 3, blockDeviceMappings: {ebs: {x: 1}}"),              0,  0,
     "",                                                                                                                                        "",             "",         "",                     "",             0,  TRI_YES    },
    {"an older version",           "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nspec: {colour: red}\n",
     0,                                                                                                                 0, "",                  "",             "",         "",                     "",             0,  TRI_YES    },
    {"another kind",               "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {colour: red}\n",     0,
     0,                                                                                                                    "",                  "",             "",         "",                     "",             0,  TRI_YES    },
};

TEST(test_rows)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        LostFields found = {0};
        lost_fields(&arena, facts_builtin(), ROWS[i].minor, try_object(&arena, ROWS[i].text, 0),
                    &found);
        CHECK(found.list.len == ROWS[i].count, "%s: %zu fields", ROWS[i].what, found.list.len);
        if (!found.list.len)
            continue;
        const LostField *f = &found.list.items[0];
        CHECK(str_eq(f->key, str_c(ROWS[i].key)), "%s: %.*s", ROWS[i].what, STR_ARG(f->key));
        CHECK(str_eq(f->under, str_c(ROWS[i].under)), "%s: under %.*s", ROWS[i].what,
              STR_ARG(f->under));
        CHECK(str_eq(f->near, str_c(ROWS[i].near)), "%s: near %.*s", ROWS[i].what,
              STR_ARG(f->near));
        CHECK(str_eq(f->belongs, str_c(ROWS[i].belongs)), "%s: belongs %.*s", ROWS[i].what,
              STR_ARG(f->belongs));
        CHECK(str_eq(f->other, str_c(ROWS[i].other)), "%s: other %.*s", ROWS[i].what,
              STR_ARG(f->other));
        CHECK(f->since == ROWS[i].since && f->dropped == ROWS[i].dropped, "%s: since %ld, %d",
              ROWS[i].what, (long)f->since, (int)f->dropped);
    }
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, SIZE_MAX);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

TESTS(cmocka_unit_test_setup_teardown(test_rows, set_up, tear_down))
