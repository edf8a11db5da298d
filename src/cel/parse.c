#include "cel/parse.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "cel/literal.h"

typedef VEC(CelExpr *) Exprs;

static CelExpr *parse_expr(Parser *p);

void *parse_fail(Parser *p, Span at, const char *format, ...)
{
    char text[512]; /* of our own words and one token, which is cut */
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    Span in_file = {at.off + p->text.offset, at.len};
    (void)diag_error(p->diags, p->text.file, in_file, "%s", text);
    return NULL;
}

static Str text_of(const Parser *p, Span at)
{
    return str_slice(p->text.text, at.off, (size_t)at.off + at.len);
}

static Token take(Parser *p)
{
    Token taken = p->tok;
    p->tok = token_next(p->text.text, taken.at.off + taken.at.len);
    return taken;
}

static bool accept(Parser *p, TokenKind kind)
{
    if (p->tok.kind != kind)
        return false;
    (void)take(p);
    return true;
}

/* "expected X, found Y", or what the token itself knows to be wrong. */
static void *fail_here(Parser *p, const char *expected)
{
    if (p->tok.kind == TOKEN_BAD)
        return parse_fail(p, p->tok.at, "%s", p->tok.why);
    if (p->tok.kind == TOKEN_END)
        return parse_fail(p, p->tok.at, "expected %s, but the expression ends here", expected);
    Str found = str_slice(text_of(p, p->tok.at), 0, 40);
    return parse_fail(p, p->tok.at, "expected %s, found '%.*s'", expected, STR_ARG(found));
}

static CelExpr *close(Parser *p, CelExpr *e)
{
    if (!expr_close(e))
        return parse_fail(p, e->op, "the expression is nested deeper than %d levels", LIMIT_DEPTH);
    return e;
}

static CelExpr *make2(Parser *p, ExprKind kind, Token op, CelExpr *left, CelExpr *right)
{
    if (!left || !right)
        return NULL;
    CelExpr *e = expr_new(p->arena, kind, span_join(left->at, right->at), 2);
    e->op = op.at;
    e->args[0] = left;
    e->args[1] = right;
    return close(p, e);
}

/* ---- primary ---- */

static CelExpr *parse_literal(Parser *p)
{
    Token sign = p->tok;
    bool negative = accept(p, TOKEN_MINUS);
    Token token = take(p);
    Span at = span_join(sign.at, token.at);
    CelExpr *e = expr_new(p->arena, EXPR_CONST, at, 0);
    Literal literal = {token.kind, text_of(p, token.at), negative};
    Str why = STR("");
    if (!literal_value(p->arena, literal, &e->value, &why))
        return parse_fail(p, at, "%.*s", STR_ARG(why));
    return e;
}

/* Args = Expr {"," Expr} and the bracket that closes them, whose span is joined to *at. */
static bool parse_args(Parser *p, Exprs *out, Span *at)
{
    while (p->tok.kind != TOKEN_RPAREN || out->len > 0) {
        CelExpr *arg = parse_expr(p);
        if (!arg)
            return false;
        *vec_push(p->arena, out) = arg;
        if (p->tok.kind == TOKEN_RPAREN)
            break;
        if (p->tok.kind != TOKEN_COMMA)
            return fail_here(p, "',' or ')'") != NULL;
        (void)take(p);
    }
    *at = span_join(*at, take(p).at);
    return true;
}

/* The call whose '(' comes next; target NULL for a global one. */
static CelExpr *parse_call(Parser *p, CelExpr *target, Token name, uint8_t flags)
{
    MacroCall call = {
        .name = text_of(p, name.at), .op = p->tok.at, .word = name.at, .target = target};
    (void)take(p);
    Exprs args = {0};
    call.at = target ? target->at : name.at;
    if (!parse_args(p, &args, &call.at))
        return NULL;
    call.args = args.items;
    call.argc = args.len;
    CelExpr *e = NULL;
    if (!(flags & EXPR_ABSOLUTE) && macro_expand(p, &call, &e))
        return e ? close(p, e) : NULL;
    e = expr_new(p->arena, EXPR_CALL, call.at, args.len + (target != NULL));
    e->op = call.op;
    e->word = name.at;
    e->name = call.name;
    e->flags = (uint8_t)(flags | (target ? EXPR_MEMBER : 0));
    if (target)
        e->args[0] = target;
    for (size_t i = 0; i < args.len; i++)
        e->args[i + (target != NULL)] = args.items[i];
    return close(p, e);
}

