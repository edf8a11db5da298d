#include <math.h>

#include "cel/lib.h"

/* ---- greatest and least ---- */

static CelValue extreme(CelEval *ev, const CelValue *items, size_t len, CelOrder wanted)
{
    CelValue best = items[0];
    for (size_t i = 0; i < len; i++) {
        if (cel_failed(items[i]))
            return items[i];
        if (items[i].kind < CEL_INT || items[i].kind > CEL_DOUBLE)
            return cel_error(ev, CEL_ERR_NO_OVERLOAD, "no such overload: %s is not a number",
                             cel_type_name(items[i]));
        best = cel_compare(items[i], best) == wanted ? items[i] : best;
    }
    return best;
}

static CelValue of_list(CelEval *ev, CelValue list, CelOrder wanted, const char *name)
{
    uint32_t len = cel_len_of(list);
    if (cel_is_open(list) && !ev->told)
        return cel_missing_member();
    if (len == 0)
        return cel_error(ev, CEL_ERR_ARGUMENT, "math.%s of an empty list", name);
    CEL_CHARGE(ev, len);
    CelValue *items = arena_array(ev->scratch, CelValue, len);
    for (uint32_t i = 0; i < len; i++)
        items[i] = cel_item(list, i);
    return extreme(ev, items, len, wanted);
}

static CelValue greatest_list(CelEval *ev, const CelValue *args)
{
    return of_list(ev, args[0], CEL_MORE, "greatest");
}

static CelValue least_list(CelEval *ev, const CelValue *args)
{
    return of_list(ev, args[0], CEL_LESS, "least");
}

/* A body does not know how many arguments its row has. */
#define EXTREMES(n)                                                 \
    static CelValue greatest_##n(CelEval *ev, const CelValue *args) \
    {                                                               \
        return extreme(ev, args, n, CEL_MORE);                      \
    }                                                               \
    static CelValue least_##n(CelEval *ev, const CelValue *args)    \
    {                                                               \
        return extreme(ev, args, n, CEL_LESS);                      \
    }

EXTREMES(1)
EXTREMES(2)
EXTREMES(3)
EXTREMES(4)
EXTREMES(5)
EXTREMES(6)

/* ---- doubles ---- */

static CelValue double_ceil(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(ceil(cel_double_of(args[0])));
}

static CelValue double_floor(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(floor(cel_double_of(args[0])));
}

static CelValue double_round(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(round(cel_double_of(args[0])));
}

static CelValue double_trunc(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(trunc(cel_double_of(args[0])));
}

static CelValue double_sqrt(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(sqrt(cel_double_of(args[0])));
}

static CelValue is_nan(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(isnan(cel_double_of(args[0])));
}

static CelValue is_inf(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(isinf(cel_double_of(args[0])));
}

static CelValue is_finite(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(isfinite(cel_double_of(args[0])));
}

static CelValue double_abs(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(fabs(cel_double_of(args[0])));
}

static CelValue double_sign(CelEval *ev, const CelValue *args)
{
    double d = cel_double_of(args[0]);
    (void)ev;
    return isnan(d) ? args[0] : cel_double((double)((d > 0) - (d < 0)));
}

/* ---- integers ---- */

static CelValue int_abs(CelEval *ev, const CelValue *args)
{
    int64_t i = cel_int_of(args[0]);
    if (i == INT64_MIN)
        return cel_error(ev, CEL_ERR_OVERFLOW, "integer overflow");
    return cel_int(i < 0 ? -i : i);
}

static CelValue same(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return args[0];
}

static CelValue int_sign(CelEval *ev, const CelValue *args)
{
    int64_t i = cel_int_of(args[0]);
    (void)ev;
    return cel_int((i > 0) - (i < 0));
}

static CelValue uint_sign(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_uint(args[0].as.uinteger != 0);
}

static CelValue int_and(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(cel_int_of(args[0]) & cel_int_of(args[1]));
}

static CelValue int_or(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(cel_int_of(args[0]) | cel_int_of(args[1]));
}

static CelValue int_xor(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(cel_int_of(args[0]) ^ cel_int_of(args[1]));
}

static CelValue int_not(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(~cel_int_of(args[0]));
}

static CelValue uint_and(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_uint(args[0].as.uinteger & args[1].as.uinteger);
}

static CelValue uint_or(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_uint(args[0].as.uinteger | args[1].as.uinteger);
}

static CelValue uint_xor(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_uint(args[0].as.uinteger ^ args[1].as.uinteger);
}

static CelValue uint_not(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_uint(~args[0].as.uinteger);
}

/* By 64 and more nothing is left; a right shift fills with zeros, of negative numbers too. */
static uint64_t shifted(uint64_t bits, int64_t by, bool left)
{
    if (by > 63)
        return 0;
    return left ? bits << by : bits >> by;
}

