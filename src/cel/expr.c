#include "cel/expr.h"

#include "base/limits.h"

CelExpr *expr_new(Arena *a, ExprKind kind, Span at, size_t argc)
{
    CelExpr *e = arena_new(a, CelExpr);
    e->kind = (uint8_t)kind;
    e->at = e->op = at;
    e->args = argc ? arena_array(a, CelExpr *, argc) : NULL;
    e->argc = (uint16_t)argc;
    e->height = 1;
    e->weight = 1;
    return e;
}

bool expr_close(CelExpr *e)
{
    e->height = 1;
    e->weight = 1;
    for (size_t i = 0; i < e->argc; i++) {
        const CelExpr *arg = e->args[i];
        if (!arg)
            continue;
        if (arg->height >= e->height)
            e->height = (uint16_t)(arg->height + 1);
        e->weight += arg->weight;
    }
    return e->height <= LIMIT_DEPTH;
}

Str expr_operator(ExprKind kind)
{
    static const struct {
        ExprKind kind;
        Str name;
    } NAMES[] = {
        {EXPR_NOT,    STR_INIT("!_")  },
        {EXPR_NEGATE, STR_INIT("-_")  },
        {EXPR_LT,     STR_INIT("_<_") },
        {EXPR_LE,     STR_INIT("_<=_")},
        {EXPR_GT,     STR_INIT("_>_") },
        {EXPR_GE,     STR_INIT("_>=_")},
        {EXPR_IN,     STR_INIT("@in") },
        {EXPR_ADD,    STR_INIT("_+_") },
        {EXPR_SUB,    STR_INIT("_-_") },
        {EXPR_MUL,    STR_INIT("_*_") },
        {EXPR_DIV,    STR_INIT("_/_") },
        {EXPR_MOD,    STR_INIT("_%_") },
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (NAMES[i].kind == kind)
            return NAMES[i].name;
    }
    return STR("");
}

Span span_join(Span from, Span to)
{
    return (Span){from.off, to.off + to.len - from.off};
}

static const char *const KIND_WORDS[] = {
    [EXPR_CONST] = "const",
    [EXPR_IDENT] = "ident",
    [EXPR_SELECT] = "select",
    [EXPR_HAS] = "has",
    [EXPR_INDEX] = "index",
    [EXPR_CALL] = "call",
    [EXPR_NOT] = "!",
    [EXPR_NEGATE] = "-",
    [EXPR_AND] = "&&",
    [EXPR_OR] = "||",
    [EXPR_COND] = "?:",
    [EXPR_EQ] = "==",
    [EXPR_NE] = "!=",
    [EXPR_LT] = "<",
    [EXPR_LE] = "<=",
    [EXPR_GT] = ">",
    [EXPR_GE] = ">=",
    [EXPR_IN] = "in",
    [EXPR_ADD] = "+",
    [EXPR_SUB] = "-",
    [EXPR_MUL] = "*",
    [EXPR_DIV] = "/",
    [EXPR_MOD] = "%",
    [EXPR_LIST] = "list",
    [EXPR_MAP] = "map",
    [EXPR_ALL] = "all",
    [EXPR_EXISTS] = "exists",
    [EXPR_EXISTS_ONE] = "exists_one",
    [EXPR_MAP_OF] = "map_of",
    [EXPR_MAP_VALUES] = "map_values",
    [EXPR_MAP_ENTRIES] = "map_entries",
    [EXPR_FILTER] = "filter",
    [EXPR_SORT_BY] = "sort_by",
    [EXPR_BIND] = "bind",
    [EXPR_OPT_MAP] = "opt_map",
    [EXPR_OPT_FLAT_MAP] = "opt_flat_map",
    [EXPR_FAIL] = "fail",
};

const char *expr_word(ExprKind kind)
{
    return KIND_WORDS[kind];
}

void expr_write(Buf *out, const CelExpr *e)
{
    if (e->flags & EXPR_MAYBE)
        buf_char(out, '?');
    if (e->kind == EXPR_CONST) {
        cel_print_literal(out, e->value);
        return;
    }
    if (e->kind == EXPR_IDENT) {
        buf_printf(out, "%s%.*s", e->flags & EXPR_ABSOLUTE ? "." : "", STR_ARG(e->name));
        return;
    }
    buf_printf(out, "(%s%s", e->flags & EXPR_MEMBER ? "." : "", KIND_WORDS[e->kind]);
    if (e->flags & EXPR_OPTIONAL)
        buf_char(out, '?');
    if (e->name.len)
        buf_printf(out, " %.*s", STR_ARG(e->name));
    for (size_t i = 0; i < 2 && e->names[i].len; i++)
        buf_printf(out, " %.*s", STR_ARG(e->names[i]));
    for (size_t i = 0; i < e->argc; i++) {
        buf_char(out, ' ');
        if (e->args[i])
            expr_write(out, e->args[i]);
        else
            buf_char(out, '_');
    }
    buf_char(out, ')');
}
