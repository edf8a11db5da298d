#include <string.h>
#include <unistd.h>

#include "webhook/command.h"

typedef struct Command {
    const char *name, *summary;
    int (*run)(Arena *a, char *const *argv);
} Command;

static const Command COMMANDS[] = {
    {"serve", "answer AdmissionReviews over HTTPS",                     cmd_serve},
    {"certs", "make a CA and a serving certificate for the API server", cmd_certs},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

void command_write(int fd, Str text)
{
    while (text.len > 0) {
        ssize_t done = write(fd, text.ptr, text.len);
        if (done <= 0)
            return;
        text = str_skip(text, (size_t)done);
    }
}

int command_fail(const Diags *d)
{
    Buf out;
    buf_init(&out, d->arena, SIZE_MAX);
    for (size_t i = 0; i < d->list.len; i++) {
        const Diag *one = &d->list.items[i];
        buf_add(&out, STR("gpulint: "));
        if (one->source) {
            LineColumn at = source_place(one->source, one->at.off);
            buf_printf(&out, "%.*s:%u:%u: ", STR_ARG(one->source->name), at.line, at.column);
        }
        buf_printf(&out, "%.*s\n", STR_ARG(one->message));
    }
    command_write(STDERR_FILENO, buf_str(&out));
    return EXIT_USAGE;
}

bool command_options(Arena *a, const OptSpec *spec, char *const *argv, void *into, int *code)
{
    OptRest rest = {0};
    Buf help;
    switch (opt_parse(a, spec, argv, into, &rest)) {
    case OPT_OK: return true;
    case OPT_HELP:
        buf_init(&help, a, SIZE_MAX);
        opt_help(&help, spec);
        command_write(STDOUT_FILENO, buf_str(&help));
        *code = EXIT_DONE;
        return false;
    case OPT_WRONG: break;
    }
    Diags d;
    diags_init(&d, a);
    (void)diag_error(&d, NULL, (Span){0, 0}, "%s: %.*s", spec->command, STR_ARG(rest.wrong));
    *code = command_fail(&d);
    return false;
}

static int usage(int fd, int code)
{
    command_write(fd, STR("usage: gpulint-server COMMAND [OPTIONS]\n\n"));
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        command_write(fd, STR("  "));
        command_write(fd, str_c(COMMANDS[i].name));
        command_write(fd, STR("  "));
        command_write(fd, str_c(COMMANDS[i].summary));
        command_write(fd, STR("\n"));
    }
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return usage(STDERR_FILENO, EXIT_USAGE);
    if (strcmp(argv[1], "--help") == 0)
        return usage(STDOUT_FILENO, EXIT_DONE);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(argv[1], COMMANDS[i].name) != 0)
            continue;
        Arena a;
        arena_init(&a, SIZE_MAX);
        int code = COMMANDS[i].run(&a, argv + 2);
        arena_free(&a);
        return code;
    }
    return usage(STDERR_FILENO, EXIT_USAGE);
}
