/* What is wrong with a rule's expressions, and where: told when it is compiled. */
#include "tests/check_arena.h"

#include "rule/load.h"
#include "rule/ruleset.h"

static const char HEAD[] = "id: r\ntitle: t\nwhy: w\nhow: h\nsee: [s]\n"
                           "examples: [{bad: b, input: x, expect: [{path: p}]}, "
                           "{good: g, input: x}]\n"
                           "severity: error\non: nodepool\n"; /* line 9 is the row's first */

/* clang-format off */
static const struct {
    const char *what, *text;
    uint32_t line, column;
    const char *message;
} ROWS[] = {
    {"a condition of another type", "require: size(pool.name)\nmessage: m\n", 9, 10, "expected a condition, this is of type int"},
    {"a guard of another type", "when: pool.name\nrequire: 'false'\nmessage: m\n", 9, 7, "expected a condition, this is of type string"},
    {"`each` over no list", "each: pool.name\nmessage: m\n", 9, 7, "expected a list, this is of type string"},
    {"a variable that no scope has, and who reads it", "let: {n: size(poll.name)}\nrequire: n > 0\nmessage: m\n", 9, 15, "there is no variable 'poll', did you mean 'pool'?"},
    {"a field that the type lacks", "require: pool.nam == ''\nmessage: m\n", 9, 15, "pool has no field 'nam', did you mean 'name'?"},
    {"a message that reads an item without `each`", "require: 'false'\nmessage: 'a {it}'\n", 10, 14, "there is no variable 'it'"},
};
/* clang-format on */

TEST(test_messages)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Loader loader;
        Diags d;
        loader_init(&loader, &arena);
        diags_init(&d, &arena);
        Str text = arena_printf(&arena, "%s%s", HEAD, ROWS[i].text);
        const Source *file = source_new(&arena, STR("rules/area/r.yaml"), text);
        const RuleSpec *spec = rule_load(&loader, file, STR("area"), &d);
        CHECK(spec, "%s: %.*s", ROWS[i].what, STR_ARG(d.list.items[0].message));
        RuleSet *rules = ruleset_new(&arena);
        bool good = ruleset_add(rules, spec, &d) && ruleset_compile(rules, &d);
        CHECK(!good && d.count == 1, "%s: %zu messages", ROWS[i].what, d.count);
        LineColumn at = source_place(file, d.list.items[0].at.off);
        CHECK(str_eq(d.list.items[0].message, str_c(ROWS[i].message)), "%s: '%.*s'", ROWS[i].what,
              STR_ARG(d.list.items[0].message));
        CHECK(at.line == ROWS[i].line && at.column == ROWS[i].column, "%s: at %u:%u", ROWS[i].what,
              at.line, at.column);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_messages))
