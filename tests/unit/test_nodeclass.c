/* Node classes: image, effective volume, reservations. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <stdio.h>

#include "kube/nodeclass.h"

#define EC2(spec)                                                                                 \
    "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: c}\nspec: {" spec "}" \
    "\n"
#define AUTO(spec) \
    "apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nmetadata: {name: c}\nspec: {" spec "}\n"
#define ALIAS(a)           "amiSelectorTerms: [{alias: " a "}]"
#define DISK(device, size) "{deviceName: " device ", ebs: {volumeSize: " size "}}"

static const NodeClass *class_of(const char *text)
{
    const Object *o = try_object(&arena, text, 0);
    assert_true(class_is(facts_builtin(), o));
    return class_new(&arena, facts_builtin(), o);
}

static const struct {
    const char *what, *text;
    AmiKind kind;
    const char *family, *version;
    Tri moves;
    int64_t gib;
    bool is_default, raid;
    const char *missing; /* where the size would be */
} ROWS[] = {
    {"pinned alias",           EC2(ALIAS("al2023@v20260801")),                             AMI_ALIAS,     "al2023",       "v20260801",        TRI_NO,                       20,
     true,                                                                                                                                                                                                                                                                                                                                     false,                                                                                                                                                                                                                                                                                                                                                                                                                     "blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                           },
    {"latest",                 EC2(ALIAS("bottlerocket@latest")),                          AMI_ALIAS,     "bottlerocket", "latest",           TRI_YES,                      20,
     true,                                                                                                                                                                                                                                                                                                                                     false,                                                                                                                                                                                                                                                                                                                                                                                                                     "blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                           },
    {"a placeholder",          EC2(ALIAS("'${ALIAS}'")),                                   AMI_UNKNOWN,   "",             "",                 TRI_UNKNOWN,                  -1,                                                                                                                         true,                                  false,
     "blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                },
    {"an id",                  EC2("amiFamily: AL2023, amiSelectorTerms: [{id: ami-1}]"),  AMI_CUSTOM,    "al2023",       "",
     TRI_NO,                                                                                                                                                                20,                                                                                                                         true,                                  false,                                                                                                                                                                                                                                                                                                                                                                                                                     "blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                           },
    {"a name with a wildcard", EC2("amiFamily: AL2, amiSelectorTerms: [{name: 'gpu-*'}]"),
     AMI_CUSTOM,                                                                                          "al2",          "",                 TRI_YES,                      20,                                                                                                                         true,                                  false,                                                                                                                                                                                                                                                                                                                                                                                                                     "blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                           },
    {"its own disk",
     EC2(ALIAS("al2023@latest") ", blockDeviceMappings: [" DISK("/dev/xvda",               "200Gi") "]"),
     AMI_ALIAS,                                                                                                           "al2023",           "latest",                     TRI_YES,                                                                                                                    200,                                   false,                                                                                                                                                                                                                                                                                                                                                                                                                     false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            ""},
    {"Bottlerocket's second disk counts",
     EC2(ALIAS("bottlerocket@latest") ", blockDeviceMappings: [" DISK("/dev/xvda",                                                "4Gi") ", " DISK(
         "/dev/xvdb",                        "300Gi") "]"),
     AMI_ALIAS, "bottlerocket",                                                                                                                                                             "latest",                                                                                                                                                                                                                                                                         TRI_YES,                                                                                                                                          300,                                                                                                                                                                                                                                                                                    false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        false, ""},
    {"a disk on the wrong device",
     EC2(ALIAS("bottlerocket@latest") ", blockDeviceMappings: [" DISK("/dev/xvda",                                                                           "500Gi") "]"),
     AMI_ALIAS,                                                                           "bottlerocket",                                                            "latest", TRI_YES,                                                                                                                                                                                                                                                                                         20,                                                                                                                                                                                                                                      true,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     ""},
    {"a disk of unknown size",
     EC2(ALIAS("al2023@latest") ", blockDeviceMappings: [" DISK("/dev/xvda",                                                                         "'${S}'") "]"),
     AMI_ALIAS,                                                                                                  "al2023",                                                                                             "latest",                                                                                                TRI_YES,                                                                                                                                    -1,                                                                                                                                                                                                                                                                                                                                false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            ""},
    {"RAID0",                      EC2(ALIAS("al2023@latest") ", instanceStorePolicy: RAID0"),                                                                           AMI_ALIAS,                                                                                   "al2023",
     "latest",                                                                                                                 TRI_YES,                                                                                                                                       20,                                               true,true,"blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                             },
    {"RAID0 that Windows ignores",                      EC2(ALIAS("windows2022@latest") ", instanceStorePolicy: RAID0"),
     AMI_ALIAS,                                                                                     "windows2022",                                                                              "latest",                                                                                                TRI_YES,50,true,                                                                                                                                                                                                                                                                                                                                false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        "blockDeviceMappings"                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  },
    {"Auto Mode",                      AUTO("role: r"),                                                                            AMI_AUTO,                                                                                    "bottlerocket",                                                                             "",                                                                                               TRI_YES,                                                                                                                                                       80,                                                                                                                                                                                                                                                                                           true,false,
     "ephemeralStorage.size"},
    {"Auto Mode with its own size",                      AUTO("ephemeralStorage: {size: 200Gi}"),                                                                            AMI_AUTO,
     "bottlerocket",                                                                                             "",                                                                                                               TRI_YES,                                                                                                               200,                                                                                                                                                                             false,                                                                                                                               false,                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      ""                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       },
};

TEST(test_images)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const NodeClass *c = class_of(ROWS[i].text);
        CHECK(c->ami.kind == ROWS[i].kind, "%s: kind %d", ROWS[i].what, (int)c->ami.kind);
        CHECK(str_eq(c->ami.family, str_c(ROWS[i].family)), "%s: family %.*s", ROWS[i].what,
              STR_ARG(c->ami.family));
        CHECK(str_eq(c->ami.version, str_c(ROWS[i].version)), "%s: version %.*s", ROWS[i].what,
              STR_ARG(c->ami.version));
        CHECK(c->ami.moves == ROWS[i].moves, "%s: moves %d", ROWS[i].what, (int)c->ami.moves);
        int64_t gib = c->volume.bytes < 0 ? -1 : c->volume.bytes >> 30;
        CHECK(gib == ROWS[i].gib, "%s: %ld GiB", ROWS[i].what, (long)gib);
        CHECK(c->volume.is_default == ROWS[i].is_default && c->raid == ROWS[i].raid,
              "%s: default %d, raid %d", ROWS[i].what, c->volume.is_default, c->raid);
        CHECK(str_eq(c->volume.at.missing, str_c(ROWS[i].missing)), "%s: missing %.*s",
              ROWS[i].what, STR_ARG(c->volume.at.missing));
    }
}

#define TERM(text) EC2("capacityReservationSelectorTerms: [" text "]")

static const struct {
    const char *what, *text;
    size_t count;
    const char *term;
    bool malformed, offering, open;
    Tri specific;
} TERMS[] = {
    {"none",                           EC2("role: r"),                                      0, "",                    false, false, false, TRI_NO     },
    {"an id",                          TERM("{id: cr-0a1b2c3d}"),                           1, "cr-0a1b2c3d",         false, false, false, TRI_NO     },
    {"an offering",                    TERM("{id: cb-0a1b2c3d}"),                           1, "cb-0a1b2c3d",         true,  true,  false, TRI_NO     },
    {"capitals",                       TERM("{id: cr-0A1B}"),                               1, "cr-0A1B",             true,  false, false, TRI_NO     },
    {"a placeholder",                  TERM("{id: '${CR}'}"),                               1, "${CR}",               false, false, false, TRI_NO     },
    {"a common tag",                   TERM("{tags: {purpose: ml-training}}"),              1, "purpose=ml-training", false, false,
     false,                                                                                                                                TRI_NO     },
    {"a tag with a date",              TERM("{tags: {slot: '20261201'}}"),                  1, "slot=20261201",       false, false,
     false,                                                                                                                                TRI_YES    },
    {"a tag that names a block",       TERM("{tags: {capacity-block: llm}}"),               1, "capacity-block=llm",
     false,                                                                                                                  false, false, TRI_YES    },
    {"a tag that is filled in later",  TERM("{tags: {purpose: '${P}'}}"),                   1, "purpose=${P}",        false,
     false,                                                                                                                         false, TRI_UNKNOWN},
    {"terms that are filled in later", EC2("capacityReservationSelectorTerms: '${TERMS}'"), 0, "",
     false,                                                                                                                  false, true,  TRI_NO     },
};

TEST(test_terms)
{
    for (size_t i = 0; i < COUNT(TERMS); i++) {
        const NodeClass *c = class_of(TERMS[i].text);
        CHECK(c->terms.len == TERMS[i].count && c->terms_open == TERMS[i].open, "%s: %zu, open %d",
              TERMS[i].what, c->terms.len, c->terms_open);
        if (!c->terms.len)
            continue;
        const ReservationTerm *t = &c->terms.items[0];
        CHECK(str_eq(t->text, str_c(TERMS[i].term)), "%s: %.*s", TERMS[i].what, STR_ARG(t->text));
        CHECK(t->id_malformed == TERMS[i].malformed && t->id_offering == TERMS[i].offering,
              "%s: malformed %d, offering %d", TERMS[i].what, t->id_malformed, t->id_offering);
        CHECK(t->specific == TERMS[i].specific, "%s: specific %d", TERMS[i].what, (int)t->specific);
    }
}

TEST(test_status)
{
    const NodeClass *c =
        class_of("apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\n"
                 "metadata: {name: c}\nspec: {networkInterfaces: [{interfaceType: "
                 "interface}, {interfaceType: efa-only}]}\nstatus:\n"
                 "  capacityReservations: [{id: cr-1, instanceType: p5.48xlarge, "
                 "availabilityZone: us-west-2a, reservationType: capacity-block, state: "
                 "active, endTime: '2026-12-01T11:30:00Z'}]\n");
    assert_int_equal(c->reserved.len, 1);
    assert_int_equal(c->efa_interfaces, 1);
    assert_true(str_eq(c->reserved.items[0].instance_type, STR("p5.48xlarge")));
    assert_true(str_eq(c->reserved.items[0].end, STR("2026-12-01T11:30:00Z")));
}

/* clang-format off */
static const struct {
    const char *what, *more, *zones; /* "zone/id …" */
    bool open;
    size_t all; /* zones, as rules see them */
} SUBNETS[] = {
    {"no status", "", "", false, 0},
    {"none found", "status: {subnets: []}\n", "", false, 0},
    {"two of one zone", "status: {subnets: [{id: s1, zone: a, zoneID: a1}, {id: s2, zone: a, zoneID: a1}, {id: s3, zone: b}]}\n", "a/a1 b/", false, 2},
    {"a zone to fill in", "status: {subnets: [{zone: a}, {zone: '${Z}'}]}\n", "a/", true, 0},
    {"a subnet to fill in", "status: {subnets: [{zone: a}, '${S}']}\n", "a/", true, 0},
    {"an id to fill in", "status: {subnets: [{zone: a, zoneID: '${Z}'}]}\n", "a/", false, 1},
    {"without its zone", "status: {subnets: [{id: s1}]}\n", "", true, 0},
    {"all to fill in", "status: {subnets: '${S}'}\n", "", true, 0},
    {"a status to fill in", "status: '${S}'\n", "", true, 0},
    {"hidden", "'${S}': {}\n", "", true, 0},
    {"no list", "status: {subnets: a}\n", "", true, 0},
};
/* clang-format on */

TEST(test_subnets)
{
    static const char *const KINDS[] = {
        "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: c}\nspec: {}\n",
        "apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nmetadata: {name: c}\nspec: {}\n"};
    for (size_t i = 0; i < COUNT(SUBNETS) * COUNT(KINDS); i++) {
        size_t row = i / COUNT(KINDS);
        const char *text =
            arena_printf(&arena, "%s%s", KINDS[i % COUNT(KINDS)], SUBNETS[row].more).ptr;
        const NodeClass *c = class_of(text);
        Str zones = STR("");
        for (size_t k = 0; k < c->subnets.len; k++)
            zones = arena_printf(&arena, "%.*s%s%.*s/%.*s", STR_ARG(zones), k ? " " : "",
                                 STR_ARG(c->subnets.items[k].zone),
                                 STR_ARG(c->subnets.items[k].zone_id));
        CHECK(str_eq(zones, str_c(SUBNETS[row].zones)), "%s: %.*s", SUBNETS[row].what,
              STR_ARG(zones));
        CHECK(c->subnets_open == SUBNETS[row].open && c->zones.len == SUBNETS[row].all,
              "%s: open %d, %zu zones", SUBNETS[row].what, c->subnets_open, c->zones.len);
    }
}

/* What the facts say of images. */
static const struct {
    const char *what, *text;
    bool family, alias;
    int64_t last;
    const char *least, *most;
} FACTS[] = {
    {"a pinned alias",               EC2(ALIAS("al2023@v20250403")),                                true,  true,  0,  "560.35.05", "570.124.06"},
    {"a release that is not listed", EC2(ALIAS("al2023@v20991231")),                                true,  true,  0,  "",          ""          },
    {"another family",               EC2(ALIAS("bottlerocket@v1.53.0")),                            true,  true,  0,  "",          ""          },
    {"Amazon Linux 2",               EC2(ALIAS("al2@latest")),                                      true,  true,  32, "",          ""          },
    {"Amazon Linux 2 by id",         EC2("amiFamily: AL2, amiSelectorTerms: [{id: ami-1}]"),        true,  true,  32,
     "",                                                                                                                           ""          },
    {"an alias without release",     EC2(ALIAS("al2023")),                                          true,  false, 0,  "",          ""          },
    {"an alias of nothing",          EC2(ALIAS("ubuntu@latest")),                                   true,  false, 0,  "",          ""          },
    {"a family of nothing",          EC2("amiFamily: AL2023_GPU, amiSelectorTerms: [{id: ami-1}]"), false,
     true,                                                                                                        0,  "",          ""          },
    {"a family in small letters",    EC2("amiFamily: al2023"),                                      false, true,  0,  "",          ""          },
    {"a placeholder",                EC2("amiFamily: '${F}'"),                                      true,  true,  0,  "",          ""          },
};

TEST(test_facts)
{
    for (size_t i = 0; i < COUNT(FACTS); i++) {
        Str least, most;
        const NodeClass *c = class_of(FACTS[i].text);
        bool alias = ami_family_known(facts_builtin(), &c->ami);
        bool known = ami_driver(facts_builtin(), &c->ami, &least, &most);
        int64_t last = ami_last_kubernetes(facts_builtin(), &c->ami);
        CHECK(class_family_known(c) == FACTS[i].family, "%s: family", FACTS[i].what);
        CHECK(alias == FACTS[i].alias, "%s: alias", FACTS[i].what);
        CHECK(last == FACTS[i].last, "%s: last version %ld", FACTS[i].what, (long)last);
        CHECK(known == (FACTS[i].least[0] != 0), "%s: driver known", FACTS[i].what);
        CHECK(str_eq(least, str_c(FACTS[i].least)), "%s: %.*s", FACTS[i].what, STR_ARG(least));
        CHECK(str_eq(most, str_c(FACTS[i].most)), "%s: %.*s", FACTS[i].what, STR_ARG(most));
    }
}

static const struct {
    int32_t minor;
    const char *variant, *release;
} FIRST[] = {
    {35, "standard", "v20260114"},
    {31, "nvidia",   "v20241024"},
    {31, "neuron",   "v20240924"},
    {31, "standard", "v20240917"},
    {23, "nvidia",   ""         },
    {99, "standard", ""         },
    {35, "nvid",     ""         },
};

TEST(test_first_release)
{
    for (size_t i = 0; i < COUNT(FIRST); i++) {
        Str got = ami_first_release(facts_builtin(), FIRST[i].minor, str_c(FIRST[i].variant));
        CHECK(str_eq(got, str_c(FIRST[i].release)), "1.%d %s: %.*s", FIRST[i].minor,
              FIRST[i].variant, STR_ARG(got));
    }
}

static const struct {
    const char *alias, *release;
    Tri older;
} PREDATES[] = {
    {"al2023@v20251103",     "v20260114", TRI_YES    },
    {"al2023@v20260114",     "v20260114", TRI_NO     },
    {"al2023@v20260801",     "v20260114", TRI_NO     },
    {"al2023@latest",        "v20260114", TRI_UNKNOWN},
    {"al2023@v2025",         "v20260114", TRI_UNKNOWN},
    {"al2023@v2025110x",     "v20260114", TRI_UNKNOWN},
    {"'al2023@${R}'",        "v20260114", TRI_UNKNOWN},
    {"al2023@v20251103",     "",          TRI_UNKNOWN},
    {"bottlerocket@v1.53.0", "v20260114", TRI_UNKNOWN},
};

TEST(test_predates)
{
    for (size_t i = 0; i < COUNT(PREDATES); i++) {
        char text[256];
        snprintf(text, sizeof text, EC2(ALIAS("%s")), PREDATES[i].alias);
        Tri got = ami_predates(&class_of(text)->ami, str_c(PREDATES[i].release));
        CHECK(got == PREDATES[i].older, "%s, %s: %d", PREDATES[i].alias, PREDATES[i].release,
              (int)got);
    }
}

/* clang-format off */
static const struct {
    const char *what, *text;
    int64_t gib; /* -1 unknown */
} SIZES[] = {
    {"the default", EC2(ALIAS("al2023@v20260801")), 20},
    {"as written",
     EC2(ALIAS("al2023@v20260801") ", blockDeviceMappings: [" DISK("/dev/xvda", "100Gi") "]"), 100},
    {"a device that is filled in later",
     EC2(ALIAS("al2023@v20260801") ", blockDeviceMappings: [" DISK("'${D}'", "100Gi") "]"), -1},
    {"and one that is not",
     EC2(ALIAS("al2023@v20260801") ", blockDeviceMappings: [" DISK("'${D}'", "9Gi") ", "
         DISK("/dev/xvda", "100Gi") "]"), 100},
};
/* clang-format on */

TEST(test_volume_size)
{
    for (size_t i = 0; i < COUNT(SIZES); i++) {
        int64_t bytes = class_of(SIZES[i].text)->volume.bytes;
        int64_t gib = bytes < 0 ? -1 : bytes >> 30;
        CHECK(gib == SIZES[i].gib, "%s: %ld", SIZES[i].what, (long)gib);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_images), cmocka_unit_test(test_terms),
               cmocka_unit_test(test_status), cmocka_unit_test(test_subnets),
               cmocka_unit_test(test_facts), cmocka_unit_test(test_first_release),
               cmocka_unit_test(test_predates), cmocka_unit_test(test_volume_size))
