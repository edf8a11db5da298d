/* RuleProgram: a rule compiled for one subject. Variables have slots (cel/cel.h): first those of
 * the subject, then parameters and the `let`s that need nothing more, then what `each` binds and
 * the `let`s that read it, then the same for a check's own `each`. Immutable. */
#ifndef RULE_COMPILE_H
#define RULE_COMPILE_H

#include "rule/message.h"
#include "rule/subject.h"

typedef struct LetProgram {
    uint32_t slot;
    CelProgram *program; /* NULL: the variable is null */
} LetProgram;

typedef VEC(LetProgram) LetPrograms;

typedef struct EachProgram {
    CelProgram *list; /* NULL: judged once */
    uint32_t slot;    /* of the item */
    LetPrograms lets; /* that read the item */
} EachProgram;

typedef struct GuardProgram {
    CelProgram *when; /* NULL: always */
    bool inside;      /* it reads the item of the `each` beside it */
} GuardProgram;

typedef struct RelatedProgram {
    EachProgram each;
    CelProgram *at;
    const Message *message;
} RelatedProgram;

typedef struct CheckProgram {
    const RuleCheck *check;
    EachProgram each;
    GuardProgram guard;
    CelProgram *require; /* NULL: every item is a fault */
    VEC(CelProgram *) at;
    const Message *message;
    VEC(RelatedProgram) related;
} CheckProgram;

typedef struct RuleProgram {
    const RuleSpec *spec;
    const Subject *subject;
    LetPrograms lets; /* parameters too */
    EachProgram each;
    GuardProgram guard;
    VEC(CheckProgram) checks;
    uint32_t slots; /* that an evaluation needs */
} RuleProgram;

/* `base` is the subject's environment; `params` are the rule's, with the values that hold in this
 * set. NULL after messages. */
const RuleProgram *rule_compile(Arena *a, const RuleSpec *spec, RuleParams params,
                                const Subject *subject, const CelEnv *base, Diags *d);

#endif
