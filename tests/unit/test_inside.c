/* Places within strings of every form. */
#include "doc/inside.h"
#include "tests/check_arena.h"

#include <string.h>

#include "check.h"
#include "doc/load.h"
#include "doc/path.h"

/* Where `find` of the value stands: line:column and the text there. */
static const struct {
    const char *what, *text, *find, *place;
} ROWS[] = {
    {"plain",                    "k: a == b",                        "==",   "1:6 =="  },
    {"plain over two lines",     "k: a\n  == b",                     "b",    "2:6 b"   },
    {"single quotes",            "k: 'a == b'",                      "==",   "1:7 =="  },
    {"a doubled quote",          "k: 'it''s == b'",                  "==",   "1:11 ==" },
    {"double quotes",            "k: \"a == b\"",                    "b",    "1:10 b"  },
    {"escaped quotes",           "k: \"f[\\\"x\\\"] == b\"",         "==",   "1:14 ==" },
    {"an escaped line break",    "k: \"a\\nb == c\"",                "==",   "1:10 ==" },
    {"a code point by number",   "k: \"\\u00e9 == c\"",              "==",   "1:12 ==" },
    {"surrogates",               "{\"k\": \"\\ud83d\\ude00 == c\"}", "==",   "1:21 ==" },
    {"literal block",            "k: |\n  a &&\n  b == c\n",         "b ==", "3:3 b =="},
    {"an indented literal line", "k: |\n  a &&\n    b == c\n",       "==",   "3:7 =="  },
    {"literal block, stripped",  "k: |-\n\n  a == b",                "==",   "3:5 =="  },
    {"folded block",             "k: >-\n  a &&\n  b == c\n",        "b ==", "3:3 b =="},
    {"folded with a paragraph",  "k: >\n  a\n\n  b == c\n",          "==",   "4:5 =="  },
    {"in a list",                "- {x: 1}\n- k: |\n    a == b\n",   "==",   "3:7 =="  },
};

static const Node *deepest(const Node *n)
{
    while (n->kind == NODE_LIST || n->kind == NODE_MAP)
        n = n->kind == NODE_LIST ? &n->as.items[n->len - 1] : &n->as.members[n->len - 1].value;
    return n;
}

static const Node *load(const char *text)
{
    Loader loader;
    Diags diags;
    loader_init(&loader, &arena);
    diags_init(&diags, &arena);
    Stream *s = doc_load(&loader, source_new(&arena, STR("t"), str_c(text)), &diags);
    return &s->documents.items[0]->root;
}

TEST(test_places)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const Node *n = deepest(load(ROWS[i].text));
        size_t off = str_find(node_str(n), str_c(ROWS[i].find));
        const Node *part =
            inside_part(&arena, n, (Span){(uint32_t)off, (uint32_t)strlen(ROWS[i].find)});
        LineColumn at = source_place(node_document(n)->source, part->span.off);
        Str got = arena_printf(&arena, "%u:%u %.*s", at.line, at.column, STR_ARG(node_str(part)));
        CHECK(str_eq(got, str_c(ROWS[i].place)), "%s: %.*s", ROWS[i].what, STR_ARG(got));
    }
}

TEST(test_path)
{
    const Node *root = load("a: [{k: 'x == y'}]");
    Buf path;
    buf_init(&path, &arena, 100);
    path_write(&path, root, inside_part(&arena, deepest(root), (Span){2, 2}));
    CHECK(str_eq(buf_str(&path), STR("a[0].k")), "%.*s", STR_ARG(buf_str(&path)));
}

TEST(test_outside)
{
    const Node *n = deepest(load("k: 'abc'"));
    Span all = inside_span(n, (Span){2, 9}), end = inside_span(n, (Span){3, 0});
    CHECK(all.off == n->span.off && all.len == n->span.len, "past the end: %u+%u", all.off,
          all.len);
    CHECK(end.off == n->span.off + 4 && end.len == 0, "the end: %u+%u", end.off, end.len);
}

TESTS_IN_ARENA(cmocka_unit_test(test_places), cmocka_unit_test(test_path),
               cmocka_unit_test(test_outside))
