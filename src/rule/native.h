/* Native: faults that no expression can state, since they are about the text and not about the
 * objects: keys that stand twice, values of a kind that the API server cannot read, suppressions.
 * Their words and examples are rule files like any other (`on: native`); a set without the file
 * does not judge them. */
#ifndef RULE_NATIVE_H
#define RULE_NATIVE_H

#include "rule/ruleset.h"
#include "rule/run.h"

/* Adds to run->findings what the texts and shapes of the input say. */
void native_judge(Arena *a, const RuleSet *rules, const RunOptions *options, Run *run);
/* The rule of a native fault; NULL when it is off, not in the set or not asked for. */
const Rule *native_rule(const RuleSet *rules, const RunOptions *options, Str id);
/* A finding of it; its place has path and span already. */
void native_add(Arena *a, Run *run, const Rule *rule, FindingPlace place);

/* What rules that are not built in use that the target's own CEL does not have. */
void native_newer(Arena *a, RuleSet *rules, const RunOptions *options, Run *run);

#endif
