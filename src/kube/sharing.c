#include "kube/sharing.h"

#include "base/limits.h"
#include "doc/carried.h"
#include "kube/fleet_data.h"
#include "kube/kind.h"
#include "kube/names.h"

/* Reading the configuration of one manager. */
typedef struct Reading {
    Fleet *fleet;
    Manager *manager;
    const FactTable *table;
    size_t row;
    Sharings *out;
    Str slices; /* told beside the texts; "" */
} Reading;

Sharing sharing_none(void)
{
    return (Sharing){.shared = TRI_NO, .renamed = TRI_NO, .single = TRI_NO, .replicas = 1};
}

Sharing sharing_unknown(void)
{
    return (Sharing){
        .shared = TRI_UNKNOWN, .renamed = TRI_UNKNOWN, .single = TRI_UNKNOWN, .replicas = -1};
}

static Tri both(Tri x, Tri y)
{
    return x == y ? x : TRI_UNKNOWN;
}

Sharing sharing_merge(const Sharing *x, const Sharing *y)
{
    return (Sharing){.shared = both(x->shared, y->shared),
                     .renamed = both(x->renamed, y->renamed),
                     .single = both(x->single, y->single),
                     .replicas = x->replicas == y->replicas ? x->replicas : -1,
                     .strategy = str_eq(x->strategy, y->strategy) ? x->strategy : STR(""),
                     .slices = str_eq(x->slices, y->slices) ? x->slices : STR(""),
                     .at = x->at ? x->at : y->at};
}

static Str cell(const Reading *r, const char *column)
{
    return cell_text(r->table, r->row, column);
}

static Str text_of(const Node *n)
{
    return n ? node_str(n) : STR("");
}

static bool hidden(const Node *n)
{
    return n && n->flags & (NODE_UNKNOWN | NODE_OPEN);
}

/* ---- one text ---- */

static Tri flag(const Node *map, Str name, Tri unless)
{
    const Node *n = node_field(map, name);
    if (!n || n->kind == NODE_NULL)
        return hidden(map) ? TRI_UNKNOWN : unless;
    return n->kind == NODE_BOOL && !hidden(n) ? tri_of(n->as.boolean) : TRI_UNKNOWN;
}

/* The plugin puts its own domain before a name without one: gpu is nvidia.com/gpu. */
static bool names_device(Str name, Str device)
{
    Str domain, short_name;
    return str_eq(name, device) ||
           (str_cut(device, '/', &domain, &short_name) && str_eq(name, short_name));
}

/* The entry of the device that the manager has; `*open` when it may be one that cannot be read. */
static const Node *entry_of(const Node *strategy, Str device, bool *open)
{
    const Node *list = node_field(strategy, STR("resources"));
    *open = hidden(strategy) || !list || list->kind != NODE_LIST || hidden(list);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *name = node_field(&list->as.items[i], STR("name"));
        if (name && names_device(text_of(name), device))
            return &list->as.items[i];
        *open |= !name || hidden(name);
    }
    return NULL;
}

static Sharing of_strategy(const Node *strategy, Str device, bool mps)
{
    bool open;
    const Node *entry = entry_of(strategy, device, &open);
    const Node *replicas = node_field(entry, STR("replicas"));
    if (!entry)
        return open ? sharing_unknown() : sharing_none();
    bool known = replicas && replicas->kind == NODE_INT && !hidden(replicas) &&
                 replicas->as.integer > 0 && replicas->as.integer <= INT32_MAX;
    return (Sharing){.shared = known ? tri_of(replicas->as.integer > 1) : TRI_UNKNOWN,
                     .renamed = flag(strategy, STR("renameByDefault"), TRI_NO),
                     .single = flag(strategy, STR("failRequestsGreaterThanOne"), tri_of(mps)),
                     .replicas = known ? replicas->as.integer : -1,
                     .strategy = mps ? STR("MPS") : STR("time-slicing"),
                     .at = replicas ? replicas : entry};
}

