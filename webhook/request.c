#include "webhook/request.h"

#include "base/limits.h"

static const Str API_VERSIONS[] = {
    STR_INIT("admission.k8s.io/v1"),
    STR_INIT("admission.k8s.io/v1beta1"),
};

/* DELETE and CONNECT bring nothing that could run. */
static const Str JUDGED_OPERATIONS[] = {STR_INIT("CREATE"), STR_INIT("UPDATE")};

/* The rest either has no spec (scale), or one that the API server throws away (status). */
static const Str JUDGED_SUB_RESOURCES[] = {
    STR_INIT(""),
    STR_INIT("ephemeralcontainers"),
    STR_INIT("resize"),
};

/* They only ever take things away; held up, a namespace or an owner never goes. */
static const Str TRUSTED_USERS[] = {
    STR_INIT("system:serviceaccount:kube-system:generic-garbage-collector"),
    STR_INIT("system:serviceaccount:kube-system:namespace-controller"),
};

/* An object that only shows what runs anyway; on another kind the annotation means nothing. */
static const struct {
    Str group, kind, annotation;
} MIRRORS[] = {
    {STR_INIT(""), STR_INIT("Pod"), STR_INIT("kubernetes.io/config.mirror")},
};

static bool listed(const Str *list, size_t count, Str text)
{
    for (size_t i = 0; i < count; i++) {
        if (str_eq(list[i], text))
            return true;
    }
    return false;
}

#define LISTED(list, text) listed((list), sizeof(list) / sizeof *(list), (text))

static bool fail(Diags *d, const char *why)
{
    return diag_error(d, NULL, (Span){0, 0}, "%s", why);
}

/* The one document of the body. Two readers may take different values of a key that is there
 * twice, and text behind a NUL is invisible to C programs: neither comes from an API server. */
static const Document *read_document(Arena *a, Str body, Diags *d)
{
    Loader loader;
    loader_init(&loader, a);
    loader.max_nodes = LIMIT_REQUEST_NODES;
    const Source *source = source_new(a, STR("request"), body);
    Stream *stream = json_load(&loader, source, d);
    if (!stream->complete || d->count > 0)
        return NULL;
    if (stream->duplicates.len > 0) {
        Str key = stream->duplicates.items[0].key->name;
        (void)diag_error(d, source, stream->duplicates.items[0].again, "key '%.*s' is there twice",
                         STR_ARG(str_slice(key, 0, LIMIT_WARNING)));
        return NULL;
    }
    if (stream->documents.len != 1) {
        (void)fail(d, "the body is empty");
        return NULL;
    }
    return stream->documents.items[0];
}

static Str text_at(const Node *map, const char *path)
{
    const Node *n = node_path(map, str_c(path));
    return node_str(n);
}

static RequestKind kind_at(const Node *request, const char *name)
{
    const Node *map = node_field(request, str_c(name));
    return (RequestKind){text_at(map, "group"), text_at(map, "version"), text_at(map, "kind")};
}

static bool object_at(const Node *request, const char *name, Diags *d, const Node **out)
{
    const Node *n = node_field(request, str_c(name));
    if (n && n->kind != NODE_MAP)
        return diag_error(d, NULL, (Span){0, 0}, "request.%s is no object", name);
    *out = n;
    return true;
}

static bool envelope(const Node *root, Diags *d, ReviewRequest *out)
{
    if (root->kind != NODE_MAP || !str_eq(text_at(root, "kind"), STR("AdmissionReview")))
        return fail(d, "the body is no AdmissionReview");
    out->api_version = text_at(root, "apiVersion");
    if (!LISTED(API_VERSIONS, out->api_version))
        return fail(d, "the apiVersion of the AdmissionReview is neither v1 nor v1beta1 of "
                       "admission.k8s.io");
    const Node *request = node_field(root, STR("request"));
    if (!request || request->kind != NODE_MAP)
        return fail(d, "the AdmissionReview has no request");
    out->uid = text_at(request, "uid");
    if (out->uid.len == 0 || out->uid.len > LIMIT_WARNING)
        return fail(d, "request.uid is missing, empty or far too long");
    return object_at(request, "object", d, &out->object) &&
           object_at(request, "oldObject", d, &out->old_object);
}

bool request_read(Arena *a, Str body, Diags *d, ReviewRequest *out)
{
    ReviewRequest r = {.doc = read_document(a, body, d)};
    if (!r.doc || !envelope(&r.doc->root, d, &r))
        return false;
    const Node *request = node_field(&r.doc->root, STR("request"));
    r.operation = text_at(request, "operation");
    r.sub_resource = text_at(request, "subResource");
    r.ns = text_at(request, "namespace");
    r.name = text_at(request, "name");
    r.user = text_at(request, "userInfo.username");
    r.kind = kind_at(request, "kind");
    r.asked = kind_at(request, "requestKind");
    const Node *dry = node_field(request, STR("dryRun"));
    r.dry_run = dry && dry->kind == NODE_BOOL && dry->as.boolean;
    *out = r;
    return true;
}

static bool is_mirror(const ReviewRequest *r)
{
    const Node *annotations = node_path(r->object, STR("metadata.annotations"));
    for (size_t i = 0; i < sizeof MIRRORS / sizeof *MIRRORS; i++) {
        if (str_eq(r->kind.group, MIRRORS[i].group) && str_eq(r->kind.kind, MIRRORS[i].kind) &&
            node_field(annotations, MIRRORS[i].annotation))
            return true;
    }
    return false;
}

Str request_exemption(const ReviewRequest *r)
{
    if (!LISTED(JUDGED_OPERATIONS, r->operation))
        return STR("operation");
    if (!LISTED(JUDGED_SUB_RESOURCES, r->sub_resource))
        return STR("subresource");
    if (!r->object)
        return STR("no object");
    if (LISTED(TRUSTED_USERS, r->user))
        return STR("system controller");
    if (node_path(r->object, STR("metadata.deletionTimestamp")))
        return STR("being deleted");
    if (is_mirror(r))
        return STR("mirror pod");
    return STR("");
}

Str request_title(Arena *a, const ReviewRequest *r)
{
    if (r->name.len > 0)
        return r->name;
    const Node *object = r->object ? r->object : r->old_object;
    Str name = text_at(object, "metadata.name"), prefix = text_at(object, "metadata.generateName");
    if (name.len == 0 && prefix.len > 0)
        return arena_printf(a, "%.*s*", STR_ARG(prefix));
    return name;
}
