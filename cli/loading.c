#include "cli/loading.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/abspath.h"
#include "base/file.h"
#include "cli/cmd.h"
#include "cli/inputs.h"

bool load_color(const LoadOptions *o)
{
    if (o->color.len && !str_eq(o->color, STR("auto")))
        return str_eq(o->color, STR("always"));
    const char *plain = getenv("NO_COLOR");
    return !(plain && *plain) && !str_eq(str_c(getenv("TERM")), STR("dumb")) &&
           isatty(STDOUT_FILENO);
}

/* A path of the configuration, as seen from here. */
static Str configured(Arena *a, const Config *c, Str path)
{
    if (!str_starts(path, STR("/")))
        path = path_join(a, c->folder, path);
    return path_relative(a, path_absolute(a, path));
}

static Strs context_paths(Arena *a, const LoadOptions *o, const Config *c)
{
    Strs paths = {0};
    for (size_t i = 0; i < o->context.len; i++)
        *vec_push(a, &paths) = o->context.items[i];
    for (size_t i = 0; i < c->context.len; i++)
        *vec_push(a, &paths) = configured(a, c, c->context.items[i]);
    for (size_t i = 0; i < c->values.len; i++)
        *vec_push(a, &paths) = configured(a, c, c->values.items[i].path);
    return paths;
}

static void globs_add(Inputs *in, const LoadOptions *o, const Config *c)
{
    Arena *a = in->arena;
    for (size_t i = 0; i < c->values.len; i++)
        inputs_chart(in, configured(a, c, c->values.items[i].path), &c->values.items[i].chart);
    for (size_t i = 0; i < c->exclude.len; i++)
        pathglobs_add(a, &in->exclude, c->folder, c->exclude.items[i]);
    for (size_t i = 0; i < o->exclude.len; i++)
        pathglobs_add(a, &in->exclude, path_absolute(a, STR(".")), o->exclude.items[i]);
    for (size_t i = 0; i < c->include.len; i++)
        pathglobs_add(a, &in->include, c->folder, c->include.items[i]);
    in->set_count = c->sets.len;
    in->sets = arena_array(a, PathGlobs, c->sets.len);
    for (size_t i = 0; i < c->sets.len; i++)
        for (size_t k = 0; k < c->sets.items[i].include.len; k++)
            pathglobs_add(a, &in->sets[i], c->folder, c->sets.items[i].include.items[k]);
}

static bool collect_tree(Inputs *in, const LoadSide *side, const Strs *context, Str *why)
{
    Str first = path_absolute(in->arena, side->paths->items[0]);
    Str root = repository_of(in->arena, first);
    if (!root.len) {
        *why = arena_printf(in->arena, "'%.*s' is in no git repository", STR_ARG(first));
        return false;
    }
    GitTree *tree = arena_new(in->arena, GitTree);
    return git_list(in->arena, root, side->revision, tree, why) &&
           inputs_add_tree(in, tree, side->paths, false, why) &&
           inputs_add_tree(in, tree, context, true, why);
}

static bool collect(Inputs *in, const LoadSide *side, const Strs *context, Str *why)
{
    if (side->revision.len)
        return collect_tree(in, side, context, why);
    for (size_t i = 0; i < side->paths->len; i++)
        inputs_add(in, side->paths->items[i], false);
    for (size_t i = 0; i < context->len; i++)
        inputs_add(in, context->items[i], true);
    return true;
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

bool load_side(Arena *a, const LoadOptions *o, const LoadSide *side, Loaded *out, int *code)
{
    Strs current = {0};
    *vec_push(a, &current) = STR(""); /* the current folder */
    LoadSide given = *side;
    given.paths = side->paths->len ? side->paths : &current;
    Strs starts = starts_of(a, o, side->starts->len ? side->starts : &current);
    *out = (Loaded){0};
    if (!setup_make(a, &o->setup, &starts, &out->setup, code))
        return false;
    Inputs in;
    inputs_init(&in, a);
    globs_add(&in, o, &out->setup.config);
    Strs context = context_paths(a, o, &out->setup.config);
    Str why;
    if (!collect(&in, &given, &context, &why)) {
        *code = cmd_usage("%.*s", STR_ARG(why));
        return false;
    }
    size_t count;
    Str stdin_name = o->stdin_filename.len ? o->stdin_filename : STR("<stdin>");
    const RunInput *inputs = inputs_read(&in, stdin_name, &count);
    out->setup.run.undecided = o->verbose;
    run_load(a, inputs, count, &out->setup.run, &out->run);
    merge(a, &out->run, &in);
    return true;
}

bool load_run(Arena *a, const LoadOptions *o, const Strs *paths, Loaded *out, int *code)
{
    return load_side(a, o, &(LoadSide){.paths = paths, .starts = paths}, out, code);
}

bool load_incomplete(const LoadOptions *o, const Run *run)
{
    return run->unread.len || (!run->judged && !o->allow_empty);
}