static Str slices_of(const Reading *r, const Node *root)
{
    const Node *n = node_path(root, STR("flags.migStrategy"));
    if (r->slices.len)
        return r->slices;
    if (!n || n->kind == NODE_NULL)
        return node_hides(root, STR("flags.migStrategy")) ? STR("") : STR("none");
    return hidden(n) ? STR("") : text_of(n);
}

static Sharing of_root(const Reading *r, const Node *root)
{
    const Node *sharing = node_field(root, STR("sharing"));
    const Node *mps = node_field(sharing, STR("mps"));
    const Node *sliced = node_field(sharing, STR("timeSlicing"));
    if (!root || root->kind != NODE_MAP || hidden(root) || hidden(sharing) || hidden(mps))
        return sharing_unknown();
    Sharing s = mps && mps->kind == NODE_MAP ? of_strategy(mps, r->manager->device, true)
                : sliced                     ? of_strategy(sliced, r->manager->device, false)
                                             : sharing_none();
    s.slices = slices_of(r, root);
    return s;
}

/* What the texts of a map are; NULL where one of them cannot be read. */
static const Node **roots_of(Fleet *f, const Node *map)
{
    const Node **roots = arena_array(f->arena, const Node *, map->len + 1);
    for (uint32_t i = 0; i < map->len; i++) {
        const Node *text = &map->as.members[i].value;
        roots[i] = hidden(text) ? NULL : carried_load(&f->loader, text);
    }
    return roots;
}

/* roots: as read before, or NULL. */
static const Node **add_texts(const Reading *r, const Node *map, const Node **roots)
{
    if (!map || map->kind != NODE_MAP || hidden(map) || map->len > LIMIT_PLUGIN_CONFIGS) {
        r->out->told = false;
        return roots;
    }
    roots = roots ? roots : roots_of(r->fleet, map);
    for (uint32_t i = 0; i < map->len; i++)
        *vec_push(r->fleet->arena, &r->out->list) =
            (NamedSharing){map->as.members[i].key->name, roots[i], of_root(r, roots[i])};
    return roots;
}

/* ---- which of them ---- */

static const NamedSharing *named(const Sharings *s, Str key)
{
    for (size_t i = 0; i < s->list.len; i++)
        if (str_eq(s->list.items[i].key, key))
            return &s->list.items[i];
    return NULL;
}

/* Somebody may still label a node: what holds for all texts is sure. */
static void choose(const Reading *r, Str chosen)
{
    Sharings *s = r->out;
    bool empty = !chosen.len && str_eq(cell(r, "always"), STR("empty"));
    s->usual = empty || !s->list.len ? sharing_none() : s->list.items[0].sharing;
    for (size_t i = 0; i < s->list.len; i++)
        s->usual = sharing_merge(&s->usual, &s->list.items[i].sharing);
    if (!s->list.len)
        s->usual.slices = r->slices;
    if (s->told && chosen.len && !named(s, chosen))
        s->missing = chosen;
    if (!s->told)
        s->usual = sharing_unknown();
}

/* The ConfigMap of that name where the plugin runs; NULL when none or several may be it. */
static const Object *config_map(const Reading *r, Str ns, Str name)
{
    const Chain *c = map_find(&r->fleet->by_name, name);
    const Object *found = NULL;
    for (size_t i = 0; c && i < c->list.len; i++) {
        const Object *o = c->list.items[i];
        bool here = !ns.len || o->ns_unknown || str_eq(o->ns, ns);
        if (!here || !str_eq(o->kind, facts_name(r->fleet->facts, NAME_CONFIG_MAP)) ||
            !fleet_joined(r->fleet, r->manager->owner, o))
            continue;
        if (found)
            return NULL;
        found = o;
    }
    return found;
}

static void add_object(const Reading *r, Str ns, Str name)
{
    const Object *o = config_map(r, ns, name);
    if (!o) {
        r->out->told = false;
        return;
    }
    PluginTexts *texts = &r->fleet->plugin_texts[o->index];
    texts->read = true;
    texts->roots = add_texts(r, node_field(o->root, STR("data")), texts->roots);
}

/* ---- values of a chart ---- */

