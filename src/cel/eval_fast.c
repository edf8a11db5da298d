/* Nodes whose operands the planner knows: constants, and paths of plain names. */
#include "cel/eval.h"
#include "cel/fast.h"
#include "cel/regex.h"

/* ---- paths ---- */

/* The value of a path's base if it is known without evaluating. */
static inline CelValue base_of(CelEval *ev, const CelExpr *base)
{
    if (base->eval == eval_local)
        return ev->locals[base->slot];
    return base->eval == eval_slot ? ev->slots[base->slot] : (CelValue){.kind = CEL_LAZY};
}

static inline bool is_document_map(CelValue v)
{
    return v.kind == CEL_MAP && (v.flags & CEL_NODE);
}

/* Walks from step *i on as far as plain members of plain maps go, and says where it stands. */
static inline const Node *walk(const FastPath *path, const Node *n, size_t *i)
{
    for (; *i < path->steps.len; (*i)++) {
        if (n->flags & NODE_UNKNOWN)
            return n;
        const Node *next = node_get_key(n, path->steps.items[*i].hash, path->steps.items[*i].name);
        if (!next || next->kind == NODE_NULL)
            return n;
        n = next;
    }
    return n;
}

/* The node at the path's end, or NULL where the general way must decide. */
static inline const Node *node_at(CelEval *ev, const FastPath *path)
{
    CelValue base = base_of(ev, path->base);
    size_t i = 0;
    if (!is_document_map(base))
        return NULL;
    const Node *n = walk(path, base.as.node, &i);
    return i == path->steps.len ? n : NULL;
}

/* The same for an operand; a placeholder is left to the general way. */
static inline const Node *operand_node(CelEval *ev, const CelExpr *e)
{
    const Node *n = e->eval == eval_path ? node_at(ev, e->plan) : NULL;
    return n && !(n->flags & NODE_UNKNOWN) ? n : NULL;
}

CelValue eval_path(CelEval *ev, const CelExpr *e)
{
    const FastPath *path = e->plan;
    CelValue v = eval_operand(ev, path->base);
    size_t i = 0;
    while (i < path->steps.len) {
        size_t from = i;
        if (is_document_map(v))
            v = cel_node(walk(path, v.as.node, &i));
        if (i == from) {
            v = eval_select_of(ev, path->steps.items[i].expr, v);
            i++;
        }
    }
    return v;
}

CelValue eval_has_node(CelEval *ev, const CelExpr *e)
{
    const FastPath *path = e->plan;
    return node_at(ev, path) ? cel_bool(true) : path->general(ev, e);
}

/* ---- relations to a constant ---- */

CelValue eval_equal_const(CelEval *ev, const CelExpr *e)
{
    CelValue b = e->args[1]->value;
    bool eq = e->kind == EXPR_EQ;
    const Node *n = operand_node(ev, e->args[0]);
    if (n && n->kind == NODE_STRING && b.kind == CEL_STRING)
        return cel_bool(str_eq((Str){n->as.text, n->len}, (Str){b.as.text, b.len}) == eq);
    if (n && n->kind == NODE_INT && b.kind == CEL_INT)
        return cel_bool((n->as.integer == b.as.integer) == eq);
    CelValue a = n ? cel_node(n) : eval_operand(ev, e->args[0]);
    if (a.kind != b.kind)
        return eval_equal_of(ev, e, a, b);
    if (a.kind == CEL_INT)
        return cel_bool((cel_int_of(a) == b.as.integer) == eq);
    return cel_bool(eval_same_text(a, b) == eq);
}

CelValue eval_order_int(CelEval *ev, const CelExpr *e)
{
    const Node *n = operand_node(ev, e->args[0]);
    CelValue v = n ? cel_node(n) : eval_operand(ev, e->args[0]);
    if (v.kind != CEL_INT)
        return eval_order_of(ev, e, (CelValue[]){v, e->args[1]->value});
    int64_t a = cel_int_of(v), b = e->args[1]->value.as.integer;
    return cel_bool(e->slot >> ((a > b) - (a < b) + 1) & 1);
}

