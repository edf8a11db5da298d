/* The planner: gives each node its function, folds what is constant, and compiles patterns that
 * are written out. After it the tree is never changed again. */
#include "base/limits.h"
#include "cel/eval.h"

enum {
    FOLD_STEPS = 100000,
    FOLD_MEMORY = 1 << 20
}; /* constants of one expression: far more than any real one */

typedef struct Planner {
    CelProgram *program;
    CelEval ev; /* its scratch is the program's arena: what is folded stays */
    Diags *diags;
    bool failed;
} Planner;

static CelEvalFn *plain_function(ExprKind kind)
{
    static CelEvalFn *const FUNCTIONS[] = {
        [EXPR_CONST] = eval_const,
        [EXPR_NOT] = eval_not,
        [EXPR_NEGATE] = eval_call,
        [EXPR_AND] = eval_and,
        [EXPR_OR] = eval_or,
        [EXPR_COND] = eval_cond,
        [EXPR_EQ] = eval_equal,
        [EXPR_NE] = eval_equal,
        [EXPR_LT] = eval_order,
        [EXPR_LE] = eval_order,
        [EXPR_GT] = eval_order,
        [EXPR_GE] = eval_order,
        [EXPR_IN] = eval_in,
        [EXPR_ADD] = eval_call,
        [EXPR_SUB] = eval_call,
        [EXPR_MUL] = eval_call,
        [EXPR_DIV] = eval_call,
        [EXPR_MOD] = eval_call,
        [EXPR_LIST] = eval_list,
        [EXPR_MAP] = eval_map,
        [EXPR_ALL] = eval_all,
        [EXPR_EXISTS] = eval_exists,
        [EXPR_EXISTS_ONE] = eval_exists_one,
        [EXPR_MAP_OF] = eval_map_of,
        [EXPR_MAP_VALUES] = eval_map_values,
        [EXPR_MAP_ENTRIES] = eval_map_entries,
        [EXPR_FILTER] = eval_filter,
        [EXPR_SORT_BY] = eval_sort_by,
        [EXPR_BIND] = eval_bind,
        [EXPR_OPT_MAP] = eval_opt_map,
        [EXPR_OPT_FLAT_MAP] = eval_opt_flat_map,
        [EXPR_FAIL] = eval_absent_name,
    };
    return FUNCTIONS[kind];
}

static CelEvalFn *function_of(const Planner *p, const CelExpr *e)
{
    bool optional = (e->flags & EXPR_OPTIONAL) != 0;
    if (e->kind == EXPR_IDENT)
        return e->flags & EXPR_LOCAL ? eval_local : eval_slot;
    if (e->kind == EXPR_SELECT)
        return optional ? eval_select_optional : e->link ? eval_host_field : eval_select;
    if (e->kind == EXPR_HAS)
        return p->program->documents ? eval_has_path : eval_has;
    if (e->kind == EXPR_INDEX)
        return optional ? eval_index_optional : eval_index;
    if (e->kind == EXPR_CALL)
        return e->slot ? eval_method : eval_call;
    return plain_function((ExprKind)e->kind);
}

/* ---- patterns ---- */

static const Overload *pattern_row(const CelExpr *e)
{
    const Overload *const *rows = e->link;
    for (size_t i = 0; e->kind == EXPR_CALL && !e->slot && i < e->row_count; i++) {
        if (cel_takes_pattern(rows[i]->row))
            return rows[i];
    }
    return NULL;
}

/* Where the offset-th byte of a literal's value stands; the whole literal if it has escapes. */
static Span inside_literal(const Planner *p, const CelExpr *literal, size_t offset)
{
    const char *from = p->program->text.text.ptr, *value = cel_str_of(literal->value).ptr;
    if (value < from || value > from + p->program->text.text.len)
        return literal->at;
    return (Span){(uint32_t)((size_t)(value - from) + offset), 1};
}

static void report(Planner *p, Span at, Str message)
{
    const CelText *text = &p->program->text;
    p->failed = true;
    (void)diag_error(p->diags, text->file, (Span){at.off + text->offset, at.len}, "%.*s",
                     STR_ARG(message));
}

/* A literal pattern is compiled now; its parameter then takes the compiled one. */
static void plan_pattern(Planner *p, CelExpr *e)
{
    const Overload *row = pattern_row(e);
    CelExpr *literal = row && e->argc > 1 ? e->args[1] : NULL;
    if (!literal || literal->kind != EXPR_CONST || literal->value.kind != CEL_STRING)
        return;
    size_t offset = 0;
    const char *why = "";
    CelValue compiled;
    if (!cel_pattern(p->ev.scratch, cel_str_of(literal->value), &compiled, &offset, &why)) {
        if (!p->program->env->lenient)
            report(p, inside_literal(p, literal, offset),
                   arena_printf(p->ev.scratch, "not a pattern: %s", why));
        return;
    }
    Overload *copy = arena_new(p->ev.scratch, Overload);
    *copy = *row;
    copy->tests[1] = (KindTest){1u << CEL_OPAQUE, compiled.host_type, true};
    const Overload **rows = arena_array(p->ev.scratch, const Overload *, 1);
    rows[0] = copy;
    e->link = rows;
    e->row_count = 1;
    literal->value = compiled;
}

