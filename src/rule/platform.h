/* Platform: how people write them, for the configuration, the command line and examples. */
#ifndef RULE_PLATFORM_H
#define RULE_PLATFORM_H

#include "kube/fleet.h"

/* Nothing is known, and EKS adds tolerations, as it does unless told not to. */
#define PLATFORM_UNKNOWN                \
    ((Platform){.mode = MODE_UNKNOWN,   \
                .region = STR_INIT(""), \
                .dra = TRI_UNKNOWN,     \
                .extended_resource_toleration = TRI_YES})

bool platform_minor(Str text, int32_t *out); /* of "1.34" or "v1.34.2"; other majors are refused */
bool platform_mode(Str text, PoolMode *out); /* "karpenter", "auto" */

#endif