/* ["."] Ident [ "(" Args ")" ] */
static CelExpr *parse_name(Parser *p, uint8_t flags)
{
    if (p->tok.kind != TOKEN_IDENT)
        return fail_here(p, "a name");
    Token name = take(p);
    if (token_reserved(text_of(p, name.at)))
        return parse_fail(p, name.at, "'%.*s' is a reserved word", STR_ARG(text_of(p, name.at)));
    if (p->tok.kind == TOKEN_LPAREN)
        return parse_call(p, NULL, name, flags);
    CelExpr *e = expr_new(p->arena, EXPR_IDENT, name.at, 0);
    e->name = text_of(p, name.at);
    e->word = name.at;
    e->flags = flags;
    return e;
}

/* OptExpr = ["?"] Expr, an element or key that may be left out. */
static CelExpr *parse_maybe(Parser *p)
{
    bool maybe = (p->libs & CEL_LIB_OPTIONAL) && accept(p, TOKEN_QUESTION);
    CelExpr *e = parse_expr(p);
    if (e && maybe)
        e->flags |= EXPR_MAYBE;
    return e;
}

static bool parse_entry(Parser *p, Exprs *out)
{
    CelExpr *key = parse_maybe(p);
    if (!key)
        return false;
    if (p->tok.kind != TOKEN_COLON)
        return fail_here(p, "':' and the key's value") != NULL;
    (void)take(p);
    CelExpr *value = parse_expr(p);
    *vec_push(p->arena, out) = key;
    *vec_push(p->arena, out) = value;
    return value != NULL;
}

/* "[" [ OptExpr {"," OptExpr} ] [","] "]", and the same of entries in braces. */
static CelExpr *parse_aggregate(Parser *p, ExprKind kind)
{
    Token open = take(p);
    TokenKind closing = kind == EXPR_LIST ? TOKEN_RBRACKET : TOKEN_RBRACE;
    Exprs items = {0};
    while (p->tok.kind != closing && p->tok.kind != TOKEN_COMMA) {
        if (kind == EXPR_MAP ? !parse_entry(p, &items)
                             : !(*vec_push(p->arena, &items) = parse_maybe(p)))
            return NULL;
        if (p->tok.kind == closing)
            break;
        if (p->tok.kind != TOKEN_COMMA)
            return fail_here(p, kind == EXPR_LIST ? "',' or ']'" : "',' or '}'");
        (void)take(p);
        if (p->tok.kind == TOKEN_COMMA)
            return fail_here(p, "an expression");
    }
    if (items.len == 0)
        (void)accept(p, TOKEN_COMMA);
    if (p->tok.kind != closing)
        return fail_here(p, kind == EXPR_LIST ? "',' or ']'" : "',' or '}'");
    CelExpr *e = expr_new(p->arena, kind, span_join(open.at, take(p).at), items.len);
    e->op = open.at;
    for (size_t i = 0; i < items.len; i++)
        e->args[i] = items.items[i];
    return close(p, e);
}

static CelExpr *parse_parens(Parser *p)
{
    Token open = take(p);
    CelExpr *e = parse_expr(p);
    if (!e)
        return NULL;
    if (p->tok.kind != TOKEN_RPAREN)
        return fail_here(p, "')'");
    e->at = span_join(open.at, take(p).at);
    e->flags |= EXPR_PAREN;
    return e;
}

static bool is_number(TokenKind kind)
{
    return kind == TOKEN_INT || kind == TOKEN_UINT || kind == TOKEN_DOUBLE;
}

/* A minus sign right before a number belongs to it: so the least int64 can be written. */
static bool at_negative(const Parser *p)
{
    if (p->tok.kind != TOKEN_MINUS)
        return false;
    Token next = token_next(p->text.text, p->tok.at.off + p->tok.at.len);
    return next.kind == TOKEN_INT || next.kind == TOKEN_DOUBLE;
}

static CelExpr *parse_primary(Parser *p)
{
    TokenKind kind = p->tok.kind;
    if (kind == TOKEN_IDENT)
        return parse_name(p, 0);
    if (is_number(kind) || (kind >= TOKEN_STRING && kind <= TOKEN_NULL) || at_negative(p))
        return parse_literal(p);
    if (kind == TOKEN_LPAREN)
        return parse_parens(p);
    if (kind == TOKEN_LBRACKET)
        return parse_aggregate(p, EXPR_LIST);
    if (kind == TOKEN_LBRACE)
        return parse_aggregate(p, EXPR_MAP);
    if (kind == TOKEN_DOT) {
        (void)take(p);
        return parse_name(p, EXPR_ABSOLUTE);
    }
    return fail_here(p, "an expression");
}

/* ---- member ---- */

