/* Agent: a network or volume agent that keeps pods off new nodes by a startup taint, recognised in
 * the pod of its DaemonSet or of its operator. */
#ifndef KUBE_AGENT_H
#define KUBE_AGENT_H

#include "kube/pod.h"

typedef struct Agent {
    const Pod *pod;
    Str what;          /* "Cilium" */
    Str taint, effect; /* that it removes once it is ready */
    bool sets;         /* and that it puts on every new node itself */
    uint32_t index;    /* in the fleet's agents */
} Agent;

/* NULL: the pod is none. */
Agent *agent_of(Arena *a, const Facts *f, const Pod *p);

#endif
