/* What charts do when nobody tells them: defaults by version, from the facts. */
#ifndef KUBE_CHART_DEFAULTS_H
#define KUBE_CHART_DEFAULTS_H

#include "doc/overlay.h"
#include "kube/chart.h"

enum { CHART_VERSION_PARTS = 3 };

typedef struct ChartVersion {
    int64_t part[CHART_VERSION_PARTS];
} ChartVersion;

/* "v26.7.0"; false for what is no one version: ranges, two numbers, names. */
bool chart_version(Str text, ChartVersion *out);
/* Adds every default that holds for the chart's version. Of a version that is not told, or newer
 * than the facts, only what all versions agree on; any other value is unknown. */
void chart_defaults(Loader *l, const Facts *f, const Chart *c, Overlay *into);

#endif
