#include "base/str.h"

#include <stdio.h>

#include "check.h"

TEST(test_compare)
{
    static const struct {
        const char *a, *b;
        int order;
        bool same_letters;
    } ROWS[] = {
        {"",         "",     0,  true },
        {"a",        "a",    0,  true },
        {"a",        "b",    -1, false},
        {"b",        "a",    1,  false},
        {"a",        "ab",   -1, false},
        {"ab",       "a",    1,  false},
        {"a",        "A",    1,  true },
        {"Ab1-",     "aB1-", -1, true },
        {"\xc3\xa9", "e",    1,  false},
        {"[",        "{",    -1, false},
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Str a = str_c(ROWS[i].a), b = str_c(ROWS[i].b);
        int order = str_cmp(a, b);
        CHECK((order > 0) - (order < 0) == ROWS[i].order, "'%s' '%s': %d", a.ptr, b.ptr, order);
        CHECK(str_eq(a, b) == (ROWS[i].order == 0), "'%s' '%s': equal", a.ptr, b.ptr);
        CHECK(str_eq_nocase(a, b) == ROWS[i].same_letters, "'%s' '%s': letters", a.ptr, b.ptr);
        CHECK(ROWS[i].order || str_hash(a) == str_hash(b), "'%s': hash", a.ptr);
    }
    CHECK(str_eq(str_c(NULL), STR("")), "NULL is the empty view");
}

TEST(test_find)
{
    static const struct {
        const char *text, *part;
        size_t at;
        bool starts, ends;
    } ROWS[] = {
        {"",       "",     0, true,  true },
        {"abc",    "",     0, true,  true },
        {"abc",    "abc",  0, true,  true },
        {"abc",    "c",    2, false, true },
        {"abcabc", "bc",   1, false, true },
        {"aab",    "ab",   1, false, true },
        {"abc",    "abcd", 3, false, false},
        {"abc",    "x",    3, false, false},
        {"ababac", "abac", 2, false, true },
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Str text = str_c(ROWS[i].text), part = str_c(ROWS[i].part);
        CHECK(str_find(text, part) == ROWS[i].at, "'%s' in '%s'", part.ptr, text.ptr);
        CHECK(str_contains(text, part) == (ROWS[i].at < text.len || part.len == 0), "'%s' in '%s'",
              part.ptr, text.ptr);
        CHECK(str_starts(text, part) == ROWS[i].starts, "'%s' starts '%s'", part.ptr, text.ptr);
        CHECK(str_ends(text, part) == ROWS[i].ends, "'%s' ends '%s'", part.ptr, text.ptr);
    }
    CHECK(str_find_char(STR("aba"), 'a') == 0 && str_rfind_char(STR("aba"), 'a') == 2, "both ends");
    CHECK(str_find_char(STR("aba"), 'x') == 3 && str_rfind_char(STR("aba"), 'x') == 3, "neither");
    CHECK(str_find_char(STR(""), 'x') == 0 && str_rfind_char(STR(""), 'x') == 0, "nothing");
}

TEST(test_parts)
{
    Str head = STR("h"), tail = STR("t");
    CHECK(str_eq(str_slice(STR("abc"), 1, 2), STR("b")), "slice");
    CHECK(str_eq(str_slice(STR("abc"), 2, 9), STR("c")), "slice behind the end");
    CHECK(str_slice(STR("abc"), 9, 1).len == 0, "slice turned round");
    CHECK(str_eq(str_skip(STR("abc"), 1), STR("bc")) && str_skip(STR("abc"), 4).len == 0, "skip");
    CHECK(str_eq(str_trim(STR(" \t\r\na b\v\f\n")), STR("a b")), "trim");
    CHECK(str_trim(STR(" \n")).len == 0, "trim white space");
    CHECK(str_eq(str_behind(STR("a/b/c"), '/'), STR("c")), "behind the last");
    CHECK(str_eq(str_behind(STR("abc"), '/'), STR("abc")), "behind none");
    CHECK(str_behind(STR("a/"), '/').len == 0, "behind one at the end");
    CHECK(!str_cut(STR("abc"), '=', &head, &tail) && head.ptr[0] == 'h', "no cut");
    CHECK(str_cut(STR("a=b=c"), '=', &head, &tail), "cut");
    CHECK(str_eq(head, STR("a")) && str_eq(tail, STR("b=c")), "cut at the first");
}

