/* The commands, and what they have in common: exit codes and how to speak to a person. */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "doc/diag.h"
#include "report/opt.h"

typedef enum Exit {
    EXIT_NOT_YET = -1, /* there is something left to do */
    EXIT_CLEAN = 0,
    EXIT_FINDINGS = 1,
    EXIT_USAGE = 2,      /* or configuration or rules: nothing was checked */
    EXIT_INCOMPLETE = 3, /* not read, nothing found, or not written */
    EXIT_FAULT = 4       /* our own */
} Exit;

typedef struct Command {
    const char *name;
    int (*run)(Arena *a, char *const *argv); /* argv[0] is the command's name */
    const char *summary;
} Command;

int cmd_check(Arena *a, char *const *argv);
int cmd_diff(Arena *a, char *const *argv);
int cmd_eval(Arena *a, char *const *argv);
int cmd_explain(Arena *a, char *const *argv);
int cmd_facts(Arena *a, char *const *argv);
int cmd_rules(Arena *a, char *const *argv);
int cmd_simulate(Arena *a, char *const *argv);
int cmd_test(Arena *a, char *const *argv);
int cmd_version(Arena *a, char *const *argv);
int cmd_server(Arena *a, char *const *argv); /* serve and certs: the other executable */

/* Reads a command's options. EXIT_NOT_YET, or the exit code once help was printed or a usage error
 * was told. */
int cmd_options(Arena *a, const OptSpec *spec, char *const *argv, void *into, Strs *rest);
/* "gpulint: …" on stderr; always EXIT_USAGE. */
int cmd_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Every message with its place on stderr; always EXIT_USAGE. */
int cmd_diags(const Diags *d);
void cmd_warnings(const Diags *d); /* its warnings alone */

typedef enum Written {
    WRITTEN_ALL,
    WRITTEN_GONE,  /* the reader went away: nobody is there to be told more */
    WRITTEN_FAILED /* after a message */
} Written;

Written cmd_write(int fd, const char *name, Str text);
/* Tells what errno says of `name`; always WRITTEN_FAILED. */
Written cmd_write_failed(const char *name);
/* To stdout; the exit code that this alone gives. */
int cmd_print(const Buf *text);
/* To stderr, where a failure cannot be told. */
void cmd_note(const Buf *text);

#endif
