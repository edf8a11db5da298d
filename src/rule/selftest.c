#include "rule/selftest.h"

#include "base/limits.h"
#include "rule/ruleset.h"

typedef struct Tester {
    Arena *arena; /* of the result; each example has one of its own */
    RuleSet *set;
    const Rule *tested;
    Rule *rule; /* the same, or its like in a set of the example's own */
    const RuleCase *example;
    Selftest *out;
} Tester;

static void fail(Tester *t, Str message)
{
    const RuleCase *c = t->example;
    Str text = arena_printf(t->arena, "%s '%.*s': %.*s", c->bad ? "bad" : "good", STR_ARG(c->title),
                            STR_ARG(message));
    *vec_push(t->arena, &t->out->failures) =
        (SelftestFailure){t->tested, t->tested->spec->file, c->line, text};
}

static bool matches(const RuleExpect *want, const Finding *f)
{
    return (!want->path.len || str_eq(want->path, f->place.path)) &&
           str_contains(f->place.message, want->message) &&
           (!want->severity || want->severity == f->severity);
}

static void print_finding(Buf *out, const Finding *f)
{
    Str severity = severity_name(f->severity);
    buf_printf(out, "\n  found %.*s at %.*s: %.*s", STR_ARG(severity), STR_ARG(f->place.path),
               STR_ARG(f->place.message));
}

/* What the rule said, and what it did not know: why an expectation may have failed. */
static void print_found(Buf *out, const Tester *t, const Run *run)
{
    for (size_t i = 0; i < run->findings.list.len; i++) {
        if (run->findings.list.items[i].rule == t->rule)
            print_finding(out, &run->findings.list.items[i]);
    }
    for (size_t i = 0; i < run->undecided.len; i++) {
        const Undecided *u = &run->undecided.items[i];
        if (u->rule == t->rule)
            buf_printf(out, "\n  undecided about %.*s %.*s: needs %.*s", STR_ARG(u->object->kind),
                       STR_ARG(u->object->name), STR_ARG(u->missing));
    }
}

static void fail_expected(Tester *t, const RuleExpect *want, const Run *run)
{
    Buf text;
    buf_init(&text, t->arena, LIMIT_MESSAGE);
    buf_add(&text, STR("expected a finding"));
    if (want->path.len)
        buf_printf(&text, " at %.*s", STR_ARG(want->path));
    if (want->severity) {
        Str severity = severity_name(want->severity);
        buf_printf(&text, " of severity %.*s", STR_ARG(severity));
    }
    if (want->message.len)
        buf_printf(&text, " that says '%.*s'", STR_ARG(want->message));
    print_found(&text, t, run);
    fail(t, buf_str(&text));
}

/* Each expectation takes one finding, each finding is expected. */
static void compare(Tester *t, Arena *a, const Run *run)
{
    const Findings *found = &run->findings;
    bool *taken = arena_array(a, bool, found->list.len);
    for (size_t i = 0; i < t->example->expect.len; i++) {
        const RuleExpect *want = &t->example->expect.items[i];
        size_t k = 0;
        while (k < found->list.len && (taken[k] || found->list.items[k].rule != t->rule ||
                                       !matches(want, &found->list.items[k])))
            k++;
        if (k == found->list.len)
            fail_expected(t, want, run);
        else
            taken[k] = true;
    }
    for (size_t k = 0; k < found->list.len; k++) {
        if (taken[k] || found->list.items[k].rule != t->rule)
            continue;
        Buf text;
        buf_init(&text, t->arena, LIMIT_MESSAGE);
        buf_add(&text, STR("expected nothing here"));
        print_finding(&text, &found->list.items[k]);
        fail(t, buf_str(&text));
    }
}

