#include "base/duration.h"

#include "check.h"

#define SECONDS INT64_C(1000000000)

static const struct {
    const char *text;
    bool valid;
    int64_t ns;
    const char *written, *brief;
} ROWS[] = {
    {"0",                            true,  0,                 "0s",                        "0s"          },
    {"-0",                           true,  0,                 "0s",                        "0s"          },
    {"1s",                           true,  SECONDS,           "1s",                        "1s"          },
    {"90s",                          true,  90 * SECONDS,      "1m30s",                     "90s"         },
    {"60s",                          true,  60 * SECONDS,      "1m0s",                      "1m"          },
    {"150s",                         true,  150 * SECONDS,     "2m30s",                     "2m30s"       },
    {"1h30m",                        true,  5400 * SECONDS,    "1h30m0s",                   "1h30m"       },
    {"1.5h",                         true,  5400 * SECONDS,    "1h30m0s",                   "1h30m"       },
    {"720h",                         true,  2592000 * SECONDS, "720h0m0s",                  "720h"        },
    {"300ms",                        true,  300000000,         "300ms",                     "300ms"       },
    {"1.5us",                        true,  1500,              "1.5\xc2\xb5s",              "1.5\xc2\xb5s"},
    {"7\xc2\xb5s",                   true,  7000,              "7\xc2\xb5s",                "7\xc2\xb5s"  },
    {"7\xce\xbcs",                   true,  7000,              "7\xc2\xb5s",                "7\xc2\xb5s"  },
    {"3ns",                          true,  3,                 "3ns",                       "3ns"         },
    {".5s",                          true,  500000000,         "500ms",                     "500ms"       },
    {"1.s",                          true,  SECONDS,           "1s",                        "1s"          },
    {"-1.5s",                        true,  -1500000000,       "-1.5s",                     "-1.5s"       },
    {"+1s",                          true,  SECONDS,           "1s",                        "1s"          },
    {"0.9999999999999999999999999s", true,  999999999,         "999.999999ms",              "999.999999ms"},
    {"-9223372036854775808ns",       true,  INT64_MIN,         "-2562047h47m16.854775808s",
     "-2562047h47m16.854775808s"                                                                          },
    {"9223372036854775807ns",        true,  INT64_MAX,         "2562047h47m16.854775807s",
     "2562047h47m16.854775807s"                                                                           },
    {"9223372036854775808ns",        false, 0,                 NULL,                        NULL          },
    {"3000000h",                     false, 0,                 NULL,                        NULL          },
    {"",                             false, 0,                 NULL,                        NULL          },
    {"-",                            false, 0,                 NULL,                        NULL          },
    {"1",                            false, 0,                 NULL,                        NULL          },
    {"1h30",                         false, 0,                 NULL,                        NULL          },
    {"1d",                           false, 0,                 NULL,                        NULL          },
    {"1 s",                          false, 0,                 NULL,                        NULL          },
    {"1e3s",                         false, 0,                 NULL,                        NULL          },
    {".s",                           false, 0,                 NULL,                        NULL          },
    {"--1s",                         false, 0,                 NULL,                        NULL          },
};

TEST(test_durations)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        int64_t ns = 0;
        bool valid = duration_parse(str_c(ROWS[i].text), &ns);
        CHECK(valid == ROWS[i].valid && ns == ROWS[i].ns, "'%s': %d, %lld ns", ROWS[i].text, valid,
              (long long)ns);
        if (!valid)
            continue;
        buf_clear(&out);
        duration_write(&out, ns);
        CHECK(str_eq(buf_str(&out), str_c(ROWS[i].written)), "'%s': '%.*s'", ROWS[i].text,
              STR_ARG(buf_str(&out)));
        buf_clear(&out);
        duration_short(&out, ns);
        CHECK(str_eq(buf_str(&out), str_c(ROWS[i].brief)), "'%s': '%.*s'", ROWS[i].text,
              STR_ARG(buf_str(&out)));
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_durations))
