#include "doc/load.h"

#include "doc/json.h"
#include "doc/placeholder.h"

void loader_init(Loader *l, Arena *a)
{
    *l = (Loader){.arena = a, .max_nodes = SIZE_MAX};
    map_init(&l->keys, a);
}

const Key *loader_key(Loader *l, Str name)
{
    Key *key = map_find(&l->keys, name);
    if (key)
        return key;
    key = arena_new(l->arena, Key);
    *key = (Key){str_hash(name), arena_copy(l->arena, name), placeholder_in_key(name)};
    *map_at(&l->keys, key->name) = key;
    return key;
}

/* Of two readers' complaints the one that came further understood the text better. */
static void report_better(Diags *d, const Diags *json, const Diags *yaml)
{
    const Diag *a = json->list.items, *b = yaml->list.items;
    const Diag *best = a->at.off >= b->at.off ? a : b;
    (void)diag_error(d, best->source, best->at, "%.*s", STR_ARG(best->message));
}

Stream *doc_load(Loader *l, const Source *s, Diags *d)
{
    Str text = str_trim(s->text);
    if (text.len == 0 || (text.ptr[0] != '{' && text.ptr[0] != '['))
        return yaml_load(l, s, d);
    Diags json, yaml;
    Stream *stream;
    diags_init(&json, d->arena);
    JsonResult result = json_read(l, s, &json, &stream);
    if (result == JSON_GOOD)
        return stream;
    diags_init(&yaml, d->arena);
    if (result == JSON_NOT) {
        Stream *second = yaml_load(l, s, &yaml);
        if (second->complete)
            return second;
    } else {
        yaml = json;
    }
    report_better(d, &json, &yaml);
    return stream;
}

/* The tree is constant to its readers only: this document has none yet. */
static void open_maps(const Node *n)
{
    if (n->kind == NODE_MAP)
        ((Node *)(uintptr_t)n)->flags |= NODE_OPEN;
    for (uint32_t i = 0; n->kind == NODE_MAP && i < n->len; i++)
        open_maps(&n->as.members[i].value);
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        open_maps(&n->as.items[i]);
}

void document_open(Document *d)
{
    open_maps(&d->root);
}
