/* User data and what it tells kubelet. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/kubelet_setting.h"
#include "kube/user_data.h"

/* ---- parts ---- */

static const struct {
    const char *what, *text;
    size_t parts;
    const char *type, *body; /* of the last part */
} PARTS[] = {
    {"nothing",                     "",                                                      0, "",                         ""                  },
    {"a script",                    "#!/bin/bash\nrun\n",                                    1, "",                         "#!/bin/bash\nrun\n"},
    {"two parts",
     "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"B\"\n\n--B\nContent-Type: "
     "text/x-shellscript; charset=\"us-ascii\"\n\n#!/bin/bash\n\n--B\nContent-Type: "
     "application/node.eks.aws\n\nspec: {}\n--B--\n",                                        2, "application/node.eks.aws", "spec: {}\n"        },
    {"slashes, and no end",
     "Content-Type: multipart/mixed; boundary=//\n\n--//\ncontent-type:a/b\n\nx",            1, "a/b",                      "x"                 },
    {"carriage returns",
     "MIME-Version: 1.0\r\nContent-Type: multipart/mixed;\r\n "
     "boundary=\"B\"\r\n\r\n--B\r\n\r\nx\r\n--B--\r\n",                                      1, "",                         "x\r\n"             },
    {"no boundary",                 "MIME-Version: 1.0\n\nx\n",                              0, "",                         ""                  },
    {"a boundary that never comes", "Content-Type: multipart/mixed; boundary=B\n\n--C\nx\n", 0, "",
     ""                                                                                                                                         },
    {"lines that begin like it",
     "Content-Type: multipart/mixed; boundary=B\n\n--B\n\n--BC\n--B-\n--B--",                1, "",
     "--BC\n--B-\n"                                                                                                                             },
    {"headers without an end",
     "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: a/b",                  1, "a/b",                      ""                  },
};

TEST(test_parts)
{
    for (size_t i = 0; i < COUNT(PARTS); i++) {
        UserParts parts = user_parts(str_c(PARTS[i].text));
        UserPart part = {0};
        size_t count = 0;
        while (user_parts_next(&parts, &part))
            count++;
        CHECK(count == PARTS[i].parts, "%s: %zu parts", PARTS[i].what, count);
        CHECK(str_eq(part.type, str_c(PARTS[i].type)), "%s: %.*s", PARTS[i].what,
              STR_ARG(part.type));
        CHECK(str_eq(part.body, str_c(PARTS[i].body)), "%s: '%.*s'", PARTS[i].what,
              STR_ARG(part.body));
    }
}

static const struct {
    const char *text, *name, *value; /* NULL: none */
} TOML[] = {
    {"[a.b]\nc = \"x\"\n",                       "a.b.c", "x"   },
    {"[a.b]\nc = 4 # four\n",                    "a.b.c", "4"   },
    {"[a]\nb.c = 'x'\n",                         "a.b.c", "x"   },
    {"a.b.c = true",                             "a.b.c", "true"},
    {"[a.b]\n\"c\" = \"x\"",                     "a.b.c", "x"   },
    {"# [a.b]\nc = 1\n[a.b]\nd = 1\n[a]\nc = 2", "a.b.c", NULL  },
    {"[a.b\nc=1",                                "a.b.c", "1"   },
    {"",                                         "a.b.c", NULL  },
    {"[]\n=\n",                                  "a",     NULL  },
};

TEST(test_toml)
{
    for (size_t i = 0; i < COUNT(TOML); i++) {
        Str value = STR("");
        bool has = toml_value(str_c(TOML[i].text), str_c(TOML[i].name), &value);
        CHECK(has == (TOML[i].value != NULL), "%s: found %d", TOML[i].text, has);
        CHECK(!has || str_eq(value, str_c(TOML[i].value)), "%s: %.*s", TOML[i].text,
              STR_ARG(value));
    }
}

static const struct {
    const char *text, *value; /* NULL: none */
} FLAGS[] = {
    {"kubelet --policy=strict --x", "strict"},
    {"--extra '--policy strict'",   "strict"},
    {"--policy-scope=pod",          NULL    },
    {"--policy=",                   NULL    },
    {"--policy",                    NULL    },
    {"----policy=a",                "a"     },
    {"",                            NULL    },
};

TEST(test_flags)
{
    for (size_t i = 0; i < COUNT(FLAGS); i++) {
        Str value = STR("");
        bool has = flag_value(str_c(FLAGS[i].text), STR("policy"), &value);
        CHECK(has == (FLAGS[i].value != NULL), "%s: found %d", FLAGS[i].text, has);
        CHECK(!has || str_eq(value, str_c(FLAGS[i].value)), "%s: %.*s", FLAGS[i].text,
              STR_ARG(value));
    }
}

/* ---- settings ---- */

#define EC2(data) \
    "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: c}\nspec:\n" data
#define NODE_CONFIG "    apiVersion: node.eks.aws/v1alpha1\n    kind: NodeConfig\n"

