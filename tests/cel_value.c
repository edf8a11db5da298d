#include <math.h>

#include "base/duration.h"
#include "base/quantity.h"
#include "cel/base64.h"
#include "cel/device.h"
#include "cel/libs.h"
#include "cel/number.h"
#include "cel/opaque.h"
#include "cel/timestamp.h"
#include "cel_data.h"

Str data_text(Arena *a, const Node *n)
{
    Str rest = n ? node_str(n) : STR("");
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    for (size_t at; (at = str_find(rest, STR("\xee\x80\x80"))) < rest.len;) {
        buf_add(&out, str_slice(rest, 0, at));
        buf_char(&out, '\0');
        rest = str_skip(rest, at + 3);
    }
    buf_add(&out, rest);
    return buf_str(&out);
}

static bool read_int(Arena *a, const Node *n, CelValue *out)
{
    int64_t i;
    (void)a;
    bool valid = str_int(node_str(n), &i);
    *out = cel_int(valid ? i : 0);
    return valid;
}

static bool read_uint(Arena *a, const Node *n, CelValue *out)
{
    uint64_t u;
    (void)a;
    bool valid = uint_parse(node_str(n), &u);
    *out = cel_uint(valid ? u : 0);
    return valid;
}

static bool read_double(Arena *a, const Node *n, CelValue *out)
{
    double d = n->kind == NODE_INT ? (double)n->as.integer : n->as.real;
    (void)a;
    if (n->kind == NODE_STRING && !double_parse(node_str(n), &d))
        return false;
    *out = cel_double(d);
    return true;
}

static bool read_string(Arena *a, const Node *n, CelValue *out)
{
    *out = cel_str(data_text(a, n));
    return n->kind == NODE_STRING;
}

static bool read_bytes(Arena *a, const Node *n, CelValue *out)
{
    Buf bytes;
    buf_init(&bytes, a, SIZE_MAX);
    bool valid = base64_decode(&bytes, node_str(n), true);
    *out = cel_bytes(buf_str(&bytes));
    return valid;
}

static bool read_bool(Arena *a, const Node *n, CelValue *out)
{
    (void)a;
    *out = cel_bool(n->as.boolean);
    return n->kind == NODE_BOOL;
}

static bool read_null(Arena *a, const Node *n, CelValue *out)
{
    (void)a;
    (void)n;
    *out = cel_null();
    return true;
}

static bool read_type(Arena *a, const Node *n, CelValue *out)
{
    bool valid = read_string(a, n, out);
    out->kind = CEL_TYPE;
    return valid;
}

static bool read_list(Arena *a, const Node *n, CelValue *out)
{
    CelValue *items = arena_array(a, CelValue, n->len);
    for (uint32_t i = 0; i < n->len; i++) {
        if (!data_value(a, node_item(n, i), &items[i]))
            return false;
    }
    *out = cel_list(items, n->len, false);
    return n->kind == NODE_LIST;
}

static bool read_map(Arena *a, const Node *n, CelValue *out)
{
    CelValue *pairs = arena_array(a, CelValue, 2 * (size_t)n->len);
    for (uint32_t i = 0; i < n->len; i++) {
        const Node *pair = node_item(n, i);
        if (!data_value(a, node_item(pair, 0), &pairs[2 * i]) ||
            !data_value(a, node_item(pair, 1), &pairs[2 * i + 1]))
            return false;
    }
    *out = (CelValue){.kind = CEL_MAP, .len = n->len, .as.pairs = pairs};
    return n->kind == NODE_LIST;
}

static bool read_default_map(Arena *a, const Node *n, CelValue *out)
{
    bool valid = read_map(a, n, out);
    *out = cel_default_map(out->as.pairs, out->len);
    return valid;
}

static bool read_duration(Arena *a, const Node *n, CelValue *out)
{
    int64_t ns = 0;
    (void)a;
    bool valid = duration_parse(node_str(n), &ns);
    *out = cel_duration(ns);
    return valid;
}

