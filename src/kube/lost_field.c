#include "kube/lost_field.h"

#include "base/nearest.h"
#include "kube/kind.h"

enum {
    LONGEST_NAME = 64, /* no field has a longer one */
    OLDEST_MINOR = 1   /* Karpenter 1.1 is the oldest that is supported */
};

typedef struct Look {
    Arena *arena;
    const FactTable *table;
    Str kind;
    int32_t minor;
    LostFields *out;
} Look;

/* A map, and what the table says of it. */
typedef struct Level {
    Str path;     /* with the kind: "EC2NodeClass.spec.kubelet" */
    int64_t open; /* from this minor version on any key may stand here; 0: from none */
} Level;

static int64_t number(Str cell)
{
    int64_t n = 0;
    (void)str_int(cell, &n);
    return n;
}

static Str cell(const Look *l, size_t row, const char *column)
{
    return cell_text(l->table, row, column);
}

static bool is_never(const Look *l, size_t row)
{
    return str_eq(cell(l, row, "since"), STR("never"));
}

/* ---- what was meant ---- */

/* "maxPods" for "EC2NodeClass.spec.kubelet.maxPods" and the parent "EC2NodeClass.spec.kubelet". */
static Str name_below(Str path, Str parent)
{
    if (!str_starts(path, parent) || path.len <= parent.len || path.ptr[parent.len] != '.')
        return STR("");
    Str name = str_skip(path, parent.len + 1);
    return str_find_char(name, '.') < name.len ? STR("") : name;
}

static void find_near(const Look *l, Str parent, LostField *lost)
{
    Nearest nearest = nearest_to(lost->key);
    for (size_t row = 0; row < l->table->rows; row++) {
        Str name = name_below(facts_cell(l->table, row, 0), parent);
        if (name.len && !is_never(l, row))
            nearest_offer(&nearest, name);
    }
    lost->near = nearest.best;
}

/* A field of that very name elsewhere, of this kind rather than of another. Those of list items
 * are left out: "name" and "id" are everywhere. */
static void find_home(const Look *l, LostField *lost)
{
    for (size_t row = 0; row < l->table->rows; row++) {
        Str kind, path, full = facts_cell(l->table, row, 0);
        if (!str_cut(full, '.', &kind, &path) || is_never(l, row) ||
            str_find_char(path, '[') < path.len || !str_ends(path, lost->key) ||
            path.len <= lost->key.len || path.ptr[path.len - lost->key.len - 1] != '.')
            continue;
        bool own = str_eq(kind, l->kind);
        if (!own && lost->belongs.len)
            continue;
        lost->belongs = path;
        lost->other = own ? STR("") : kind;
        if (own)
            return;
    }
}

/* ---- the walk ---- */

static void lose(const Look *l, const Level *level, const Member *m, size_t row)
{
    LostField lost = {.node = &m->value, .key = m->key->name, .dropped = TRI_YES};
    lost.under = str_skip(level->path, l->kind.len + 1);
    lost.since = row == SIZE_MAX ? level->open : number(cell(l, row, "since"));
    if (row != SIZE_MAX) {
        lost.listed = is_never(l, row);
        lost.lost = cell(l, row, "lost");
        lost.instead = cell(l, row, "instead");
    }
    if (lost.since > OLDEST_MINOR && !l->minor)
        lost.dropped = TRI_UNKNOWN;
    if (row == SIZE_MAX && lost.key.len <= LONGEST_NAME)
        find_near(l, level->path, &lost);
    if (lost.key.len <= LONGEST_NAME && !lost.near.len && (row == SIZE_MAX || lost.listed))
        find_home(l, &lost);
    *vec_push(l->arena, &l->out->list) = lost;
}

static void look_map(const Look *l, const Level *level, const Node *map);

/* Depth is that of the table: only paths that it has are gone into. A map in place of a list is of
 * the wrong type, which others tell. */
static void look_into(const Look *l, const Level *level, const Node *value)
{
    Level item = {arena_printf(l->arena, "%.*s[]", STR_ARG(level->path)), level->open};
    bool list = facts_has_prefix(l->table, item.path);
    if (!list && value->kind == NODE_MAP)
        look_map(l, level, value);
    for (uint32_t i = 0; list && value->kind == NODE_LIST && i < value->len; i++)
        if (value->as.items[i].kind == NODE_MAP)
            look_map(l, &item, &value->as.items[i]);
}

static void look_member(const Look *l, const Level *level, const Member *m)
{
    Str key = m->key->name;
    size_t row = SIZE_MAX;
    Level inner = {.path = STR("")};
    if (key.len <= LONGEST_NAME) {
        inner.path = arena_printf(l->arena, "%.*s.%.*s", STR_ARG(level->path), STR_ARG(key));
        row = facts_find(l->table, inner.path, 0);
    }
    int64_t since = row == SIZE_MAX ? 0 : number(cell(l, row, "since"));
    bool late = since > OLDEST_MINOR && since > l->minor;
    bool gone = row == SIZE_MAX || is_never(l, row);
    if (gone || late)
        lose(l, level, m, row);
    /* What is wrong in a field that some versions have is wrong in all of them. */
    if (gone || (late && l->minor))
        return;
    inner.open = number(cell(l, row, "open"));
    bool free = inner.open && l->minor >= inner.open;
    if (!free && str_eq(cell(l, row, "inside"), STR("fields")))
        look_into(l, &inner, &m->value);
}

static void look_map(const Look *l, const Level *level, const Node *map)
{
    for (uint32_t i = 0; i < map->len; i++) {
        const Member *m = &map->as.members[i];
        bool there = m->value.kind != NODE_NULL && !m->key->placeholder;
        if (there)
            look_member(l, level, m);
    }
}

void lost_fields(Arena *a, const Facts *f, int32_t karpenter_minor, const Object *o,
                 LostFields *out)
{
    Look look = {a, facts_table(f, STR("object-fields")), o->kind, karpenter_minor, out};
    Str root = arena_printf(a, "%.*s.", STR_ARG(o->kind));
    if (!str_eq(o->version, STR("v1")) || !facts_has_prefix(look.table, root))
        return;
    look_map(&look, &(Level){.path = o->kind}, o->root);
}
