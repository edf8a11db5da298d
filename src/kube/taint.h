/* Taints and tolerations. Source: kubernetes/component-helpers toleration matching with
 * comparison operators, as Karpenter calls it. */
#ifndef KUBE_TAINT_H
#define KUBE_TAINT_H

#include "base/vec.h"
#include "doc/node.h"

typedef struct Taint {
    Str key, value, effect; /* effect as Kubernetes spells it, also for eksctl's spellings */
    bool unknown;           /* a part is a placeholder */
    const Node *node;       /* NULL for taints that no document writes */
} Taint;

typedef struct Toleration {
    Str key, op, value, effect; /* op "Equal" when absent */
    bool unknown;
    const Node *node; /* NULL: added by EKS' ExtendedResourceToleration */
} Toleration;

Tri toleration_matches(const Toleration *t, const Taint *taint);

#endif
