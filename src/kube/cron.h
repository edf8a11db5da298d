/* Cron expressions of disruption budgets, as robfig/cron's ParseStandard reads them in UTC: five
 * fields with names, ranges, steps and lists, or one of the @ words. Time is counted in minutes
 * since 1970-01-01. */
#ifndef KUBE_CRON_H
#define KUBE_CRON_H

#include "base/buf.h"

/* A bit for each value that matches. */
typedef struct Cron {
    uint64_t minutes, hours, days, months, weekdays;
    bool any_day, any_weekday; /* written as "*": the other field alone decides */
} Cron;

#define CRON_NEVER INT64_MAX

/* On failure *why says what is wrong, a literal. */
bool cron_parse(Str text, Cron *out, const char **why);
/* What to write for the first range that goes round the end ("fri-mon"), which is *wrong; "" when
 * there is none. */
Str cron_instead(Arena *a, Str text, Str *wrong);
/* The first hit behind a minute; CRON_NEVER when there is none in five years. */
int64_t cron_next(const Cron *c, int64_t minute);
/* Do windows of so many minutes, one from each hit, leave no time between them? Karpenter takes a
 * budget whose schedule never hits for active, so this is true of it. */
bool cron_fills(const Cron *c, int64_t span);

#endif
