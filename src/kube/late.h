/* Late labels: those that only a running node gets, and who sets them. */
#ifndef KUBE_LATE_H
#define KUBE_LATE_H

#include "kube/facts.h"

/* Who sets the label once the node runs; "" for any other label. */
Str late_setter(const Facts *f, Str key);

#endif
