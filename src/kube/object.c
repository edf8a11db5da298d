#include "kube/object.h"

const Node *object_field(const Object *o, Str path)
{
    return node_path(o->root, path);
}

Tri object_same_ns(const Object *a, const Object *b)
{
    if (a->cluster || b->cluster)
        return tri_of(a->cluster && b->cluster);
    if (a->ns_unknown && b->ns_unknown)
        return TRI_YES;
    if (a->ns_unknown || b->ns_unknown)
        return TRI_UNKNOWN;
    return tri_of(str_eq(a->ns, b->ns));
}

Str object_called(const Object *o)
{
    const Node *name = object_field(o, STR("metadata.name")),
               *generated = object_field(o, STR("metadata.generateName"));
    if (o->name.len)
        return o->name;
    Str written = name ? node_text(name) : generated ? node_text(generated) : STR("");
    return written.len ? written : STR("without a name");
}

Str object_title(Arena *a, const Object *o)
{
    Str name = object_called(o);
    if (!o->ns.len)
        return arena_printf(a, "%.*s %.*s", STR_ARG(o->kind), STR_ARG(name));
    return arena_printf(a, "%.*s %.*s/%.*s", STR_ARG(o->kind), STR_ARG(o->ns), STR_ARG(name));
}
