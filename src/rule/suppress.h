/* Suppression: `# gpulint: ignore[rule, rule] reason` on the line of a finding, on the line of a
 * key above it, on a line of its own before that line or before the document; or annotation
 * `ignore.gpulint/<rule>: reason` on the object. One without a reason does not count. Those that
 * are wrong or of no use are findings of their own (rule/native.h). */
#ifndef RULE_SUPPRESS_H
#define RULE_SUPPRESS_H

#include "rule/native.h"

/* Takes the suppressed findings out of run->findings, which are sorted, and adds what there is to
 * say about the suppressions themselves. */
void suppress(Arena *a, const RuleSet *rules, const RunOptions *options, Run *run);

#endif
