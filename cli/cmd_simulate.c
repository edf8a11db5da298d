#include <unistd.h>

#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/loading.h"
#include "cli/notes.h"
#include "report/simulate.h"

typedef struct SimulateOptions {
    LoadOptions load;
    Str format, fail_on;
    bool matrix;
} SimulateOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"format",  '\0', OPT_TEXT,   offsetof(SimulateOptions, format),  "text|json|markdown", "how to write it (text)"},
    {"matrix",  '\0', OPT_SWITCH, offsetof(SimulateOptions, matrix),  NULL,                 "every workload with every place, and why"},
    {"fail-on", '\0', OPT_TEXT,   offsetof(SimulateOptions, fail_on), "never|never-fits",   "never-fits: a workload that can never run makes the exit code 1 (never)"},
    LOAD_OPTIONS,
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "simulate",
    .arguments = "[PATH...|-]",
    .summary =
        "Tells for each accelerator workload whether some NodePool or node group will ever run\n"
        "it, which one Karpenter takes first or what stands in the way; and for each NodePool and\n"
        "node group which limit binds it, how many accelerators it can come to, and what that "
        "costs.",
    .options = OPTIONS,
    .most = SIZE_MAX,
    .notes =
        "verdicts:\n"
        "  fits     a place in the input takes it\n"
        "  never    none of the places that it is meant for admits it, nor another one in the\n"
        "           input; with --complete: no place at all. Meant for: it selects a label or\n"
        "           type of the place, tolerates its taint, or stands in the same file\n"
        "  unknown  anything else: it may be meant for a place outside the input, or what it\n"
        "           rests on is not known\n\n"
        "exit codes:\n"
        "  0  done, whatever the verdicts\n"
        "  1  with --fail-on never-fits: a workload can never run\n"
        "  2  wrong usage or configuration: nothing was simulated\n"
        "  3  incomplete: not all input could be read, there was no Kubernetes object, or the "
        "output could not be written\n"
        "  4  a fault of gpulint\n",
};

static const Simulator *simulator_named(Str name)
{
    for (const Simulator *s = SIMULATORS; s->name; s++)
        if (str_eq(str_c(s->name), name))
            return s;
    return SIMULATORS; /* none given: options hold names to those that there are */
}

static Written simulation_write(const SimulateOptions *o, const Outlook *outlook)
{
    Arena arena, scratch;
    arena_init(&arena, SIZE_MAX);
    arena_init(&scratch, SIZE_MAX);
    Simulation s = {outlook, o->matrix, load_color(&o->load), &scratch};
    Buf out;
    buf_init(&out, &arena, LIMIT_OUTPUT);
    simulator_named(o->format)->write(&out, &s);
    Written written = WRITTEN_FAILED;
    if (out.full)
        (void)cmd_usage("the output is above %d MiB: simulate fewer files at once%s",
                        LIMIT_OUTPUT >> 20, o->matrix ? ", or without --matrix" : "");
    else
        written = cmd_write(STDOUT_FILENO, "the output", buf_str(&out));
    arena_free(&scratch);
    arena_free(&arena);
    return written;
}

static void notes_write(Arena *a, const SimulateOptions *o, const Loaded *l, const Outlook *outlook)
{
    const Run *run = &l->run;
    Buf notes;
    buf_init(&notes, a, SIZE_MAX);
    notes_unread(&notes, run);
    if (o->load.verbose)
        notes_skipped(&notes, run);
    notes_empty(&notes, run, o->load.allow_empty);
    if (!o->load.quiet)
        notes_facts(&notes, l->setup.run.facts, l->setup.run.now);
    if (!o->load.quiet)
        notes_simulated(&notes, run, outlook);
    cmd_note(&notes);
}

int cmd_simulate(Arena *a, char *const *argv)
{
    SimulateOptions options = {0};
    Strs paths = {0};
    Loaded loaded;
    int code = cmd_options(a, &SPEC, argv, &options, &paths);
    if (code != EXIT_NOT_YET || !load_run(a, &options.load, &paths, &loaded, &code))
        return code;
    const Outlook *outlook = simulate_outlook(a, loaded.run.fleet);
    Written written = simulation_write(&options, outlook);
    if (written != WRITTEN_GONE)
        notes_write(a, &options, &loaded, outlook);
    if (load_incomplete(&options.load, &loaded.run) || written == WRITTEN_FAILED)
        return EXIT_INCOMPLETE;
    bool fails = str_eq(options.fail_on, STR("never-fits"));
    return fails && outlook->counts[VERDICT_NEVER] ? EXIT_FINDINGS : EXIT_CLEAN;
}
