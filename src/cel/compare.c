#include "cel/libs.h"

#include <math.h>

#include "base/quantity.h"
#include "cel/opaque.h"

static CelOrder order_of(bool less, bool more)
{
    return less ? CEL_LESS : more ? CEL_MORE : CEL_SAME;
}

/* ---- numbers on one line ---- */

#define TWO_63 9223372036854775808.0
#define TWO_64 18446744073709551616.0

/* Exact, but that 2^63 reads as the largest int: cel-go and the conformance suite have it so. */
static CelOrder int_double(int64_t i, double d)
{
    if (isnan(d))
        return CEL_UNORDERED;
    if (d >= TWO_63)
        return order_of(i < INT64_MAX || d > TWO_63, false);
    if (d < -TWO_63)
        return CEL_MORE;
    int64_t whole = (int64_t)d;
    double rest = d - (double)whole;
    return i != whole ? order_of(i < whole, true) : order_of(rest > 0, rest < 0);
}

static CelOrder uint_double(uint64_t u, double d)
{
    if (isnan(d))
        return CEL_UNORDERED;
    if (d >= TWO_64)
        return order_of(u < UINT64_MAX || d > TWO_64, false);
    if (d < 0)
        return CEL_MORE;
    uint64_t whole = (uint64_t)d;
    return u != whole ? order_of(u < whole, true) : order_of(d > (double)whole, false);
}

static CelOrder flipped(CelOrder order)
{
    return order == CEL_LESS ? CEL_MORE : order == CEL_MORE ? CEL_LESS : order;
}

static CelOrder order_ints(CelValue a, CelValue b)
{
    int64_t x = cel_int_of(a), y = cel_int_of(b);
    return order_of(x<y, x> y);
}

static CelOrder order_uints(CelValue a, CelValue b)
{
    return order_of(a.as.uinteger<b.as.uinteger, a.as.uinteger> b.as.uinteger);
}

static CelOrder order_doubles(CelValue a, CelValue b)
{
    double x = cel_double_of(a), y = cel_double_of(b);
    return isnan(x) || isnan(y) ? CEL_UNORDERED : order_of(x<y, x> y);
}

static CelOrder order_int_uint(CelValue a, CelValue b)
{
    int64_t x = cel_int_of(a);
    uint64_t y = b.as.uinteger;
    return x < 0 ? CEL_LESS : order_of((uint64_t)x<y, (uint64_t)x> y);
}

static bool is_number(CelValue v)
{
    return v.kind >= CEL_INT && v.kind <= CEL_DOUBLE;
}

/* Kinds differ. */
static CelOrder order_mixed(CelValue a, CelValue b)
{
    if (a.kind > b.kind)
        return flipped(order_mixed(b, a));
    if (b.kind == CEL_UINT)
        return order_int_uint(a, b);
    return a.kind == CEL_INT ? int_double(cel_int_of(a), cel_double_of(b))
                             : uint_double(a.as.uinteger, cel_double_of(b));
}

static CelOrder order_times(CelValue a, CelValue b)
{
    CelOrder seconds = order_ints(a, b);
    return seconds == CEL_SAME ? order_of(a.len<b.len, a.len> b.len) : seconds;
}

CelOrder cel_compare(CelValue a, CelValue b)
{
    if (a.kind != b.kind)
        return is_number(a) && is_number(b) ? order_mixed(a, b) : CEL_NO_ORDER;
    int order = 0;
    switch (a.kind) {
    case CEL_BOOL: order = (int)cel_bool_of(a) - (int)cel_bool_of(b); break;
    case CEL_INT:
    case CEL_DURATION: return order_ints(a, b);
    case CEL_UINT: return order_uints(a, b);
    case CEL_DOUBLE: return order_doubles(a, b);
    case CEL_STRING:
    case CEL_BYTES: order = str_cmp(cel_str_of(a), cel_str_of(b)); break;
    case CEL_TIMESTAMP: return order_times(a, b);
    case CEL_QUANTITY: order = quantity_cmp(a.as.quantity, b.as.quantity); break;
    default: return CEL_NO_ORDER;
    }
    return order_of(order<0, order> 0);
}

/* ---- a bound decides ---- */

static const CelRelation MIRROR[] = {
    [CEL_LT] = CEL_GT, [CEL_LE] = CEL_GE, [CEL_GT] = CEL_LT,
    [CEL_GE] = CEL_LE, [CEL_EQ] = CEL_EQ, [CEL_NE] = CEL_NE,
};

static bool has_bound(CelValue v)
{
    return v.kind == CEL_UNKNOWN && (v.flags & CEL_AT_LEAST);
}

Tri cel_relate(CelRelation op, CelValue a, CelValue b)
{
    if (has_bound(b) && !cel_failed(a))
        return cel_relate(MIRROR[op], b, a);
    if (!has_bound(a) || !is_number(b))
        return TRI_UNKNOWN;
    CelOrder least = cel_compare(cel_int(a.host_type), b); /* a is this much or more */
    bool above = least == CEL_MORE, reached = above || least == CEL_SAME;
    switch (op) {
    case CEL_LT: return reached ? TRI_NO : TRI_UNKNOWN;
    case CEL_LE: return above ? TRI_NO : TRI_UNKNOWN;
    case CEL_GT: return above ? TRI_YES : TRI_UNKNOWN;
    case CEL_GE: return reached ? TRI_YES : TRI_UNKNOWN;
    case CEL_EQ: return above ? TRI_NO : TRI_UNKNOWN;
    case CEL_NE: return above ? TRI_YES : TRI_UNKNOWN;
    }
    return TRI_UNKNOWN;
}

