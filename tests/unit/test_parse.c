#include "cel/parse.h"

#include <string.h>

#include "base/limits.h"
#include "check.h"

static const struct {
    const char *expr, *tree;
} TREES[] = {
    {"1 + 2 * 3",                         "(+ 1 (* 2 3))"                     },
    {"1 - 2 - 3",                         "(- (- 1 2) 3)"                     },
    {"(1 + 2) * 3",                       "(* (+ 1 2) 3)"                     },
    {"a == b == c",                       "(== (== a b) c)"                   },
    {"a < b in c",                        "(in (< a b) c)"                    },
    {"a && b && c || d",                  "(|| (&& a b c) d)"                 },
    {"a || b && c",                       "(|| a (&& b c))"                   },
    {"a ? b : c ? d : e",                 "(?: a b (?: c d e))"               },
    {"(a ? b : c) ? d : e",               "(?: (?: a b c) d e)"               },
    {"!!a",                               "(! (! a))"                         },
    {"--5",                               "(- -5)"                            },
    {"- 5",                               "-5"                                },
    {"1 - -1",                            "(- 1 -1)"                          },
    {"!-1",                               "(! -1)"                            },
    {"-a.b",                              "(- (select b a))"                  },
    {"a.b[c].d(e)",                       "(.call d (index (select b a) c) e)"},
    {".a.b",                              "(select b .a)"                     },
    {"f(1, a)",                           "(call f 1 a)"                      },
    {".f()",                              "(call f)"                          },
    {"a.?b[?c]",                          "(index? (select? b a) c)"          },
    {"a.`b-c`",                           "(select b-c a)"                    },
    {"a.if",                              "(select if a)"                     },
    {"a.package()",                       "(.call package a)"                 },
    {"[,]",                               "(list)"                            },
    {"[1, ?a,]",                          "(list 1 ?a)"                       },
    {"{,}",                               "(map)"                             },
    {"{'a': 1, ?b: c,}",                  "(map \"a\" 1 ?b c)"                },
    {"a // b\n + 1",                      "(+ a 1)"                           },
 /* macros */
    {"has(a.b.c)",                        "(has c (select b a))"              },
    {"a.all(x, x)",                       "(all x a x)"                       },
    {"a.exists(i, v, v)",                 "(exists i v a v)"                  },
    {"a.existsOne(x, x)",                 "(exists_one x a x)"                },
    {"a.map(x, y)",                       "(map_of x a _ y)"                  },
    {"a.map(x, y, z)",                    "(map_of x a y z)"                  },
    {"a.filter(x, y)",                    "(filter x a y)"                    },
    {"a.transformList(i, v, v)",          "(map_of i v a _ v)"                },
    {"a.transformMap(k, v, p, v)",        "(map_values k v a p v)"            },
    {"a.transformMapEntry(k, v, {v: k})", "(map_entries k v a _ (map v k))"   },
    {"a.sortBy(x, x.b)",                  "(sort_by x a (select b x))"        },
    {"cel.bind(x, 1, x)",                 "(bind x 1 x)"                      },
    {"a.optMap(x, x)",                    "(opt_map x a x)"                   },
    {"a.optFlatMap(x, x)",                "(opt_flat_map x a x)"              },
 /* what only looks like one */
    {"a.filter(x)",                       "(.call filter a x)"                },
    {"all(a, x, y)",                      "(call all a x y)"                  },
    {"a.has(b.c)",                        "(.call has a (select c b))"        },
    {"a.bind(x, 1, x)",                   "(.call bind a x 1 x)"              },
    {".has(a.b)",                         "(call has (select b a))"           },
};

TEST(test_trees)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(TREES); i++) {
        Diags d;
        diags_init(&d, &a);
        CelExpr *e = cel_parse(&a, (CelText){NULL, 0, str_c(TREES[i].expr)}, UINT32_MAX, &d);
        Str why = d.list.len ? d.list.items[0].message : STR("");
        CHECK(e, "%s: %.*s", TREES[i].expr, STR_ARG(why));
        Buf out;
        buf_init(&out, &a, LIMIT_MESSAGE);
        expr_write(&out, e);
        CHECK(str_eq(buf_str(&out), str_c(TREES[i].tree)), "%s: got %.*s", TREES[i].expr,
              STR_ARG(buf_str(&out)));
    }
    arena_free(&a);
}

static const struct {
    const char *expr;
    uint32_t off;
    const char *message;
} MISTAKES[] = {
    {"",                    0,  "expected an expression, but the expression ends here"       },
    {"// only",             7,  "expected an expression, but the expression ends here"       },
    {"a &&",                4,  "expected an expression, but the expression ends here"       },
    {"f(1,)",               4,  "expected an expression, found ')'"                          },
    {"[1,,2]",              3,  "expected an expression, found ','"                          },
    {"(1",                  2,  "expected ')', but the expression ends here"                 },
    {"[1",                  2,  "expected ',' or ']', but the expression ends here"          },
    {"{1}",                 2,  "expected ':' and the key's value, found '}'"                },
    {"a.1",                 1,  "expected an operator or the end, found '.1'"                },
    {"a..b",                2,  "expected a field name, found '.'"                           },
    {"a.in",                2,  "expected a field name, found 'in'"                          },
    {"'a' 'b'",             4,  "expected an operator or the end, found ''b''"               },
    {"-!a",                 1,  "expected an expression, found '!'"                          },
    {"!-a",                 1,  "expected an expression, found '-'"                          },
    {"a ? b ? 1 : 2 : 3",   6,  "a condition inside '? :' needs parentheses of its own"      },
    {"a ?\? b",             3,  "there is no '?\?'; write a.?b.orValue(c)"                   },
    {"a?.b",                4,  "expected ':'; a field that may be missing is a.?b, not a?.b"},
    {"if",                  0,  "'if' is a reserved word"                                    },
    {"namespace == 'a'",    0,  "'namespace' is a reserved word"                             },
    {"A.b{c: 1}",           3,  "message literals are not supported here"                    },
    {"a and b",             2,  "unexpected 'and': to join conditions, write '&&'"           },
    {"not a",               4,  "for 'not' write '!'"                                        },
    {"a not in b",          2,  "unexpected 'not': for 'not in' write !(a in b)"             },
    {"x = 1",               2,  "to compare, write '=='"                                     },
    {"has(a)",              4,  "has() takes a field, as in has(object.spec)"                },
    {"has(a['b'])",         5,  "has() takes a field; to ask for a key write key in map"     },
    {"a.all(1, true)",      6,  "this argument of all() must be a simple name"               },
    {"a.exists(x.y, true)", 10, "this argument of exists() must be a simple name"            },
    {"a.all(i, i, true)",   9,  "the two variables need different names"                     },
    {"cel.bind(a.b, 1, 2)", 10, "the first argument of cel.bind() must be a simple name"     },
};

