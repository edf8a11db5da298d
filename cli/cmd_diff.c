#include <unistd.h>

#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/loading.h"
#include "cli/notes.h"
#include "report/diff.h"
#include "report/simulate.h"

typedef struct DiffOptions {
    LoadOptions load;
    Str base, format, fail_on, min_severity;
} DiffOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"base",         '\0', OPT_TEXT, offsetof(DiffOptions, base),         "REV",                      "compare the paths with what this git revision has"},
    {"format",       '\0', OPT_TEXT, offsetof(DiffOptions, format),       "text|json|markdown",       "how to write it (text)"},
    {"fail-on",      '\0', OPT_TEXT, offsetof(DiffOptions, fail_on),      "error|warning|info|never", "least severity of an added finding that makes the exit code 1 (error)"},
    {"min-severity", '\0', OPT_TEXT, offsetof(DiffOptions, min_severity), "error|warning|info",       "least severity that is shown (warning)"},
    RULE_OPTIONS,
    LOAD_OPTIONS,
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "diff",
    .arguments = "OLD NEW | --base REV [PATH...]",
    .summary = "Tells what a change adds and removes: findings, workloads that can run, and the "
               "cost ceiling.",
    .options = OPTIONS,
    .most = SIZE_MAX,
    .notes = "Objects are compared by kind, namespace and name: to move or reformat one is no\n"
             "change. --base reads the revision through git and changes nothing. Both sides are\n"
             "judged by the configuration of the new one.\n\n"
             "exit codes:\n"
             "  0  no finding was added at or above --fail-on\n"
             "  1  findings were added\n"
             "  2  wrong usage, configuration or rules: nothing was compared\n"
             "  3  incomplete: not all of the new input could be read, there was no Kubernetes\n"
             "     object, or the output could not be written\n"
             "  4  a fault of gpulint\n",
};

typedef struct Side {
    Loaded loaded;
    const Outlook *outlook;
} Side;

static bool side_judge(Arena *a, const DiffOptions *o, const LoadSide *from, Side *out, int *code)
{
    if (!load_side(a, &o->load, from, &out->loaded, code))
        return false;
    Loaded *l = &out->loaded;
    run_judge(a, l->setup.rules, &l->setup.run, &l->run);
    out->outlook = simulate_outlook(a, l->run.fleet);
    return true;
}

static const Differ *differ_named(Str name)
{
    for (const Differ *d = DIFFERS; d->name; d++) {
        if (str_eq(str_c(d->name), name))
            return d;
    }
    return DIFFERS; /* none given: options hold names to those that there are */
}

static Written change_write(const DiffOptions *o, const Change *change)
{
    Arena arena, scratch;
    arena_init(&arena, SIZE_MAX);
    arena_init(&scratch, SIZE_MAX);
    Diff diff = {change, severity_or(o->min_severity, SEVERITY_WARNING), &scratch};
    Buf out;
    buf_init(&out, &arena, LIMIT_OUTPUT);
    differ_named(o->format)->write(&out, &diff);
    Written written = WRITTEN_FAILED;
    if (out.full)
        (void)cmd_usage("the output is above %d MiB: compare fewer files at once",
                        LIMIT_OUTPUT >> 20);
    else
        written = cmd_write(STDOUT_FILENO, "the output", buf_str(&out));
    arena_free(&scratch);
    arena_free(&arena);
    return written;
}

static void notes_write(Arena *a, const DiffOptions *o, const Side *before, const Side *after)
{
    const Run *run = &after->loaded.run;
    Buf notes;
    buf_init(&notes, a, SIZE_MAX);
    notes_unread(&notes, &before->loaded.run);
    notes_unread(&notes, run);
    notes_faults(&notes, run);
    if (o->load.verbose)
        notes_skipped(&notes, run);
    notes_empty(&notes, run, o->load.allow_empty);
    if (!o->load.quiet)
        notes_facts(&notes, after->loaded.setup.run.facts, after->loaded.setup.run.now);
    cmd_note(&notes);
}

static bool has_grave(const Findings *f, Severity least)
{
    for (size_t i = 0; i < f->list.len; i++) {
        if (f->list.items[i].severity >= least)
            return true;
    }
    return false;
}

static int compare(Arena *a, const DiffOptions *o, const LoadSide *old, const LoadSide *new)
{
    Side before, after;
    int code;
    if (!side_judge(a, o, old, &before, &code) || !side_judge(a, o, new, &after, &code))
        return code;
    Change change;
    change_of(a, &(ChangeSide){&before.loaded.run, before.outlook},
              &(ChangeSide){&after.loaded.run, after.outlook}, &change);
    Written written = change_write(o, &change);
    if (written != WRITTEN_GONE)
        notes_write(a, o, &before, &after);
    if (load_incomplete(&o->load, &after.loaded.run) || written == WRITTEN_FAILED)
        return EXIT_INCOMPLETE;
    Severity fail_on = severity_or(o->fail_on, after.loaded.setup.config.fail_on);
    bool fails = fail_on != SEVERITY_OFF && has_grave(&change.findings.added, fail_on);
    return fails ? EXIT_FINDINGS : EXIT_CLEAN;
}

static bool has_stdin(const Strs *paths)
{
    for (size_t i = 0; i < paths->len; i++) {
        if (str_eq(paths->items[i], STR("-")))
            return true;
    }
    return false;
}

int cmd_diff(Arena *a, char *const *argv)
{
    DiffOptions options = {0};
    Strs paths = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &paths);
    if (code != EXIT_NOT_YET)
        return code;
    if (options.base.len && has_stdin(&paths))
        return cmd_usage("diff: the standard input has no revision");
    if (options.base.len)
        return compare(a, &options, &(LoadSide){&paths, &paths, options.base},
                       &(LoadSide){&paths, &paths, STR("")});
    if (paths.len != 2)
        return cmd_usage("diff: two paths are needed, or --base REV (gpulint diff --help)");
    Strs old = {0}, new = {0};
    *vec_push(a, &old) = paths.items[0];
    *vec_push(a, &new) = paths.items[1];
    return compare(a, &options, &(LoadSide){&old, &new, STR("")}, &(LoadSide){&new, &new, STR("")});
}
