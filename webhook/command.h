/* Command: one of this program's commands. Reads its own options; ends with an exit code. */
#ifndef WEBHOOK_COMMAND_H
#define WEBHOOK_COMMAND_H

#include "doc/diag.h"
#include "report/opt.h"

enum { EXIT_DONE = 0, EXIT_USAGE = 2, EXIT_FAULT = 4 };

int cmd_serve(Arena *a, char *const *argv);
int cmd_certs(Arena *a, char *const *argv);

/* What both do first: true when the command may go on, else *code is its exit code. */
bool command_options(Arena *a, const OptSpec *spec, char *const *argv, void *into, int *code);
void command_write(int fd, Str text);
/* One message a line on standard error. */
int command_fail(const Diags *d);

#endif
