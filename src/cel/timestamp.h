/* Timestamps: RFC 3339 text, the civil calendar and time zones by name. A timestamp is seconds
 * since the epoch and nanoseconds, from year 1 to 9999. */
#ifndef CEL_TIMESTAMP_H
#define CEL_TIMESTAMP_H

#include "base/buf.h"

#define TIMESTAMP_FIRST INT64_C(-62135596800) /* 0001-01-01T00:00:00Z */
#define TIMESTAMP_LAST  INT64_C(253402300799) /* 9999-12-31T23:59:59Z */

typedef struct Timestamp {
    int64_t seconds;
    uint32_t nanos;
} Timestamp;

typedef struct Civil {
    int64_t year;
    int month, day; /* from 1 */
    int hour, minute, second;
    int weekday, yearday; /* from 0: Sunday, 1 January */
} Civil;

bool timestamp_parse(Str text, Timestamp *out);
void timestamp_write(Buf *out, Timestamp t); /* UTC, fraction as short as it is exact */
Civil timestamp_civil(int64_t seconds);
int64_t days_of(int64_t year, int month, int day); /* since the epoch; month and day from 1 */
int month_days(int64_t year, int month);
/* Offset from UTC, in seconds, of a zone at that time: "UTC", "Europe/Berlin", "+05:30". False
 * with the reason where there is no such zone or no zone data on this machine. */
bool zone_offset(Str zone, int64_t seconds, int64_t *out, const char **why);

#endif