static CelExpr *parse_select(Parser *p, CelExpr *operand, Token dot)
{
    bool optional = (p->libs & CEL_LIB_OPTIONAL) && accept(p, TOKEN_QUESTION);
    bool escaped = p->tok.kind == TOKEN_QUOTED && (p->libs & CEL_LIB_BACKQUOTE);
    if (p->tok.kind != TOKEN_IDENT && !escaped)
        return fail_here(p, "a field name");
    Token name = take(p);
    if (p->tok.kind == TOKEN_LPAREN && !escaped && !optional)
        return parse_call(p, operand, name, 0);
    CelExpr *e = expr_new(p->arena, EXPR_SELECT, span_join(operand->at, name.at), 1);
    e->args[0] = operand;
    e->op = dot.at;
    e->word = name.at;
    Str text = text_of(p, name.at);
    e->name = escaped ? str_slice(text, 1, text.len - 1) : text;
    e->hash = str_hash(e->name);
    e->flags = optional ? EXPR_OPTIONAL : 0;
    return close(p, e);
}

static CelExpr *parse_index(Parser *p, CelExpr *container, Token bracket)
{
    bool optional = (p->libs & CEL_LIB_OPTIONAL) && accept(p, TOKEN_QUESTION);
    CelExpr *key = parse_expr(p);
    if (!key)
        return NULL;
    if (p->tok.kind != TOKEN_RBRACKET)
        return fail_here(p, "']'");
    CelExpr *e = make2(p, EXPR_INDEX, bracket, container, key);
    if (!e)
        return NULL;
    e->at = span_join(container->at, take(p).at);
    e->flags = optional ? EXPR_OPTIONAL : 0;
    if (key->kind == EXPR_CONST && key->value.kind == CEL_STRING)
        e->hash = str_hash(cel_str_of(key->value));
    return e;
}

/* Member = Primary { "." ["?"] Field | "." Ident "(" [Args] ")" | "[" ["?"] Expr "]" } */
static CelExpr *parse_member(Parser *p)
{
    CelExpr *e = parse_primary(p);
    while (e && (p->tok.kind == TOKEN_DOT || p->tok.kind == TOKEN_LBRACKET)) {
        Token op = take(p);
        e = op.kind == TOKEN_DOT ? parse_select(p, e, op) : parse_index(p, e, op);
    }
    if (e && p->tok.kind == TOKEN_LBRACE && (e->kind == EXPR_IDENT || e->kind == EXPR_SELECT))
        return parse_fail(p, p->tok.at, "message literals are not supported here");
    return e;
}

/* Unary = "!"+ Member | "-"+ Member | Member */
static CelExpr *parse_unary(Parser *p)
{
    TokenKind sign = p->tok.kind;
    if ((sign != TOKEN_NOT && sign != TOKEN_MINUS) || at_negative(p))
        return parse_member(p);
    VEC(Token) ops = {0};
    while (p->tok.kind == sign && !at_negative(p))
        *vec_push(p->arena, &ops) = take(p);
    CelExpr *e = parse_member(p);
    while (e && ops.len > 0) {
        Token op = ops.items[--ops.len];
        CelExpr *outer = expr_new(p->arena, sign == TOKEN_NOT ? EXPR_NOT : EXPR_NEGATE,
                                  span_join(op.at, e->at), 1);
        outer->op = op.at;
        outer->args[0] = e;
        e = close(p, outer);
    }
    return e;
}

/* ---- binary ---- */

/* Relations bind loosest, all of one strength, left to right. */
static const struct {
    TokenKind token;
    ExprKind kind;
    int strength;
} BINARY[] = {
    {TOKEN_EQ,      EXPR_EQ,  1},
    {TOKEN_NE,      EXPR_NE,  1},
    {TOKEN_LT,      EXPR_LT,  1},
    {TOKEN_LE,      EXPR_LE,  1},
    {TOKEN_GT,      EXPR_GT,  1},
    {TOKEN_GE,      EXPR_GE,  1},
    {TOKEN_IN,      EXPR_IN,  1},
    {TOKEN_PLUS,    EXPR_ADD, 2},
    {TOKEN_MINUS,   EXPR_SUB, 2},
    {TOKEN_STAR,    EXPR_MUL, 3},
    {TOKEN_SLASH,   EXPR_DIV, 3},
    {TOKEN_PERCENT, EXPR_MOD, 3},
};

/* Row of the operator that comes next, or -1. */
static int binary_row(TokenKind token)
{
    for (size_t i = 0; i < sizeof BINARY / sizeof *BINARY; i++) {
        if (BINARY[i].token == token)
            return (int)i;
    }
    return -1;
}

static CelExpr *parse_binary(Parser *p, int least)
{
    CelExpr *left = parse_unary(p);
    for (;;) {
        int row = binary_row(p->tok.kind);
        if (!left || row < 0 || BINARY[row].strength < least)
            return left;
        Token op = take(p);
        CelExpr *right = parse_binary(p, BINARY[row].strength + 1);
        left = make2(p, BINARY[row].kind, op, left, right);
    }
}

