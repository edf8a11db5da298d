#include "cel/timestamp.h"

#include <unistd.h>

#include "check.h"

static const struct {
    const char *text;
    bool valid;
    int64_t seconds;
    uint32_t nanos;
    const char *written; /* NULL: as it was read */
} READ[] = {
    {"1970-01-01T00:00:00Z",            true,  0,               0,         NULL                  },
    {"1969-12-31T23:59:59.5Z",          true,  -1,              500000000, NULL                  },
    {"2024-02-29T12:00:00Z",            true,  1709208000,      0,         NULL                  },
    {"0001-01-01T00:00:00Z",            true,  TIMESTAMP_FIRST, 0,         NULL                  },
    {"9999-12-31T23:59:59.999999999Z",  true,  TIMESTAMP_LAST,  999999999, NULL                  },
    {"2026-01-01T01:00:00+01:00",       true,  1767225600,      0,         "2026-01-01T00:00:00Z"},
    {"2026-01-01T00:00:00.1234567899Z", true,  1767225600,      123456789,
     "2026-01-01T00:00:00.123456789Z"                                                            },
    {"0001-01-01T00:00:00+00:01",       false, 0,               0,         NULL                  },
    {"9999-12-31T23:59:59-00:01",       false, 0,               0,         NULL                  },
    {"2023-02-29T00:00:00Z",            false, 0,               0,         NULL                  },
    {"2026-13-01T00:00:00Z",            false, 0,               0,         NULL                  },
    {"2026-01-01T24:00:00Z",            false, 0,               0,         NULL                  },
    {"2026-01-01T00:00:60Z",            false, 0,               0,         NULL                  },
    {"2026-01-01T00:00:00",             false, 0,               0,         NULL                  },
    {"2026-01-01t00:00:00z",            false, 0,               0,         NULL                  },
    {"2026-01-01 00:00:00Z",            false, 0,               0,         NULL                  },
    {"2026-01-01T00:00:00.Z",           false, 0,               0,         NULL                  },
    {"2026-01-01",                      false, 0,               0,         NULL                  },
    {"",                                false, 0,               0,         NULL                  },
};

TEST(test_read)
{
    Arena a;
    Buf out;
    arena_init(&a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(READ); i++) {
        Timestamp t = {0, 0};
        bool valid = timestamp_parse(str_c(READ[i].text), &t);
        CHECK(valid == READ[i].valid && t.seconds == READ[i].seconds && t.nanos == READ[i].nanos,
              "'%s': %d, %lld.%09u", READ[i].text, valid, (long long)t.seconds, t.nanos);
        if (!valid)
            continue;
        buf_clear(&out);
        timestamp_write(&out, t);
        CHECK(str_eq(buf_str(&out), str_c(READ[i].written ? READ[i].written : READ[i].text)),
              "'%s': '%.*s'", READ[i].text, STR_ARG(buf_str(&out)));
    }
    arena_free(&a);
}

TEST(test_calendar)
{
    Civil c = timestamp_civil(1709208000); /* 2024-02-29T12:00:00Z, a Thursday */
    CHECK(c.year == 2024 && c.month == 2 && c.day == 29 && c.hour == 12, "the date");
    CHECK(c.weekday == 4 && c.yearday == 59, "weekday %d, day %d", c.weekday, c.yearday);
    c = timestamp_civil(-1);
    CHECK(c.year == 1969 && c.month == 12 && c.day == 31 && c.second == 59 && c.weekday == 3,
          "a second before the epoch");
    for (int64_t day = -800000; day < 3000000; day += 997) {
        c = timestamp_civil(day * 86400);
        CHECK(days_of(c.year, c.month, c.day) == day, "day %lld", (long long)day);
        CHECK(c.weekday >= 0 && c.weekday < 7 && c.yearday >= 0 && c.yearday < 366, "its parts");
    }
}

static const struct {
    const char *zone;
    int64_t seconds, offset;
    bool known, needs_data;
} ZONES[] = {
    {"UTC",              0,          0,      true,  false},
    {"+05:30",           0,          19800,  true,  false},
    {"-08:00",           0,          -28800, true,  false},
    {"05:30",            0,          19800,  true,  false},
    {"+5:30",            0,          0,      false, false},
    {"+24:00",           0,          0,      false, false},
    {"../../etc/passwd", 0,          0,      false, false},
    {"/etc/localtime",   0,          0,      false, false},
    {"Europe",           0,          0,      false, true },
    {"Mars/Olympus",     0,          0,      false, false},
    {"Europe/Berlin",    1767225600, 3600,   true,  true }, /* January 2026 */
    {"Europe/Berlin",    1782864000, 7200,   true,  true }, /* July 2026 */
    {"Europe/Berlin",    4102444800, 3600,   true,  true }, /* 2100: by the rule in the footer */
    {"Europe/Berlin",    4118083200, 7200,   true,  true }, /* summer 2100 */
    {"America/New_York", 1782864000, -14400, true,  true },
    {"Australia/Sydney", 1767225600, 39600,  true,  true }, /* summer over the turn of the year */
    {"Australia/Sydney", 4118083200, 36000,  true,  true },
    {"Asia/Kolkata",     4102444800, 19800,  true,  true },
};

TEST(test_zones)
{
    bool data = access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0;
    for (size_t i = 0; i < COUNT(ZONES); i++) {
        int64_t offset = 0;
        const char *why = NULL;
        bool known = zone_offset(str_c(ZONES[i].zone), ZONES[i].seconds, &offset, &why);
        if (ZONES[i].needs_data && !data)
            continue;
        CHECK(known == ZONES[i].known, "%s: %s", ZONES[i].zone, why);
        CHECK(!known || offset == ZONES[i].offset, "%s at %lld: %lld", ZONES[i].zone,
              (long long)ZONES[i].seconds, (long long)offset);
    }
}

TESTS(cmocka_unit_test(test_read), cmocka_unit_test(test_calendar), cmocka_unit_test(test_zones))
