#include "rule/compile.h"

#include "base/panic.h"

typedef struct Compiler {
    Arena *arena;
    Diags *diags;
    RuleProgram *out;
    Lets pending; /* `let`s that no scope so far could read */
} Compiler;

static Compiler compiler_of(RuleProgram *p, Diags *d)
{
    Compiler c = {.arena = p->arena, .diags = d, .out = p};
    for (size_t i = 0; i < p->pending.len; i++) /* each check wants them anew */
        *vec_push(c.arena, &c.pending) = p->pending.items[i];
    return c;
}

static void note_slots(Compiler *c, const CelEnv *env)
{
    uint32_t slots = cel_env_slots(env);
    if (slots > c->out->slots)
        c->out->slots = slots;
}

static void report(Compiler *c, const RuleText *at, const char *what, const char *type)
{
    diag_error(c->diags, at->file, (Span){at->offset, (uint32_t)at->text.len * at->exact},
               "expected %s, this is of type %s", what, type);
}

/* A scalar field that must be an expression of type bool; its messages go to `d`. */
static CelProgram *compile_bool(Compiler *c, const CelEnv *env, const RuleText *t, Diags *d)
{
    CelProgram *p = expr_compile(c->arena, env, t, d);
    Str type = p ? str_c(cel_program_type(p)) : STR("bool");
    if (!str_eq(type, STR("bool")) && !str_eq(type, STR("dyn")))
        report(c, t, "a condition", cel_program_type(p));
    return p;
}

/* ---- variables ---- */

/* Takes the pending `let`s that this scope can read, in order; the others stay for an inner one. */
static void take_lets(Compiler *c, CelEnv *env, LetPrograms *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->pending.len; i++) {
        const RuleLet *let = c->pending.items[i];
        Diags aside;
        diags_init(&aside, c->arena);
        CelProgram *p = expr_compile(c->arena, env, &let->value, &aside);
        if (!p) {
            c->pending.items[kept++] = let;
            continue;
        }
        diag_take_warnings(c->diags, &aside);
        uint32_t slot = cel_env_var(env, let->name, cel_program_type(p));
        *vec_push(c->arena, out) = (LetProgram){slot, p};
    }
    c->pending.len = kept;
}

/* What is still pending in the innermost scope is wrong: say why, once. Who reads it is not. */
static void blame_lets(Compiler *c, CelEnv *env)
{
    for (size_t i = 0; i < c->pending.len; i++) {
        const RuleLet *let = c->pending.items[i];
        CelProgram *p = expr_compile(c->arena, env, &let->value, c->diags);
        (void)cel_env_var(env, let->name, p ? cel_program_type(p) : "dyn");
    }
}

static void declare_params(Compiler *c, CelEnv *env, RuleParams params)
{
    for (size_t i = 0; i < params.len; i++) {
        const RuleParam *p = &params.items[i];
        CelProgram *value = expr_compile(c->arena, env, &p->value, c->diags);
        Str name = arena_printf(c->arena, "params.%.*s", STR_ARG(p->name));
        Str type = arena_copy(c->arena, p->type); /* ends in a NUL */
        if (value)
            *vec_push(c->arena, &c->out->lets) =
                (LetProgram){cel_env_var(env, name, type.ptr), value};
    }
}

/* A rule on several subjects may ask which one it looks at: the others' variables are null. */
static void declare_others(Compiler *c, CelEnv *env)
{
    const RuleSpec *spec = c->out->spec;
    const Subject *own = c->out->subject;
    for (size_t i = 0; i < spec->on.len; i++) {
        const Subject *other = subject_find(spec->on.items[i]);
        bool same = other && own->var && other->var && str_eq(str_c(other->var), str_c(own->var));
        if (!other || !other->var || same)
            continue;
        uint32_t slot = cel_env_var(env, str_c(other->var), other->type);
        *vec_push(c->arena, &c->out->lets) = (LetProgram){slot, NULL};
    }
}

/* ---- each, when ---- */

/* The type of a list's items: "list(pool)" gives "pool". */
static const char *item_type(Arena *a, Str list)
{
    if (!str_starts(list, STR("list(")))
        return "dyn";
    return arena_copy(a, str_slice(list, 5, list.len - 1)).ptr;
}

/* The scope inside `each`: `outer` itself when there is none. NULL after a message. */
static CelEnv *enter_each(Compiler *c, CelEnv *outer, const RuleEach *each, EachProgram *out)
{
    if (!each->list.text.ptr)
        return outer;
    out->list = expr_compile(c->arena, outer, &each->list, c->diags);
    if (!out->list)
        return NULL;
    Str type = str_c(cel_program_type(out->list));
    if (!str_starts(type, STR("list(")) && !str_eq(type, STR("dyn"))) {
        report(c, &each->list, "a list", cel_program_type(out->list));
        return NULL;
    }
    CelEnv *inner = cel_env_extend(c->arena, outer);
    out->slot = cel_env_var(inner, each->name, item_type(c->arena, type));
    take_lets(c, inner, &out->lets);
    note_slots(c, inner);
    return inner;
}

/* `when` is judged before `each` where it can be, so that it may guard it. With an `each` inside,
 * what cannot be read out here may be read there. */
