#include "kube/workload.h"

#include "kube/locate.h"

/* Below these, what looks like a pod is none: what the cluster wrote, patterns of policies. */
static const Str NOT_PODS[] = {STR_INIT("status"),   STR_INIT("managedFields"),
                               STR_INIT("validate"), STR_INIT("pattern"),
                               STR_INIT("schema"),   STR_INIT("openAPIV3Schema")};

typedef struct Search {
    Arena *arena;
    const Object *object;
    PodSites *out;
} Search;

Str workload_role(const Facts *f, const Object *o)
{
    KindRows rows = kind_rows(f, "workload-kinds", o->group, o->kind);
    return kind_cell(&rows, "role");
}

static PodSite template_site(const Node *node, KindRows row)
{
    const Node *spec = node_field(node, STR("spec")), *metadata = node_field(node, STR("metadata"));
    return (PodSite){
        .node = node,
        .spec = spec,
        .metadata = metadata,
        .metadata_at =
            metadata ? (NodePlace){metadata, STR("")        }
              : (NodePlace){node,     STR("metadata")},
        .row = row
    };
}

/* A spec, or a map that stands for one: what belongs to the template is elsewhere. */
static PodSite spec_site(const Node *root, const Node *node, KindRows row)
{
    Str meta = kind_cell(&row, "meta"), inherit = kind_cell(&row, "inherit");
    PodSite site = {.node = node, .spec = node, .row = row};
    if (meta.len) {
        site.metadata = locate(root, node, meta);
        site.metadata_at = locate_place(root, node, meta);
    }
    site.inherit = inherit.len ? locate(root, node, inherit) : NULL;
    return site;
}

static void add_row(Search *s, KindRows row)
{
    Str paths = kind_cell(&row, "pods"), form = kind_cell(&row, "form"), path;
    const Node *root = s->object->root;
    while (str_next(&paths, ';', &path)) {
        Nodes found = {0};
        locate_all(s->arena, root, root, str_trim(path), &found);
        s->out->hidden |= found.hidden;
        for (size_t i = 0; i < found.list.len; i++) {
            const Node *node = found.list.items[i];
            bool whole = str_eq(form, STR("template")) || str_eq(form, STR("partial"));
            PodSite site = whole ? template_site(node, row) : spec_site(root, node, row);
            site.partial = str_eq(form, STR("partial")) || str_eq(form, STR("open"));
            if (site.spec && site.spec->kind == NODE_MAP)
                *vec_push(s->arena, &s->out->list) = site;
            else
                s->out->hidden |= node_open(site.spec ? site.spec : node, NODE_MAP);
        }
    }
}

/* A list of maps that have what containers have. */
static bool are_containers(const Node *list)
{
    if (!list || list->kind != NODE_LIST || !list->len)
        return false;
    for (uint32_t i = 0; i < list->len; i++) {
        const Node *c = &list->as.items[i];
        bool named = node_field(c, STR("image")) ||
                     (node_field(c, STR("name")) && node_field(c, STR("resources")));
        if (!named)
            return false;
    }
    return true;
}

static bool never_pods(Str key)
{
    for (size_t i = 0; i < sizeof NOT_PODS / sizeof *NOT_PODS; i++)
        if (str_eq(key, NOT_PODS[i]))
            return true;
    return false;
}

static void add_found(Search *s, const Node *spec)
{
    const Member *m = node_member(spec);
    const Node *up = spec->parent;
    KindRows none = {.row = SIZE_MAX};
    PodSite site = {.node = spec, .spec = spec, .row = none};
    if (m && str_eq(m->key->name, STR("spec")) && spec != s->object->root &&
        node_field(up, STR("metadata")))
        site = template_site(up, none);
    *vec_push(s->arena, &s->out->list) = site;
}

