/* Lists that may have more members, and lists with unknown members, in every function. */
#include <string.h>

#include "cel_try.h"
#include "check.h"

static const CelValue ONE_TWO[] = {
    {.kind = CEL_INT, .as.integer = 1},
    {.kind = CEL_INT, .as.integer = 2},
};
static const CelValue TWO_ONE[] = {
    {.kind = CEL_INT, .as.integer = 2},
    {.kind = CEL_INT, .as.integer = 1},
};
static const CelValue HOLED[] = {
    {.kind = CEL_INT,     .as.integer = 2},
    {.kind = CEL_UNKNOWN, .len = 1,        .as.text = "x"},
    {.kind = CEL_INT,                   .as.integer = 1                   },
};

/* open: [1, 2] and perhaps more; holed: [2, unknown, 1]; holes: [unknown]. */
static const struct {
    const char *expr, *result;
} ROWS[] = {
    {"size(open) > 1",                          "true"                       },
    {"open.size() < 2",                         "false"                      },
    {"size(open) > 2",                          "unknown: the rest of a list"},
    {"size(open) == 1",                         "false"                      },
    {"size(holed)",                             "3"                          },
    {"open.max()",                              "unknown: the rest of a list"},
    {"open.sum() > 0",                          "unknown: the rest of a list"},
    {"holed.max()",                             "unknown: x"                 },
    {"holed.sum()",                             "unknown: x"                 },
    {"open.map(n, string(n)).join(',')",        "unknown: the rest of a list"},
    {"open.isSorted()",                         "unknown: the rest of a list"},
    {"[2, 1].isSorted()",                       "false"                      },
    {"holed.isSorted()",                        "unknown: x"                 },
    {"open.indexOf(1)",                         "unknown: the rest of a list"},
    {"holed.indexOf(2)",                        "0"                          },
    {"holed.indexOf(1)",                        "unknown: the rest of a list"},
    {"holed.lastIndexOf(1)",                    "2"                          },
    {"1 in open",                               "true"                       },
    {"9 in open",                               "unknown: the rest of a list"},
    {"9 in holed",                              "unknown: the rest of a list"},
    {"2 in holed",                              "true"                       },
    {"open.slice(0, 1)",                        "unknown: the rest of a list"},
    {"holed.slice(0, 1)",                       "[2]"                        },
    {"size(open + [3]) >= 3",                   "true"                       },
    {"size(open + [3]) == 3",                   "unknown: the rest of a list"},
    {"size([open, [3]].flatten()) >= 3",        "true"                       },
    {"[open, [3]].flatten().exists(n, n == 3)", "true"                       },
    {"[open].flatten().all(n, n < 9)",          "unknown"                    },
    {"size(holes.flatten()) == 0",              "unknown: the rest of a list"},
    {"size(holed.distinct()) >= 2",             "true"                       },
    {"size(holed.distinct()) >= 3",             "unknown: the rest of a list"},
    {"size(holes.distinct())",                  "1"                          },
    {"size(open.distinct()) >= 2",              "true"                       },
    {"holed.sort()[0]",                         "unknown"                    },
    {"size(holed.sort()) >= 3",                 "true"                       },
    {"down.sort()[0]",                          "unknown"                    },
    {"down.sort().exists(n, n == 1)",           "true"                       },
    {"size(open.reverse()) > 2",                "unknown: the rest of a list"},
    {"sets.contains(open, [1])",                "true"                       },
    {"sets.contains(open, [9])",                "unknown: the rest of a list"},
    {"sets.contains([1], open)",                "false"                      },
    {"sets.contains([1, 2], open)",             "unknown: the rest of a list"},
    {"sets.intersects(open, [2])",              "true"                       },
    {"sets.intersects([9], open)",              "unknown: the rest of a list"},
    {"sets.intersects([], open)",               "false"                      },
    {"sets.equivalent([1], open)",              "false"                      },
    {"optional.of(open).hasValue()",            "true"                       },
    {"open.first().hasValue()",                 "unknown: the rest of a list"},
    {"'%d'.format(open)",                       "unknown: the rest of a list"},
    {"'%d %d'.format(holed)",                   "unknown: x"                 },
    {"'%d'.format(holed)",                      "\"2\""                      },
    {"math.greatest(open)",                     "unknown: the rest of a list"},
    {"open == [1]",                             "false"                      },
    {"open == [1, 2]",                          "unknown"                    },
    {"open.includes(2)",                        "true"                       },
};

