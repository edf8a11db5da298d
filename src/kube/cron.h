/* Cron expressions of disruption budgets, as robfig/cron's ParseStandard reads them: five fields
 * with names, ranges, steps and lists, or one of the @ words. Says whether one parses, no more. */
#ifndef KUBE_CRON_H
#define KUBE_CRON_H

#include "base/str.h"

/* On failure *why says what is wrong, a literal. */
bool cron_valid(Str text, const char **why);

#endif
