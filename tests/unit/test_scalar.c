#include "doc/scalar.h"

#include <string.h>

#include "doc_text.h"

/* What sigs.k8s.io/yaml makes of a plain text. */
static const struct {
    const char *text, *value;
} PLAIN[] = {
    {"true",                     "true"                    },
    {"True",                     "true"                    },
    {"TRUE",                     "true"                    },
    {"tRUE",                     "\"tRUE\""                },
    {"y",                        "true"                    },
    {"Y",                        "true"                    },
    {"yes",                      "true"                    },
    {"Yes",                      "true"                    },
    {"YES",                      "true"                    },
    {"yEs",                      "\"yEs\""                 },
    {"on",                       "true"                    },
    {"On",                       "true"                    },
    {"ON",                       "true"                    },
    {"false",                    "false"                   },
    {"n",                        "false"                   },
    {"N",                        "false"                   },
    {"no",                       "false"                   },
    {"NO",                       "false"                   },
    {"off",                      "false"                   },
    {"Off",                      "false"                   },
    {"t",                        "\"t\""                   },
    {"",                         "null"                    },
    {"~",                        "null"                    },
    {"null",                     "null"                    },
    {"Null",                     "null"                    },
    {"NULL",                     "null"                    },
    {"nil",                      "\"nil\""                 },
    {"none",                     "\"none\""                },
    {"0",                        "0"                       },
    {"-0",                       "0"                       },
    {"12",                       "12"                      },
    {"+12",                      "12"                      },
    {"-12",                      "-12"                     },
    {"1_000",                    "1000"                    },
    {"1__0",                     "10"                      },
    {"_1",                       "\"_1\""                  },
    {"0o17",                     "15"                      },
    {"0O17",                     "15"                      },
    {"017",                      "15"                      },
    {"-017",                     "-15"                     },
    {"00",                       "0"                       },
    {"08",                       "8d"                      },
    {"0o8",                      "\"0o8\""                 },
    {"0x1F",                     "31"                      },
    {"0XfF",                     "255"                     },
    {"-0x10",                    "-16"                     },
    {"0x_0A_74_AE",              "685230"                  },
    {"0x",                       "\"0x\""                  },
    {"0xg",                      "\"0xg\""                 },
    {"0b1010",                   "10"                      },
    {"-0b101010",                "-42"                     },
    {"0b12",                     "\"0b12\""                },
    {"9223372036854775807",      "9223372036854775807"     },
    {"-9223372036854775808",     "-9223372036854775808"    },
    {"9223372036854775808",      "9.2233720368547758e+18d" },
    {"-9223372036854775809",     "-9.2233720368547758e+18d"},
    {"18446744073709551615",     "1.8446744073709552e+19d" },
    {"18446744073709551616",     "1.8446744073709552e+19d" },
    {"100000000000000000000000", "9.9999999999999992e+22d" },
    {"0x7fffffffffffffff",       "9223372036854775807"     },
    {"0xffffffffffffffff",       "1.8446744073709552e+19d" },
    {"0x10000000000000000",      "1.8446744073709552e+19d" },
    {"-0x8000000000000000",      "-9223372036854775808"    },
    {"1.5",                      "1.5d"                    },
    {"1.",                       "1d"                      },
    {".5",                       "0.5d"                    },
    {"-.5",                      "-0.5d"                   },
    {"+.5",                      "0.5d"                    },
    {".",                        "\".\""                   },
    {"-",                        "\"-\""                   },
    {"+",                        "\"+\""                   },
    {"-.",                       "\"-.\""                  },
    {"1e3",                      "1000d"                   },
    {"1E-3",                     "0.001d"                  },
    {"1e",                       "\"1e\""                  },
    {"1e+",                      "\"1e+\""                 },
    {".e1",                      "\".e1\""                 },
    {"685_230.15",               "685230.15000000002d"     },
    {"1e400",                    "\"1e400\""               },
    {"1e-400",                   "0d"                      },
    {".inf",                     "infd"                    },
    {"+.Inf",                    "infd"                    },
    {"-.INF",                    "-infd"                   },
    {".nan",                     "nand"                    },
    {".NaN",                     "nand"                    },
    {"inf",                      "\"inf\""                 },
    {"nan",                      "\"nan\""                 },
    {"Infinity",                 "\"Infinity\""            },
    {"1.2.3",                    "\"1.2.3\""               },
    {"1.30",                     "1.3d"                    },
    {"v1",                       "\"v1\""                  },
    {"8Gi",                      "\"8Gi\""                 },
    {"100m",                     "\"100m\""                },
    {"1k",                       "\"1k\""                  },
    {"1:30",                     "\"1:30\""                },
    {"2024-05-06",               "\"2024-05-06\""          },
    {"2024-05-06T07:08:09Z",     "\"2024-05-06T07:08:09Z\""},
    {"0x1p-2",                   "\"0x1p-2\""              },
    {"1 000",                    "\"1 000\""               },
    {"<<",                       "\"<<\""                  },
    {"50cent_of_dollar",         "\"50cent_of_dollar\""    },
};

TEST(test_plain)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(PLAIN); i++) {
        Node n = {.kind = NODE_LIST};
        scalar_resolve(str_c(PLAIN[i].text), &n);
        buf_clear(&out);
        doc_write(&out, &n);
        CHECK(str_eq(buf_str(&out), str_c(PLAIN[i].value)), "'%s': %.*s", PLAIN[i].text,
              STR_ARG(buf_str(&out)));
    }
    arena_free(&a);
}

/* Far more digits than any double needs: a string, not an error. */
TEST(test_endless_number)
{
    char digits[5000];
    Node n = {.kind = NODE_NULL};
    memset(digits, '1', sizeof digits);
    scalar_resolve((Str){digits, sizeof digits}, &n);
    CHECK(n.kind == NODE_STRING && n.len == sizeof digits, "kind %d", n.kind);
    CHECK(!scalar_number((Str){digits, sizeof digits}, true, &n), "a number of 5000 digits");
}

/* What the member is called whose key is this plain text. */
static const struct {
    const char *text, *name; /* NULL: none */
} KEYS[] = {
    {"a",                    "a"                   },
    {"yes",                  "true"                },
    {"off",                  "false"               },
    {"0x10",                 "16"                  },
    {"1_0",                  "10"                  },
    {"-9223372036854775808", "-9223372036854775808"},
    {"1.5",                  "1.5"                 },
    {"0.1",                  "0.1"                 },
    {"1e3",                  "1000"                },
    {"123456.0",             "123456"              },
    {"1e6",                  "1e+06"               },
    {"1234567.0",            "1.234567e+06"        },
    {"0.00001",              "1e-05"               },
    {"16777217.0",           "1.6777216e+07"       },
    {".inf",                 ".inf"                },
    {"-.inf",                "-.inf"               },
    {".nan",                 ".nan"                },
    {"~",                    NULL                  },
    {"",                     NULL                  },
};

TEST(test_keys)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        Node n = {.kind = NODE_NULL};
        scalar_resolve(str_c(KEYS[i].text), &n);
        buf_clear(&out);
        bool named = scalar_key(&n, &out);
        CHECK(named == (KEYS[i].name != NULL), "'%s': %d", KEYS[i].text, named);
        CHECK(!named || str_eq(buf_str(&out), str_c(KEYS[i].name)), "'%s': '%.*s'", KEYS[i].text,
              STR_ARG(buf_str(&out)));
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_plain), cmocka_unit_test(test_endless_number),
      cmocka_unit_test(test_keys))
