/* What the planner specialises yields what the general functions do: each expression is tried with
 * a constant, and with a variable of the same value. */
#include "base/quantity.h"
#include "check.h"

#include <string.h>

#include "cel_try.h"

static const char MANIFEST[] = "metadata: {name: web-shop, empty: '', labels: {}, none: null}\n"
                               "spec: {replicas: 1, half: 0.5, list: [1], on: true}\n"
                               "placeholder: ${NAME}\n";

static const char *const SUBJECTS[] = {
    "object",
    "object.metadata",
    "object.metadata.name",
    "object.metadata.empty",
    "object.metadata.none",
    "object.spec.replicas",
    "object.spec.half",
    "object.spec.list",
    "object.placeholder",
    "object.missing",
    "'web-shop'",
    "''",
    "1",
    "1u",
    "1.0",
    "0.0 / 0.0",
    "null",
    "[1]",
    "optional.of('web-shop')",
    "optional.of(optional.of(1))",
    "optional.none()",
    "optional.of(object)",
    "{'metadata': {'name': 1}}",
    "ip('::1')",
};

static const char *const CONSTANTS[] = {
    "1",
    "2",
    "''",
    "'web'",
    "'web-shop'",
    "'shop'",
    "'^web'",
    "'^[a-z]([-a-z]*[a-z])?$'",
    "null",
    "['api', 'web-shop']",
    "['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'web-shop']",
    "['a', 1]",
    "[]",
    "ip('::1')",
};

static const char *const OPERATIONS[] = {
    "x == %s",
    "x != %s",
    "x < %s",
    "x >= %s",
    "x in %s",
    "x.startsWith(%s)",
    "x.endsWith(%s)",
    "x.matches(%s)",
    "x.orValue(%s)",
    "x.?metadata.orValue(%s)",
    "x.?metadata.?name.orValue(%s)",
    "x.?metadata.?none.orValue(%s)",
    "x.?metadata.name.?deep.orValue(%s)",
    "x.?placeholder.?deep.orValue(%s)",
};

static CelValue of_expression(CelTry *t, const char *expr)
{
    Str why;
    CelEval ev = try_eval(t);
    CelProgram *p = try_compile(t, expr, &why);
    CHECK(p != NULL, "%s: %.*s", expr, STR_ARG(why));
    return cel_eval(&ev, p);
}

static void check_operations(CelTry *t, const char *constant)
{
    const char *quoted = arena_printf(t->arena, "dyn(%s)", constant).ptr;
    for (size_t i = 0; i < COUNT(OPERATIONS); i++) {
        const char *at = strstr(OPERATIONS[i], "%s");
        int before = (int)(at - OPERATIONS[i]);
        const char *fast =
            arena_printf(t->arena, "%.*s%s%s", before, OPERATIONS[i], quoted, at + 2).ptr;
        const char *slow = arena_printf(t->arena, "%.*sc%s", before, OPERATIONS[i], at + 2).ptr;
        const char *yes = try_expr(t, fast), *no = try_expr(t, slow);
        CHECK(strcmp(yes, no) == 0, "%s: got %s, want %s", fast, yes, no);
    }
}

static void check_profile(Arena *a, CelProfile profile)
{
    CelTry t;
    try_init(&t, a, profile);
    try_set(&t, "object", "dyn", cel_node(try_yaml(a, MANIFEST)));
    try_set(&t, "x", "dyn", cel_null());
    try_set(&t, "c", "dyn", cel_null());
    for (size_t i = 0; i < COUNT(SUBJECTS); i++) {
        t.slots[1] = of_expression(&t, SUBJECTS[i]);
        for (size_t k = 0; k < COUNT(CONSTANTS); k++) {
            t.slots[2] = of_expression(&t, CONSTANTS[k]);
            check_operations(&t, CONSTANTS[k]);
        }
    }
}

TEST(test_constants)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    check_profile(&a, CEL_PROFILE_FULL);
    check_profile(&a, CEL_PROFILE_RULE);
    arena_free(&a);
}

TEST(test_patterns)
{
    static const char *const PATTERNS[] = {
        "^[a-z]+$",
        "^[a-z]*$",
        "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
        "^[a-z][-a-z0-9]*$",
        "^[a-z](?:[-.]*[z])?$",
        "^[a-z][-]*[z]$",
        "^[a-z][a-z]$",
        "^[-a]([b-]*[c])?$",
        "^[a-]+$",
        "^[a-c-e]*$",
        "^[^a]+$",
        "^[a\\\\]+$",
        "^[ab]+?$",
        "^[a]*[b]*$",
        "^[a]([b]*[c])$",
        "^[a]([b]*[c])*$",
        "^[a|b)]+$",
        "^[a]+[b]$",
    };
    static const char *const TEXTS[] = {"",   "a",   "z",    "-",     "ab",   "a-",   "-a", "a-z",
                                        "az", "abc", "abbc", "a-b-c", "A",    "a\\n", "aé", "a.z",
                                        "ac", "e",   "d",    "|)",    "aaab", "a0-9z"};
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_FULL);
    for (size_t i = 0; i < COUNT(PATTERNS); i++) {
        for (size_t k = 0; k < COUNT(TEXTS); k++) {
            const char *fast = arena_printf(&a, "'%s'.matches('%s')", TEXTS[k], PATTERNS[i]).ptr;
            const char *slow =
                arena_printf(&a, "'%s'.matches('(?:%s)')", TEXTS[k], PATTERNS[i]).ptr;
            const char *yes = try_expr(&t, fast), *no = try_expr(&t, slow);
            CHECK(strcmp(yes, no) == 0, "%s: got %s, want %s", fast, yes, no);
        }
    }
    arena_free(&a);
}

/* A '+' sends a quantity the long way. */
TEST(test_quantities)
{
    static const char *const NUMBERS[] = {
        "0",
        "00",
        "007",
        "1",
        "9",
        "1536",
        "999999999999999",
        "12345",
        "0.5",
        "1.50",
        "0.0000001",
        "123456789.5",
        "1.",
        "1.2.3",
        "10000",
        "99999",
        "16",
        "8",
        "7",
        "1000000000000000",
    };
    static const char *const SUFFIXES[] = {"",   "n",  "u",  "m",  "k",  "M",  "G",
                                           "T",  "P",  "E",  "Ki", "Mi", "Gi", "Ti",
                                           "Pi", "Ei", "e3", "i",  "KB", "mi"};
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(NUMBERS) * COUNT(SUFFIXES); i++) {
        Str slow =
            arena_printf(&a, "+%s%s", NUMBERS[i / COUNT(SUFFIXES)], SUFFIXES[i % COUNT(SUFFIXES)]);
        Quantity x = {0}, y = {0};
        const char *why;
        bool one = quantity_parse(str_skip(slow, 1), &x, &why);
        bool other = quantity_parse(slow, &y, &why);
        bool same = quantity_cmp(&x, &y) == 0 && x.integer == y.integer && x.format == y.format;
        CHECK(one == other && same, "%s", slow.ptr + 1);
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_constants), cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_quantities))
