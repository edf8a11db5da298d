#include "cli/loading.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/abspath.h"
#include "base/file.h"
#include "cli/inputs.h"

bool load_color(const LoadOptions *o)
{
    if (o->color.len && !str_eq(o->color, STR("auto")))
        return str_eq(o->color, STR("always"));
    const char *plain = getenv("NO_COLOR");
    return !(plain && *plain) && !str_eq(str_c(getenv("TERM")), STR("dumb")) &&
           isatty(STDOUT_FILENO);
}

static void collect(Inputs *in, const LoadOptions *o, const Strs *paths, const Config *c)
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

/* What the inputs could not give, behind what the run found out itself. */
static void merge(Arena *a, Run *run, const Inputs *in)
{
    for (size_t i = 0; i < in->unread.len; i++)
        *vec_push(a, &run->unread) = in->unread.items[i];
    for (size_t i = 0; i < in->skipped.len; i++)
        *vec_push(a, &run->skipped) = in->skipped.items[i];
}

/* Where the configuration is searched from: what stdin is called says where it belongs. */
static Strs starts_of(Arena *a, const LoadOptions *o, const Strs *paths)
{
    Strs starts = {0};
    for (size_t i = 0; i < paths->len; i++) {
        bool named = o->stdin_filename.len && str_eq(paths->items[i], STR("-"));
        *vec_push(a, &starts) = named ? o->stdin_filename : paths->items[i];
    }
    return starts;
}

bool load_run(Arena *a, const LoadOptions *o, const Strs *paths, Loaded *out, int *code)
{
    Strs given = *paths;
    if (!given.len)
        *vec_push(a, &given) = STR(""); /* the current folder */
    Strs starts = starts_of(a, o, &given);
    *out = (Loaded){0};
    if (!setup_make(a, &o->setup, &starts, &out->setup, code))
        return false;
    Inputs in;
    inputs_init(&in, a);
    collect(&in, o, &given, &out->setup.config);
    size_t count;
    Str stdin_name = o->stdin_filename.len ? o->stdin_filename : STR("<stdin>");
    const RunInput *inputs = inputs_read(&in, stdin_name, &count);
    out->setup.run.undecided = o->verbose;
    run_load(a, inputs, count, &out->setup.run, &out->run);
    merge(a, &out->run, &in);
    return true;
}

bool load_incomplete(const LoadOptions *o, const Run *run)
{
    return run->unread.len || (!run->judged && !o->allow_empty);
}
