#include "check.h"

#include <string.h>

#include "cel_try.h"

typedef struct Row {
    const char *expr, *result;
} Row;

static const char MANIFEST[] = "kind: NodePool\n"
                               "metadata:\n"
                               "  name: ${NAME}\n"
                               "  annotations:\n"
                               "  labels: {team: vision, '${KEY}': x}\n"
                               "spec:\n"
                               "  weight: 5\n"
                               "  limits: many\n"
                               "  taints: [{key: a, value: x}, {key: b}]\n"
                               "  extra: {a: 1, b: null, c: 3}\n";

static void check_rows(CelTry *t, const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *result = try_expr(t, rows[i].expr);
        CHECK(strcmp(result, rows[i].result) == 0, "%s: got %s, want %s", rows[i].expr, result,
              rows[i].result);
    }
}

/* u: unknown. open: [1, 2] and perhaps more. */
static void set_unknowns(CelTry *t)
{
    static const CelValue ITEMS[] = {
        {.kind = CEL_INT, .as.integer = 1},
        {.kind = CEL_INT, .as.integer = 2}
    };
    static const CelValue PAIRS[] = {
        {.kind = CEL_STRING, .len = 1, .as.text = "a"},
        {.kind = CEL_INT,                  .as.integer = 1           }
    };
    try_set(t, "u", "dyn", cel_unknown(STR("NodeClass gpu")));
    try_set(t, "open", "list(int)", cel_list(ITEMS, 2, true));
    CelValue map = {.kind = CEL_MAP, .flags = CEL_OPEN, .len = 1, .as.pairs = PAIRS};
    try_set(t, "openMap", "map(string, int)", map);
}

static const Row UNKNOWN[] = {
  /* the side that decides, then unknown, then error */
    {"u && false",                                   "false"                      },
    {"false && u",                                   "false"                      },
    {"u || true",                                    "true"                       },
    {"u && true",                                    "unknown: NodeClass gpu"     },
    {"1/0 > 0 && u",                                 "unknown: NodeClass gpu"     },
    {"u || 1/0 > 0",                                 "unknown: NodeClass gpu"     },
    {"1/0 > 0 && u && false",                        "false"                      },
    {"!u",                                           "unknown: NodeClass gpu"     },
    {"u == u",                                       "unknown: NodeClass gpu"     },
    {"u in [1, 2]",                                  "unknown: NodeClass gpu"     },
    {"u ? 1/0 : 2",                                  "unknown: NodeClass gpu"     },
    {"1/0 + u",                                      "unknown: NodeClass gpu"     },
    {"u.a.b[3]",                                     "unknown: NodeClass gpu"     },
    {"has(u.a)",                                     "unknown: NodeClass gpu"     },
    {"size(u) > 3",                                  "unknown: NodeClass gpu"     },
    {"cel.bind(x, u, 1)",                            "1"                          },
 /* members */
    {"[1, u].exists(x, x == 1)",                     "true"                       },
    {"[u, 2].exists(x, x == 1)",                     "unknown: NodeClass gpu"     },
    {"[u, 0].exists(x, 1 / x == 5)",                 "unknown: NodeClass gpu"     },
    {"[u, 2].all(x, x == 1)",                        "false"                      },
    {"[u, 1].all(x, x == 1)",                        "unknown: NodeClass gpu"     },
    {"[1, u, 1].exists_one(x, x == 1)",              "false"                      },
    {"[1, u].exists_one(x, x == 1)",                 "unknown: NodeClass gpu"     },
    {"[1, u, 2].filter(x, x > 0).exists(x, x == 2)", "true"                       },
    {"[1, u, 2].filter(x, x > 0).exists(x, x == 3)", "unknown: the rest of a list"},
    {"[1, u].map(x, x)[0]",                          "1"                          },
    {"[1, u].map(x, x)[1]",                          "unknown: NodeClass gpu"     },
    {"[1, u] == [1, 2]",                             "unknown: NodeClass gpu"     },
    {"[1, u] == [2, 2]",                             "false"                      },
    {"[1, u].map(x, x > 1, x) == [2]",               "unknown: the rest of a list"},
    {"{u: 1}.a",                                     "unknown: a"                 },
    {"[1, u].sortBy(x, x)",                          "unknown: NodeClass gpu"     },
    {"[1, u].sortBy(x, 0) == [1, 2]",                "unknown: NodeClass gpu"     },
};

