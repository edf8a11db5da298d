#include "tests/check.h"

#include "rule/load.h"

/* A file that loads, in lines that a row can replace or leave out. */
static const char WHOLE[] = "id: some-rule\n"
                            "title: a title\n"
                            "severity: error\n"
                            "on: nodepool\n"
                            "require: size(pool.limits) > 0\n"
                            "message: \"pool {pool.name}\"\n"
                            "why: because\n"
                            "how: do it\n"
                            "see: [Some docs]\n"
                            "examples:\n"
                            "  - {bad: b, input: x, expect: [{path: spec}]}\n"
                            "  - {good: g, input: x}\n";

static const RuleSpec *load(Arena *a, Str text, Diags *d)
{
    static Loader loader;
    loader_init(&loader, a);
    diags_init(d, a);
    return rule_load(&loader, source_new(a, STR("rules/area/some-rule.yaml"), text), STR("area"),
                     d);
}

/* WHOLE with the line that starts with `old` replaced. */
static Str edited(Arena *a, const char *old, const char *new)
{
    Str text = str_c(WHOLE), from = str_c(old);
    size_t at = str_find(text, from);
    size_t end = at + str_find_char(str_skip(text, at), '\n') + 1;
    Str head = str_slice(text, 0, at), tail = str_skip(text, end);
    return arena_printf(a, "%.*s%s%.*s", STR_ARG(head), new, STR_ARG(tail));
}

/* clang-format off */
static const struct {
    const char *what, *old, *new;
    uint32_t line, column;
    Str message;
} FAULTS[] = {
    {"a misspelt key",
     "require:",
     "requires: x\nrequire: x\n",
     5, 1,
     STR_INIT("'requires' is no key of a rule; did you mean 'require'?")},
    {"a key like no other",
     "require:",
     "colour: x\nrequire: x\n",
     5, 1,
     STR_INIT("'colour' is no key of a rule")},
    {"a key twice",
     "title:",
     "title: a\ntitle: b\n",
     3, 1,
     STR_INIT("the key stands here twice")},
    {"no title",
     "title:",
     "",
     1, 1,
     STR_INIT("a rule needs 'title'")},
    {"no why",
     "why:",
     "",
     1, 1,
     STR_INIT("a rule needs 'why'")},
    {"no how",
     "how:",
     "",
     1, 1,
     STR_INIT("a rule needs 'how'")},
    {"no see",
     "see:",
     "",
     1, 1,
     STR_INIT("a rule needs 'see'")},
    {"an empty title",
     "title:",
     "title: ' '\n",
     2, 8,
     STR_INIT("must not be empty")},
    {"a title of another type",
     "title:",
     "title: [a]\n",
     2, 8,
     STR_INIT("expected a string, found a list")},
    {"an unknown severity",
     "severity:",
     "severity: fatal\n",
     3, 11,
     STR_INIT("severity 'fatal' is none of error, warning, info")},
    {"severity off",
     "severity:",
     "severity: 'off'\n",
     3, 11,
     STR_INIT("severity ''off'' is none of error, warning, info")},
    {"no severity",
     "severity:",
     "",
     4, 10, STR_INIT("the check has no severity")},
    {"an unknown subject",
     "on:",
     "on: [nodepool, nodpool]\n",
     4, 1,
     STR_INIT("'nodpool' is no subject of a rule")},
    {"kinds of another subject",
     "on:",
     "on: nodepool\nkinds: [Job]\n",
     5, 1,
     STR_INIT("`kinds` belongs to `on: object`")},
    {"an id that is not the file's",
     "id:",
     "id: other-rule\n",
     1, 1,
     STR_INIT("id 'other-rule' is not the name of the file, 'some-rule'")},
    {"an id in another case",
     "id:",
     "id: Some-rule\n",
     1, 1,
     STR_INIT("id 'Some-rule' is not in kebab-case")},
    {"neither require nor each",
     "require:",
     "",
     1, 1,
     STR_INIT("the check needs `require` or `each`")},
    {"no message",
     "message:",
     "",
     5, 10, STR_INIT("the check has no message")},
    {"require beside checks",
     "require:",
     "require: x\nchecks: [{require: y}]\n",
     5, 1,
     STR_INIT("`require` stands in each check where there are `checks`")},
    {"an unknown key of a check",
     "require:",
     "checks: [{require: y, mesage: z}]\n",
     5, 23,
     STR_INIT("'mesage' is no key of a check; did you mean 'message'?")},
    {"each with two names",
     "require:",
     "require: x\neach: {a: b, c: d}\n",
     6, 7,
     STR_INIT("`each` binds one name: {name: list}")},
    {"a name that CEL keeps",
     "require:",
     "require: x\neach: {in: b}\n",
     6, 8,
     STR_INIT("'in' is a reserved name")},
    {"a name that CEL cannot read",
     "require:",
     "require: x\nlet: {a-b: c}\n",
     6, 7,
     STR_INIT("'a-b' is no name that CEL can read")},
    {"versions in another form",
     "on:",
     "on: nodepool\nversions: {karpenter: \"1.15\"}\n",
     5, 23,
     STR_INIT("expected a range of versions as \">=1.33 <1.36\"")},
    {"a parameter of an unknown type",
     "on:",
     "on: nodepool\nparams: {p: {default: 1, type: float, doc: d}}\n", 5, 23,
     STR_INIT("type 'float' is none of int, double, bool, string, duration, quantity, "
              "list(string)")},
    {"a default of another type",
     "on:",
     "on: nodepool\nparams: {p: {default: x, type: int, doc: d}}\n",
     5, 23,
     STR_INIT("expected a value of type int")},
    {"no good example",
     "  - {good:", "",
     10, 1,
     STR_INIT("a rule needs a bad and a good example")},
    {"a bad example that expects nothing", "  - {bad:",
     "  - {bad: b, input: x}\n",
     11, 5,
     STR_INIT("a bad example needs 'expect'")},
    {"a good example that expects",
     "  - {good:", "  - {good: g, input: x, expect: [{path: a}]}\n",
     12, 5,
     STR_INIT("a good example expects nothing")},
    {"a parameter that the rule lacks",
     "  - {good:", "  - {good: g, input: x, params: {p: 1}}\n",
     12, 34, STR_INIT("the rule has no parameter 'p'")},
};
/* clang-format on */

