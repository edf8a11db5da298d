#include "cli/cmd.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "report/snippet.h"

enum {
    REASON_MOST = 128 /* bytes of the system's word for an error */
};

int cmd_options(Arena *a, const OptSpec *spec, char *const *argv, void *into, Strs *rest)
{
    OptRest read = {0};
    switch (opt_parse(a, spec, argv + 1, into, &read)) {
    case OPT_OK: *rest = read.words; return EXIT_NOT_YET;
    case OPT_WRONG:
        return cmd_usage("%.*s (gpulint %s --help lists the options)", STR_ARG(read.wrong),
                         spec->command);
    case OPT_HELP: break;
    }
    Buf help;
    buf_init(&help, a, SIZE_MAX);
    opt_help(&help, spec);
    return cmd_print(&help);
}

int cmd_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fputs("gpulint: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    return EXIT_USAGE;
}

static void place_write(Buf *out, const Diag *d, const char *grade)
{
    if (d->source) {
        LineColumn at = source_place(d->source, d->at.off);
        text_write(out, d->source->name);
        buf_printf(out, ":%u:%u: ", at.line, at.column);
    } else {
        buf_add(out, STR("gpulint: "));
    }
    buf_printf(out, "%s: ", grade);
}

static void diag_write(Buf *out, const Diag *d)
{
    if (d->source)
        place_write(out, d, "error");
    else
        buf_add(out, STR("gpulint: "));
    text_write(out, d->message);
    buf_char(out, '\n');
    if (!d->source || !d->source->text.len)
        return;
    Snippet plain = {3, "", "", ""}; /* columns for the number of any line that people look up */
    snippet_write(out, &plain, d->source, d->at);
    buf_char(out, '\n');
}

void cmd_warnings(const Diags *d)
{
    Buf out;
    buf_init(&out, d->arena, SIZE_MAX);
    for (size_t i = 0; i < d->warnings.len; i++) {
        const Diag *w = &d->warnings.items[i];
        place_write(&out, w, "warning");
        text_write(&out, w->message);
        buf_char(&out, '\n');
    }
    cmd_note(&out);
}

int cmd_diags(const Diags *d)
{
    Buf out;
    cmd_warnings(d);
    buf_init(&out, d->arena, SIZE_MAX);
    for (size_t i = 0; i < d->list.len; i++)
        diag_write(&out, &d->list.items[i]);
    if (d->count > d->list.len)
        buf_printf(&out, "gpulint: %zu more\n", d->count - d->list.len);
    cmd_note(&out);
    return EXIT_USAGE;
}

Written cmd_write_failed(const char *name)
{
    char why[REASON_MOST];
    if (strerror_r(errno, why, sizeof why) != 0)
        why[0] = '\0';
    (void)fprintf(stderr, "gpulint: cannot write %s: %s\n", name, why);
    return WRITTEN_FAILED;
}

Written cmd_write(int fd, const char *name, Str text)
{
    while (text.len) {
        ssize_t done = write(fd, text.ptr, text.len);
        if (done >= 0)
            text = str_skip(text, (size_t)done);
        else if (errno == EPIPE)
            return WRITTEN_GONE;
        else if (errno != EINTR)
            return cmd_write_failed(name);
    }
    return WRITTEN_ALL;
}

int cmd_print(const Buf *text)
{
    return cmd_write(STDOUT_FILENO, "the output", buf_str(text)) == WRITTEN_FAILED ? EXIT_INCOMPLETE
                                                                                   : EXIT_CLEAN;
}

void cmd_note(const Buf *text)
{
    Str bytes = buf_str(text);
    (void)fwrite(bytes.ptr, 1, bytes.len, stderr);
}
