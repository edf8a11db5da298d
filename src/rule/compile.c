#include "rule/compile.h"

typedef struct Compiler {
    Arena *arena;
    Diags *diags;
    const RuleSpec *spec;
    RuleProgram *out;
    const RuleLet **pending; /* `let`s that no scope so far could read */
    size_t pending_count;
} Compiler;

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

/* A scalar field that must be an expression of type bool. */
static CelProgram *compile_bool(Compiler *c, const CelEnv *env, const RuleText *t)
{
    CelProgram *p = expr_compile(c->arena, env, t, c->diags);
    Str type = p ? str_c(cel_program_type(p)) : STR("bool");
    if (!str_eq(type, STR("bool")) && !str_eq(type, STR("dyn")))
        report(c, t, "a condition", cel_program_type(p));
    return p;
}

static CelProgram *try_compile(Compiler *c, const CelEnv *env, const RuleText *t)
{
    Diags aside;
    diags_init(&aside, c->arena);
    return expr_compile(c->arena, env, t, &aside);
}

/* Takes the pending `let`s that this scope can read, in order; the others stay for an inner one. */
static void take_lets(Compiler *c, CelEnv *env, LetPrograms *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->pending_count; i++) {
        const RuleLet *let = c->pending[i];
        CelProgram *p = try_compile(c, env, &let->value);
        if (!p) {
            c->pending[kept++] = let;
            continue;
        }
        uint32_t slot = cel_env_var(env, let->name, cel_program_type(p));
        *vec_push(c->arena, out) = (LetProgram){slot, p};
    }
    c->pending_count = kept;
}

/* What is still pending in the innermost scope is wrong: say why. */
static void blame_lets(Compiler *c, const CelEnv *env)
{
    for (size_t i = 0; i < c->pending_count; i++)
        (void)expr_compile(c->arena, env, &c->pending[i]->value, c->diags);
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

/* A rule on several subjects may ask which one it looks at: the variables of the others are null.
 */
static void declare_others(Compiler *c, CelEnv *env)
{
    for (size_t i = 0; i < c->spec->on.len; i++) {
        const Subject *other = subject_find(c->spec->on.items[i]);
        if (!other || other == c->out->subject || !other->var)
            continue;
        if (c->out->subject->var && str_eq(str_c(other->var), str_c(c->out->subject->var)))
            continue;
        uint32_t slot = cel_env_var(env, str_c(other->var), other->type);
        *vec_push(c->arena, &c->out->lets) = (LetProgram){slot, NULL};
    }
}

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

/* `when` is judged before `each` where it can be, so that it may guard it. */
static GuardProgram compile_guard(Compiler *c, const CelEnv *outer, const CelEnv *inner,
                                  const RuleText *when)
{
    if (!when->text.ptr)
        return (GuardProgram){NULL, false};
    if (outer == inner || try_compile(c, outer, when))
        return (GuardProgram){compile_bool(c, outer, when), false};
    return (GuardProgram){compile_bool(c, inner, when), true};
}

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

static void compile_check(Compiler *c, CelEnv *env, const RuleCheck *check)
{
    CheckProgram *out = vec_push(c->arena, &c->out->checks);
    *out = (CheckProgram){.check = check};
    const RuleLet **pending = c->pending;
    size_t count = c->pending_count;
    c->pending = arena_array(c->arena, const RuleLet *, count); /* the next check wants them too */
    for (size_t i = 0; i < count; i++)
        c->pending[i] = pending[i];
    CelEnv *inner = enter_each(c, env, &check->each, &out->each);
    if (inner) {
        if (inner != env)
            blame_lets(c, inner);
        out->guard = compile_guard(c, env, inner, &check->when);
        if (check->require.text.ptr)
            out->require = compile_bool(c, inner, &check->require);
        for (size_t i = 0; i < check->at.len; i++)
            *vec_push(c->arena, &out->at) =
                expr_compile(c->arena, inner, &check->at.items[i], c->diags);
        out->message = message_compile(c->arena, inner, &check->message, c->diags);
        c->pending_count = 0; /* whatever is left belongs to another check */
        for (size_t i = 0; i < check->related.len; i++)
            compile_related(c, inner, &check->related.items[i], out);
    }
    c->pending = pending;
    c->pending_count = count;
}

static bool checks_bind(const RuleSpec *spec)
{
    for (size_t i = 0; i < spec->checks.len; i++) {
        if (spec->checks.items[i].each.list.text.ptr)
            return true;
    }
    return false;
}

static void compile_all(Compiler *c, RuleParams params, CelEnv *env)
{
    const RuleSpec *spec = c->spec;
    declare_others(c, env);
    declare_params(c, env, params);
    take_lets(c, env, &c->out->lets);
    note_slots(c, env);
    CelEnv *inner = enter_each(c, env, &spec->each, &c->out->each);
    if (!inner)
        return;
    if (!checks_bind(spec))
        blame_lets(c, inner);
    c->out->guard = compile_guard(c, env, inner, &spec->when);
    for (size_t i = 0; i < spec->checks.len; i++)
        compile_check(c, inner, &spec->checks.items[i]);
}

const RuleProgram *rule_compile(Arena *a, const RuleSpec *spec, RuleParams params,
                                const Subject *subject, const CelEnv *base, Diags *d)
{
    size_t before = d->count;
    Compiler c = {.arena = a, .diags = d, .spec = spec, .out = arena_new(a, RuleProgram)};
    c.out->spec = spec;
    c.out->subject = subject;
    c.pending = arena_array(a, const RuleLet *, spec->lets.len);
    c.pending_count = spec->lets.len;
    for (size_t i = 0; i < spec->lets.len; i++)
        c.pending[i] = &spec->lets.items[i];
    compile_all(&c, params, cel_env_extend(a, base));
    return d->count == before ? c.out : NULL;
}
