#include "tests/check.h"

#include "base/buf.h"
#include "rule/platform.h"
#include "rule/ruleset.h"
#include "rule/run.h"

/* What every rule file needs and no row here is about. */
static const char HEAD[] = "title: t\nwhy: w\nhow: h\nsee: [s]\n"
                           "examples: [{bad: b, input: x, expect: [{path: p}]}, "
                           "{good: g, input: x}]\n";

typedef struct Room {
    Arena arena;
    Loader loader;
    RuleSet *rules;
    Run run;
    RunOptions options;
} Room;

static void add_rule(Room *r, const char *id, const char *text)
{
    Arena *a = &r->arena;
    Diags d;
    diags_init(&d, a);
    Str name = arena_printf(a, "rules/area/%s.yaml", id);
    Str whole = arena_printf(a, "id: %s\n%s%s", id, HEAD, text);
    const RuleSpec *spec = rule_load(&r->loader, source_new(a, name, whole), STR("area"), &d);
    bool good = spec && ruleset_add(r->rules, spec, &d) && ruleset_compile(r->rules, &d);
    CHECK(good, "%s: %.*s", id, STR_ARG(d.list.items[0].message));
}

static void room_init(Room *r)
{
    arena_init(&r->arena, SIZE_MAX);
    loader_init(&r->loader, &r->arena);
    r->rules = ruleset_new(&r->arena);
    r->options = (RunOptions){.facts = facts_builtin(),
                              .platform = PLATFORM_UNKNOWN,
                              .annotations = true,
                              .undecided = true};
}

static void judge(Room *r, const char *input)
{
    RunInput in = {.name = STR("in.yaml"), .text = str_c(input)};
    run_load(&r->arena, &in, 1, &r->options, &r->run);
    run_judge(&r->arena, r->rules, &r->options, &r->run);
}

/* "error some-rule spec.a: message; …", related places as "(path: message)", then faults. */
static Str told(Room *r)
{
    Buf out;
    buf_init(&out, &r->arena, SIZE_MAX);
    for (size_t i = 0; i < r->run.findings.list.len; i++) {
        const Finding *f = &r->run.findings.list.items[i];
        Str severity = severity_name(f->severity);
        buf_printf(&out, "%s%.*s %.*s %.*s: %.*s", i ? "; " : "", STR_ARG(severity),
                   STR_ARG(f->rule_id), STR_ARG(f->place.path), STR_ARG(f->place.message));
        for (size_t k = 0; k < f->related.len; k++)
            buf_printf(&out, " (%.*s: %.*s)", STR_ARG(f->related.items[k].path),
                       STR_ARG(f->related.items[k].message));
    }
    for (size_t i = 0; i < r->run.faults.len; i++)
        buf_printf(&out, " fault %zu %.*s", r->run.faults.items[i].count,
                   STR_ARG(r->run.faults.items[i].first.message));
    return buf_str(&out);
}

#define OBJECT "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: team}\n"

