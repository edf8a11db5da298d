/* CelValue: what an expression yields, 16 bytes, passed by value. Errors and unknowns are values
 * (CEL, "Evaluation"). A value read from a manifest *is* its Node, so
 * it costs no copy and remembers its place; read it through cel_*_of. Nothing here owns memory:
 * payloads live in the document, the program, the host or the evaluation's scratch arena. */
#ifndef CEL_VALUE_H
#define CEL_VALUE_H

#include <string.h>

#include "doc/node.h"

typedef enum CelKind {
    CEL_ERROR,   /* as.error */
    CEL_UNKNOWN, /* as.text/len: what was missing, in words ("NodeClass gpu"); may be empty */
    CEL_NULL,
    CEL_BOOL,
    CEL_INT,
    CEL_UINT,
    CEL_DOUBLE,
    CEL_STRING,    /* as.text/len, UTF-8 */
    CEL_BYTES,     /* as.text/len */
    CEL_LIST,      /* as.items/len, or a list Node */
    CEL_MAP,       /* as.pairs/len (key, value, key, value …; len counts pairs), or a map Node */
    CEL_TYPE,      /* as.text/len: the type's name */
    CEL_DURATION,  /* as.integer: nanoseconds */
    CEL_TIMESTAMP, /* as.integer: seconds since the epoch; len: nanoseconds */
    CEL_OPTIONAL,  /* as.boxed: the value, NULL for none */
    CEL_QUANTITY,  /* as.quantity */
    CEL_OPAQUE,    /* as.opaque: semver, IP, CIDR, URL, format (cel/opaque.h) */
    CEL_HOST,      /* as.host: an object of the host; host_type says which */
    CEL_PLACE,     /* as.place: only from `at` facts; a place in a document, perhaps missing */
    CEL_LAZY       /* only in slots: evaluated when first read (`let`) */
} CelKind;

enum {
    CEL_NODE = 1,     /* the payload is as.node; len is unset */
    CEL_OPEN = 2,     /* a list or map with perhaps more members than are here */
    CEL_ASCII = 4,    /* every byte of the string is below 128: offsets are code points */
    CEL_AT_LEAST = 8, /* an unknown int that is at least host_type: size() of an open list */
    CEL_DEFAULT = 16  /* a map where a missing key reads as an empty map: DRA attribute domains */
};

typedef struct CelError CelError; /* cel/cel.h */
struct Quantity;                  /* base/quantity.h */

typedef struct CelValue {
    uint8_t kind;       /* CelKind */
    uint8_t flags;      /* CEL_NODE … */
    uint16_t host_type; /* of a CEL_HOST: its index in the environment (cel/host.h); of a
                           CEL_OPAQUE: CelOpaque */
    uint32_t len;
    union {
        bool boolean;
        int64_t integer;
        uint64_t uinteger;
        double real;
        const char *text;
        const struct CelValue *items, *pairs, *boxed;
        const Node *node;
        const CelError *error;
        const void *host, *opaque;
        const struct Quantity *quantity;
        const NodePlace *place;
    } as;
} CelValue;

_Static_assert(sizeof(CelValue) == 16, "two words, returned in registers");

/* clang-format off */
static inline CelValue cel_bool(bool b)      { return (CelValue){.kind = CEL_BOOL, .as.boolean = b}; }
static inline CelValue cel_int(int64_t i)    { return (CelValue){.kind = CEL_INT, .as.integer = i}; }
static inline CelValue cel_uint(uint64_t u)  { return (CelValue){.kind = CEL_UINT, .as.uinteger = u}; }
static inline CelValue cel_double(double d)  { return (CelValue){.kind = CEL_DOUBLE, .as.real = d}; }
static inline CelValue cel_null(void)        { return (CelValue){.kind = CEL_NULL}; }
static inline CelValue cel_str(Str s)        { return (CelValue){.kind = CEL_STRING, .len = (uint32_t)s.len, .as.text = s.ptr}; }
static inline CelValue cel_bytes(Str s)      { return (CelValue){.kind = CEL_BYTES, .len = (uint32_t)s.len, .as.text = s.ptr}; }
static inline CelValue cel_duration(int64_t ns) { return (CelValue){.kind = CEL_DURATION, .as.integer = ns}; }
static inline CelValue cel_timestamp(int64_t seconds, uint32_t nanos) { return (CelValue){.kind = CEL_TIMESTAMP, .len = nanos, .as.integer = seconds}; }
/* `missing` must live as long as the value: a literal or arena text. */
static inline CelValue cel_unknown(Str missing) { return (CelValue){.kind = CEL_UNKNOWN, .len = (uint32_t)missing.len, .as.text = missing.ptr}; }
static inline CelValue cel_list(const CelValue *items, size_t n, bool open)
{
    return (CelValue){.kind = CEL_LIST, .flags = open ? CEL_OPEN : 0, .len = (uint32_t)n, .as.items = items};
}
static inline CelValue cel_host(uint16_t type, const void *p) { return (CelValue){.kind = CEL_HOST, .host_type = type, .as.host = p}; }
static inline CelValue cel_place(const NodePlace *p) { return (CelValue){.kind = CEL_PLACE, .as.place = p}; }
static inline CelValue cel_tri(Tri t, Str missing) { return t == TRI_UNKNOWN ? cel_unknown(missing) : cel_bool(t == TRI_YES); }
/* clang-format on */

/* A document value: placeholder reads as unknown, everything else as what it is. NULL is a bug. */
CelValue cel_node(const Node *n);

static inline bool cel_is(CelValue v, CelKind kind)
{
    return v.kind == kind;
}

static inline bool cel_failed(CelValue v) /* an error or an unknown: strict functions pass it on */
{
    return v.kind <= CEL_UNKNOWN;
}

/* The payload, wherever it is kept. Each only for values of its kind. */
static inline bool cel_bool_of(CelValue v)
{
    return v.flags & CEL_NODE ? v.as.node->as.boolean : v.as.boolean;
}

static inline int64_t cel_int_of(CelValue v)
{
    return v.flags & CEL_NODE ? v.as.node->as.integer : v.as.integer;
}

static inline double cel_double_of(CelValue v)
{
    return v.flags & CEL_NODE ? v.as.node->as.real : v.as.real;
}

static inline Str cel_str_of(CelValue v) /* string, bytes, type, unknown */
{
    return v.flags & CEL_NODE ? (Str){v.as.node->as.text, v.as.node->len} : (Str){v.as.text, v.len};
}

static inline uint32_t cel_len_of(CelValue v) /* items of a list, pairs of a map */
{
    return v.flags & CEL_NODE ? v.as.node->len : v.len;
}

static inline bool cel_is_open(CelValue v)
{
    return (v.flags & CEL_OPEN) || ((v.flags & CEL_NODE) && (v.as.node->flags & NODE_OPEN));
}

/* i below cel_len_of. */
static inline CelValue cel_item(CelValue list, uint32_t i)
{
    return list.flags & CEL_NODE ? cel_node(&list.as.node->as.items[i]) : list.as.items[i];
}

/* The Node that v was read from; NULL when it was computed. */
static inline const Node *cel_origin(CelValue v)
{
    return v.flags & CEL_NODE ? v.as.node : NULL;
}

#endif
