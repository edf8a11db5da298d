#include "doc/node.h"

#include "doc/slots.h"

#include <stddef.h>

const Document *node_document(const Node *n)
{
    while (n->parent)
        n = n->parent;
    return (const Document *)(const void *)n;
}

Str node_str(const Node *n)
{
    return n && n->kind == NODE_STRING ? (Str){n->as.text, n->len} : STR("");
}

Str node_text(const Node *n)
{
    return source_slice(node_document(n)->source, n->span);
}

Str node_scalar(const Node *n)
{
    return !n ? STR("") : n->kind == NODE_STRING ? node_str(n) : node_text(n);
}

bool node_unknown(const Node *n)
{
    return n && n->flags & NODE_UNKNOWN;
}

bool node_open(const Node *n, NodeKind kind)
{
    return n && (n->kind != kind || n->flags & (NODE_OPEN | NODE_UNKNOWN));
}

const Node *node_get_indexed(const Node *map, uint64_t hash, Str key)
{
    const uint32_t *slots = slots_of(map->as.members, map->len);
    uint32_t slot = slots[slots_probe(slots, slots_count(map->len), map->as.members, hash, key)];
    return slot ? &map->as.members[slot - 1].value : NULL;
}

const Node *node_get(const Node *map, Str key)
{
    if (!map || map->kind != NODE_MAP)
        return NULL;
    if (map->len >= SLOTS_FROM)
        return node_get_indexed(map, str_hash(key), key);
    for (uint32_t i = 0; i < map->len; i++) {
        if (str_eq(map->as.members[i].key->name, key))
            return &map->as.members[i].value;
    }
    return NULL;
}

const Node *node_item(const Node *list, size_t index)
{
    if (!list || list->kind != NODE_LIST || index >= list->len)
        return NULL;
    return &list->as.items[index];
}

const Node *node_field(const Node *map, Str key)
{
    const Node *value = node_get(map, key);
    return value && value->kind != NODE_NULL ? value : NULL;
}

const Node *node_path(const Node *root, Str path)
{
    Str step;
    while (root && str_next(&path, '.', &step))
        root = node_field(root, step);
    return root;
}

bool node_hides(const Node *root, Str path)
{
    Str step;
    while (root && str_next(&path, '.', &step)) {
        const Node *next = node_field(root, step);
        if (!next && root->kind != NODE_NULL)
            return root->kind != NODE_MAP || root->flags & (NODE_UNKNOWN | NODE_OPEN);
        root = next;
    }
    return false;
}

bool node_has_placeholder(const Node *n)
{
    bool has = n->flags & (NODE_UNKNOWN | NODE_OPEN);
    for (uint32_t i = 0; !has && n->kind == NODE_LIST && i < n->len; i++)
        has = node_has_placeholder(&n->as.items[i]);
    for (uint32_t i = 0; !has && n->kind == NODE_MAP && i < n->len; i++)
        has = node_has_placeholder(&n->as.members[i].value);
    return has;
}

size_t node_index(const Node *n)
{
    const Node *holder = n->parent;
    if (!holder)
        return 0;
    if (holder->kind == NODE_LIST)
        return (size_t)(n - holder->as.items);
    /* n is the value inside members[i]: dividing by the size drops its offset there */
    return (size_t)((const char *)n - (const char *)holder->as.members) / sizeof(Member);
}

const Member *node_member(const Node *n)
{
    if (n->flags & NODE_SEATED)
        return (const Member *)(const void *)((const char *)n - offsetof(Member, value));
    if (!n->parent || n->parent->kind != NODE_MAP || n->flags & NODE_PART)
        return NULL;
    return &n->parent->as.members[node_index(n)];
}

static const double TWO_TO_63 = 9223372036854775808.0;

static bool int_is_double(int64_t integer, double real)
{
    /* Outside this range the cast back would not be defined; the bounds are exact doubles. */
    return real >= -TWO_TO_63 && real < TWO_TO_63 && (double)(int64_t)real == real &&
           (int64_t)real == integer;
}

static Tri equal_scalars(const Node *a, const Node *b)
{
    if (a->kind == NODE_INT && b->kind == NODE_DOUBLE)
        return tri_of(int_is_double(a->as.integer, b->as.real));
    if (a->kind == NODE_DOUBLE && b->kind == NODE_INT)
        return tri_of(int_is_double(b->as.integer, a->as.real));
    if (a->kind != b->kind)
        return TRI_NO;
    switch ((NodeKind)a->kind) {
    case NODE_BOOL: return tri_of(a->as.boolean == b->as.boolean);
    case NODE_INT: return tri_of(a->as.integer == b->as.integer);
    case NODE_DOUBLE: return tri_of(a->as.real == b->as.real);
    case NODE_STRING: return tri_of(str_eq(node_str(a), node_str(b)));
    case NODE_NULL:
    case NODE_LIST:
    case NODE_MAP: break;
    }
    return TRI_YES;
}

static Tri equal_lists(const Node *a, const Node *b)
{
    Tri all = tri_of(a->len == b->len);
    for (uint32_t i = 0; i < a->len && all != TRI_NO; i++)
        all = tri_and(all, node_equal(&a->as.items[i], &b->as.items[i]));
    return all;
}

/* Whether b has every member of a with an equal value. What b lacks may be there if b is open,
 * and a key that is a placeholder may turn out to be any. */
static Tri has_all(const Node *b, const Node *a)
{
    Tri all = TRI_YES;
    for (uint32_t i = 0; i < a->len && all != TRI_NO; i++) {
        const Member *m = &a->as.members[i];
        const Node *other = node_get_key(b, m->key->hash, m->key->name);
        bool may_be = b->flags & NODE_OPEN || m->key->placeholder;
        if (other)
            all = tri_and(all, node_equal(&m->value, other));
        else
            all = tri_and(all, may_be ? TRI_UNKNOWN : TRI_NO);
    }
    return all;
}

static Tri equal_maps(const Node *a, const Node *b)
{
    bool open = (a->flags | b->flags) & NODE_OPEN;
    if (!open)
        return a->len == b->len ? has_all(b, a) : TRI_NO;
    return tri_and(TRI_UNKNOWN, tri_and(has_all(b, a), has_all(a, b)));
}

Tri node_equal(const Node *a, const Node *b)
{
    if ((a->flags | b->flags) & NODE_UNKNOWN)
        return TRI_UNKNOWN;
    if (a->kind == NODE_LIST && b->kind == NODE_LIST)
        return equal_lists(a, b);
    if (a->kind == NODE_MAP && b->kind == NODE_MAP)
        return equal_maps(a, b);
    return equal_scalars(a, b);
}