static const Row OPEN[] = {
    {"open.exists(x, x == 1)",                  "true"                       },
    {"open.exists(x, x == 3)",                  "unknown: the rest of a list"},
    {"open.all(x, x == 1)",                     "false"                      },
    {"open.all(x, x > 0)",                      "unknown: the rest of a list"},
    {"open.exists(x, x / 0 == 1)",              "unknown: the rest of a list"},
    {"open.exists_one(x, x > 0)",               "false"                      },
    {"open.exists_one(x, x > 1)",               "unknown: the rest of a list"},
    {"open.filter(x, x > 1).exists(x, x == 2)", "true"                       },
    {"open.filter(x, x > 1).all(x, x == 2)",    "unknown: the rest of a list"},
    {"open.map(x, x * 2).exists(x, x == 4)",    "true"                       },
    {"open.map(x, x * 2).exists(x, x == 5)",    "unknown: the rest of a list"},
    {"(open + [3]).exists(x, x == 3)",          "true"                       },
    {"(open + [3]).exists(x, x == 4)",          "unknown: the rest of a list"},
    {"size(open) > 0",                          "true"                       },
    {"size(open) >= 2",                         "true"                       },
    {"size(open) >= 3",                         "unknown: the rest of a list"},
    {"size(open) < 2",                          "false"                      },
    {"size(open) <= 2",                         "unknown: the rest of a list"},
    {"size(open) == 0",                         "false"                      },
    {"size(open) == 2",                         "unknown: the rest of a list"},
    {"size(open) != 1",                         "true"                       },
    {"1 < open.size()",                         "true"                       },
    {"size(open.filter(x, x > 1)) > 0",         "true"                       },
    {"open[0]",                                 "unknown: the rest of a list"},
    {"open == [1, 2]",                          "unknown: the rest of a list"},
    {"open == [1]",                             "false"                      },
    {"1 in open",                               "true"                       },
    {"3 in open",                               "unknown: the rest of a list"},
    {"openMap.a",                               "1"                          },
    {"openMap.b",                               "unknown: b"                 },
    {"has(openMap.a)",                          "true"                       },
    {"has(openMap.b)",                          "unknown: b"                 },
    {"'b' in openMap",                          "unknown: the rest of a list"},
    {"openMap[?'b'].orValue(3)",                "unknown: b"                 },
    {"openMap.all(k, k == 'a')",                "unknown: the rest of a list"},
};

TEST(test_unknown)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_RULE);
    set_unknowns(&t);
    check_rows(&t, UNKNOWN, COUNT(UNKNOWN));
    check_rows(&t, OPEN, COUNT(OPEN));
    arena_free(&a);
}

/* What a rule reads from a manifest. */
static const Row DOCUMENT[] = {
    {"object.kind",                                               "\"NodePool\""                                       },
    {"object.spec.weight + 1",                                    "6"                                                  },
    {"object.spec.taints[1].key",                                 "\"b\""                                              },
    {"object.spec.taints.exists(t, t.?value.orValue('') == 'x')", "true"                                               },
 /* absent */
    {"object.spec.wieght",                                        "error: no such key 'wieght', did you mean 'weight'?"},
    {"object.spec.none",                                          "error: no such key 'none'"                          },
    {"object.spec.taints[2]",                                     "error: index out of bounds: the list has 2 elements"},
    {"has(object.spec.weight)",                                   "true"                                               },
    {"has(object.spec.none)",                                     "false"                                              },
    {"has(object.status.conditions.ready)",                       "false"                                              },
    {"has(object.spec.taints[7].key)",                            "false"                                              },
    {"has(object.status['a/b'].c)",                               "false"                                              },
    {"object.?status.phase.orValue('x')",                         "\"x\""                                              },
    {"object.status.?phase.orValue('x')",                         "error: no such key 'status'"                        },
 /* null reads as absent */
    {"has(object.metadata.annotations)",                          "false"                                              },
    {"object.metadata.annotations",                               "error: no such key 'annotations'"                   },
    {"object.metadata.?annotations.hasValue()",                   "false"                                              },
    {"'annotations' in object.metadata",                          "false"                                              },
    {"object.spec.extra.map(k, k)",                               "[\"a\", \"c\"]"                                     },
    {"object.spec.extra.all(k, v, v > 0)",                        "true"                                               },
 /* placeholders */
    {"object.metadata.name == 'a'",                               "unknown: ${NAME}"                                   },
    {"has(object.metadata.name.deeper)",                          "unknown: ${NAME}"                                   },
    {"has(object.metadata.name)",                                 "true"                                               },
    {"object.metadata.labels.team",                               "\"vision\""                                         },
    {"object.metadata.labels.owner",                              "unknown: owner"                                     },
    {"'owner' in object.metadata.labels",                         "unknown: the rest of a list"                        },
    {"has(object.metadata.labels.owner.name)",                    "unknown: owner"                                     },
 /* of the wrong kind: wrong-type tells it, no rule has to */
    {"object.spec.limits.cpu",                                    "unknown: a value of the right kind"                 },
    {"has(object.spec.limits.cpu)",                               "unknown: a value of the right kind"                 },
    {"object.spec.limits.?cpu",                                   "unknown: a value of the right kind"                 },
    {"object.spec.weight.startsWith('x')",                        "unknown: a value of the right kind"                 },
    {"object.spec.weight.exists(x, true)",                        "unknown: a value of the right kind"                 },
    {"object.kind > 3",                                           "unknown: a value of the right kind"                 },
    {"object.kind && true",                                       "unknown: a value of the right kind"                 },
    {"object.kind ? 1 : 2",                                       "unknown: a value of the right kind"                 },
    {"object.spec.weight == 'five'",                              "false"                                              },
    {"'abc'.startsWith(dyn(1))",                                  "error: found no 'startsWith' for (string, int)"     },
};

