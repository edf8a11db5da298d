#include "cel/device.h"

CelValue cel_device(Arena *a, const CelDevice *d)
{
    const CelValue fields[] = {
        cel_str(STR("driver")),
        cel_str(d->driver),
        cel_str(STR("attributes")),
        d->attributes,
        cel_str(STR("capacity")),
        d->capacity,
        cel_str(STR("allowMultipleAllocations")),
        cel_bool(d->many),
    };
    enum { VALUES = sizeof fields / sizeof *fields };
    CelValue *pairs = arena_array(a, CelValue, VALUES);
    memcpy(pairs, fields, sizeof fields);
    return (CelValue){.kind = CEL_MAP, .len = VALUES / 2, .as.pairs = pairs};
}
