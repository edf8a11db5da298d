/* Finding: what a rule says about a place. Text is owned by the arena of the run; nodes and
 * objects live in the input. */
#ifndef RULE_FINDING_H
#define RULE_FINDING_H

#include "base/vec.h"
#include "doc/node.h"
#include "kube/object.h"
#include "rule/rule.h"

typedef struct FindingPlace {
    const Object *object; /* that the place lies in */
    NodePlace at;
    Span span; /* of the value; of the nearest existing parent's key when something is missing */
    Str path;  /* design.md 2 */
    Str message;
} FindingPlace;

typedef struct Finding {
    const Rule *rule;
    Str rule_id;
    Severity severity;
    RuleNeeds needs;    /* of this very verdict */
    FindingPlace place; /* its message is the finding's */
    VEC(FindingPlace) related;
    Str how;              /* one line of advice, or "" */
    uint64_t fingerprint; /* rule, object identity, path: not line or message */
} Finding;

typedef struct Findings {
    VEC(Finding) list;
} Findings;

/* By file, line, column, rule; equal findings become one. */
void findings_sort(Findings *f);

#endif
