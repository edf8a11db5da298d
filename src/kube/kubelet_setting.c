#include "kube/kubelet_setting.h"

#include "base/buf.h"
#include "base/limits.h"
#include "doc/inside.h"
#include "doc/load.h"
#include "kube/kind.h"
#include "kube/user_data.h"

/* What is looked for, and how far the search may go. */
typedef struct Search {
    Arena *arena;
    const Facts *facts;
    Str name, kebab; /* "topologyManagerPolicy", "topology-manager-policy" */
} Search;

static const KubeletSetting UNSET = {.set = TRI_NO};
static const KubeletSetting UNKNOWN = {.set = TRI_UNKNOWN};

static Str kebab_case(Arena *a, Str name)
{
    enum { LONGEST = 128 };
    Buf b;
    buf_init(&b, a, LONGEST);
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool capital = c >= 'A' && c <= 'Z';
        if (capital && i > 0)
            buf_char(&b, '-');
        buf_char(&b, capital ? (char)(c - 'A' + 'a') : c);
    }
    return buf_str(&b);
}

static KubeletSetting found(Str value, const Node *node)
{
    return (KubeletSetting){.set = TRI_YES, .value = value, .node = node};
}

static KubeletSetting of_node(const Node *n)
{
    if (!n)
        return UNSET;
    if (node_unknown(n))
        return (KubeletSetting){.set = TRI_UNKNOWN, .node = n};
    bool scalar = n->kind != NODE_MAP && n->kind != NODE_LIST;
    return found(!scalar ? STR("") : node_scalar(n), n);
}

/* ---- maps ---- */

/* Its kind's row of kubelet-sources. */
static size_t source_row(const FactTable *t, const Node *root)
{
    const Node *api = node_field(root, STR("apiVersion")), *kind = node_field(root, STR("kind"));
    Str group = STR(""), version;
    if (!api || !kind)
        return SIZE_MAX;
    size_t row = facts_find(t, node_str(kind), 0);
    bool same = row != SIZE_MAX && str_cut(node_str(api), '/', &group, &version) &&
                str_eq(group, cell_text(t, row, "group"));
    return same ? row : SIZE_MAX;
}

static KubeletSetting of_flags(const Search *s, const Node *list)
{
    Str value;
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *flag = &list->as.items[i];
        if (node_unknown(flag))
            return UNKNOWN;
        if (flag_value(node_str(flag), s->kebab, &value))
            return found(value, flag);
    }
    return list && list->flags & (NODE_UNKNOWN | NODE_OPEN) ? UNKNOWN : UNSET;
}

static KubeletSetting of_config(const Search *s, const Node *root, size_t row)
{
    const FactTable *t = facts_table(s->facts, STR("kubelet-sources"));
    Str config = cell_text(t, row, "config"), flags = cell_text(t, row, "flags");
    const Node *map = str_eq(config, STR(".")) ? root : config.len ? node_path(root, config) : NULL;
    if (map && map->flags & (NODE_UNKNOWN | NODE_OPEN) && !node_field(map, s->name))
        return UNKNOWN;
    KubeletSetting out = of_node(map ? node_field(map, s->name) : NULL);
    if (out.set != TRI_NO || !flags.len)
        return out;
    return of_flags(s, node_path(root, flags));
}

/* ---- user data ---- */

/* Documents of a part; false: they cannot be read. */
static bool of_documents(const Search *s, Str body, KubeletSetting *out)
{
    const FactTable *t = facts_table(s->facts, STR("kubelet-sources"));
    Diags ignored; /* what cannot be read is unknown */
    Loader loader;
    diags_init(&ignored, s->arena);
    loader_init(&loader, s->arena);
    loader.max_nodes = LIMIT_USER_DATA_NODES;
    Stream *stream = doc_load(&loader, source_new(s->arena, STR("userData"), body), &ignored);
    for (size_t i = 0; i < stream->documents.len; i++) {
        const Node *root = &stream->documents.items[i]->root;
        size_t row = source_row(t, root);
        if (row == SIZE_MAX)
            continue;
        KubeletSetting inner = of_config(s, root, row);
        if (inner.set == TRI_NO)
            continue;
        *out = inner;
        if (inner.node)
            out->written = source_slice(stream->source, inner.node->span);
    }
    return stream->complete;
}

/* A script may do anything: one that writes the setting's name some other way than as a flag may
 * have set it. */
static KubeletSetting of_text(const Search *s, Str body)
{
    const FactTable *t = facts_table(s->facts, STR("kubelet-sources"));
    Str value;
    for (size_t row = 0; row < t->rows; row++) {
        Str section = cell_text(t, row, "toml");
        Str name = arena_printf(s->arena, "%.*s.%.*s", STR_ARG(section), STR_ARG(s->kebab));
        if (section.len && toml_value(body, name, &value))
            return (KubeletSetting){TRI_YES, value, NULL, value};
    }
    if (flag_value(body, s->kebab, &value))
        return (KubeletSetting){TRI_YES, value, NULL, value};
    return str_contains(body, s->name) || str_contains(body, s->kebab) ? UNKNOWN : UNSET;
}

static bool is_document(const Facts *f, const UserPart *part)
{
    const FactTable *t = facts_table(f, STR("kubelet-sources"));
    for (size_t row = 0; row < t->rows; row++) {
        Str type = cell_text(t, row, "mime");
        Str group = cell_text(t, row, "group");
        if (type.len && (str_eq_nocase(part->type, type) ||
                         (!part->type.len && !str_starts(part->body, STR("#!")) &&
                          str_contains(part->body, group))))
            return true;
    }
    return false;
}

static KubeletSetting of_part(const Search *s, const UserPart *part)
{
    KubeletSetting out = UNSET;
    if (part->encoded)
        return UNKNOWN;
    if (!is_document(s->facts, part))
        return of_text(s, part->body);
    return of_documents(s, part->body, &out) || out.set == TRI_YES ? out : UNKNOWN;
}

/* The piece of the user data where it stands. */
static const Node *part_of(Arena *a, const Node *n, Str written)
{
    Str text = node_str(n);
    if (!written.len)
        return n;
    return inside_part(a, n, (Span){(uint32_t)(written.ptr - text.ptr), (uint32_t)written.len});
}

static KubeletSetting of_user_data(const Search *s, const Node *n)
{
    KubeletSetting all = UNSET;
    if (!n)
        return UNSET;
    if (node_unknown(n) || n->kind != NODE_STRING || n->len > LIMIT_USER_DATA)
        return UNKNOWN;
    UserParts parts = user_parts(node_str(n));
    if (parts.mime && !parts.boundary.len)
        return UNKNOWN;
    for (UserPart part; user_parts_next(&parts, &part);) {
        KubeletSetting one = of_part(s, &part);
        if (one.set == TRI_YES || (one.set == TRI_UNKNOWN && all.set == TRI_NO))
            all = one;
    }
    if (all.set != TRI_NO)
        all.node = part_of(s->arena, n, all.written);
    return all;
}

KubeletSetting kubelet_setting(Arena *a, const Facts *f, const Node *root, Str name)
{
    const FactTable *t = facts_table(f, STR("kubelet-sources"));
    Search s = {a, f, name, kebab_case(a, name)};
    size_t row = source_row(t, root);
    if (row == SIZE_MAX)
        return UNSET;
    Str path = cell_text(t, row, "user_data");
    KubeletSetting out = of_config(&s, root, row);
    if (out.set == TRI_NO && path.len)
        out = of_user_data(&s, node_path(root, path));
    return out;
}
