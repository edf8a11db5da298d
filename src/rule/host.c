#include "rule/host.h"

#define HOST_ROW(name, file) [HOST_##name] = &HOST_##name##_TYPE,
const CelHostType *const HOSTS[HOST_COUNT] = {HOST_TYPES(HOST_ROW)};
#undef HOST_ROW