TEST(test_faults)
{
    for (size_t i = 0; i < COUNT(FAULTS); i++) {
        Arena a;
        Diags d;
        arena_init(&a, SIZE_MAX);
        const RuleSpec *spec = load(&a, edited(&a, FAULTS[i].old, FAULTS[i].new), &d);
        CHECK(!spec && d.list.len, "%s: loads", FAULTS[i].what);
        const Diag *m = &d.list.items[0];
        LineColumn at = source_place(m->source, m->at.off);
        CHECK(str_eq(m->message, FAULTS[i].message), "%s: got %.*s", FAULTS[i].what,
              STR_ARG(m->message));
        CHECK(at.line == FAULTS[i].line && at.column == FAULTS[i].column, "%s: at %u:%u",
              FAULTS[i].what, at.line, at.column);
        arena_free(&a);
    }
}

/* How an expression is written, and what the compiler is to read of it. */
/* clang-format off */
static const struct {
    const char *what, *written;
    Str text;
    uint32_t line, column;
    bool exact;
} EXPRESSIONS[] = {
    {"plain",
     "require: a > 1\n",
     STR_INIT("a > 1"), 5, 10, true },
    {"a boolean",
     "require: false\n",
     STR_INIT("false"), 5, 10, true },
    {"single quotes",
     "require: 'a > 1'\n",
     STR_INIT("a > 1"), 5, 11, true },
    {"double quotes",
     "require: \"a == 'x'\"\n",
     STR_INIT("a == 'x'"), 5, 11, true },
    {"an escaped quote",
     "require: 'a == ''x'''\n",
     STR_INIT("a == 'x'"), 5, 10, false},
    {"an escape",
     "require: \"a == \\\"x\\\"\"\n", STR_INIT("a == \"x\""), 5, 10, false},
    {"a literal block",
     "require: |\n  a &&\n  b\n",
     STR_INIT("\n  a &&\n  b"), 5, 11, true },
    {"a folded block",
     "require: >-\n  a &&\n  b\n",
     STR_INIT("\n  a &&\n  b"), 5, 12, true },
    {"plain over two lines", "require: a &&\n  b\n",
     STR_INIT("a &&\n  b"), 5, 10, true },
};
/* clang-format on */

