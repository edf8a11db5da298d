#include "cel/value.h"

#include <math.h>

#include "cel/libs.h"
#include "cel_try.h"
#include "check.h"

/* ---- order ---- */

#define INT(i)                             \
    {                                      \
        .kind = CEL_INT, .as.integer = (i) \
    }
#define UINT(u)                              \
    {                                        \
        .kind = CEL_UINT, .as.uinteger = (u) \
    }
#define DOUBLE(d)                          \
    {                                      \
        .kind = CEL_DOUBLE, .as.real = (d) \
    }
#define TEXT(s)                                                  \
    {                                                            \
        .kind = CEL_STRING, .len = sizeof(s) - 1, .as.text = (s) \
    }
#define BOOL(b)                             \
    {                                       \
        .kind = CEL_BOOL, .as.boolean = (b) \
    }
#define TIME(s, n)                                           \
    {                                                        \
        .kind = CEL_TIMESTAMP, .len = (n), .as.integer = (s) \
    }
#define SPAN(ns)                                 \
    {                                            \
        .kind = CEL_DURATION, .as.integer = (ns) \
    }

static const struct {
    CelValue a, b;
    CelOrder order;
} ORDER[] = {
    {INT(1),                INT(2),                         CEL_LESS     },
    {INT(-1),               UINT(0),                        CEL_LESS     },
    {INT(3),                UINT(3),                        CEL_SAME     },
    {UINT(UINT64_MAX),      INT(INT64_MAX),                 CEL_MORE     },
    {INT(1),                DOUBLE(1.5),                    CEL_LESS     },
    {INT(-1),               DOUBLE(-1.5),                   CEL_MORE     },
    {INT(9007199254740993), DOUBLE(9007199254740992.0),     CEL_MORE     },
    {INT(INT64_MAX),        DOUBLE(9223372036854775808.0),  CEL_SAME     }, /* as cel-go has it */
    {INT(INT64_MAX),        DOUBLE(9223372036854777856.0),  CEL_LESS     },
    {INT(INT64_MIN),        DOUBLE(-9223372036854775808.0), CEL_SAME     },
    {INT(INT64_MIN),        DOUBLE(-1e300),                 CEL_MORE     },
    {UINT(0),               DOUBLE(-0.5),                   CEL_MORE     },
    {UINT(UINT64_MAX),      DOUBLE(1e20),                   CEL_LESS     },
    {DOUBLE(0.0),           DOUBLE(-0.0),                   CEL_SAME     },
    {DOUBLE((double)NAN),   DOUBLE(1),                      CEL_UNORDERED},
    {INT(1),                DOUBLE((double)NAN),            CEL_UNORDERED},
    {TEXT("a"),             TEXT("ab"),                     CEL_LESS     },
    {TEXT("\xc3\xa9"),      TEXT("z"),                      CEL_MORE     },
    {BOOL(false),           BOOL(true),                     CEL_LESS     },
    {TIME(5,                1),                             TIME(5,        2), CEL_LESS},
    {TIME(-5,             999999999),                                           TIME(-4,                                                  0), CEL_LESS},
    {SPAN(-1),              SPAN(1),CEL_LESS},
    {INT(1),              TEXT("1"),                        CEL_NO_ORDER                             },
    {SPAN(1),                INT(1),                        CEL_NO_ORDER },
    {{.kind = CEL_NULL},               {.kind = CEL_NULL},                        CEL_NO_ORDER },
};

TEST(test_order)
{
    for (size_t i = 0; i < COUNT(ORDER); i++) {
        CelOrder order = cel_compare(ORDER[i].a, ORDER[i].b);
        CelOrder back = cel_compare(ORDER[i].b, ORDER[i].a);
        CelOrder mirrored = ORDER[i].order <= CEL_MORE ? (CelOrder)-ORDER[i].order : ORDER[i].order;
        CHECK(order == ORDER[i].order, "row %zu: %d", i, order);
        CHECK(back == mirrored, "row %zu, the other way round: %d", i, back);
    }
}

/* ---- equality and membership where something is unknown ---- */

static const char DOCUMENT[] = "known: [1, a, 2.5, {x: y}]\n"
                               "same: [1.0, a, 2.5, {x: y}]\n"
                               "holder: [1, '${A}', 2.5, {x: y}]\n"
                               "other: [2, '${A}', 2.5, {x: y}]\n"
                               "short: [1, a]\n"
                               "open: {a: 1, '${K}': 2}\n"
                               "closed: {a: 1, b: 2}\n"
                               "unlike: {a: 2}\n"
                               "nothing: {}\n"
                               "name: ${NAME}\n"
                               "a: a\n";

