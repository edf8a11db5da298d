#include "cel/value.h"

#include "cel/libs.h"
#include "cel/opaque.h"
#include "doc/node.h"

static const uint8_t NODE_KINDS[] = {
    [NODE_NULL] = CEL_NULL,     [NODE_BOOL] = CEL_BOOL,     [NODE_INT] = CEL_INT,
    [NODE_DOUBLE] = CEL_DOUBLE, [NODE_STRING] = CEL_STRING, [NODE_LIST] = CEL_LIST,
    [NODE_MAP] = CEL_MAP,
};

CelValue cel_node(const Node *n)
{
    if (!(n->flags & NODE_UNKNOWN))
        return (CelValue){.kind = NODE_KINDS[n->kind], .flags = CEL_NODE, .as.node = n};
    /* Keeps its node, so that a message prints the placeholder and `at` finds it. */
    if (n->kind == NODE_STRING)
        return (CelValue){.kind = CEL_UNKNOWN, .flags = CEL_NODE, .as.node = n};
    return cel_unknown(node_text(n));
}

static const char *const TYPE_NAMES[] = {
    [CEL_ERROR] = "error",
    [CEL_UNKNOWN] = "unknown",
    [CEL_NULL] = "null_type",
    [CEL_BOOL] = "bool",
    [CEL_INT] = "int",
    [CEL_UINT] = "uint",
    [CEL_DOUBLE] = "double",
    [CEL_STRING] = "string",
    [CEL_BYTES] = "bytes",
    [CEL_LIST] = "list",
    [CEL_MAP] = "map",
    [CEL_TYPE] = "type",
    [CEL_DURATION] = "google.protobuf.Duration",
    [CEL_TIMESTAMP] = "google.protobuf.Timestamp",
    [CEL_OPTIONAL] = "optional_type",
    [CEL_QUANTITY] = "kubernetes.Quantity",
    [CEL_OPAQUE] = "opaque",
    [CEL_HOST] = "host",
    [CEL_PLACE] = "place",
    [CEL_LAZY] = "lazy",
};

const char *cel_type_name(CelValue v)
{
    return v.kind == CEL_OPAQUE ? opaque_type_name(v) : TYPE_NAMES[v.kind];
}

CelValue cel_map_key(CelValue map, uint32_t i)
{
    if (!(map.flags & CEL_NODE))
        return map.as.pairs[2 * i];
    const Key *key = map.as.node->as.members[i].key;
    return key->placeholder ? cel_unknown(key->name) : cel_str(key->name);
}

CelValue cel_map_value(CelValue map, uint32_t i)
{
    return map.flags & CEL_NODE ? cel_node(&map.as.node->as.members[i].value)
                                : map.as.pairs[2 * i + 1];
}

/* Only a text is equal to a text; an unknown key is equal to nothing for certain. */
static bool find_text(CelValue map, Str key, CelValue *out)
{
    for (uint32_t i = 0; i < map.len; i++) {
        if (map.as.pairs[2 * i].kind == CEL_STRING &&
            str_eq(cel_str_of(map.as.pairs[2 * i]), key)) {
            *out = map.as.pairs[2 * i + 1];
            return true;
        }
    }
    return false;
}

bool cel_map_known(CelValue map, CelValue key, CelValue *out)
{
    if (map.flags & CEL_NODE) {
        const Node *n = key.kind == CEL_STRING ? node_get(map.as.node, cel_str_of(key)) : NULL;
        if (n)
            *out = cel_node(n);
        return n != NULL;
    }
    if (key.kind == CEL_STRING)
        return find_text(map, cel_str_of(key), out);
    for (uint32_t i = 0; i < map.len; i++) {
        if (cel_equal(map.as.pairs[2 * i], key) == TRI_YES) {
            *out = map.as.pairs[2 * i + 1];
            return true;
        }
    }
    return false;
}

bool cel_map_find(CelValue map, CelValue key, CelValue *out)
{
    if (cel_map_known(map, key, out))
        return true;
    if (map.flags & CEL_DEFAULT)
        *out = (CelValue){.kind = CEL_MAP};
    return (map.flags & CEL_DEFAULT) != 0;
}
