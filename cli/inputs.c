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
    *vec_push(in->arena, &in->files) = (InputFile){shown, absolute, context};
}

static bool is_manifest(const FolderEntry *entry)
{
    if (entry->kind != FILE_REGULAR || str_eq(entry->name, CONFIG_NAME))
        return false;
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++) {
        if (str_ends(entry->name, SUFFIXES[i]))
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
    if (is_folder ? str_eq(entry->name, STR(".git")) : !is_manifest(entry))
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

const RunInput *inputs_read(Inputs *in, Str stdin_name, size_t *count)
{
    RunInput *out = arena_array(in->arena, RunInput, in->files.len);
    *count = 0;
    for (size_t i = 0; i < in->files.len; i++) {
        const InputFile *file = &in->files.items[i];
        Str name = str_eq(file->shown, STR("-")) ? stdin_name : file->shown, text, why;
        if (file_read(in->arena, file->shown, LIMIT_FILE, &text, &why))
            out[(*count)++] = (RunInput){.name = name, .text = text, .context = file->context};
        else
            unread(in, name, why);
    }
    return out;
}
