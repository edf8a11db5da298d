#include "doc/path.h"

#include "doc_text.h"

static const struct {
    const char *what, *text, *steps, *path; /* steps: names and numbers by '|' from the root */
} PATHS[] = {
    {"the root",                        "a: 1\n",                            "",          ""                 },
    {"a name",                          "a: 1\n",                            "a",         "a"                },
    {"names",                           "a: {b: {c_1: 1}}\n",                "a|b|c_1",   "a.b.c_1"          },
    {"list items",                      "a: [[1, 2], {b: 1}]\n",             "a|0|1",     "a[0][1]"          },
    {"a name behind an item",           "a: [1, {b: 1}]\n",                  "a|1|b",     "a[1].b"           },
    {"a list at the root",              "- a: 1\n",                          "0|a",       "[0].a"            },
    {"a name with a sign",              "m: {a.b/c: {d: 1}}\n",              "m|a.b/c|d", "m[\"a.b/c\"].d"   },
    {"a name with a dash",              "a-b: 1\n",                          "a-b",       "[\"a-b\"]"        },
    {"a name that starts with a digit", "1a: 1\n",                           "1a",        "[\"1a\"]"         },
    {"an empty name",                   "'': 1\n",                           "",          ""                 },
    {"quotes and escapes",              "'a\"b\\c': 1\n",                    "a\"b\\c",   "[\"a\\\"b\\\\c\"]"},
    {"a line break",                    "\"a\\nb\": 1\n",                    "a\nb",      "[\"a\\u000ab\"]"  },
    {"wide characters",                 "\xc3\xa9: 1\n",                     "\xc3\xa9",  "[\"\xc3\xa9\"]"   },
    {"through an alias",                "a: &x {b: 1}\nc: {d: *x}\n",        "c|d|b",     "c.d.b"            },
    {"through a merge",                 "a: &x {b: {e: 1}}\nc:\n  <<: *x\n", "c|b|e",     "c.b.e"            },
};

static const Node *follow(const Node *n, Str steps)
{
    Str step;
    while (n && str_next(&steps, '|', &step)) {
        int64_t index = 0;
        n = n->kind == NODE_LIST && str_int(step, &index) ? node_item(n, (size_t)index)
                                                          : node_get(n, step);
    }
    return n;
}

TEST(test_paths)
{
    for (size_t i = 0; i < COUNT(PATHS); i++) {
        Doc d;
        Buf out;
        doc_open(&d, yaml_load, str_c(PATHS[i].text));
        buf_init(&out, &d.arena, SIZE_MAX);
        const Node *n = follow(doc_root(&d, 0), str_c(PATHS[i].steps));
        CHECK(n, "%s: not there", PATHS[i].what);
        path_write(&out, doc_root(&d, 0), n);
        CHECK(str_eq(buf_str(&out), str_c(PATHS[i].path)), "%s: %.*s", PATHS[i].what,
              STR_ARG(buf_str(&out)));
        arena_free(&d.arena);
    }
}

/* From an object inside a List, behind other text, and step by step. */
TEST(test_parts)
{
    Doc d;
    Buf out;
    doc_open(&d, yaml_load, STR("items:\n- spec: {a: [1]}\n"));
    const Node *root = doc_root(&d, 0), *n = follow(root, STR("items|0|spec|a|0"));
    buf_init(&out, &d.arena, SIZE_MAX);
    buf_add(&out, STR("at "));
    path_write(&out, follow(root, STR("items|0")), n);
    CHECK(str_eq(buf_str(&out), STR("at spec.a[0]")), "%.*s", STR_ARG(buf_str(&out)));
    buf_clear(&out);
    path_step(&out, STR("spec"));
    path_step(&out, STR("a.b"));
    path_index(&out, 3);
    path_step(&out, STR("c"));
    CHECK(str_eq(buf_str(&out), STR("spec[\"a.b\"][3].c")), "%.*s", STR_ARG(buf_str(&out)));
    arena_free(&d.arena);
}

TESTS(cmocka_unit_test(test_paths), cmocka_unit_test(test_parts))
