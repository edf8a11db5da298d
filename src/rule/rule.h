/* Rule: one policy as data. A RuleSet comes from the tables compiled at build time, from folders,
 * or both. Expressions are compiled when the first object of their subject is met: a set is one
 * thread's until ruleset_compile has been called, immutable and shared by threads after. */
#ifndef RULE_RULE_H
#define RULE_RULE_H

#include "base/arena.h"
#include "base/vec.h"
#include "doc/diag.h"
#include "doc/node.h"

typedef enum Severity { SEVERITY_OFF, SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

Str severity_name(Severity s); /* "error"; "off" for SEVERITY_OFF */
bool severity_parse(Str name, Severity *out);

/* What must be known for a check's verdict: the object alone, some that belong to it, or the whole
 * cluster. Only the first may deny. */
typedef enum RuleNeeds { NEEDS_OBJECT, NEEDS_RELATED, NEEDS_WHOLE } RuleNeeds;

typedef struct Rule Rule; /* rule/load.h has its parts */
typedef struct RuleSet RuleSet;

/* What other layers show of a rule. */
typedef struct RuleExample {
    bool bad;
    Str title, input;
} RuleExample;

typedef struct RuleSetting {
    Str name, type, value, doc; /* value: the one that holds in this set, as people write it */
} RuleSetting;

typedef struct RuleInfo {
    Str id, title, area, why, how;
    Severity severity; /* as graded by this set */
    RuleNeeds needs;
    VEC(Str) on, see, aliases;
    VEC(RuleExample) examples;
    VEC(RuleSetting) params;
} RuleInfo;

/* The built-in rules; nothing is parsed. */
RuleSet *ruleset_builtin(Arena *a);
/* Adds the rules of a folder (every *.yaml below it, sorted). False after messages in `d`. */
bool ruleset_add_folder(RuleSet *set, Str folder, Diags *d);
size_t ruleset_count(const RuleSet *set); /* rules that are not off */
size_t ruleset_total(const RuleSet *set);
const Rule *ruleset_at(const RuleSet *set, size_t i); /* sorted by id */
const Rule *ruleset_find(const RuleSet *set, Str id); /* by id or alias; NULL */
Str ruleset_suggest(const RuleSet *set, Str id);      /* the id that comes near, or "" */
const RuleInfo *rule_info(Arena *a, const Rule *r);   /* touches the text tables */
Str rule_id(const Rule *r);
void ruleset_grade(RuleSet *set, const Rule *r, Severity s); /* SEVERITY_OFF: not judged */
/* Sets a parameter of a rule, before anything is judged. False after a message at the value. */
bool ruleset_param(RuleSet *set, const Rule *r, Str name, const Node *value, Diags *d);
/* Compiles everything now, as the webhook does before it serves. False after messages. */
bool ruleset_compile(RuleSet *set, Diags *d);

#endif
