#include "kube/taint.h"

/* Is this part of it a placeholder? A taint that eksctl's map form writes is one text: then all. */
static bool part_unknown(bool unknown, const Node *node, Str part)
{
    if (!unknown || !node || node->kind != NODE_MAP)
        return unknown;
    const Node *value = node_field(node, part);
    return node_unknown(value);
}

typedef struct Pair {
    const Toleration *toleration;
    const Taint *taint;
} Pair;

static bool open_part(Pair p, Str part)
{
    return part_unknown(p.toleration->unknown, p.toleration->node, part) ||
           part_unknown(p.taint->unknown, p.taint->node, part);
}

static Tri key_matches(Pair p)
{
    if (open_part(p, STR("key")))
        return TRI_UNKNOWN;
    return tri_of(!p.toleration->key.len || str_eq(p.toleration->key, p.taint->key));
}

static Tri effect_matches(Pair p)
{
    if (open_part(p, STR("effect")))
        return TRI_UNKNOWN;
    return tri_of(!p.toleration->effect.len || str_eq(p.toleration->effect, p.taint->effect));
}

/* Gt and Lt compare integers and match nothing else. */
static bool number_matches(Pair p, bool greater)
{
    int64_t bound, value;
    if (!str_int(p.toleration->value, &bound) || !str_int(p.taint->value, &value))
        return false;
    return greater ? value > bound : value < bound;
}

static Tri value_matches(Pair p)
{
    Str op = p.toleration->op;
    if (part_unknown(p.toleration->unknown, p.toleration->node, STR("operator")))
        return TRI_UNKNOWN;
    if (str_eq(op, STR("Exists")))
        return TRI_YES;
    if (open_part(p, STR("value")))
        return TRI_UNKNOWN;
    if (str_eq(op, STR("Gt")) || str_eq(op, STR("Lt")))
        return tri_of(number_matches(p, str_eq(op, STR("Gt"))));
    return tri_of((!op.len || str_eq(op, STR("Equal"))) &&
                  str_eq(p.toleration->value, p.taint->value));
}

Tri toleration_matches(const Toleration *t, const Taint *taint)
{
    Pair p = {t, taint};
    return tri_and(tri_and(key_matches(p), effect_matches(p)), value_matches(p));
}
