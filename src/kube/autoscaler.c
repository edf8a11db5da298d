#include "kube/autoscaler.h"

#include "base/limits.h"
#include "kube/kind.h"

static const FactTable *options(const Facts *f)
{
    return facts_table(f, STR("chart-options"));
}

Autoscaler *autoscaler_of_pod(Arena *a, const Facts *f, const Pod *p)
{
    if (pod_runs(p, cell_text(options(f), 0, "program")) != TRI_YES)
        return NULL;
    Autoscaler *s = arena_new(a, Autoscaler);
    *s = (Autoscaler){.pod = p, .owner = p->owner};
    return s;
}

Autoscaler *autoscaler_of_chart(Arena *a, const Facts *f, const Chart *c)
{
    if (facts_find(options(f), c->name, 0) == SIZE_MAX)
        return NULL;
    Autoscaler *s = arena_new(a, Autoscaler);
    *s = (Autoscaler){.chart = c, .owner = c->object};
    return s;
}

/* ---- options of the chart ---- */

/* Looking for one option. */
typedef struct Search {
    const Chart *chart;
    Arena *arena;
    const FactTable *table;
    size_t row;
    Str name;
    Flag *out;
} Search;

static Str cell(const Search *s, const char *column)
{
    return cell_text(s->table, s->row, column);
}

/* "{{ .Values.path }}" in a value that the template reads as one; false for any other. */
static bool expand(const Search *s, Str text, Buf *out)
{
    static const Str OPEN = STR_INIT("{{"), CLOSE = STR_INIT("}}"), VALUES = STR_INIT(".Values.");
    for (size_t at; (at = str_find(text, OPEN)) < text.len;) {
        buf_add(out, str_slice(text, 0, at));
        text = str_skip(text, at + OPEN.len);
        size_t end = str_find(text, CLOSE);
        Str inner = str_trim(str_slice(text, 0, end));
        inner = str_starts(inner, STR("$")) ? str_skip(inner, 1) : inner;
        const Node *value =
            str_starts(inner, VALUES) ? chart_value(s->chart, str_skip(inner, VALUES.len)) : NULL;
        if (!value || value->kind != NODE_STRING)
            return false;
        buf_add(out, node_str(value));
        text = str_skip(text, end + CLOSE.len);
    }
    buf_add(out, text);
    return true;
}

/* The text of a value, of a list its items with commas. */
static bool value_text(const Search *s, const Node *n, Buf *out)
{
    if (n->kind == NODE_STRING) {
        bool other = !str_contains(node_str(n), STR("{{"));
        return expand(s, node_str(n), out) && !(n->flags & NODE_UNKNOWN && other);
    }
    if (n->kind != NODE_LIST) {
        buf_add(out, n->kind == NODE_MAP ? STR("") : node_text(n));
        return !(n->flags & NODE_UNKNOWN);
    }
    bool all = !(n->flags & (NODE_UNKNOWN | NODE_OPEN));
    for (uint32_t i = 0; i < n->len; i++) {
        buf_add(out, i ? STR(",") : STR(""));
        all = value_text(s, &n->as.items[i], out) && all;
    }
    return all;
}

static Tri of_value(const Search *s, const Node *n)
{
    Buf b;
    buf_init(&b, s->arena, LIMIT_MESSAGE);
    buf_add(&b, cell(s, "prefix"));
    bool known = value_text(s, n, &b);
    *s->out = (Flag){buf_str(&b), n};
    return known ? TRI_YES : TRI_UNKNOWN;
}

static bool is_empty(const Node *n)
{
    return n->kind == NODE_NULL || ((n->kind == NODE_LIST || n->kind == NODE_MAP) && !n->len) ||
           (n->kind == NODE_STRING && !n->len);
}

static Tri of_row(const Search *s)
{
    Str when = cell(s, "when");
    const Node *condition = when.len ? chart_value(s->chart, when) : NULL;
    const Node *n = chart_value(s->chart, cell(s, "value"));
    if (!n || (when.len && !condition))
        return TRI_UNKNOWN;
    if (is_empty(n) || (condition && is_empty(condition)))
        return TRI_NO;
    return of_value(s, n);
}

