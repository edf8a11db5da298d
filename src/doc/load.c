#include "doc/load.h"

#include "base/limits.h"
#include "doc/json.h"
#include "doc/placeholder.h"

void loader_init(Loader *l, Arena *a)
{
    *l = (Loader){.arena = a, .max_nodes = LIMIT_FILE_NODES};
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

static Stream *report(Diags *d, Stream *stream, const Diags *wrong)
{
    const Diag *first = wrong->list.items;
    (void)diag_error(d, first->source, first->at, "%.*s", STR_ARG(first->message));
    return stream;
}

Stream *doc_load(Loader *l, const Source *s, Diags *d)
{
    Str text = str_trim(s->text);
    if (text.len == 0 || (text.ptr[0] != '{' && text.ptr[0] != '['))
        return yaml_load(l, s, d);
    Diags no_json, no_yaml;
    Stream *stream;
    diags_init(&no_json, d->arena);
    JsonResult result = json_read(l, s, &no_json, &stream);
    if (result == JSON_GOOD)
        return stream;
    if (result == JSON_REFUSED) /* the YAML reader need not see what is wrong with it */
        return report(d, stream, &no_json);
    diags_init(&no_yaml, d->arena);
    Stream *second = yaml_load(l, s, &no_yaml);
    if (second->complete)
        return second;
    /* of two readings the one whose fault lies further on understood the text better */
    if (no_yaml.list.items->at.off > no_json.list.items->at.off)
        return report(d, second, &no_yaml);
    return report(d, stream, &no_json);
}
