/* Payloads of CEL_OPAQUE values; CelValue.host_type says which. Only the libraries look inside. */
#ifndef CEL_OPAQUE_H
#define CEL_OPAQUE_H

#include "base/buf.h"
#include "cel/value.h"

typedef enum CelOpaque {
    OPAQUE_SEMVER,
    OPAQUE_IP,
    OPAQUE_CIDR,
    OPAQUE_URL,
    OPAQUE_FORMAT,
    OPAQUE_PATTERN /* a compiled regular expression: never a value that an expression can name */
} CelOpaque;

typedef struct Semver {
    uint64_t major, minor, patch;
    Str pre, build; /* dot lists without their '-' and '+'; empty for none */
} Semver;

/* An IPv4 address stands in the last four bytes. */
typedef struct Ip {
    uint8_t bytes[16];
    uint8_t family; /* 4 or 6 */
} Ip;

typedef struct Cidr {
    Ip ip; /* as written, host bits and all */
    uint8_t prefix;
} Cidr;

typedef struct Url {
    Str text; /* as given */
    Str scheme, host, path, query; /* scheme in lower case, host with port, path decoded */
} Url;

static inline CelValue cel_opaque(CelOpaque type, const void *payload)
{
    return (CelValue){.kind = CEL_OPAQUE, .host_type = (uint16_t)type, .as.opaque = payload};
}

/* Same type: equal as values (semver without build, URL as text). */
bool opaque_equal(CelValue a, CelValue b);
/* Text of the value, as string() and messages give it. */
void opaque_write(Buf *out, CelValue v);
const char *opaque_type_name(CelValue v); /* "net.IP" … */

#endif
