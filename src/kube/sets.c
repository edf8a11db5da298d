#include "kube/sets.h"

#include "base/buf.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_MOST = 4096 };

static const Str KUSTOMIZATION_FILES[] = {STR_INIT("kustomization.yaml"),
                                          STR_INIT("kustomization.yml"), STR_INIT("Kustomization")};

/* What a file of the input is to the kustomizations. */
typedef struct File {
    Str path;
    const Object *kustomization; /* NULL: holds ordinary objects */
    bool listed;                 /* by another kustomization */
    VEC(struct File *) lists;    /* what a kustomization lists */
    bool patch;
    uint32_t seen;       /* the root that visited it last, plus one */
    VEC(uint32_t) roots; /* kustomizations on top that reach it, ascending */
    uint32_t set;        /* number of that list, 0 for none */
} File;

struct Sets {
    Arena *arena;
    SetInput in;
    Map files;          /* path -> File */
    const File **homes; /* by object */
    Str *trees;         /* by object: folder (ends in /) or file it sees; "" for all */
    uint32_t set_count;
    bool split;
};

static Str folder_of(Str path)
{
    size_t slash = str_rfind_char(path, '/');
    return slash < path.len ? str_slice(path, 0, slash + 1) : STR("");
}

Str path_normal(Arena *a, Str path)
{
    VEC(Str) parts = {0};
    Str rest = path, part;
    while (str_next(&rest, '/', &part)) {
        bool up = str_eq(part, STR(".."));
        if (up && parts.len && !str_eq(parts.items[parts.len - 1], STR("..")))
            parts.len--;
        else if (part.len && !str_eq(part, STR(".")))
            *vec_push(a, &parts) = part;
    }
    Buf b;
    buf_init(&b, a, PATH_MOST);
    if (str_starts(path, STR("/")))
        buf_char(&b, '/');
    for (size_t i = 0; i < parts.len; i++) {
        buf_add(&b, i ? STR("/") : STR(""));
        buf_add(&b, parts.items[i]);
    }
    return buf_str(&b);
}

static File *file_at(Sets *s, Str path)
{
    File **slot = (File **)map_at(&s->files, path);
    if (!*slot) {
        *slot = arena_new(s->arena, File);
        (*slot)->path = path;
    }
    return *slot;
}

/* ---- kustomizations ---- */

/* The file that an entry names: itself, or the kustomization of a folder; NULL when not here. */
static File *file_named(Sets *s, Str from, Str entry)
{
    Str base = arena_printf(s->arena, "%.*s%.*s", STR_ARG(folder_of(from)), STR_ARG(entry));
    Str path = path_normal(s->arena, base);
    File *f = map_find(&s->files, path);
    for (size_t i = 0; !f && i < sizeof KUSTOMIZATION_FILES / sizeof *KUSTOMIZATION_FILES; i++) {
        Str inside = arena_printf(s->arena, "%.*s%s%.*s", STR_ARG(path), path.len ? "/" : "",
                                  STR_ARG(KUSTOMIZATION_FILES[i]));
        f = map_find(&s->files, inside);
    }
    return f;
}

static void read_lists(Sets *s, File *f)
{
    static const Str FIELDS[] = {STR_INIT("resources"), STR_INIT("bases"), STR_INIT("components")};
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        const Node *list = object_field(f->kustomization, FIELDS[i]);
        for (uint32_t k = 0; list && list->kind == NODE_LIST && k < list->len; k++) {
            File *named = file_named(s, f->path, node_str(&list->as.items[k]));
            if (!named || named == f)
                continue;
            named->listed = true;
            *vec_push(s->arena, &f->lists) = named;
        }
    }
}

/* Every file is entered once for a root. */
static void reach(Sets *s, File *top, uint32_t root)
{
    VEC(File *) waiting = {0};
    *vec_push(s->arena, &waiting) = top;
    while (waiting.len) {
        File *f = waiting.items[--waiting.len];
        if (f->seen == root + 1)
            continue;
        f->seen = root + 1;
        *vec_push(s->arena, &f->roots) = root;
        for (size_t i = 0; i < f->lists.len; i++)
            *vec_push(s->arena, &waiting) = f->lists.items[i];
    }
}

static void mark_patches(Sets *s, const File *f)
{
    static const Str FIELDS[] = {STR_INIT("patches"), STR_INIT("patchesStrategicMerge"),
                                 STR_INIT("patchesJson6902")};
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        const Node *list = object_field(f->kustomization, FIELDS[i]);
        for (uint32_t k = 0; list && list->kind == NODE_LIST && k < list->len; k++) {
            const Node *item = &list->as.items[k], *path = node_field(item, STR("path"));
            File *named = file_named(s, f->path, node_str(path ? path : item));
            if (named && !named->kustomization)
                named->patch = true;
        }
    }
}

/* Equal lists of roots get one number. */
static uint32_t number_of(Sets *s, Map *numbers, File *f)
{
    if (!f->roots.len)
        return 0;
    Str key = {(const char *)f->roots.items, f->roots.len * sizeof *f->roots.items};
    File **slot = (File **)map_at(numbers, key);
    if (!*slot) {
        *slot = f;
        f->set = ++s->set_count;
    }
    return (*slot)->set;
}

static void join_kustomizations(Sets *s)
{
    Map numbers;
    uint32_t root = 0;
    map_init(&numbers, s->arena);
    for (size_t i = 0; i < s->files.len; i++) {
        File *f = s->files.entries[i].value;
        if (!f->kustomization)
            continue;
        read_lists(s, f);
        mark_patches(s, f);
    }
    for (size_t i = 0; i < s->files.len; i++) {
        File *f = s->files.entries[i].value;
        if (f->kustomization && !f->listed)
            reach(s, f, root++);
    }
    for (size_t i = 0; i < s->files.len; i++) {
        File *f = s->files.entries[i].value;
        f->set = number_of(s, &numbers, f);
    }
    s->split |= root > 1;
}

