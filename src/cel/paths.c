/* Which members of a variable a program reads, and the parts that && joins. */
#include "cel/eval.h"

typedef struct Paths {
    Arena *arena;
    uint32_t slot;
    CelPath *locals; /* what variables of macros stand for; count 0: something else */
    VEC(CelPath) out;
} Paths;

static bool push(CelPath *p, Str name, Span at)
{
    if (p->count == CEL_PATH_STEPS)
        return false;
    p->steps[p->count++] = name;
    p->at = at;
    return true;
}

static bool is_text(const CelExpr *e)
{
    return e->kind == EXPR_CONST && e->value.kind == CEL_STRING;
}

/* Whether e is a path of the variable. */
static bool path_of(const Paths *p, const CelExpr *e, CelPath *out)
{
    bool local = e->flags & EXPR_LOCAL;
    switch ((int)e->kind) {
    case EXPR_IDENT:
        *out = local ? p->locals[e->slot] : (CelPath){.count = 0};
        return local ? out->count > 0 : e->slot == p->slot;
    case EXPR_HAS:
    case EXPR_SELECT:
        if (!path_of(p, e->args[0], out))
            return false;
        out->asks |= e->kind == EXPR_HAS || e->flags & EXPR_OPTIONAL;
        return push(out, e->name, e->word.len ? e->word : e->op);
    case EXPR_INDEX:
        if (!is_text(e->args[1]) || !path_of(p, e->args[0], out))
            return false;
        out->asks |= (e->flags & EXPR_OPTIONAL) != 0;
        return push(out, cel_str_of(e->args[1]->value), e->args[1]->at);
    case EXPR_IN:
        if (!is_text(e->args[0]) || !path_of(p, e->args[1], out))
            return false;
        out->asks = true;
        return push(out, cel_str_of(e->args[0]->value), e->args[0]->at);
    }
    return false;
}

static void walk(Paths *p, const CelExpr *e);

static void walk_args(Paths *p, const CelExpr *e)
{
    for (size_t i = 0; i < e->argc; i++) {
        if (e->args[i])
            walk(p, e->args[i]);
    }
}

/* What == and `in` compare a path with, where that is written out. */
static const CelValue *other_side(const CelExpr *e, size_t path)
{
    const CelExpr *other = e->args[1 - path];
    bool constant = other->kind == EXPR_CONST;
    bool fits = e->kind == EXPR_IN ? path == 0 : e->kind == EXPR_EQ;
    return constant && fits ? &other->value : NULL;
}

static void walk_relation(Paths *p, const CelExpr *e)
{
    for (size_t i = 0; i < 2; i++) {
        CelPath path = {0};
        if (!path_of(p, e->args[i], &path)) {
            walk(p, e->args[i]);
            continue;
        }
        path.with = other_side(e, i);
        *vec_push(p->arena, &p->out) = path;
    }
}

static void walk(Paths *p, const CelExpr *e)
{
    CelPath path = {0};
    if (path_of(p, e, &path)) {
        if (path.count)
            *vec_push(p->arena, &p->out) = path;
    } else if (e->kind == EXPR_EQ || e->kind == EXPR_NE || e->kind == EXPR_IN) {
        walk_relation(p, e);
    } else if (e->kind == EXPR_BIND) {
        CelPath bound = {0};
        if (!path_of(p, e->args[0], &bound))
            walk(p, e->args[0]);
        p->locals[e->slot] = bound;
        walk(p, e->args[1]);
    } else {
        walk_args(p, e);
    }
}

const CelPath *cel_program_paths(Arena *a, const CelProgram *p, uint32_t slot, size_t *count)
{
    Paths paths = {.arena = a, .slot = slot, .locals = arena_array(a, CelPath, p->locals + 1)};
    walk(&paths, p->root);
    *count = paths.out.len;
    return paths.out.items;
}

/* ---- clauses ---- */

size_t cel_program_clauses(const CelProgram *p)
{
    return p->root->kind == EXPR_AND ? p->root->argc : 1;
}

static const CelExpr *clause(const CelProgram *p, size_t i)
{
    return p->root->kind == EXPR_AND ? p->root->args[i] : p->root;
}

Span cel_program_clause(const CelProgram *p, size_t i)
{
    return clause(p, i)->at;
}

CelValue cel_eval_clause(CelEval *ev, const CelProgram *p, size_t i)
{
    const CelExpr *e = clause(p, i);
    EvalFrame outer = eval_enter(ev, p);
    CelValue v = eval_charge(ev, e->weight) ? eval(ev, e) : cel_budget(ev);
    eval_leave(ev, outer);
    return v;
}
