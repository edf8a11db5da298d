/* Between the checker's files: its state, and the parts that call each other. */
#ifndef CEL_CHECK_H
#define CEL_CHECK_H

#include "cel/program.h"

/* A variable of a macro while its body is checked. */
typedef struct Scope {
    Str name;
    const CelType *type;
} Scope;

typedef struct Checker {
    Arena *arena;
    const CelEnv *env;
    CelProgram *program;
    Diags *diags;
    TypeVars vars;
    VEC(Scope) scopes; /* innermost last; its index is the local slot */
    unsigned mixed;    /* literals of mixed types are right here, in the strictest profile, too */
    bool failed;
} Checker;

/* Sets e->type, of everything in it too; may turn e into another kind of node. */
void check_expr(Checker *c, CelExpr *e);
/* check_macro.c: what declares variables. */
void check_macro(Checker *c, CelExpr *e);
/* check_call.c */
void check_call(Checker *c, CelExpr *e);
void check_operator(Checker *c, CelExpr *e);
/* check_name.c: identifiers, dotted names, fields, indexes. */
void check_ident(Checker *c, CelExpr *e);
void check_select(Checker *c, CelExpr *e);
void check_index(Checker *c, CelExpr *e);
/* The dotted name that a chain of plain selections spells ("a.b.c"); "" when it is none. */
Str dotted_name(Checker *c, const CelExpr *e);
/* Notes that a field or method of a host type is read. */
void note_use(Checker *c, uint16_t host, Str name);
/* Notes the Kubernetes minor version that brought what e is; 0: every version has it. */
enum { OPTIONALS_SINCE = 28 }; /* Kubernetes 1.28 */
/* Optional syntax: ".?", "[?" or "?". */
void note_optional(Checker *c, Str syntax, Span at);
void note_since(Checker *c, const CelExpr *e, uint16_t since);

/* The type of e as far as it is known. */
const CelType *known_type(Checker *c, const CelExpr *e);
/* Reports what types show to be wrong; in lenient mode says nothing. e gets the error type. */
void check_fail(Checker *c, CelExpr *e, Span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reports a name that does not exist; in lenient mode e becomes an error at run time. */
void fail_name(Checker *c, CelExpr *e, const char *what, Str name, Str near);
/* Whether a message would still be kept: else nobody needs suggestions. */
bool wants_message(const Checker *c);
/* "expected type 'bool' but found 'int'", at `at`. */
void expect_bool(Checker *c, CelExpr *e, Span at);
const char *type_text(Checker *c, const CelType *t);

#endif
