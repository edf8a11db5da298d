#include "base/date.h"

/* Days from 1970-01-01 to a day of the proleptic Gregorian calendar; years begin in March. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = year / 400, of_era = year % 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

bool date_parse(Str text, int64_t *out)
{
    static const int64_t LENGTHS[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t year, month, day;
    if (text.len != 10 || text.ptr[4] != '-' || text.ptr[7] != '-' ||
        !str_int(str_slice(text, 0, 4), &year) || !str_int(str_slice(text, 5, 7), &month) ||
        !str_int(str_slice(text, 8, 10), &day))
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > LENGTHS[month - 1] ||
        (month == 2 && day == 29 && !leap))
        return false;
    *out = days_of(year, month, day) * DAY_SECONDS;
    return true;
}
