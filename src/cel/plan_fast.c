/* Which nodes have a function of their own in eval_fast.c. */
#include "cel/eval.h"
#include "cel/fast.h"
#include "cel/opaque.h"
#include "cel/regex.h"

static bool is_const(const CelExpr *e, CelKind kind)
{
    return e->kind == EXPR_CONST && e->value.kind == kind;
}

/* A path shares its steps with the one of `step` nodes that it continues, so that a long chain
 * stays linear. */
static FastPath *path_to(Arena *a, const CelExpr *e, CelEvalFn *step)
{
    const CelExpr *of = e->args[0];
    FastPath *path = arena_new(a, FastPath);
    *path = of->eval == step && of->plan ? *(const FastPath *)of->plan : (FastPath){.base = of};
    *vec_push(a, &path->steps) = (FastStep){e->hash, e->name, e};
    path->general = e->eval;
    return path;
}

static void plan_path(Arena *a, CelExpr *e, CelEvalFn *step, CelEvalFn *fast)
{
    e->plan = path_to(a, e, step);
    e->eval = fast;
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
    if (e->eval == eval_or_const && e->args[0]->eval == eval_select_optional)
        e->plan = e->args[0]->plan;
}

void plan_fast(Arena *a, CelExpr *e)
{
    if (e->eval == eval_select)
        plan_path(a, e, eval_path, eval_path);
    else if (e->eval == eval_has || e->eval == eval_has_path)
        plan_path(a, e, eval_path, eval_has_node);
    else if (e->eval == eval_select_optional)
        plan_path(a, e, eval_select_optional, eval_select_optional);
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
