/* Fields: a YAML map read into a struct by a table of rows. Everything wrong in it is told at its
 * place, with a suggestion where one is near; whether anything was is asked of the Diags. */
#ifndef RULE_FIELDS_H
#define RULE_FIELDS_H

#include "rule/load.h"

typedef struct Reader {
    Arena *arena;
    const Source *file;
    Diags *diags;
} Reader;

typedef void (*FieldRead)(Reader *r, const Node *value, void *out);

typedef struct Field {
    const char *name;
    FieldRead read;
    size_t at; /* offset of `out` in the struct */
    bool required;
} Field;

/* `fields` ends in a row without name. `what` names the map in messages: "a rule", "a check". */
void fields_read(Reader *r, const Node *map, const Field *fields, const char *what, void *out);
/* The items of a list, each of `size` bytes read by `read`; NULL after a message if it is none. */
void *fields_list(Reader *r, const Node *value, FieldRead read, size_t size);

void field_str(Reader *r, const Node *value, void *out);      /* Str, not empty */
void field_strs(Reader *r, const Node *value, void *out);     /* RuleStrs: a string or a list */
void field_bool(Reader *r, const Node *value, void *out);     /* bool */
void field_severity(Reader *r, const Node *value, void *out); /* Severity; not off */
void field_expr(Reader *r, const Node *value, void *out);     /* RuleText, as raw as can be */
void field_template(Reader *r, const Node *value, void *out); /* RuleText, decoded */
void field_exprs(Reader *r, const Node *value, void *out);    /* RuleTexts: one or a list */
void field_each(Reader *r, const Node *value, void *out);     /* RuleEach */
void field_node(Reader *r, const Node *value, void *out);     /* const Node *, read later */

/* Parts with files of their own. */
void field_platform(Reader *r, const Node *value, void *out); /* Platform */
/* Sets the reservations of a Platform. */
void field_reservations(Reader *r, const Node *value, void *out);
void field_date(Reader *r, const Node *value, void *out);     /* int64_t, seconds */
void field_params(Reader *r, const Node *value, void *out);   /* RuleParams */
void field_versions(Reader *r, const Node *value, void *out); /* RuleVersions */
void field_cases(Reader *r, const Node *value, void *out);    /* CaseDrafts */

/* An example whose parameters wait for the rule's. */
typedef struct CaseDraft {
    RuleCase made;
    Str bad, good;
    const Node *params;
} CaseDraft;

typedef SLICE(CaseDraft) CaseDrafts;

void cases_finish(Reader *r, CaseDrafts drafts, RuleParams params, RuleCases *out);

/* A key as it is written: YAML 1.1 reads `on` and `y` as booleans, which no name here means. */
Str field_key(const Reader *r, const Member *m);
const Member *field_member(const Reader *r, const Node *map, const char *name); /* or NULL */
/* Tells that `value` should be `wanted`: "a list". */
void field_wrong(Reader *r, const Node *value, const char *wanted);
/* Sees to it that the key is a name that expressions can read. */
void field_name(Reader *r, const Member *m);

#endif