/* Or = And { "||" And }, And = Rel { "&&" Rel }: a chain is one node, however long. */
static CelExpr *parse_chain(Parser *p, TokenKind token)
{
    bool is_or = token == TOKEN_OR;
    CelExpr *first = is_or ? parse_chain(p, TOKEN_AND) : parse_binary(p, 1);
    if (!first || p->tok.kind != token)
        return first;
    Token op = p->tok;
    Exprs terms = {0};
    *vec_push(p->arena, &terms) = first;
    while (accept(p, token)) {
        CelExpr *term = is_or ? parse_chain(p, TOKEN_AND) : parse_binary(p, 1);
        if (!term)
            return NULL;
        *vec_push(p->arena, &terms) = term;
    }
    CelExpr *last = terms.items[terms.len - 1];
    CelExpr *e =
        expr_new(p->arena, is_or ? EXPR_OR : EXPR_AND, span_join(first->at, last->at), terms.len);
    e->op = op.at;
    for (size_t i = 0; i < terms.len; i++)
        e->args[i] = terms.items[i];
    return close(p, e);
}

static CelExpr *fail_ternary(Parser *p, Token question)
{
    Str text = p->text.text;
    size_t after = question.at.off + 1;
    if (after < text.len && text.ptr[after] == '.' && p->tok.kind == TOKEN_END)
        return parse_fail(p, p->tok.at,
                          "expected ':'; a field that may be missing is a.?b, not a?.b");
    if (p->tok.kind == TOKEN_QUESTION)
        return parse_fail(p, p->tok.at, "a condition inside '? :' needs parentheses of its own");
    return fail_here(p, "':' and the other value");
}

/* Expr = Or [ "?" Or ":" Expr ] */
static CelExpr *parse_ternary(Parser *p)
{
    CelExpr *condition = parse_chain(p, TOKEN_OR);
    if (!condition || p->tok.kind != TOKEN_QUESTION)
        return condition;
    Token op = take(p);
    if (p->tok.kind == TOKEN_QUESTION)
        return parse_fail(p, p->tok.at, "there is no '?\?'; write a.?b.orValue(c)");
    CelExpr *yes = parse_chain(p, TOKEN_OR);
    if (!yes)
        return NULL;
    if (p->tok.kind != TOKEN_COLON)
        return fail_ternary(p, op);
    (void)take(p);
    CelExpr *no = parse_expr(p);
    if (!no)
        return NULL;
    CelExpr *e = expr_new(p->arena, EXPR_COND, span_join(condition->at, no->at), 3);
    e->op = op.at;
    e->args[0] = condition;
    e->args[1] = yes;
    e->args[2] = no;
    return close(p, e);
}

static CelExpr *parse_expr(Parser *p)
{
    if (++p->depth > LIMIT_DEPTH)
        return parse_fail(p, p->tok.at, "the expression is nested deeper than %d levels",
                          LIMIT_DEPTH);
    CelExpr *e = parse_ternary(p);
    p->depth--;
    return e;
}

/* What stands behind a whole expression: most often a habit from another language. */
static void *fail_rest(Parser *p, const CelExpr *e)
{
    static const struct {
        Str word;
        const char *why;
    } HABITS[] = {
        {STR_INIT("and"),      "to join conditions, write '&&'" },
        {STR_INIT("or"),       "to join conditions, write '||'" },
        {STR_INIT("is"),       "to compare, write '=='"         },
        {STR_INIT("not"),      "for 'not in' write !(a in b)"   },
        {STR_INIT("if"),       "write condition ? value : other"},
        {STR_INIT("matches"),  "write text.matches(pattern)"    },
        {STR_INIT("contains"), "write text.contains(part)"      }
    };
    Str word = text_of(p, p->tok.at);
    if (e->kind == EXPR_IDENT && str_eq_nocase(e->name, STR("not")))
        return parse_fail(p, p->tok.at, "for 'not' write '!'");
    for (size_t i = 0; i < sizeof HABITS / sizeof *HABITS; i++) {
        if (str_eq_nocase(HABITS[i].word, word))
            return parse_fail(p, p->tok.at, "unexpected '%.*s': %s", STR_ARG(word), HABITS[i].why);
    }
    return fail_here(p, "an operator or the end");
}

CelExpr *cel_parse(Arena *a, CelText text, uint32_t libs, Diags *d)
{
    Parser p = {.arena = a, .text = text, .diags = d, .libs = libs};
    if (text.text.len > LIMIT_EXPRESSION)
        return parse_fail(&p, (Span){0, 1}, "the expression is longer than %d bytes",
                          LIMIT_EXPRESSION);
    p.tok = token_next(text.text, 0);
    CelExpr *e = parse_expr(&p);
    if (e && p.tok.kind != TOKEN_END)
        return fail_rest(&p, e);
    return e;
}