TEST(test_document)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_RULE);
    try_set(&t, "object", "dyn", cel_node(try_yaml(&a, MANIFEST)));
    check_rows(&t, DOCUMENT, COUNT(DOCUMENT));
    arena_free(&a);
}

/* Plain CEL: null is a value, has() looks at the last step only. */
static const Row PLAIN[] = {
    {"has(object.metadata.annotations)",                        "true"                                  },
    {"object.metadata.annotations == null",                     "true"                                  },
    {"has(object.status.phase)",                                "error: no such key 'status'"           },
    {"object.spec.limits.cpu",                                  "error: cannot select 'cpu' from string"},
    {"has(object.spec.taints.key)",                             "error: cannot select 'key' from list"  },
    {"object.spec.extra.map(k, k)",                             "[\"a\", \"b\", \"c\"]"                 },
    {"dyn(1) && true",                                          "error: expected a bool, found int"     },
    {"dyn('x') || true",                                        "true"                                  },
    {"[1, 0].all(x, 1 / x > 5)",                                "false"                                 },
    {"[1, 0].exists_one(x, 1 / x == 1)",                        "error: division by zero"               },
    {"[3, 1, 2].sortBy(x, -x)",                                 "[3, 2, 1]"                             },
    {"['bb', 'a', 'cc'].sortBy(s, size(s))",                    "[\"a\", \"bb\", \"cc\"]"               },
    {"[dyn(1), dyn('a')].sortBy(x, x)",                         "error: cannot sort by int and string"  },
    {"{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v * 10)",      "{\"b\": 20}"                           },
    {"['a', 'b'].transformMapEntry(i, v, {v: i})",              "{\"a\": 0, \"b\": 1}"                  },
    {"['a', 'a'].transformMapEntry(i, v, {v: i})",              "error: the map has this key already"   },
    {"{'a': 1, 'a': 2}",                                        "error: the map has this key twice"     },
    {"{dyn(1): 1, dyn(1u): 2}",                                 "error: the map has this key twice"     },
    {"[?optional.of(1), ?optional.none(), 2]",                  "[1, 2]"                                },
    {"{?'a': optional.none(), 'b': 1}",                         "{\"b\": 1}"                            },
    {"optional.of(3).optMap(x, x + 1)",                         "optional.of(4)"                        },
    {"optional.none().optMap(x, x + 1).orValue(7)",             "7"                                     },
    {"cel.bind(a, 1/0, true || a > 1)",                         "true"                                  },
    {"[1, 2, 3].filter(x, x > 1).map(y, [y].map(x, x + y)[0])", "[4, 6]"                                },
};

TEST(test_plain)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_FULL);
    try_set(&t, "object", "dyn", cel_node(try_yaml(&a, MANIFEST)));
    check_rows(&t, PLAIN, COUNT(PLAIN));
    arena_free(&a);
}

static const char LONG_LOOP[] = "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, a + b > 0))";
static const char DOUBLING[] = "[1,2,3,4,5,6,7,8].map(i, 'x').map(s, s + s + s + s).map(s, s + s)";

/* A budget that is gone is unknown to a rule, and an error elsewhere: nothing absorbs it. */
TEST(test_budget)
{
    static const struct {
        CelProfile profile;
        const char *expr, *result;
    } ROWS[] = {
        {CEL_PROFILE_RULE, LONG_LOOP, "unknown: a budget for so many steps"},
        {CEL_PROFILE_RULE, DOUBLING,  "unknown: a budget for so many steps"},
        {CEL_PROFILE_FULL, LONG_LOOP,
         "error: the expression takes more steps or memory than allowed"   },
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        CelTry t;
        try_init(&t, &a, ROWS[i].profile);
        t.steps = 100;
        const char *result = try_expr(&t, ROWS[i].expr);
        CHECK(strcmp(result, ROWS[i].result) == 0, "%s: got %s", ROWS[i].expr, result);
        arena_free(&a);
    }
}

/* A `let` is evaluated when it is read, once, and its errors keep their own text. */
TEST(test_lazy)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_RULE);
    Str why;
    CelProgram *good = try_compile(&t, "[1, 2].map(x, x + 1)", &why);
    CelProgram *bad = try_compile(&t, "[0].map(x, 1 / x)", &why);
    try_set(&t, "good", "list(int)", cel_lazy(good));
    try_set(&t, "bad", "dyn", cel_lazy(bad));
    const char *result = try_expr(&t, "[5].all(x, good == [2, 3] && good.exists(y, y == 3))");
    CHECK(strcmp(result, "true") == 0, "good: got %s", result);
    CHECK(t.slots[0].kind == CEL_LIST, "what was read is kept");
    CHECK(t.slots[1].kind == CEL_LAZY, "what was not read is not evaluated");
    CelEval ev = try_eval(&t);
    CelValue v = cel_eval(&ev, try_compile(&t, "true && bad", &why));
    CHECK(v.kind == CEL_ERROR && v.as.error->program == bad, "an error names its own program");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_unknown), cmocka_unit_test(test_document), cmocka_unit_test(test_plain),
      cmocka_unit_test(test_budget), cmocka_unit_test(test_lazy))
