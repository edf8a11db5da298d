/* Calendar days, as people and tables write them. */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include "base/str.h"

enum { DAY_SECONDS = 86400 };

bool date_parse(Str text, int64_t *out); /* "2026-11-30", midnight UTC, in seconds since 1970 */

#endif
