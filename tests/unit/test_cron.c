/* Which cron expressions a budget may have. */
#include "tests/check.h"

#include "kube/cron.h"

static const struct {
    const char *text;
    bool valid;
} ROWS[] = {
    {"0 9 * * 1-5",                true },
    {"0 9 * * mon-fri",            true },
    {"*/15 0-6,20-23 1 JAN,dec ?", true },
    {"@daily",                     true },
    {"@hourly",                    true },
    {"0 0 * * sat-sun",            false},
    {"0 0 * * 7",                  false},
    {"0 0 0 * *",                  false},
    {"60 0 * * *",                 false},
    {"0 24 * * *",                 false},
    {"0 9 * * 1-5 2026",           false},
    {"0 9 * *",                    false},
    {"@dailyX",                    false},
    {"@every 1h",                  false},
    {"0 9 * * 1-3-5",              false},
    {"*/0 * * * *",                false},
    {"0 9 * * frid",               false},
    {"",                           false},
    {"TZ=UTC 0 9 * * 1",           false},
    {"0 9 , * *",                  false},
    {"-1 9 * * *",                 false},
};

static void test_cron(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const char *why = NULL;
        bool valid = cron_valid(str_c(ROWS[i].text), &why);
        CHECK(valid == ROWS[i].valid, "'%s': %s", ROWS[i].text, valid ? "valid" : why);
        CHECK(valid || why, "'%s': no reason", ROWS[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cron)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
