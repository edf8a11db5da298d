/* Turns manifests into AdmissionReviews: webhook_wrap FOLDER FILE… writes for the n-th object of
 * all files FOLDER/n.object.json and FOLDER/n.review.json (CREATE, uid "u-n"). */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/json_out.h"
#include "base/limits.h"
#include "kube/input.h"

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

static void save(Arena *a, Str folder, size_t number, const char *kind, Json value)
{
    Str path = arena_printf(a, "%.*s/%zu.%s.json", STR_ARG(folder), number, kind);
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    json_print(&out, value);
    FILE *f = fopen(path.ptr, "w");
    if (!f || fwrite(out.ptr, 1, out.len, f) != out.len || fclose(f) != 0) {
        perror(path.ptr);
        exit(1);
    }
}

static void put_kind(Json in, const char *key, const Object *o)
{
    Json kind = json_put_object(in, key);
    json_put_str(kind, "group", o->group);
    json_put_str(kind, "version", o->version);
    json_put_str(kind, "kind", o->kind);
}

static void wrap(Arena *a, Str folder, size_t number, const Object *o)
{
    Json object = json_object(a);
    put_members(object, o->root, a);
    save(a, folder, number, "object", object);
    Json review = json_object(a);
    json_put_str(review, "apiVersion", STR("admission.k8s.io/v1"));
    json_put_str(review, "kind", STR("AdmissionReview"));
    Json request = json_put_object(review, "request");
    json_put_str(request, "uid", arena_printf(a, "u-%zu", number));
    put_kind(request, "kind", o);
    put_kind(request, "requestKind", o);
    json_put_str(request, "name", o->name);
    json_put_str(request, "namespace", o->ns);
    json_put_str(request, "operation", STR("CREATE"));
    put_members(json_put_object(request, "object"), o->root, a);
    json_put_null(request, "oldObject");
    json_put_bool(request, "dryRun", false);
    save(a, folder, number, "review", review);
}

static size_t wrap_file(Arena *a, Str folder, size_t number, Str path)
{
    Str text, why;
    if (!file_read(a, path, LIMIT_FILE, &text, &why)) {
        fprintf(stderr, "%.*s: %.*s\n", STR_ARG(path), STR_ARG(why));
        exit(1);
    }
    Loader loader;
    loader_init(&loader, a);
    loader.max_nodes = SIZE_MAX;
    Diags d;
    diags_init(&d, a);
    const Stream *s = yaml_load(&loader, source_new(a, path, text), &d);
    for (size_t i = 0; i < s->documents.len; i++) {
        InputObjects found = input_objects(a, facts_builtin(), s->documents.items[i]);
        for (size_t k = 0; k < found.objects.len; k++)
            wrap(a, folder, number++, found.objects.items[k]);
    }
    return number;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    Arena a;
    arena_init(&a, SIZE_MAX);
    size_t number = 0;
    for (int i = 2; i < argc; i++)
        number = wrap_file(&a, str_c(argv[1]), number, str_c(argv[i]));
    arena_free(&a);
    printf("%zu\n", number);
    return 0;
}