/* ---- equality ---- */

/* Each pair of values that is looked at is a step: values may be large, and shared. */
static bool counted(CelEval *ev, uint64_t steps)
{
    return !ev || cel_charge(ev, steps);
}

static Tri equal_lists(CelEval *ev, CelValue a, CelValue b)
{
    uint32_t len_a = cel_len_of(a), len_b = cel_len_of(b);
    bool open_a = cel_is_open(a), open_b = cel_is_open(b);
    /* Known members of an open list have no fixed index: only too short a list tells. */
    if (open_a || open_b)
        return tri_and(TRI_UNKNOWN,
                       tri_of((open_a || len_a >= len_b) && (open_b || len_b >= len_a)));
    if (len_a != len_b)
        return TRI_NO;
    Tri all = TRI_YES;
    for (uint32_t i = 0; i < len_a && all != TRI_NO; i++)
        all = tri_and(all, cel_equal_in(ev, cel_item(a, i), cel_item(b, i)));
    return all;
}

/* Every known key of `a` is in `b` with an equal value. */
static Tri covers(CelEval *ev, CelValue a, CelValue b)
{
    Tri all = TRI_YES;
    for (uint32_t i = 0; i < cel_len_of(a) && all != TRI_NO; i++) {
        CelValue other, key = cel_map_key(a, i);
        if (!counted(ev, b.flags & CEL_NODE ? 1 : cel_len_of(b) / 4))
            return TRI_UNKNOWN;
        if (cel_failed(key))
            all = tri_and(all, TRI_UNKNOWN);
        else if (cel_map_known(b, key, &other))
            all = tri_and(all, cel_equal_in(ev, cel_map_value(a, i), other));
        else
            all = tri_and(all, cel_is_open(b) ? TRI_UNKNOWN : TRI_NO);
    }
    return all;
}

static Tri equal_maps(CelEval *ev, CelValue a, CelValue b)
{
    bool open_a = cel_is_open(a), open_b = cel_is_open(b);
    if (!open_a && !open_b && cel_len_of(a) != cel_len_of(b))
        return TRI_NO;
    Tri same = covers(ev, a, b);
    if (open_a || open_b)
        same = tri_and(tri_and(same, covers(ev, b, a)), TRI_UNKNOWN);
    return same;
}

static Tri equal_optionals(CelEval *ev, const CelValue *a, const CelValue *b)
{
    return a && b ? cel_equal_in(ev, *a, *b) : tri_of(!a && !b);
}

static bool equal_places(const NodePlace *a, const NodePlace *b)
{
    return a->node == b->node && str_eq(a->missing, b->missing);
}

/* Of one kind, no number. */
static Tri equal_kinds(CelEval *ev, CelValue a, CelValue b)
{
    switch (a.kind) {
    case CEL_NULL: return TRI_YES;
    case CEL_TYPE: return tri_of(str_eq(cel_str_of(a), cel_str_of(b)));
    case CEL_LIST: return equal_lists(ev, a, b);
    case CEL_MAP: return equal_maps(ev, a, b);
    case CEL_OPTIONAL: return equal_optionals(ev, a.as.boxed, b.as.boxed);
    case CEL_OPAQUE: return tri_of(a.host_type == b.host_type && opaque_equal(a, b));
    case CEL_HOST: return tri_of(a.host_type == b.host_type && a.as.host == b.as.host);
    case CEL_PLACE: return tri_of(equal_places(a.as.place, b.as.place));
    default: return tri_of(cel_compare(a, b) == CEL_SAME);
    }
}

Tri cel_equal_in(CelEval *ev, CelValue a, CelValue b)
{
    if (!counted(ev, 1))
        return TRI_UNKNOWN;
    if (cel_failed(a) || cel_failed(b))
        return cel_relate(CEL_EQ, a, b);
    if (a.kind != b.kind)
        return tri_of(is_number(a) && is_number(b) && order_mixed(a, b) == CEL_SAME);
    if (is_number(a))
        return tri_of(cel_compare(a, b) == CEL_SAME);
    return equal_kinds(ev, a, b);
}

Tri cel_equal(CelValue a, CelValue b)
{
    return cel_equal_in(NULL, a, b);
}

/* ---- membership ---- */

Tri cel_contains(CelEval *ev, CelValue needle, CelValue container)
{
    CelValue found;
    Tri seen = cel_is_open(container) ? TRI_UNKNOWN : TRI_NO;
    if (container.kind == CEL_MAP)
        return cel_map_known(container, needle, &found) ? TRI_YES : seen;
    for (uint32_t i = 0; i < cel_len_of(container) && seen != TRI_YES; i++)
        seen = tri_or(seen, cel_equal_in(ev, needle, cel_item(container, i)));
    return seen;
}
