/* Managers that a chart brings: which of them its values switch on, and where they put them. */
#include "kube/fleet.h"
#include "kube/kind.h"
#include "kube/manager.h"

typedef struct Making {
    Arena *arena;
    const Facts *facts;
    const Platform *platform;
    const Chart *chart;
    const FactTable *table;
    size_t row;
} Making;

static Str cell(const Making *k, const char *column)
{
    return cell_text(k->table, k->row, column);
}

/* Is it switched on? *by: the last value that says so. */
static Tri switched_on(const Making *k, Str *by)
{
    Str paths = cell(k, "when"), path;
    Tri on = TRI_YES;
    *by = STR("");
    while (str_next(&paths, ' ', &path)) {
        bool off = str_starts(path, STR("!"));
        path = off ? str_skip(path, 1) : path;
        Tri value = chart_enabled(k->chart, path);
        on = tri_and(on, off ? tri_not(value) : value);
        if (!off)
            *by = path;
    }
    return on;
}

static void add_tolerations(const Making *k, Pod *p)
{
    Str keys = cell(k, "tolerates"), key;
    while (str_next(&keys, '|', &key))
        *vec_push(k->arena, &p->tolerations) =
            (Toleration){.key = key, .op = STR("Exists"), .value = STR(""), .effect = STR("")};
}

static void add_avoided(const Making *k, PodTerm *t)
{
    Str pairs = cell(k, "avoids"), pair, key, value;
    while (str_next(&pairs, '|', &pair)) {
        if (!str_cut(pair, '=', &key, &value))
            continue;
        ReqSource *s = arena_new(k->arena, ReqSource);
        *s = (ReqSource){
            .op = REQ_NOT_IN, .operator_text = STR("NotIn"), .key = key, .written_key = key};
        *vec_push(k->arena, &s->values) = value;
        *vec_push(k->arena, &t->sources) = s;
        reqs_add_source(k->arena, &t->reqs, s);
    }
}

/* The pod that the chart would make, as far as it decides where it runs. */
static Pod *pod_of(const Making *k)
{
    Pod *p = arena_new(k->arena, Pod);
    Str at = cell(k, "at");
    const Node *map = str_eq(at, STR(".")) ? k->chart->values : chart_value(k->chart, at);
    bool readable = map && map->kind == NODE_MAP;
    p->owner = k->chart->object;
    p->spec = readable ? map : k->chart->values;
    p->daemon = true;
    p->partial = k->chart->partial || !readable;
    pod_read_terms(k->arena, k->facts, p);
    pod_read_tolerations(k->arena, k->platform, p);
    add_tolerations(k, p);
    for (size_t i = 0; i < p->terms.len; i++)
        add_avoided(k, &p->terms.items[i]);
    return p;
}

/* Where its nodeSelector is, or would be. */
static NodePlace placement_of(const Making *k)
{
    Str at = cell(k, "at");
    Str path = str_eq(at, STR(".")) ? STR("nodeSelector")
                                    : arena_printf(k->arena, "%.*s.nodeSelector", STR_ARG(at));
    return chart_place(k->chart, path);
}

static Manager *make(const Making *k)
{
    const FactTable *kinds = facts_table(k->facts, STR("managers"));
    Str what = cell(k, "manager"), by;
    Tri on = switched_on(k, &by);
    if (on == TRI_NO)
        return NULL;
    size_t row = facts_find(kinds, what, 0);
    Manager *m = arena_new(k->arena, Manager);
    *m = (Manager){
        .as = pod_of(k),
        .chart = k->chart,
        .owner = k->chart->object,
        .present = on,
        .by_types = str_eq(cell(k, "types"), STR("device")),
        .name = k->chart->object->name,
        .what = what,
        .kind = cell_text(kinds, row, "kind"),
        .vendor = cell_text(kinds, row, "vendor"),
        .device = cell_text(kinds, row, "device"),
        .placement_at = placement_of(k),
        .switch_at = by.len ? chart_place(k->chart, by) : (NodePlace){k->chart->node, STR("")}
    };
    return m;
}

void managers_of_chart(Arena *a, const Facts *f, const struct Platform *platform, const Chart *c,
                       Managers *out)
{
    Making k = {a, f, platform, c, facts_table(f, STR("chart-managers")), 0};
    for (size_t n = 0; (k.row = facts_find(k.table, c->name, n)) != SIZE_MAX; n++) {
        Manager *m = make(&k);
        if (m)
            *vec_push(a, &out->list) = m;
    }
}
