#include "kube/chart.h"

#include "base/limits.h"
#include "doc/carried.h"
#include "doc/overlay.h"
#include "kube/chart_defaults.h"
#include "kube/fleet.h"
#include "kube/kind.h"
#include "kube/locate.h"

typedef struct Reading {
    Loader *loader;
    const Fleet *fleet;
    const Object *object;
    const KindRows *row;
    const Node *at; /* the map that names the chart */
} Reading;

static const Node *find(const Reading *r, const char *cell)
{
    Str path = kind_cell(r->row, cell);
    return path.len ? locate(r->object->root, r->at, path) : NULL;
}

static Str text_of(const Node *n)
{
    if (!n || node_unknown(n) || n->kind == NODE_MAP || n->kind == NODE_LIST)
        return STR("");
    return node_scalar(n);
}

static Str last_part(Str path)
{
    while (str_ends(path, STR("/")))
        path = str_slice(path, 0, path.len - 1);
    return str_behind(path, '/');
}

/* ---- which chart, which version ---- */

static bool name_it(const Facts *f, Chart *c, Str written)
{
    const FactTable *t = facts_table(f, STR("chart-names"));
    c->name = facts_get(t, last_part(written), "name");
    c->title = facts_get(t, last_part(written), "title");
    return c->name.len > 0;
}

static NodePlace place_of(const Reading *r, const char *cell)
{
    return locate_place(r->object->root, r->at, kind_cell(r->row, cell));
}

/* Of alternatives ("ref.{tag,semver}") one name stands for all: they hide together. */
static bool hides_version(Arena *a, const Node *root, Str path)
{
    size_t brace = str_find_char(path, '{');
    Str plain = brace == path.len ? path : arena_printf(a, "%.*sx", (int)brace, path.ptr);
    return node_hides(root, plain);
}

static void take_version(Chart *c, const Node *n, NodePlace at)
{
    c->release = true;
    c->release_unknown |= node_unknown(n);
    c->version = text_of(n);
    c->version_at = at;
}

/* The chart lies in another object; one that is not here tells nothing. */
static bool refer(const Reading *r, Chart *c, const Node *ref)
{
    Str kind = text_of(node_field(ref, STR("kind"))),
        ns = text_of(node_field(ref, STR("namespace")));
    const Object *o = fleet_object(r->fleet, r->object, kind, ns.len ? ns : r->object->ns,
                                   text_of(node_field(ref, STR("name"))));
    KindRows rows = kind_rows(fleet_facts(r->fleet), "chart-refs", o ? o->group : STR(""), kind);
    if (!o || kind_done(&rows))
        return false;
    const Node *version = locate(o->root, o->root, kind_cell(&rows, "version"));
    Str chart = text_of(locate(o->root, o->root, kind_cell(&rows, "chart")));
    c->release_unknown =
        !version && hides_version(r->loader->arena, o->root, kind_cell(&rows, "version"));
    take_version(c, version, (NodePlace){version ? version : ref, STR("")});
    return name_it(fleet_facts(r->fleet), c, chart);
}

/* An address without a chart is one of an OCI registry. */
static const Node *chart_node(const Reading *r)
{
    const Node *chart = find(r, "chart"), *repository = find(r, "repository");
    if (!chart && str_starts(text_of(repository), STR("oci://")))
        return repository;
    return chart;
}

static bool identify(const Reading *r, Chart *c)
{
    const Facts *f = fleet_facts(r->fleet);
    Str fixed = kind_cell(r->row, "fixed");
    if (fixed.len)
        return name_it(f, c, fixed);
    const Node *chart = chart_node(r), *ref = find(r, "ref");
    if (!chart)
        return ref && refer(r, c, ref);
    const Node *version = find(r, "version");
    c->release_unknown =
        !version && hides_version(r->loader->arena, r->at, kind_cell(r->row, "version"));
    take_version(c, version, place_of(r, "version"));
    return name_it(f, c, text_of(chart));
}

/* ---- its values ---- */

static bool absent(const Node *n)
{
    return !n || (n->kind == NODE_LIST && !n->len);
}

static bool told_elsewhere(const Reading *r)
{
    Str paths = kind_cell(r->row, "elsewhere"), path;
    while (str_next(&paths, ' ', &path))
        if (!absent(locate(r->object->root, r->at, path)))
            return true;
    /* A chart in a folder of one's own may have values of its own. */
    return str_find_char(text_of(find(r, "chart")), '/') < text_of(find(r, "chart")).len;
}

