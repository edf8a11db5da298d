/* Between quantity.c and its reader: magnitudes of 256 bits, and the suffixes. */
#ifndef BASE_QUANTITY_WORDS_H
#define BASE_QUANTITY_WORDS_H

#include "base/quantity.h"

enum {
    QUANTITY_WORDS = 8,
    QUANTITY_NANO = 9, /* the smallest unit is 10^-9 */
    QUANTITY_SUFFIX_COUNT = 16
};

typedef struct QuantitySuffix {
    Str text;
    uint8_t format;   /* Quantity.format */
    int16_t exponent; /* of 10 or of 2 */
} QuantitySuffix;

extern const QuantitySuffix QUANTITY_SUFFIXES[QUANTITY_SUFFIX_COUNT];

bool magnitude_zero(const uint32_t words[QUANTITY_WORDS]);
int magnitude_cmp(const uint32_t a[QUANTITY_WORDS], const uint32_t b[QUANTITY_WORDS]);
/* words = words * by + plus; false, and the largest value, when that does not fit. */
bool magnitude_times(uint32_t words[QUANTITY_WORDS], uint32_t by, uint32_t plus);
bool magnitude_times_ten(uint32_t words[QUANTITY_WORDS], size_t exponent);
/* Divides by 10^exponent; true when nothing was lost. */
bool magnitude_over_ten(uint32_t words[QUANTITY_WORDS], size_t exponent);
/* The value if it fits 63 bits, else the largest that does. */
int64_t magnitude_int(const uint32_t words[QUANTITY_WORDS]);
void magnitude_of(uint32_t words[QUANTITY_WORDS], uint64_t value);

#endif
