#include "wrap.h"

#include "base/json_out.h"

static void put_node(Json in, const char *key, const Node *n, Arena *a);

static void put_items(Json list, const Node *n, Arena *a)
{
    for (uint32_t i = 0; i < n->len; i++)
        put_node(list, NULL, &n->as.items[i], a);
}

static void put_members(Json map, const Node *n, Arena *a)
{
    for (uint32_t i = 0; i < n->len; i++)
        put_node(map, arena_copy(a, n->as.members[i].key->name).ptr, &n->as.members[i].value, a);
}

static void put_node(Json in, const char *key, const Node *n, Arena *a)
{
    switch ((NodeKind)n->kind) {
    case NODE_NULL: json_put_null(in, key); break;
    case NODE_BOOL: json_put_bool(in, key, n->as.boolean); break;
    case NODE_INT: json_put_int(in, key, n->as.integer); break;
    case NODE_DOUBLE: json_put_double(in, key, n->as.real); break;
    case NODE_STRING: json_put_str(in, key, node_str(n)); break;
    case NODE_LIST: put_items(json_put_list(in, key), n, a); break;
    case NODE_MAP: put_members(json_put_object(in, key), n, a); break;
    }
}

static void put_kind(Json in, const char *key, const Object *o)
{
    Json kind = json_put_object(in, key);
    json_put_str(kind, "group", o->group);
    json_put_str(kind, "version", o->version);
    json_put_str(kind, "kind", o->kind);
}

static Str print(Arena *a, Json value)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    json_print(&out, value);
    return buf_str(&out);
}

Str wrap_object(Arena *a, const Object *o)
{
    Json object = json_object(a);
    put_members(object, o->root, a);
    return print(a, object);
}

Str wrap_review(Arena *a, const Object *o, Str uid)
{
    Json review = json_object(a);
    json_put_str(review, "apiVersion", STR("admission.k8s.io/v1"));
    json_put_str(review, "kind", STR("AdmissionReview"));
    Json request = json_put_object(review, "request");
    json_put_str(request, "uid", uid);
    put_kind(request, "kind", o);
    put_kind(request, "requestKind", o);
    json_put_str(request, "name", o->name);
    json_put_str(request, "namespace", o->ns);
    json_put_str(request, "operation", STR("CREATE"));
    put_members(json_put_object(request, "object"), o->root, a);
    json_put_null(request, "oldObject");
    json_put_bool(request, "dryRun", false);
    return print(a, review);
}
