/* Kubernetes quantities ("1500m", "2Gi", "1e3"), exact. One parser for the fleet model, for CEL
 * and for facts. Value type; no memory. Source: apimachinery pkg/api/resource/quantity.go. */
#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include "base/buf.h"

/* value = (negative ? -1 : 1) * magnitude * 10^-9, magnitude little-endian in 32-bit words. */
typedef struct Quantity {
    uint32_t words[8];
    bool negative;
    bool integer;   /* what Kubernetes' isInteger answers (its int64 fast path) */
    uint8_t format; /* 0 decimal SI, 1 binary SI, 2 exponent: how it was written */
} Quantity;

/* On failure *why is one of the API server's own phrases, a literal. */
bool quantity_parse(Str text, Quantity *out, const char **why);
Quantity quantity_of(int64_t units);
int quantity_cmp(const Quantity *a, const Quantity *b);      /* -1, 0, 1 */
Quantity quantity_add(const Quantity *a, const Quantity *b); /* saturates at 256 bits */
Quantity quantity_sub(const Quantity *a, const Quantity *b);
Quantity quantity_mul(const Quantity *a, int64_t times);
int64_t quantity_units(const Quantity *q); /* rounded up, clamped to int64 */
int64_t quantity_milli(const Quantity *q); /* thousandths, rounded up, clamped */
double quantity_double(const Quantity *q);
void quantity_write(Buf *out, const Quantity *q); /* canonical form, as Kubernetes prints it */

#endif
