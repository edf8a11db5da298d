/* Chart: the values of a known chart (device plugin, DRA driver, operator, Karpenter), wherever
 * they stand: a Flux HelmRelease, an Argo CD Application, the object that a chart renders its
 * values into, a values file. What nobody writes has the chart's default where the facts know it.
 */
#ifndef KUBE_CHART_H
#define KUBE_CHART_H

#include "base/vec.h"
#include "doc/load.h"
#include "kube/facts.h"
#include "kube/object.h"

struct Fleet;

/* One value that is set by its path, over the others. */
typedef struct ChartParameter {
    Str path;
    const Node *value;
} ChartParameter;

typedef struct Chart {
    const Object *object;
    const Node *node; /* the map that names it */
    Str name, title;  /* as the facts call it: "gpu-operator", "NVIDIA GPU Operator" */
    bool release;     /* it has a version; a values file and a rendered object have none */
    bool release_unknown;
    Str version; /* as written; "" for none */
    NodePlace version_at;
    Str ns; /* of the release; "" for none or not known */
    NodePlace ns_at;
    bool ns_unknown;
    const Node *written; /* a map, what of the values is written; NULL */
    const Node *values;  /* a map: what is written, over defaults; open where more may be */
    bool partial;        /* more values come from elsewhere */
    VEC(ChartParameter) parameters;
    uint32_t index; /* in the fleet's charts */
} Chart;

typedef struct Charts {
    VEC(Chart *) list;
    bool hidden; /* a placeholder stands for the name of one more */
} Charts;

/* Adds the known charts that an object names. The fleet's objects are all there. */
void charts_of(Loader *l, const struct Fleet *f, const Object *o, Charts *out);
/* The values of a file that belongs to a chart; NULL for a chart that the facts do not know. */
Chart *chart_of_file(Loader *l, const Facts *f, const Object *file, Str chart);

/* The value at "driver.enabled", written or by default; NULL when it is not known. */
const Node *chart_value(const Chart *c, Str path);
/* Where it is or would be. */
NodePlace chart_place(const Chart *c, Str path);
/* Does somebody write it, be it the default? */
Tri chart_sets(const Chart *c, Str path);
/* As a template's `if` reads it. */
Tri chart_enabled(const Chart *c, Str path);
/* Does one of the values that switch something on do so ("dra": Karpenter launches nodes for
 * claims)? False when the chart has no such switch. */
bool chart_switch(const Facts *f, const Chart *c, Str name, Tri *out);
/* A fixed version: three numbers, or a digest. */
Tri chart_pinned(const Chart *c);

#endif
