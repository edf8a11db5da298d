/* Text to CelExpr by recursive descent; the grammar is cel-spec's as cel-go reads it. Macros are
 * expanded on the way. The first mistake ends it, with one message at its place. */
#ifndef CEL_PARSE_H
#define CEL_PARSE_H

#include "cel/expr.h"
#include "cel/token.h"

typedef struct Parser {
    Arena *arena;
    CelText text;
    Diags *diags;
    uint32_t libs; /* CelLib: which macros and forms are on */
    Token tok;     /* the next one, not yet taken */
    unsigned depth;
} Parser;

/* NULL after one message. Spans count from the text's own beginning. */
CelExpr *cel_parse(Arena *a, CelText text, uint32_t libs, Diags *d);

/* Reports at a span of the text and gives NULL, so that a production can `return parse_fail(…)`. */
void *parse_fail(Parser *p, Span at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What a call stands for when it is a macro. *out stays NULL with true after a message; false: it
 * is none, an ordinary call. args may be changed. target NULL: not called on anything. */
typedef struct MacroCall {
    Str name;
    Span at, op, word; /* as of the call's CelExpr */
    CelExpr *target, **args;
    size_t argc;
} MacroCall;

/* Some macro is called that: it was written in a way that makes it none. */
bool macro_named(Str name);
bool macro_expand(Parser *p, const MacroCall *call, CelExpr **out);

#endif
