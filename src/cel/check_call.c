/* Calls and operators: which rows can be meant, and what they give. */
#include "cel/check.h"

#include "base/limits.h"
#include "cel/parse.h"

typedef VEC(const Overload *) Rows;

/* "(int, list(string))", for messages. */
static const char *args_text(Checker *c, const CelExpr *e, size_t from)
{
    Buf out;
    buf_init(&out, c->arena, LIMIT_MESSAGE);
    buf_char(&out, '(');
    for (size_t i = from; i < e->argc; i++) {
        buf_add(&out, i > from ? STR(", ") : STR(""));
        type_write(&out, type_resolve(&c->vars, e->args[i]->type, true));
    }
    buf_add(&out, STR(")"));
    buf_char(&out, '\0');
    return buf_str(&out).ptr;
}

/* The result type of o for the arguments of e, NULL when they do not fit. */
static const CelType *try_row(Checker *c, const CelExpr *e, const Overload *o)
{
    uint16_t first = (uint16_t)c->vars.bound.len;
    for (size_t i = 0; i < o->letters; i++)
        (void)type_fresh(&c->vars);
    for (size_t i = 0; i < o->argc; i++) {
        const CelType *want =
            o->letters ? type_instance(&c->vars, o->params[i], first) : o->params[i];
        if (!type_fits(&c->vars, e->args[i]->type, want))
            return NULL;
    }
    return o->letters ? type_resolve(&c->vars, type_instance(&c->vars, o->result, first), false)
                      : o->result;
}

/* Nothing in it is left to the run. */
static bool is_concrete(const CelType *t)
{
    if (t->kind == TYPE_DYN || t->kind == TYPE_PARAM || t->kind == TYPE_ERROR)
        return false;
    return (!t->params[0] || is_concrete(t->params[0])) &&
           (!t->params[1] || is_concrete(t->params[1]));
}

static bool all_concrete(Checker *c, const CelExpr *e)
{
    for (size_t i = 0; i < e->argc; i++) {
        if (!is_concrete(type_resolve(&c->vars, e->args[i]->type, false)))
            return false;
    }
    return true;
}

/* Keeps the rows that fit; the common result type, dyn where they differ. NULL: none fits. Of
 * arguments that are known in full, the first row is the one. Only when a single one fits, it
 * tells what the variables in the arguments' types stand for. */
static const CelType *pick_rows(Checker *c, const CelExpr *e, const FuncName *f, Rows *out)
{
    const CelType *result = NULL;
    bool member = (e->flags & EXPR_MEMBER) != 0;
    for (size_t i = 0; i < f->rows.len; i++) {
        const Overload *o = f->rows.items[i];
        if (o->member != member || o->argc != e->argc)
            continue;
        size_t trail = c->vars.trail.len;
        const CelType *t = c->env->lenient ? type_basic(TYPE_DYN) : try_row(c, e, o);
        type_undo(&c->vars, trail);
        if (!t)
            continue;
        *vec_push(c->arena, out) = o;
        bool differs = result && result->kind != TYPE_DYN && !type_same(result, t);
        result = differs ? type_basic(TYPE_DYN) : result ? result : t;
        if (!c->env->lenient && all_concrete(c, e))
            break;
    }
    if (out->len == 1 && !c->env->lenient)
        return try_row(c, e, out->items[0]);
    return result;
}

/* The earliest version that has one of the rows. */
static uint16_t rows_since(const Rows *rows)
{
    uint16_t since = UINT16_MAX;
    for (size_t i = 0; i < rows->len; i++) {
        const CelFunc *row = rows->items[i]->row;
        since = !row ? 0 : row->since < since ? row->since : since;
    }
    return since;
}

static void link_rows(Checker *c, CelExpr *e, const Rows *rows, const CelType *result)
{
    if (rows->len)
        note_since(c, e, rows_since(rows));
    e->link = rows->items;
    e->row_count = (uint16_t)rows->len;
    e->type = result;
}

/* ---- operators ---- */

static void fail_operator(Checker *c, CelExpr *e)
{
    const char *hint = "";
    if (e->kind == EXPR_MOD)
        hint = ": it takes int or uint";
    check_fail(c, e, e->op, "found no '%s' for %s%s", expr_word((ExprKind)e->kind),
               args_text(c, e, 0), hint);
}

/* Equality takes any two values of one type. */
static bool same_types(Checker *c, const CelExpr *e)
{
    const CelType *either = type_fresh(&c->vars);
    return type_fits(&c->vars, e->args[0]->type, either) &&
           type_fits(&c->vars, e->args[1]->type, either);
}

void check_operator(Checker *c, CelExpr *e)
{
    for (size_t i = 0; i < e->argc; i++)
        check_expr(c, e->args[i]);
    if (e->kind == EXPR_EQ || e->kind == EXPR_NE) {
        e->type = type_basic(TYPE_BOOL);
        if (!same_types(c, e))
            fail_operator(c, e);
        return;
    }
    const FuncName *f = env_func(c->env, expr_operator((ExprKind)e->kind));
    Rows rows = {0};
    const CelType *result = f ? pick_rows(c, e, f, &rows) : NULL;
    link_rows(c, e, &rows, result ? result : type_basic(TYPE_DYN));
    if (!result)
        fail_operator(c, e);
}

/* ---- calls ---- */

/* target.f(…) with a namespace for a target ("math.greatest"): drops the target. */
static const FuncName *namespaced(Checker *c, CelExpr *e)
{
    if (!(e->flags & EXPR_MEMBER))
        return NULL;
    Str target = dotted_name(c, e->args[0]);
    if (!target.len)
        return NULL;
    Str name = arena_printf(c->arena, "%.*s.%.*s", STR_ARG(target), STR_ARG(e->name));
    const FuncName *f = env_func(c->env, name);
    if (!f)
        return NULL;
    e->flags &= (uint8_t)~EXPR_MEMBER;
    e->name = name;
    e->args++;
    e->argc--;
    return f;
}

