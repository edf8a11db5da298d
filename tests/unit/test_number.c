#include "cel/number.h"

#include <math.h>

#include "check.h"

static const struct {
    double d;
    const char *go, *plain, *literal;
} WRITTEN[] = {
    {0,                      "0",                       "0",                       "0.0"                    },
    {-0.0,                   "-0",                      "-0",                      "-0.0"                   },
    {1,                      "1",                       "1",                       "1.0"                    },
    {0.1,                    "0.1",                     "0.1",                     "0.1"                    },
    {0.30000000000000004,    "0.30000000000000004",     "0.30000000000000004",     "0.30000000000000004"    },
    {-1.5,                   "-1.5",                    "-1.5",                    "-1.5"                   },
    {100000,                 "100000",                  "100000",                  "100000.0"               },
    {1000000,                "1e+06",                   "1000000",                 "1000000.0"              },
    {1234567.5,              "1.2345675e+06",           "1234567.5",               "1234567.5"              },
    {0.0001,                 "0.0001",                  "0.0001",                  "0.0001"                 },
    {0.00001,                "1e-05",                   "0.00001",                 "0.00001"                },
    {1e-7,                   "1e-07",                   "1e-07",                   "1e-07"                  },
    {1e21,                   "1e+21",                   "1e+21",                   "1e+21"                  },
    {1e20,                   "1e+20",                   "100000000000000000000",   "100000000000000000000.0"},
    {1.7976931348623157e308, "1.7976931348623157e+308", "1.7976931348623157e+308",
     "1.7976931348623157e+308"                                                                              },
    {5e-324,                 "5e-324",                  "5e-324",                  "5e-324"                 },
    {(double)INFINITY,       "+Inf",                    "+Inf",                    "+Inf"                   },
    {(double)-INFINITY,      "-Inf",                    "-Inf",                    "-Inf"                   },
    {(double)NAN,            "NaN",                     "NaN",                     "NaN"                    },
};

TEST(test_written)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(WRITTEN); i++) {
        const char *const wanted[] = {WRITTEN[i].go, WRITTEN[i].plain, WRITTEN[i].literal};
        for (int style = DOUBLE_GO; style <= DOUBLE_LITERAL; style++) {
            buf_clear(&out);
            double_write(&out, WRITTEN[i].d, (DoubleStyle)style);
            CHECK(str_eq(buf_str(&out), str_c(wanted[style])), "%s in style %d: %.*s",
                  WRITTEN[i].go, style, STR_ARG(buf_str(&out)));
        }
    }
    arena_free(&a);
}

static const struct {
    const char *text;
    bool valid;
    double d;
} READ[] = {
    {"1",         true,  1                },
    {"+1.5",      true,  1.5              },
    {"-.5",       true,  -.5              },
    {"1.",        true,  1                },
    {"1e3",       true,  1000             },
    {"1E-3",      true,  .001             },
    {"0x1p-2",    true,  .25              },
    {"inf",       true,  (double)INFINITY },
    {"-Infinity", true,  (double)-INFINITY},
    {"1e400",     false, 0                },
    {"",          false, 0                },
    {"+",         false, 0                },
    {"--1",       false, 0                },
    {" 1",        false, 0                },
    {"1 ",        false, 0                },
    {"1e",        false, 0                },
    {"0x10",      false, 0                },
    {"1_000",     false, 0                },
    {"nan(1)",    false, 0                },
    {"infx",      false, 0                },
};

TEST(test_read)
{
    for (size_t i = 0; i < COUNT(READ); i++) {
        double d = 0;
        bool valid = double_parse(str_c(READ[i].text), &d);
        CHECK(valid == READ[i].valid && d == READ[i].d, "'%s': %d, %g", READ[i].text, valid, d);
    }
    double nan = 0;
    CHECK(double_parse(STR("NaN"), &nan) && isnan(nan), "NaN");
    uint64_t u = 0;
    CHECK(uint_parse(STR("18446744073709551615"), &u) && u == UINT64_MAX, "the largest uint");
    CHECK(!uint_parse(STR("18446744073709551616"), &u), "one more");
    CHECK(!uint_parse(STR("+1"), &u) && !uint_parse(STR(""), &u), "a sign, or nothing");
}

TESTS(cmocka_unit_test(test_written), cmocka_unit_test(test_read))
