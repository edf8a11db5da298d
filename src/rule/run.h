/* Run: the one road from inputs to a judged result. `check`, `test`, `simulate`, the build and the
 * webhook all take it: inputs -> documents -> objects -> Fleet -> findings -> suppression.
 *
 * Everything that comes out lives in the arena of the run and in what the caller gave. Faults of
 * the input are results (`unread`, `skipped`), never an end of the run. */
#ifndef RULE_RUN_H
#define RULE_RUN_H

#include "doc/load.h"
#include "kube/fleet.h"
#include "rule/engine.h"

/* One input: bytes, or objects that are loaded already (a cache, a review). */
typedef struct RunInput {
    Str name; /* as it is to be printed */
    Str text;
    bool context;           /* seen, not reported */
    Str chart;              /* it is a values file of this chart; "" */
    uint32_t set;           /* of RunOptions.platforms, from 1; 0: none */
    Object *const *objects; /* instead of text; added as they are, `context` included */
    size_t object_count;
} RunInput;

typedef struct RunOptions {
    const Facts *facts;
    Platform platform;
    const Platform *platforms; /* of sets that the configuration names, apart from all others */
    size_t platform_count;
    int64_t now;        /* seconds since the epoch; 0: not known, and so is what depends on it */
    bool complete;      /* the input is the whole cluster */
    bool annotations;   /* `ignore.gpulint/…` on an object is obeyed */
    bool undecided;     /* keep what could not be decided, for -v */
    const Object *only; /* judge only this object and what lies in it (webhook); NULL: all */
    const Rule *rule;   /* judge only this rule and those it yields to (`test`); NULL: all */
} RunOptions;

typedef struct RunSkipped {
    Str file, reason;
} RunSkipped;

typedef struct RunUnread {
    Str file;
    uint32_t line, column; /* from 1; 0 when it is about the whole file */
    Str message;
} RunUnread;

typedef struct Run {
    Fleet *fleet;
    VEC(const Stream *) streams; /* of the inputs that were parsed here */
    VEC(Object *) objects;       /* all of them, context included, in order of input */
    Findings findings;           /* sorted, merged, after suppression; of every severity */
    VEC(RunSkipped) skipped;
    VEC(RunUnread) unread; /* the caller adds what it could not read itself */
    VEC(RuleFault) faults;
    VEC(Undecided) undecided;
    size_t files;  /* that gave at least one object to judge */
    size_t judged; /* objects, context left out */
    size_t rules;  /* that are not off */
} Run;

/* First half: inputs to a closed fleet. Enough for `simulate`. */
void run_load(Arena *a, const RunInput *inputs, size_t count, const RunOptions *options, Run *out);
/* Second half: judges what run_load made. */
void run_judge(Arena *a, RuleSet *rules, const RunOptions *options, Run *run);

#endif