/* clang-format off */
static const struct {
    const char *what, *rule, *input;
    Str told;
} ROWS[] = {
    {"require true",
     "severity: error\non: object\nrequire: object.data.x == '1'\nmessage: m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("")},
    {"require false",
     "severity: error\non: object\nrequire: object.data.x == '2'\nmessage: m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("error r metadata.name: m")},
    {"at a value",
     "severity: info\non: object\nrequire: 'false'\nat: object.data.x\nmessage: m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("info r data.x: m")},
    {"at a missing field",
     "severity: info\non: object\nrequire: 'false'\nat: object.data.w.z\nmessage: m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("info r data.w.z: m")},
    {"the candidate that exists",
     "severity: info\non: object\nrequire: 'false'\nat: [object.data.w, object.data.x]\nmessage: "
     "m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("info r data.x: m")},
    {"when false",
     "severity: error\non: object\nwhen: has(object.data.w)\nrequire: 'false'\nmessage: m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("")},
    {"unknown is silent",
     "severity: error\non: object\nrequire: object.data.x == '2'\nmessage: m\n",
     OBJECT "data: {x: \"${X}\"}\n", STR_INIT("")},
    {"unknown when is silent",
     "severity: error\non: object\nwhen: object.data.x == '2'\nrequire: 'false'\nmessage: m\n",
     OBJECT "data: {x: \"${X}\"}\n", STR_INIT("")},
    {"an error is the rule's fault",
     "severity: error\non: object\nrequire: object.data.w == '2'\nmessage: m\n",
     OBJECT "data: {x: '1'}\n",
     STR_INIT(" fault 1 rules/area/r.yaml:9:10: no such key 'w', did you mean 'x'?")},
    {"faults of two objects are counted",
     "severity: error\non: object\nrequire: object.data.w == '2'\nmessage: m\n",
     OBJECT "data: {x: '1'}\n---\n" OBJECT "data: {x: '1'}\n",
     STR_INIT(" fault 2 rules/area/r.yaml:9:10: no such key 'w', did you mean 'x'?")},
    {"a condition that the document made no boolean is silent",
     "severity: error\non: object\nrequire: object.data.x\nmessage: m\n",
     OBJECT "data: {x: '1'}\n", STR_INIT("")},
    {"one that the rule made is its fault",
     "severity: error\non: object\nrequire: \"[dyn(1), 'a'][0]\"\nmessage: m\n",
     OBJECT "data: {x: '1'}\n",
     STR_INIT(" fault 1 rules/area/r.yaml:9:11: expected a condition, found a value of type int")},
    {"each over what the document made no list is silent",
     "severity: error\non: object\neach: object.data.x\nmessage: m\n",
     OBJECT "data: {x: {y: z}}\n", STR_INIT("")},
    {"one that the rule made is its fault, too",
     "severity: error\non: object\neach: dyn(1)\nmessage: m\n",
     OBJECT "data: {x: '1'}\n",
     STR_INIT(" fault 1 rules/area/r.yaml:9:7: `each` needs a list, found a value of type int")},
    {"another kind",
     "severity: error\non: object\nkinds: [Secret]\nrequire: 'false'\nmessage: m\n",
     OBJECT, STR_INIT("")},
    {"each without require",
     "severity: error\non: object\neach: object.data.x\nat: it\nmessage: '{it}'\n",
     OBJECT "data: {x: [a, b]}\n", STR_INIT("error r data.x[0]: a; error r data.x[1]: b")},
    {"each by name",
     "severity: error\non: object\neach: {v: object.data.x}\nrequire: v == 'a'\nat: v\nmessage: "
     "'{v}'\n",
     OBJECT "data: {x: [a, b]}\n", STR_INIT("error r data.x[1]: b")},
    {"an unknown item is skipped",
     "severity: error\non: object\neach: {v: object.data.x}\nat: v\nmessage: '{v}'\n",
     OBJECT "data: {x: [a, \"${B}\"]}\n", STR_INIT("error r data.x[0]: a")},
    {"an unknown each is silent",
     "severity: error\non: object\neach: {v: object.data.x}\nat: v\nmessage: '{v}'\n",
     OBJECT "data: {x: \"${X}\"}\n", STR_INIT("")},
    {"when guards each",
     "severity: error\non: object\nwhen: has(object.data.w)\neach: object.data.w\nmessage: m\n",
     OBJECT "data: {x: []}\n", STR_INIT("")},
    {"when reads the item",
     "severity: error\non: object\nwhen: v != 'a'\neach: {v: object.data.x}\nat: v\nmessage: "
     "'{v}'\n",
     OBJECT "data: {x: [a, b]}\n", STR_INIT("error r data.x[1]: b")},
    {"let before and behind each",
     "severity: error\non: object\nlet: {all: object.data.x, both: v + first, first: 'all[0]'}\n"
     "each: {v: all}\nat: v\nmessage: '{both}'\n",
     OBJECT "data: {x: [a, b]}\n", STR_INIT("error r data.x[0]: aa; error r data.x[1]: ba")},
    {"params",
     "severity: error\non: object\nparams: {most: {default: 2, type: int, doc: d}}\n"
     "require: object.data.x <= params.most\nmessage: 'above {params.most}'\n",
     OBJECT "data: {x: 3}\n", STR_INIT("error r metadata.name: above 2")},
    {"the first check that is false speaks",
     "on: object\nat: object.data.x\nchecks:\n"
     "  - {severity: error, require: object.data.x > 5, message: one}\n"
     "  - {severity: warning, require: object.data.x > 7, message: two}\n",
     OBJECT "data: {x: 3}\n", STR_INIT("error r data.x: one")},
    {"the second when the first holds",
     "on: object\nat: object.data.x\nchecks:\n"
     "  - {severity: error, require: object.data.x > 5, message: one}\n"
     "  - {severity: warning, require: object.data.x > 7, message: two}\n",
     OBJECT "data: {x: 6}\n", STR_INIT("warning r data.x: two")},
    {"checks at other places do not exclude each other",
     "on: object\nchecks:\n"
     "  - {severity: error, require: 'false', at: object.data.x, message: one}\n"
     "  - {severity: warning, require: 'false', at: object.data.w, message: two}\n"
     "  - {severity: info, require: 'false', at: object.data.x, message: three}\n",
     OBJECT "data: {x: 3, w: 4}\n", STR_INIT("error r data.x: one; warning r data.w: two")},
    {"a check that leans on the one before is not judged",
     "on: object\nat: object.data\nchecks:\n"
     "  - {severity: error, require: has(object.data.w), message: one}\n"
     "  - {severity: warning, require: object.data.w == 1, message: two}\n",
     OBJECT "data: {x: 3}\n", STR_INIT("error r data: one")},
    {"each inside a check",
     "on: object\nseverity: info\nchecks:\n"
     "  - {require: 'false', at: object.data, message: one}\n"
     "  - {each: {v: object.data.x}, at: v, message: 'two {v}'}\n",
     OBJECT "data: {x: [a]}\n", STR_INIT("info r data: one; info r data.x[0]: two a")},
    {"related places",
     "severity: error\non: object\nrequire: 'false'\nat: object.data.x\nmessage: m\nrelated:\n"
     "  - {at: object.metadata.namespace, message: 'in {object.metadata.namespace}'}\n"
     "  - {each: {v: object.data.w}, at: v, message: 'and {v}'}\n"
     "  - {at: object.nowhere.at.all.x + 'y', message: not placed}\n",
     OBJECT "data: {x: 1, w: [a, b]}\n",
     STR_INIT(
         "error r data.x: m (metadata.namespace: in team) (data.w[0]: and a) (data.w[1]: and b)")},
    {"findings at one path merge",
     "severity: error\non: object\neach: {v: object.data.w}\nat: object.data.x\nmessage: m\n"
     "related: [{at: v, message: '{v}'}]\n",
     OBJECT "data: {x: 1, w: [a, b]}\n",
     STR_INIT("error r data.x: m (data.w[0]: a) (data.w[1]: b)")},
    {"findings at two paths of one text merge",
     "severity: error\non: object\neach: {v: '[object.data.x.a, object.data.z.a]'}\nat: v\n"
     "message: 'm {v}'\n",
     OBJECT "data: {x: &x {a: 1}, z: *x}\n", STR_INIT("error r data.x.a: m 1")},
    {"findings at two paths of one text that differ do not",
     "severity: error\non: object\nchecks:\n"
     "  - {require: 'false', at: object.data.x.a, message: one}\n"
     "  - {require: 'false', at: object.data.z.a, message: two}\n",
     OBJECT "data: {x: &x {a: 1}, z: *x}\n",
     STR_INIT("error r data.x.a: one; error r data.z.a: two")},
    {"a version that is not known, and a rule of all supported ones",
     "severity: error\non: object\nversions: {karpenter: '>=1.1'}\nrequire: 'false'\nmessage: m\n",
     OBJECT, STR_INIT("error r metadata.name: m")},
    {"a version that is not known, and a rule of newer ones",
     "severity: error\non: object\nversions: {karpenter: '>=1.3'}\nrequire: 'false'\nmessage: m\n",
     OBJECT, STR_INIT("")},
    {"a version that is not known, and a rule of older ones",
     "severity: error\non: object\nversions: {kubernetes: '<1.34'}\nrequire: 'false'\nmessage: m\n",
     OBJECT, STR_INIT("")},
};
/* clang-format on */

TEST(test_rows)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Room r;
        room_init(&r);
        add_rule(&r, "r", ROWS[i].rule);
        judge(&r, ROWS[i].input);
        Str got = told(&r);
        CHECK(str_eq(got, ROWS[i].told), "%s: got '%.*s'", ROWS[i].what, STR_ARG(got));
        arena_free(&r.arena);
    }
}

/* A rule is silent at, above and below the place where one that it yields to spoke as gravely. */
/* clang-format off */
static const struct {
    const char *what, *strong, *weak;
    Str told;
} YIELDS[] = {
    {"the same place",
     "severity: error\nat: object.data.x\n",
     "severity: error\nat: object.data.x\n", STR_INIT("error strong data.x: m")},
    {"a place inside",
     "severity: error\nat: object.data.x.w\n",
     "severity: error\nat: object.data.x\n", STR_INIT("error strong data.x.w: m")},
    {"a place around",
     "severity: error\nat: object.data\n",
     "severity: error\nat: object.data.x\n",
     STR_INIT("error strong data: m")},
    {"a place beside",
     "severity: error\nat: object.data.z\n",
     "severity: error\nat: object.data.x\n"
     "", STR_INIT("error weak data.x: m; error strong data.z: m")},
    {"a name that begins alike", "severity: error\nat: object.data.xx\n",
     "severity: error\nat: object.data.x\n"
     "", STR_INIT("error weak data.x: m; error strong data.xx: m")},
    {"spoken less gravely",
     "severity: info\nat: object.data.x\n",
     "severity: error\nat: object.data.x\n"
     "", STR_INIT("info strong data.x: m; error weak data.x: m")},
};
/* clang-format on */

TEST(test_yields)
{
    for (size_t i = 0; i < COUNT(YIELDS); i++) {
        Room r;
        room_init(&r);
        Str tail = STR("on: object\nrequire: 'false'\nmessage: m\n");
        Str strong = arena_printf(&r.arena, "%s%.*s", YIELDS[i].strong, STR_ARG(tail));
        Str weak =
            arena_printf(&r.arena, "%s%.*syields: [strong]\n", YIELDS[i].weak, STR_ARG(tail));
        add_rule(&r, "strong", strong.ptr);
        add_rule(&r, "weak", weak.ptr);
        judge(&r, OBJECT "data:\n  x: {w: 1}\n  xx: 1\n  z: 1\n");
        Str got = told(&r);
        CHECK(str_eq(got, YIELDS[i].told), "%s: got '%.*s'", YIELDS[i].what, STR_ARG(got));
        arena_free(&r.arena);
    }
}

#define POOL                                                                                       \
    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec: {template: {spec: " \
    "{requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [g6]}]}}}\n"

/* Whether the verdict holds whatever else the cluster has. */
/* clang-format off */
static const struct {
    const char *what, *require;
    bool complete;
    Str severity; /* "" when silent */
    RuleNeeds needs;
} ABSENCES[] = {
    {"the object alone",
     "has(object.spec.limits)",                 false, STR_INIT("error"), NEEDS_OBJECT},
    {"another object that is there",
     "!input.pools.exists(p, p.name == 'gpu')", false,
     STR_INIT("error"), NEEDS_RELATED},
    {"one that is not there",
     "input.pools.exists(p, p.name == 'cpu')",  false, STR_INIT("warning"),
     NEEDS_WHOLE},
    {"not there, in a complete input",
     "input.pools.exists(p, p.name == 'cpu')",  true,
     STR_INIT("error"), NEEDS_WHOLE},
    {"not in the cluster",
     "fleet.pools.exists(p, p.name == 'cpu')",  false, STR_INIT(""),
     NEEDS_WHOLE},
    {"not in the cluster, in a complete input", "fleet.pools.exists(p, p.name == 'cpu')",  true,
     STR_INIT("error"), NEEDS_WHOLE},
    {"there, in the cluster",
     "!fleet.pools.exists(p, p.name == 'gpu')", false, STR_INIT("error"),
     NEEDS_RELATED},
};
/* clang-format on */

TEST(test_absence)
{
    for (size_t i = 0; i < COUNT(ABSENCES); i++) {
        Room r;
        room_init(&r);
        Str rule =
            arena_printf(&r.arena, "severity: error\non: nodepool\nrequire: \"%s\"\nmessage: m\n",
                         ABSENCES[i].require);
        add_rule(&r, "r", rule.ptr);
        r.options.complete = ABSENCES[i].complete;
        judge(&r, POOL);
        bool spoke = r.run.findings.list.len > 0;
        CHECK(spoke == (ABSENCES[i].severity.len > 0), "%s: %zu findings", ABSENCES[i].what,
              r.run.findings.list.len);
        if (spoke) {
            const Finding *f = &r.run.findings.list.items[0];
            Str severity = severity_name(f->severity);
            CHECK(str_eq(severity, ABSENCES[i].severity) && f->needs == ABSENCES[i].needs,
                  "%s: %.*s, needs %d", ABSENCES[i].what, STR_ARG(severity), f->needs);
        }
        arena_free(&r.arena);
    }
}

TEST(test_grades)
{
    Room r;
    room_init(&r);
    add_rule(&r, "r", "severity: error\non: object\nrequire: 'false'\nmessage: m\n");
    const Rule *rule = ruleset_find(r.rules, STR("r"));
    ruleset_grade(r.rules, rule, SEVERITY_INFO);
    judge(&r, OBJECT);
    assert_true(str_eq(told(&r), STR("info r metadata.name: m")));
    ruleset_grade(r.rules, rule, SEVERITY_OFF);
    judge(&r, OBJECT);
    assert_int_equal(r.run.findings.list.len, 0);
    assert_int_equal(r.run.rules, 0);
    arena_free(&r.arena);
}

TEST(test_params_set)
{
    Room r;
    Diags d;
    room_init(&r);
    diags_init(&d, &r.arena);
    add_rule(&r, "r",
             "severity: error\non: object\nparams: {most: {default: 2, type: int, doc: d}}\n"
             "require: object.data.x <= params.most\nmessage: 'above {params.most}'\n");
    const Rule *rule = ruleset_find(r.rules, STR("r"));
    const Source *src = source_new(&r.arena, STR("c.yaml"), STR("most: 4\nleast: 1\nname: x\n"));
    const Node *config = &yaml_load(&r.loader, src, &d)->documents.items[0]->root;
    assert_true(ruleset_param(r.rules, rule, STR("most"), node_get(config, STR("most")), &d));
    judge(&r, OBJECT "data: {x: 3}\n");
    assert_int_equal(r.run.findings.list.len, 0);
    assert_false(ruleset_param(r.rules, rule, STR("least"), node_get(config, STR("least")), &d));
    assert_false(ruleset_param(r.rules, rule, STR("most"), node_get(config, STR("name")), &d));
    assert_true(str_eq(d.list.items[0].message, STR("rule r has no parameter 'least'")));
    assert_true(str_eq(d.list.items[1].message, STR("expected a value of type int")));
    arena_free(&r.arena);
}

/* A loop without end for the budget: unknown, and counted. */
TEST(test_budget)
{
    Room r;
    room_init(&r);
    add_rule(&r, "r",
             "severity: error\non: object\nmessage: m\n"
             "let: {n: '[0,1,2,3,4,5,6,7,8,9]'}\n"
             "require: n.all(a, n.all(b, n.all(c, n.all(d, n.all(e, n.all(f, n.all(g, a >= "
             "0)))))))\n");
    judge(&r, OBJECT);
    assert_int_equal(r.run.findings.list.len, 0);
    assert_int_equal(r.run.faults.len, 1);
    arena_free(&r.arena);
}

TEST(test_undecided)
{
    Room r;
    room_init(&r);
    add_rule(&r, "r", "severity: error\non: object\nrequire: object.data.x == 'y'\nmessage: m\n");
    judge(&r, OBJECT "data: {x: \"${X}\"}\n");
    assert_int_equal(r.run.undecided.len, 1);
    Str missing = r.run.undecided.items[0].missing;
    CHECK(str_contains(missing, STR("${X}")), "got '%.*s'", STR_ARG(missing));
    arena_free(&r.arena);
}

TESTS(cmocka_unit_test(test_rows), cmocka_unit_test(test_yields), cmocka_unit_test(test_absence),
      cmocka_unit_test(test_grades), cmocka_unit_test(test_params_set),
      cmocka_unit_test(test_budget), cmocka_unit_test(test_undecided))