static bool read_timestamp(Arena *a, const Node *n, CelValue *out)
{
    Timestamp t = {0, 0};
    (void)a;
    bool valid = timestamp_parse(node_str(n), &t);
    *out = cel_timestamp(t.seconds, t.nanos);
    return valid;
}

static bool read_optional(Arena *a, const Node *n, CelValue *out)
{
    CelValue *boxed = n->kind == NODE_NULL ? NULL : arena_new(a, CelValue);
    *out = (CelValue){.kind = CEL_OPTIONAL, .as.boxed = boxed};
    return !boxed || data_value(a, n, boxed);
}

static bool read_quantity(Arena *a, const Node *n, CelValue *out)
{
    const char *why;
    Quantity *q = arena_new(a, Quantity);
    *out = (CelValue){.kind = CEL_QUANTITY, .as.quantity = q};
    return quantity_parse(node_str(n), q, &why);
}

static bool read_semver(Arena *a, const Node *n, CelValue *out)
{
    const char *why;
    Semver *v = arena_new(a, Semver);
    *out = cel_opaque(OPAQUE_SEMVER, v);
    return semver_parse(node_str(n), v, &why);
}

static const struct {
    Str key;
    bool (*read)(Arena *a, const Node *n, CelValue *out);
} FORMS[] = {
    {STR_INIT("int"),        read_int        },
    {STR_INIT("uint"),       read_uint       },
    {STR_INIT("double"),     read_double     },
    {STR_INIT("string"),     read_string     },
    {STR_INIT("bytes"),      read_bytes      },
    {STR_INIT("bool"),       read_bool       },
    {STR_INIT("null"),       read_null       },
    {STR_INIT("type"),       read_type       },
    {STR_INIT("list"),       read_list       },
    {STR_INIT("map"),        read_map        },
    {STR_INIT("duration"),   read_duration   },
    {STR_INIT("timestamp"),  read_timestamp  },
    {STR_INIT("optional"),   read_optional   },
    {STR_INIT("quantity"),   read_quantity   },
    {STR_INIT("semver"),     read_semver     },
    {STR_INIT("defaultmap"), read_default_map},
};

bool data_value(Arena *a, const Node *n, CelValue *out)
{
    if (!n || n->kind != NODE_MAP || n->len != 1)
        return false;
    const Member *m = &n->as.members[0];
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        if (str_eq(FORMS[i].key, m->key->name))
            return FORMS[i].read(a, &m->value, out);
    }
    return false;
}

static bool same_lists(CelValue a, CelValue b)
{
    bool same = cel_len_of(a) == cel_len_of(b);
    for (uint32_t i = 0; same && i < cel_len_of(a); i++)
        same = data_same(cel_item(a, i), cel_item(b, i));
    return same;
}

static bool same_maps(CelValue a, CelValue b)
{
    bool same = cel_len_of(a) == cel_len_of(b);
    for (uint32_t i = 0; same && i < cel_len_of(a); i++) {
        same = false;
        for (uint32_t k = 0; !same && k < cel_len_of(b); k++)
            same = data_same(cel_map_key(a, i), cel_map_key(b, k)) &&
                   data_same(cel_map_value(a, i), cel_map_value(b, k));
    }
    return same;
}

bool data_same(CelValue a, CelValue b)
{
    if (a.kind != b.kind)
        return false;
    switch (a.kind) {
    case CEL_DOUBLE:
        return cel_equal(a, b) == TRI_YES || (isnan(cel_double_of(a)) && isnan(cel_double_of(b)));
    case CEL_LIST: return same_lists(a, b);
    case CEL_MAP: return same_maps(a, b);
    case CEL_OPTIONAL:
        return a.as.boxed && b.as.boxed ? data_same(*a.as.boxed, *b.as.boxed)
                                        : !a.as.boxed && !b.as.boxed;
    default: return cel_equal(a, b) == TRI_YES;
    }
}
