/* RuleProgram: a rule compiled for one subject. Variables have slots (cel/cel.h): first those of
 * the subject, then parameters and the `let`s that need nothing more, then what `each` binds and
 * the `let`s that read it, then the same for a check's own `each`.
 *
 * Most rules do not apply to most inputs, so compiling goes as far as judging: `when` first, the
 * checks when it is true, the words of a check when it is false. Once all is compiled a program is
 * immutable and shared by threads. */
#ifndef RULE_COMPILE_H
#define RULE_COMPILE_H

#include "rule/message.h"
#include "rule/subject.h"

typedef struct LetProgram {
    uint32_t slot;
    CelProgram *program; /* NULL: the variable is null */
} LetProgram;

typedef VEC(LetProgram) LetPrograms;
typedef VEC(const RuleLet *) Lets;

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
    CelEnv *env;         /* that its words are compiled against */
    bool worded;         /* the rest is there */
    bool needs_told;
    RuleNeeds needs; /* of the verdict, once it has spoken */
    VEC(CelProgram *) at;
    const Message *message;
    VEC(RelatedProgram) related;
} CheckProgram;

typedef struct RuleProgram {
    Arena *arena; /* that everything of it lives in */
    const RuleSpec *spec;
    const Subject *subject;
    CelEnv *env;
    LetPrograms lets; /* parameters too */
    Lets pending;     /* `let`s that need more than the subject */
    GuardProgram guard;
    bool ready; /* the rest is there */
    EachProgram each;
    VEC(CheckProgram) checks;
    uint32_t slots; /* that an evaluation needs, so far */
} RuleProgram;

typedef struct SubjectEnv {
    const Subject *subject;
    CelEnv *env; /* with its variables */
} SubjectEnv;

/* Up to `when`. `params` are the rule's, with the values that hold in this set. NULL after
 * messages. */
RuleProgram *rule_compile(Arena *a, const RuleSpec *spec, RuleParams params, SubjectEnv on,
                          Diags *d);
/* The rest of it, words included. False after messages. */
bool rule_compile_rest(RuleProgram *p, Diags *d);

/* Goes on with a program that is known to compile. */
void program_ready(RuleProgram *p);
void check_words(RuleProgram *p, CheckProgram *c);

#endif
