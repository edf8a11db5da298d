/* The variable `device` of DRA device selectors, typed as the API server types it: fields of no
 * other name compile, values of attributes have any type until they are read, capacities are
 * quantities. */
#ifndef CEL_DEVICE_H
#define CEL_DEVICE_H

#include "base/tri.h"
#include "cel/cel.h"

/* A map of maps, keys and values in turn, in which a missing key reads as an empty map. `in`,
 * size() and loops see only those that are there. The pairs are borrowed. */
static inline CelValue cel_default_map(const CelValue *pairs, uint32_t count)
{
    return (CelValue){.kind = CEL_MAP, .flags = CEL_DEFAULT, .len = count, .as.pairs = pairs};
}

typedef struct CelDevice {
    Str driver;
    CelValue attributes; /* cel_default_map: by domain, then by name */
    CelValue capacity;   /* the same, of quantities */
    Tri many;            /* allowMultipleAllocations: the driver's settings decide */
} CelDevice;

/* An environment of its own (CEL_PROFILE_DRA), with `device` in slot 0. */
CelEnv *cel_device_env(Arena *a);
/* A value for that slot; d is borrowed. */
CelValue cel_device(const CelDevice *d);

#endif
