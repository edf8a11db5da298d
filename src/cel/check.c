/* The checker's frame: dispatch on the kind of node, literals and logic. */
#include "cel/check.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"

const char *type_text(Checker *c, const CelType *t)
{
    Buf out;
    buf_init(&out, c->arena, LIMIT_MESSAGE);
    type_write(&out, type_resolve(&c->vars, t, true));
    buf_char(&out, '\0');
    return buf_str(&out).ptr;
}

const CelType *known_type(Checker *c, const CelExpr *e)
{
    return type_resolve(&c->vars, e->type, false);
}

void check_fail(Checker *c, CelExpr *e, Span at, const char *format, ...)
{
    e->type = type_basic(c->env->lenient ? TYPE_DYN : TYPE_ERROR);
    if (c->env->lenient)
        return;
    char text[512]; /* our own words, a name and a few types */
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const CelText *in = &c->program->text;
    c->failed = true;
    (void)diag_error(c->diags, in->file, (Span){at.off + in->offset, at.len}, "%s", text);
}

bool wants_message(const Checker *c)
{
    return !c->env->lenient && c->diags->count < LIMIT_DIAGS;
}

void fail_name(Checker *c, CelExpr *e, const char *what, Str name, Str near)
{
    if (c->env->lenient) {
        e->kind = EXPR_FAIL;
        e->argc = 0;
        e->name = arena_printf(c->arena, "there is no %s '%.*s'", what, STR_ARG(name));
        e->type = type_basic(TYPE_DYN);
    } else if (near.len) {
        check_fail(c, e, e->op, "there is no %s '%.*s', did you mean '%.*s'?", what, STR_ARG(name),
                   STR_ARG(near));
    } else {
        check_fail(c, e, e->op, "there is no %s '%.*s'", what, STR_ARG(name));
    }
}

void expect_bool(Checker *c, CelExpr *e, Span at)
{
    if (!type_fits(&c->vars, e->type, type_basic(TYPE_BOOL)))
        check_fail(c, e, at, "expected type 'bool' but found '%s'", type_text(c, e->type));
}

/* ---- literals ---- */

static const CelType *const_type(Checker *c, CelValue v)
{
    static const TypeKind KINDS[] = {
        [CEL_NULL] = TYPE_NULL,   [CEL_BOOL] = TYPE_BOOL,     [CEL_INT] = TYPE_INT,
        [CEL_UINT] = TYPE_UINT,   [CEL_DOUBLE] = TYPE_DOUBLE, [CEL_STRING] = TYPE_STRING,
        [CEL_BYTES] = TYPE_BYTES,
    };
    (void)c;
    return type_basic(KINDS[v.kind]);
}

/* The API server wants all elements of a literal to have one and the same type, but for the
 * arguments of format(). */
static bool is_strict(const Checker *c)
{
    return !c->env->lenient && c->program->kubernetes;
}

/* What an element contributes: of ?x the value inside the optional. */
static const CelType *element_type(Checker *c, CelExpr *e)
{
    if (!(e->flags & EXPR_MAYBE))
        return e->type;
    note_optional(c, STR("?"), e->at);
    const CelType *inside = type_fresh(&c->vars);
    if (!type_fits(&c->vars, e->type, type_of1(c->arena, TYPE_OPTIONAL, inside)))
        check_fail(c, e, e->op, "expected type 'optional_type(%s)' but found '%s'",
                   type_text(c, e->type), type_text(c, e->type));
    return inside;
}

static const CelType *join_element(Checker *c, CelExpr *e, const CelType *so_far, const CelType *t)
{
    if (!so_far)
        return t;
    const CelType *joined = type_join(&c->vars, so_far, t);
    if (c->mixed == 0 && is_strict(c)) {
        const CelType *a = type_resolve(&c->vars, so_far, false);
        const CelType *b = type_resolve(&c->vars, t, false);
        if (!joined || (a->kind == TYPE_DYN) != (b->kind == TYPE_DYN))
            check_fail(c, e, e->op, "expected type '%s' but found '%s': a literal has one type",
                       type_text(c, so_far), type_text(c, t));
    }
    return joined ? joined : type_basic(TYPE_DYN);
}

static void check_list(Checker *c, CelExpr *e)
{
    const CelType *element = NULL;
    for (size_t i = 0; i < e->argc; i++) {
        check_expr(c, e->args[i]);
        element = join_element(c, e->args[i], element, element_type(c, e->args[i]));
    }
    e->type = type_of1(c->arena, TYPE_LIST, element ? element : type_fresh(&c->vars));
}

