#include "kube/input.h"

#include "kube/kind.h"
#include "kube/locate.h"

/* A document that is no object is told by a top-level member, tried in order. */
static const struct {
    Str member, reason;
} FOREIGN[] = {
    {STR_INIT("AWSTemplateFormatVersion"), STR_INIT("CloudFormation template")},
    {STR_INIT("jobs"),                     STR_INIT("GitHub workflow")        },
    {STR_INIT("runs"),                     STR_INIT("GitHub action")          },
    {STR_INIT("services"),                 STR_INIT("Compose file")           },
};

typedef struct Reading {
    Arena *arena;
    const Facts *facts;
    const Document *doc;
    Document *opens; /* the same, where it may be found to be a part */
    InputObjects *out;
} Reading;

static bool is_text(const Node *n)
{
    return n && n->kind == NODE_STRING && n->len;
}

static bool in_folder(Str path, Str folder)
{
    Str part;
    while (str_next(&path, '/', &part))
        if (path.len && str_eq(part, folder))
            return true;
    return false;
}

/* A folder or file whose name says that its objects are patches of others. */
static bool named_as_patch(Str path)
{
    return str_contains(str_behind(path, '/'), STR("patch")) || in_folder(path, STR("patches"));
}

/* A folder whose objects are often parts of others. */
static bool named_as_part(Str path)
{
    return in_folder(path, STR("overlays")) || in_folder(path, STR("components"));
}

/* Lacks what every such object has: none of the paths, or for a workload a container's image. */
static bool lacks_siblings(const Reading *r, const Object *o)
{
    KindRows known = kind_rows(r->facts, "kinds", o->group, o->kind);
    Str paths = kind_cell(&known, "whole"), path;
    bool named = paths.len > 0;
    while (str_next(&paths, ' ', &path))
        if (locate(o->root, o->root, path))
            return false;
    KindRows pods = kind_rows(r->facts, "workload-kinds", o->group, o->kind);
    if (kind_done(&pods))
        return named;
    const Node *spec = locate(o->root, o->root, kind_cell(&pods, "pods"));
    if (spec && str_eq(kind_cell(&pods, "form"), STR("template")))
        spec = node_field(spec, STR("spec"));
    return !spec || !locate(spec, spec, STR("containers[*].image"));
}

static bool is_patch(const Reading *r, const Object *o)
{
    Str text = source_slice(o->doc->source, o->root->span);
    if (str_contains(text, STR("$patch:")))
        return true;
    return named_as_patch(o->doc->source->name) && lacks_siblings(r, o);
}

static void read_names(Object *o)
{
    const Node *name = object_field(o, STR("metadata.name")),
               *ns = object_field(o, STR("metadata.namespace"));
    o->name = node_str(name);
    o->name_unknown = !name || !o->name.len || node_unknown(name);
    bool ns_read = is_text(ns) && !node_unknown(ns);
    o->ns = !o->cluster && ns_read ? node_str(ns) : STR("");
    o->ns_unknown = !o->cluster && !ns_read;
    o->controlled = locate(o->root, o->root, STR("metadata.ownerReferences[*]")) != NULL;
}

static Object *object_new(const Reading *r, const Node *map, Str api_version, Str kind)
{
    Object *o = arena_new(r->arena, Object);
    *o = (Object){.root = map, .doc = r->doc, .api_version = api_version, .kind = kind};
    if (!str_cut(api_version, '/', &o->group, &o->version)) {
        o->group = STR("");
        o->version = api_version;
    }
    KindRows known = kind_rows(r->facts, "kinds", o->group, kind);
    KindRows pods = kind_rows(r->facts, "workload-kinds", o->group, kind);
    o->cluster = str_eq(kind_cell(&known, "scope"), STR("cluster"));
    o->generic = kind_done(&known) && kind_done(&pods);
    read_names(o);
    return o;
}

static void read_map(const Reading *r, const Node *map, Str api_version, Str kind);

/* Whole objects that another one carries. */
static void read_wrapped(const Reading *r, const Node *map, Str path)
{
    Nodes found = {0};
    locate_all(r->arena, map, map, path, &found);
    for (size_t i = 0; i < found.list.len; i++)
        read_map(r, found.list.items[i], STR(""), STR(""));
}

