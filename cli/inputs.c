#include "cli/inputs.h"

#include "base/abspath.h"
#include "base/file.h"
#include "base/limits.h"
#include "rule/config.h"

static const Str SUFFIXES[] = {STR_INIT(".yaml"), STR_INIT(".yml"), STR_INIT(".json")};

void inputs_init(Inputs *in, Arena *a)
{
    *in = (Inputs){.arena = a};
    map_init(&in->seen, a);
    map_init(&in->charts, a);
}

static void unread(Inputs *in, Str file, Str message)
{
    *vec_push(in->arena, &in->unread) = (RunUnread){.file = file, .message = message};
}

static void add_file(Inputs *in, Str shown, Str absolute, bool context)
{
    void **slot = map_at(&in->seen, absolute);
    if (*slot)
        return;
    *slot = in;
    *vec_push(in->arena, &in->files) =
        (InputFile){.shown = shown, .absolute = absolute, .context = context};
}

static bool is_manifest(Str name)
{
    if (str_eq(name, CONFIG_NAME))
        return false;
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++) {
        if (str_ends(name, SUFFIXES[i]))
            return true;
    }
    return false;
}

static void ignore_add(Inputs *in, Str folder)
{
    Str path = path_join(in->arena, folder, STR(".gitignore")), text, why;
    if (file_kind(path, true) == FILE_REGULAR &&
        file_read(in->arena, path, LIMIT_FILE, &text, &why))
        pathglobs_read(in->arena, &in->ignore, folder, text);
}

/* The .gitignore files above a folder, from the repository's own on. */
static void ignore_above(Inputs *in, Str root, Str folder)
{
    if (!root.len || folder.len <= root.len)
        return;
    ignore_above(in, root, path_parent(folder));
    ignore_add(in, path_parent(folder));
}

typedef struct Folder {
    Str shown, absolute;
    bool context;
    size_t depth;
} Folder;

static void walk(Inputs *in, const Folder *folder);

static bool is_left_out(const Inputs *in, Str absolute, bool folder)
{
    return pathglobs_match(&in->ignore, absolute, folder) == TRI_YES ||
           pathglobs_match(&in->exclude, absolute, folder) == TRI_YES;
}

static bool is_included(const Inputs *in, Str absolute)
{
    return !in->include.list.len || pathglobs_match(&in->include, absolute, false) == TRI_YES;
}

static void walk_entry(Inputs *in, const Folder *folder, const FolderEntry *entry)
{
    bool is_folder = entry->kind == FILE_FOLDER;
    if (is_folder ? str_eq(entry->name, STR(".git"))
                  : entry->kind != FILE_REGULAR || !is_manifest(entry->name))
        return;
    Str absolute = path_join(in->arena, folder->absolute, entry->name);
    if (is_left_out(in, absolute, is_folder))
        return;
    Folder inner = {path_join(in->arena, folder->shown, entry->name), absolute, folder->context,
                    folder->depth + 1};
    if (is_folder)
        walk(in, &inner);
    else if (is_included(in, absolute))
        add_file(in, inner.shown, absolute, folder->context);
}

static void walk(Inputs *in, const Folder *folder)
{
    const FolderEntry *entries;
    size_t count, ignored = in->ignore.list.len;
    Str why;
    if (folder->depth > LIMIT_DEPTH) {
        unread(in, folder->shown,
               arena_printf(in->arena, "more than %d folders deep", LIMIT_DEPTH));
        return;
    }
    if (!folder_list(in->arena, folder->absolute, &entries, &count, &why)) {
        unread(in, folder->shown, why);
        return;
    }
    ignore_add(in, folder->absolute);
    for (size_t i = 0; i < count; i++)
        walk_entry(in, folder, &entries[i]);
    in->ignore.list.len = ignored;
}

void inputs_add(Inputs *in, Str path, bool context)
{
    if (str_eq(path, STR("-"))) {
        add_file(in, path, path, context);
        return;
    }
    Str absolute = path_absolute(in->arena, path);
    switch (file_kind(path.len ? path : STR("."), true)) {
    case FILE_NONE: unread(in, path, STR("no such file or folder")); break;
    case FILE_FOLDER:
        ignore_above(in, repository_of(in->arena, absolute), absolute);
        walk(in, &(Folder){path, absolute, context, 0});
        in->ignore.list.len = 0;
        break;
    case FILE_REGULAR:
    case FILE_LINK:
    case FILE_OTHER:
        if (!pathglobs_cover(&in->exclude, absolute))
            add_file(in, path, absolute, context);
        else if (!context)
            *vec_push(in->arena, &in->skipped) = (RunSkipped){path, STR("excluded")};
        break;
    }
}

