/* Macros: calls that declare variables of their own or look at the form of an argument. Rows say
 * which name with how many arguments is one; everything else is an ordinary call. */
#include "cel/parse.h"

typedef struct Macro {
    Str name;
    uint8_t argc;
    uint8_t vars;   /* how many leading arguments are names */
    bool predicate; /* the argument behind the names is a predicate that may stand alone */
    ExprKind kind;
    uint32_t lib;
} Macro;

/* clang-format off */
static const Macro MACROS[] = {
    /* name                     argc vars predicate kind              library */
    {STR_INIT("all"),              2, 1, false, EXPR_ALL,         CEL_LIB_CORE},
    {STR_INIT("exists"),           2, 1, false, EXPR_EXISTS,      CEL_LIB_CORE},
    {STR_INIT("exists_one"),       2, 1, false, EXPR_EXISTS_ONE,  CEL_LIB_CORE},
    {STR_INIT("existsOne"),        2, 1, false, EXPR_EXISTS_ONE,  CEL_LIB_TWO_VAR},
    {STR_INIT("filter"),           2, 1, false, EXPR_FILTER,      CEL_LIB_CORE},
    {STR_INIT("map"),              2, 1, false, EXPR_MAP_OF,      CEL_LIB_CORE},
    {STR_INIT("map"),              3, 1, true,  EXPR_MAP_OF,      CEL_LIB_CORE},
    {STR_INIT("all"),              3, 2, false, EXPR_ALL,         CEL_LIB_TWO_VAR},
    {STR_INIT("exists"),           3, 2, false, EXPR_EXISTS,      CEL_LIB_TWO_VAR},
    {STR_INIT("exists_one"),       3, 2, false, EXPR_EXISTS_ONE,  CEL_LIB_TWO_VAR},
    {STR_INIT("existsOne"),        3, 2, false, EXPR_EXISTS_ONE,  CEL_LIB_TWO_VAR},
    {STR_INIT("transformList"),    3, 2, false, EXPR_MAP_OF,      CEL_LIB_TWO_VAR},
    {STR_INIT("transformList"),    4, 2, true,  EXPR_MAP_OF,      CEL_LIB_TWO_VAR},
    {STR_INIT("transformMap"),     3, 2, false, EXPR_MAP_VALUES,  CEL_LIB_TWO_VAR},
    {STR_INIT("transformMap"),     4, 2, true,  EXPR_MAP_VALUES,  CEL_LIB_TWO_VAR},
    {STR_INIT("transformMapEntry"), 3, 2, false, EXPR_MAP_ENTRIES, CEL_LIB_TWO_VAR},
    {STR_INIT("transformMapEntry"), 4, 2, true,  EXPR_MAP_ENTRIES, CEL_LIB_TWO_VAR},
    {STR_INIT("sortBy"),           2, 1, false, EXPR_SORT_BY,     CEL_LIB_EXT_LISTS},
    {STR_INIT("optMap"),           2, 1, false, EXPR_OPT_MAP,     CEL_LIB_OPTIONAL},
    {STR_INIT("optFlatMap"),       2, 1, false, EXPR_OPT_FLAT_MAP, CEL_LIB_OPTIONAL},
};
/* clang-format on */

static const Macro *find_macro(const Parser *p, const MacroCall *call)
{
    for (size_t i = 0; i < sizeof MACROS / sizeof *MACROS; i++) {
        const Macro *m = &MACROS[i];
        if (m->argc == call->argc && (m->lib & p->libs) && str_eq(m->name, call->name))
            return m;
    }
    return NULL;
}

bool macro_named(Str name)
{
    for (size_t i = 0; i < sizeof MACROS / sizeof *MACROS; i++) {
        if (str_eq(MACROS[i].name, name))
            return true;
    }
    return false;
}

static CelExpr *new_node(Parser *p, ExprKind kind, const MacroCall *call, size_t argc)
{
    CelExpr *e = expr_new(p->arena, kind, call->at, argc);
    e->op = call->op;
    e->word = call->word;
    return e;
}

static bool simple_name(const CelExpr *e)
{
    return e->kind == EXPR_IDENT && !(e->flags & (EXPR_ABSOLUTE | EXPR_PAREN));
}

/* has(e.f): the argument must be a selection as written. */
static CelExpr *expand_has(Parser *p, const MacroCall *call)
{
    CelExpr *arg = call->args[0];
    if (arg->kind == EXPR_SELECT && !(arg->flags & EXPR_OPTIONAL)) {
        CelExpr *e = new_node(p, EXPR_HAS, call, 1);
        e->args[0] = arg->args[0];
        e->name = arg->name;
        e->hash = arg->hash;
        e->word = arg->word;
        return e;
    }
    if (arg->kind == EXPR_INDEX)
        return parse_fail(p, arg->op, "has() takes a field; to ask for a key write key in map");
    return parse_fail(p, arg->op, "has() takes a field, as in has(object.spec)");
}

static CelExpr *expand_bind(Parser *p, const MacroCall *call)
{
    if (!simple_name(call->args[0]))
        return parse_fail(p, call->args[0]->op,
                          "the first argument of cel.bind() must be a simple name");
    CelExpr *e = new_node(p, EXPR_BIND, call, 2);
    e->names[0] = call->args[0]->name;
    e->args[0] = call->args[1];
    e->args[1] = call->args[2];
    return e;
}

static bool is_bind(const Parser *p, const MacroCall *call)
{
    return (p->libs & CEL_LIB_BINDINGS) && call->argc == 3 && str_eq(call->name, STR("bind")) &&
           call->target && simple_name(call->target) && str_eq(call->target->name, STR("cel"));
}

/* Kinds whose args are range, predicate or NULL, element. */
static bool has_transform(ExprKind kind)
{
    return kind == EXPR_MAP_OF || kind == EXPR_MAP_VALUES || kind == EXPR_MAP_ENTRIES;
}

static CelExpr *expand_row(Parser *p, const Macro *m, const MacroCall *call)
{
    for (size_t i = 0; i < m->vars; i++) {
        if (!simple_name(call->args[i]))
            return parse_fail(p, call->args[i]->op, "this argument of %.*s() must be a simple name",
                              STR_ARG(call->name));
    }
    if (m->vars == 2 && str_eq(call->args[0]->name, call->args[1]->name))
        return parse_fail(p, call->args[1]->op, "the two variables need different names");
    CelExpr *e = new_node(p, m->kind, call, has_transform(m->kind) ? 3 : 2);
    e->args[0] = call->target;
    if (has_transform(m->kind))
        e->args[1] = m->predicate ? call->args[m->vars] : NULL;
    e->args[e->argc - 1] = call->args[call->argc - 1];
    for (size_t i = 0; i < m->vars; i++)
        e->names[i] = call->args[i]->name;
    e->flags = m->vars == 2 ? EXPR_TWO_VARS : 0;
    return e;
}

bool macro_expand(Parser *p, const MacroCall *call, CelExpr **out)
{
    if (!call->target && call->argc == 1 && str_eq(call->name, STR("has"))) {
        *out = expand_has(p, call);
        return true;
    }
    if (is_bind(p, call)) {
        *out = expand_bind(p, call);
        return true;
    }
    const Macro *m = call->target ? find_macro(p, call) : NULL;
    if (m)
        *out = expand_row(p, m, call);
    return m != NULL;
}
