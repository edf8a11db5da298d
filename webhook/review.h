/* Review: one AdmissionReview in, one answer out. Pure: bytes in, bytes out; no socket, no clock
 * but the deadline's, nothing kept. What is judged, and how, is rule/run.h's: the same as the
 * command line's. */
#ifndef WEBHOOK_REVIEW_H
#define WEBHOOK_REVIEW_H

#include "rule/run.h"

/* What every review of a server shares; `run.only` and `run.now` are set for each. */
typedef struct ReviewPolicy {
    RuleSet *rules;
    RunOptions run;
    bool fault_denies; /* what cannot be judged is denied; false: allowed with a warning */
} ReviewPolicy;

/* What happened, for the log. Texts lie in the request's arena. */
typedef struct ReviewSummary {
    unsigned status; /* HTTP: 200, or 400 with a text instead of an answer */
    Str uid, operation, group, kind, ns, name, user;
    Str why;    /* why nothing was judged: "DELETE", "no rule reads this kind", … */
    Str denied; /* ids of the rules that deny, comma between */
    bool allowed, dry_run;
    size_t errors, warnings, infos; /* findings by severity, before any ratchet */
    size_t rule_faults;
} ReviewSummary;

/* Nanoseconds for a review whose client waits for `timeout`, a Go duration, "" or nonsense. */
int64_t review_budget(Str timeout);

typedef struct ReviewInput {
    Str body;
    int64_t deadline; /* on clock_ns; what is not judged then is a fault of ours */
} ReviewInput;

void review_answer(Arena *a, const ReviewPolicy *policy, const ReviewInput *input, Buf *out,
                   ReviewSummary *summary);

#endif
