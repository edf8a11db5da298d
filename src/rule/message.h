/* Message: a template with expressions in braces, compiled. `{{` and `}}` are braces. Printing
 * never fails: what cannot be told is a question mark, what is too long is cut. */
#ifndef RULE_MESSAGE_H
#define RULE_MESSAGE_H

#include "cel/cel.h"
#include "rule/load.h"

typedef struct MessagePart {
    Str text;            /* between expressions */
    CelProgram *program; /* NULL: text */
} MessagePart;

typedef struct Message {
    VEC(MessagePart) parts;
} Message;

/* An expression of a rule; NULL after a message at its place in the rule file. `field` names it
 * where the place inside cannot be told. */
CelProgram *expr_compile(Arena *a, const CelEnv *env, const RuleText *text, Diags *d);
/* NULL after a message. */
const Message *message_compile(Arena *a, const CelEnv *env, const RuleText *text, Diags *d);
/* One line, in the arena `a`. */
Str message_print(Arena *a, CelEval *ev, const Message *m);

#endif
