#include "check.h"

#include <string.h>

#include "cel_try.h"

/* ---- a small host: pools and their taints ---- */

typedef struct Taint {
    const char *key;
} Taint;

typedef struct Pool {
    const char *name;
    int64_t weight;
    Taint taint;
} Pool;

enum { HOST_POOL, HOST_TAINT };

static CelValue pool_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(str_c(((const Pool *)self)->name));
}

static CelValue pool_weight(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_int(((const Pool *)self)->weight);
}

static CelValue pool_taint(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_TAINT, &((const Pool *)self)->taint);
}

static CelValue pool_fits(CelEval *ev, const void *self, const CelValue *args)
{
    const Pool *other = args[1].as.host;
    (void)ev;
    return cel_bool(((const Pool *)self)->weight + cel_int_of(args[0]) >= other->weight);
}

static CelValue taint_key(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(str_c(((const Taint *)self)->key));
}

static const CelField POOL_FIELDS[] = {
    {"name",     "string", pool_name, ""},
    {"weight", "int", pool_weight, ""},
    {"taint",          "taint", pool_taint, ""},
    {0    },
};
static const CelMethod POOL_METHODS[] = {
    {"fits",     "(int, pool) -> bool", pool_fits, ""},
    {0},
};
static const CelField TAINT_FIELDS[] = {
    {"key",      "string", taint_key, ""},
    {0}
};
static const CelHostType POOL_TYPE = {"pool", POOL_FIELDS, POOL_METHODS, NULL, NULL};
static const CelHostType TAINT_TYPE = {"taint", TAINT_FIELDS, NULL, NULL, NULL};
static const CelHostType *const HOSTS[] = {[HOST_POOL] = &POOL_TYPE, [HOST_TAINT] = &TAINT_TYPE};

static void set_up(CelTry *t, Arena *a, CelProfile profile)
{
    static const Pool POOLS[] = {
        {"a", 5, {"k"}},
        {"b", 9, {"l"}}
    };
    static CelValue list[2];
    try_init(t, a, profile);
    cel_env_hosts(t->env, HOSTS, COUNT(HOSTS));
    for (size_t i = 0; i < 2; i++)
        list[i] = cel_host(HOST_POOL, &POOLS[i]);
    try_set(t, "pool", "pool", list[0]);
    try_set(t, "pools", "list(pool)", cel_list(list, 2, false));
    try_set(t, "some", "dyn", list[1]);
    try_set(t, "object", "dyn", cel_null());
    try_set(t, "count", "int", cel_int(3));
    try_set(t, "names", "map(string, int)", (CelValue){.kind = CEL_MAP});
    try_set(t, "a.b", "string", cel_str(STR("dotted")));
}

/* ---- types ---- */

