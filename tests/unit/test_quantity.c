#include "base/quantity.h"

#include <string.h>

#include "check.h"

static const struct {
    const char *text, *written; /* written NULL: refused */
    int64_t units, milli;
    bool integer;
} READ[] = {
    {"0",                                      "0",                                      0,                   0,                  true },
    {"1",                                      "1",                                      1,                   1000,               true },
    {"-",                                      "0",                                      0,                   0,                  true },
    {"+5",                                     "5",                                      5,                   5000,               true },
    {"-5",                                     "-5",                                     -5,                  -5000,              true },
    {"-0",                                     "0",                                      0,                   0,                  true },
    {"007",                                    "7",                                      7,                   7000,               true },
    {"5.",                                     "5",                                      5,                   5000,               true },
    {".5",                                     "500m",                                   1,                   500,                false},
    {"1.5",                                    "1500m",                                  2,                   1500,               false},
    {"1500m",                                  "1500m",                                  2,                   1500,               false},
    {"1000m",                                  "1",                                      1,                   1000,               false},
    {"1k",                                     "1k",                                     1000,                1000000,            true },
    {"1000k",                                  "1M",                                     1000000,             1000000000,         true },
    {"1.5k",                                   "1500",                                   1500,                1500000,            true },
    {"1E",                                     "1E",                                     1000000000000000000, INT64_MAX,          true },
    {"1E3",                                    "1e3",                                    1000,                1000000,            true },
    {"1e3",                                    "1e3",                                    1000,                1000000,            true },
    {"12e2",                                   "1200",                                   1200,                1200000,            true },
    {"1e-3",                                   "1e-3",                                   1,                   1,                  false},
    {"10E",                                    "10E",                                    INT64_MAX,           INT64_MAX,          false},
    {"1Ki",                                    "1Ki",                                    1024,                1024000,            true },
    {"1023Ki",                                 "1023Ki",                                 1047552,             1047552000,         true },
    {"1000Mi",                                 "1000Mi",                                 1048576000,          1048576000000,      true },
    {"2048Mi",                                 "2Gi",                                    2147483648,          2147483648000,      true },
    {"1.5Gi",                                  "1536Mi",                                 1610612736,          1610612736000,      false},
    {"0.5Ki",                                  "512",                                    512,                 512000,             false},
    {"100Ti",                                  "100Ti",                                  109951162777600,     109951162777600000, false},
    {"8Ei",                                    "9223372036854775807",                    INT64_MAX,           INT64_MAX,          false},
    {"Mi",                                     "0",                                      0,                   0,                  true },
    {"Pi",                                     NULL,                                     0,                   0,                  false},
    {"0.1n",                                   "1n",                                     1,                   1,                  false},
    {"1.0000000001",                           "1000000001n",                            2,                   1001,               false},
    {"0.000000000000000000000000000000001Ki",  "1n",                                     1,                   1,                  false},
    {"99999999999999999999999999999999999999", "99999999999999999999999999999999999999", INT64_MAX,
     INT64_MAX,                                                                                                                   false},
    {"",                                       NULL,                                     0,                   0,                  false},
    {" 1",                                     NULL,                                     0,                   0,                  false},
    {"1 Gi",                                   NULL,                                     0,                   0,                  false},
    {"1GB",                                    NULL,                                     0,                   0,                  false},
    {"1K",                                     NULL,                                     0,                   0,                  false},
    {"1ki",                                    NULL,                                     0,                   0,                  false},
    {"0x10",                                   NULL,                                     0,                   0,                  false},
    {"1.2.3",                                  NULL,                                     0,                   0,                  false},
    {"1e",                                     NULL,                                     0,                   0,                  false},
    {"1e-+3",                                  NULL,                                     0,                   0,                  false},
    {"1e99999999999",                          NULL,                                     0,                   0,                  false},
    {"1MiG",                                   NULL,                                     0,                   0,                  false},
};

TEST(test_read)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(READ); i++) {
        Quantity q;
        const char *why = NULL;
        bool read = quantity_parse(str_c(READ[i].text), &q, &why);
        CHECK(read == (READ[i].written != NULL), "'%s': read %d, %s", READ[i].text, read, why);
        if (!read)
            continue;
        buf_clear(&out);
        quantity_write(&out, &q);
        CHECK(str_eq(buf_str(&out), str_c(READ[i].written)), "'%s': written '%.*s'", READ[i].text,
              STR_ARG(buf_str(&out)));
        CHECK(quantity_units(&q) == READ[i].units, "'%s': %lld units", READ[i].text,
              (long long)quantity_units(&q));
        CHECK(quantity_milli(&q) == READ[i].milli, "'%s': %lld milli", READ[i].text,
              (long long)quantity_milli(&q));
        CHECK(q.integer == READ[i].integer, "'%s': integer %d", READ[i].text, q.integer);
    }
    arena_free(&a);
}

