/* One expression, tried: what it yields, as text. For the tests of src/cel.
 *   "true", "[1, 2]"        the value as a literal
 *   "unknown", "unknown: x" and what was missing
 *   "error: …"              of the evaluation
 *   "refused: …"            the first message of the compiler */
#ifndef TESTS_CEL_TRY_H
#define TESTS_CEL_TRY_H

#include "base/limits.h"
#include "cel/cel.h"
#include "doc/load.h"

typedef struct CelTry {
    Arena *arena;
    CelEnv *env;
    CelValue slots[16];
    uint64_t steps; /* allowed; 0: as many as a rule */
    Span at;        /* out: where the message or error lies */
    bool told;      /* evaluated for people to read */
} CelTry;

static inline void try_init(CelTry *t, Arena *a, CelProfile profile)
{
    *t = (CelTry){.arena = a, .env = cel_env_new(a, profile)};
}

static inline void try_set(CelTry *t, const char *name, const char *type, CelValue v)
{
    t->slots[cel_env_var(t->env, str_c(name), type)] = v;
}

static inline const Node *try_yaml(Arena *a, const char *text)
{
    Loader loader;
    Diags diags;
    loader_init(&loader, a);
    diags_init(&diags, a);
    Stream *s = yaml_load(&loader, source_new(a, STR("t.yaml"), str_c(text)), &diags);
    return s && s->documents.len ? &s->documents.items[0]->root : NULL;
}

static inline CelEval try_eval(CelTry *t)
{
    return (CelEval){.scratch = t->arena,
                     .slots = t->slots,
                     .slots_mutable = t->slots,
                     .step_limit = t->steps ? t->steps : LIMIT_CEL_STEPS,
                     .memory_limit = LIMIT_CEL_MEMORY,
                     .told = t->told};
}

static inline const char *try_text(CelTry *t, const char *kind, Str text)
{
    return text.len ? arena_printf(t->arena, "%s: %.*s", kind, STR_ARG(text)).ptr : kind;
}

static inline CelProgram *try_compile(CelTry *t, const char *expr, Str *why)
{
    Diags diags;
    diags_init(&diags, t->arena);
    CelProgram *p = cel_compile(t->arena, t->env, (CelText){NULL, 0, str_c(expr)}, &diags);
    *why = diags.list.len ? diags.list.items[0].message : STR("");
    t->at = diags.list.len ? diags.list.items[0].at : (Span){0, 0};
    return p;
}

static inline const char *try_expr(CelTry *t, const char *expr)
{
    Str why;
    CelProgram *p = try_compile(t, expr, &why);
    if (!p)
        return try_text(t, "refused", why);
    CelEval ev = try_eval(t);
    CelValue v = cel_eval(&ev, p);
    if (v.kind == CEL_ERROR) {
        t->at = v.as.error->at;
        return try_text(t, "error", v.as.error->message);
    }
    if (v.kind == CEL_UNKNOWN)
        return try_text(t, "unknown", cel_str_of(v));
    Buf out;
    buf_init(&out, t->arena, LIMIT_MESSAGE);
    cel_print_literal(&out, v);
    return arena_copy(t->arena, buf_str(&out)).ptr;
}

#endif
