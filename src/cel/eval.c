/* Evaluation's frame: slots, the budget, errors, and the two ways in. */
#include "cel/eval.h"
#include "base/limits.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- errors and the budget ---- */

static CelValue make_error(CelEval *ev, CelErrorCode code, Str message)
{
    CelError *err = arena_new(ev->scratch, CelError);
    *err = (CelError){code, ev->program, ev->at, message, ev->in};
    ev->in = NULL;
    return (CelValue){.kind = CEL_ERROR, .as.error = err};
}

__attribute__((format(printf, 2, 0))) static Str format_message(CelEval *ev, const char *format,
                                                                va_list args)
{
    char text[512]; /* longer ones are cut: they quote the document */
    (void)vsnprintf(text, sizeof text, format, args);
    return arena_copy(ev->scratch, str_c(text));
}

CelValue cel_error(CelEval *ev, CelErrorCode code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Str message = format_message(ev, format, args);
    va_end(args);
    return make_error(ev, code, message);
}

CelValue eval_wrong(CelEval *ev, Span at, CelValue culprit, const char *format, ...)
{
    ev->at = at;
    if (ev->program->documents && (culprit.flags & CEL_NODE))
        return cel_unknown(STR("a value of the right kind"));
    va_list args;
    va_start(args, format);
    Str message = format_message(ev, format, args);
    va_end(args);
    return make_error(ev, CEL_ERR_NO_OVERLOAD, message);
}

CelValue eval_missing_in(CelValue v)
{
    if (v.kind == CEL_UNKNOWN)
        return v;
    if (v.kind == CEL_LIST) {
        for (uint32_t i = 0; i < cel_len_of(v); i++) {
            CelValue item = cel_item(v, i);
            if (item.kind == CEL_UNKNOWN)
                return item;
        }
    }
    return cel_unknown(STR("the rest of a list"));
}

bool cel_charge(CelEval *ev, uint64_t n)
{
    return eval_charge(ev, n);
}

CelValue cel_budget(CelEval *ev)
{
    ev->spent = true;
    if (ev->program->documents)
        return cel_unknown(STR("a budget for so many steps"));
    return cel_error(ev, CEL_ERR_BUDGET, "the expression takes more steps or memory than allowed");
}

/* ---- programs ---- */

static inline void enter(CelEval *ev, const CelProgram *p)
{
    if (!ev->program) { /* else a `let`, or a host's row that evaluates on behalf of ours */
        ev->patterns = NULL;
        ev->memory_start = ev->scratch->used;
        ev->spent = false;
    }
    ev->program = p;
    ev->locals = p->locals ? arena_array(ev->scratch, CelValue, p->locals) : NULL;
    ev->at = p->root->at;
}

EvalFrame eval_enter(CelEval *ev, const CelProgram *p)
{
    EvalFrame outer = {ev->program, ev->locals};
    enter(ev, p);
    return outer;
}

void eval_leave(CelEval *ev, EvalFrame outer)
{
    ev->program = outer.program;
    ev->locals = outer.locals;
}

CelValue cel_eval(CelEval *ev, const CelProgram *p)
{
    const CelProgram *outer = ev->program;
    CelValue *locals = ev->locals;
    enter(ev, p);
    CelValue v = eval_charge(ev, p->root->weight) ? eval(ev, p->root) : cel_budget(ev);
    ev->program = outer;
    ev->locals = locals;
    return v;
}

CelValue cel_lazy(const CelProgram *p)
{
    return (CelValue){.kind = CEL_LAZY, .as.opaque = p};
}

/* ---- leaves ---- */

CelValue eval_const(CelEval *ev, const CelExpr *e)
{
    (void)ev;
    return e->value;
}

CelValue eval_local(CelEval *ev, const CelExpr *e)
{
    return ev->locals[e->slot];
}

CelValue eval_slot(CelEval *ev, const CelExpr *e)
{
    CelValue v = ev->slots[e->slot];
    if (v.kind != CEL_LAZY)
        return v;
    Span at = ev->at;
    uint32_t outer = ev->nested;
    ev->nested += ev->program->root->height;
    v = ev->nested > LIMIT_CEL_NESTED ? cel_budget(ev) : cel_eval(ev, v.as.opaque);
    ev->nested = outer;
    ev->slots_mutable[e->slot] = v;
    ev->at = at;
    return v;
}

CelValue eval_absent_name(CelEval *ev, const CelExpr *e)
{
    ev->at = e->at;
    return cel_error(ev, CEL_ERR_NO_OVERLOAD, "%.*s", STR_ARG(e->name));
}
