/* What user data tells kubelet. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/kubelet_setting.h"

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

TESTS_IN_ARENA(cmocka_unit_test(test_settings))
