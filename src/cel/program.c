#include "cel/program.h"

#include "cel/parse.h"

CelProgram *cel_compile(Arena *a, const CelEnv *env, CelText text, Diags *d)
{
    CelProgram *p = arena_new(a, CelProgram);
    p->env = env;
    p->text = text;
    p->documents = env->profile == CEL_PROFILE_RULE;
    p->kubernetes = env->profile == CEL_PROFILE_KUBERNETES || env->profile == CEL_PROFILE_DRA;
    p->root = cel_parse(a, text, env->libs, d);
    return p->root && cel_check(a, p, d) && cel_plan(a, p, d) ? p : NULL;
}

const char *cel_program_type(const CelProgram *p)
{
    return p->type;
}

Str cel_program_text(const CelProgram *p)
{
    return p->text.text;
}

bool cel_program_reads(const CelProgram *p, uint32_t slot)
{
    return slot < cel_env_slots(p->env) && p->reads[slot];
}

bool cel_program_uses(const CelProgram *p, const char *host_type, const char *name)
{
    for (size_t i = 0; i < p->uses.len; i++) {
        const HostUse *use = &p->uses.items[i];
        if (str_eq(str_c(use->type->name), str_c(host_type)) && str_eq(use->name, str_c(name)))
            return true;
    }
    return false;
}

bool cel_program_use(const CelProgram *p, size_t i, const CelHostType **type, Str *name)
{
    if (i >= p->uses.len)
        return false;
    *type = p->uses.items[i].type;
    *name = p->uses.items[i].name;
    return true;
}

static bool has_name(const CelNewer *list, size_t count, Str name)
{
    for (size_t i = 0; i < count; i++) {
        if (str_eq(list[i].name, name))
            return true;
    }
    return false;
}

const CelNewer *cel_program_newer(Arena *a, const CelProgram *p, int32_t minor, size_t *count)
{
    VEC(CelNewer) out = {0};
    for (size_t i = 0; i < p->newer.len; i++) {
        const CelNewer *n = &p->newer.items[i];
        if (n->since > minor && !has_name(out.items, out.len, n->name))
            *vec_push(a, &out) = *n;
    }
    *count = out.len;
    return out.items;
}

const CelWarning *cel_program_warning(const CelProgram *p, size_t i)
{
    return i < p->warnings.len ? &p->warnings.items[i] : NULL;
}
