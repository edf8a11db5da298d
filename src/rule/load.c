#include "rule/load.h"

#include "base/ascii.h"
#include "rule/fields.h"
#include "rule/subject.h"

/* ---- related, checks, let ---- */

static void related_read(Reader *r, const Node *value, void *out)
{
    /* clang-format off */
    static const Field FIELDS[] = {
        {"each",    field_each,     offsetof(RuleRelated, each),    false},
        {"at",      field_expr,     offsetof(RuleRelated, at),      true},
        {"message", field_template, offsetof(RuleRelated, message), true},
        {NULL, NULL, 0, false},
    };
    /* clang-format on */
    fields_read(r, value, FIELDS, "a related place", out);
}

static void relateds_read(Reader *r, const Node *value, void *out)
{
    RuleRelateds *list = out;
    list->items = fields_list(r, value, related_read, sizeof(RuleRelated));
    list->len = list->items ? value->len : 0;
}

static void check_read(Reader *r, const Node *value, void *out)
{
    /* clang-format off */
    static const Field FIELDS[] = {
        {"severity", field_severity, offsetof(RuleCheck, severity), false},
        {"each",     field_each,     offsetof(RuleCheck, each),     false},
        {"when",     field_expr,     offsetof(RuleCheck, when),     false},
        {"require",  field_expr,     offsetof(RuleCheck, require),  false},
        {"at",       field_exprs,    offsetof(RuleCheck, at),       false},
        {"message",  field_template, offsetof(RuleCheck, message),  false},
        {"related",  relateds_read,  offsetof(RuleCheck, related),  false},
        {NULL, NULL, 0, false},
    };
    /* clang-format on */
    fields_read(r, value, FIELDS, "a check", out);
}

/* Not const: what the rule states for all its checks is filled in afterwards. */
typedef struct CheckList {
    RuleCheck *items;
    size_t len;
} CheckList;

static void checks_read(Reader *r, const Node *value, void *out)
{
    CheckList *list = out;
    list->items = fields_list(r, value, check_read, sizeof(RuleCheck));
    list->len = list->items ? value->len : 0;
}

static void lets_read(Reader *r, const Node *value, void *out)
{
    if (value->kind != NODE_MAP) {
        field_wrong(r, value, "a map of names to expressions");
        return;
    }
    RuleLet *lets = arena_array(r->arena, RuleLet, value->len);
    for (size_t i = 0; i < value->len; i++) {
        const Member *m = &value->as.members[i];
        lets[i].name = field_key(r, m);
        field_name(r, m);
        field_expr(r, &m->value, &lets[i].value);
    }
    *(RuleLets *)out = (RuleLets){lets, value->len};
}

/* ---- the rule ---- */

typedef struct Draft {
    RuleSpec spec;
    RuleDoc doc;
    RuleCheck flat; /* the flat form: the only check, or what all checks have in common */
    CheckList checks;
    CaseDrafts cases;
} Draft;

/* clang-format off */
static const Field RULE_FIELDS[] = {
    {"id",       field_str,      offsetof(Draft, spec.id),       true},
    {"title",    field_str,      offsetof(Draft, doc.title),     true},
    {"severity", field_severity, offsetof(Draft, flat.severity), false},
    {"off",      field_bool,     offsetof(Draft, spec.off),      false},
    {"on",       field_strs,     offsetof(Draft, spec.on),       true},
    {"kinds",    field_strs,     offsetof(Draft, spec.kinds),    false},
    {"aliases",  field_strs,     offsetof(Draft, spec.aliases),  false},
    {"versions", field_versions, offsetof(Draft, spec.versions), false},
    {"params",   field_params,   offsetof(Draft, spec.params),   false},
    {"let",      lets_read,      offsetof(Draft, spec.lets),     false},
    {"when",     field_expr,     offsetof(Draft, spec.when),     false},
    {"each",     field_each,     offsetof(Draft, spec.each),     false},
    {"require",  field_expr,     offsetof(Draft, flat.require),  false},
    {"checks",   checks_read,    offsetof(Draft, checks),        false},
    {"at",       field_exprs,    offsetof(Draft, flat.at),       false},
    {"related",  relateds_read,  offsetof(Draft, flat.related),  false},
    {"yields",   field_strs,     offsetof(Draft, spec.yields),   false},
    {"message",  field_template, offsetof(Draft, flat.message),  false},
    {"why",      field_str,      offsetof(Draft, doc.why),       true},
    {"how",      field_str,      offsetof(Draft, doc.how),       true},
    {"fix",      field_str,      offsetof(Draft, doc.fix),       false},
    {"see",      field_strs,     offsetof(Draft, doc.see),       true},
    {"examples", field_cases,    offsetof(Draft, cases),         true},
    {NULL, NULL, 0, false},
};
/* clang-format on */

/* The span of a key of the rule, of the rule's beginning where it has none. */
static Span key_span(const Reader *r, const Node *rule, const char *key)
{
    const Member *m = field_member(r, rule, key);
    return m ? m->key_span : (Span){rule->span.off, 0};
}