static Str text_value(const Reading *r, const char *column, bool *known)
{
    Str path = cell(r, column);
    const Node *n = path.len ? chart_value(r->manager->chart, path) : NULL;
    *known = !path.len || (n && (n->kind == NODE_STRING || n->kind == NODE_NULL));
    return text_of(n);
}

static void read_chart(const Reading *r)
{
    const Chart *c = r->manager->chart;
    bool known, known_default;
    Str name = text_value(r, "name", &known), chosen = text_value(r, "default", &known_default);
    Str create = cell(r, "create");
    const Node *map = chart_value(c, cell(r, "configs"));
    bool hides = !map && chart_sets(c, cell(r, "configs")) != TRI_NO;
    Tri own = create.len ? chart_enabled(c, create)
              : hides    ? TRI_UNKNOWN
                         : tri_of(map && map->len > 0 && !name.len);
    r->out->default_at = chart_place(c, cell(r, "default"));
    r->out->told = known && known_default && own != TRI_UNKNOWN && (map || own == TRI_NO);
    if (own == TRI_YES)
        (void)add_texts(r, map, NULL);
    else if (name.len && r->out->told)
        add_object(r, c->ns, name);
    choose(r, chosen);
}

/* ---- volumes of a pod ---- */

static const Node *item_called(const Node *list, Str name)
{
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *own = node_field(&list->as.items[i], STR("name"));
        if (own && str_eq(text_of(own), name))
            return &list->as.items[i];
    }
    return NULL;
}

/* The mount that a path of the container lies in. */
static const Node *mount_of(const Container *c, Str path)
{
    const Node *list = node_field(c->node, STR("volumeMounts")), *best = NULL;
    size_t longest = 0;
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        Str at = text_of(node_field(&list->as.items[i], STR("mountPath")));
        while (str_ends(at, STR("/")))
            at = str_slice(at, 0, at.len - 1);
        bool in = str_starts(path, at) && (path.len == at.len || path.ptr[at.len] == '/');
        if (!at.len || !in || at.len < longest)
            continue;
        longest = at.len;
        best = &list->as.items[i];
    }
    return best;
}

static const Node *volume_of(const Reading *r, const Container *c, Str path)
{
    const Node *mount = mount_of(c, path);
    return item_called(pod_field(r->manager->pod, STR("volumes")),
                       text_of(node_field(mount, STR("name"))));
}

/* The container that copies one of several texts to where the plugin reads it. */
static const Container *writer_of(const Reading *r, Str file)
{
    const Pod *p = r->manager->pod;
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        const Node *target = item_called(node_field(c->node, STR("env")), cell(r, "target"));
        if (target && str_eq(text_of(node_field(target, STR("value"))), file))
            return c;
    }
    return NULL;
}

static const Node *variable(const Reading *r, const Container *c, const char *column)
{
    return node_field(item_called(node_field(c->node, STR("env")), cell(r, column)), STR("value"));
}

/* The key of a ConfigMap that a file is, where it is mounted as such. */
static Str key_of(const Container *c, const Node *volume, Str file)
{
    const Node *mount = mount_of(c, file);
    Str at = text_of(node_field(mount, STR("mountPath")));
    Str sub = text_of(node_field(mount, STR("subPath")));
    Str rest = str_skip(file, at.len < file.len ? at.len : file.len);
    rest = str_starts(rest, STR("/")) ? str_skip(rest, 1) : rest;
    Str path = sub.len && !rest.len ? sub : rest;
    const Node *items = node_path(volume, STR("configMap.items"));
    for (uint32_t i = 0; items && items->kind == NODE_LIST && i < items->len; i++)
        if (str_eq(text_of(node_field(&items->as.items[i], STR("path"))), path))
            return text_of(node_field(&items->as.items[i], STR("key")));
    return path;
}

/* One file, whatever labels a node has. */
static void keep_only(const Reading *r, Str key)
{
    const NamedSharing *one = named(r->out, key);
    NamedSharing kept = one ? *one : (NamedSharing){key, NULL, sharing_unknown()};
    r->out->label = STR("");
    if (!r->out->told)
        return;
    r->out->missing = one ? STR("") : key;
    r->out->list.len = 0;
    *vec_push(r->fleet->arena, &r->out->list) = kept;
    r->out->usual = kept.sharing;
}

