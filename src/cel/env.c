#include "cel/env.h"

#include "base/panic.h"
#include "cel/libs.h"

/* What the API server does not have, though some of it serves device selectors. */
enum {
    NOT_KUBERNETES =
        CEL_LIB_MATH | CEL_LIB_ENCODERS | CEL_LIB_BACKQUOTE | CEL_LIB_STRINGS_FULL | CEL_LIB_HOST
};

/* Where two rows of a function are on, the first decides: format() is the specification's. */

static const uint32_t PROFILE_LIBS[] = {
    [CEL_PROFILE_RULE] = ~(uint32_t)CEL_LIB_DRA,
    [CEL_PROFILE_DRA] = ~(uint32_t)(NOT_KUBERNETES | CEL_LIB_SEMVER),
    [CEL_PROFILE_KUBERNETES] = ~(uint32_t)(NOT_KUBERNETES | CEL_LIB_BINDINGS | CEL_LIB_DRA),
    [CEL_PROFILE_FULL] = ~(uint32_t)CEL_LIB_DRA,
};

static void add_row(CelEnv *env, const CelFunc *row)
{
    Str name;
    Overload *o = overload_of_row(&env->names, row, &name);
    FuncName **at = (FuncName **)map_at(&env->funcs, name);
    if (!*at) {
        *at = arena_new(env->arena, FuncName);
        (*at)->name = name;
    }
    *vec_push(env->arena, &(*at)->rows) = o;
}

static void add_rows(CelEnv *env, const CelFunc *rows)
{
    for (; rows->signature; rows++) {
        if (rows->lib & env->libs)
            add_row(env, rows);
    }
}

CelEnv *cel_env_new(Arena *a, CelProfile profile)
{
    CelEnv *env = arena_new(a, CelEnv);
    env->arena = a;
    env->profile = profile;
    env->libs = PROFILE_LIBS[profile];
    env->names = (TypeNames){a, NULL};
    map_init(&env->funcs, a);
    for (const CelFunc *const *table = CEL_FUNC_TABLES; *table; table++)
        add_rows(env, *table);
    return env;
}

CelEnv *cel_env_extend(Arena *a, const CelEnv *parent)
{
    CelEnv *env = arena_new(a, CelEnv);
    env->arena = a;
    env->parent = parent;
    env->profile = parent->profile;
    env->libs = parent->libs;
    env->lenient = parent->lenient;
    env->dotted = parent->dotted;
    env->first_slot = cel_env_slots(parent);
    return env;
}

void cel_env_lenient(CelEnv *env)
{
    env->lenient = true;
}

const CelEnv *env_root(const CelEnv *env)
{
    while (env->parent)
        env = env->parent;
    return env;
}

uint32_t cel_env_slots(const CelEnv *env)
{
    return env->first_slot + (uint32_t)env->vars.len;
}

/* The type of a whole text; a bad one is our bug. */
static const CelType *read_type(const CelEnv *env, const char *text)
{
    TypeNames names = env_root(env)->names;
    names.arena = env->arena;
    Str rest = str_c(text);
    const CelType *t = type_take(&names, &rest);
    if (!t || str_trim(rest).len)
        panic("cel: no type '%s'", text);
    return t;
}

uint32_t cel_env_var(CelEnv *env, Str name, const char *type)
{
    uint32_t slot = cel_env_slots(env);
    *vec_push(env->arena, &env->vars) = (EnvVar){name, read_type(env, type), slot};
    env->dotted |= str_find_char(name, '.') < name.len;
    return slot;
}

/* ---- host types ---- */

static void add_member(CelEnv *env, HostInfo *info, Str name, HostMember member)
{
    HostMember *m = arena_new(env->arena, HostMember);
    *m = member;
    *map_at(&info->members, name) = m;
}

static void add_host(CelEnv *env, HostInfo *info, const CelHostType *type)
{
    uint16_t host = (uint16_t)(info - env->hosts);
    info->type = type;
    map_init(&info->members, env->arena);
    for (const CelField *f = type->fields; f && f->name; f++) {
        HostMember member = {.host = host, .field = f, .type = read_type(env, f->type)};
        add_member(env, info, str_c(f->name), member);
    }
    for (const CelMethod *m = type->methods; m && m->name; m++) {
        HostMember member = {.host = host, .method = m, .call = overload_of_method(&env->names, m)};
        add_member(env, info, str_c(m->name), member);
    }
}

void cel_env_hosts(CelEnv *env, const CelHostType *const *types, size_t count)
{
    if (env->parent || env->hosts)
        panic("cel: host types are given once, to a root environment");
    map_init(&env->host_names, env->arena);
    for (size_t i = 0; i < count; i++)
        type_add_host(&env->host_names, str_c(types[i]->name), (uint16_t)i);
    env->names.hosts = &env->host_names;
    env->host_count = count;
    env->hosts = arena_array(env->arena, HostInfo, count);
    for (size_t i = 0; i < count; i++)
        add_host(env, &env->hosts[i], types[i]);
}

/* ---- look-up ---- */

const EnvVar *env_var(const CelEnv *env, Str name)
{
    for (; env; env = env->parent) {
        for (size_t i = env->vars.len; i > 0; i--) {
            if (str_eq(env->vars.items[i - 1].name, name))
                return &env->vars.items[i - 1];
        }
    }
    return NULL;
}

const FuncName *env_func(const CelEnv *env, Str name)
{
    return map_find(&env_root(env)->funcs, name);
}

const HostMember *env_member(const CelEnv *env, size_t host, Str name)
{
    const CelEnv *root = env_root(env);
    return host < root->host_count ? map_find(&root->hosts[host].members, name) : NULL;
}

const HostMember *env_any_member(const CelEnv *env, Str name)
{
    const CelEnv *root = env_root(env);
    for (size_t i = 0; i < root->host_count; i++) {
        const HostMember *m = map_find(&root->hosts[i].members, name);
        if (m && m->method)
            return m;
    }
    return NULL;
}

/* ---- did you mean ---- */

enum {
    SHORT_NAME = 4,
    FAR_SHORT = 1,
    FAR = 2
}; /* slips in a name of up to 4 letters, and others */

void suggest(Str name, Str candidate, Str *best, size_t *distance)
{
    size_t most = name.len <= SHORT_NAME ? FAR_SHORT : FAR;
    size_t found = str_distance(name, candidate, most);
    if (found <= most && (!best->len || found < *distance)) {
        *best = candidate;
        *distance = found;
    }
}

Str env_suggest_var(const CelEnv *env, Str name)
{
    Str best = STR("");
    size_t distance = 0;
    for (; env; env = env->parent) {
        for (size_t i = 0; i < env->vars.len; i++)
            suggest(name, env->vars.items[i].name, &best, &distance);
    }
    return best;
}

static Str suggest_key(const Map *map, Str name)
{
    Str best = STR("");
    size_t distance = 0;
    for (size_t i = 0; i < map->len; i++)
        suggest(name, map->entries[i].key, &best, &distance);
    return best;
}

Str env_suggest_func(const CelEnv *env, Str name)
{
    return suggest_key(&env_root(env)->funcs, name);
}

Str env_suggest_member(const CelEnv *env, size_t host, Str name)
{
    const CelEnv *root = env_root(env);
    return host < root->host_count ? suggest_key(&root->hosts[host].members, name) : STR("");
}
