/* The engine: RuleSet x Fleet -> Findings. The only judge there is: the command line, the
 * webhook, `test` and the build all call it. */
#ifndef RULE_ENGINE_H
#define RULE_ENGINE_H

#include "kube/fleet.h"
#include "rule/finding.h"
#include "rule/rule.h"
#include "rule/subject.h"

/* A rule that could not be evaluated: a fault of the rule, never a finding. */
typedef struct RuleFault {
    const Rule *rule;
    size_t count;
    FindingPlace first; /* object where it happened first; message says what */
} RuleFault;

typedef struct EngineOptions {
    const Object *only; /* judge only subjects of this object (webhook); NULL: all */
    const Rule *rule;   /* judge only this rule and those it yields to; NULL: all */
    bool complete;      /* absence is evidence: verdicts that rest on it keep their severity */
    bool undecided;     /* keep what was undecided, for -v */
    int64_t now;        /* seconds since the epoch; 0: not known */
} EngineOptions;

typedef struct Undecided {
    const Rule *rule;
    const Object *object;
    Str missing; /* "NodeClass gpu" */
} Undecided;

typedef struct EngineResult {
    Findings findings; /* sorted, merged; before suppression */
    VEC(RuleFault) faults;
    VEC(Undecided) undecided;
} EngineResult;

/* Whether the rule, graded as it may be, is judged on the subject of a manifest. */
bool engine_visits(const Rule *r, const Subject *s, const Object *o);
void engine_run(Arena *a, RuleSet *rules, Fleet *fleet, const EngineOptions *options,
                EngineResult *out);

#endif
