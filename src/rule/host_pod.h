/* What the two tables about pods share: host_pod.c has what a pod says of itself, host_reach.c
 * what follows from the places around it. */
#ifndef RULE_HOST_POD_H
#define RULE_HOST_POD_H

#include "rule/host.h"

CelValue reach_meant(CelEval *ev, const void *self);
CelValue reach_places(CelEval *ev, const void *self);
CelValue reach_nearest(CelEval *ev, const void *self);
CelValue reach_blame(CelEval *ev, const void *self);
CelValue reach_absent(CelEval *ev, const void *self);
CelValue reach_types(CelEval *ev, const void *self);
CelValue reach_types_text(CelEval *ev, const void *self);
CelValue reach_takes_all(CelEval *ev, const void *self);

/* Methods on one place; args[0] is a pool, group or place. */
CelValue reach_fits(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_fits_written(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_misses(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_misses_written(CelEval *ev, const void *self, const CelValue *args);
CelValue reach_why(CelEval *ev, const void *self, const CelValue *args);
/* args[0] is a selector. */
CelValue reach_meant_but_for(CelEval *ev, const void *self, const CelValue *args);

#endif
