/* What the engine, `test` and the build see of a RuleSet beyond rule/rule.h: the parts of its
 * rules, their programs, and the table that the build writes. */
#ifndef RULE_RULESET_H
#define RULE_RULESET_H

#include "rule/compile.h"

/* The rules compiled at build time, sorted by id; empty in the program that compiles them. */
typedef struct RuleTable {
    const RuleSpec *items;
    size_t len;
} RuleTable;

extern const RuleTable BUILTIN_RULES;

struct Rule {
    const RuleSpec *spec;
    RuleParams params; /* with the values that hold in this set */
    Severity grade;    /* of every check, when graded */
    bool graded;
    bool broken; /* does not compile; never judged */
    RuleNeeds needs;
    RuleProgram **programs; /* by subject of spec->on; NULL: not compiled yet */
};

/* An empty set; ruleset_builtin gives one with the built-in rules. */
RuleSet *ruleset_new(Arena *a);
/* Adds one rule; false after a message when its id or an alias is taken. */
bool ruleset_add(RuleSet *set, const RuleSpec *spec, Diags *d);
Rule *ruleset_rule(RuleSet *set, size_t i); /* sorted by id */
/* The rule's program for a subject; NULL when the rule is not on that subject. A built-in rule
 * that does not compile is a bug; others were compiled when they were added. */
RuleProgram *ruleset_program(RuleSet *set, Rule *r, const Subject *s);
bool rule_is_off(const Rule *r);
/* Severity of a check in this set. */
Severity rule_severity(const Rule *r, const RuleCheck *check);

#endif