TEST(test_mistakes)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(MISTAKES); i++) {
        Diags d;
        diags_init(&d, &a);
        CelText text = {NULL, 100, str_c(MISTAKES[i].expr)};
        CelExpr *e = cel_parse(&a, text, UINT32_MAX, &d);
        CHECK(!e && d.count == 1, "%s: %zu messages", MISTAKES[i].expr, d.count);
        const Diag *found = &d.list.items[0];
        CHECK(str_eq(found->message, str_c(MISTAKES[i].message)), "%s: got %.*s", MISTAKES[i].expr,
              STR_ARG(found->message));
        CHECK(found->at.off == 100 + MISTAKES[i].off, "%s: at %u", MISTAKES[i].expr, found->at.off);
    }
    arena_free(&a);
}

/* `count` times `open`, then `middle`, then `count` times `close`. */
static Str nested(Arena *a, const char *open, const char *middle, const char *close, size_t count)
{
    Buf out;
    buf_init(&out, a, 1 << 20);
    for (size_t i = 0; i < count; i++)
        buf_add(&out, str_c(open));
    buf_add(&out, str_c(middle));
    for (size_t i = 0; i < count; i++)
        buf_add(&out, str_c(close));
    return buf_str(&out);
}

TEST(test_limits)
{
    static const struct {
        const char *open, *middle, *close;
        size_t count;
        bool good;
    } ROWS[] = {
        {"(",        "1",    ")",   LIMIT_DEPTH - 1, true },
        {"(",        "1",    ")",   LIMIT_DEPTH,     false},
        {"[",        "",     "]",   LIMIT_DEPTH - 1, true },
        {"[",        "",     "]",   LIMIT_DEPTH + 1, false},
        {"",         "a",    ".b",  LIMIT_DEPTH - 1, true },
        {"",         "a",    ".b",  LIMIT_DEPTH,     false},
        {"",         "a",    "[0]", LIMIT_DEPTH,     false},
        {"",         "1",    "+1",  LIMIT_DEPTH - 1, true },
        {"",         "1",    "+1",  LIMIT_DEPTH,     false},
        {"!",        "a",    "",    LIMIT_DEPTH - 1, true },
        {"!",        "a",    "",    60000,           false},
        {"a?b:",     "c",    "",    LIMIT_DEPTH,     false},
        {"",         "a",    "&&a", 20000,           true },
        {"(",        "1",    ")",   30000,           false},
        {"{1:",      "1",    "}",   2000,            false},
        {"f(",       "1",    ")",   20000,           false},
        {"a.all(x,", "true", ")",   LIMIT_DEPTH,     false},
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        Diags d;
        diags_init(&d, &a);
        Str text = nested(&a, ROWS[i].open, ROWS[i].middle, ROWS[i].close, ROWS[i].count);
        CelExpr *e = cel_parse(&a, (CelText){NULL, 0, text}, UINT32_MAX, &d);
        CHECK((e != NULL) == ROWS[i].good, "row %zu (%s): %d", i, ROWS[i].open, e != NULL);
        CHECK(e || str_contains(d.list.items[0].message, STR("nested deeper than 128")),
              "row %zu: %.*s", i, STR_ARG(d.list.items[0].message));
        arena_free(&a);
    }
}

TEST(test_length)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Diags d;
    diags_init(&d, &a);
    Str most = nested(&a, " ", "1", "", LIMIT_EXPRESSION - 1);
    CHECK(cel_parse(&a, (CelText){NULL, 0, most}, 0, &d), "as long as may be");
    Str more = nested(&a, " ", "1", "", LIMIT_EXPRESSION);
    CHECK(!cel_parse(&a, (CelText){NULL, 0, more}, 0, &d), "one byte more");
    arena_free(&a);
}

/* Spans are what messages underline. */
TEST(test_spans)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Diags d;
    diags_init(&d, &a);
    Str text = STR("a.f( b ) /*");
    text.len = 8;
    CelExpr *e = cel_parse(&a, (CelText){NULL, 0, text}, 0, &d);
    CHECK(e->at.off == 0 && e->at.len == 8, "call: %u+%u", e->at.off, e->at.len);
    CHECK(e->op.off == 3 && e->word.off == 2, "bracket %u, name %u", e->op.off, e->word.off);
    CHECK(e->args[1]->at.off == 5, "argument at %u", e->args[1]->at.off);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_trees), cmocka_unit_test(test_mistakes), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_length), cmocka_unit_test(test_spans))