static const struct {
    const char *a, *b;
    Tri same;
} EQUAL[] = {
    {"known",  "known",   TRI_YES    },
    {"known",  "same",    TRI_YES    },
    {"known",  "holder",  TRI_UNKNOWN},
    {"known",  "other",   TRI_NO     }, /* a known difference decides */
    {"known",  "short",   TRI_NO     },
    {"holder", "holder",  TRI_UNKNOWN},
    {"open",   "closed",  TRI_UNKNOWN},
    {"open",   "unlike",  TRI_NO     },
    {"open",   "nothing", TRI_NO     }, /* the open map has `a` for certain */
    {"closed", "unlike",  TRI_NO     },
    {"name",   "a",       TRI_UNKNOWN},
    {"known",  "closed",  TRI_NO     },
};

static CelValue field(const Node *root, const char *name)
{
    const Node *n = node_get(root, str_c(name));
    CHECK(n, "no field %s", name);
    return cel_node(n);
}

TEST(test_equality)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const Node *root = try_yaml(&a, DOCUMENT);
    for (size_t i = 0; i < COUNT(EQUAL); i++) {
        CelValue x = field(root, EQUAL[i].a), y = field(root, EQUAL[i].b);
        CHECK(cel_equal(x, y) == EQUAL[i].same, "%s == %s: %d", EQUAL[i].a, EQUAL[i].b,
              cel_equal(x, y));
        CHECK(cel_equal(y, x) == EQUAL[i].same, "%s == %s: %d", EQUAL[i].b, EQUAL[i].a,
              cel_equal(y, x));
    }
    arena_free(&a);
}

TEST(test_open_lists)
{
    static const CelValue THREE[] = {INT(1), INT(2), INT(3)};
    CelValue open = cel_list(THREE, 2, true), two = cel_list(THREE, 2, false);
    CelValue one = cel_list(THREE, 1, false), three = cel_list(THREE, 3, false);
    CHECK(cel_equal(open, two) == TRI_UNKNOWN, "the same members");
    CHECK(cel_equal(open, three) == TRI_UNKNOWN, "more members");
    CHECK(cel_equal(one, open) == TRI_NO, "fewer members than are known");
    CHECK(cel_equal(open, open) == TRI_UNKNOWN, "itself");
    CHECK(cel_contains(NULL, cel_int(2), open) == TRI_YES, "a known member");
    CHECK(cel_contains(NULL, cel_int(9), open) == TRI_UNKNOWN, "no known member");
    CHECK(cel_contains(NULL, cel_int(9), two) == TRI_NO, "no member");
    CHECK(cel_contains(NULL, cel_double(2), two) == TRI_YES, "a number of another kind");
}

TEST(test_bounds)
{
    CelValue least = {.kind = CEL_UNKNOWN, .flags = CEL_AT_LEAST, .host_type = 2};
    CHECK(cel_relate(CEL_GT, least, cel_int(0)) == TRI_YES, "at least 2 > 0");
    CHECK(cel_relate(CEL_GT, least, cel_int(2)) == TRI_UNKNOWN, "at least 2 > 2");
    CHECK(cel_relate(CEL_GE, least, cel_int(2)) == TRI_YES, "at least 2 >= 2");
    CHECK(cel_relate(CEL_LT, least, cel_int(2)) == TRI_NO, "at least 2 < 2");
    CHECK(cel_relate(CEL_LE, least, cel_int(2)) == TRI_UNKNOWN, "at least 2 <= 2");
    CHECK(cel_relate(CEL_EQ, least, cel_int(1)) == TRI_NO, "at least 2 == 1");
    CHECK(cel_relate(CEL_NE, least, cel_int(1)) == TRI_YES, "at least 2 != 1");
    CHECK(cel_relate(CEL_LT, cel_int(1), least) == TRI_YES, "1 < at least 2");
    CHECK(cel_relate(CEL_GT, cel_double(1.5), least) == TRI_NO, "1.5 > at least 2");
    CHECK(cel_relate(CEL_GT, least, least) == TRI_UNKNOWN, "two bounds");
    CHECK(cel_relate(CEL_GT, cel_unknown(STR("")), cel_int(0)) == TRI_UNKNOWN, "no bound");
    CHECK(cel_equal(least, cel_int(1)) == TRI_NO, "equality asks the bound");
}

TEST(test_maps)
{
    static const CelValue PAIRS[] = {TEXT("a"), INT(1), INT(2), TEXT("two")};
    CelValue map = {.kind = CEL_MAP, .len = 2, .as.pairs = PAIRS}, found = cel_null();
    CHECK(cel_map_find(map, cel_double(2), &found) && found.kind == CEL_STRING, "a key by value");
    CHECK(!cel_map_find(map, cel_str(STR("b")), &found), "no such key");
    map.flags = CEL_DEFAULT;
    CHECK(cel_map_find(map, cel_str(STR("b")), &found) && cel_len_of(found) == 0,
          "a map with a default");
    CHECK(!cel_map_known(map, cel_str(STR("b")), &found), "which is not really there");
    CHECK(cel_contains(NULL, cel_str(STR("b")), map) == TRI_NO, "nor in it");
}