TEST(test_openness)
{
    Arena a;
    CelTry t;
    arena_init(&a, SIZE_MAX);
    try_init(&t, &a, CEL_PROFILE_RULE);
    try_set(&t, "open", "list(int)", cel_list(ONE_TWO, 2, true));
    try_set(&t, "down", "list(int)", cel_list(TWO_ONE, 2, true));
    try_set(&t, "holed", "list(int)", cel_list(HOLED, 3, false));
    try_set(&t, "holes", "list(dyn)", cel_list(HOLED + 1, 1, false));
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const char *result = try_expr(&t, ROWS[i].expr);
        bool same = strcmp(result, ROWS[i].result) == 0;
        bool vague = strcmp(ROWS[i].result, "unknown") == 0 && strncmp(result, "unknown", 7) == 0;
        CHECK(same || vague, "%s: %s, not %s", ROWS[i].expr, result, ROWS[i].result);
    }
    arena_free(&a);
}

/* The same lists in what people read: what is known of them, and no more. */
static const struct {
    const char *expr, *result;
} TOLD[] = {
    {"open[1]",                          "2"      },
    {"open[2]",                          "error"  },
    {"size(open)",                       "2"      },
    {"open.max()",                       "2"      },
    {"open.sum()",                       "3"      },
    {"open.slice(0, 1)",                 "[1]"    },
    {"math.greatest(open)",              "2"      },
    {"open.map(n, string(n)).join(',')", "\"1,2\""},
    {"9 in open",                        "unknown"},
    {"open == [1, 2]",                   "unknown"},
    {"holed[1]",                         "unknown"},
};

TEST(test_told)
{
    Arena a;
    CelTry t;
    arena_init(&a, SIZE_MAX);
    try_init(&t, &a, CEL_PROFILE_RULE);
    t.told = true;
    try_set(&t, "open", "list(int)", cel_list(ONE_TWO, 2, true));
    try_set(&t, "holed", "list(int)", cel_list(HOLED, 3, false));
    for (size_t i = 0; i < COUNT(TOLD); i++) {
        const char *result = try_expr(&t, TOLD[i].expr);
        CHECK(strncmp(result, TOLD[i].result, strlen(TOLD[i].result)) == 0, "%s: %s, not %s",
              TOLD[i].expr, result, TOLD[i].result);
    }
    arena_free(&a);
}

/* What a hostile rule or document may ask for ends in the budget. */
static const char *const COSTLY[] = {
    "lists.range(1000000000)",
    "lists.range(999999).map(i, i).distinct()",
    "lists.range(100000).map(i, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx').join('yyyyyyyyyyyyyyyy').size()",
    "sets.contains(lists.range(100000), lists.range(100000))",
    "lists.range(300000).reverse().sort().reverse().sort()",
    "lists.range(30).map(i, lists.range(30000)).flatten()",
    "'%s'.format([lists.range(999990)])",
    "[lists.range(1000)].all(l, lists.range(2000).all(i, l == l))",
    "[lists.range(2000).transformMap(i, v, v)].all(m, m == m && m == m)",
    "[lists.range(1000)].all(l, lists.range(2000).map(i, [l, i]).indexOf([l, -1]) < 0)",
    "[lists.range(1000)].all(l, [l, -1] in lists.range(2000).map(i, [l, i]))",
    "[lists.range(1000)].all(l, lists.range(2000).map(i, [l, i]).distinct() == [])",
};

TEST(test_budget)
{
    Arena a;
    CelTry t;
    arena_init(&a, SIZE_MAX);
    try_init(&t, &a, CEL_PROFILE_FULL);
    for (size_t i = 0; i < COUNT(COSTLY); i++) {
        ArenaMark mark = arena_mark(&a);
        const char *result = try_expr(&t, COSTLY[i]);
        CHECK(strncmp(result, "error", 5) == 0 || strncmp(result, "unknown", 7) == 0, "%s: %s",
              COSTLY[i], result);
        arena_rewind(&a, mark);
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_openness), cmocka_unit_test(test_told), cmocka_unit_test(test_budget))