CelValue eval_in_texts(CelEval *ev, const CelExpr *e)
{
    const FastTexts *texts = e->plan;
    CelValue v = eval_operand(ev, e->args[0]);
    if (cel_failed(v))
        return eval_passed(v);
    if (v.kind != CEL_STRING)
        return eval_in_of(ev, e, (CelValue[]){v, e->args[1]->value});
    if (texts)
        return cel_bool(map_find(texts, cel_str_of(v)) != NULL);
    CelValue list = e->args[1]->value;
    Str text = cel_str_of(v);
    for (const CelValue *i = list.as.items; i < list.as.items + list.len; i++) {
        if (str_eq(text, (Str){i->as.text, i->len}))
            return cel_bool(true);
    }
    return cel_bool(false);
}

/* ---- tests of a text ---- */

/* What the general function makes of a receiver that is no text. */
static CelValue call_on(CelEval *ev, const CelExpr *e, CelValue of)
{
    return cel_failed(of) ? eval_passed(of)
                          : eval_call_of(ev, e, (CelValue[]){of, e->args[1]->value});
}

CelValue eval_starts(CelEval *ev, const CelExpr *e)
{
    CelValue v = eval_operand(ev, e->args[0]), part = e->args[1]->value;
    if (v.kind != CEL_STRING)
        return call_on(ev, e, v);
    Str text = cel_str_of(v);
    return cel_bool(text.len >= part.len && str_same_bytes(text.ptr, part.as.text, part.len));
}

CelValue eval_ends(CelEval *ev, const CelExpr *e)
{
    CelValue v = eval_operand(ev, e->args[0]), part = e->args[1]->value;
    if (v.kind != CEL_STRING)
        return call_on(ev, e, v);
    return cel_bool(str_ends(cel_str_of(v), cel_str_of(part)));
}

CelValue eval_matches(CelEval *ev, const CelExpr *e)
{
    CelValue v = eval_operand(ev, e->args[0]);
    const Regex *re = e->args[1]->value.as.opaque;
    if (v.kind != CEL_STRING)
        return call_on(ev, e, v);
    Str text = cel_str_of(v);
    if (!eval_charge(ev, regex_cost(re, text.len)))
        return cel_budget(ev);
    return cel_bool(regex_test(re, NULL, text) == REGEX_YES);
}

/* ---- paths of optional steps ---- */

/* A path of steps with '?': FOUND, ABSENT, or NO_MAP where the general way must decide. */
static Found optional_node(CelEval *ev, const FastPath *path, const Node **out)
{
    CelValue base = base_of(ev, path->base);
    size_t i = 0;
    if (!is_document_map(base))
        return NO_MAP;
    const Node *n = walk(path, base.as.node, &i);
    *out = n;
    if (i == path->steps.len)
        return n->flags & NODE_UNKNOWN ? NO_MAP : FOUND;
    bool plain = n->kind == NODE_MAP && !(n->flags & (NODE_UNKNOWN | NODE_OPEN));
    return plain && !node_get_key(n, path->steps.items[i].hash, path->steps.items[i].name) ? ABSENT
                                                                                           : NO_MAP;
}

/* receiver.orValue(constant): nothing is boxed. */
CelValue eval_or_const(CelEval *ev, const CelExpr *e)
{
    const Node *n;
    Found found = e->plan ? optional_node(ev, e->plan, &n) : NO_MAP;
    if (found == ABSENT)
        return e->args[1]->value;
    if (found == FOUND)
        return cel_node(n);
    CelValue v;
    found = eval_unboxed(ev, e->args[0], &v);
    if (found == ABSENT)
        return e->args[1]->value;
    if (found == NO_MAP)
        return call_on(ev, e, v);
    return found == FAILED ? eval_passed(v) : v;
}
