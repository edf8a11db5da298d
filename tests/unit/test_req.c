/* Requirements: Karpenter's algebra, and what placeholders leave open. */
#include "tests/check_arena.h"

#include "kube/req.h"

/* "In a b", "Gt 4", "?In a": the question mark says that a placeholder takes part. */
static Req req_of(const char *text)
{
    static const struct {
        const char *name;
        ReqOp op;
    } OPS[] = {
        {"In",     REQ_IN            },
        {"NotIn",  REQ_NOT_IN        },
        {"Exists", REQ_EXISTS        },
        {"No",     REQ_DOES_NOT_EXIST},
        {"Gt",     REQ_GT            },
        {"Lt",     REQ_LT            },
        {"Gte",    REQ_GTE           },
        {"Lte",    REQ_LTE           }
    };
    ReqSource s = {.key = STR("k"), .op = REQ_BAD};
    Str rest = str_c(text), word;
    if (str_starts(rest, STR("?"))) {
        s.unknown = true;
        rest = str_skip(rest, 1);
    }
    while (str_next(&rest, ' ', &word)) {
        bool op = s.op == REQ_BAD;
        for (size_t i = 0; op && i < COUNT(OPS); i++)
            if (str_eq(word, str_c(OPS[i].name)))
                s.op = OPS[i].op;
        if (!op)
            *vec_push(&arena, &s.values) = word;
    }
    return req_from(&arena, &s);
}

static const struct {
    const char *x, *y;
    Tri meet;
    ReqOp op; /* of the intersection */
    size_t values;
} PAIRS[] = {
    {"In a b",                 "In b c",  TRI_YES,     REQ_IN,             1},
    {"In a",                   "In b",    TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"In a b",                 "NotIn a", TRI_YES,     REQ_IN,             1},
    {"In a",                   "NotIn a", TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"NotIn a",                "NotIn b", TRI_YES,     REQ_NOT_IN,         2},
    {"Exists",                 "NotIn a", TRI_YES,     REQ_NOT_IN,         1},
    {"Exists",                 "No",      TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"No",                     "No",      TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"In 4 8 16",              "Gt 4",    TRI_YES,     REQ_IN,             2},
    {"In 4 8 16",              "Lt 4",    TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"In 4 8 16",              "Gte 16",  TRI_YES,     REQ_IN,             1},
    {"In 4 8 16",              "Lte 8",   TRI_YES,     REQ_IN,             2},
    {"Gt 4",                   "Lt 6",    TRI_YES,     REQ_EXISTS,         0},
    {"Gt 4",                   "Lt 5",    TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"Gt 9223372036854775807", "Exists",  TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"In x",                   "Gt 4",    TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"NotIn 3",                "Gt 4",    TRI_YES,     REQ_EXISTS,         0},
    {"?In a",                  "In a b",  TRI_YES,     REQ_IN,             1},
    {"?In a",                  "In b",    TRI_UNKNOWN, REQ_DOES_NOT_EXIST, 0},
    {"?In",                    "No",      TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"?NotIn a",               "In a",    TRI_NO,      REQ_DOES_NOT_EXIST, 0},
    {"?NotIn a",               "In b",    TRI_UNKNOWN, REQ_DOES_NOT_EXIST, 0},
    {"?In",                    "?In",     TRI_UNKNOWN, REQ_DOES_NOT_EXIST, 0},
    {"?NotIn a",               "Exists",  TRI_UNKNOWN, REQ_NOT_IN,         1},
};

TEST(test_pairs)
{
    for (size_t i = 0; i < COUNT(PAIRS); i++) {
        Req x = req_of(PAIRS[i].x), y = req_of(PAIRS[i].y);
        Tri forth = req_intersects(&x, &y), back = req_intersects(&y, &x);
        CHECK(forth == PAIRS[i].meet && back == PAIRS[i].meet, "%s with %s: %d and %d", PAIRS[i].x,
              PAIRS[i].y, (int)forth, (int)back);
        Req both = req_intersect(&arena, &x, &y);
        CHECK(req_op(&both) == PAIRS[i].op && both.values.len == PAIRS[i].values,
              "%s with %s: operator %d, %zu values", PAIRS[i].x, PAIRS[i].y, (int)req_op(&both),
              both.values.len);
    }
}

static const struct {
    const char *req, *value;
    Tri allowed;
} VALUES[] = {
    {"In a",     "a", TRI_YES    },
    {"In a",     "b", TRI_NO     },
    {"NotIn a",  "a", TRI_NO     },
    {"NotIn a",  "b", TRI_YES    },
    {"Exists",   "a", TRI_YES    },
    {"No",       "a", TRI_NO     },
    {"Gt 4",     "4", TRI_NO     },
    {"Gt 4",     "5", TRI_YES    },
    {"Gt 4",     "x", TRI_NO     },
    {"Lt 4",     "3", TRI_YES    },
    {"?In a",    "a", TRI_YES    },
    {"?In a",    "b", TRI_UNKNOWN},
    {"?NotIn a", "a", TRI_NO     },
    {"?NotIn a", "b", TRI_UNKNOWN},
    {"Gt four",  "9", TRI_UNKNOWN},
};

TEST(test_values)
{
    for (size_t i = 0; i < COUNT(VALUES); i++) {
        Req r = req_of(VALUES[i].req);
        Tri allowed = req_allows(&r, str_c(VALUES[i].value));
        CHECK(allowed == VALUES[i].allowed, "%s of %s: %d", VALUES[i].value, VALUES[i].req,
              (int)allowed);
    }
}

static const struct {
    const char *what, *node, *pod; /* node NULL: not defined there */
    Tri meet;
} KEYS[] = {
    {"a custom key that nobody defines", NULL,     "In red",    TRI_NO     },
    {"which the pod only excludes",      NULL,     "NotIn red", TRI_YES    },
    {"which the pod wants absent",       NULL,     "No",        TRI_YES    },
    {"which it may want absent",         NULL,     "?Gt 4",     TRI_UNKNOWN},
    {"the same value",                   "In red", "In red",    TRI_YES    },
    {"another value",                    "In red", "In blue",   TRI_NO     },
    {"any value",                        "Exists", "In blue",   TRI_YES    },
    {"both exclude all",                 "No",     "NotIn red", TRI_YES    },
    {"absent, and required",             "No",     "Exists",    TRI_NO     },
    {"a placeholder on the node's side", "?In",    "In red",    TRI_UNKNOWN},
};

TEST(test_keys)
{
    for (size_t i = 0; i < COUNT(KEYS); i++) {
        Req pod = req_of(KEYS[i].pod), node = req_of(KEYS[i].node ? KEYS[i].node : "Exists");
        Tri t = KEYS[i].node ? req_pair(&node, &pod) : req_undefined(&pod);
        CHECK(t == KEYS[i].meet, "%s: %d", KEYS[i].what, (int)t);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_pairs), cmocka_unit_test(test_values),
               cmocka_unit_test(test_keys))