TEST(test_next)
{
    static const struct {
        const char *text, *items; /* each item in brackets */
    } ROWS[] = {
        {"",     ""        },
        {"a",    "[a]"     },
        {"a,b",  "[a][b]"  },
        {"a,",   "[a]"     },
        {",a",   "[][a]"   },
        {",",    "[]"      },
        {",,",   "[][]"    },
        {"a,,b", "[a][][b]"},
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        char got[64];
        size_t len = 0;
        Str rest = str_c(ROWS[i].text), item;
        while (str_next(&rest, ',', &item))
            len += (size_t)snprintf(got + len, sizeof got - len, "[%.*s]", STR_ARG(item));
        CHECK(str_eq((Str){got, len}, str_c(ROWS[i].items)), "'%s': %.*s", ROWS[i].text, (int)len,
              got);
    }
}

TEST(test_int)
{
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } ROWS[] = {
        {"0",                    true,  0        },
        {"-0",                   true,  0        },
        {"007",                  true,  7        },
        {"-12",                  true,  -12      },
        {"9223372036854775807",  true,  INT64_MAX},
        {"-9223372036854775808", true,  INT64_MIN},
        {"9223372036854775808",  false, 0        },
        {"-9223372036854775809", false, 0        },
        {"99999999999999999999", false, 0        },
        {"",                     false, 0        },
        {"-",                    false, 0        },
        {"+1",                   false, 0        },
        {" 1",                   false, 0        },
        {"1 ",                   false, 0        },
        {"1a",                   false, 0        },
        {"--1",                  false, 0        },
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        int64_t value = 0;
        bool good = str_int(str_c(ROWS[i].text), &value);
        CHECK(good == ROWS[i].good && value == ROWS[i].value, "'%s': %d, %lld", ROWS[i].text, good,
              (long long)value);
    }
}

TEST(test_distance)
{
    static const struct {
        const char *a, *b;
        size_t most, distance;
    } ROWS[] = {
        {"",       "",        2, 0},
        {"spec",   "spec",    2, 0},
        {"spec",   "SPEC",    2, 0},
        {"spec",   "spce",    2, 1},
        {"spec",   "spe",     2, 1},
        {"spec",   "specs",   2, 1},
        {"spec",   "spac",    2, 1},
        {"limits", "limts",   2, 1},
        {"limits", "lmiits",  2, 1},
        {"spec",   "kind",    2, 3},
        {"a",      "abcd",    2, 3},
        {"kitten", "sitting", 3, 3},
        {"ca",     "abc",     3, 3},
    };
    char word[200];
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        size_t there = str_distance(str_c(ROWS[i].a), str_c(ROWS[i].b), ROWS[i].most);
        size_t back = str_distance(str_c(ROWS[i].b), str_c(ROWS[i].a), ROWS[i].most);
        CHECK(there == ROWS[i].distance && back == there, "'%s' '%s': %zu, %zu", ROWS[i].a,
              ROWS[i].b, there, back);
    }
    for (size_t i = 0; i < sizeof word; i++)
        word[i] = 'a';
    CHECK(str_distance((Str){word, sizeof word}, (Str){word, sizeof word - 1}, 3) == 4,
          "words too long to be slips");
}

TESTS(cmocka_unit_test(test_compare), cmocka_unit_test(test_find), cmocka_unit_test(test_parts),
      cmocka_unit_test(test_next), cmocka_unit_test(test_int), cmocka_unit_test(test_distance))
