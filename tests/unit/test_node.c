#include "doc/node.h"

#include "doc_text.h"

static const struct {
    const char *what, *a, *b;
    Tri equal;
} EQUAL[] = {
    {"nulls",                        "~",                    "null",                   TRI_YES    },
    {"bools",                        "true",                 "yes",                    TRI_YES    },
    {"other bools",                  "true",                 "false",                  TRI_NO     },
    {"ints",                         "16",                   "0x10",                   TRI_YES    },
    {"other ints",                   "1",                    "2",                      TRI_NO     },
    {"int and double",               "1",                    "1.0",                    TRI_YES    },
    {"double and int",               "1.5",                  "1",                      TRI_NO     },
    {"an int no double has",         "9007199254740993",     "9007199254740992.0",     TRI_NO     },
    {"an int beyond doubles",        "9223372036854775807",  "9223372036854775808.0",  TRI_NO     },
    {"the least int",                "-9223372036854775808", "-9223372036854775808.0", TRI_YES    },
    {"doubles",                      ".5",                   "0.5",                    TRI_YES    },
    {"infinities",                   ".inf",                 "+.inf",                  TRI_YES    },
    {"infinity and int",             ".inf",                 "1",                      TRI_NO     },
    {"no number",                    ".nan",                 ".nan",                   TRI_NO     },
    {"strings, however quoted",      "a",                    "'a'",                    TRI_YES    },
    {"other strings",                "a",                    "ab",                     TRI_NO     },
    {"number and string",            "1",                    "'1'",                    TRI_NO     },
    {"null and empty string",        "~",                    "''",                     TRI_NO     },
    {"lists",                        "[1, [a]]",             "- 1\n- - a",             TRI_YES    },
    {"order of lists",               "[1, 2]",               "[2, 1]",                 TRI_NO     },
    {"a longer list",                "[1]",                  "[1, 2]",                 TRI_NO     },
    {"maps without order",           "{a: 1, b: 2}",         "{b: 2, a: 1}",           TRI_YES    },
    {"a key more",                   "{a: 1}",               "{a: 1, b: 2}",           TRI_NO     },
    {"another key",                  "{a: 1}",               "{b: 1}",                 TRI_NO     },
    {"list and map",                 "[]",                   "{}",                     TRI_NO     },
    {"an unknown",                   "${X}",                 "1",                      TRI_UNKNOWN},
    {"the same unknown",             "${X}",                 "${X}",                   TRI_UNKNOWN},
    {"an unknown that may be a map", "${X}",                 "{a: 1}",                 TRI_UNKNOWN},
    {"an unknown inside",            "[1, '${X}']",          "[1, 2]",                 TRI_UNKNOWN},
    {"something else decides",       "['${X}', 1]",          "[2, 3]",                 TRI_NO     },
    {"lengths decide",               "['${X}']",             "[1, 2]",                 TRI_NO     },
    {"a value inside a map decides", "{a: '${X}', b: 1}",    "{a: 1, b: 2}",           TRI_NO     },
    {"an open map",                  "{'${X}': 1, a: 1}",    "{a: 1}",                 TRI_UNKNOWN},
    {"an open map may have the key", "{'${X}': 1}",          "{a: 1}",                 TRI_UNKNOWN},
    {"two open maps",                "{'${X}': 1}",          "{'${Y}': 1}",            TRI_UNKNOWN},
    {"what both have decides",       "{'${X}': 1, a: 1}",    "{a: 2}",                 TRI_NO     },
};

TEST(test_equal)
{
    for (size_t i = 0; i < COUNT(EQUAL); i++) {
        Doc a, b;
        doc_open(&a, yaml_load, str_c(EQUAL[i].a));
        doc_open(&b, yaml_load, str_c(EQUAL[i].b));
        Tri there = node_equal(doc_root(&a, 0), doc_root(&b, 0));
        Tri back = node_equal(doc_root(&b, 0), doc_root(&a, 0));
        CHECK(there == EQUAL[i].equal && back == there, "%s: %d, %d", EQUAL[i].what, (int)there,
              (int)back);
        arena_free(&a.arena);
        arena_free(&b.arena);
    }
}

TEST(test_lookup)
{
    Doc d;
    doc_open(&d, yaml_load, STR("a: {b: {c: 1, o: ~}, o: ~}\nl: [x]\n"));
    const Node *root = doc_root(&d, 0), *list = node_get(root, STR("l"));
    CHECK(node_path(root, STR("a.b.c"))->as.integer == 1, "a path");
    CHECK(!node_path(root, STR("a.x.c")), "a path that breaks off");
    CHECK(!node_path(root, STR("a.o.c")) && !node_path(root, STR("a.b.o")), "a path to null");
    CHECK(node_path(root, STR("")) == root, "the empty path");
    CHECK(node_get(node_get(root, STR("a")), STR("o")), "null by node_get");
    CHECK(!node_field(node_get(root, STR("a")), STR("o")), "null by node_field");
    CHECK(node_get_key(root, str_hash(STR("l")), STR("l")) == list, "with the hash");
    CHECK(!node_get(list, STR("l")) && !node_get(NULL, STR("l")), "no map");
    CHECK(node_item(list, 0) && !node_item(list, 1) && !node_item(root, 0), "items");
    CHECK(!node_item(NULL, 0), "no list");
    CHECK(str_eq(node_str(node_item(list, 0)), STR("x")) && node_str(list).len == 0, "text");
    CHECK(node_member(list)->key == root->as.members[1].key, "a member");
    CHECK(!node_member(root) && !node_member(node_item(list, 0)), "no member");
    CHECK(node_document(node_item(list, 0)) == d.stream->documents.items[0], "the document");
    CHECK(loader_key(&d.loader, STR("l")) == node_member(list)->key, "one key for one name");
    arena_free(&d.arena);
}

TESTS(cmocka_unit_test(test_equal), cmocka_unit_test(test_lookup))
