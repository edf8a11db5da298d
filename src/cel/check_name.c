/* What names mean: variables of macros, of the environment (dotted ones, too), types, fields of
 * host types, keys of maps. */
#include "cel/check.h"

#include "base/limits.h"

/* ---- identifiers ---- */

static bool find_local(Checker *c, Str name, uint32_t *slot)
{
    for (size_t i = c->scopes.len; i > 0; i--) {
        if (str_eq(c->scopes.items[i - 1].name, name)) {
            *slot = (uint32_t)(i - 1);
            return true;
        }
    }
    return false;
}

/* Makes e the variable or the type of that name, where there is one. */
static bool resolve_global(Checker *c, CelExpr *e, Str name)
{
    const EnvVar *var = env_var(c->env, name);
    CelValue value;
    if (var) {
        e->kind = EXPR_IDENT;
        e->slot = var->slot;
        e->type = var->type;
        c->program->reads[var->slot] = true;
    } else if (type_value(name, &e->type, &value)) {
        e->kind = EXPR_CONST;
        e->value = value;
        e->type = type_of1(c->arena, TYPE_TYPE, e->type);
    } else {
        return false;
    }
    e->argc = 0;
    e->name = name;
    return true;
}

void check_ident(Checker *c, CelExpr *e)
{
    if (!(e->flags & EXPR_ABSOLUTE) && find_local(c, e->name, &e->slot)) {
        e->flags |= EXPR_LOCAL;
        e->type = c->scopes.items[e->slot].type;
        return;
    }
    if (!resolve_global(c, e, e->name))
        fail_name(c, e, "variable", e->name,
                  wants_message(c) ? env_suggest_var(c->env, e->name) : STR(""));
}

Str dotted_name(Checker *c, const CelExpr *e)
{
    const CelExpr *root = e;
    while (root->kind == EXPR_SELECT && !(root->flags & EXPR_OPTIONAL))
        root = root->args[0];
    if (root->kind != EXPR_IDENT)
        return STR("");
    if (e == root)
        return e->name;
    Str head = dotted_name(c, e->args[0]);
    return arena_printf(c->arena, "%.*s.%.*s", STR_ARG(head), STR_ARG(e->name));
}

/* A chain of selections may spell the name of one variable or type; the longest one wins, but
 * for variables of macros, which hide them all. */
static bool resolve_dotted(Checker *c, CelExpr *e)
{
    const CelExpr *root = e;
    while (root->kind == EXPR_SELECT && !(root->flags & EXPR_OPTIONAL))
        root = root->args[0];
    uint32_t slot = 0;
    if (root->kind != EXPR_IDENT || e->kind != EXPR_SELECT || (e->flags & EXPR_OPTIONAL))
        return false;
    bool local = !(root->flags & EXPR_ABSOLUTE) && find_local(c, root->name, &slot);
    bool type = str_eq(root->name, STR("google")) || str_eq(root->name, STR("net"));
    if (local || !(c->env->dotted || type))
        return false;
    return resolve_global(c, e, dotted_name(c, e));
}

/* ---- fields ---- */

void note_use(Checker *c, uint16_t host, Str name)
{
    const CelHostType *type = env_root(c->env)->hosts[host].type;
    *vec_push(c->arena, &c->program->uses) = (HostUse){type, name};
}

void note_optional(Checker *c, Str syntax, Span at)
{
    *vec_push(c->arena, &c->program->newer) = (CelNewer){syntax, OPTIONALS_SINCE, at};
}

void note_since(Checker *c, const CelExpr *e, uint16_t since)
{
    if (!since)
        return;
    Str text = c->program->text.text,
        word = str_slice(text, e->word.off, e->word.off + e->word.len);
    if (e->kind == EXPR_CALL && str_contains(e->name, STR("."))) /* with its namespace */
        word = e->name;
    else if (!word.len)
        word = str_c(expr_word((ExprKind)e->kind));
    *vec_push(c->arena, &c->program->newer) =
        (CelNewer){word, since, e->word.len ? e->word : e->op};
}