static const struct {
    const char *what, *text;
    Tri set;
    const char *value;
} SETTINGS[] = {
    {"a KubeletConfiguration",
     "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"
     "topologyManagerPolicy: restricted\n",                                                                       TRI_YES,     "restricted"},
    {"nothing of it",                  "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n",
     TRI_NO,                                                                                                                   ""          },
    {"a NodeConfig",
     "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {kubelet: {config: "
     "{topologyManagerPolicy: restricted}}}\n",                                                                   TRI_YES,     "restricted"},
    {"its flags",
     "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {kubelet: {flags: "
     "['--v=2', '--topology-manager-policy=restricted']}}\n",                                                     TRI_YES,     "restricted"},
    {"flags that are filled in later",
     "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {kubelet: {flags: "
     "['${FLAGS}']}}\n",                                                                                          TRI_UNKNOWN, ""          },
    {"another NodeConfig",
     "apiVersion: example.com/v1\nkind: NodeConfig\nspec: {kubelet: {config: "
     "{topologyManagerPolicy: "
     "a}}}\n",                                                                                                    TRI_NO,      ""          },
    {"no user data",                   EC2("  role: r\n"),                                                        TRI_NO,      ""          },
    {"the node class itself",          EC2("  kubelet: {topologyManagerPolicy: restricted}\n"),                   TRI_YES,
     "restricted"                                                                                                                          },
    {"user data that is a NodeConfig",
     EC2("  userData: |\n" NODE_CONFIG
         "    spec: {kubelet: {config: {topologyManagerPolicy: restricted}}}\n"),
     TRI_YES,                                                                                                                  "restricted"},
    {"a MIME part",
     EC2("  userData: |\n    MIME-Version: 1.0\n    Content-Type: multipart/mixed; "
         "boundary=\"//\"\n\n"
         "    --//\n    Content-Type: application/node.eks.aws\n\n" NODE_CONFIG
         "    spec:\n      kubelet:\n        config:\n          topologyManagerPolicy: restricted\n"
         "    --//--\n"),
     TRI_YES,                                                                                                                  "restricted"},
    {"JSON in a MIME part",
     EC2("  userData: |\n    Content-Type: multipart/mixed; boundary=B\n\n    --B\n    "
         "Content-Type: "
         "application/node.eks.aws\n\n    {\"apiVersion\": \"node.eks.aws/v1alpha1\", \"kind\": "
         "\"NodeConfig\", \"spec\": {\"kubelet\": {\"config\": {\"topologyManagerPolicy\": "
         "\"none\"}}}}\n"
         "    --B--\n"),
     TRI_YES,                                                                                                                  "none"      },
    {"a part in base64",
     EC2("  userData: |\n    Content-Type: multipart/mixed; boundary=B\n\n    --B\n    "
         "Content-Transfer-Encoding: base64\n\n    AAAA\n    --B--\n"),
     TRI_UNKNOWN,                                                                                                              ""          },
    {"a part that is no YAML",
     EC2("  userData: |\n    Content-Type: multipart/mixed; boundary=B\n\n    --B\n    "
         "Content-Type: "
         "application/node.eks.aws\n\n    a: [b: c: ]\n    --B--\n"),
     TRI_UNKNOWN,                                                                                                              ""          },
    {"TOML",
     EC2("  userData: |\n    [settings.kubernetes]\n    topology-manager-policy = "
         "\"restricted\"\n"),
     TRI_YES,                                                                                                                  "restricted"},
    {"a flag in a script",
     EC2("  userData: |\n    #!/bin/bash\n    /etc/eks/bootstrap.sh c --kubelet-extra-args "
         "'--topology-manager-policy=restricted'\n"),
     TRI_YES,                                                                                                                  "restricted"},
    {"a script that edits a file",
     EC2("  userData: |\n    #!/bin/bash\n    jq '.topologyManagerPolicy = \"none\"' < config > "
         "new\n"),
     TRI_UNKNOWN,                                                                                                              ""          },
    {"a script",                       EC2("  userData: |\n    #!/bin/bash\n    echo hello\n"),                   TRI_NO,      ""          },
    {"a placeholder",                  EC2("  userData: ${DATA}\n"),                                              TRI_UNKNOWN, ""          },
    {"a list",                         EC2("  userData: [a]\n"),                                                  TRI_UNKNOWN, ""          },
};

TEST(test_settings)
{
    for (size_t i = 0; i < COUNT(SETTINGS); i++) {
        const Object *o = try_object(&arena, SETTINGS[i].text, 0);
        KubeletSetting s =
            kubelet_setting(&arena, facts_builtin(), o->root, STR("topologyManagerPolicy"));
        CHECK(s.set == SETTINGS[i].set, "%s: %d", SETTINGS[i].what, (int)s.set);
        CHECK(s.set != TRI_YES || str_eq(s.value, str_c(SETTINGS[i].value)), "%s: %.*s",
              SETTINGS[i].what, STR_ARG(s.value));
        Str written = s.set == TRI_YES ? source_slice(o->doc->source, s.node->span) : STR("");
        CHECK(s.set != TRI_YES || str_contains(written, s.value), "%s: written %.*s",
              SETTINGS[i].what, STR_ARG(written));
        CHECK(s.set != TRI_YES || written.len < s.value.len + 40, "%s: all of %.*s",
              SETTINGS[i].what, STR_ARG(written));
        CHECK(s.set != TRI_YES || node_document(s.node) == o->doc, "%s: of another document",
              SETTINGS[i].what);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_parts), cmocka_unit_test(test_toml),
               cmocka_unit_test(test_flags), cmocka_unit_test(test_settings))
