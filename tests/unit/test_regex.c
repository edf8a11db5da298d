#include "cel/regex.h"

#include "cel/re2.h"
#include "check.h"

static const struct {
    const char *pattern, *text;
    bool matches;
} TESTS[] = {
    {"",                                                                 "",                                                               true },
    {"",                                                                 "abc",                                                            true },
    {"app",                                                              "my-app",                                                         true },
    {"^app",                                                             "my-app",                                                         false},
    {"app$",                                                             "my-app",                                                         true },
    {"^app$",                                                            "app",                                                            true },
    {"^app$",                                                            "app\n",                                                          false},
    {"(?m)^app$",                                                        "x\napp\ny",                                                      true },
    {"(?m)^$",                                                           "x\n",                                                            true },
    {"a.b",                                                              "a\nb",                                                           false},
    {"(?s)a.b",                                                          "a\nb",                                                           true },
    {"(?s:a.)b.",                                                        "a\nb\n",                                                         false},
    {"\\Aab\\z",                                                         "ab",                                                             true },
    {"(?i)nvidia",                                                       "NVIDIA",                                                         true },
    {"(?i:a)b",                                                          "AB",                                                             false},
    {"a(?i)b|c",                                                         "C",                                                              true },
    {"(?i)k",                                                            "\xe2\x84\xaa",                                                   true }, /* KELVIN SIGN folds to k */
    {"\\d",                                                              "\xd9\xa3",                                                       false}, /* ARABIC-INDIC DIGIT THREE */
    {"\\D",                                                              "\xd9\xa3",                                                       true },
    {"^[\\d.]+$",                                                        "1.27",                                                           true },
    {"^[^\\d]+$",                                                        "ab",                                                             true },
    {"\\s",                                                              "\v",                                                             false},
    {"[[:space:]]",                                                      "\v",                                                             true },
    {"[[:^alpha:]]",                                                     "abc",                                                            false},
    {"[]a]+",                                                            "]",                                                              true },
    {"[^]a]",                                                            "]",                                                              false},
    {"[a-]",                                                             "-",                                                              true },
    {"[a\\-z]",                                                          "b",                                                              false},
    {"[\\x41-\\x{43}]",                                                  "B",                                                              true },
    {"\\x{1F600}",                                                       "\xf0\x9f\x98\x80",                                               true },
    {"\\012",                                                            "\n",                                                             true },
    {"\\07",                                                             "\a",                                                             true },
    {"\\Qa.b\\E+",                                                       "a.bbb",                                                          true },
    {"\\Qa.b",                                                           "axb",                                                            false},
    {"\\pL\\p{Greek}\\P{Lu}",                                            "x\xce\xbb!",                                                     true },
    {"\\p{^Greek}",                                                      "\xce\xbb",                                                       false},
    {"^\\pN$",                                                           "7",                                                              true },
    {"\\bb",                                                             "a-b",                                                            true },
    {"\\Bb",                                                             "a-b",                                                            false},
    {"^(?P<x>a)(?<y>b)$",                                                "ab",                                                             true },
    {"a{2}",                                                             "aa",                                                             true },
    {"^a{2,3}$",                                                         "aaaa",                                                           false},
    {"^a{2,}$",                                                          "aaaa",                                                           true },
    {"^a{,2}$",                                                          "a{,2}",                                                          true },
    {"a{x",                                                              "a{x",                                                            true },
    {"^*x",                                                              "x",                                                              true },
    {"(a|)b",                                                            "b",                                                              true },
    {"()",                                                               "",                                                               true },
    {"|",                                                                "x",                                                              true },
    {"(?U)^a+?$",                                                        "aa",                                                             true },
    {"gr(a|e)y",                                                         "grey",                                                           true },
    {"^(a+)+$",                                                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",                      false},
    {"(x+x+)+y",                                                         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",                   false},
    {"(.*)(.*)(.*)(.*)(.*)[z]$",                                         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     false                                                                                                                                      },
    {"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*", "a.b-c",                                                          true },
};

static const Regex *compiled(Arena *a, const char *pattern, bool lasting)
{
    RegexFault fault = {0, ""};
    const Regex *re = regex_compile(a, str_c(pattern), lasting, &fault);
    CHECK(re, "'%s': %s at %zu", pattern, fault.why, fault.offset);
    return re;
}

TEST(test_matches)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    RegexRun *run = regex_run(&a);
    for (size_t i = 0; i < 2 * COUNT(TESTS); i++) {
        size_t row = i / 2;
        const Regex *re = compiled(&a, TESTS[row].pattern, i % 2);
        RegexAnswer answer = regex_test(re, run, str_c(TESTS[row].text));
        CHECK(answer == (TESTS[row].matches ? REGEX_YES : REGEX_NO), "'%s' on '%s': %d",
              TESTS[row].pattern, TESTS[row].text, answer);
        answer = regex_follow(re, run, str_c(TESTS[row].text), 0, NULL);
        CHECK(answer == (TESTS[row].matches ? REGEX_YES : REGEX_NO), "'%s' on '%s', followed: %d",
              TESTS[row].pattern, TESTS[row].text, answer);
    }
    arena_free(&a);
}

static const struct {
    const char *pattern;
    size_t offset;
    const char *why;
} REFUSED[] = {
    {"(",                    0, "missing closing )"                                         },
    {"a)b",                  1, "unexpected )"                                              },
    {"[a",                   0, "missing closing ]"                                         },
    {"[]",                   0, "missing closing ]"                                         },
    {"*a",                   0, "missing argument to repetition operator"                   },
    {"a|*",                  2, "missing argument to repetition operator"                   },
    {"{2}",                  0, "missing argument to repetition operator"                   },
    {"a**",                  2, "invalid nested repetition operator"                        },
    {"a++",                  2, "invalid nested repetition operator"                        },
    {"a{2}{3}",              4, "invalid nested repetition operator"                        },
    {"a{1001}",              1, "invalid repeat count"                                      },
    {"a{3,2}",               1, "invalid repeat count"                                      },
    {"((a{100}){100}){100}", 9, "invalid repeat count"                                      },
    {"a(?=b)",               1, "look-around and other Perl groups are not supported by RE2"},
    {"(?<!a)",               0, "invalid named capture"                                     },
    {"(?>a)",                0, "look-around and other Perl groups are not supported by RE2"},
    {"(?x)a",                0, "look-around and other Perl groups are not supported by RE2"},
    {"(?i-)a",               0, "missing argument to the flag group"                        },
    {"(?P<x>a)(?P<x>b)",     8, "duplicate capture group name"                              },
    {"(?P<1-x>a)",           0, "invalid named capture"                                     },
    {"(ab)\\1",              4, "back-references are not supported by RE2"                  },
    {"\\k",                  0, "invalid escape sequence"                                   },
    {"\\C",                  0, "invalid escape sequence"                                   },
    {"x\\",                  1, "trailing backslash at end of expression"                   },
    {"\\x{110000}",          0, "invalid escape sequence"                                   },
    {"\\xZ",                 0, "invalid escape sequence"                                   },
    {"\\x{D800}",            0, "invalid escape sequence"                                   },
    {"[z-a]",                1, "invalid character class range"                             },
    {"[a-\\d]",              3, "invalid escape sequence"                                   },
    {"[[:foo:]]",            1, "invalid character class range"                             },
    {"\\p{Klingon}",         0, "unknown Unicode property"                                  },
    {"\\p{Xan}",             0, "unknown Unicode property"                                  },
    {"(*LIMIT_MATCH=1)",     1, "missing argument to repetition operator"                   },
    {"a\xff",                1, "invalid UTF-8"                                             },
};

TEST(test_refused)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(REFUSED); i++) {
        RegexFault fault = {0, ""};
        CHECK(!regex_compile(&a, str_c(REFUSED[i].pattern), false, &fault), "'%s' is taken",
              REFUSED[i].pattern);
        CHECK(str_eq(str_c(fault.why), str_c(REFUSED[i].why)) && fault.offset == REFUSED[i].offset,
              "'%s': '%s' at %zu", REFUSED[i].pattern, fault.why, fault.offset);
    }
    arena_free(&a);
}