static const CelType *host_field(Checker *c, CelExpr *e, const CelType *host)
{
    const HostMember *m = env_member(c->env, host->index, e->name);
    if (m && m->field) {
        e->link = m;
        note_use(c, host->index, e->name);
        return m->type;
    }
    Str near = STR("");
    if (wants_message(c))
        near = env_suggest_member(c->env, host->index, e->name);
    if (m)
        check_fail(c, e, e->word, "'%.*s' of %s is a function: write %.*s(…)", STR_ARG(e->name),
                   host->name, STR_ARG(e->name));
    else if (near.len)
        check_fail(c, e, e->word, "%s has no field '%.*s', did you mean '%.*s'?", host->name,
                   STR_ARG(e->name), STR_ARG(near));
    else
        check_fail(c, e, e->word, "%s has no field '%.*s'", host->name, STR_ARG(e->name));
    return e->type;
}

/* What selecting e->name from a value of this type gives. */
static const CelType *field_type(Checker *c, CelExpr *e, const CelType *of)
{
    if (of->kind == TYPE_MAP)
        return of->params[1];
    if (of->kind == TYPE_HOST)
        return host_field(c, e, of);
    if (of->kind == TYPE_PLACE) /* in `at`: a path goes on below it */
        return type_basic(TYPE_DYN);
    if (of->kind == TYPE_PARAM)
        (void)type_fits(&c->vars, type_basic(TYPE_DYN), of);
    else if (of->kind != TYPE_DYN && of->kind != TYPE_ERROR)
        check_fail(c, e, e->op, "type '%s' has no fields", type_text(c, of));
    else
        return of;
    return e->type ? e->type : type_basic(TYPE_DYN);
}

void check_select(Checker *c, CelExpr *e)
{
    if (resolve_dotted(c, e))
        return;
    check_expr(c, e->args[0]);
    const CelType *of = known_type(c, e->args[0]);
    if (e->flags & EXPR_OPTIONAL)
        note_optional(c, STR(".?"), e->op);
    bool through = of->kind == TYPE_OPTIONAL; /* .f of an optional is optional again */
    const CelType *t = field_type(c, e, through ? of->params[0] : of);
    e->type = t;
    if (t->kind == TYPE_ERROR)
        return;
    if (e->kind == EXPR_HAS)
        e->type = type_basic(TYPE_BOOL);
    else if (through || (e->flags & EXPR_OPTIONAL))
        e->type = type_of1(c->arena, TYPE_OPTIONAL, t);
}

/* ---- indexes ---- */

/* A container of which nothing is known yet: a list when the key may be an index, else a map. */
static const CelType *guess_container(Checker *c, const CelType *of, const CelType *key)
{
    const CelType *member = type_fresh(&c->vars);
    bool list = type_fits(&c->vars, key, type_basic(TYPE_INT));
    (void)type_fits(&c->vars,
                    list ? type_of1(c->arena, TYPE_LIST, member) : type_map(c->arena, key, member),
                    of);
    return member;
}

/* What container[key] gives, NULL when there is no such thing. */
static const CelType *index_type(Checker *c, const CelType *of, const CelType *key)
{
    if (of->kind == TYPE_LIST)
        return type_fits(&c->vars, key, type_basic(TYPE_INT)) ? of->params[0] : NULL;
    if (of->kind == TYPE_MAP)
        return type_fits(&c->vars, key, of->params[0]) ? of->params[1] : NULL;
    if (of->kind == TYPE_PARAM)
        return guess_container(c, of, key);
    return of->kind == TYPE_DYN || of->kind == TYPE_ERROR ? of : NULL;
}

void check_index(Checker *c, CelExpr *e)
{
    check_expr(c, e->args[0]);
    check_expr(c, e->args[1]);
    const CelType *of = known_type(c, e->args[0]);
    bool through = of->kind == TYPE_OPTIONAL;
    const CelType *inner = through ? of->params[0] : of;
    const CelType *t = index_type(c, inner, e->args[1]->type);
    if (!t) {
        check_fail(c, e, e->op, "a '%s' has no index of type '%s'", type_text(c, of),
                   type_text(c, e->args[1]->type));
        return;
    }
    bool optional = through || (e->flags & EXPR_OPTIONAL);
    if (e->flags & EXPR_OPTIONAL)
        note_optional(c, STR("[?"), e->op);
    e->type = optional && t != inner ? type_of1(c->arena, TYPE_OPTIONAL, t) : t;
}