/* A misspelt function of a host object is told from those it has. */
static void fail_host(Checker *c, CelExpr *e, const CelType *host)
{
    Str near = STR("");
    if (wants_message(c))
        near = env_suggest_member(c->env, host->index, e->name);
    const HostMember *m = env_member(c->env, host->index, e->name);
    if (m)
        check_fail(c, e, e->op, "'%.*s' of %s is a field, not a function", STR_ARG(e->name),
                   host->name);
    else if (near.len)
        check_fail(c, e, e->op, "%s has no function '%.*s', did you mean '%.*s'?", host->name,
                   STR_ARG(e->name), STR_ARG(near));
    else
        check_fail(c, e, e->op, "%s has no function '%.*s'", host->name, STR_ARG(e->name));
}

/* No function has that name. */
static void fail_unknown(Checker *c, CelExpr *e)
{
    const CelType *of = e->flags & EXPR_MEMBER ? known_type(c, e->args[0]) : type_basic(TYPE_DYN);
    if (of->kind == TYPE_HOST)
        fail_host(c, e, of);
    else if (macro_named(e->name) && !c->env->lenient)
        check_fail(c, e, e->op, "'%.*s' declares a variable: write list.%.*s(x, …)",
                   STR_ARG(e->name), STR_ARG(e->name));
    else
        fail_name(c, e, "function", e->name,
                  wants_message(c) ? env_suggest_func(c->env, e->name) : STR(""));
}

/* Functions have that name, but none for these arguments. */
static void fail_call(Checker *c, CelExpr *e, const FuncName *f)
{
    bool member = (e->flags & EXPR_MEMBER) != 0;
    bool style = false, count = false;
    for (size_t i = 0; i < f->rows.len; i++) {
        style |= f->rows.items[i]->member == member;
        count |= f->rows.items[i]->member == member && f->rows.items[i]->argc == e->argc;
    }
    if (c->env->lenient)
        fail_name(c, e, "function for these arguments:", e->name, STR(""));
    else if (!style)
        check_fail(c, e, e->op,
                   member ? "'%.*s' is not called on a value: write %.*s(x)"
                          : "'%.*s' is called on a value: write x.%.*s()",
                   STR_ARG(e->name), STR_ARG(e->name));
    else if (!count)
        check_fail(c, e, e->op, "'%.*s' does not take %d argument%s", STR_ARG(e->name),
                   e->argc - member, e->argc - member == 1 ? "" : "s");
    else if (member)
        check_fail(c, e, e->op, "found no '%.*s' for '%s' with %s", STR_ARG(e->name),
                   type_text(c, e->args[0]->type), args_text(c, e, 1));
    else
        check_fail(c, e, e->op, "found no '%.*s' for %s", STR_ARG(e->name), args_text(c, e, 0));
}

/* A method of the receiver's host type; false when it has none of that name. */
static bool host_method(Checker *c, CelExpr *e)
{
    const CelType *of = known_type(c, e->args[0]);
    const HostMember *m = of->kind == TYPE_HOST ? env_member(c->env, of->index, e->name) : NULL;
    if (!m || !m->method)
        return false;
    note_use(c, of->index, e->name);
    e->slot = 1; /* the link is a member, not rows */
    e->link = m;
    e->type = m->call->result;
    if (m->call->argc != e->argc - 1) {
        check_fail(c, e, e->op, "'%.*s' of %s takes %d argument%s", STR_ARG(e->name), of->name,
                   m->call->argc, m->call->argc == 1 ? "" : "s");
        return true;
    }
    for (size_t i = 0; i < m->call->argc; i++) {
        CelExpr *arg = e->args[i + 1];
        if (!type_fits(&c->vars, arg->type, m->call->params[i]))
            check_fail(c, arg, arg->op, "'%.*s' takes '%s' here, not '%s'", STR_ARG(e->name),
                       type_text(c, m->call->params[i]), type_text(c, arg->type));
    }
    return true;
}

/* Whether the receiver may turn out to be a host object that has such a method. */
static bool maybe_host(Checker *c, const CelExpr *e)
{
    return (e->flags & EXPR_MEMBER) && e->argc <= OVERLOAD_ARGS &&
           known_type(c, e->args[0])->kind == TYPE_DYN && env_any_member(c->env, e->name);
}

/* In the order of the text, so that messages come in that order, too. */
static void check_args(Checker *c, CelExpr *e, size_t from)
{
    bool mixed = str_eq(e->name, STR("format"));
    c->mixed += mixed;
    for (size_t i = from; i < e->argc; i++)
        check_expr(c, e->args[i]);
    c->mixed -= mixed;
}

void check_call(Checker *c, CelExpr *e)
{
    const FuncName *f = namespaced(c, e);
    bool member = (e->flags & EXPR_MEMBER) != 0;
    if (member)
        check_expr(c, e->args[0]);
    f = f ? f : env_func(c->env, e->name);
    if (!f && !(member && env_any_member(c->env, e->name))) {
        fail_unknown(c, e);
        check_args(c, e, member);
        return;
    }
    check_args(c, e, member);
    if (member && host_method(c, e))
        return;
    Rows rows = {0};
    const CelType *result = f ? pick_rows(c, e, f, &rows) : NULL;
    bool host = maybe_host(c, e);
    link_rows(c, e, &rows, result && !host ? result : type_basic(TYPE_DYN));
    if (!result && !host && f)
        fail_call(c, e, f);
    else if (!result && !host)
        fail_unknown(c, e);
}