static const struct {
    const char *pattern, *text;
    size_t from;
    const char *found; /* NULL: nothing */
} FINDS[] = {
    {"[0-9]+",                       "a1b22",        0, "1"           },
    {"[0-9]+",                       "a1b22",        2, "22"          },
    {"ab|abcd",                      "abcd",         0, "ab"          },
    {"<.+?>",                        "<a><b>",       0, "<a>"         },
    {"b",                            "abc",          0, "b"           },
    {"b",                            "abc",          2, NULL          },
    {"^b",                           "ab",           1, NULL          },
    {"\\bb",                         "ab",           1, NULL          },
    {"c$",                           "abc",          0, "c"           },
    {"x*",                           "ab",           0, ""            },
    {"a+?",                          "aaa",          0, "a"           },
    {"a??b",                         "ab",           0, "ab"          },
    {"(a|ab)(c|bcd)(d*)",            "abcd",         0, "abcd"        },
    {"(?i)stra\xc3\x9f|\xc3\xa9{2}", "STRA\xc3\x9f", 0, "STRA\xc3\x9f"},
    {"[^a-y]{1,2}",                  "ayz\xc3\xa9",  0, "z\xc3\xa9"   },
    {"(?m)^b$",                      "a\nb\nc",      0, "b"           },
    {"(a*)*b|a",                     "aaac",         0, "a"           },
    {"(?:a|b){2,3}?",                "abab",         0, "ab"          },
    {"x{0}y",                        "y",            0, "y"           },
};

TEST(test_finds)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    RegexRun *run = regex_run(&a);
    for (size_t i = 0; i < COUNT(FINDS); i++) {
        Str match = STR("");
        RegexAnswer answer = regex_find(compiled(&a, FINDS[i].pattern, true), run,
                                        str_c(FINDS[i].text), FINDS[i].from, &match);
        CHECK(answer == (FINDS[i].found ? REGEX_YES : REGEX_NO), "'%s' in '%s': %d",
              FINDS[i].pattern, FINDS[i].text, answer);
        CHECK(str_eq(match, str_c(FINDS[i].found)), "'%s' in '%s': '%.*s'", FINDS[i].pattern,
              FINDS[i].text, STR_ARG(match));
        match = STR("");
        (void)regex_follow(compiled(&a, FINDS[i].pattern, true), run, str_c(FINDS[i].text),
                           FINDS[i].from, &match);
        CHECK(str_eq(match, str_c(FINDS[i].found)), "'%s' in '%s', followed: '%.*s'",
              FINDS[i].pattern, FINDS[i].text, STR_ARG(match));
    }
    arena_free(&a);
}

/* Every script and category that the translator lets through must be known to PCRE2. */
TEST(test_properties)
{
    static const char *const NAMES[] = {"Any",      "Cs",         "Adlam", "Zanabazar_Square",
                                        "Vithkuqi", "Old_Uyghur", "Toto",  "SignWriting",
                                        "Nko",      "Zp"};
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(NAMES); i++)
        (void)compiled(&a, arena_printf(&a, "\\p{%s}[\\P{%s}]", NAMES[i], NAMES[i]).ptr, false);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_matches), cmocka_unit_test(test_refused), cmocka_unit_test(test_finds),
      cmocka_unit_test(test_properties))
