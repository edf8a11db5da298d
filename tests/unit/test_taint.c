/* Tolerations against taints. */
#include "tests/check.h"

#include "kube/taint.h"

static const struct {
    const char *what;
    Taint taint;
    Toleration toleration;
    Tri matches;
} ROWS[] = {
#define TAINT(k, v, e)                                     \
    {                                                      \
        STR_INIT(k), STR_INIT(v), STR_INIT(e), false, NULL \
    }
#define TOLERATES(k, o, v, e)                                           \
    {                                                                   \
        STR_INIT(k), STR_INIT(o), STR_INIT(v), STR_INIT(e), false, NULL \
    }
    {"Exists",               TAINT("gpu",            "x",                                 "NoSchedule"),                                                                  TOLERATES("gpu", "Exists", "", ""), TRI_YES},
    {"another key",              TAINT("gpu",                                  "",                                                                  "NoSchedule"),                                                                                                                                         TOLERATES("cpu", "Exists", "", ""), TRI_NO},
    {"Exists without key",          TAINT("gpu",        "",        "NoSchedule"),        TOLERATES("", "Exists", "", ""),
                          TRI_YES},
    {"equal values",              TAINT("gpu",                                  "a",                                                                  "NoSchedule"),                                                                                                                                          TOLERATES("gpu", "Equal", "a", ""), TRI_YES},
    {"other values",   TAINT("gpu",     "a",                               "NoSchedule"),                                                                                         TOLERATES("gpu", "Equal", "b", ""), TRI_NO},
    {"value against none",              TAINT("gpu",                                  "",                                                                  "NoSchedule"),                                                                                                                                                             TOLERATES("gpu", "Equal", "true", ""),
                          TRI_NO},
    {"no operator is Equal",         TAINT("gpu",       "a",      "NoSchedule"),      TOLERATES("gpu", "", "a", ""),
                          TRI_YES},
    {"another effect",               TAINT("gpu",                                  "",                                                                  "NoExecute"),                                                                                                                                         TOLERATES("gpu", "Exists", "", "NoSchedule"),
                          TRI_NO},
    {"no effect is all",         TAINT("gpu",                  "",                                              "NoExecute"),                                                                                 TOLERATES("gpu", "Exists", "", ""),
                          TRI_YES},
    {"greater",               TAINT("tier",                                  "5",                                                                  "NoSchedule"),                                                                                                                                          TOLERATES("tier", "Gt", "4", ""), TRI_YES},
    {"not greater",   TAINT("tier", "4", "NoSchedule"), TOLERATES("tier", "Gt", "4", ""), TRI_NO},
    {"less",               TAINT("tier",                               "3",                                                               "NoSchedule"),                                                                                                                                                              TOLERATES("tier", "Lt", "4", ""), TRI_YES},
    {"no number", TAINT("tier",    "x",                              "NoSchedule"),                                                                                          TOLERATES("tier", "Lt", "4", ""), TRI_NO},
    {"an operator that does not exist",                    TAINT("gpu",                                       "",                                                                       "NoSchedule"),
                          TOLERATES("gpu", "Is", "", ""), TRI_NO},
#undef TAINT
#undef TOLERATES
    {"a placeholder",
                          {STR_INIT("gpu"), STR_INIT(""), STR_INIT("NoSchedule"), true, NULL},
                          {STR_INIT("gpu"), STR_INIT("Exists"), STR_INIT(""), STR_INIT(""), false, NULL},
                          TRI_UNKNOWN    },
};

TEST(test_matches)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Tri t = toleration_matches(&ROWS[i].toleration, &ROWS[i].taint);
        CHECK(t == ROWS[i].matches, "%s: %d", ROWS[i].what, (int)t);
    }
}

TESTS(cmocka_unit_test(test_matches))