static Tri of_map(const Search *s)
{
    const Node *map = chart_value(s->chart, cell(s, "value"));
    Tri open = !map || map->flags & (NODE_OPEN | NODE_UNKNOWN) ? TRI_UNKNOWN : TRI_NO;
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        Str key = str_slice(m->key->name, 0, str_find_char(m->key->name, '_'));
        if (!str_eq(key, s->name))
            continue;
        *s->out = (Flag){STR("true"), &m->value};
        return m->value.kind == NODE_NULL ? TRI_YES : of_value(s, &m->value);
    }
    return open;
}

static Tri of_list(const Search *s)
{
    const Node *list = chart_value(s->chart, cell(s, "value"));
    Tri open = !list || list->flags & (NODE_OPEN | NODE_UNKNOWN) ? TRI_UNKNOWN : TRI_NO;
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = &list->as.items[i];
        Str text = n->kind == NODE_STRING ? node_str(n) : STR(""), key, value;
        while (str_starts(text, STR("-")))
            text = str_skip(text, 1);
        bool assigned = str_cut(text, '=', &key, &value);
        if (!str_eq(assigned ? key : text, s->name))
            continue;
        *s->out = (Flag){assigned ? value : STR("true"), n};
        return n->flags & NODE_UNKNOWN ? TRI_UNKNOWN : TRI_YES;
    }
    return open;
}

static Tri of_chart(Search *s)
{
    Tri found = TRI_NO;
    *s->out = (Flag){STR(""), NULL};
    for (size_t n = 0; (s->row = facts_find(s->table, s->chart->name, n)) != SIZE_MAX; n++) {
        Str option = cell(s, "option");
        Tri one = str_eq(option, STR("*"))  ? of_map(s)
                  : !option.len             ? of_list(s)
                  : str_eq(option, s->name) ? of_row(s)
                                            : TRI_NO;
        if (one == TRI_YES)
            return one;
        found = tri_or(found, one);
    }
    return found;
}

Tri autoscaler_flag(const Autoscaler *s, Arena *a, const Facts *f, Str name, Flag *out)
{
    Search search = {s->chart, a, options(f), 0, name, out};
    return s->pod ? pod_flag(s->pod, name, out) : of_chart(&search);
}

/* ---- places ---- */

static NodePlace beside(const Pod *p)
{
    Flag flag;
    const Container *c = p->containers.list.len ? p->containers.list.items[0] : NULL;
    const Node *command = c ? node_field(c->node, STR("command")) : NULL;
    if (pod_flag(p, STR("cloud-provider"), &flag) != TRI_NO && flag.node)
        return (NodePlace){flag.node, STR("")};
    if (command)
        return (NodePlace){command, STR("")};
    return c ? (NodePlace){c->node, STR("args")} : (NodePlace){p->spec, STR("")};
}

NodePlace autoscaler_option(const Autoscaler *s, Arena *a, const Facts *f, Str name)
{
    Flag flag;
    (void)autoscaler_flag(s, a, f, name, &flag);
    if (s->pod)
        return flag.node ? (NodePlace){flag.node, STR("")} : beside(s->pod);
    const FactTable *t = options(f);
    size_t row = SIZE_MAX;
    for (size_t n = 0, i; (i = facts_find(t, s->chart->name, n)) != SIZE_MAX; n++)
        if (str_eq(cell_text(t, i, "option"), name))
            return chart_place(s->chart, cell_text(t, i, "value"));
        else if (str_eq(cell_text(t, i, "option"), STR("*")))
            row = i;
    if (row == SIZE_MAX)
        return (NodePlace){s->chart->node, STR("")};
    return chart_place(
        s->chart, arena_printf(a, "%.*s.%.*s", STR_ARG(cell_text(t, row, "value")), STR_ARG(name)));
}