static void check_id(Reader *r, const Node *rule, Str id)
{
    Str name = str_behind(r->file->name, '/');
    size_t dot = str_rfind_char(name, '.');
    name = str_slice(name, 0, dot);
    bool kebab = id.len > 0;
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        kebab &= (c >= 'a' && c <= 'z') || ascii_digit(c) ||
                 (c == '-' && i && i + 1 < id.len && id.ptr[i - 1] != '-');
    }
    Span at = key_span(r, rule, "id");
    if (!kebab)
        diag_error(r->diags, r->file, at, "id '%.*s' is not in kebab-case", STR_ARG(id));
    else if (!str_eq(id, name))
        diag_error(r->diags, r->file, at, "id '%.*s' is not the name of the file, '%.*s'",
                   STR_ARG(id), STR_ARG(name));
}

/* `on: native` names a fault that C code finds: a file for its words and examples alone. */
static bool is_native(const RuleSpec *spec)
{
    return spec->on.len == 1 && str_eq(spec->on.items[0], STR("native"));
}

static void check_subjects(Reader *r, const Node *rule, const RuleSpec *spec)
{
    bool object = false;
    for (size_t i = 0; i < spec->on.len; i++) {
        Str name = spec->on.items[i];
        object |= str_eq(name, STR("object"));
        if (!subject_find(name))
            diag_error(r->diags, r->file, key_span(r, rule, "on"), "'%.*s' is no subject of a rule",
                       STR_ARG(name));
    }
    if (spec->kinds.len && !object)
        diag_error(r->diags, r->file, key_span(r, rule, "kinds"),
                   "`kinds` belongs to `on: object`");
}

static void check_examples(Reader *r, const Node *rule, RuleCases cases)
{
    size_t bad = 0;
    for (size_t i = 0; i < cases.len; i++)
        bad += cases.items[i].bad;
    if (!bad || bad == cases.len)
        diag_error(r->diags, r->file, key_span(r, rule, "examples"),
                   "a rule needs a bad and a good example");
}

static void inherit(RuleCheck *c, const RuleCheck *flat)
{
    c->severity = c->severity ? c->severity : flat->severity;
    c->message = c->message.text.ptr ? c->message : flat->message;
    c->at = c->at.len ? c->at : flat->at;
    c->related = c->related.len ? c->related : flat->related;
}

static void check_whole(Reader *r, Span at, const RuleCheck *c, bool visits)
{
    if (!c->severity)
        diag_error(r->diags, r->file, at, "the check has no severity");
    if (!c->message.text.ptr)
        diag_error(r->diags, r->file, at, "the check has no message");
    if (!c->require.text.ptr && !visits)
        diag_error(r->diags, r->file, at, "the check needs `require` or `each`");
}

/* Fills what a check leaves to the rule; the flat form becomes the only check. */
static void finish_checks(Reader *r, const Node *rule, Draft *draft)
{
    RuleSpec *spec = &draft->spec;
    bool flat = !draft->checks.len, visits = spec->each.list.text.ptr != NULL;
    if (!flat && draft->flat.require.text.ptr)
        diag_error(r->diags, r->file, key_span(r, rule, "require"),
                   "`require` stands in each check where there are `checks`");
    if (flat)
        draft->checks = (CheckList){&draft->flat, 1};
    for (size_t i = 0; i < draft->checks.len; i++) {
        RuleCheck *c = &draft->checks.items[i];
        inherit(c, &draft->flat);
        spec->severity = c->severity > spec->severity ? c->severity : spec->severity;
        Span at = {c->require.offset, 0};
        if (!c->require.text.ptr)
            at = key_span(r, rule, flat ? "id" : "checks");
        check_whole(r, at, c, visits || c->each.list.text.ptr);
    }
    spec->checks = (RuleChecks){draft->checks.items, draft->checks.len};
}

const RuleSpec *rule_load(Loader *l, const Source *file, Str area, Diags *d)
{
    size_t before = d->count;
    Stream *stream = yaml_load(l, file, d);
    if (d->count != before)
        return NULL;
    if (stream->documents.len != 1) {
        diag_error(d, file, (Span){0, 0}, "a rule file holds one rule");
        return NULL;
    }
    for (size_t i = 0; i < stream->duplicates.len; i++)
        diag_error(d, file, stream->duplicates.items[i].again, "the key stands here twice");
    const Node *root = &stream->documents.items[0]->root;
    Reader r = {l->arena, file, d};
    Draft *draft = arena_new(l->arena, Draft);
    fields_read(&r, root, RULE_FIELDS, "a rule", draft);
    if (d->count != before)
        return NULL;
    RuleSpec *spec = &draft->spec;
    spec->area = area;
    spec->file = file->name;
    spec->source = file;
    spec->document = stream->documents.items[0];
    spec->id_at = key_span(&r, root, "id");
    spec->yields_at = key_span(&r, root, "yields");
    spec->doc = &draft->doc;
    check_id(&r, root, spec->id);
    cases_finish(&r, draft->cases, spec->params, &draft->doc.cases);
    check_examples(&r, root, draft->doc.cases);
    if (is_native(spec)) {
        spec->severity = draft->flat.severity;
    } else {
        check_subjects(&r, root, spec);
        finish_checks(&r, root, draft);
    }
    return d->count == before ? spec : NULL;
}
