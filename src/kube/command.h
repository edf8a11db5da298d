/* Command: what the containers of a pod run and with which long options, as far as command and
 * args say; a line for a shell counts like words of its own. */
#ifndef KUBE_COMMAND_H
#define KUBE_COMMAND_H

#include "kube/pod.h"

/* Does a container run the program: the last part of its image's path, or a word of its command? */
Tri pod_runs(const Pod *p, Str program);

typedef struct Flag {
    Str value;        /* "true" for a bare option */
    const Node *node; /* the item that has it */
} Flag;

/* The first --name=value, -name=value, --name value or --name; TRI_UNKNOWN when it may be in what
 * cannot be read. */
Tri pod_flag(const Pod *p, Str name, Flag *out);

#endif
