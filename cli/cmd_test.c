#include "cli/cmd.h"
#include "report/snippet.h"
#include "rule/ruleset.h"
#include "rule/selftest.h"

typedef struct TestOptions {
    Str facts;
} TestOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"facts", '\0', OPT_TEXT, offsetof(TestOptions, facts), "DIR", "replace the built-in facts by those of a folder"},
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "test",
    .arguments = "[DIR]",
    .summary = "Runs the examples that rules carry: those of the rule files in DIR, or the "
               "built-in ones.",
    .options = OPTIONS,
    .most = 1,
    .notes = "exit codes: 0 all pass, 1 some do not, 2 a rule file is wrong\n",
};

static void result_write(Buf *out, const Selftest *result)
{
    for (size_t i = 0; i < result->failures.len; i++) {
        const SelftestFailure *f = &result->failures.items[i];
        text_write(out, f->file);
        buf_printf(out, ":%u: %.*s: ", f->line, STR_ARG(rule_id(f->rule)));
        text_write(out, f->message);
        buf_char(out, '\n');
    }
    size_t failed = result->failures.len;
    buf_printf(out, "examples of %zu rule%s:\n%zu passed, %zu failed\n", result->rules,
               result->rules == 1 ? "" : "s",
               result->examples > failed ? result->examples - failed : 0, failed);
}

int cmd_test(Arena *a, char *const *argv)
{
    TestOptions options = {0};
    Strs rest = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &rest);
    if (code != EXIT_NOT_YET)
        return code;
    Diags diags;
    diags_init(&diags, a);
    const Facts *facts = options.facts.len ? facts_load(a, options.facts, &diags) : facts_builtin();
    RuleSet *set = rest.len ? ruleset_new(a) : ruleset_builtin(a);
    if (!facts || (rest.len && !ruleset_add_folder(set, rest.items[0], &diags)))
        return cmd_diags(&diags);
    cmd_warnings(&diags);
    if (!ruleset_total(set))
        return cmd_usage("no rule file (*.yaml) in '%.*s'", STR_ARG(rest.items[0]));
    Selftest result = {0};
    selftest_run(a, set, facts, &result);
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    result_write(&out, &result);
    code = cmd_print(&out);
    return code == EXIT_CLEAN && result.failures.len ? EXIT_FINDINGS : code;
}
