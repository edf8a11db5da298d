/* Label selectors of Kubernetes objects (matchLabels, matchExpressions) against a map of labels. */
#ifndef KUBE_LABELS_H
#define KUBE_LABELS_H

#include "doc/node.h"

/* A selector that is empty matches everything; NULL matches nothing. `labels` may be NULL; `open`:
 * there may be more labels than are written. */
Tri labels_match(const Node *selector, const Node *labels, bool open);

#endif
