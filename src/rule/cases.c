/* The examples of a rule, as its file writes them. */
#include "rule/fields.h"
#include "rule/platform.h"

static void expect_read(Reader *r, const Node *value, void *out)
{
    /* clang-format off */
    static const Field FIELDS[] = {
        {"path",     field_str,      offsetof(RuleExpect, path),     false},
        {"message",  field_str,      offsetof(RuleExpect, message),  false},
        {"severity", field_severity, offsetof(RuleExpect, severity), false},
        {NULL, NULL, 0, false},
    };
    /* clang-format on */
    RuleExpect *expect = out;
    fields_read(r, value, FIELDS, "an expected finding", expect);
    if (!expect->path.len && !expect->message.len)
        diag_error(r->diags, r->file, value->span, "an expected finding needs 'path' or 'message'");
}

static void expects_read(Reader *r, const Node *value, void *out)
{
    RuleExpects *list = out;
    list->items = fields_list(r, value, expect_read, sizeof(RuleExpect));
    list->len = list->items ? value->len : 0;
}

static void case_read(Reader *r, const Node *value, void *out)
{
    /* clang-format off */
    static const Field FIELDS[] = {
        {"bad",      field_str,      offsetof(CaseDraft, bad),           false},
        {"good",     field_str,      offsetof(CaseDraft, good),          false},
        {"input",    field_str,      offsetof(CaseDraft, made.input),    true},
        {"rule",     field_str,      offsetof(CaseDraft, made.rule),     false},
        {"expect",   expects_read,   offsetof(CaseDraft, made.expect),   false},
        {"complete", field_bool,     offsetof(CaseDraft, made.complete), false},
        {"platform", field_platform, offsetof(CaseDraft, made.platform), false},
        {"now",      field_date,     offsetof(CaseDraft, made.now),      false},
        {"reservations", field_reservations, offsetof(CaseDraft, made.platform), false},
        {"params",   field_node,     offsetof(CaseDraft, params),        false},
        {NULL, NULL, 0, false},
    };
    /* clang-format on */
    CaseDraft *draft = out;
    RuleCase *made = &draft->made;
    made->platform = PLATFORM_UNKNOWN;
    fields_read(r, value, FIELDS, "an example", draft);
    made->bad = draft->bad.len > 0;
    made->title = made->bad ? draft->bad : draft->good;
    made->line = source_place(r->file, value->span.off).line;
    if (made->bad == (draft->good.len > 0))
        diag_error(r->diags, r->file, value->span, "an example is either bad or good");
    else if (made->bad && !made->expect.len)
        diag_error(r->diags, r->file, value->span, "a bad example needs 'expect'");
    else if (!made->bad && made->expect.len)
        diag_error(r->diags, r->file, value->span, "a good example expects nothing");
}

void field_cases(Reader *r, const Node *value, void *out)
{
    CaseDrafts *list = out;
    list->items = fields_list(r, value, case_read, sizeof(CaseDraft));
    list->len = list->items ? value->len : 0;
}

static const RuleParam *param_find(RuleParams params, Str name)
{
    for (size_t i = 0; i < params.len; i++) {
        if (str_eq(params.items[i].name, name))
            return &params.items[i];
    }
    return NULL;
}

static RuleLets case_params(Reader *r, const Node *values, RuleParams params)
{
    if (values->kind != NODE_MAP) {
        field_wrong(r, values, "a map of parameters");
        return (RuleLets){0};
    }
    RuleLet *lets = arena_array(r->arena, RuleLet, values->len);
    for (size_t i = 0; i < values->len; i++) {
        const Member *m = &values->as.members[i];
        const RuleParam *p = param_find(params, field_key(r, m));
        lets[i] = (RuleLet){
            field_key(r, m), {.file = r->file, .offset = m->value.span.off}
        };
        if (!p)
            diag_error(r->diags, r->file, m->key_span, "the rule has no parameter '%.*s'",
                       STR_ARG(lets[i].name));
        else
            (void)rule_literal(r->arena, p->type, &m->value, r->diags, &lets[i].value.text);
    }
    return (RuleLets){lets, values->len};
}

void cases_finish(Reader *r, CaseDrafts drafts, RuleParams params, RuleCases *out)
{
    RuleCase *cases = arena_array(r->arena, RuleCase, drafts.len);
    for (size_t i = 0; i < drafts.len; i++) {
        cases[i] = drafts.items[i].made;
        if (drafts.items[i].params)
            cases[i].params = case_params(r, drafts.items[i].params, params);
    }
    *out = (RuleCases){cases, drafts.len};
}
