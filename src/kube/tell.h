/* Tell: what a pod's label requirement can say about which place the pod is meant for. */
#ifndef KUBE_TELL_H
#define KUBE_TELL_H

#include "kube/facts.h"

typedef enum Tell {
    TELL_NOTHING,
    TELL_LABEL, /* a label of the place's own */
    TELL_TYPE,  /* a property of its instance types */
    TELL_NAME,  /* which place, by name */
    TELL_NOT,   /* which place not, by name */
    TELL_MODE,  /* a label that only the other mode's nodes have */
    TELL_UNKNOWN
} Tell;

Tell tell_of(const Facts *f, LabelMode mode, const ReqSource *s);

#endif