TEST(test_expressions)
{
    for (size_t i = 0; i < COUNT(EXPRESSIONS); i++) {
        Arena a;
        Diags d;
        arena_init(&a, SIZE_MAX);
        const RuleSpec *spec = load(&a, edited(&a, "require:", EXPRESSIONS[i].written), &d);
        CHECK(spec, "%s: does not load", EXPRESSIONS[i].what);
        const RuleText *t = &spec->checks.items[0].require;
        CHECK(str_eq(t->text, EXPRESSIONS[i].text), "%s: got '%.*s'", EXPRESSIONS[i].what,
              STR_ARG(t->text));
        CHECK(t->exact == EXPRESSIONS[i].exact, "%s: exact is %d", EXPRESSIONS[i].what, t->exact);
        CHECK(t->line == EXPRESSIONS[i].line && t->column == EXPRESSIONS[i].column, "%s: at %u:%u",
              EXPRESSIONS[i].what, t->line, t->column);
        arena_free(&a);
    }
}

/* clang-format off */
static const struct {
    const char *written;
    Str literal;
} PARAMETERS[] = {
    {"{default: 100, type: int, doc: d}",
     STR_INIT("100")},
    {"{default: 2, type: double, doc: d}",
     STR_INIT("double('2')")},
    {"{default: true, type: bool, doc: d}",
     STR_INIT("true")},
    {"{default: it's, type: string, doc: d}",
     STR_INIT("'it\\u0027s'")},
    {"{default: 10m, type: duration, doc: d}",
     STR_INIT("duration('10m')")},
    {"{default: 50Gi, type: quantity, doc: d}",
     STR_INIT("quantity('50Gi')")},
    {"{default: 4, type: quantity, doc: d}",
     STR_INIT("quantity('4')")},
    {"{default: [a, b], type: list(string), doc: d}", STR_INIT("['a', 'b']")},
};
/* clang-format on */

TEST(test_parameters)
{
    for (size_t i = 0; i < COUNT(PARAMETERS); i++) {
        Arena a;
        Diags d;
        arena_init(&a, SIZE_MAX);
        Str on = arena_printf(&a, "on: nodepool\nparams: {p: %s}\n", PARAMETERS[i].written);
        const RuleSpec *spec = load(&a, edited(&a, "on:", on.ptr), &d);
        CHECK(spec, "%s: does not load", PARAMETERS[i].written);
        Str got = spec->params.items[0].value.text;
        CHECK(str_eq(got, PARAMETERS[i].literal), "%s: got %.*s", PARAMETERS[i].written,
              STR_ARG(got));
        arena_free(&a);
    }
}

/* What the rule states once holds for each check that does not say otherwise. */
TEST(test_checks_inherit)
{
    Arena a;
    Diags d;
    arena_init(&a, SIZE_MAX);
    Str text = edited(&a, "require:",
                      "at: [object.spec, object.metadata]\n"
                      "checks:\n"
                      "  - {require: a}\n"
                      "  - {require: b, severity: info, at: object.kind, message: own}\n");
    const RuleSpec *spec = load(&a, text, &d);
    CHECK(spec && spec->checks.len == 2, "does not load");
    const RuleCheck *first = &spec->checks.items[0], *second = &spec->checks.items[1];
    assert_int_equal(first->severity, SEVERITY_ERROR);
    assert_int_equal(first->at.len, 2);
    assert_true(str_eq(first->message.text, STR("pool {pool.name}")));
    assert_int_equal(second->severity, SEVERITY_INFO);
    assert_int_equal(second->at.len, 1);
    assert_true(str_eq(second->message.text, STR("own")));
    assert_int_equal(spec->severity, SEVERITY_ERROR);
    arena_free(&a);
}

TEST(test_ranges)
{
    Arena a;
    Diags d;
    arena_init(&a, SIZE_MAX);
    Str text = edited(
        &a,
        "on:", "on: nodepool\nversions: {karpenter: \">=1.1 <1.15\", kubernetes: \">=1.33\"}\n");
    const RuleSpec *spec = load(&a, text, &d);
    CHECK(spec, "does not load");
    assert_int_equal(spec->versions.karpenter.from, 1);
    assert_int_equal(spec->versions.karpenter.below, 15);
    assert_int_equal(spec->versions.kubernetes.from, 33);
    assert_int_equal(spec->versions.kubernetes.below, 0);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_faults), cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_parameters), cmocka_unit_test(test_checks_inherit),
      cmocka_unit_test(test_ranges))
