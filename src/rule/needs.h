/* Needs: how far the verdict of a check reaches, from what its expressions read. Messages and
 * related places do not count: they tell, they do not decide. */
#ifndef RULE_NEEDS_H
#define RULE_NEEDS_H

#include "rule/compile.h"

RuleNeeds check_needs(const RuleProgram *p, const CheckProgram *c);
RuleNeeds program_needs(const RuleProgram *p); /* of all its checks */
/* The list that makes a rule visit every pod for every pod, or NULL. */
const char *program_squares(const RuleProgram *p);

#endif
