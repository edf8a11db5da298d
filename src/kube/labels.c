#include "kube/labels.h"

typedef struct Target {
    const Node *labels;
    bool open;
} Target;

/* Is `value` among the values: unknown when a placeholder may be it. */
static Tri among(const Node *values, const Node *value)
{
    Tri found = TRI_NO;
    for (uint32_t i = 0; values && values->kind == NODE_LIST && i < values->len; i++)
        found = tri_or(found, node_equal(&values->as.items[i], value));
    return values && values->kind == NODE_LIST ? found : TRI_UNKNOWN;
}

static Tri pair_matches(Target t, Str key, const Node *wanted)
{
    const Node *have = t.labels ? node_field(t.labels, key) : NULL;
    if (!have)
        return t.open ? TRI_UNKNOWN : TRI_NO;
    return node_equal(have, wanted);
}

static Tri expression_matches(Target t, const Node *e)
{
    const Node *key = node_field(e, STR("key")), *op = node_field(e, STR("operator"));
    if (!key || !op || node_unknown(key) || node_unknown(op))
        return TRI_UNKNOWN;
    const Node *have = t.labels ? node_field(t.labels, node_str(key)) : NULL;
    Tri exists = have ? TRI_YES : t.open ? TRI_UNKNOWN : TRI_NO;
    if (str_eq(node_str(op), STR("Exists")))
        return exists;
    if (str_eq(node_str(op), STR("DoesNotExist")))
        return tri_not(exists);
    Tri in = have ? among(node_field(e, STR("values")), have) : exists;
    if (str_eq(node_str(op), STR("In")))
        return in;
    return str_eq(node_str(op), STR("NotIn")) ? tri_not(in) : TRI_UNKNOWN;
}

Tri labels_match(const Node *selector, const Node *labels, bool open)
{
    if (!selector || selector->kind == NODE_NULL)
        return TRI_NO;
    Target t = {labels, open || (labels && (labels->flags & (NODE_OPEN | NODE_UNKNOWN)))};
    const Node *pairs = node_field(selector, STR("matchLabels"));
    const Node *expressions = node_field(selector, STR("matchExpressions"));
    /* A key that is a placeholder makes its map an open one. */
    bool more = node_open(selector, NODE_MAP) || node_open(pairs, NODE_MAP) ||
                node_open(expressions, NODE_LIST);
    Tri all = more ? TRI_UNKNOWN : TRI_YES;
    for (uint32_t i = 0; pairs && pairs->kind == NODE_MAP && i < pairs->len; i++) {
        const Member *m = &pairs->as.members[i];
        if (!m->key->placeholder)
            all = tri_and(all, pair_matches(t, m->key->name, &m->value));
    }
    for (uint32_t i = 0; expressions && expressions->kind == NODE_LIST && i < expressions->len; i++)
        all = tri_and(all, expression_matches(t, &expressions->as.items[i]));
    return all;
}
