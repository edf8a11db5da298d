#include "kube/chart_defaults.h"

#include "kube/kind.h"

/* Up to three numbers; `*count` of them were there. False when something else is. */
static bool numbers(Str text, ChartVersion *out, size_t *count)
{
    Str part;
    *out = (ChartVersion){{0}};
    *count = 0;
    if (str_starts(text, STR("v")))
        text = str_skip(text, 1);
    size_t end = 0;
    while (end < text.len && text.ptr[end] != '-' && text.ptr[end] != '+')
        end++;
    text = str_slice(text, 0, end);
    while (str_next(&text, '.', &part))
        if (*count == CHART_VERSION_PARTS || !str_int(part, &out->part[(*count)++]))
            return false;
    return true;
}

bool chart_version(Str text, ChartVersion *out)
{
    size_t count;
    return numbers(text, out, &count) && count == CHART_VERSION_PARTS;
}

/* Of v against a bound that may have fewer numbers: only those count. */
static int compare(const ChartVersion *v, Str bound)
{
    ChartVersion b;
    size_t count;
    if (!numbers(bound, &b, &count))
        return 0;
    for (size_t i = 0; i < count; i++)
        if (v->part[i] != b.part[i])
            return v->part[i] < b.part[i] ? -1 : 1;
    return 0;
}

/* The rows of one key, and the version that is asked about. */
typedef struct Rows {
    const FactTable *table;
    Str chart, key;
    const ChartVersion *version; /* NULL: not known */
    bool older;                  /* than every row */
    Str all;                     /* what they agree on */
    bool agree;
} Rows;

static bool holds(const Rows *r, size_t row)
{
    Str from = cell_text(r->table, row, "from"), to = cell_text(r->table, row, "to");
    return r->version && (!from.len || compare(r->version, from) >= 0) &&
           (!to.len || compare(r->version, to) <= 0);
}

/* The value that holds; false when that is not known. */
static bool choose(Rows *r, Str *out)
{
    r->older = r->version != NULL;
    r->agree = true;
    for (size_t n = 0, row; (row = facts_find(r->table, r->chart, n)) != SIZE_MAX; n++) {
        if (!str_eq(cell_text(r->table, row, "key"), r->key))
            continue;
        *out = cell_text(r->table, row, "value");
        if (holds(r, row))
            return true;
        Str from = cell_text(r->table, row, "from");
        r->older = r->older && from.len && compare(r->version, from) < 0;
        r->agree = r->agree && (!r->all.len || str_eq(r->all, *out));
        r->all = *out;
    }
    return r->agree && !r->older;
}

static const Node *parsed(Loader *l, Str text)
{
    Diags d;
    diags_init(&d, l->arena);
    Stream *s = doc_load(l, source_new(l->arena, STR("chart-defaults"), text), &d);
    return s->documents.len ? &s->documents.items[0]->root : NULL;
}

static const Node *unknown(Loader *l)
{
    Node *n = arena_new(l->arena, Node);
    *n = (Node){.kind = NODE_STRING, .flags = NODE_UNKNOWN, .as.text = ""};
    return n;
}

void chart_defaults(Loader *l, const Facts *f, const Chart *c, Overlay *into)
{
    const FactTable *t = facts_table(f, STR("chart-defaults"));
    ChartVersion v;
    bool told = chart_version(c->version, &v);
    Str last = STR("");
    for (size_t n = 0, row; (row = facts_find(t, c->name, n)) != SIZE_MAX; n++) {
        Rows r = {.table = t, .chart = c->name, .key = cell_text(t, row, "key")};
        Str value = STR("");
        if (str_eq(r.key, last))
            continue;
        last = r.key;
        r.version = told ? &v : NULL;
        const Node *found = choose(&r, &value) ? parsed(l, value) : unknown(l);
        if (found)
            overlay_default(into, r.key, found);
    }
}