/* helm's --set reads true, false, null and whole numbers; the rest is text. */
static const Node *typed(Loader *l, const Node *entry, const Node *value)
{
    const Node *force = node_field(entry, STR("forceString"));
    Str text = node_str(value);
    int64_t n;
    Node *out = arena_new(l->arena, Node);
    *out = *value;
    if (force && force->kind == NODE_BOOL && force->as.boolean)
        return out;
    if (str_eq(text, STR("true")) || str_eq(text, STR("false"))) {
        out->kind = NODE_BOOL;
        out->as.boolean = text.len == 4;
    } else if (str_int(text, &n)) {
        out->kind = NODE_INT;
        out->as.integer = n;
    } else if (str_eq(text, STR("null"))) {
        out->kind = NODE_NULL;
    }
    return out;
}

/* False when it cannot be told what it sets: lists and their items are not followed. */
static bool add_parameter(const Reading *r, Chart *c, Overlay *o, const Node *entry)
{
    const Node *name = node_field(entry, STR("name")), *value = node_field(entry, STR("value"));
    Str path = text_of(name);
    if (!path.len || !value || value->kind == NODE_MAP || value->kind == NODE_LIST ||
        str_find_char(path, '[') < path.len || str_starts(node_str(value), STR("{")))
        return false;
    *vec_push(r->loader->arena, &c->parameters) = (ChartParameter){path, value};
    return overlay_set(o, path,
                       value->kind == NODE_STRING ? typed(r->loader, entry, value) : value);
}

static bool add_parameters(const Reading *r, Chart *c, Overlay *o)
{
    const Node *list = find(r, "parameters");
    if (!list)
        return true;
    if (list->kind != NODE_LIST || list->len > LIMIT_CHART_PARAMETERS)
        return false;
    bool all = true;
    for (uint32_t i = 0; i < list->len; i++)
        all &= add_parameter(r, c, o, &list->as.items[i]);
    return all;
}

/* The map of values, and whether it can be read. The other form of them is a text. */
static bool written_values(const Reading *r, const Node **values, const Node **seat)
{
    const Node *map = find(r, "values"), *text = map ? NULL : find(r, "text");
    *seat = map ? map : text;
    *values = map ? map : carried_load(r->loader, text);
    bool blank = text && text->kind == NODE_STRING && !str_trim(node_str(text)).len;
    return (*values && (*values)->kind == NODE_MAP) || !*seat || blank;
}

/* Behind a placeholder values may stand that nobody can read. */
static bool hides_values(const Reading *r)
{
    static const char *const CELLS[] = {"values", "text", "parameters"};
    bool hides = false;
    for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++) {
        Str path = kind_cell(r->row, CELLS[i]);
        hides |= path.len && !find(r, CELLS[i]) && node_hides(r->at, path);
    }
    return hides;
}

/* A chart of one's own around the known one has the values of that under its name. */
static void unwrap(const Chart *c, const Node **values, const Node **seat)
{
    const Node *inner = *values ? node_field(*values, c->name) : NULL;
    if (inner && inner->kind == NODE_MAP) {
        *values = inner;
        *seat = inner;
    }
}

/* One step down, to a map that is written or would be. */
static OverlaySeat below(const Reading *r, OverlaySeat s, Str step)
{
    const Node *there = node_field(s.parent, step);
    if (there) {
        s.parent = there;
        s.key_span = node_member(there)->key_span;
        return s;
    }
    Member *m = arena_new(r->loader->arena, Member);
    *m = (Member){.key = loader_key(r->loader, step), .key_span = s.key_span};
    m->value =
        (Node){.kind = NODE_MAP, .flags = NODE_SEATED, .span = s.key_span, .parent = s.parent};
    s.parent = &m->value;
    return s;
}

static OverlaySeat seat_of(const Reading *r, const Node *seat)
{
    const Member *m = seat ? node_member(seat) : NULL;
    OverlaySeat s = {.source = r->object->doc->source};
    if (m) {
        s.parent = seat->parent;
        s.key = m->key;
        s.key_span = m->key_span;
        return s;
    }
    /* Nobody wrote any: maps on the way to them may be missing too. */
    Str path = kind_cell(r->row, "values"), step;
    path = path.len ? path : kind_cell(r->row, "text");
    s.parent = r->at;
    s.key_span = node_member(r->at) ? node_member(r->at)->key_span : r->at->span;
    while (str_next(&path, '.', &step) && path.len)
        s = below(r, s, step);
    s.key = loader_key(r->loader, step);
    return s;
}

static void read_values(const Reading *r, Chart *c)
{
    const Node *values, *seat;
    bool written = written_values(r, &values, &seat);
    c->partial = told_elsewhere(r) || !written || hides_values(r);
    if (c->partial)
        unwrap(c, &values, &seat);
    c->written = values;
    Overlay *o = overlay_new(r->loader, values, c->partial);
    if (!add_parameters(r, c, o)) {
        c->partial = true;
        o = overlay_new(r->loader, NULL, true);
    }
    if (!c->partial)
        chart_defaults(r->loader, fleet_facts(r->fleet), c, o);
    c->values = overlay_close(o, seat_of(r, seat));
}

