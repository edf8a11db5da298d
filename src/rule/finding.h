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
    Str path;  /* as doc/path.h writes it */
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

/* The place in words: path from the object's root, span of the value, or of what is nearest. */
FindingPlace finding_place(Arena *a, const Object *o, NodePlace at);
/* The same in every process and on every machine. */
uint64_t finding_fingerprint(Str rule_id, const FindingPlace *place);
/* The first sentence of a rule's `how`, in one line. */
Str finding_advice(Arena *a, Str how);
/* By file, line, column, rule, path. Findings of one rule at one path become one: the gravest
 * speaks, the related places of all of them stay. So do findings at several paths of one text
 * (a YAML alias) that say the same; the first path stays. */
void findings_sort(Arena *a, Findings *f);
/* Drops those whose rule yields to one that spoke at least as gravely there, above or below. */
void findings_yield(Arena *a, Findings *f);

#endif