/* ---- text ---- */

static const CelValue MIXED[] = {TEXT("a\"b"), DOUBLE(2), UINT(3), SPAN(90000000000)};

static const struct {
    CelValue v;
    const char *shown, *literal, *type;
} TEXTS[] = {
    {{.kind = CEL_NULL},                                  "null",     "null",                                     "null_type"                               },
    {BOOL(true),                                          "true",     "true",                                     "bool"                                    },
    {INT(-5),                                             "-5",       "-5",                                       "int"                                     },
    {UINT(5),                                             "5",        "5u",                                       "uint"                                    },
    {DOUBLE(2),                                           "2",        "2.0",                                      "double"                                  },
    {DOUBLE(1234567),                                     "1234567",  "1234567.0",                                "double"                                  },
    {DOUBLE(1e30),                                        "1e+30",    "1e+30",                                    "double"                                  },
    {TEXT("a\"\n"),                                       "a\"\n",    "\"a\\\"\\n\"",                             "string"                                  },
    {{.kind = CEL_BYTES, .len = 3, .as.text = "a\xff\n"}, "a\xff\n",  "b\"a\\xff\\x0a\"",                         "bytes"                                   },
    {{.kind = CEL_LIST, .len = 4, .as.items = MIXED},
     "[\"a\\\"b\", 2.0, 3u, duration(\"90s\")]",                      "[\"a\\\"b\", 2.0, 3u, duration(\"90s\")]",
     "list"                                                                                                                                                 },
    {{.kind = CEL_MAP, .len = 2, .as.pairs = MIXED},
     "{\"a\\\"b\": 2.0, 3u: duration(\"90s\")}",                      "{\"a\\\"b\": 2.0, 3u: duration(\"90s\")}",
     "map"                                                                                                                                                  },
    {{.kind = CEL_TYPE, .len = 3, .as.text = "int"},      "int",      "int",                                      "type"                                    },
    {SPAN(5400000000000),                                 "1h30m",    "duration(\"5400s\")",                      "google.protobuf.Duration"                },
    {SPAN(-1500000000),                                   "-1.5s",    "duration(\"-1.5s\")",                      "google.protobuf.Duration"                },
    {TIME(0,                                              500000000), "1970-01-01T00:00:00.5Z",                   "timestamp(\"1970-01-01T00:00:00.5Z\")",
     "google.protobuf.Timestamp"},
    {{.kind = CEL_OPTIONAL},                                                   "optional.none()",                                        "optional.none()",               "optional_type"},
    {{.kind = CEL_OPTIONAL, .as.boxed = MIXED},
     "optional.of(\"a\\\"b\")",                     "optional.of(\"a\\\"b\")",
     "optional_type"                                                                               },
    {{.kind = CEL_UNKNOWN, .len = 1, .as.text = "x"},                                                   "?",               "unknown (x)",    "unknown"},
    {{.kind = CEL_HOST},                                                   "?",                                            "host",                                 "host"                                                                                      },
};

TEST(test_texts)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(TEXTS); i++) {
        buf_clear(&out);
        cel_print(&out, TEXTS[i].v);
        CHECK(str_eq(buf_str(&out), str_c(TEXTS[i].shown)), "%s: shown as %.*s", TEXTS[i].literal,
              STR_ARG(buf_str(&out)));
        buf_clear(&out);
        cel_print_literal(&out, TEXTS[i].v);
        CHECK(str_eq(buf_str(&out), str_c(TEXTS[i].literal)), "%s: written as %.*s",
              TEXTS[i].literal, STR_ARG(buf_str(&out)));
        CHECK(str_eq(str_c(cel_type_name(TEXTS[i].v)), str_c(TEXTS[i].type)), "%s: of type %s",
              TEXTS[i].literal, cel_type_name(TEXTS[i].v));
    }
    arena_free(&a);
}

TEST(test_placeholder)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    CelValue v = field(try_yaml(&a, DOCUMENT), "name");
    cel_print(&out, v);
    CHECK(v.kind == CEL_UNKNOWN && str_eq(buf_str(&out), STR("${NAME}")), "shown as %.*s",
          STR_ARG(buf_str(&out)));
    CHECK(cel_origin(v), "it keeps its node");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_order), cmocka_unit_test(test_equality),
      cmocka_unit_test(test_open_lists), cmocka_unit_test(test_bounds), cmocka_unit_test(test_maps),
      cmocka_unit_test(test_texts), cmocka_unit_test(test_placeholder))
