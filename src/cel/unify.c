/* What fits where: type.h's second half. Follows cel-go's checker, so that the same expressions
 * pass and get the same types. */
#include "cel/type.h"

const CelType *type_fresh(TypeVars *v)
{
    CelType *t = arena_new(v->arena, CelType);
    *t = (CelType){TYPE_PARAM, (uint16_t)v->bound.len, "", {0}};
    *vec_push(v->arena, &v->bound) = NULL;
    return t;
}

static const CelType *rebuilt(Arena *a, const CelType *t, const CelType *first,
                              const CelType *second)
{
    if (first == t->params[0] && second == t->params[1])
        return t;
    CelType *copy = arena_new(a, CelType);
    *copy = *t;
    copy->params[0] = first;
    copy->params[1] = second;
    return copy;
}

const CelType *type_instance(TypeVars *v, const CelType *t, uint16_t first)
{
    if (t->kind == TYPE_PARAM) {
        CelType *copy = arena_new(v->arena, CelType);
        *copy = *t;
        copy->index = (uint16_t)(copy->index + first);
        return copy;
    }
    const CelType *params[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++)
        params[i] = t->params[i] ? type_instance(v, t->params[i], first) : NULL;
    return rebuilt(v->arena, t, params[0], params[1]);
}

const CelType *type_resolve(TypeVars *v, const CelType *t, bool free_is_dyn)
{
    if (t->kind == TYPE_PARAM) {
        const CelType *bound = v->bound.items[t->index];
        if (bound)
            return type_resolve(v, bound, free_is_dyn);
        return free_is_dyn ? type_basic(TYPE_DYN) : t;
    }
    const CelType *params[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++)
        params[i] = t->params[i] ? type_resolve(v, t->params[i], free_is_dyn) : NULL;
    return rebuilt(v->arena, t, params[0], params[1]);
}

static void bind(TypeVars *v, const CelType *var, const CelType *to)
{
    *vec_push(v->arena, &v->trail) = var->index;
    *vec_push(v->arena, &v->older) = v->bound.items[var->index];
    v->bound.items[var->index] = to;
}

void type_undo(TypeVars *v, size_t trail)
{
    while (v->trail.len > trail) {
        v->trail.len--;
        v->older.len--;
        v->bound.items[v->trail.items[v->trail.len]] = v->older.items[v->older.len];
    }
}

static bool occurs(TypeVars *v, const CelType *var, const CelType *in)
{
    if (in->kind == TYPE_PARAM) {
        if (in->index == var->index)
            return true;
        const CelType *bound = v->bound.items[in->index];
        return bound && occurs(v, var, bound);
    }
    return (in->params[0] && occurs(v, var, in->params[0])) ||
           (in->params[1] && occurs(v, var, in->params[1]));
}

/* dyn and variables say less than anything else. */
static bool says_less(const CelType *a, const CelType *b)
{
    if (a->kind == TYPE_DYN || a->kind == TYPE_PARAM)
        return true;
    if (b->kind == TYPE_DYN || b->kind == TYPE_PARAM || a->kind != b->kind)
        return false;
    if (a->kind == TYPE_TYPE)
        return true;
    if (!a->params[0])
        return type_same(a, b);
    return says_less(a->params[0], b->params[0]) &&
           (!a->params[1] || says_less(a->params[1], b->params[1]));
}

static const CelType *most_general(const CelType *a, const CelType *b)
{
    return says_less(a, b) ? a : b;
}

static bool fits(TypeVars *v, const CelType *from, const CelType *to);

typedef enum Substitution { SUBST_NO, SUBST_CONFLICT, SUBST_YES } Substitution;

/* Whether the variable may stand for t, besides what it stands for already. */
static Substitution substitute(TypeVars *v, const CelType *t, const CelType *var)
{
    if (t->kind == TYPE_PARAM && t->index == var->index)
        return SUBST_YES;
    const CelType *bound = v->bound.items[var->index];
    if (!bound) {
        if (occurs(v, var, t))
            return SUBST_NO;
        bind(v, var, t);
        return SUBST_YES;
    }
    if (type_same(t, bound))
        return SUBST_YES;
    if (!fits(v, t, bound))
        return SUBST_CONFLICT;
    const CelType *general = most_general(t, bound);
    if (!occurs(v, var, general))
        bind(v, var, general);
    return SUBST_YES;
}

/* What null may stand for: what can be absent. */
static bool takes_null(const CelType *t)
{
    switch ((TypeKind)t->kind) {
    case TYPE_DYN:
    case TYPE_ERROR:
    case TYPE_NULL:
    case TYPE_DURATION:
    case TYPE_TIMESTAMP:
    case TYPE_QUANTITY:
    case TYPE_OPAQUE:
    case TYPE_HOST:
    case TYPE_PLACE:
    case TYPE_OPTIONAL:
    case TYPE_WRAPPER: return true;
    case TYPE_BOOL:
    case TYPE_INT:
    case TYPE_UINT:
    case TYPE_DOUBLE:
    case TYPE_STRING:
    case TYPE_BYTES:
    case TYPE_LIST:
    case TYPE_MAP:
    case TYPE_TYPE:
    case TYPE_PARAM: return false;
    }
    return false;
}

static bool is_loose(const CelType *t)
{
    return t->kind == TYPE_DYN || t->kind == TYPE_ERROR;
}

static bool fits(TypeVars *v, const CelType *from, const CelType *to)
{
    if (to->kind == TYPE_PARAM) {
        Substitution s = substitute(v, from, to);
        if (s != SUBST_NO)
            return s == SUBST_YES;
    }
    if (from->kind == TYPE_PARAM)
        return substitute(v, to, from) == SUBST_YES;
    if (is_loose(from) || is_loose(to))
        return true;
    if (from->kind == TYPE_NULL || to->kind == TYPE_NULL)
        return takes_null(from->kind == TYPE_NULL ? to : from);
    if (from->kind == TYPE_WRAPPER || to->kind == TYPE_WRAPPER) {
        from = from->kind == TYPE_WRAPPER ? from->params[0] : from;
        to = to->kind == TYPE_WRAPPER ? to->params[0] : to;
    }
    if (from->kind != to->kind || from->index != to->index)
        return false;
    if (from->kind == TYPE_TYPE || !from->params[0])
        return true;
    return fits(v, from->params[0], to->params[0]) &&
           (!from->params[1] || fits(v, from->params[1], to->params[1]));
}

bool type_fits(TypeVars *v, const CelType *from, const CelType *to)
{
    size_t trail = v->trail.len;
    if (fits(v, from, to))
        return true;
    type_undo(v, trail);
    return false;
}

const CelType *type_join(TypeVars *v, const CelType *a, const CelType *b)
{
    if (!type_fits(v, a, b))
        return NULL;
    return type_resolve(v, b, false)->kind == TYPE_NULL ? a : most_general(a, b);
}
