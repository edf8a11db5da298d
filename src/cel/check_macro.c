/* Macros: the types of their variables, predicates and results. */
#include "cel/check.h"

/* Types of the variables over a range: of one, the element or key; of two, index or key and
 * element or value. */
static void range_types(Checker *c, CelExpr *e, const CelType *out[2])
{
    const CelType *of = known_type(c, e->args[0]);
    bool two = (e->flags & EXPR_TWO_VARS) != 0;
    out[0] = out[1] = type_basic(TYPE_DYN);
    if (of->kind == TYPE_LIST) {
        out[0] = two ? type_basic(TYPE_INT) : of->params[0];
        out[1] = of->params[0];
    } else if (of->kind == TYPE_MAP) {
        out[0] = of->params[0];
        out[1] = of->params[1];
    } else if (of->kind == TYPE_PARAM) {
        (void)type_fits(&c->vars, type_basic(TYPE_DYN), of);
    } else if (of->kind != TYPE_DYN && of->kind != TYPE_ERROR) {
        check_fail(c, e, e->args[0]->op, "'%s' is neither a list nor a map: nothing to go through",
                   type_text(c, of));
    }
}

static void declare(Checker *c, CelExpr *e, const CelType *const types[2])
{
    e->slot = (uint32_t)c->scopes.len;
    for (size_t i = 0; i < 2 && e->names[i].len; i++)
        *vec_push(c->arena, &c->scopes) = (Scope){e->names[i], types[i]};
    if (c->scopes.len > c->program->locals)
        c->program->locals = (uint32_t)c->scopes.len;
}

static void check_bodies(Checker *c, CelExpr *e)
{
    size_t outer = e->slot;
    for (size_t i = 1; i < e->argc; i++) {
        if (e->args[i])
            check_expr(c, e->args[i]);
    }
    c->scopes.len = outer;
}

/* transformMapEntry: the map whose entries are added. */
static const CelType *entry_type(Checker *c, CelExpr *e)
{
    CelExpr *body = e->args[2];
    const CelType *t = type_map(c->arena, type_fresh(&c->vars), type_fresh(&c->vars));
    if (!type_fits(&c->vars, body->type, t))
        check_fail(c, body, body->op, "transformMapEntry takes a map here, not '%s'",
                   type_text(c, body->type));
    return t;
}

/* key: the type of the first of two variables. */
static const CelType *result_type(Checker *c, CelExpr *e, const CelType *key)
{
    const CelType *last = e->args[e->argc - 1]->type;
    if (e->kind == EXPR_FILTER)
        return type_of1(c->arena, TYPE_LIST, key);
    if (e->kind == EXPR_MAP_OF)
        return type_of1(c->arena, TYPE_LIST, last);
    if (e->kind == EXPR_MAP_VALUES)
        return type_map(c->arena, key, last);
    return e->kind == EXPR_MAP_ENTRIES ? entry_type(c, e) : type_basic(TYPE_BOOL);
}

static void check_loop(Checker *c, CelExpr *e)
{
    const CelType *types[2];
    range_types(c, e, types);
    declare(c, e, types);
    check_bodies(c, e);
    bool logic = e->kind == EXPR_ALL || e->kind == EXPR_EXISTS;
    if (e->args[1]) /* all() and exists() are && and ||; the others choose by it, like ?: */
        expect_bool(c, e->args[1], logic ? e->args[1]->op : e->op);
    e->type = result_type(c, e, types[0]);
}

static void check_sort(Checker *c, CelExpr *e)
{
    const CelType *types[2] = {type_fresh(&c->vars), NULL};
    const CelType *list = type_of1(c->arena, TYPE_LIST, types[0]);
    if (!type_fits(&c->vars, e->args[0]->type, list))
        check_fail(c, e->args[0], e->args[0]->op, "sortBy() sorts a list, not '%s'",
                   type_text(c, e->args[0]->type));
    declare(c, e, types);
    check_bodies(c, e);
    e->type = list;
}

static void check_optional(Checker *c, CelExpr *e)
{
    const CelType *types[2] = {type_fresh(&c->vars), NULL};
    if (!type_fits(&c->vars, e->args[0]->type, type_of1(c->arena, TYPE_OPTIONAL, types[0])))
        check_fail(c, e->args[0], e->args[0]->op, "expected an optional value, found '%s'",
                   type_text(c, e->args[0]->type));
    declare(c, e, types);
    check_bodies(c, e);
    CelExpr *body = e->args[1];
    const CelType *wanted = type_of1(c->arena, TYPE_OPTIONAL, type_fresh(&c->vars));
    if (e->kind == EXPR_OPT_MAP) {
        e->type = type_of1(c->arena, TYPE_OPTIONAL, body->type);
        return;
    }
    e->type = wanted;
    if (!type_fits(&c->vars, body->type, wanted))
        check_fail(c, e, body->op, "optFlatMap() takes an optional value here, not '%s'",
                   type_text(c, body->type));
}

/* The Kubernetes minor version that brought the macro (its environment library); 0: all have it. */
static uint16_t macro_since(const CelExpr *e)
{
    if (e->flags & EXPR_TWO_VARS)
        return 32;
    if (e->kind == EXPR_SORT_BY)
        return 34;
    return e->kind == EXPR_OPT_MAP || e->kind == EXPR_OPT_FLAT_MAP ? OPTIONALS_SINCE : 0;
}

void check_macro(Checker *c, CelExpr *e)
{
    note_since(c, e, macro_since(e));
    check_expr(c, e->args[0]);
    if (e->kind == EXPR_SORT_BY) {
        check_sort(c, e);
    } else if (e->kind == EXPR_OPT_MAP || e->kind == EXPR_OPT_FLAT_MAP) {
        check_optional(c, e);
    } else if (e->kind == EXPR_BIND) {
        const CelType *types[2] = {e->args[0]->type, NULL};
        declare(c, e, types);
        check_bodies(c, e);
        e->type = e->args[1]->type;
    } else {
        check_loop(c, e);
    }
}
