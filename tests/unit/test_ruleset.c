#include "tests/check.h"

#include "rule/ruleset.h"

static const Str OLD_NAMES[] = {STR_INIT("beta-old"), STR_INIT("beta-older")};
static const RuleDoc DOC = {.title = STR_INIT("a title"), .why = STR_INIT("because")};
static const RuleSpec GAMMA = {
    .id = STR_INIT("gamma-rays"), .severity = SEVERITY_INFO, .doc = &DOC};
static const RuleSpec ALPHA = {.id = STR_INIT("alpha"), .severity = SEVERITY_ERROR, .doc = &DOC};
static const RuleSpec BETA = {.id = STR_INIT("beta"),
                              .file = STR_INIT("b.yaml"),
                              .severity = SEVERITY_WARNING,
                              .off = true,
                              .aliases.items = OLD_NAMES,
                              .aliases.len = 2,
                              .doc = &DOC};
static const RuleSpec *const SPECS[] = {&GAMMA, &ALPHA, &BETA};

static RuleSet *make(Arena *a)
{
    Diags d;
    diags_init(&d, a);
    arena_init(a, SIZE_MAX);
    RuleSet *set = ruleset_new(a);
    for (size_t i = 0; i < COUNT(SPECS); i++)
        assert_true(ruleset_add(set, SPECS[i], &d));
    return set;
}

TEST(test_order)
{
    Arena a;
    RuleSet *set = make(&a);
    assert_int_equal(ruleset_total(set), 3);
    assert_int_equal(ruleset_count(set), 2); /* beta is off */
    assert_true(str_eq(rule_id(ruleset_at(set, 0)), STR("alpha")));
    assert_true(str_eq(rule_id(ruleset_at(set, 1)), STR("beta")));
    assert_true(str_eq(rule_id(ruleset_at(set, 2)), STR("gamma-rays")));
    arena_free(&a);
}

static const struct {
    const char *what;
    Str asked, id, near; /* "" when there is none */
} NAMES[] = {
    {"an id",        STR_INIT("beta"),       STR_INIT("beta"), STR_INIT("beta")      },
    {"an alias",     STR_INIT("beta-older"), STR_INIT("beta"), STR_INIT("")          },
    {"a slip",       STR_INIT("gama-rays"),  STR_INIT(""),     STR_INIT("gamma-rays")},
    {"another word", STR_INIT("nothing"),    STR_INIT(""),     STR_INIT("")          },
    {"nothing",      STR_INIT(""),           STR_INIT(""),     STR_INIT("")          },
};

TEST(test_names)
{
    Arena a;
    RuleSet *set = make(&a);
    for (size_t i = 0; i < COUNT(NAMES); i++) {
        const Rule *r = ruleset_find(set, NAMES[i].asked);
        Str id = r ? rule_id(r) : STR("");
        CHECK(str_eq(id, NAMES[i].id), "%s: found '%.*s'", NAMES[i].what, STR_ARG(id));
        Str near = ruleset_suggest(set, NAMES[i].asked);
        CHECK(str_eq(near, NAMES[i].near), "%s: near '%.*s'", NAMES[i].what, STR_ARG(near));
    }
    arena_free(&a);
}

static const struct {
    const char *what;
    Str id, alias, message;
} CLASHES[] = {
    {"an id twice",            STR_INIT("beta"),     STR_INIT("new"),
     STR_INIT("'beta' names a rule already: b.yaml")    },
    {"an id that is an alias", STR_INIT("beta-old"), STR_INIT("new"),
     STR_INIT("'beta-old' names a rule already: b.yaml")},
    {"an alias that is an id", STR_INIT("delta"),    STR_INIT("beta"),
     STR_INIT("'beta' names a rule already: b.yaml")    },
};

TEST(test_clashes)
{
    for (size_t i = 0; i < COUNT(CLASHES); i++) {
        Arena a;
        Diags d;
        RuleSet *set = make(&a);
        diags_init(&d, &a);
        RuleSpec spec = {.id = CLASHES[i].id, .file = STR("x.yaml"), .doc = &DOC};
        spec.aliases.items = &CLASHES[i].alias;
        spec.aliases.len = 1;
        CHECK(!ruleset_add(set, &spec, &d), "%s: added", CLASHES[i].what);
        CHECK(str_eq(d.list.items[0].message, CLASHES[i].message), "%s: %.*s", CLASHES[i].what,
              STR_ARG(d.list.items[0].message));
        assert_int_equal(ruleset_total(set), 3);
        arena_free(&a);
    }
}

TEST(test_grades)
{
    Arena a;
    RuleSet *set = make(&a);
    const Rule *alpha = ruleset_find(set, STR("alpha")), *beta = ruleset_find(set, STR("beta"));
    assert_int_equal(rule_info(&a, alpha)->severity, SEVERITY_ERROR);
    assert_int_equal(rule_info(&a, beta)->severity, SEVERITY_OFF);
    ruleset_grade(set, alpha, SEVERITY_OFF);
    ruleset_grade(set, beta, SEVERITY_INFO);
    assert_int_equal(rule_info(&a, alpha)->severity, SEVERITY_OFF);
    assert_int_equal(rule_info(&a, beta)->severity, SEVERITY_INFO);
    assert_int_equal(ruleset_count(set), 2);
    assert_int_equal(rule_info(&a, beta)->aliases.len, 2);
    assert_true(str_eq(rule_info(&a, beta)->why, STR("because")));
    arena_free(&a);
}

/* What the build has made: sorted, and each with a bad and a good example. */
TEST(test_builtin)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    RuleSet *set = ruleset_builtin(&a);
    for (size_t i = 0; i < ruleset_total(set); i++) {
        const Rule *r = ruleset_at(set, i);
        Str id = rule_id(r);
        const RuleInfo *info = rule_info(&a, r);
        size_t bad = 0;
        for (size_t k = 0; k < info->examples.len; k++)
            bad += info->examples.items[k].bad;
        CHECK(bad && bad < info->examples.len, "%.*s: %zu of %zu examples are bad", STR_ARG(id),
              bad, info->examples.len);
        CHECK(ruleset_find(set, id) == r, "%.*s: not found", STR_ARG(id));
        CHECK(info->title.len && info->why.len && info->how.len && info->area.len, "%.*s: no words",
              STR_ARG(id));
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_order), cmocka_unit_test(test_names), cmocka_unit_test(test_clashes),
      cmocka_unit_test(test_grades), cmocka_unit_test(test_builtin))