static void read_object(const Reading *r, const Node *map, Str api_version, Str kind)
{
    Object *o = object_new(r, map, api_version, kind);
    KindRows known = kind_rows(r->facts, "kinds", o->group, kind);
    Str use = kind_cell(&known, "use");
    if (str_eq(use, STR("kustomization"))) {
        r->out->kustomization = o;
        r->out->skipped = STR("kustomization");
    } else if (is_patch(r, o)) {
        r->out->skipped = STR("kustomize patch");
    } else {
        if (named_as_part(r->doc->source->name) && lacks_siblings(r, o))
            document_open(r->opens);
        *vec_push(r->arena, &r->out->objects) = o;
        if (str_starts(use, STR("wrap:")))
            read_wrapped(r, map, str_skip(use, 5));
    }
}

/* The kind of a List's items, which `kubectl get` and the API server leave out. */
static Str item_kind(Str list_kind)
{
    return str_slice(list_kind, 0, list_kind.len - 4);
}

/* A map that says what it is, or that the list around it says it of. */
static void read_map(const Reading *r, const Node *map, Str api_version, Str kind)
{
    const Node *own_version = node_field(map, STR("apiVersion")),
               *own_kind = node_field(map, STR("kind"));
    if (is_text(own_version))
        api_version = node_str(own_version);
    if (is_text(own_kind))
        kind = node_str(own_kind);
    if (map->kind != NODE_MAP || !api_version.len || !kind.len)
        return;
    const Node *items = node_field(map, STR("items"));
    if (!str_ends(kind, STR("List")) || !items || items->kind != NODE_LIST) {
        read_object(r, map, api_version, kind);
        return;
    }
    for (uint32_t i = 0; i < items->len; i++)
        read_map(r, &items->as.items[i], api_version, item_kind(kind));
}

/* A list of {op, path, …}. */
static bool is_json_patch(const Node *root)
{
    const Node *first = node_item(root, 0);
    return first && is_text(node_field(first, STR("op"))) &&
           is_text(node_field(first, STR("path")));
}

static bool is_kustomization_file(Str path)
{
    Str name = str_behind(path, '/');
    return str_eq(name, STR("kustomization.yaml")) || str_eq(name, STR("kustomization.yml")) ||
           str_eq(name, STR("Kustomization"));
}

static Str foreign_reason(const Document *doc)
{
    Str name = str_behind(doc->source->name, '/');
    if (is_json_patch(&doc->root))
        return STR("kustomize patch");
    if (node_field(&doc->root, STR("apiVersion")) && node_field(&doc->root, STR("version")))
        return STR("Helm chart description");
    for (size_t i = 0; i < sizeof FOREIGN / sizeof *FOREIGN; i++)
        if (node_field(&doc->root, FOREIGN[i].member))
            return FOREIGN[i].reason;
    return str_contains(name, STR("values")) ? STR("values file") : STR("not a Kubernetes object");
}

InputObjects input_objects(Arena *a, const Facts *facts, Document *doc)
{
    InputObjects out = {0};
    Reading r = {a, facts, doc, doc, &out};
    read_map(&r, &doc->root, STR(""), STR(""));
    if (out.objects.len || out.skipped.len)
        return out;
    if (doc->root.kind == NODE_MAP && is_kustomization_file(doc->source->name)) {
        out.kustomization = object_new(&r, &doc->root, STR(""), STR(""));
        out.skipped = STR("kustomization");
    } else if (!node_field(&doc->root, STR("items"))) {
        out.skipped = foreign_reason(doc);
    }
    return out;
}

Object *input_object(Arena *a, const Facts *facts, const Document *doc, const Node *map)
{
    const Node *api_version = node_field(map, STR("apiVersion")),
               *kind = node_field(map, STR("kind"));
    if (!is_text(api_version) || !is_text(kind))
        return NULL;
    Reading r = {a, facts, doc, NULL, NULL};
    return object_new(&r, map, node_str(api_version), node_str(kind));
}

Object *input_values(Arena *a, const Document *doc, Str chart)
{
    if (doc->root.kind != NODE_MAP)
        return NULL;
    Object *o = arena_new(a, Object);
    *o = (Object){.root = &doc->root,
                  .doc = doc,
                  .name = str_behind(doc->source->name, '/'),
                  .chart = chart,
                  .cluster = true,
                  .generic = true};
    return o;
}
