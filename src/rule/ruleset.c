#include "rule/ruleset.h"

#include <string.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/panic.h"
#include "rule/needs.h"

struct RuleSet {
    Arena *arena;
    VEC(Rule *) rules; /* sorted by id */
    CelEnv *base;      /* what all subjects have; NULL: not made yet */
    CelEnv **envs;     /* by row of SUBJECTS; the same */
    Loader *loader;    /* of rule files; NULL until there is one */
};

static size_t subject_rows(void)
{
    size_t rows = 0;
    while (SUBJECTS[rows].name)
        rows++;
    return rows;
}

RuleSet *ruleset_new(Arena *a)
{
    RuleSet *set = arena_new(a, RuleSet);
    set->arena = a;
    set->envs = arena_array(a, CelEnv *, subject_rows());
    return set;
}

static Rule *rule_new(Arena *a, const RuleSpec *spec)
{
    Rule *r = arena_new(a, Rule);
    r->spec = spec;
    r->params = spec->params;
    r->needs = spec->needs;
    r->programs = arena_array(a, RuleProgram *, spec->on.len);
    return r;
}

RuleSet *ruleset_builtin(Arena *a)
{
    RuleSet *set = ruleset_new(a);
    for (size_t i = 0; i < BUILTIN_RULES.len; i++)
        *vec_push(a, &set->rules) = rule_new(a, &BUILTIN_RULES.items[i]);
    return set;
}

/* Where a rule of this id is, or would have to stand. */
static size_t rule_slot(const RuleSet *set, Str id)
{
    size_t low = 0, high = set->rules.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_cmp(set->rules.items[middle]->spec->id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const Rule *ruleset_find(const RuleSet *set, Str id)
{
    size_t at = rule_slot(set, id);
    if (at < set->rules.len && str_eq(set->rules.items[at]->spec->id, id))
        return set->rules.items[at];
    for (size_t i = 0; i < set->rules.len; i++) {
        RuleStrs aliases = set->rules.items[i]->spec->aliases;
        for (size_t k = 0; k < aliases.len; k++) {
            if (str_eq(aliases.items[k], id))
                return set->rules.items[i];
        }
    }
    return NULL;
}

static bool id_free(const RuleSet *set, const RuleSpec *spec, Str id, Diags *d)
{
    const Rule *other = ruleset_find(set, id);
    if (!other)
        return true;
    return diag_error(d, spec->source, spec->id_at, "'%.*s' names a rule already: %.*s",
                      STR_ARG(id), STR_ARG(other->spec->file));
}

bool ruleset_add(RuleSet *set, const RuleSpec *spec, Diags *d)
{
    if (!id_free(set, spec, spec->id, d))
        return false;
    for (size_t i = 0; i < spec->aliases.len; i++) {
        if (!id_free(set, spec, spec->aliases.items[i], d))
            return false;
    }
    size_t at = rule_slot(set, spec->id);
    (void)vec_push(set->arena, &set->rules);
    Rule **rules = set->rules.items;
    memmove(rules + at + 1, rules + at, (set->rules.len - 1 - at) * sizeof *rules);
    rules[at] = rule_new(set->arena, spec);
    return true;
}

/* ---- folders ---- */

static void add_file(RuleSet *set, Str path, Str area, Diags *d)
{
    Str text, why;
    if (!file_read(set->arena, path, LIMIT_FILE, &text, &why)) {
        diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(path), STR_ARG(why));
        return;
    }
    if (!set->loader) {
        set->loader = arena_new(set->arena, Loader);
        loader_init(set->loader, set->arena);
    }
    const RuleSpec *spec = rule_load(set->loader, source_new(set->arena, path, text), area, d);
    if (spec)
        (void)ruleset_add(set, spec, d);
}

static void add_folder(RuleSet *set, Str folder, Str area, int depth, Diags *d)
{
    const FolderEntry *entries;
    size_t count;
    Str why;
    if (depth > LIMIT_DEPTH || !folder_list(set->arena, folder, &entries, &count, &why)) {
        why = depth > LIMIT_DEPTH ? STR("folders are nested too deeply") : why;
        diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(folder), STR_ARG(why));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        Str path = path_join(set->arena, folder, entries[i].name);
        if (entries[i].kind == FILE_FOLDER)
            add_folder(set, path, entries[i].name, depth + 1, d);
        else if (entries[i].kind == FILE_REGULAR && str_ends(entries[i].name, STR(".yaml")))
            add_file(set, path, area, d);
    }
}

