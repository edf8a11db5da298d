#include "cli/setup.h"

#include "base/date.h"

#include <time.h>

#include "base/abspath.h"
#include "base/file.h"
#include "cli/cmd.h"
#include "rule/platform.h"

/* The folder of a path that is given; the current one for stdin. */
static Str start_folder(Arena *a, Str path)
{
    Str real = !path.len || str_eq(path, STR("-")) ? STR(".") : path;
    Str absolute = path_absolute(a, real);
    return file_kind(real, true) == FILE_FOLDER ? absolute : path_parent(absolute);
}

/* Two inputs under two configurations are two runs: a merge would surprise. */
static bool config_search(Setup *s, const Strs *starts, Str *out)
{
    Str found = STR(""), last = STR("");
    for (size_t i = 0; i < starts->len; i++) {
        Str folder = start_folder(s->arena, starts->items[i]);
        if (i && str_eq(folder, last))
            continue;
        last = folder;
        Str path = config_find(s->arena, folder);
        if (i && !str_eq(path, found))
            return diag_error(&s->diags, NULL, (Span){0, 0},
                              "'%.*s' and '%.*s' have different configurations: check them one by "
                              "one, or choose with --config or --isolated",
                              STR_ARG(starts->items[0]), STR_ARG(starts->items[i]));
        found = path;
    }
    *out = found;
    return true;
}

static bool config_make(Setup *s, const SetupOptions *o, const Strs *starts)
{
    Str path = o->config;
    s->config = config_default();
    if (o->isolated)
        return !path.len || diag_error(&s->diags, NULL, (Span){0, 0},
                                       "--config and --isolated contradict each other");
    if (!path.len && !config_search(s, starts, &path))
        return false;
    if (!path.len)
        return true;
    Str name = o->config.len ? o->config : path_relative(s->arena, path);
    return config_load(&s->loader, path, name, &s->diags, &s->config);
}

static bool wrong(Setup *s, const char *option, Str value, const char *wanted)
{
    return diag_error(&s->diags, NULL, (Span){0, 0}, "--%s '%.*s' is not %s", option,
                      STR_ARG(value), wanted);
}

/* What an option says holds for every cluster. */
static bool platform_over(Setup *s, const SetupOptions *o, Platform *p)
{
    if (o->kubernetes.len && !platform_minor(o->kubernetes, &p->kubernetes_minor))
        return wrong(s, "kubernetes", o->kubernetes, "a version like 1.34");
    if (o->karpenter.len && !platform_minor(o->karpenter, &p->karpenter_minor))
        return wrong(s, "karpenter", o->karpenter, "a version like 1.14");
    if (o->mode.len && !platform_mode(o->mode, &p->mode))
        return wrong(s, "mode", o->mode, "karpenter or auto");
    if (o->region.len)
        p->region = o->region;
    return true;
}

static bool platform_make(Setup *s, const SetupOptions *o)
{
    Platform *platforms = arena_array(s->arena, Platform, s->config.sets.len);
    s->run.platform = s->config.platform;
    bool good = platform_over(s, o, &s->run.platform);
    for (size_t i = 0; good && i < s->config.sets.len; i++) {
        platforms[i] = s->config.sets.items[i].platform;
        good = platform_over(s, o, &platforms[i]);
    }
    s->run.platforms = platforms;
    s->run.platform_count = s->config.sets.len;
    return good;
}

static bool now_make(Setup *s, const SetupOptions *o)
{
    s->run.now = (int64_t)time(NULL);
    return !o->now.len || date_parse(o->now, &s->run.now) ||
           wrong(s, "now", o->now, "a date like 2026-10-31");
}

static const Rule *rule_named(Setup *s, Str id)
{
    const Rule *rule = ruleset_find(s->rules, id);
    if (rule)
        return rule;
    Str near = ruleset_suggest(s->rules, id);
    (void)diag_error(&s->diags, NULL, (Span){0, 0}, "there is no rule '%.*s'%s%.*s%s", STR_ARG(id),
                     near.len ? "; did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
    return NULL;
}

/* --select: what is not named is off; what is named keeps its grade. */
static bool rules_select(Setup *s, const Strs *ids)
{
    Map chosen;
    map_init(&chosen, s->arena);
    bool good = true;
    for (size_t i = 0; i < ids->len; i++) {
        const Rule *rule = rule_named(s, ids->items[i]);
        good = good && rule;
        if (rule)
            *map_at(&chosen, rule_id(rule)) = s;
    }
    for (size_t i = 0; ids->len && i < ruleset_total(s->rules); i++) {
        const Rule *rule = ruleset_at(s->rules, i);
        if (!map_find(&chosen, rule_id(rule)))
            ruleset_grade(s->rules, rule, SEVERITY_OFF);
    }
    return good;
}

static bool rules_make(Setup *s, const SetupOptions *o)
{
    s->rules = ruleset_builtin(s->arena);
    if (o->rules.len && !ruleset_add_folder(s->rules, o->rules, &s->diags))
        return false;
    config_doubt(&s->config, s->run.facts, &s->diags);
    if (o->region.len)
        config_doubt_region(o->region, s->run.facts, &s->diags);
    cmd_warnings(&s->diags);
    s->diags.warnings.len = 0; /* told */
    bool good = config_apply(&s->config, s->rules, &s->diags);
    good &= rules_select(s, &o->select);
    for (size_t i = 0; i < o->ignore.len; i++) {
        const Rule *rule = rule_named(s, o->ignore.items[i]);
        good = good && rule;
        if (rule)
            ruleset_grade(s->rules, rule, SEVERITY_OFF);
    }
    return good;
}

static bool facts_make(Setup *s, const SetupOptions *o)
{
    s->run.facts = o->facts.len ? facts_load(s->arena, o->facts, &s->diags) : facts_builtin();
    return s->run.facts != NULL;
}

bool setup_make(Arena *a, const SetupOptions *o, const Strs *starts, Setup *out, int *code)
{
    *out = (Setup){.arena = a};
    diags_init(&out->diags, a);
    loader_init(&out->loader, a);
    if (!config_make(out, o, starts) || !platform_make(out, o) || !now_make(out, o) ||
        !facts_make(out, o) || !rules_make(out, o)) {
        *code = cmd_diags(&out->diags);
        return false;
    }
    out->run.complete = o->complete || out->config.complete;
    out->run.annotations = true;
    return true;
}

Severity severity_or(Str name, Severity otherwise)
{
    Severity severity;
    if (str_eq(name, STR("never")))
        return SEVERITY_OFF;
    return severity_parse(name, &severity) ? severity : otherwise;
}