void inputs_chart(Inputs *in, Str path, const Str *chart)
{
    union {
        const Str *given;
        void *kept;
    } value = {chart};
    *map_at(&in->charts, path_absolute(in->arena, path)) = value.kept;
}

static Str chart_of(const Inputs *in, const InputFile *file)
{
    const Str *chart = map_find(&in->charts, file->absolute);
    return chart ? *chart : STR("");
}

/* ---- files of a revision ---- */

/* What its .gitignore files leave out; the nearer one is asked last. */
static bool tree_ignore(Inputs *in, GitTree *tree, Str *why)
{
    GitFiles ignores = {0};
    size_t deepest = 0;
    for (size_t i = 0; i < tree->files.len; i++) {
        GitFile *f = &tree->files.items[i];
        if (!str_eq(str_behind(f->path, '/'), STR(".gitignore")))
            continue;
        *vec_push(in->arena, &ignores) = f;
        deepest = f->path.len > deepest ? f->path.len : deepest;
    }
    if (!git_read(in->arena, tree, &ignores, why))
        return false;
    for (size_t len = 0; len <= deepest; len++) {
        for (size_t i = 0; i < ignores.len; i++) {
            const GitFile *f = ignores.items[i];
            if (f->path.len == len)
                pathglobs_read(in->arena, &in->ignore,
                               path_parent(path_join(in->arena, tree->root, f->path)), f->text);
        }
    }
    return true;
}

/* A file that is named is read whatever its name, as on disk. */
static bool tree_wanted(const Inputs *in, Str absolute, Str start)
{
    if (str_eq(absolute, start))
        return !pathglobs_cover(&in->exclude, absolute);
    bool below = str_starts(absolute, start) && absolute.ptr[start.len] == '/';
    return below && is_manifest(str_behind(absolute, '/')) &&
           !pathglobs_cover(&in->ignore, absolute) && !pathglobs_cover(&in->exclude, absolute) &&
           is_included(in, absolute);
}

static void tree_add(Inputs *in, GitTree *tree, Str path, bool context, GitFiles *found)
{
    Str start = path_absolute(in->arena, path);
    for (size_t i = 0; i < tree->files.len; i++) {
        GitFile *f = &tree->files.items[i];
        Str absolute = path_join(in->arena, tree->root, f->path);
        if (!tree_wanted(in, absolute, start))
            continue;
        Str below = str_skip(absolute, start.len + (absolute.len > start.len));
        size_t before = in->files.len;
        add_file(in, below.len ? path_join(in->arena, path, below) : path, absolute, context);
        if (in->files.len == before)
            continue;
        in->files.items[before].git = f;
        *vec_push(in->arena, found) = f;
    }
}

bool inputs_add_tree(Inputs *in, GitTree *tree, const Strs *paths, bool context, Str *why)
{
    GitFiles found = {0};
    if (!tree_ignore(in, tree, why))
        return false;
    for (size_t i = 0; i < paths->len; i++)
        tree_add(in, tree, paths->items[i], context, &found);
    in->ignore.list.len = 0;
    return git_read(in->arena, tree, &found, why);
}

/* The set of the configuration that a file is in, from 1; 0 for none. */
static uint32_t set_of(const Inputs *in, const InputFile *file, Str stdin_name)
{
    bool standard = str_eq(file->absolute, STR("-"));
    Str path = standard ? path_absolute(in->arena, stdin_name) : file->absolute;
    for (size_t i = 0; i < in->set_count; i++)
        if (pathglobs_cover(&in->sets[i], path))
            return (uint32_t)i + 1;
    return 0;
}

const RunInput *inputs_read(Inputs *in, Str stdin_name, size_t *count)
{
    RunInput *out = arena_array(in->arena, RunInput, in->files.len);
    *count = 0;
    for (size_t i = 0; i < in->files.len; i++) {
        const InputFile *file = &in->files.items[i];
        uint32_t set = set_of(in, file, stdin_name);
        Str name = str_eq(file->shown, STR("-")) ? stdin_name : file->shown, why;
        RunInput *next = &out[*count];
        *next = (RunInput){
            .name = name, .context = file->context, .set = set, .chart = chart_of(in, file)};
        if (file->git)
            next->text = file->git->text;
        if (file->git || file_read(in->arena, file->shown, LIMIT_FILE, &next->text, &why))
            (*count)++;
        else
            unread(in, name, why);
    }
    return out;
}
