/* Judge: one rule on one bound subject. It evaluates with unknown as a value and tells what it
 * found: hits, faults of the rule, and what could not be decided. The engine owns the loops. */
#ifndef RULE_JUDGE_H
#define RULE_JUDGE_H

#include "rule/engine.h"
#include "rule/owner.h"
#include "rule/ruleset.h"

/* A place where a check is false. */
typedef struct Hit {
    const CheckProgram *check;
    NodePlace at;
    size_t serial; /* in the order of items */
    Str message;
    VEC(FindingPlace) related;
} Hit;

typedef VEC(Hit) Hits;

typedef struct Judge {
    Arena *arena;   /* of the run: what findings keep */
    Arena *scratch; /* of one rule and subject */
    CelEval eval;
    RuleContext context;
    CelValue *slots;
    uint32_t slot_room;
    Owners *owners; /* of every object of the fleet; NULL until asked */
    const EngineOptions *options;
    EngineResult *out;
    /* of the rule and subject at hand: */
    Rule *rule;
    const Object *object;
    bool probe; /* only where checks are false is asked: no texts, no faults */
    Hits *hits;
} Judge;

/* Fills *hits, sorted by hit_order; where two checks are false at one place, only the first that
 * the rule lists speaks. The slots of the subject are filled. */
void judge_subject(Judge *j, RuleProgram *p, Hits *hits);
/* Room for the slots of a program; those that are bound stay. */
void judge_room(Judge *j, const RuleProgram *p);
/* Order by place, then check; not by item: 0 for two items that fail one check at one place. */
int hit_order(const Hit *a, const Hit *b);
/* The object that holds the node; NULL when none does: a document inside a string has no place. */
const Object *judge_object(Judge *j, const Node *n);

#endif