/* Keys are scalars: this also keeps the size of types in step with the text. */
static const CelType *key_type(Checker *c, CelExpr *key)
{
    switch ((TypeKind)known_type(c, key)->kind) {
    case TYPE_DYN:
    case TYPE_ERROR:
    case TYPE_BOOL:
    case TYPE_INT:
    case TYPE_UINT:
    case TYPE_STRING: return key->type;
    case TYPE_NULL:
    case TYPE_DOUBLE:
    case TYPE_BYTES:
    case TYPE_DURATION:
    case TYPE_TIMESTAMP:
    case TYPE_QUANTITY:
    case TYPE_OPAQUE:
    case TYPE_HOST:
    case TYPE_PLACE:
    case TYPE_LIST:
    case TYPE_MAP:
    case TYPE_OPTIONAL:
    case TYPE_TYPE:
    case TYPE_WRAPPER:
        check_fail(c, key, key->op, "a map's key is an int, uint, bool or string, not '%s'",
                   type_text(c, key->type));
        return key->type;
    case TYPE_PARAM: return type_basic(TYPE_DYN);
    }
    return key->type;
}

static void check_map(Checker *c, CelExpr *e)
{
    const CelType *key = NULL, *value = NULL;
    for (size_t i = 0; i < e->argc; i += 2) {
        CelExpr *k = e->args[i], *v = e->args[i + 1];
        check_expr(c, k);
        check_expr(c, v);
        const CelType *inside = v->type;
        if (k->flags & EXPR_MAYBE) {
            v->flags |= EXPR_MAYBE;
            inside = element_type(c, v);
        }
        key = join_element(c, k, key, key_type(c, k));
        value = join_element(c, v, value, inside);
    }
    key = key ? key : type_fresh(&c->vars);
    value = value ? value : type_fresh(&c->vars);
    e->type = type_map(c->arena, key, value);
}

/* ---- logic ---- */

static void check_logic(Checker *c, CelExpr *e)
{
    for (size_t i = 0; i < e->argc; i++) {
        check_expr(c, e->args[i]);
        expect_bool(c, e->args[i], e->args[i]->op);
    }
    e->type = type_basic(TYPE_BOOL);
}

static void check_cond(Checker *c, CelExpr *e)
{
    for (size_t i = 0; i < 3; i++)
        check_expr(c, e->args[i]);
    const CelType *result = type_join(&c->vars, e->args[1]->type, e->args[2]->type);
    if (!type_fits(&c->vars, e->args[0]->type, type_basic(TYPE_BOOL)))
        check_fail(c, e, e->op, "a condition is a bool, not '%s'", type_text(c, e->args[0]->type));
    else if (!result)
        check_fail(c, e, e->op, "'?:' gives either '%s' or '%s'", type_text(c, e->args[1]->type),
                   type_text(c, e->args[2]->type));
    else
        e->type = result;
}

void check_expr(Checker *c, CelExpr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_CONST: e->type = const_type(c, e->value); return;
    case EXPR_IDENT: check_ident(c, e); return;
    case EXPR_SELECT:
    case EXPR_HAS: check_select(c, e); return;
    case EXPR_INDEX: check_index(c, e); return;
    case EXPR_CALL: check_call(c, e); return;
    case EXPR_AND:
    case EXPR_OR: check_logic(c, e); return;
    case EXPR_COND: check_cond(c, e); return;
    case EXPR_NOT:
    case EXPR_NEGATE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_IN:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD: check_operator(c, e); return;
    case EXPR_LIST: check_list(c, e); return;
    case EXPR_MAP: check_map(c, e); return;
    case EXPR_ALL:
    case EXPR_EXISTS:
    case EXPR_EXISTS_ONE:
    case EXPR_MAP_OF:
    case EXPR_MAP_VALUES:
    case EXPR_MAP_ENTRIES:
    case EXPR_FILTER:
    case EXPR_SORT_BY:
    case EXPR_BIND:
    case EXPR_OPT_MAP:
    case EXPR_OPT_FLAT_MAP: check_macro(c, e); return;
    case EXPR_FAIL: e->type = type_basic(TYPE_DYN); return;
    }
}

bool cel_check(Arena *a, CelProgram *p, Diags *d)
{
    Checker c = {.arena = a, .env = p->env, .program = p, .diags = d, .vars.arena = a};
    p->reads = arena_array(a, bool, cel_env_slots(p->env) + 1);
    check_expr(&c, p->root);
    p->type = type_text(&c, p->root->type);
    return !c.failed;
}
