#include "rule/config.h"

#include "base/abspath.h"
#include "base/file.h"
#include "base/limits.h"
#include "rule/fields.h"
#include "rule/platform.h"

Config config_default(void)
{
    return (Config){
        .platform = PLATFORM_UNKNOWN,
        .fail_on = SEVERITY_ERROR,
    };
}

Str repository_of(Arena *a, Str folder)
{
    while (folder.len && file_kind(path_join(a, folder, STR(".git")), true) == FILE_NONE)
        folder = path_parent(folder);
    return folder;
}

Str config_find(Arena *a, Str folder)
{
    Str root = repository_of(a, folder);
    for (; folder.len; folder = path_parent(folder)) {
        Str path = path_join(a, folder, CONFIG_NAME);
        if (file_kind(path, true) == FILE_REGULAR)
            return path;
        if (str_eq(folder, root))
            break;
    }
    return STR("");
}

static void severity_read(Reader *r, const Node *value, Str none, Severity *out)
{
    Str word = node_str(value);
    if (value->kind == NODE_BOOL && !value->as.boolean)
        word = STR("off"); /* what YAML 1.1 makes of it without quotes */
    if (str_eq(word, none))
        *out = SEVERITY_OFF;
    else if (!severity_parse(word, out) || *out == SEVERITY_OFF)
        diag_error(r->diags, r->file, value->span, "'%.*s' is none of error, warning, info, %.*s",
                   STR_ARG(node_text(value)), STR_ARG(none));
}

static void fail_read(Reader *r, const Node *value, void *out)
{
    severity_read(r, value, STR("never"), out);
}

/* Sets two fields, so it gets the whole ConfigRule. */
static void grade_read(Reader *r, const Node *value, void *out)
{
    ConfigRule *rule = out;
    rule->graded = true;
    severity_read(r, value, STR("off"), &rule->severity);
}

static void map_read(Reader *r, const Node *value, void *out)
{
    if (value->kind == NODE_MAP)
        *(const Node **)out = value;
    else
        field_wrong(r, value, "a map");
}

static void rule_read(Reader *r, const Node *value, ConfigRule *out)
{
    static const Field FIELDS[] = {
        {"severity", grade_read, 0, false},
        {"params",         map_read, offsetof(ConfigRule, params), false},
        {0         },
    };
    if (value->kind == NODE_MAP)
        fields_read(r, value, FIELDS, "a rule", out);
    else
        grade_read(r, value, out);
}

static void rules_read(Reader *r, const Node *value, void *out)
{
    Config *c = out;
    if (value->kind != NODE_MAP) {
        field_wrong(r, value, "a map of rules");
        return;
    }
    ConfigRule *rules = arena_array(r->arena, ConfigRule, value->len);
    for (uint32_t i = 0; i < value->len; i++) {
        const Member *m = &value->as.members[i];
        rules[i] = (ConfigRule){.id = m->key->name, .at = m->key_span};
        rule_read(r, &m->value, &rules[i]);
    }
    c->rules.items = rules;
    c->rules.len = value->len;
}

static void set_read(Reader *r, const Node *value, void *out)
{
    static const Field FIELDS[] = {
        {"name",              field_str, offsetof(ConfigSet, name), true},
        {"include", field_strs, offsetof(ConfigSet, include), true},
        {"platform",               map_read, offsetof(ConfigSet, says), false},
        {0          },
    };
    fields_read(r, value, FIELDS, "a set", out);
}

static void sets_read(Reader *r, const Node *value, void *out)
{
    Config *c = out;
    c->sets.items = fields_list(r, value, set_read, sizeof(ConfigSet));
    c->sets.len = c->sets.items ? value->len : 0;
}

static void value_read(Reader *r, const Node *value, void *out)
{
    static const Field FIELDS[] = {
        {"path",                 field_str, offsetof(ConfigValues, path), true},
        {"chart", field_str, offsetof(ConfigValues, chart), true},
        {0                 },
    };
    fields_read(r, value, FIELDS, "a values file", out);
}

