/* Clock: nanoseconds that only grow. */
#ifndef WEBHOOK_CLOCK_H
#define WEBHOOK_CLOCK_H

#include <stdint.h>

int64_t clock_ns(void);

#endif
