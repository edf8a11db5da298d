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
    OPAQUE_PATTERN /* a compiled regular expression, in the place of the string that was written */
} CelOpaque;

typedef struct Semver {
    uint64_t parts[3]; /* major, minor, patch */
    Str pre, build;    /* dot lists without their '-' and '+'; empty for none */
} Semver;

/* An IPv4 address stands in the first four bytes. */
typedef struct Ip {
    uint8_t bytes[16];
    uint8_t family; /* 4 or 6 */
} Ip;

typedef struct Cidr {
    Ip ip; /* as written, host bits and all */
    uint8_t prefix;
} Cidr;

typedef struct Url {
    Str text;                      /* as Go would write it again */
    Str scheme, host, path, query; /* scheme in lower case, host with its port, path escaped */
} Url;

typedef struct NamedFormat {
    const char *name; /* "dns1123Label"; lib_named.c has the rest */
    const char *pattern, *message;
    size_t most;             /* bytes */
    bool (*valid)(Str text); /* instead of the pattern, or NULL */
    bool prefix;             /* a trailing dash is allowed: a name is yet to be completed */
} NamedFormat;

static inline CelValue cel_opaque(CelOpaque type, const void *payload)
{
    return (CelValue){.kind = CEL_OPAQUE, .host_type = (uint16_t)type, .as.opaque = payload};
}

/* Parsers: on failure false and *why in words, a literal. Parts point into the text. */
bool semver_parse(Str text, Semver *out, const char **why);
bool ip_parse(Str text, Ip *out, const char **why);
bool cidr_parse(Str text, Cidr *out, const char **why);
bool url_parse(Arena *a, Str text, Url *out, const char **why);
/* Appends text without its % escapes; false where one is broken. */
bool url_unescape(Buf *out, Str text, bool plus_is_space);

int semver_cmp(const Semver *a, const Semver *b); /* build ignored */
void semver_write(Buf *out, const Semver *v);
void ip_write(Buf *out, const Ip *ip); /* RFC 5952 */
void cidr_write(Buf *out, const Cidr *cidr);
Ip ip_masked(const Ip *ip, uint8_t prefix); /* without its host bits */

bool opaque_equal(CelValue a, CelValue b); /* of one type */
void opaque_write(Buf *out, CelValue v);   /* as string() and messages give it */
const char *opaque_type_name(CelValue v);  /* "net.IP" … */
/* The function that makes such a value of a text, for literals: "ip". */
const char *opaque_maker(CelValue v);

#endif
