/* Which nodes have a function of their own in eval_fast.c. */
#include "cel/eval.h"
#include "cel/fast.h"
#include "cel/opaque.h"
#include "cel/regex.h"

static bool is_const(const CelExpr *e, CelKind kind)
{
    return e->kind == EXPR_CONST && e->value.kind == kind;
}

static void plan_path(Arena *a, CelExpr *e)
{
    const CelExpr *of = e->args[0];
    FastPath *path = arena_new(a, FastPath);
    *path = (FastPath){.base = of};
    if (of->eval == eval_path) {
        *path = *(const FastPath *)of->plan;
    } else if (of->eval == eval_select) {
        path->base = of->args[0];
        *vec_push(a, &path->steps) = of;
    } else {
        return;
    }
    *vec_push(a, &path->steps) = e;
    e->plan = path;
    e->eval = eval_path;
}

enum { COMPARED_MOST = 8 };

static bool all_texts(CelValue list)
{
    for (uint32_t i = 0; i < list.len; i++) {
        if (list.as.items[i].kind != CEL_STRING)
            return false;
    }
    return !(list.flags & (CEL_NODE | CEL_OPEN));
}

static void plan_in(Arena *a, CelExpr *e)
{
    if (!is_const(e->args[1], CEL_LIST) || !all_texts(e->args[1]->value))
        return;
    CelValue list = e->args[1]->value;
    FastTexts *texts = list.len > COMPARED_MOST ? arena_new(a, FastTexts) : NULL;
    if (texts)
        map_init(texts, a);
    for (uint32_t i = 0; texts && i < list.len; i++)
        *map_at(texts, cel_str_of(list.as.items[i])) = texts;
    e->plan = texts;
    e->eval = eval_in_texts;
}

static CelEvalFn *call_function(const CelExpr *e)
{
    static const struct {
        Str name;
        CelEvalFn *eval;
        CelKind constant; /* of the argument */
    } CALLS[] = {
        {STR_INIT("startsWith"), eval_starts,  CEL_STRING},
        {STR_INIT("endsWith"),   eval_ends,    CEL_STRING},
        {STR_INIT("matches"),    eval_matches, CEL_OPAQUE},
    };
    const CelExpr *argument = e->args[1];
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        if (str_eq(e->name, CALLS[i].name) && is_const(argument, CALLS[i].constant))
            return CALLS[i].eval;
    }
    bool alternative = argument->kind == EXPR_CONST && str_eq(e->name, STR("orValue"));
    return alternative ? eval_or_const : eval_call;
}

static void plan_call(CelExpr *e)
{
    const Overload *const *rows = e->link;
    if (e->slot || e->argc != 2 || e->row_count != 1 || (rows[0]->row->lib & CEL_LIB_HOST))
        return;
    CelEvalFn *function = call_function(e);
    CelValue constant = e->args[1]->value;
    if (function != eval_matches ||
        (constant.host_type == OPAQUE_PATTERN && regex_simple(constant.as.opaque)))
        e->eval = function;
}

void plan_fast(Arena *a, CelExpr *e)
{
    if (e->eval == eval_select)
        plan_path(a, e);
    else if (e->eval == eval_equal &&
             (is_const(e->args[1], CEL_INT) || is_const(e->args[1], CEL_STRING)))
        e->eval = eval_equal_const;
    else if (e->eval == eval_order && is_const(e->args[1], CEL_INT))
        e->eval = eval_order_int;
    else if (e->eval == eval_in)
        plan_in(a, e);
    else if (e->kind == EXPR_CALL)
        plan_call(e);
}