static bool yields_known(const RuleSet *set, const RuleSpec *spec, Diags *d)
{
    bool known = true;
    for (size_t i = 0; i < spec->yields.len; i++) {
        Str id = spec->yields.items[i], near = ruleset_suggest(set, id);
        if (str_eq(id, spec->id))
            known = diag_error(d, spec->source, spec->yields_at, "a rule cannot yield to itself");
        else if (!ruleset_find(set, id))
            known = diag_error(d, spec->source, spec->yields_at,
                               near.len ? "'%.*s' is no rule; did you mean '%.*s'?"
                                        : "'%.*s' is no rule%.*s",
                               STR_ARG(id), STR_ARG(near));
    }
    return known;
}

bool ruleset_add_folder(RuleSet *set, Str folder, Diags *d)
{
    size_t before = d->count;
    add_folder(set, folder, STR(""), 0, d);
    if (d->count != before)
        return false;
    for (size_t i = 0; i < set->rules.len; i++)
        (void)yields_known(set, set->rules.items[i]->spec, d);
    return ruleset_compile(set, d) && d->count == before;
}

/* ---- programs ---- */

static CelEnv *env_of(RuleSet *set, const Subject *s)
{
    CelEnv **env = &set->envs[s - SUBJECTS];
    if (!set->base)
        set->base = subject_env(set->arena, NULL);
    if (!*env) {
        *env = cel_env_extend(set->arena, set->base);
        if (s->var)
            (void)cel_env_var(*env, str_c(s->var), s->type);
    }
    return *env;
}

static RuleProgram *compile(RuleSet *set, const Rule *r, const Subject *s, Diags *d)
{
    return rule_compile(set->arena, r->spec, r->params, (SubjectEnv){s, env_of(set, s)}, d);
}

RuleProgram *ruleset_program(RuleSet *set, Rule *r, const Subject *s)
{
    for (size_t i = 0; i < r->spec->on.len; i++) {
        if (!str_eq(r->spec->on.items[i], str_c(s->name)))
            continue;
        if (!r->programs[i]) {
            Diags d;
            diags_init(&d, set->arena);
            r->programs[i] = compile(set, r, s, &d);
            if (!r->programs[i])
                panic("rule %.*s: %.*s", STR_ARG(r->spec->id), STR_ARG(d.list.items[0].message));
        }
        return r->programs[i];
    }
    return NULL;
}

static bool compile_on(RuleSet *set, Rule *r, size_t nth, Diags *d)
{
    const Subject *s = subject_find(r->spec->on.items[nth]);
    if (!s) /* native */
        return true;
    if (!r->programs[nth])
        r->programs[nth] = compile(set, r, s, d);
    RuleProgram *p = r->programs[nth];
    if (!p || !rule_compile_rest(p, d))
        return false;
    const char *list = r->spec->source ? program_squares(p) : NULL;
    if (list)
        return diag_error(d, r->spec->source, r->spec->id_at,
                          "a rule on '%s' may not visit all %s: ask a fact of the pod instead",
                          s->name, list);
    RuleNeeds needs = program_needs(p);
    r->needs = needs > r->needs ? needs : r->needs;
    return true;
}

bool ruleset_compile(RuleSet *set, Diags *d)
{
    bool good = true;
    for (size_t i = 0; i < set->rules.len; i++) {
        Rule *r = set->rules.items[i];
        for (size_t k = 0; k < r->spec->on.len; k++)
            r->broken |= !compile_on(set, r, k, d);
        good &= !r->broken;
    }
    return good;
}

/* ---- what others ask ---- */

bool rule_is_off(const Rule *r)
{
    return r->broken || (r->graded ? r->grade == SEVERITY_OFF : r->spec->off);
}

Severity rule_severity(const Rule *r, const RuleCheck *check)
{
    return r->graded ? r->grade : check->severity;
}

