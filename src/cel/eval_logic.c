/* Logic and relations: what decides although another operand failed. */
#include "cel/eval.h"

static inline bool is_bool(CelValue v, bool which)
{
    return v.kind == CEL_BOOL && cel_bool_of(v) == which;
}

static CelValue not_bool(CelEval *ev, const CelExpr *e, CelValue v)
{
    return eval_wrong(ev, e->at, v, "expected a bool, found %s", cel_type_name(v));
}

/* && and || in CEL are commutative: the operand that decides wins over unknown, and unknown over
 * an error, wherever they stand. */
static CelValue chain(CelEval *ev, const CelExpr *e, bool decider)
{
    CelValue result = cel_bool(!decider);
    for (size_t i = 0; i < e->argc; i++) {
        CelValue v = eval(ev, e->args[i]);
        if (is_bool(v, decider))
            return cel_bool(decider);
        if (v.kind == CEL_BOOL)
            continue;
        CelValue failure = cel_failed(v) ? eval_passed(v) : not_bool(ev, e->args[i], v);
        result = cel_failed(result) ? eval_worse(result, failure) : failure;
    }
    return result;
}

CelValue eval_and(CelEval *ev, const CelExpr *e)
{
    return chain(ev, e, false);
}

CelValue eval_or(CelEval *ev, const CelExpr *e)
{
    return chain(ev, e, true);
}

CelValue eval_not(CelEval *ev, const CelExpr *e)
{
    CelValue v = eval(ev, e->args[0]);
    if (v.kind == CEL_BOOL)
        return cel_bool(!cel_bool_of(v));
    return cel_failed(v) ? eval_passed(v) : not_bool(ev, e->args[0], v);
}

CelValue eval_cond(CelEval *ev, const CelExpr *e)
{
    CelValue v = eval(ev, e->args[0]);
    if (v.kind == CEL_BOOL)
        return eval(ev, e->args[cel_bool_of(v) ? 1 : 2]);
    return cel_failed(v) ? eval_passed(v) : not_bool(ev, e->args[0], v);
}

/* ---- relations ---- */

static CelRelation relation(const CelExpr *e)
{
    static const CelRelation OF[] = {
        [EXPR_EQ] = CEL_EQ, [EXPR_NE] = CEL_NE, [EXPR_LT] = CEL_LT,
        [EXPR_LE] = CEL_LE, [EXPR_GT] = CEL_GT, [EXPR_GE] = CEL_GE,
    };
    return OF[e->kind];
}

/* One operand failed. The size of an open list is known from below, which may be enough. */
static CelValue relate_failed(const CelExpr *e, CelValue a, CelValue b)
{
    if ((a.flags | b.flags) & CEL_AT_LEAST) {
        Tri t = cel_relate(relation(e), a, b);
        if (t != TRI_UNKNOWN)
            return cel_bool(t == TRI_YES);
    }
    if (!cel_failed(a))
        return eval_passed(b);
    return eval_passed(cel_failed(b) ? eval_worse(a, b) : a);
}

/* The API server's own types are compared with their like only; anything else fails a selector,
 * and with it the claim. */
static bool incomparable(CelValue a, CelValue b)
{
    bool own = a.kind == CEL_OPAQUE || a.kind == CEL_QUANTITY || b.kind == CEL_OPAQUE ||
               b.kind == CEL_QUANTITY;
    return own && (a.kind != b.kind || (a.kind == CEL_OPAQUE && a.host_type != b.host_type));
}

CelValue eval_equal_of(CelEval *ev, const CelExpr *e, CelValue a, CelValue b)
{
    bool eq = e->kind == EXPR_EQ;
    if (a.kind == CEL_STRING && b.kind == CEL_STRING)
        return cel_bool(eval_same_text(a, b) == eq);
    if (a.kind == CEL_INT && b.kind == CEL_INT)
        return cel_bool((cel_int_of(a) == cel_int_of(b)) == eq);
    if (cel_failed(a) || cel_failed(b))
        return relate_failed(e, a, b);
    if (ev->program->kubernetes && incomparable(a, b))
        return eval_no_overload(ev, e, (CelValue[]){a, b});
    Tri t = cel_equal_in(ev, a, b);
    if (ev->spent)
        return cel_budget(ev);
    if (t != TRI_UNKNOWN)
        return cel_bool((t == TRI_YES) == eq);
    CelValue missing = eval_missing_in(a);
    return missing.len ? missing : eval_missing_in(b);
}

CelValue eval_equal(CelEval *ev, const CelExpr *e)
{
    CelValue a = eval_operand(ev, e->args[0]), b = eval_operand(ev, e->args[1]);
    return eval_equal_of(ev, e, a, b);
}

static bool row_takes(const CelExpr *e, const CelValue *args)
{
    const Overload *const *rows = e->link;
    for (size_t i = 0; i < e->row_count; i++) {
        if (overload_takes(rows[i], args))
            return true;
    }
    return false;
}

/* The planner put into e->slot which of less (1), same (2) and more (4) make the relation true. */
static inline CelValue ordered(const CelExpr *e, int order)
{
    return cel_bool(e->slot >> (order + 1) & 1);
}

uint32_t eval_order_mask(ExprKind kind)
{
    static const uint8_t MASKS[] = {[EXPR_LT] = 1, [EXPR_LE] = 3, [EXPR_GT] = 4, [EXPR_GE] = 6};
    return MASKS[kind];
}

CelValue eval_order_of(CelEval *ev, const CelExpr *e, const CelValue *args)
{
    if (args[0].kind == CEL_INT && args[1].kind == CEL_INT) {
        int64_t a = cel_int_of(args[0]), b = cel_int_of(args[1]);
        return ordered(e, (a > b) - (a < b));
    }
    if (cel_failed(args[0]) || cel_failed(args[1]))
        return relate_failed(e, args[0], args[1]);
    CelOrder order = row_takes(e, args) ? cel_compare(args[0], args[1]) : CEL_NO_ORDER;
    if (order == CEL_NO_ORDER)
        return eval_no_overload(ev, e, args);
    return order == CEL_UNORDERED ? cel_bool(false) : ordered(e, (int)order);
}

CelValue eval_order(CelEval *ev, const CelExpr *e)
{
    return eval_order_of(ev, e, (CelValue[]){eval(ev, e->args[0]), eval(ev, e->args[1])});
}
