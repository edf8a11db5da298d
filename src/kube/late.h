/* Keys that somebody else has a say in: labels that only a running node gets, and what only other
 * clouds have. */
#ifndef KUBE_LATE_H
#define KUBE_LATE_H

#include "kube/facts.h"

/* Who sets the label once the node runs; "" for any other label. */
Str late_setter(const Facts *f, Str key);
/* The label of self-managed Karpenter that says the same before a node exists; "" for none. */
Str late_instead(const Facts *f, Str key);
/* The other cloud whose label, taint or resource it is; "" for any other key. */
Str other_cloud(const Facts *f, Str key);

/* The kind of place that the label names ("NodePool", "node group"); "" for any other key. */
Str place_named_by(const Facts *f, Str key);

#endif
