/* Keys that somebody else has a say in: labels that only a running node gets, and what only other
 * clouds have. */
#ifndef KUBE_LATE_H
#define KUBE_LATE_H

#include "kube/facts.h"

/* Who sets the label once the node runs; "" for any other label. */
Str late_setter(const Facts *f, Str key);
/* The other cloud whose label, taint or resource it is; "" for any other key. */
Str other_cloud(const Facts *f, Str key);

#endif