static const struct {
    const char *expr, *type;
} TYPES[] = {
    {"1",                                              "int"                     },
    {"[1, 2]",                                         "list(int)"               },
    {"[1, 2.0]",                                       "list(dyn)"               },
    {"[]",                                             "list(dyn)"               },
    {"[[], [1]]",                                      "list(list(int))"         },
    {"{'a': [1u]}",                                    "map(string, list(uint))" },
    {"{'a': 1}.a",                                     "int"                     },
    {"{'a': 1}.?a",                                    "optional_type(int)"      },
    {"{'a': {'b': 1}}.?a.b",                           "optional_type(int)"      },
    {"[1][?0].orValue(2)",                             "int"                     },
    {"object.a.b",                                     "dyn"                     },
    {"object.a > 1 && object.b",                       "bool"                    },
    {"count + 1 > 2 ? 'a' : 'b'",                      "string"                  },
    {"[1, 2].map(x, string(x))",                       "list(string)"            },
    {"[1, 2].filter(x, x > 1)",                        "list(int)"               },
    {"{'a': 1}.map(k, k)",                             "list(string)"            },
    {"{'a': 1}.transformMap(k, v, v > 0)",             "map(string, bool)"       },
    {"['a'].transformMap(i, v, v)",                    "map(int, string)"        },
    {"['a'].transformMapEntry(i, v, {v: i})",          "map(string, int)"        },
    {"object.map(x, 1)",                               "list(int)"               },
    {"[3, 1].sortBy(x, -x)",                           "list(int)"               },
    {"cel.bind(x, 'a', x + x)",                        "string"                  },
    {"optional.of(1).optMap(x, [x])",                  "optional_type(list(int))"},
    {"optional.of(1).optFlatMap(x, optional.of('a'))", "optional_type(string)"   },
    {"type(1)",                                        "type(int)"               },
    {"int",                                            "type(int)"               },
    {"google.protobuf.Duration",                       "type(duration)"          },
    {"duration('1s') + timestamp(0)",                  "timestamp"               },
    {"pool",                                           "pool"                    },
    {"pool.taint",                                     "taint"                   },
    {"pools.filter(p, p.weight > 5)",                  "list(pool)"              },
    {"pools[0].taint.key",                             "string"                  },
    {"pool.fits(1, pools[1])",                         "bool"                    },
    {"some.taint.key",                                 "dyn"                     },
    {"a.b",                                            "string"                  },
    {"a.b + 'x'",                                      "string"                  },
};

TEST(test_types)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    set_up(&t, &a, CEL_PROFILE_RULE);
    for (size_t i = 0; i < COUNT(TYPES); i++) {
        Str why;
        CelProgram *p = try_compile(&t, TYPES[i].expr, &why);
        CHECK(p, "%s: %.*s", TYPES[i].expr, STR_ARG(why));
        CHECK(strcmp(cel_program_type(p), TYPES[i].type) == 0, "%s: got %s", TYPES[i].expr,
              cel_program_type(p));
    }
    arena_free(&a);
}

/* ---- mistakes ---- */

