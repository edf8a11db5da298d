#include "kube/user_data.h"

#include "check.h"

/* clang-format off */
static const struct {
    const char *what, *text;
    const char *parts[3]; /* "type|body", "!" before it where it is encoded; up to NULL */
} PARTS[] = {
    {"nothing", "", {NULL}},
    {"a script", "#!/bin/sh\necho a\n", {"|#!/bin/sh\necho a\n"}},
    {"two parts",
     "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"B\"\n\n"
     "--B\nContent-Type: application/node.eks.aws\n\nkind: NodeConfig\n\n"
     "--B\nContent-Type: text/x-shellscript; charset=us-ascii\n\necho b\n--B--\n",
     {"application/node.eks.aws|kind: NodeConfig\n\n", "text/x-shellscript|echo b\n"}},
    {"the boundary on a line of its own, CRLF",
     "Content-Type: multipart/mixed;\r\n boundary=b\r\n\r\n--b\r\nContent-Type: a/b\r\n\r\nx\r\n--b--",
     {"a/b|x\r\n"}},
    {"a part without headers", "MIME-Version: 1.0\nContent-Type: m/m; boundary=b\n\n--b\n\nx\n--b--\n",
     {"|x\n"}},
    {"base64", "MIME-Version: 1.0\nContent-Type: m/m; boundary=b\n\n--b\nContent-Type: a/b\n"
     "Content-Transfer-Encoding: base64\n\neA==\n--b--\n", {"!a/b|eA==\n"}},
    {"text after the last part", "Content-Type: m/m; boundary=b\n\n--b\n\nx\n--b--\nrest\n", {"|x\n"}},
    {"an end that is missing", "Content-Type: m/m; boundary=b\n\n--b\n\nx\ny", {"|x\ny"}},
    {"another boundary that begins alike", "Content-Type: m/m; boundary=b\n\n--b\n\nx\n--bc\ny\n--b--\n",
     {"|x\n--bc\ny\n"}},
    {"no boundary", "Content-Type: m/m\n\n--\nx\n", {NULL}},
    {"a boundary that never comes", "Content-Type: m/m; boundary=b\n\n--c\nx\n", {NULL}},
    {"slashes as boundary, a header in small letters", "Content-Type: m/m; boundary=//\n\n--//\ncontent-type:a/b\n\nx",
     {"a/b|x"}},
    {"headers without an end", "Content-Type: m/m; boundary=b\n\n--b\nContent-Type: a/b", {"a/b|"}},
};
/* clang-format on */

static bool is_part(const UserPart *p, const char *expected)
{
    Str want = str_c(expected), type, body;
    bool encoded = str_starts(want, STR("!"));
    return str_cut(str_skip(want, encoded), '|', &type, &body) && p->encoded == encoded &&
           str_eq(p->type, type) && str_eq(p->body, body);
}

TEST(test_parts)
{
    for (size_t i = 0; i < COUNT(PARTS); i++) {
        UserParts parts = user_parts(str_c(PARTS[i].text));
        UserPart p;
        size_t n = 0;
        for (; n < COUNT(PARTS[i].parts) && PARTS[i].parts[n]; n++) {
            CHECK(user_parts_next(&parts, &p), "%s: only %zu parts", PARTS[i].what, n);
            CHECK(is_part(&p, PARTS[i].parts[n]), "%s: part %zu is %.*s|%.*s, encoded %d",
                  PARTS[i].what, n, STR_ARG(p.type), STR_ARG(p.body), p.encoded);
        }
        CHECK(!user_parts_next(&parts, &p), "%s: more than %zu parts", PARTS[i].what, n);
    }
}

static const struct {
    const char *what, *text, *name, *value; /* value NULL: none */
} TOML[] = {
    {"in its section",            "[settings.kubernetes]\nmax-pods = 20\n", "settings.kubernetes.max-pods",
     "20"                                                                                                          },
    {"a dotted key",              "settings.kubernetes.max-pods=20",        "settings.kubernetes.max-pods", "20"   },
    {"a dotted key in a section", "[settings]\nkubernetes.max-pods = 20",
     "settings.kubernetes.max-pods",                                                                        "20"   },
    {"quotes and a comment",      "[a]\nb = \"x # y\" # z\n",               "a.b",                          "x # y"},
    {"a comment behind a number", "[a]\nb = 1 # z\n",                       "a.b",                          "1"    },
    {"single quotes",             "[a]\nb = 'x'\r\n",                       "a.b",                          "x"    },
    {"a quoted key",              "[a]\n\"b.c\" = 1\n",                     "a.b.c",                        "1"    },
    {"another section",           "[z]\nb = 1\n",                           "a.b",                          NULL   },
    {"a longer key",              "[a]\nbb = 1\n",                          "a.b",                          NULL   },
    {"a section in a comment",    "# [a]\nb = 1\n",                         "a.b",                          NULL   },
    {"a section without an end",  "[ab\nc=1",                               "ab.c",                         "1"    },
    {"names that are empty",      "[]\n=\n",                                "a",                            NULL   },
    {"the section alone",         "[a]\n",                                  "a",                            NULL   },
    {"nothing",                   "",                                       "a.b",                          NULL   },
};

TEST(test_toml)
{
    for (size_t i = 0; i < COUNT(TOML); i++) {
        Str value = STR("");
        bool found = toml_value(str_c(TOML[i].text), str_c(TOML[i].name), &value);
        CHECK(found == (TOML[i].value != NULL) && str_eq(value, str_c(TOML[i].value)),
              "%s: %d, '%.*s'", TOML[i].what, found, STR_ARG(value));
    }
}

static const struct {
    const char *what, *text, *name, *value; /* value NULL: none */
} FLAGS[] = {
    {"with =",               "kubelet --max-pods=20 --v=2",          "max-pods", "20"},
    {"with a space",         "kubelet --max-pods 20",                "max-pods", "20"},
    {"within quotes",        "--kubelet-extra-args '--max-pods=20'", "max-pods", "20"},
    {"behind a longer one",  "--max-pods-extra=1 --max-pods=2",      "max-pods", "2" },
    {"at the end of a line", "--max-pods=20 \\\n--v=2",              "max-pods", "20"},
    {"empty",                "--max-pods=",                          "max-pods", NULL},
    {"without a value",      "--max-pods",                           "max-pods", NULL},
    {"too many dashes",      "----max-pods=2",                       "max-pods", "2" },
    {"another",              "--max=20",                             "max-pods", NULL},
    {"dashes alone",         "--",                                   "max-pods", NULL},
};

TEST(test_flags)
{
    for (size_t i = 0; i < COUNT(FLAGS); i++) {
        Str value = STR("");
        bool found = flag_value(str_c(FLAGS[i].text), str_c(FLAGS[i].name), &value);
        CHECK(found == (FLAGS[i].value != NULL) && str_eq(value, str_c(FLAGS[i].value)),
              "%s: %d, '%.*s'", FLAGS[i].what, found, STR_ARG(value));
    }
}

TESTS(cmocka_unit_test(test_parts), cmocka_unit_test(test_toml), cmocka_unit_test(test_flags))
