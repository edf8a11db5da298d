/* Go durations ("1h30m", "1.5h", "300ms"), in nanoseconds. Source: Go's time.ParseDuration. */
#ifndef BASE_DURATION_H
#define BASE_DURATION_H

#include "base/buf.h"

bool duration_parse(Str text, int64_t *out); /* units h m s ms us µs ns; "0"; sign allowed */
void duration_write(Buf *out, int64_t ns);   /* Go's String(): "720h0m0s" */
void duration_short(Buf *out, int64_t ns);   /* for messages: "720h", "1h30m", "90s" */

#endif
