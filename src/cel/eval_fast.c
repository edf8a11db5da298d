/* Nodes whose operands the planner knows: constants, and paths of plain names. */
#include "cel/eval.h"
#include "cel/fast.h"
#include "cel/regex.h"

/* ---- relations to a constant ---- */

CelValue eval_equal_const(CelEval *ev, const CelExpr *e)
{
    CelValue a = eval_operand(ev, e->args[0]), b = e->args[1]->value;
    bool eq = e->kind == EXPR_EQ;
    if (a.kind != b.kind)
        return eval_equal_of(ev, e, a, b);
    if (a.kind == CEL_INT)
        return cel_bool((cel_int_of(a) == b.as.integer) == eq);
    return cel_bool(eval_same_text(a, b) == eq);
}

CelValue eval_order_int(CelEval *ev, const CelExpr *e)
{
    CelValue v = eval_operand(ev, e->args[0]);
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
        if (i->len == text.len && (text.len == 0 || memcmp(i->as.text, text.ptr, text.len) == 0))
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
    return cel_bool(part.len == 0 ||
                    (text.len >= part.len && memcmp(text.ptr, part.as.text, part.len) == 0));
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

/* ---- paths ---- */

CelValue eval_path(CelEval *ev, const CelExpr *e)
{
    const FastPath *path = e->plan;
    CelValue v = eval_operand(ev, path->base);
    for (size_t i = 0; i < path->steps.len; i++) {
        const CelExpr *step = path->steps.items[i];
        const Node *n = NULL;
        if (v.kind == CEL_MAP && (v.flags & CEL_NODE))
            n = node_get_key(v.as.node, step->hash, step->name);
        v = n && n->kind != NODE_NULL ? cel_node(n) : eval_select_of(ev, step, v);
    }
    return v;
}

/* receiver.orValue(constant): nothing is boxed. */
CelValue eval_or_const(CelEval *ev, const CelExpr *e)
{
    CelValue v;
    Found found = eval_unboxed(ev, e->args[0], &v);
    if (found == ABSENT)
        return e->args[1]->value;
    if (found == NO_MAP)
        return call_on(ev, e, v);
    return found == FAILED ? eval_passed(v) : v;
}
