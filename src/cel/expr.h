/* CelExpr: an expression as a tree, in the program's arena. The parser makes it, macros expanded
 * to nodes of their own; the checker resolves its names and gives it types; the planner gives
 * each node the function that evaluates it. From then on it is immutable.
 *
 * args by kind (… = any number):
 *   CONST                 value
 *   IDENT                 name; slot once checked
 *   SELECT HAS            operand . name
 *   INDEX                 container [ key ]
 *   CALL                  arguments…; with EXPR_MEMBER the receiver is the first
 *   NOT NEGATE            operand
 *   AND OR                operands…, two or more
 *   COND                  condition, then, else
 *   relations, ADD … MOD  left, right
 *   LIST                  elements…; MAP: key, value, key, value…
 *   ALL EXISTS EXISTS_ONE range, predicate
 *   MAP_OF                range, predicate or NULL, element       map, transformList
 *   MAP_VALUES            range, predicate or NULL, value         transformMap
 *   MAP_ENTRIES           range, predicate or NULL, map           transformMapEntry
 *   FILTER                range, predicate
 *   SORT_BY               list, key
 *   BIND                  init, body
 *   OPT_MAP OPT_FLAT_MAP  optional, body
 *   FAIL                  an error of this name: what only a run may find wrong (lenient mode) */
#ifndef CEL_EXPR_H
#define CEL_EXPR_H

#include "base/buf.h"
#include "cel/cel.h"

typedef enum ExprKind {
    EXPR_CONST,
    EXPR_IDENT,
    EXPR_SELECT,
    EXPR_HAS,
    EXPR_INDEX,
    EXPR_CALL,
    EXPR_NOT,
    EXPR_NEGATE,
    EXPR_AND,
    EXPR_OR,
    EXPR_COND,
    EXPR_EQ, /* relations in a row: EQ NE LT LE GT GE IN */
    EXPR_NE,
    EXPR_LT,
    EXPR_LE,
    EXPR_GT,
    EXPR_GE,
    EXPR_IN,
    EXPR_ADD, /* arithmetic in a row */
    EXPR_SUB,
    EXPR_MUL,
    EXPR_DIV,
    EXPR_MOD,
    EXPR_LIST,
    EXPR_MAP,
    EXPR_ALL, /* what declares variables, in a row to the end */
    EXPR_EXISTS,
    EXPR_EXISTS_ONE,
    EXPR_MAP_OF,
    EXPR_MAP_VALUES,
    EXPR_MAP_ENTRIES,
    EXPR_FILTER,
    EXPR_SORT_BY,
    EXPR_BIND,
    EXPR_OPT_MAP,
    EXPR_OPT_FLAT_MAP,
    EXPR_FAIL
} ExprKind;

enum {
    EXPR_OPTIONAL = 1,  /* a.?b, a[?b] */
    EXPR_MEMBER = 2,    /* receiver.f(…) */
    EXPR_MAYBE = 4,     /* an element or key with a '?' before it */
    EXPR_ABSOLUTE = 8,  /* .name: not a variable of a macro */
    EXPR_LOCAL = 16,    /* slot is one of the program's own variables */
    EXPR_TWO_VARS = 32, /* names[1] too */
    EXPR_PAREN = 64     /* stands in parentheses of its own: a chain of names ends here */
};

struct CelType;

typedef struct CelExpr {
    CelValue (*eval)(CelEval *ev, const struct CelExpr *e);
    struct CelExpr **args;
    uint8_t kind; /* ExprKind */
    uint8_t flags;
    uint16_t argc;
    uint16_t height; /* of the tree: bounds every recursion over it */
    uint16_t row_count;
    Span at;         /* all of it */
    Span op;         /* operator, dot, bracket or name: where compilers put their caret */
    Span word;       /* the name itself, where there is one */
    uint32_t slot;   /* of an IDENT; the first of what declares variables */
    uint32_t weight; /* nodes in the tree: what one evaluation costs at most, loops apart */
    Str name;
    uint64_t hash; /* str_hash(name) of SELECT and HAS; of a constant string key of INDEX */
    CelValue value;
    Str names[2]; /* variables that it declares */
    const struct CelType *type;
    const void *link; /* CALL, arithmetic: its rows; SELECT: the host's field */
    const void *plan; /* what a function of eval_fast.c needs beside the node */
} CelExpr;

/* A node with room for argc args, not yet filled in. */
CelExpr *expr_new(Arena *a, ExprKind kind, Span at, size_t argc);
/* Height and weight from the args; false when it is nested deeper than LIMIT_DEPTH. */
bool expr_close(CelExpr *e);
/* Name of the function behind an operator ("_+_"), as the rows are called; "" for others. */
Str expr_operator(ExprKind kind);
/* The operator as it is written ("<="), or a word for the kind ("list"). */
const char *expr_word(ExprKind kind);
Span span_join(Span from, Span to);
/* The tree as text, for tests: (call size (ident x)). */
void expr_write(Buf *out, const CelExpr *e);

#endif
