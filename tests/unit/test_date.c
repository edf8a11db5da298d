#include "base/date.h"

#include "check.h"

static const struct {
    const char *text;
    bool valid;
    int64_t days; /* since 1970 */
} ROWS[] = {
    {"1970-01-01",  true,  0    },
    {"1972-02-29",  true,  789  },
    {"1972-03-01",  true,  790  },
    {"2000-02-29",  true,  11016},
    {"2026-11-30",  true,  20787},
    {"2027-01-01",  true,  20819},
    {"2100-03-01",  true,  47541},
    {"2100-02-29",  false, 0    },
    {"2026-02-29",  false, 0    },
    {"2026-11-31",  false, 0    },
    {"2026-13-01",  false, 0    },
    {"2026-00-10",  false, 0    },
    {"2026-10-00",  false, 0    },
    {"1969-12-31",  false, 0    },
    {"2026--1-01",  false, 0    },
    {"2026-11-3",   false, 0    },
    {"2026/11/30",  false, 0    },
    {"30-11-2026",  false, 0    },
    {"2026-11-30 ", false, 0    },
    {"",            false, 0    },
};

TEST(test_dates)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        int64_t seconds = 0;
        bool valid = date_parse(str_c(ROWS[i].text), &seconds);
        CHECK(valid == ROWS[i].valid && seconds == ROWS[i].days * DAY_SECONDS, "'%s': %d, %lld",
              ROWS[i].text, valid, (long long)seconds);
    }
}

TESTS(cmocka_unit_test(test_dates))
