/* Promise: which labels the places around a pod will have on their nodes, and what to require in
 * place of one that none will have. */
#ifndef KUBE_PROMISE_H
#define KUBE_PROMISE_H

#include "kube/fleet.h"

/* Some place of the pod's cluster in the input may start a node with a label that satisfies it. */
Tri fleet_promised(Fleet *f, const Pod *p, const ReqSource *s);
/* A place here that has the key with another value, or a key that comes near, as an addition to a
 * message: " (NodePool vision has team=ml)"; "" when there is none. */
Str fleet_promise_near(Fleet *f, Arena *a, const Pod *p, const ReqSource *s);
/* For a label that only a running node gets: what says the same beforehand,
 * "karpenter.k8s.aws/instance-gpu-name: t4"; "" when nothing does. */
Str promise_instead(const Facts *f, Arena *a, LabelMode mode, const ReqSource *s);

#endif
