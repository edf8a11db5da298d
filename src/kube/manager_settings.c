/* What a manager is told to do: in its container, or by its chart's values. */
#include "kube/kind.h"
#include "kube/manager.h"

static Setting unknown_at(const Node *n)
{
    return (Setting){
        .known = false, .at = {n, STR("")}
    };
}

static Setting told(const Node *n)
{
    if (!n || node_unknown(n) || n->kind == NODE_LIST || n->kind == NODE_MAP)
        return unknown_at(n);
    Str text = node_scalar(n);
    return (Setting){
        true, text, {n, STR("")}
    };
}

static const Node *variable(const Container *c, Str name)
{
    const Node *env = node_field(c->node, STR("env"));
    for (uint32_t i = 0; name.len && env && env->kind == NODE_LIST && i < env->len; i++) {
        const Node *key = node_field(&env->as.items[i], STR("name"));
        if (key && str_eq(node_str(key), name))
            return &env->as.items[i];
    }
    return NULL;
}

/* May a list of the container hold more than can be read: variables without a known name, arguments
 * that are placeholders as a whole? */
static bool hides(const Container *c, Str field)
{
    const Node *list = node_field(c->node, field);
    if (node_open(list, NODE_LIST))
        return true;
    for (uint32_t i = 0; list && i < list->len; i++) {
        const Node *item = &list->as.items[i];
        const Node *name = item->kind == NODE_MAP ? node_field(item, STR("name")) : item;
        bool flag = item->kind == NODE_STRING && str_starts(node_str(item), STR("--"));
        if (!flag && node_unknown(name))
            return true;
    }
    return false;
}

/* "--name=value", or "--name" before its value; a flag alone is true. */
static bool argument(const Node *list, Str name, Setting *out)
{
    for (uint32_t i = 0; name.len && list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = &list->as.items[i];
        Str text = node_str(n), key, value;
        if (!str_starts(text, STR("--")))
            continue;
        text = str_skip(text, 2);
        if (str_cut(text, '=', &key, &value) ? str_eq(key, name) : str_eq(text, name)) {
            *out = node_unknown(n) ? unknown_at(n)
                   : str_eq(text, name)    ? (Setting){true, STR("true"), {n, STR("")}}
                                           : (Setting){true, value, {n, STR("")}};
            return true;
        }
    }
    return false;
}

static bool in_container(const Container *c, const FactTable *t, size_t row, Setting *out)
{
    const Node *entry = variable(c, cell_text(t, row, "variable"));
    if (entry) {
        *out = told(node_field(entry, STR("value")));
        return true;
    }
    Str flag = cell_text(t, row, "argument");
    if (argument(node_field(c->node, STR("args")), flag, out) ||
        argument(node_field(c->node, STR("command")), flag, out))
        return true;
    bool hidden = hides(c, STR("env")) || hides(c, STR("args")) || hides(c, STR("command"));
    bool elsewhere = hidden || variable(c, cell_text(t, row, "elsewhere")) || c->open ||
                     node_field(c->node, STR("envFrom"));
    if (elsewhere)
        *out = unknown_at(c->node);
    return elsewhere;
}

static Setting of_pod(const Pod *p, const FactTable *t, size_t row)
{
    Setting s = {
        true, cell_text(t, row, "default"), {NULL, STR("")}
    };
    for (size_t i = 0; i < p->containers.list.len; i++)
        if (in_container(p->containers.list.items[i], t, row, &s))
            return s;
    return p->partial ? unknown_at(p->spec) : s;
}

/* A configuration of the plugin's own, among the values or in a ConfigMap, may tell it. */
static bool configured(const Chart *c)
{
    const Node *map = chart_value(c, STR("config.map")), *name = chart_value(c, STR("config.name"));
    return !map || map->len || !name || node_str(name).len;
}

static Setting of_chart(const Chart *c, const FactTable *t, size_t row)
{
    const Node *n = chart_value(c, cell_text(t, row, "value"));
    if (!n || (n->kind == NODE_NULL && configured(c)))
        return unknown_at(n);
    if (n->kind == NODE_NULL)
        return (Setting){
            true, cell_text(t, row, "default"), {NULL, STR("")}
        };
    if (n->kind == NODE_BOOL)
        return (Setting){
            true, n->as.boolean ? STR("true") : STR("false"), {n, STR("")}
        };
    return told(n);
}

Setting manager_setting(const Manager *m, const Facts *f, Str setting)
{
    const FactTable *t = facts_table(f, STR("manager-settings"));
    for (size_t row = 0; row < t->rows; row++)
        if (str_eq(cell_text(t, row, "name"), m->what) &&
            str_eq(cell_text(t, row, "setting"), setting))
            return m->pod ? of_pod(m->pod, t, row) : of_chart(m->chart, t, row);
    return unknown_at(NULL);
}