static void values_read(Reader *r, const Node *value, void *out)
{
    Config *c = out;
    c->values.items = fields_list(r, value, value_read, sizeof(ConfigValues));
    c->values.len = c->values.items ? value->len : 0;
}

/* Offset 0: the reader sets more than one field and gets the whole Config. */
static const Field CONFIG[] = {
    {"platform",       field_platform, offsetof(Config, platform), false},
    {"complete", field_bool, offsetof(Config, complete), false},
    {"fail-on",           fail_read, offsetof(Config, fail_on), false},
    {"rules",       rules_read, 0, false},
    {"include", field_strs, offsetof(Config, include), false},
    {"exclude",           field_strs, offsetof(Config, exclude), false},
    {"context",        field_strs, offsetof(Config, context), false},
    {"sets", sets_read, 0, false},
    {"values",           values_read, 0, false},
    {"reservations",          field_reservations, offsetof(Config, platform), false},
    {0              },
};

/* A set's platform is the file's, wherever in the file that stands. */
static void sets_finish(Reader *r, Config *c)
{
    ConfigSet *sets = arena_array(r->arena, ConfigSet, c->sets.len);
    for (size_t i = 0; i < c->sets.len; i++) {
        sets[i] = c->sets.items[i];
        sets[i].platform = c->platform;
        if (sets[i].says)
            field_platform(r, sets[i].says, &sets[i].platform);
    }
    c->sets.items = sets;
}

static void stream_read(Reader *r, const Stream *stream, Config *out)
{
    for (size_t i = 0; i < stream->duplicates.len; i++) {
        const Duplicate *twice = &stream->duplicates.items[i];
        diag_error(r->diags, r->file, twice->again, "'%.*s' is here twice",
                   STR_ARG(twice->key->name));
    }
    if (stream->documents.len) {
        out->root = &stream->documents.items[0]->root;
        fields_read(r, out->root, CONFIG, "the configuration", out);
    }
    if (stream->documents.len > 1)
        diag_error(r->diags, r->file, stream->documents.items[1]->root.span,
                   "a configuration is one document");
    sets_finish(r, out);
}

bool config_load(Loader *l, Str path, Str name, Diags *d, Config *out)
{
    Str text, why;
    size_t before = d->count;
    if (!file_read(l->arena, path, LIMIT_FILE, &text, &why))
        return diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(name), STR_ARG(why));
    Reader r = {l->arena, source_new(l->arena, name, text), d};
    *out = config_default();
    out->source = r.file;
    out->folder = path_parent(path_absolute(l->arena, path));
    const Stream *stream = yaml_load(l, r.file, d);
    if (d->count == before)
        stream_read(&r, stream, out);
    return d->count == before;
}

static bool params_apply(const ConfigRule *given, RuleSet *rules, const Rule *rule, Diags *d)
{
    bool good = true;
    for (uint32_t i = 0; given->params && i < given->params->len; i++) {
        const Member *m = &given->params->as.members[i];
        good &= ruleset_param(rules, rule, m->key->name, &m->value, d);
    }
    return good;
}

bool config_apply(const Config *c, RuleSet *rules, Diags *d)
{
    bool good = true;
    for (size_t i = 0; i < c->rules.len; i++) {
        const ConfigRule *given = &c->rules.items[i];
        const Rule *rule = ruleset_find(rules, given->id);
        if (!rule) {
            Str near = ruleset_suggest(rules, given->id);
            good = diag_error(d, c->source, given->at, "there is no rule '%.*s'%s%.*s%s",
                              STR_ARG(given->id), near.len ? "; did you mean '" : "", STR_ARG(near),
                              near.len ? "'?" : "");
            continue;
        }
        if (given->graded)
            ruleset_grade(rules, rule, given->severity);
        good &= params_apply(given, rules, rule, d);
    }
    return good;
}