static void read_namespace(const Reading *r, Chart *c)
{
    Str paths = kind_cell(r->row, "namespace"), path;
    const Node *n = NULL;
    while (!n && str_next(&paths, ' ', &path)) {
        n = locate(r->object->root, r->at, path);
        c->ns_at = locate_place(r->object->root, r->at, path);
    }
    c->ns = text_of(n);
    c->ns_unknown = !c->ns.len;
}

static bool hides_name(const Reading *r)
{
    Nodes chart = {0};
    locate_all(r->loader->arena, r->object->root, r->at, kind_cell(r->row, "chart"), &chart);
    return chart.hidden || node_unknown(find(r, "chart")) || node_unknown(r->at);
}

void charts_of(Loader *l, const Fleet *f, const Object *o, Charts *out)
{
    for (KindRows rows = kind_rows(fleet_facts(f), "chart-sources", o->group, o->kind);
         !kind_done(&rows); kind_next(&rows)) {
        Nodes found = {0};
        locate_all(l->arena, o->root, o->root, kind_cell(&rows, "each"), &found);
        out->hidden |= found.hidden;
        for (size_t i = 0; i < found.list.len; i++) {
            Reading r = {l, f, o, &rows, found.list.items[i]};
            Chart c = {.object = o, .node = r.at};
            if (r.at->kind != NODE_MAP || !identify(&r, &c)) {
                out->hidden |= hides_name(&r);
                continue;
            }
            read_values(&r, &c);
            read_namespace(&r, &c);
            Chart *kept = arena_new(l->arena, Chart);
            *kept = c;
            *vec_push(l->arena, &out->list) = kept;
        }
    }
}

Chart *chart_of_file(Loader *l, const Facts *f, const Object *file, Str chart)
{
    Chart *c = arena_new(l->arena, Chart);
    *c = (Chart){.object = file, .node = file->root, .written = file->root, .ns_unknown = true};
    if (!name_it(f, c, chart))
        return NULL;
    Overlay *o = overlay_new(l, file->root, false);
    chart_defaults(l, f, c, o);
    Str line = source_slice(file->doc->source, file->root->span);
    Span first = {file->root->span.off, (uint32_t)str_find_char(line, '\n')};
    c->values = overlay_close(
        o, (OverlaySeat){.parent = file->root, .key_span = first, .source = file->doc->source});
    return c;
}

/* ---- asking ---- */

const Node *chart_value(const Chart *c, Str path)
{
    const Node *n = c->values;
    Str step;
    while (n && str_next(&path, '.', &step))
        n = node_get(n, step);
    return node_unknown(n) ? NULL : n;
}

NodePlace chart_place(const Chart *c, Str path)
{
    for (size_t i = c->parameters.len; i > 0; i--)
        if (str_eq(c->parameters.items[i - 1].path, path))
            return (NodePlace){c->parameters.items[i - 1].value, STR("")};
    return locate_place(c->values, c->values, path);
}

Tri chart_sets(const Chart *c, Str path)
{
    for (size_t i = 0; i < c->parameters.len; i++)
        if (str_eq(c->parameters.items[i].path, path))
            return TRI_YES;
    if (c->written && node_path(c->written, path))
        return TRI_YES;
    return c->partial ? TRI_UNKNOWN : TRI_NO;
}

Tri chart_enabled(const Chart *c, Str path)
{
    const Node *n = chart_value(c, path);
    if (!n)
        return TRI_UNKNOWN;
    if (n->kind == NODE_BOOL)
        return tri_of(n->as.boolean);
    return n->kind == NODE_NULL ? TRI_NO : TRI_UNKNOWN;
}

bool chart_switch(const Facts *f, const Chart *c, Str name, Tri *out)
{
    const FactTable *t = facts_table(f, STR("chart-switches"));
    bool known = false;
    *out = TRI_NO;
    for (size_t n = 0, row; (row = facts_find(t, c->name, n)) != SIZE_MAX; n++) {
        Str path = cell_text(t, row, "value");
        if (!str_eq(cell_text(t, row, "switch"), name))
            continue;
        Tri on = chart_enabled(c, path);
        if (on == TRI_UNKNOWN && chart_sets(c, path) == TRI_NO)
            on = TRI_NO;
        *out = tri_or(*out, on);
        known = true;
    }
    return known;
}

Tri chart_pinned(const Chart *c)
{
    ChartVersion v;
    if (!c->release || c->release_unknown)
        return c->release ? TRI_UNKNOWN : TRI_YES;
    return tri_of(str_starts(c->version, STR("sha256:")) || chart_version(c->version, &v));
}