size_t ruleset_total(const RuleSet *set)
{
    return set->rules.len;
}

size_t ruleset_count(const RuleSet *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->rules.len; i++)
        count += !rule_is_off(set->rules.items[i]);
    return count;
}

Rule *ruleset_rule(RuleSet *set, size_t i)
{
    return set->rules.items[i];
}

const Rule *ruleset_at(const RuleSet *set, size_t i)
{
    return set->rules.items[i];
}

Str ruleset_suggest(const RuleSet *set, Str id)
{
    Nearest near = nearest_to(id);
    for (size_t i = 0; i < set->rules.len; i++)
        nearest_offer(&near, set->rules.items[i]->spec->id);
    return near.best;
}

Str rule_id(const Rule *r)
{
    return r->spec->id;
}

static Str *copy_strs(Arena *a, RuleStrs from)
{
    Str *items = arena_array(a, Str, from.len);
    for (size_t i = 0; i < from.len; i++)
        items[i] = from.items[i];
    return items;
}

static void add_examples(Arena *a, RuleCases cases, RuleInfo *info)
{
    for (size_t i = 0; i < cases.len; i++) {
        const RuleCase *c = &cases.items[i];
        *vec_push(a, &info->examples) = (RuleExample){c->bad, c->title, c->input};
    }
}

/* Of a literal as rule_literal makes it: duration('96h') is written 96h. */
static Str as_written(Str literal)
{
    Str before, inner, after;
    if (str_cut(literal, '\'', &before, &inner) && str_cut(inner, '\'', &inner, &after))
        return str_starts(literal, STR("[")) ? literal : inner;
    return literal;
}

static void add_params(Arena *a, RuleParams params, RuleInfo *info)
{
    for (size_t i = 0; i < params.len; i++) {
        const RuleParam *p = &params.items[i];
        *vec_push(a, &info->params) =
            (RuleSetting){p->name, p->type, as_written(p->value.text), p->doc};
    }
}

const RuleInfo *rule_info(Arena *a, const Rule *r)
{
    const RuleSpec *spec = r->spec;
    const RuleDoc *doc = spec->doc;
    RuleInfo *info = arena_new(a, RuleInfo);
    *info = (RuleInfo){.id = spec->id,
                       .title = doc->title,
                       .area = spec->area,
                       .why = doc->why,
                       .how = doc->how,
                       .needs = r->needs,
                       .severity = spec->severity};
    if (rule_is_off(r))
        info->severity = SEVERITY_OFF;
    else if (r->graded)
        info->severity = r->grade;
    info->on.items = copy_strs(a, spec->on);
    info->on.len = spec->on.len;
    info->see.items = copy_strs(a, doc->see);
    info->see.len = doc->see.len;
    info->aliases.items = copy_strs(a, spec->aliases);
    info->aliases.len = spec->aliases.len;
    add_examples(a, doc->cases, info);
    add_params(a, r->params, info);
    return info;
}

static Rule *rule_of(RuleSet *set, const Rule *r)
{
    return set->rules.items[rule_slot(set, r->spec->id)];
}

void ruleset_grade(RuleSet *set, const Rule *r, Severity s)
{
    Rule *mine = rule_of(set, r);
    mine->graded = true;
    mine->grade = s;
}

bool ruleset_param(RuleSet *set, const Rule *r, Str name, const Node *value, Diags *d)
{
    Rule *mine = rule_of(set, r);
    RuleParam *params = arena_array(set->arena, RuleParam, mine->params.len);
    bool found = false, good = true;
    for (size_t i = 0; i < mine->params.len; i++) {
        params[i] = mine->params.items[i];
        if (!str_eq(params[i].name, name))
            continue;
        found = true;
        good = rule_literal(set->arena, params[i].type, value, d, &params[i].value.text);
    }
    if (!found)
        return diag_error(d, node_document(value)->source, value->span,
                          "rule %.*s has no parameter '%.*s'", STR_ARG(r->spec->id), STR_ARG(name));
    mine->params = (RuleParams){params, mine->params.len};
    for (size_t i = 0; i < mine->spec->on.len; i++)
        mine->programs[i] = NULL; /* compiled with the old value */
    return good;
}
