#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/nearest.h"
#include "base/version.h"
#include "cli/cmd.h"

static const Command COMMANDS[] = {
    {"check",    cmd_check,    "check manifests against the rules (also: gpulint PATH)"        },
    {"simulate", cmd_simulate, "tell which workloads can ever run, where, and what it may cost"},
    {"diff",     cmd_diff,     "what a change adds and removes"                                },
    {"eval",     cmd_eval,     "evaluate a CEL expression on an object"                        },
    {"explain",  cmd_explain,  "why a rule exists and how to repair what it finds"             },
    {"rules",    cmd_rules,    "list the rules"                                                },
    {"facts",    cmd_facts,    "show the dated facts that rules rest on"                       },
    {"test",     cmd_test,     "run the examples that rules carry"                             },
    {"serve",    cmd_server,   "the admission webhook (gpulint-server)"                        },
    {"certs",    cmd_server,   "make its CA and serving certificate (gpulint-server)"          },
    {"version",  cmd_version,  "print the version"                                             },
    {NULL,       NULL,         NULL                                                            },
};

/* A panic or failed assertion has told what it is; the exit code says whose fault. */
static void on_abort(int number)
{
    static const char TEXT[] =
        "gpulint " GPULINT_VERSION ": this is a fault of gpulint, not of its input\n";
    (void)number;
    (void)!write(STDERR_FILENO, TEXT, sizeof TEXT - 1);
    _exit(EXIT_FAULT);
}

static int help(Arena *a)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    buf_add(&out, STR("usage: gpulint COMMAND [option...] [argument...]\n\ncommands:\n"));
    for (const Command *c = COMMANDS; c->name; c++)
        buf_printf(&out, "  %-10s %s\n", c->name, c->summary);
    buf_add(&out, STR("\ngpulint COMMAND --help lists the options of a command.\n"));
    return cmd_print(&out);
}

/* What is no command but looks like a path is checked, so that a file that is missing is told as
 * one, not as a command. */
static bool is_path(Str word)
{
    return str_eq(word, STR("-")) || str_contains(word, STR("/")) || str_contains(word, STR(".")) ||
           file_kind(word, true) != FILE_NONE;
}

static int unknown(Str word)
{
    Nearest near = nearest_to(word);
    for (const Command *c = COMMANDS; c->name; c++)
        nearest_offer(&near, str_c(c->name));
    if (near.best.len)
        return cmd_usage("no command or path '%.*s'; did you mean '%.*s'?", STR_ARG(word),
                         STR_ARG(near.best));
    return cmd_usage("no command or path '%.*s' (gpulint --help lists the commands)",
                     STR_ARG(word));
}

static int run(Arena *a, char **argv)
{
    if (!argv[0] || !argv[1])
        return cmd_usage("a command or a path is needed (gpulint --help lists the commands)");
    Str word = str_c(argv[1]);
    if (str_eq(word, STR("--help")) || str_eq(word, STR("-h")))
        return help(a);
    if (str_eq(word, STR("--version")))
        return cmd_version(a, (char *const[]){argv[1], NULL});
    for (const Command *c = COMMANDS; c->name; c++) {
        if (str_eq(word, str_c(c->name)))
            return c->run(a, argv + 1);
    }
    if (str_starts(word, STR("-")) && word.len > 1)
        return cmd_usage("'%.*s' must follow a command, as in: gpulint check %.*s", STR_ARG(word),
                         STR_ARG(word));
    return is_path(word) ? cmd_check(a, argv) : unknown(word);
}

int main(int argc, char **argv)
{
    (void)argc;
    (void)signal(SIGPIPE, SIG_IGN); /* a reader that goes away is EPIPE to cmd_write */
    (void)signal(SIGABRT, on_abort);
    Arena arena;
    arena_init(&arena, SIZE_MAX);
    int code = run(&arena, argv);
    arena_free(&arena);
    return code;
}