static void read_mount(const Reading *r, const Container *reader, Str file)
{
    const Container *writer = writer_of(r, file);
    Str folder = writer ? text_of(variable(r, writer, "name")) : file;
    const Container *c = writer ? writer : reader;
    const Node *volume = volume_of(r, c, folder);
    const Node *name = node_path(volume, STR("configMap.name"));
    r->out->told = name && !hidden(name);
    if (r->out->told)
        add_object(r, r->manager->owner->ns, text_of(name));
    const Node *chosen = writer ? variable(r, writer, "default") : NULL;
    r->out->told = r->out->told && !hidden(chosen);
    r->out->default_at = (NodePlace){chosen, STR("")};
    choose(r, text_of(chosen));
    if (!writer)
        keep_only(r, key_of(reader, volume, file));
}

static void read_pod(const Reading *r)
{
    const Pod *p = r->manager->pod;
    Setting file = manager_setting(r->manager, r->fleet->facts, STR("configFile"));
    r->out->told = file.known;
    for (size_t i = 0; file.known && file.text.len && i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        if (!mount_of(c, file.text) || writer_of(r, file.text) == c)
            continue;
        read_mount(r, c, file.text);
        return;
    }
    r->out->told = file.known && !file.text.len;
    choose(r, STR(""));
}

/* ---- all of them ---- */

static bool row_is(const Reading *r)
{
    const Chart *c = r->manager->chart;
    return str_eq(cell(r, "manager"), r->manager->what) &&
           str_eq(cell(r, "chart"), c ? c->name : STR(""));
}

static void read_manager(Fleet *f, Manager *m)
{
    Reading r = {f, m, facts_table(f->facts, STR("plugin-configs")), 0, NULL, STR("")};
    while (r.row < r.table->rows && !row_is(&r))
        r.row++;
    if (r.row == r.table->rows)
        return;
    Str strategy = cell(&r, "strategy");
    Setting slices = manager_setting(m, f->facts, STR("migStrategy"));
    r.slices = slices.known ? slices.text : STR("");
    if (m->chart && strategy.len)
        r.slices = text_of(chart_value(m->chart, strategy));
    r.out = arena_new(f->arena, Sharings);
    r.out->label = cell(&r, "label");
    r.out->suffix = cell(&r, "suffix");
    r.out->cut = cell(&r, "cut");
    r.out->slices = cell(&r, "slices");
    m->sharings = r.out;
    if (m->chart)
        read_chart(&r);
    else
        read_pod(&r);
}

/* A text that nobody here names may be what a plugin elsewhere reads. */
static bool tells_sharing(const Fleet *f, const Object *o)
{
    const Node *data = node_field(o->root, STR("data"));
    if (!str_eq(o->kind, facts_name(f->facts, NAME_CONFIG_MAP)) || !data ||
        data->kind != NODE_MAP || f->plugin_texts[o->index].read)
        return false;
    for (uint32_t i = 0; i < data->len; i++) {
        Str text = text_of(&data->as.members[i].value);
        if (str_contains(text, STR("sharing:")) && str_contains(text, STR("replicas:")))
            return true;
    }
    return false;
}

void sharings_read(Fleet *f)
{
    f->plugin_texts = arena_array(f->arena, PluginTexts, f->all.len + 1);
    for (size_t i = 0; i < f->lists.managers.len; i++)
        read_manager(f, f->lists.managers.items[i]);
    for (size_t i = 0; i < f->lists.objects.len; i++)
        if (tells_sharing(f, f->lists.objects.items[i]))
            *vec_push(f->arena, &f->stray_texts) = f->lists.objects.items[i];
}

Sharing sharing_at(const Manager *m, const Place *p)
{
    const Sharings *s = m->sharings;
    const Req *label = s->label.len ? place_label(p, s->label) : NULL;
    if (!label || !s->told)
        return s->usual;
    const NamedSharing *one = req_op(label) == REQ_IN && !label->unknown && label->values.len == 1
                                  ? named(s, label->values.items[0])
                                  : NULL;
    return one ? one->sharing : sharing_unknown();
}
