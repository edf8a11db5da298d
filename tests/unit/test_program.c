/* What a program tells beside its value: names that are newer than a Kubernetes version, and
 * constants that can only fail. */
#include "check.h"

#include <string.h>

#include "cel_try.h"

static const struct {
    const char *expr, *names; /* of what came after 1.0, each as name/version */
} NEWER[] = {
    {"1 == 1 && 'a'.matches('b') && 'a'.find('b') == ''", ""                                             },
    {"[1].isSorted() && [1].sum() == [1].min()",          ""                                             },
    {"url('https://a').getHost() == 'a'.lowerAscii()",    ""                                             },
    {"1 < 2.0",                                           "</28"                                         },
    {"object.?a.orValue(1)",                              ".?/28 orValue/28"                             },
    {"object[?'a'].hasValue()",                           "[?/28 hasValue/28"                            },
    {"[?object.?a]",                                      ".?/28 ?/28"                                   },
    {"{?'a': object.?a}",                                 ".?/28 ?/28"                                   },
    {"object.?a.optMap(x, x)",                            "optMap/28 .?/28"                              },
    {"optional.of(1).optFlatMap(x, optional.of(x))",      "optFlatMap/28 optional.of/28"                 },
    {"quantity('1').isGreaterThan(quantity('2'))",        "quantity/28 isGreaterThan/28"                 },
    {"sets.contains([1], [1])",                           "sets.contains/29"                             },
    {"strings.quote('a')",                                "strings.quote/29"                             },
    {"ip('::1').family() == 6 && isCIDR('a')",            "ip/30 family/30 isCIDR/30"                    },
    {"format.dns1123Label().validate('a').hasValue()",
     "format.dns1123Label/31 validate/31 hasValue/28"                                                    },
    {"[1].all(i, v, v > i)",                              "all/32"                                       },
    {"[1].transformList(i, v, v)",                        "transformList/32"                             },
    {"semver('1.0.0').major()",                           "semver/33 major/33"                           },
    {"[1].slice(0, 1).flatten()",                         "slice/34 flatten/34"                          },
    {"[1].sortBy(x, x)",                                  "sortBy/34"                                    },
    {"lists.range(3).reverse().distinct().sort()",        "lists.range/34 reverse/34 distinct/34 sort/34"},
    {"[1].includes(1)",                                   "includes/37"                                  },
};

static CelTry make_try(Arena *a)
{
    CelTry t;
    try_init(&t, a, CEL_PROFILE_RULE);
    try_set(&t, "object", "dyn", cel_null());
    return t;
}

static CelProgram *compiled(CelTry *t, const char *expr)
{
    Str why;
    CelProgram *p = try_compile(t, expr, &why);
    CHECK(p != NULL, "%s: %.*s", expr, STR_ARG(why));
    return p;
}

TEST(test_newer)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t = make_try(&a);
    for (size_t i = 0; i < COUNT(NEWER); i++) {
        size_t count = 0;
        const CelNewer *list = cel_program_newer(&a, compiled(&t, NEWER[i].expr), 0, &count);
        Buf out;
        buf_init(&out, &a, SIZE_MAX);
        for (size_t k = 0; k < count; k++)
            buf_printf(&out, "%s%.*s/%u", k ? " " : "", STR_ARG(list[k].name), list[k].since);
        CHECK(str_eq(buf_str(&out), str_c(NEWER[i].names)), "%s: got %.*s", NEWER[i].expr,
              STR_ARG(buf_str(&out)));
    }
    size_t count = 1;
    (void)cel_program_newer(&a, compiled(&t, "ip('::1') == ip('::1')"), 30, &count);
    CHECK(count == 0, "1.30 has ip()");
    arena_free(&a);
}

static const struct {
    const char *expr, *at; /* the part that is warned of; "" for none */
} WARNED[] = {
    {"1 / 0 > 3",                                      "1 / 0"                  },
    {"false && 2/0 > 3",                               "2/0"                    },
    {"duration('1y') < duration('1h')",                "duration('1y')"         },
    {"quantity('1GB').isGreaterThan(quantity('1Gi'))", "quantity('1GB')"        },
    {"object == 1 || semver('9.0').major() == 1",      "semver('9.0')"          },
    {"[1].all(x, x > 9223372036854775807 + 1)",        "9223372036854775807 + 1"},
    {"object.a / 0 == 1",                              ""                       },
    {"duration('1h') == duration('60m')",              ""                       },
};

TEST(test_warnings)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t = make_try(&a);
    for (size_t i = 0; i < COUNT(WARNED); i++) {
        const CelProgram *p = compiled(&t, WARNED[i].expr);
        const CelWarning *w = cel_program_warning(p, 0);
        Str at = w ? str_slice(cel_program_text(p), w->at.off, w->at.off + w->at.len) : STR("");
        CHECK(str_eq(at, str_c(WARNED[i].at)) && !cel_program_warning(p, 1), "%s: at %.*s",
              WARNED[i].expr, STR_ARG(at));
    }
    arena_free(&a);
}

/* Each `let` reads the one before: chains of short ones are as long as they like, but not of deep
 * ones, which would add up on the stack. */
static const char *of_chain(Arena *a, const char *link, size_t links)
{
    CelTry t = make_try(a);
    t.env = cel_env_new(a, CEL_PROFILE_FULL);
    CelValue *slots = arena_array(a, CelValue, links + 1);
    slots[cel_env_var(t.env, STR("x"), "dyn")] = cel_int(1);
    for (size_t i = 0; i < links; i++) {
        CelProgram *p = compiled(&t, link);
        slots[cel_env_var(t.env, STR("x"), "dyn")] = cel_lazy(p);
    }
    CelEval ev = try_eval(&t);
    ev.slots = ev.slots_mutable = slots;
    CelValue v = cel_eval(&ev, compiled(&t, "x"));
    return v.kind != CEL_ERROR                  ? "a value"
           : v.as.error->code == CEL_ERR_BUDGET ? "the budget"
                                                : "another error";
}

TEST(test_nested)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Buf deep;
    buf_init(&deep, &a, SIZE_MAX);
    for (size_t i = 1; i < LIMIT_DEPTH; i++)
        buf_add(&deep, STR("-("));
    buf_char(&deep, 'x');
    for (size_t i = 1; i < LIMIT_DEPTH; i++)
        buf_char(&deep, ')');
    const char *of_depth = arena_copy(&a, buf_str(&deep)).ptr;
    CHECK(strcmp(of_chain(&a, "x + 1", 200), "a value") == 0, "short ones");
    CHECK(strcmp(of_chain(&a, of_depth, 4), "a value") == 0, "a few deep ones");
    CHECK(strcmp(of_chain(&a, of_depth, 5), "the budget") == 0, "one more");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_newer), cmocka_unit_test(test_warnings), cmocka_unit_test(test_nested))