/* Depth is bounded by the loader (LIMIT_DEPTH). */
static void look(Search *s, const Node *n)
{
    if (n->kind == NODE_MAP && are_containers(node_field(n, STR("containers")))) {
        add_found(s, n);
        return;
    }
    for (uint32_t i = 0; i < n->len && n->kind == NODE_MAP; i++)
        if (!never_pods(n->as.members[i].key->name))
            look(s, &n->as.members[i].value);
    for (uint32_t i = 0; i < n->len && n->kind == NODE_LIST; i++)
        look(s, &n->as.items[i]);
}

static bool ignored(const Facts *f, const Object *o)
{
    KindRows kind = kind_rows(f, "kinds", o->group, o->kind),
             any = kind_rows(f, "kinds", o->group, STR("*"));
    return str_eq(kind_cell(&kind, "use"), STR("ignore")) ||
           str_eq(kind_cell(&any, "use"), STR("ignore"));
}

void workload_sites(Arena *a, const Facts *f, const Object *o, PodSites *out)
{
    Search s = {a, o, out};
    KindRows row = kind_rows(f, "workload-kinds", o->group, o->kind);
    if (o->generic && !ignored(f, o))
        look(&s, o->root);
    for (; !kind_done(&row); kind_next(&row))
        add_row(&s, row);
}

/* The number at a path; 1 when absent, -1 when it cannot be told. */
static int64_t number_at(const PodSite *site, const Object *o, Str path)
{
    const Node *n = locate(o->root, site->node, path);
    if (!n)
        return 1;
    if (n->kind != NODE_INT || node_unknown(n) || n->as.integer < 0)
        return -1;
    return n->as.integer;
}

static int64_t times(int64_t x, int64_t y)
{
    if (x == 0 || y == 0)
        return 0;
    if (x < 0 || y < 0 || x > INT64_MAX / y)
        return -1;
    return x * y;
}

/* "a-b": one less where b exists; "a<b": no more than b where it exists. */
static int64_t factor(const PodSite *site, const Object *o, Str text)
{
    Str less = STR(""), most = STR("");
    (void)str_cut(text, '-', &text, &less);
    (void)str_cut(text, '<', &text, &most);
    int64_t n = number_at(site, o, text);
    if (most.len && locate(o->root, site->node, most)) {
        int64_t bound = number_at(site, o, most);
        return n < 0 || bound < 0 ? -1 : n < bound ? n : bound;
    }
    return less.len && n > 0 && locate(o->root, site->node, less) ? n - 1 : n;
}

int64_t workload_replicas(const PodSite *site, const Object *o, bool *daemon, NodePlace *at)
{
    Str factors = kind_cell(&site->row, "replicas"), item;
    int64_t product = 1;
    *daemon = str_eq(factors, STR("nodes"));
    *at = (NodePlace){site->node, STR("")};
    if (*daemon || str_eq(factors, STR("unknown")) || kind_done(&site->row))
        return -1;
    for (bool first = true; str_next(&factors, ' ', &item); first = false) {
        product = times(product, factor(site, o, item));
        (void)str_cut(item, '-', &item, &(Str){0});
        (void)str_cut(item, '<', &item, &(Str){0});
        if (first)
            *at = locate_place(o->root, site->node, item);
    }
    return product;
}

static bool is_indexed(const PodSite *site)
{
    const Node *mode = locate(NULL, site->node, STR("^.completionMode"));
    return mode && str_eq(node_str(mode), STR("Indexed"));
}

bool workload_in_gang(const PodSite *site)
{
    Str gang = kind_cell(&site->row, "gang");
    return str_eq(gang, STR("all")) || str_starts(gang, STR("/"));
}

int64_t workload_gang(const PodSite *site, const Object *o, int64_t replicas, int64_t all)
{
    Str gang = kind_cell(&site->row, "gang");
    if (kind_done(&site->row))
        return -1;
    if (!gang.len)
        return 1;
    if (str_eq(gang, STR("unknown")))
        return replicas == 1 ? 1 : -1;
    if (str_eq(gang, STR("indexed")))
        return is_indexed(site) ? replicas : 1;
    if (str_eq(gang, STR("all")) || !locate(o->root, site->node, gang))
        return all;
    return number_at(site, o, gang);
}