static const struct {
    CelProfile profile;
    const char *expr;
    uint32_t off;
    const char *message;
} MISTAKES[] = {
    {CEL_PROFILE_RULE,       "conut > 1",                  0,  "there is no variable 'conut', did you mean 'count'?"      },
    {CEL_PROFILE_RULE,       "zzz",                        0,  "there is no variable 'zzz'"                               },
    {CEL_PROFILE_RULE,       ".count + .x",                10, "there is no variable 'x'"                                 },
    {CEL_PROFILE_RULE,       "sise([1])",                  4,  "there is no function 'sise', did you mean 'size'?"        },
    {CEL_PROFILE_RULE,       "[1].filter(count)",          10,
     "'filter' declares a variable: write list.filter(x, \xe2\x80\xa6)"                                                   },
    {CEL_PROFILE_RULE,       "'a'.startsWith()",           14, "'startsWith' does not take 0 arguments"                   },
    {CEL_PROFILE_RULE,       "startsWith('a', 'b')",       10,
     "'startsWith' is called on a value: write x.startsWith()"                                                            },
    {CEL_PROFILE_RULE,       "'a'.startsWith(1)",          14, "found no 'startsWith' for 'string' with (int)"            },
    {CEL_PROFILE_RULE,       "count == 1.0",               6,  "found no '==' for (int, double)"                          },
    {CEL_PROFILE_RULE,       "count + 'a'",                6,  "found no '+' for (int, string)"                           },
    {CEL_PROFILE_RULE,       "1.5 % 2.0",                  4,  "found no '%' for (double, double): it takes int or uint"  },
    {CEL_PROFILE_RULE,       "'a' in 'b'",                 4,  "found no 'in' for (string, string)"                       },
    {CEL_PROFILE_RULE,       "true && count",              8,  "expected type 'bool' but found 'int'"                     },
    {CEL_PROFILE_RULE,       "count ? 1 : 2",              6,  "a condition is a bool, not 'int'"                         },
    {CEL_PROFILE_RULE,       "true ? 1 : 'a'",             5,  "'?:' gives either 'int' or 'string'"                      },
    {CEL_PROFILE_RULE,       "[1].all(x, x)",              11, "expected type 'bool' but found 'int'"                     },
    {CEL_PROFILE_RULE,       "[1].filter(x, x)",           10, "expected type 'bool' but found 'int'"                     },
    {CEL_PROFILE_RULE,       "count.all(x, true)",         0,
     "'int' is neither a list nor a map: nothing to go through"                                                           },
    {CEL_PROFILE_RULE,       "count.a",                    5,  "type 'int' has no fields"                                 },
    {CEL_PROFILE_RULE,       "names[1]",                   5,  "a 'map(string, int)' has no index of type 'int'"          },
    {CEL_PROFILE_RULE,       "{1.5: 2}",                   1,  "a map's key is an int, uint, bool or string, not 'double'"},
    {CEL_PROFILE_RULE,       "[?1]",                       2,  "expected type 'optional_type(int)' but found 'int'"       },
    {CEL_PROFILE_RULE,       "pool.wieght",                5,  "pool has no field 'wieght', did you mean 'weight'?"       },
    {CEL_PROFILE_RULE,       "has(pool.nothing)",          9,  "pool has no field 'nothing'"                              },
    {CEL_PROFILE_RULE,       "pool.fits",                  5,  "'fits' of pool is a function: write fits(\xe2\x80\xa6)"   },
    {CEL_PROFILE_RULE,       "pool.name()",                9,  "'name' of pool is a field, not a function"                },
    {CEL_PROFILE_RULE,       "pool.fit(1, pool)",          8,  "pool has no function 'fit', did you mean 'fits'?"         },
    {CEL_PROFILE_RULE,       "pool.fits(1)",               9,  "'fits' of pool takes 2 arguments"                         },
    {CEL_PROFILE_RULE,       "pool.fits(1, 2)",            13, "'fits' takes 'pool' here, not 'int'"                      },
    {CEL_PROFILE_RULE,       "pools.all(p, p.nane == '')", 15,
     "pool has no field 'nane', did you mean 'name'?"                                                                     },
    {CEL_PROFILE_RULE,       "'a'.matches('x(?=y)')",      14, "not a pattern"                                            },
    {CEL_PROFILE_KUBERNETES, "[1, 'a']",                   4,
     "expected type 'int' but found 'string': a literal has one type"                                                     },
    {CEL_PROFILE_KUBERNETES, "cel.bind(x, 1, x)",          0,  "there is no variable 'cel'"                               },
    {CEL_PROFILE_KUBERNETES, "duration('1y')",             0,  ""                                                         },
};

TEST(test_mistakes)
{
    for (size_t i = 0; i < COUNT(MISTAKES); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        CelTry t;
        set_up(&t, &a, MISTAKES[i].profile);
        Str why;
        CelProgram *p = try_compile(&t, MISTAKES[i].expr, &why);
        CHECK(!p, "%s: passes", MISTAKES[i].expr);
        CHECK(str_starts(why, str_c(MISTAKES[i].message)), "%s: got %.*s", MISTAKES[i].expr,
              STR_ARG(why));
        CHECK(t.at.off == MISTAKES[i].off, "%s: at %u", MISTAKES[i].expr, t.at.off);
        arena_free(&a);
    }
}

/* Every fault speaks once, in the order of the text. */
TEST(test_several)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    set_up(&t, &a, CEL_PROFILE_RULE);
    Diags d;
    diags_init(&d, &a);
    CelText text = {NULL, 50, STR("nope.a + nope.b > 1 && pool.x == 2 && sise(zzz)")};
    CHECK(!cel_compile(&a, t.env, text, &d), "it is wrong");
    static const uint32_t PLACES[] = {50, 59, 78, 92, 93};
    CHECK(d.count == COUNT(PLACES), "%zu messages", d.count);
    for (size_t i = 0; i < COUNT(PLACES); i++)
        CHECK(d.list.items[i].at.off == PLACES[i], "message %zu at %u", i, d.list.items[i].at.off);
    arena_free(&a);
}

