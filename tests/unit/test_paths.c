/* What programs read of a variable, and the parts that && joins. */
#include "cel/device.h"

#include <string.h>

#include "cel_try.h"
#include "check.h"

/* Paths as domain steps joined by '/', '?' behind one that may be absent, '=' where it is compared
 * with a constant. */
static const struct {
    const char *expr, *paths;
    size_t clauses;
} ROWS[] = {
    {"device.driver == 'a'",                                                       "driver=",                           1},
    {"device.attributes['a.b'].c == 1 && device.capacity['a.b']['d'].isInteger()",
     "attributes/a.b/c= capacity/a.b/d",                                                                                2},
    {"has(device.attributes['a.b'].c) && true && false",                           "attributes/a.b/c?",                 3},
    {"'c' in device.attributes['a.b'] || device.driver == 'x'",                    "attributes/a.b/c? driver=",         1},
    {"device.attributes['a.b'].?c.orValue(1) == 1",                                "attributes/a.b/c?",                 1},
    {"device.attributes[?'a.b'].?c.orValue(1) == 1",                               "attributes/a.b/c?",                 1},
    {"cel.bind(d, device.attributes['a.b'], d.c == d.e)",                          "attributes/a.b/c attributes/a.b/e", 1},
    {"cel.bind(d, 1, d == 1) && device.driver in ['x', 'y']",                      "driver=",                           2},
    {"device.attributes[device.driver].c == 1",                                    "attributes driver",                 1},
    {"device.attributes.all(d, d == 'x')",                                         "attributes",                        1},
    {"[1].all(i, device.attributes['a.b'].c == i)",                                "attributes/a.b/c",                  1},
};

static void write_path(Buf *out, const CelPath *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        buf_add(out, i ? STR("/") : STR(""));
        buf_add(out, p->steps[i]);
    }
    buf_add(out, p->asks ? STR("?") : STR(""));
    buf_add(out, p->with ? STR("=") : STR(""));
}

TEST(test_paths)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t = {.arena = &a, .env = cel_device_env(&a)};
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Str why;
        CelProgram *p = try_compile(&t, ROWS[i].expr, &why);
        CHECK(p != NULL, "%s: %.*s", ROWS[i].expr, STR_ARG(why));
        size_t count;
        const CelPath *paths = cel_program_paths(&a, p, 0, &count);
        Buf out;
        buf_init(&out, &a, 1000);
        for (size_t k = 0; k < count; k++) {
            buf_add(&out, k ? STR(" ") : STR(""));
            write_path(&out, &paths[k]);
        }
        CHECK(str_eq(buf_str(&out), str_c(ROWS[i].paths)), "%s: %.*s", ROWS[i].expr,
              STR_ARG(buf_str(&out)));
        CHECK(cel_program_clauses(p) == ROWS[i].clauses, "%s: %zu clauses", ROWS[i].expr,
              cel_program_clauses(p));
    }
    arena_free(&a);
}

TEST(test_clauses)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t = {.arena = &a, .env = cel_env_new(&a, CEL_PROFILE_DRA)};
    Str why;
    const char *text = "1 == 1 && cel.bind(x, 2, x > 3) && 'a' == 'b'";
    CelProgram *p = try_compile(&t, text, &why);
    static const bool VALUES[] = {true, false, false};
    CelEval ev = try_eval(&t);
    for (size_t i = 0; i < COUNT(VALUES); i++) {
        CelValue v = cel_eval_clause(&ev, p, i);
        CHECK(v.kind == CEL_BOOL && cel_bool_of(v) == VALUES[i], "clause %zu", i);
    }
    Span at = cel_program_clause(p, 2);
    CHECK(str_eq(str_slice(str_c(text), at.off, at.off + at.len), STR("'a' == 'b'")), "span %u+%u",
          at.off, at.len);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_paths), cmocka_unit_test(test_clauses))
