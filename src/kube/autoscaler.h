/* Autoscaler: Cluster Autoscaler, recognised in a pod or brought by its chart, and what it is
 * told. */
#ifndef KUBE_AUTOSCALER_H
#define KUBE_AUTOSCALER_H

#include "kube/chart.h"
#include "kube/command.h"

typedef struct Autoscaler {
    const Pod *pod; /* NULL: a chart brings it */
    const Chart *chart;
    const Object *owner;
    uint32_t index; /* in the fleet's autoscalers */
} Autoscaler;

/* NULL: the pod is none; the chart is another. */
Autoscaler *autoscaler_of_pod(Arena *a, const Facts *f, const Pod *p);
Autoscaler *autoscaler_of_chart(Arena *a, const Facts *f, const Chart *c);

/* As pod_flag; of several of one name the first. */
Tri autoscaler_flag(const Autoscaler *s, Arena *a, const Facts *f, Str name, Flag *out);
/* Where an option is, or would be. */
NodePlace autoscaler_option(const Autoscaler *s, Arena *a, const Facts *f, Str name);

#endif