/* ---- what names mean ---- */

static const struct {
    const char *expr, *result;
} NAMES[] = {
    {"pool.name",                              "\"a\""                       },
    {"pools.map(p, p.taint.key)",              "[\"k\", \"l\"]"              },
    {"pool.fits(1, some)",                     "false"                       },
    {"pool.fits(4, some)",                     "true"                        },
    {"some.fits(0, pool)",                     "true"                        },
    {"some.weight",                            "9"                           },
    {"some.taint.key",                         "\"l\""                       },
    {"some.nothing",                           "error: no such key 'nothing'"},
    {"has(some.weight)",                       "true"                        },
    {"[1].exists(count, count == 1)",          "true"                        },
    {"[1].exists(count, .count == 3)",         "true"                        },
    {"[{'b': 'inner'}].map(a, a.b)",           "[\"inner\"]"                 },
    {"[1].map(sets, sets.contains([1], [1]))", "[true]"                      },
    {"size(pools) > count",                    "false"                       },
    {"type(1) == int",                         "true"                        },
    {"pool.name.size()",                       "1"                           },
};

TEST(test_names)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    set_up(&t, &a, CEL_PROFILE_RULE);
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        const char *result = try_expr(&t, NAMES[i].expr);
        CHECK(strcmp(result, NAMES[i].result) == 0, "%s: got %s", NAMES[i].expr, result);
    }
    arena_free(&a);
}

/* Parse only: what types and names would show is found by the run. */
static const struct {
    const char *expr, *result;
} LENIENT[] = {
    {"1 == 1.0",               "true"                                 },
    {"nothing || true",        "true"                                 },
    {"nothing",                "error: there is no variable 'nothing'"},
    {"1.f() || true",          "true"                                 },
    {"nothing.else() || true", "true"                                 },
    {"1 + 'a'",                "error: found no '+' for (int, string)"},
    {"count.a",                "error: cannot select 'a' from int"    },
    {"'a'.matches('(')",       "error"                                },
};

TEST(test_lenient)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    set_up(&t, &a, CEL_PROFILE_FULL);
    cel_env_lenient(t.env);
    for (size_t i = 0; i < COUNT(LENIENT); i++) {
        const char *result = try_expr(&t, LENIENT[i].expr);
        CHECK(str_starts(str_c(result), str_c(LENIENT[i].result)), "%s: got %s", LENIENT[i].expr,
              result);
    }
    arena_free(&a);
}

TEST(test_reads)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    set_up(&t, &a, CEL_PROFILE_RULE);
    CelEnv *child = cel_env_extend(&a, t.env);
    uint32_t own = cel_env_var(child, STR("own"), "list(pool)");
    Diags d;
    diags_init(&d, &a);
    CelText text = {NULL, 0, STR("own.all(p, p.fits(1, pool) && p.taint.key == '')")};
    CelProgram *p = cel_compile(&a, child, text, &d);
    CHECK(own == 7 && cel_env_slots(child) == 8, "slot %u", own);
    CHECK(cel_program_reads(p, own) && cel_program_reads(p, 0), "own and pool");
    CHECK(!cel_program_reads(p, 1) && !cel_program_reads(p, 99), "not pools");
    CHECK(cel_program_uses(p, "pool", "fits") && cel_program_uses(p, "taint", "key"), "members");
    CHECK(!cel_program_uses(p, "pool", "name"), "not name");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_types), cmocka_unit_test(test_mistakes), cmocka_unit_test(test_several),
      cmocka_unit_test(test_names), cmocka_unit_test(test_lenient), cmocka_unit_test(test_reads))