static const struct {
    const char *a, *b;
    int order;
} ORDER[] = {
    {"1",                                      "1000m",                                  0 },
    {"1Gi",                                    "1G",                                     1 },
    {"-1",                                     "1",                                      -1},
    {"-2",                                     "-1",                                     -1},
    {"0",                                      "-0",                                     0 },
    {"1n",                                     "0",                                      1 },
    {"0.1",                                    "100m",                                   0 },
    {"1E3",                                    "1k",                                     0 },
    {"99999999999999999999999999999999999999", "99999999999999999999999999999999999998", 1 },
};

static Quantity read_quantity(const char *text)
{
    Quantity q;
    const char *why;
    CHECK(quantity_parse(str_c(text), &q, &why), "'%s': %s", text, why);
    return q;
}

TEST(test_order)
{
    for (size_t i = 0; i < COUNT(ORDER); i++) {
        Quantity a = read_quantity(ORDER[i].a), b = read_quantity(ORDER[i].b);
        CHECK(quantity_cmp(&a, &b) == ORDER[i].order, "%s, %s", ORDER[i].a, ORDER[i].b);
        CHECK(quantity_cmp(&b, &a) == -ORDER[i].order, "%s, %s", ORDER[i].b, ORDER[i].a);
    }
}

static const struct {
    const char *a, *b, *sum, *rest;
} SUMS[] = {
    {"1",                    "2",     "3",                    "-1"                  },
    {"1Gi",                  "512Mi", "1536Mi",               "512Mi"               },
    {"100m",                 "900m",  "1",                    "-800m"               },
    {"-1",                   "1",     "0",                    "-2"                  },
    {"0",                    "1Ki",   "1Ki",                  "-1Ki"                },
    {"18446744073709551616", "1",     "18446744073709551617", "18446744073709551615"},
};

TEST(test_sums)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(SUMS); i++) {
        Quantity x = read_quantity(SUMS[i].a), y = read_quantity(SUMS[i].b);
        Quantity sum = quantity_add(&x, &y), rest = quantity_sub(&x, &y);
        buf_clear(&out);
        quantity_write(&out, &sum);
        CHECK(str_eq(buf_str(&out), str_c(SUMS[i].sum)), "%s + %s: %.*s", SUMS[i].a, SUMS[i].b,
              STR_ARG(buf_str(&out)));
        buf_clear(&out);
        quantity_write(&out, &rest);
        CHECK(str_eq(buf_str(&out), str_c(SUMS[i].rest)), "%s - %s: %.*s", SUMS[i].a, SUMS[i].b,
              STR_ARG(buf_str(&out)));
    }
    arena_free(&a);
}

TEST(test_products)
{
    Quantity gib = read_quantity("1Gi"), half = read_quantity("0.5"), most = quantity_of(INT64_MAX);
    Quantity q = quantity_mul(&gib, 640);
    CHECK(quantity_units(&q) == 687194767360 && q.integer, "640 x 1Gi");
    q = quantity_mul(&half, -3);
    CHECK(quantity_milli(&q) == -1500 && q.negative, "-3 x 0.5");
    q = quantity_mul(&most, INT64_C(1) << 40);
    CHECK(quantity_units(&q) == INT64_MAX && quantity_cmp(&q, &most) > 0, "beyond 64 bits");
    q = quantity_mul(&half, 0);
    CHECK(quantity_units(&q) == 0 && !q.negative, "times zero");
    q = quantity_of(INT64_MIN);
    CHECK(q.negative && quantity_double(&q) < -9.2e18, "the smallest int");
    q = read_quantity("0.1");
    CHECK(quantity_double(&q) > 0.09999999999999999 && quantity_double(&q) < 0.10000000000000002,
          "0.1 as a double");
    q = read_quantity("1e300");
    Quantity more = quantity_add(&q, &q);
    CHECK(quantity_cmp(&q, &more) == 0, "what is above 256 bits is the largest value");
}

TESTS(cmocka_unit_test(test_read), cmocka_unit_test(test_order), cmocka_unit_test(test_sums),
      cmocka_unit_test(test_products))
