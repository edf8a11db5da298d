#include "cli/cmd.h"
#include "cli/loading.h"
#include "cli/notes.h"
#include "cli/output.h"
#include "rule/delta.h"

typedef struct CheckOptions {
    LoadOptions load;
    Strs formats;
    Str fail_on, min_severity, base;
    bool new_only;
} CheckOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"format",         '\0', OPT_MANY,   offsetof(CheckOptions, formats),        "NAME[=FILE]",              "full, concise, json or sarif; once more with a FILE for another"},
    {"fail-on",        '\0', OPT_TEXT,   offsetof(CheckOptions, fail_on),        "error|warning|info|never", "least severity that makes the exit code 1 (error)"},
    {"min-severity",   '\0', OPT_TEXT,   offsetof(CheckOptions, min_severity),   "error|warning|info",       "least severity that is shown (warning)"},
    {"base",           '\0', OPT_TEXT,   offsetof(CheckOptions, base),           "REV",                      "with --new-only: the git revision to compare with"},
    {"new-only",       '\0', OPT_SWITCH, offsetof(CheckOptions, new_only),       NULL,                       "only what the files have now and did not have in --base"},
    RULE_OPTIONS,
    LOAD_OPTIONS,
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "check",
    .arguments = "[PATH...|-]",
    .summary = "Checks Kubernetes manifests: files, folders (the current one by default) or the "
               "standard input.",
    .options = OPTIONS,
    .most = SIZE_MAX,
    .notes = "exit codes:\n"
             "  0  nothing at or above --fail-on\n"
             "  1  findings\n"
             "  2  wrong usage, configuration or rules: nothing was checked\n"
             "  3  incomplete: not all input could be read, there was no Kubernetes object, or "
             "the output could not be written\n"
             "  4  a fault of gpulint\n",
};

static void notes_write(Buf *out, const CheckOptions *o, const RunOptions *judged,
                        const Report *report)
{
    const Run *run = report->run;
    notes_unread(out, run);
    notes_faults(out, run);
    if (o->load.verbose) {
        notes_skipped(out, run);
        notes_undecided(out, run);
    }
    notes_empty(out, run, o->load.allow_empty);
    if (!o->load.quiet) {
        notes_facts(out, judged->facts, judged->now);
        notes_summary(out, report);
    }
}

static int check_report(Arena *a, const CheckOptions *o, const Outputs *outputs,
                        const Loaded *loaded)
{
    const Run *run = &loaded->run;
    Severity fail_on = severity_or(o->fail_on, loaded->setup.config.fail_on);
    Report report;
    report_init(&report, a, run, severity_or(o->min_severity, SEVERITY_WARNING));
    report.color = load_color(&o->load);
    Written written = outputs_write(outputs, &report);
    if (written != WRITTEN_GONE) {
        Buf notes;
        buf_init(&notes, a, SIZE_MAX);
        notes_write(&notes, o, &loaded->setup.run, &report);
        cmd_note(&notes);
    }
    if (load_incomplete(&o->load, run) || written == WRITTEN_FAILED)
        return EXIT_INCOMPLETE;
    return fail_on != SEVERITY_OFF && report_count(&report, fail_on) ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* Leaves of the findings those that the base does not have. */
static bool keep_new(Arena *a, const CheckOptions *o, const Strs *paths, Run *run, int *code)
{
    Loaded base;
    if (!load_side(a, &o->load, &(LoadSide){paths, paths, o->base}, &base, code))
        return false;
    run_judge(a, base.setup.rules, &base.setup.run, &base.run);
    Delta delta;
    delta_of(a, &base.run.findings, &run->findings, &delta);
    run->findings = delta.added;
    return true;
}

int cmd_check(Arena *a, char *const *argv)
{
    CheckOptions options = {0};
    Strs paths = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &paths);
    if (code != EXIT_NOT_YET)
        return code;
    if (options.new_only != (options.base.len > 0))
        return cmd_usage("check: --new-only and --base REV belong together");
    Outputs outputs = {0};
    Str why;
    if (!outputs_parse(a, &options.formats, &outputs, &why))
        return cmd_usage("%.*s", STR_ARG(why));
    Loaded loaded;
    if (!load_run(a, &options.load, &paths, &loaded, &code))
        return code;
    const Setup *setup = &loaded.setup;
    run_judge(a, setup->rules, &setup->run, &loaded.run);
    if (options.new_only && !keep_new(a, &options, &paths, &loaded.run, &code))
        return code;
    return check_report(a, &options, &outputs, &loaded);
}
