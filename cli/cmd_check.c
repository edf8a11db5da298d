#include <stdlib.h>
#include <unistd.h>

#include "base/abspath.h"
#include "base/file.h"
#include "cli/cmd.h"
#include "cli/inputs.h"
#include "cli/notes.h"
#include "cli/output.h"
#include "cli/setup.h"

typedef struct CheckOptions {
    SetupOptions setup;
    Strs formats, exclude, context;
    Str fail_on, min_severity, stdin_filename, color;
    bool quiet, verbose, allow_empty;
} CheckOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"format",         '\0', OPT_MANY,   offsetof(CheckOptions, formats),        "NAME[=FILE]",              "full, concise, json or sarif; once more with a FILE for another"},
    {"fail-on",        '\0', OPT_TEXT,   offsetof(CheckOptions, fail_on),        "error|warning|info|never", "least severity that makes the exit code 1 (error)"},
    {"min-severity",   '\0', OPT_TEXT,   offsetof(CheckOptions, min_severity),   "error|warning|info",       "least severity that is shown (warning)"},
    {"exclude",        '\0', OPT_MANY,   offsetof(CheckOptions, exclude),        "GLOB",                     "leave these files out, in the language of .gitignore; repeatable"},
    {"context",        '\0', OPT_MANY,   offsetof(CheckOptions, context),        "PATH",                     "load these files too, but report nothing in them; repeatable"},
    SETUP_OPTIONS,
    {"stdin-filename", '\0', OPT_TEXT,   offsetof(CheckOptions, stdin_filename), "NAME",                     "what to call the standard input"},
    {"color",          '\0', OPT_TEXT,   offsetof(CheckOptions, color),          "auto|always|never",        "colour the full format (auto: on a terminal, without NO_COLOR)"},
    {"allow-empty",    '\0', OPT_SWITCH, offsetof(CheckOptions, allow_empty),    NULL,                       "an input without any Kubernetes object is fine"},
    {"quiet",          '\0', OPT_SWITCH, offsetof(CheckOptions, quiet),          NULL,                       "findings and errors only"},
    {"verbose",        'v',  OPT_SWITCH, offsetof(CheckOptions, verbose),        NULL,                       "also say what was skipped and what could not be decided"},
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

static bool wants_color(Str choice)
{
    if (choice.len && !str_eq(choice, STR("auto")))
        return str_eq(choice, STR("always"));
    const char *plain = getenv("NO_COLOR");
    return !(plain && *plain) && !str_eq(str_c(getenv("TERM")), STR("dumb")) &&
           isatty(STDOUT_FILENO);
}

static Severity severity_of(Str name, Severity otherwise)
{
    Severity severity;
    if (str_eq(name, STR("never")))
        return SEVERITY_OFF;
    return severity_parse(name, &severity) ? severity : otherwise;
}

static void inputs_collect(Inputs *in, const CheckOptions *o, const Strs *paths, const Config *c)
{
    Arena *a = in->arena;
    for (size_t i = 0; i < c->exclude.len; i++)
        pathglobs_add(a, &in->exclude, c->folder, c->exclude.items[i]);
    for (size_t i = 0; i < o->exclude.len; i++)
        pathglobs_add(a, &in->exclude, path_absolute(a, STR(".")), o->exclude.items[i]);
    for (size_t i = 0; i < c->include.len; i++)
        pathglobs_add(a, &in->include, c->folder, c->include.items[i]);
    for (size_t i = 0; i < paths->len; i++)
        inputs_add(in, paths->items[i], false);
    for (size_t i = 0; i < o->context.len; i++)
        inputs_add(in, o->context.items[i], true);
    for (size_t i = 0; i < c->context.len; i++) {
        Str path = c->context.items[i];
        if (!str_starts(path, STR("/")))
            path = path_join(a, c->folder, path);
        inputs_add(in, path_relative(a, path_absolute(a, path)), true);
    }
}

/* What the inputs could not give, in front of what the run found out itself. */
static void run_merge(Arena *a, Run *run, const Inputs *in)
{
    for (size_t i = 0; i < in->unread.len; i++)
        *vec_push(a, &run->unread) = in->unread.items[i];
    for (size_t i = 0; i < in->skipped.len; i++)
        *vec_push(a, &run->skipped) = in->skipped.items[i];
}

static void notes_write(Buf *out, const CheckOptions *o, const Report *report)
{
    const Run *run = report->run;
    notes_unread(out, run);
    notes_faults(out, run);
    if (o->verbose) {
        notes_skipped(out, run);
        notes_undecided(out, run);
    }
    if (!run->judged && !run->unread.len && !o->allow_empty)
        buf_add(out, STR("gpulint: no Kubernetes object found (--allow-empty accepts that)\n"));
    if (!o->quiet)
        notes_summary(out, report);
}

static int check_report(Arena *a, const CheckOptions *o, const Outputs *outputs, const Run *run,
                        Severity fail_on)
{
    Report report;
    report_init(&report, a, run, severity_of(o->min_severity, SEVERITY_WARNING));
    report.color = wants_color(o->color);
    Written written = outputs_write(outputs, &report);
    if (written != WRITTEN_GONE) {
        Buf notes;
        buf_init(&notes, a, SIZE_MAX);
        notes_write(&notes, o, &report);
        cmd_note(&notes);
    }
    bool empty = !run->judged && !o->allow_empty;
    if (run->unread.len || empty || written == WRITTEN_FAILED)
        return EXIT_INCOMPLETE;
    return fail_on != SEVERITY_OFF && report_count(&report, fail_on) ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* Where the configuration is searched from: what stdin is called says where it belongs. */
static Strs starts_of(Arena *a, const CheckOptions *o, const Strs *paths)
{
    Strs starts = {0};
    for (size_t i = 0; i < paths->len; i++) {
        bool named = o->stdin_filename.len && str_eq(paths->items[i], STR("-"));
        *vec_push(a, &starts) = named ? o->stdin_filename : paths->items[i];
    }
    return starts;
}

static int check_run(Arena *a, const CheckOptions *o, const Outputs *outputs, const Strs *paths)
{
    Setup setup;
    int code;
    Strs starts = starts_of(a, o, paths);
    if (!setup_make(a, &o->setup, &starts, &setup, &code))
        return code;
    Inputs in;
    inputs_init(&in, a);
    inputs_collect(&in, o, paths, &setup.config);
    size_t count;
    Str stdin_name = o->stdin_filename.len ? o->stdin_filename : STR("<stdin>");
    const RunInput *inputs = inputs_read(&in, stdin_name, &count);
    setup.run.undecided = o->verbose;
    Run run = {0};
    run_load(a, inputs, count, &setup.run, &run);
    run_judge(a, setup.rules, &setup.run, &run);
    run_merge(a, &run, &in);
    return check_report(a, o, outputs, &run, severity_of(o->fail_on, setup.config.fail_on));
}

int cmd_check(Arena *a, char *const *argv)
{
    CheckOptions options = {0};
    Strs paths = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &paths);
    if (code != EXIT_NOT_YET)
        return code;
    Outputs outputs = {0};
    Str why;
    if (!outputs_parse(a, &options.formats, &outputs, &why))
        return cmd_usage("%.*s", STR_ARG(why));
    if (!paths.len)
        *vec_push(a, &paths) = STR(""); /* the current folder */
    return check_run(a, &options, &outputs, &paths);
}
