/* Between the evaluator's files: one function for each kind of node (style of cel-go's planner,
 * without its interfaces), and what they share. */
#ifndef CEL_EVAL_H
#define CEL_EVAL_H

#include "cel/libs.h"
#include "cel/program.h"

typedef CelValue CelEvalFn(CelEval *ev, const CelExpr *e);

/* eval.c */
CelEvalFn eval_const, eval_slot, eval_local, eval_absent_name;
/* eval_logic.c */
CelEvalFn eval_and, eval_or, eval_not, eval_cond, eval_equal, eval_order;
uint32_t eval_order_mask(ExprKind kind); /* for `slot` of LT LE GT GE */
/* eval_access.c */
CelEvalFn eval_select, eval_select_optional, eval_host_field, eval_has, eval_has_path;
CelEvalFn eval_index, eval_index_optional;
/* eval_call.c */
CelEvalFn eval_call, eval_method, eval_in;
/* eval_fast.c: the same for operands that the planner knows more about. What they are not made for
 * they pass on, so that they yield what the general functions do. */
CelEvalFn eval_equal_const, eval_order_int, eval_in_texts, eval_path, eval_or_const;
CelEvalFn eval_has_node;
CelEvalFn eval_starts, eval_ends, eval_matches;
/* eval_build.c */
CelEvalFn eval_list, eval_map;
/* eval_loop.c */
CelEvalFn eval_all, eval_exists, eval_exists_one, eval_filter, eval_map_of, eval_map_values;
CelEvalFn eval_map_entries, eval_sort_by, eval_bind, eval_opt_map, eval_opt_flat_map;

/* One program's evaluation inside another's, or the outermost: what to return to. */
typedef struct EvalFrame {
    const CelProgram *program;
    CelValue *locals;
} EvalFrame;

EvalFrame eval_enter(CelEval *ev, const CelProgram *p);
void eval_leave(CelEval *ev, EvalFrame outer);

static inline CelValue eval(CelEval *ev, const CelExpr *e)
{
    return e->eval(ev, e);
}

/* eval of what is likely a variable. */
static inline CelValue eval_operand(CelEval *ev, const CelExpr *e)
{
    return e->eval == eval_slot && ev->slots[e->slot].kind != CEL_LAZY ? ev->slots[e->slot]
                                                                       : e->eval(ev, e);
}

/* The general functions behind those, for operands that are evaluated already. */
CelValue eval_equal_of(CelEval *ev, const CelExpr *e, CelValue a, CelValue b);
CelValue eval_order_of(CelEval *ev, const CelExpr *e, const CelValue *args);
CelValue eval_in_of(CelEval *ev, const CelExpr *e, const CelValue *args);
CelValue eval_call_of(CelEval *ev, const CelExpr *e, const CelValue *args); /* none failed */
CelValue eval_select_of(CelEval *ev, const CelExpr *e, CelValue of);

/* cel_charge for loops, which call it for every member. */
static inline bool eval_charge(CelEval *ev, uint64_t n)
{
    ev->steps += n;
    if (ev->steps > ev->step_limit || ev->scratch->used - ev->memory_start > ev->memory_limit)
        ev->spent = true;
    return !ev->spent;
}

static inline bool eval_same_text(CelValue a, CelValue b)
{
    return str_eq(cel_str_of(a), cel_str_of(b));
}

/* Of two failures the one that counts: an unknown before an error, the first of a kind. */
static inline CelValue eval_worse(CelValue a, CelValue b)
{
    return a.kind == CEL_UNKNOWN || b.kind != CEL_UNKNOWN ? a : b;
}

/* A failure as the result of what it was an operand of: of a size only itself is at least so. */
static inline CelValue eval_passed(CelValue v)
{
    v.flags &= (uint8_t)~CEL_AT_LEAST;
    return v;
}

/* An error at `at`; but where `culprit` was read from a document of a rule's, its kind is the
 * document's fault, and what it should have been is unknown. */
CelValue eval_wrong(CelEval *ev, Span at, CelValue culprit, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for a whole call: "no such overload". */
CelValue eval_no_overload(CelEval *ev, const CelExpr *e, const CelValue *args);
/* The unknown that a comparison or search met inside a value, in its own words. */
CelValue eval_missing_in(CelValue v);

/* What became of looking something up. FAILED: *out is an error or unknown. */
typedef enum Found { FOUND, ABSENT, NO_MAP, FAILED } Found;

/* The member of `of` that the SELECT or HAS e names; `of` is no optional. */
Found eval_find_member(CelEval *ev, CelValue of, const CelExpr *e, CelValue *out);
/* of[key]; e is the INDEX. */
Found eval_find_index(CelEval *ev, CelValue of, CelValue key, const CelExpr *e, CelValue *out);
/* What the optional e yields, without its box: FOUND, ABSENT for none, or FAILED. NO_MAP: it is no
 * optional. */
Found eval_unboxed(CelEval *ev, const CelExpr *e, CelValue *out);

#endif
