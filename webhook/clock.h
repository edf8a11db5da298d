/* Clock: nanoseconds that only grow, for deadlines and durations. */
#ifndef WEBHOOK_CLOCK_H
#define WEBHOOK_CLOCK_H

#include <stdint.h>

#define CLOCK_MS INT64_C(1000000) /* nanoseconds of a millisecond, of a second */
#define CLOCK_S  INT64_C(1000000000)

int64_t clock_ns(void);

#endif