static GuardProgram outer_guard(Compiler *c, const CelEnv *env, const RuleText *when, bool each)
{
    Diags aside;
    diags_init(&aside, c->arena);
    GuardProgram guard = {NULL, false};
    if (when->text.ptr)
        guard.when = compile_bool(c, env, when, each ? &aside : c->diags);
    diag_take_warnings(c->diags, &aside);
    guard.inside = when->text.ptr && !guard.when;
    return guard;
}

static void inner_guard(Compiler *c, const CelEnv *env, const RuleText *when, GuardProgram *guard)
{
    if (guard->inside)
        guard->when = compile_bool(c, env, when, c->diags);
}

/* ---- checks ---- */

static void compile_check(RuleProgram *p, CelEnv *env, const RuleCheck *check, Diags *d)
{
    Compiler c = compiler_of(p, d);
    CheckProgram *out = vec_push(c.arena, &p->checks);
    bool each = check->each.list.text.ptr != NULL;
    *out = (CheckProgram){.check = check};
    out->guard = outer_guard(&c, env, &check->when, each);
    CelEnv *inner = enter_each(&c, env, &check->each, &out->each);
    if (!inner)
        return;
    if (each)
        blame_lets(&c, inner);
    inner_guard(&c, inner, &check->when, &out->guard);
    if (check->require.text.ptr)
        out->require = compile_bool(&c, inner, &check->require, d);
    out->env = inner;
}

static bool checks_bind(const RuleSpec *spec)
{
    for (size_t i = 0; i < spec->checks.len; i++) {
        if (spec->checks.items[i].each.list.text.ptr)
            return true;
    }
    return false;
}

static void compile_checks(RuleProgram *p, Diags *d)
{
    Compiler c = compiler_of(p, d);
    const RuleSpec *spec = p->spec;
    p->ready = true;
    CelEnv *inner = enter_each(&c, p->env, &spec->each, &p->each);
    if (!inner)
        return;
    if (!checks_bind(spec))
        blame_lets(&c, inner);
    inner_guard(&c, inner, &spec->when, &p->guard);
    p->pending = c.pending;
    for (size_t i = 0; i < spec->checks.len; i++)
        compile_check(p, inner, &spec->checks.items[i], d);
}

/* ---- words ---- */

static void compile_related(Compiler *c, CelEnv *env, const RuleRelated *r, CheckProgram *out)
{
    RelatedProgram p = {0};
    CelEnv *inner = enter_each(c, env, &r->each, &p.each);
    if (!inner)
        return;
    p.at = expr_compile(c->arena, inner, &r->at, c->diags);
    p.message = message_compile(c->arena, inner, &r->message, c->diags);
    *vec_push(c->arena, &out->related) = p;
}

static void compile_words(RuleProgram *p, CheckProgram *out, Diags *d)
{
    Compiler c = {.arena = p->arena, .diags = d, .out = p};
    const RuleCheck *check = out->check;
    out->worded = true;
    for (size_t i = 0; i < check->at.len; i++)
        *vec_push(c.arena, &out->at) = expr_compile(c.arena, out->env, &check->at.items[i], d);
    out->message = message_compile(c.arena, out->env, &check->message, d);
    for (size_t i = 0; i < check->related.len; i++)
        compile_related(&c, out->env, &check->related.items[i], out);
}

/* ---- what others call ---- */

RuleProgram *rule_compile(Arena *a, const RuleSpec *spec, RuleParams params, SubjectEnv on,
                          Diags *d)
{
    size_t before = d->count;
    RuleProgram *p = arena_new(a, RuleProgram);
    *p = (RuleProgram){.arena = a, .spec = spec, .subject = on.subject};
    p->env = cel_env_extend(a, on.env);
    for (size_t i = 0; i < spec->lets.len; i++)
        *vec_push(a, &p->pending) = &spec->lets.items[i];
    Compiler c = compiler_of(p, d);
    declare_others(&c, p->env);
    declare_params(&c, p->env, params);
    take_lets(&c, p->env, &p->lets);
    note_slots(&c, p->env);
    p->pending = c.pending;
    p->guard = outer_guard(&c, p->env, &spec->when, spec->each.list.text.ptr != NULL);
    return d->count == before ? p : NULL;
}

bool rule_compile_rest(RuleProgram *p, Diags *d)
{
    size_t before = d->count;
    if (!p->ready)
        compile_checks(p, d);
    for (size_t i = 0; d->count == before && i < p->checks.len; i++) {
        if (!p->checks.items[i].worded)
            compile_words(p, &p->checks.items[i], d);
    }
    return d->count == before;
}

/* Built-in rules compiled at build time, others when they were loaded. */
static void expect_none(const RuleProgram *p, const Diags *d)
{
    if (d->count)
        panic("rule %.*s: %.*s", STR_ARG(p->spec->id), STR_ARG(d->list.items[0].message));
}

void program_ready(RuleProgram *p)
{
    if (p->ready)
        return;
    Diags d;
    diags_init(&d, p->arena);
    compile_checks(p, &d);
    expect_none(p, &d);
}

void check_words(RuleProgram *p, CheckProgram *c)
{
    if (c->worded)
        return;
    Diags d;
    diags_init(&d, p->arena);
    compile_words(p, c, &d);
    expect_none(p, &d);
}