static CelValue shift_int(CelEval *ev, const CelValue *args, bool left)
{
    int64_t by = cel_int_of(args[1]);
    if (by < 0)
        return cel_error(ev, CEL_ERR_ARGUMENT, "negative offset: %lld", (long long)by);
    return cel_int((int64_t)shifted((uint64_t)cel_int_of(args[0]), by, left));
}

static CelValue shift_uint(CelEval *ev, const CelValue *args, bool left)
{
    int64_t by = cel_int_of(args[1]);
    if (by < 0)
        return cel_error(ev, CEL_ERR_ARGUMENT, "negative offset: %lld", (long long)by);
    return cel_uint(shifted(args[0].as.uinteger, by, left));
}

static CelValue int_left(CelEval *ev, const CelValue *args)
{
    return shift_int(ev, args, true);
}

static CelValue int_right(CelEval *ev, const CelValue *args)
{
    return shift_int(ev, args, false);
}

static CelValue uint_left(CelEval *ev, const CelValue *args)
{
    return shift_uint(ev, args, true);
}

static CelValue uint_right(CelEval *ev, const CelValue *args)
{
    return shift_uint(ev, args, false);
}

/* clang-format off */
#define MANY(n, args)                                                            \
    {"math.greatest(" args "): dyn", greatest_##n, CEL_LIB_MATH, 0},             \
    {"math.least(" args "): dyn", least_##n, CEL_LIB_MATH, 0}
#define ONE_TYPE(type)                                                           \
    {"math.greatest(" type "): " type, greatest_1, CEL_LIB_MATH, 0},             \
    {"math.least(" type "): " type, least_1, CEL_LIB_MATH, 0},                   \
    {"math.greatest(" type ", " type "): " type, greatest_2, CEL_LIB_MATH, 0},   \
    {"math.least(" type ", " type "): " type, least_2, CEL_LIB_MATH, 0},         \
    {"math.greatest(list(" type ")): " type, greatest_list, CEL_LIB_MATH, 0},    \
    {"math.least(list(" type ")): " type, least_list, CEL_LIB_MATH, 0}
#define BITS(type, name)                                                         \
    {"math.bitAnd(" type ", " type "): " type, name##_and, CEL_LIB_MATH, 0},     \
    {"math.bitOr(" type ", " type "): " type, name##_or, CEL_LIB_MATH, 0},       \
    {"math.bitXor(" type ", " type "): " type, name##_xor, CEL_LIB_MATH, 0},     \
    {"math.bitNot(" type "): " type, name##_not, CEL_LIB_MATH, 0},               \
    {"math.bitShiftLeft(" type ", int): " type, name##_left, CEL_LIB_MATH, 0},   \
    {"math.bitShiftRight(" type ", int): " type, name##_right, CEL_LIB_MATH, 0}

const CelFunc CEL_FUNCS_MATH[] = {
    ONE_TYPE("int"),
    ONE_TYPE("uint"),
    ONE_TYPE("double"),
    MANY(2, "int, uint"),
    MANY(2, "int, double"),
    MANY(2, "uint, int"),
    MANY(2, "uint, double"),
    MANY(2, "double, int"),
    MANY(2, "double, uint"),
    MANY(3, "dyn, dyn, dyn"),
    MANY(4, "dyn, dyn, dyn, dyn"),
    MANY(5, "dyn, dyn, dyn, dyn, dyn"),
    MANY(6, "dyn, dyn, dyn, dyn, dyn, dyn"),
    {"math.ceil(double): double", double_ceil, CEL_LIB_MATH, 0},
    {"math.floor(double): double", double_floor, CEL_LIB_MATH, 0},
    {"math.round(double): double", double_round, CEL_LIB_MATH, 0},
    {"math.trunc(double): double", double_trunc, CEL_LIB_MATH, 0},
    {"math.sqrt(double): double", double_sqrt, CEL_LIB_MATH, 0},
    {"math.isNaN(double): bool", is_nan, CEL_LIB_MATH, 0},
    {"math.isInf(double): bool", is_inf, CEL_LIB_MATH, 0},
    {"math.isFinite(double): bool", is_finite, CEL_LIB_MATH, 0},
    {"math.abs(int): int", int_abs, CEL_LIB_MATH, 0},
    {"math.abs(uint): uint", same, CEL_LIB_MATH, 0},
    {"math.abs(double): double", double_abs, CEL_LIB_MATH, 0},
    {"math.sign(int): int", int_sign, CEL_LIB_MATH, 0},
    {"math.sign(uint): uint", uint_sign, CEL_LIB_MATH, 0},
    {"math.sign(double): double", double_sign, CEL_LIB_MATH, 0},
    BITS("int", int),
    BITS("uint", uint),
    {NULL, NULL, 0, 0},
};
/* clang-format on */