static void check_run(Tester *t, Arena *a, const Run *run)
{
    for (size_t i = 0; i < run->unread.len; i++) {
        const RunUnread *u = &run->unread.items[i];
        fail(t, arena_printf(t->arena, "line %u of the input: %.*s", u->line, STR_ARG(u->message)));
    }
    for (size_t i = 0; i < run->faults.len; i++) {
        if (run->faults.items[i].rule == t->rule)
            fail(t, run->faults.items[i].first.message);
    }
    if (!run->judged)
        fail(t, STR("the input has no Kubernetes object"));
    compare(t, a, run);
}

/* The example's parameters replace the rule's while it is judged. */
static RuleParams swap_params(Tester *t, RuleParams params)
{
    RuleParams old = t->rule->params;
    t->rule->params = params;
    for (size_t i = 0; i < t->rule->spec->on.len; i++)
        t->rule->programs[i] = NULL;
    return old;
}

static RuleParams example_params(const Tester *t)
{
    RuleParams from = t->rule->params;
    RuleParam *params = arena_array(t->arena, RuleParam, from.len);
    for (size_t i = 0; i < from.len; i++) {
        params[i] = from.items[i];
        for (size_t k = 0; k < t->example->params.len; k++) {
            if (str_eq(t->example->params.items[k].name, params[i].name))
                params[i].value = t->example->params.items[k].value;
        }
    }
    return (RuleParams){params, from.len};
}

static void judge_example(Tester *t, Arena *a, const Facts *facts)
{
    const RuleCase *c = t->example;
    RunInput input = {.name = STR("example.yaml"), .text = c->input};
    RunOptions options = {.facts = facts,
                          .platform = c->platform,
                          .now = c->now,
                          .complete = c->complete,
                          .annotations = true,
                          .undecided = true};
    /* What native rules say may depend on all others. */
    options.rule = t->rule->spec->checks.len ? t->rule : NULL;
    RuleParams old = t->rule->params;
    if (c->params.len)
        old = swap_params(t, example_params(t));
    Run run;
    run_load(a, &input, 1, &options, &run);
    run_judge(a, t->set, &options, &run);
    check_run(t, a, &run);
    if (c->params.len)
        (void)swap_params(t, old);
}

/* An example that brings a rule is judged by the two alone. */
static bool make_set(Tester *t, Arena *a)
{
    Loader loader;
    Diags d;
    loader_init(&loader, a);
    diags_init(&d, a);
    const RuleSpec *own = t->rule->spec;
    const Source *file = source_new(a, STR("example-rule.yaml"), t->example->rule);
    const RuleSpec *brought = rule_load(&loader, file, STR(""), &d);
    t->set = ruleset_new(a);
    if (brought && ruleset_add(t->set, own, &d) && ruleset_add(t->set, brought, &d) &&
        ruleset_compile(t->set, &d)) {
        t->rule = ruleset_rule(t->set, str_cmp(own->id, brought->id) > 0);
        return true;
    }
    fail(t, d.list.items[0].message);
    return false;
}

static void run_example(Tester t, const Facts *facts)
{
    const RuleCase *c = t.example;
    Arena arena;
    arena_init(&arena, SIZE_MAX);
    if (!c->rule.len || make_set(&t, &arena))
        judge_example(&t, &arena, facts);
    arena_free(&arena);
}
static void test_rule(Arena *a, RuleSet *set, Rule *rule, const Facts *facts, Selftest *out)
{
    Tester t = {.arena = a, .set = set, .tested = rule, .rule = rule, .out = out};
    if (rule->broken) /* told when it was loaded */
        return;
    out->rules++;
    for (size_t i = 0; i < rule->spec->doc->cases.len; i++) {
        t.example = &rule->spec->doc->cases.items[i];
        out->examples++;
        run_example(t, facts);
    }
}

void selftest_run(Arena *a, RuleSet *set, const Facts *facts, Selftest *out)
{
    for (size_t i = 0; i < ruleset_total(set); i++)
        test_rule(a, set, ruleset_rule(set, i), facts, out);
}