/* ---- constants ---- */

static bool is_pure(const CelExpr *e)
{
    const Overload *const *rows = e->link;
    if (e->kind == EXPR_CALL) {
        for (size_t i = 0; !e->slot && i < e->row_count; i++) {
            if (rows[i]->row->lib & CEL_LIB_HOST)
                return false;
        }
        return !e->slot && e->row_count > 0;
    }
    return e->kind != EXPR_CONST && e->kind != EXPR_IDENT && e->kind < EXPR_ALL;
}

static bool all_const(const CelExpr *e)
{
    for (size_t i = 0; i < e->argc; i++) {
        if (!e->args[i] || e->args[i]->kind != EXPR_CONST)
            return false;
    }
    return true;
}

static bool has_dyn(const CelExpr *e)
{
    bool found = e->type->kind == TYPE_DYN;
    for (size_t i = 0; i < e->argc && !found; i++)
        found = e->args[i] && has_dyn(e->args[i]);
    return found;
}

/* A literal format is checked against the types of a literal list's items. */
static void check_format(Planner *p, const CelExpr *e)
{
    const Overload *const *rows = e->link;
    bool call = e->kind == EXPR_CALL && !e->slot && e->row_count > 0 && e->argc == 2;
    if (!call || !cel_takes_format(rows[0]->row) || p->program->env->lenient)
        return;
    const CelExpr *format = e->args[0], *list = e->args[1];
    if (format->kind != EXPR_CONST || format->value.kind != CEL_STRING || list->kind != EXPR_LIST)
        return;
    uint32_t *kinds = arena_array(p->ev.scratch, uint32_t, list->argc);
    const char *why;
    for (size_t i = 0; i < list->argc; i++)
        kinds[i] = type_kinds(list->args[i]->type);
    if (!cel_check_format(rows[0]->row, cel_str_of(format->value), kinds, list->argc, &why))
        report(p, format->at, str_c(why));
}

/* Calls whose literal arguments the API server checks when a policy is made. */
static bool is_validated(const Planner *p, const CelExpr *e)
{
    bool named = str_eq(e->name, STR("duration")) || str_eq(e->name, STR("timestamp"));
    if (e->kind != EXPR_CALL || !named || p->program->env->lenient || !p->program->kubernetes)
        return false;
    for (size_t i = 0; i < e->argc; i++) {
        if (has_dyn(e->args[i]))
            return false;
    }
    return true;
}

/* A constant that fails stays as it is: && and || may yet make nothing of it. */
static void fold(Planner *p, CelExpr *e)
{
    if (!is_pure(e) || !all_const(e))
        return;
    p->ev.spent = false;
    CelValue v = eval(&p->ev, e);
    if (v.kind == CEL_ERROR && is_validated(p, e))
        report(p, e->at, v.as.error->message);
    else if (v.kind == CEL_ERROR && !p->ev.spent)
        *vec_push(p->ev.scratch, &p->program->warnings) =
            (CelWarning){v.as.error->at, v.as.error->message};
    if (cel_failed(v) || p->ev.spent)
        return;
    e->kind = EXPR_CONST;
    e->value = v;
    e->eval = eval_const;
}

static void plan_expr(Planner *p, CelExpr *e)
{
    check_format(p, e);
    for (size_t i = 0; i < e->argc; i++) {
        if (e->args[i])
            plan_expr(p, e->args[i]);
    }
    e->eval = function_of(p, e);
    if (e->kind >= EXPR_LT && e->kind <= EXPR_GE)
        e->slot = eval_order_mask((ExprKind)e->kind);
    plan_pattern(p, e);
    if (p->ev.steps < FOLD_STEPS)
        fold(p, e);
    if (e->kind != EXPR_CONST)
        plan_fast(p->ev.scratch, e);
}

bool cel_plan(Arena *a, CelProgram *program, Diags *d)
{
    Planner p = {.program = program, .diags = d};
    p.ev = (CelEval){.scratch = a,
                     .step_limit = FOLD_STEPS,
                     .memory_limit = FOLD_MEMORY,
                     .program = program,
                     .memory_start = a->used};
    plan_expr(&p, program->root);
    return !p.failed;
}