static bool share_root(const File *x, const File *y)
{
    for (size_t i = 0, k = 0; i < x->roots.len && k < y->roots.len;) {
        if (x->roots.items[i] == y->roots.items[k])
            return true;
        if (x->roots.items[i] < y->roots.items[k])
            i++;
        else
            k++;
    }
    return false;
}

/* ---- identities that occur twice ---- */

typedef struct Twins {
    VEC(const Object *) list;
} Twins;

static Str identity(Sets *s, const Object *o)
{
    return arena_printf(s->arena, "%.*s\n%.*s\n%s\n%.*s\n%.*s", STR_ARG(o->group), STR_ARG(o->kind),
                        o->ns_unknown ? "?" : "", STR_ARG(o->ns), STR_ARG(o->name));
}

static size_t common(Str x, Str y)
{
    size_t i = 0;
    while (i < x.len && i < y.len && x.ptr[i] == y.ptr[i])
        i++;
    return i;
}

/* The part of path that no path with `shared` bytes in common reaches: a folder, or the file. */
static Str own_part(Str path, size_t shared)
{
    size_t slash = str_find_char(str_skip(path, shared), '/');
    size_t end = shared + slash;
    return end < path.len ? str_slice(path, 0, end + 1) : path;
}

typedef struct Sorted {
    const Object *object;
    Str path;
} Sorted;

static int by_path(const void *x, const void *y)
{
    return str_cmp(((const Sorted *)x)->path, ((const Sorted *)y)->path);
}

/* The neighbours in order of path have most in common with each other. */
static void separate(Sets *s, const Twins *twins)
{
    size_t count = twins->list.len;
    Sorted *sorted = arena_array(s->arena, Sorted, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (Sorted){twins->list.items[i], s->homes[twins->list.items[i]->index]->path};
    qsort(sorted, count, sizeof *sorted, by_path);
    for (size_t i = 0; i < count; i++) {
        size_t before = i ? common(sorted[i].path, sorted[i - 1].path) : 0;
        size_t after = i + 1 < count ? common(sorted[i].path, sorted[i + 1].path) : 0;
        size_t shared = before > after ? before : after;
        s->trees[sorted[i].object->index] = own_part(sorted[i].path, shared);
    }
    s->split = true;
}

static bool differ(const Twins *twins)
{
    for (size_t i = 1; i < twins->list.len; i++)
        if (node_equal(twins->list.items[0]->root, twins->list.items[i]->root) != TRI_YES)
            return true;
    return false;
}

static void part_twins(Sets *s)
{
    Map seen;
    map_init(&seen, s->arena);
    for (size_t i = 0; i < s->in.count; i++) {
        const Object *o = s->in.objects[i];
        if (o->name_unknown || o->left_out.len)
            continue;
        Twins **slot = (Twins **)map_at(&seen, identity(s, o));
        if (!*slot)
            *slot = arena_new(s->arena, Twins);
        *vec_push(s->arena, &(*slot)->list) = o;
    }
    for (size_t i = 0; i < seen.len; i++) {
        const Twins *twins = seen.entries[i].value;
        if (twins->list.len > 1 && differ(twins))
            separate(s, twins);
    }
}

Sets *sets_new(Arena *a, SetInput in)
{
    Sets *s = arena_new(a, Sets);
    s->arena = a;
    s->in = in;
    map_init(&s->files, a);
    for (size_t i = 0; i < in.count; i++)
        s->split |= in.objects[i]->named_set != 0;
    s->homes = arena_array(a, const File *, in.count);
    s->trees = arena_array(a, Str, in.count);
    for (size_t i = 0; i < in.kustomization_count; i++) {
        const Object *k = in.kustomizations[i];
        file_at(s, path_normal(a, k->doc->source->name))->kustomization = k;
    }
    for (size_t i = 0; i < in.count; i++)
        s->homes[i] = file_at(s, path_normal(a, in.objects[i]->doc->source->name));
    join_kustomizations(s);
    for (size_t i = 0; i < in.count; i++) {
        in.objects[i]->set = s->homes[i]->set;
        in.objects[i]->left_out = s->homes[i]->patch ? STR("kustomize patch") : STR("");
    }
    part_twins(s);
    return s;
}

bool sets_split(const Sets *s)
{
    return s->split;
}

static bool in_tree(const Sets *s, const Object *x, const Object *y)
{
    Str tree = s->trees[x->index], path = s->homes[y->index]->path;
    return !tree.len || str_eq(tree, path) || (str_ends(tree, STR("/")) && str_starts(path, tree));
}

bool sets_joined(const Sets *s, const Object *x, const Object *y)
{
    if (!s->split || x == y)
        return true;
    if (x->set && y->set && x->set != y->set && !share_root(s->homes[x->index], s->homes[y->index]))
        return false;
    if (x->named_set != y->named_set && !x->context && !y->context)
        return false;
    bool twins = s->trees[x->index].len && s->trees[y->index].len && str_eq(x->name, y->name) &&
                 str_eq(x->kind, y->kind) && str_eq(x->group, y->group) && str_eq(x->ns, y->ns);
    return !twins && in_tree(s, x, y) && in_tree(s, y, x);
}

Str sets_key(const Sets *s, Arena *a, const Object *o)
{
    if (!s->split)
        return STR("");
    return arena_printf(a, "%u %u %d %.*s\n%.*s\n", (unsigned)o->set, (unsigned)o->named_set,
                        o->context, STR_ARG(s->homes[o->index]->path), STR_ARG(s->trees[o->index]));
}
