#include "rule/config.h"

#include <stdio.h>

#include "base/abspath.h"
#include "base/file.h"
#include "base/limits.h"
#include "cel/timestamp.h"
#include "rule/fields.h"

Config config_default(void)
{
    return (Config){
        .platform = {.mode = MODE_UNKNOWN,
                     .dra = TRI_UNKNOWN,
                     .extended_resource_toleration = TRI_YES},
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
    for (; folder.len; folder = path_parent(folder)) {
        Str path = path_join(a, folder, CONFIG_NAME);
        if (file_kind(path, true) == FILE_REGULAR)
            return path;
        if (file_kind(path_join(a, folder, STR(".git")), true) != FILE_NONE)
            break;
    }
    return STR("");
}

bool platform_version(Str text, int32_t *minor)
{
    int64_t value;
    if (!str_starts(text, STR("1.")) || !str_int(str_skip(text, 2), &value) || value < 0 ||
        value > INT16_MAX)
        return false;
    *minor = (int32_t)value;
    return true;
}

bool date_parse(Str text, int64_t *seconds)
{
    char whole[sizeof "2026-10-31T00:00:00Z"];
    Timestamp at;
    if (text.len == sizeof "2026-10-31" - 1) {
        (void)snprintf(whole, sizeof whole, "%.*sT00:00:00Z", STR_ARG(text));
        text = str_c(whole);
    }
    if (!timestamp_parse(text, &at))
        return false;
    *seconds = at.seconds;
    return true;
}

bool platform_mode(Str text, PoolMode *out)
{
    bool is_auto = str_eq(text, STR("auto"));
    if (!is_auto && !str_eq(text, STR("karpenter")))
        return false;
    *out = is_auto ? MODE_AUTO : MODE_KARPENTER;
    return true;
}

/* A version without quotes is a number to YAML: 1.10 would be 1.1, so it is read as written. */
static bool version_read(Reader *r, const Node *value, void *out)
{
    bool scalar = value->kind == NODE_STRING || value->kind == NODE_DOUBLE;
    Str text = value->kind == NODE_STRING ? node_str(value) : node_text(value);
    return (scalar && platform_version(text, out)) ||
           field_wrong(r, value, "a version like \"1.34\"");
}

static bool mode_read(Reader *r, const Node *value, void *out)
{
    return platform_mode(node_str(value), out) || field_wrong(r, value, "karpenter or auto");
}

static bool tri_read(Reader *r, const Node *value, void *out)
{
    bool known = false;
    if (!field_bool(r, value, &known))
        return false;
    *(Tri *)out = tri_of(known);
    return true;
}

static bool strs_read(Reader *r, const Node *value, void *out)
{
    RuleStrs read;
    if (!field_strs(r, value, &read))
        return false;
    for (size_t i = 0; i < read.len; i++)
        *vec_push(r->arena, (Strs *)out) = read.items[i];
    return true;
}

static const Field PLATFORM[] = {
    {"kubernetes",                   version_read,      offsetof(Platform,                        kubernetes_minor),                                                   false},
    {"karpenter",                              version_read,                                     offsetof(Platform,                                    karpenter_minor),                                                  false},
    {"mode",                         mode_read,                                          offsetof(Platform,                                                                             mode),                                                              false},
    {"region",                         field_str,                                     offsetof(Platform, region),false},
    {"dra",             tri_read,offsetof(Platform,                      dra),                                                                                          false},
    {"extended-resource-toleration",          tri_read,                        offsetof(Platform,                                       extended_resource_toleration),
     false},
    {NULL, NULL, 0, false},
};

static bool platform_read(Reader *r, const Node *value, void *out)
{
    return fields_read(r, value, PLATFORM, "platform", out);
}

static bool severity_read(Reader *r, const Node *value, Str none, Severity *out)
{
    Str word = node_str(value);
    if (value->kind == NODE_BOOL && !value->as.boolean)
        word = STR("off"); /* what YAML 1.1 makes of it without quotes */
    if (str_eq(word, none))
        *out = SEVERITY_OFF;
    else if (!severity_parse(word, out) || *out == SEVERITY_OFF)
        return diag_error(r->diags, r->file, value->span,
                          "'%.*s' is none of error, warning, info, %.*s", STR_ARG(node_text(value)),
                          STR_ARG(none));
    return true;
}

static bool fail_read(Reader *r, const Node *value, void *out)
{
    return severity_read(r, value, STR("never"), out);
}

/* Sets two fields, so it gets the whole ConfigRule. */
static bool grade_read(Reader *r, const Node *value, void *out)
{
    ConfigRule *rule = out;
    rule->graded = true;
    return severity_read(r, value, STR("off"), &rule->severity);
}

static bool params_read(Reader *r, const Node *value, void *out)
{
    if (value->kind != NODE_MAP)
        return field_wrong(r, value, "a map of parameters");
    *(const Node **)out = value;
    return true;
}

static bool list_read(Reader *r, const Node *value, void *out)
{
    if (value->kind != NODE_LIST)
        return field_wrong(r, value, "a list");
    *(const Node **)out = value;
    return true;
}

static bool date_read(Reader *r, const Node *value, void *out)
{
    int64_t seconds;
    if (!date_parse(node_str(value), &seconds))
        return field_wrong(r, value, "a date like 2026-10-31");
    *(Str *)out = node_str(value);
    return true;
}

/* The file as it is written: lists whose items are read once the platform is known. */
typedef struct ConfigFile {
    Config config; /* first: a row of the table may set its fields */
    const Node *sets, *values, *reservations;
} ConfigFile;

static const Field RULE[] = {
    {"severity", grade_read,  0,                   false  },
    {"params",   params_read, offsetof(ConfigRule, params), false},
    {NULL,          NULL,                  0,                        false            },
};

static bool rules_read(Reader *r, const Node *value, void *out)
{
    Config *c = out;
    if (value->kind != NODE_MAP)
        return field_wrong(r, value, "a map of rules");
    bool good = true;
    for (uint32_t i = 0; i < value->len; i++) {
        const Member *m = &value->as.members[i];
        ConfigRule *rule = vec_push(r->arena, &c->rules);
        *rule = (ConfigRule){.id = m->key->name, .at = m->key_span};
        good &= m->value.kind == NODE_MAP ? fields_read(r, &m->value, RULE, "a rule", rule)
                                          : grade_read(r, &m->value, rule);
    }
    return good;
}

static const Field FILE_FIELDS[] = {
    {"platform",       platform_read, offsetof(Config,  platform),                            false},
    {"complete",                field_bool,                    offsetof(Config,           complete),             false},
    {"fail-on",           fail_read,                        offsetof(Config,                                fail_on),                                     false},
    {"rules",        rules_read,                0, false},
    {"include",               strs_read,        offsetof(Config,                        include),                                                          false},
    {"exclude", strs_read,offsetof(Config,exclude),false},
    {"context",       strs_read,       offsetof(Config,                             context),                                                                                               false},
    {"sets",        list_read,      offsetof(ConfigFile, sets), false},
    {"values",                list_read,                        offsetof(ConfigFile,                        values),                                    false},
    {"reservations",           list_read,                        offsetof(ConfigFile,                                 reservations),                                             false},
    {NULL,         NULL,                 0,          false},
};

static const Field SET[] = {
    {"name",     field_str, offsetof(ConfigSet, name),              true},
    {"include",          strs_read,           offsetof(ConfigSet,           include), true},
    {"platform",      platform_read,               offsetof(ConfigSet,                        platform),                        false},
    {NULL, NULL,     0,false},
};

static const Field VALUES[] = {
    {"path", field_str, offsetof(ConfigValues, path),          true},
    {"chart",      field_str,         offsetof(ConfigValues,                chart), true},
    {NULL,  NULL,           0,                             false                                     },
};

static const Field RESERVATION[] = {
    {"id",                        field_str, offsetof(ConfigReservation, id),                                 true},
    {"instanceType",                           field_str,                       offsetof(ConfigReservation,              instance_type), false},
    {"zone",                      field_str,                               offsetof(ConfigReservation,                                                    zone),                                                         false},
    {"type",                      field_str,                          offsetof(ConfigReservation, type),false},
    {"end", date_read,offsetof(ConfigReservation, end),                                                              false},
    {NULL,                  NULL,                      0,                                            false            },
};

static bool lists_read(Reader *r, const ConfigFile *file, Config *c)
{
    bool good = true;
    for (size_t i = 0; file->sets && i < file->sets->len; i++) {
        ConfigSet *set = vec_push(r->arena, &c->sets);
        *set = (ConfigSet){.platform = c->platform};
        good &= fields_read(r, &file->sets->as.items[i], SET, "a set", set);
    }
    for (size_t i = 0; file->values && i < file->values->len; i++) {
        ConfigValues *values = vec_push(r->arena, &c->values);
        *values = (ConfigValues){.chart = STR("")};
        good &= fields_read(r, &file->values->as.items[i], VALUES, "a values file", values);
    }
    for (size_t i = 0; file->reservations && i < file->reservations->len; i++) {
        ConfigReservation *one = vec_push(r->arena, &c->reservations);
        *one = (ConfigReservation){.end = STR("")};
        good &= fields_read(r, &file->reservations->as.items[i], RESERVATION, "a reservation", one);
    }
    return good;
}

static bool document_read(Reader *r, const Stream *stream, Config *out)
{
    for (size_t i = 0; i < stream->duplicates.len; i++) {
        const Duplicate *twice = &stream->duplicates.items[i];
        (void)diag_error(r->diags, r->file, twice->again, "'%.*s' is here twice",
                         STR_ARG(twice->key->name));
    }
    if (stream->documents.len > 1)
        return diag_error(r->diags, r->file, stream->documents.items[1]->root.span,
                          "a configuration is one document");
    ConfigFile file = {.config = *out};
    bool good = !stream->duplicates.len;
    if (stream->documents.len)
        good &= fields_read(r, &stream->documents.items[0]->root, FILE_FIELDS, "the configuration",
                            &file);
    good = good && lists_read(r, &file, &file.config);
    if (good)
        *out = file.config;
    return good;
}

bool config_load(Loader *l, Str path, Str name, Diags *d, Config *out)
{
    Str text, why;
    if (!file_read(l->arena, path, LIMIT_FILE, &text, &why))
        return diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(name), STR_ARG(why));
    Reader r = {l->arena, source_new(l->arena, name, text), d};
    Config config = config_default();
    config.source = r.file;
    config.folder = path_parent(path_absolute(l->arena, path));
    const Stream *stream = yaml_load(l, r.file, d);
    if (!stream->complete || !document_read(&r, stream, &config))
        return false;
    *out = config;
    return true;
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
