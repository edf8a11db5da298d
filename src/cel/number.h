/* Numbers and text: shortest doubles that read back equal, and Go's number syntax. */
#ifndef CEL_NUMBER_H
#define CEL_NUMBER_H

#include "base/buf.h"

typedef enum DoubleStyle {
    DOUBLE_GO,     /* string(): 1e+06 from a million on */
    DOUBLE_PLAIN,  /* messages: 1000000; an exponent only far out */
    DOUBLE_LITERAL /* as PLAIN, but always with a point or an exponent: 1.0 */
} DoubleStyle;

void double_write(Buf *out, double d, DoubleStyle style);
bool double_parse(Str text, double *out); /* Go's ParseFloat: inf, NaN, 1e3, 0x1p-2; no spaces */
bool uint_parse(Str text, uint64_t *out); /* digits only */

#endif
