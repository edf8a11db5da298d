#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/nearest.h"

static Str unknown(Arena *a, Str name)
{
    Nearest near = nearest_to(name);
    Buf names;
    buf_init(&names, a, SIZE_MAX);
    for (const Reporter *r = REPORTERS; r->name; r++) {
        nearest_offer(&near, str_c(r->name));
        buf_printf(&names, "%s%s", names.len ? ", " : "", r->name);
    }
    if (near.best.len)
        return arena_printf(a, "no format '%.*s'; did you mean '%.*s'?", STR_ARG(name),
                            STR_ARG(near.best));
    return arena_printf(a, "no format '%.*s'; there are %.*s", STR_ARG(name),
                        STR_ARG(buf_str(&names)));
}

static bool is_taken(const Outputs *out, Str file)
{
    for (size_t i = 0; file.len && i < out->list.len; i++)
        if (str_eq(out->list.items[i].file, file))
            return true;
    return false;
}

bool outputs_parse(Arena *a, const Strs *formats, Outputs *out, Str *why)
{
    size_t to_stdout = 0;
    for (size_t i = 0; i < formats->len; i++) {
        Str name = formats->items[i], file = STR("");
        bool to_file = str_cut(name, '=', &name, &file);
        const Reporter *reporter = reporter_find(name);
        if (!reporter) {
            *why = unknown(a, name);
            return false;
        }
        if (to_file && !file.len) {
            *why = STR("--format NAME=FILE needs the name of a file after '='");
            return false;
        }
        if (is_taken(out, file)) {
            *why = arena_printf(a, "two formats cannot go to one file, '%.*s'", STR_ARG(file));
            return false;
        }
        to_stdout += !to_file;
        *vec_push(a, &out->list) = (Output){reporter, file};
    }
    if (to_stdout > 1) {
        *why = STR("only one format can go to the standard output: give the others a file, "
                   "--format NAME=FILE");
        return false;
    }
    if (!formats->len)
        *vec_push(a, &out->list) = (Output){&REPORTERS[0], STR("")};
    return true;
}

static Written write_file(Arena *a, Str path, Str text)
{
    const char *name = arena_copy(a, path).ptr;
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return cmd_write_failed(name);
    Written written = cmd_write(fd, name, text);
    if (close(fd) != 0 && written == WRITTEN_ALL)
        return cmd_write_failed(name);
    return written;
}

static Written write_one(const Output *o, const Report *report)
{
    Arena arena; /* its own: the report's scratch is rewound */
    arena_init(&arena, SIZE_MAX);
    Buf out;
    buf_init(&out, &arena, LIMIT_OUTPUT);
    Report view = *report;
    view.color = report->color && !o->file.len;
    o->reporter->write(&out, &view);
    Written written = WRITTEN_FAILED;
    if (out.full)
        (void)cmd_usage("the %s output is above %d MiB: check fewer files at once, or write json",
                        o->reporter->name, LIMIT_OUTPUT >> 20);
    else if (o->file.len)
        written = write_file(&arena, o->file, buf_str(&out));
    else
        written = cmd_write(STDOUT_FILENO, "the output", buf_str(&out));
    arena_free(&arena);
    return written;
}

Written outputs_write(const Outputs *o, const Report *report)
{
    Written worst = WRITTEN_ALL;
    for (size_t i = 0; i < o->list.len; i++) {
        Written written = write_one(&o->list.items[i], report);
        worst = written > worst ? written : worst;
    }
    return worst;
}
