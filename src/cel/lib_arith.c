#include <math.h>

#include "cel/lib.h"
#include "cel/timestamp.h"

enum { NANOS = 1000000000 };

static CelValue overflow(CelEval *ev, const char *what)
{
    return cel_error(ev, CEL_ERR_OVERFLOW, "%s overflow", what);
}

/* ---- int ---- */

static CelValue int_add(CelEval *ev, const CelValue *args)
{
    int64_t r;
    bool over = __builtin_add_overflow(cel_int_of(args[0]), cel_int_of(args[1]), &r);
    return over ? overflow(ev, "integer") : cel_int(r);
}

static CelValue int_sub(CelEval *ev, const CelValue *args)
{
    int64_t r;
    bool over = __builtin_sub_overflow(cel_int_of(args[0]), cel_int_of(args[1]), &r);
    return over ? overflow(ev, "integer") : cel_int(r);
}

static CelValue int_mul(CelEval *ev, const CelValue *args)
{
    int64_t r;
    bool over = __builtin_mul_overflow(cel_int_of(args[0]), cel_int_of(args[1]), &r);
    return over ? overflow(ev, "integer") : cel_int(r);
}

static CelValue int_div(CelEval *ev, const CelValue *args)
{
    int64_t a = cel_int_of(args[0]), b = cel_int_of(args[1]);
    if (b == 0)
        return cel_error(ev, CEL_ERR_DIVIDE, "division by zero");
    return a == INT64_MIN && b == -1 ? overflow(ev, "integer") : cel_int(a / b);
}

static CelValue int_mod(CelEval *ev, const CelValue *args)
{
    int64_t a = cel_int_of(args[0]), b = cel_int_of(args[1]);
    if (b == 0)
        return cel_error(ev, CEL_ERR_DIVIDE, "modulus by zero");
    return a == INT64_MIN && b == -1 ? overflow(ev, "integer") : cel_int(a % b);
}

static CelValue int_neg(CelEval *ev, const CelValue *args)
{
    int64_t a = cel_int_of(args[0]);
    return a == INT64_MIN ? overflow(ev, "integer") : cel_int(-a);
}

/* ---- uint ---- */

static CelValue uint_add(CelEval *ev, const CelValue *args)
{
    uint64_t r;
    bool over = __builtin_add_overflow(args[0].as.uinteger, args[1].as.uinteger, &r);
    return over ? overflow(ev, "unsigned integer") : cel_uint(r);
}

static CelValue uint_sub(CelEval *ev, const CelValue *args)
{
    uint64_t r;
    bool over = __builtin_sub_overflow(args[0].as.uinteger, args[1].as.uinteger, &r);
    return over ? overflow(ev, "unsigned integer") : cel_uint(r);
}

static CelValue uint_mul(CelEval *ev, const CelValue *args)
{
    uint64_t r;
    bool over = __builtin_mul_overflow(args[0].as.uinteger, args[1].as.uinteger, &r);
    return over ? overflow(ev, "unsigned integer") : cel_uint(r);
}

static CelValue uint_div(CelEval *ev, const CelValue *args)
{
    if (args[1].as.uinteger == 0)
        return cel_error(ev, CEL_ERR_DIVIDE, "division by zero");
    return cel_uint(args[0].as.uinteger / args[1].as.uinteger);
}

static CelValue uint_mod(CelEval *ev, const CelValue *args)
{
    if (args[1].as.uinteger == 0)
        return cel_error(ev, CEL_ERR_DIVIDE, "modulus by zero");
    return cel_uint(args[0].as.uinteger % args[1].as.uinteger);
}

/* ---- double: IEEE, never an error ---- */

static CelValue double_add(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(cel_double_of(args[0]) + cel_double_of(args[1]));
}

static CelValue double_sub(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(cel_double_of(args[0]) - cel_double_of(args[1]));
}

static CelValue double_mul(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(cel_double_of(args[0]) * cel_double_of(args[1]));
}

/* Spelled out: dividing by zero is IEEE's infinity in CEL, and undefined in C. */
static CelValue double_div(CelEval *ev, const CelValue *args)
{
    (void)ev;
    double a = cel_double_of(args[0]), b = cel_double_of(args[1]);
    if (b != 0)
        return cel_double(a / b);
    if (a == 0 || isnan(a) || isnan(b))
        return cel_double((double)NAN);
    return cel_double(signbit(a) != signbit(b) ? -(double)INFINITY : (double)INFINITY);
}

static CelValue double_neg(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(-cel_double_of(args[0]));
}

/* ---- text and lists ---- */

static CelValue text_add(CelEval *ev, const CelValue *args)
{
    Str a = cel_str_of(args[0]), b = cel_str_of(args[1]);
    CelValue r = {.kind = args[0].kind};
    CEL_CHARGE(ev, a.len + b.len);
    if (a.len + b.len > UINT32_MAX)
        return cel_budget(ev);
    char *text = arena_array(ev->scratch, char, a.len + b.len + 1);
    if (a.len)
        memcpy(text, a.ptr, a.len);
    if (b.len)
        memcpy(text + a.len, b.ptr, b.len);
    r.len = (uint32_t)(a.len + b.len);
    r.as.text = text;
    return r;
}

static CelValue list_add(CelEval *ev, const CelValue *args)
{
    uint32_t a = cel_len_of(args[0]), b = cel_len_of(args[1]);
    CEL_CHARGE(ev, (uint64_t)a + b);
    CelValue *items = arena_array(ev->scratch, CelValue, (size_t)a + b);
    for (uint32_t i = 0; i < a; i++)
        items[i] = cel_item(args[0], i);
    for (uint32_t i = 0; i < b; i++)
        items[a + i] = cel_item(args[1], i);
    return cel_list(items, (size_t)a + b, cel_is_open(args[0]) || cel_is_open(args[1]));
}

/* ---- timestamp and duration ---- */

static CelValue duration_add(CelEval *ev, const CelValue *args)
{
    int64_t r;
    bool over = __builtin_add_overflow(args[0].as.integer, args[1].as.integer, &r);
    return over ? overflow(ev, "duration") : cel_duration(r);
}

static CelValue duration_sub(CelEval *ev, const CelValue *args)
{
    int64_t r;
    bool over = __builtin_sub_overflow(args[0].as.integer, args[1].as.integer, &r);
    return over ? overflow(ev, "duration") : cel_duration(r);
}

static CelValue shifted(CelEval *ev, CelValue time, int64_t seconds, int64_t nanos)
{
    nanos += time.len;
    seconds += time.as.integer + nanos / NANOS;
    nanos %= NANOS;
    if (nanos < 0) {
        nanos += NANOS;
        seconds--;
    }
    if (seconds < TIMESTAMP_FIRST || seconds > TIMESTAMP_LAST)
        return overflow(ev, "timestamp");
    return cel_timestamp(seconds, (uint32_t)nanos);
}

static CelValue time_add(CelEval *ev, const CelValue *args)
{
    return shifted(ev, args[0], args[1].as.integer / NANOS, args[1].as.integer % NANOS);
}

static CelValue time_added(CelEval *ev, const CelValue *args)
{
    return shifted(ev, args[1], args[0].as.integer / NANOS, args[0].as.integer % NANOS);
}

static CelValue time_sub(CelEval *ev, const CelValue *args)
{
    return shifted(ev, args[0], -(args[1].as.integer / NANOS), -(args[1].as.integer % NANOS));
}

static CelValue time_between(CelEval *ev, const CelValue *args)
{
    int64_t r, seconds = args[0].as.integer - args[1].as.integer;
    int64_t nanos = (int64_t)args[0].len - args[1].len;
    if (seconds > 0 && nanos < 0) { /* one sign, so that the largest duration is reached */
        seconds--;
        nanos += NANOS;
    } else if (seconds < 0 && nanos > 0) {
        seconds++;
        nanos -= NANOS;
    }
    bool over = __builtin_mul_overflow(seconds, NANOS, &r) || __builtin_add_overflow(r, nanos, &r);
    return over ? overflow(ev, "duration") : cel_duration(r);
}

static CelValue quantity_sum(CelEval *ev, const CelValue *args)
{
    return cel_quantity(ev, quantity_add(args[0].as.quantity, args[1].as.quantity));
}

CelValue cel_sum(CelEval *ev, CelValue a, CelValue b)
{
    const CelValue args[] = {a, b};
    if (a.kind == b.kind) {
        switch (a.kind) {
        case CEL_INT: return int_add(ev, args);
        case CEL_UINT: return uint_add(ev, args);
        case CEL_DOUBLE: return double_add(ev, args);
        case CEL_DURATION: return duration_add(ev, args);
        case CEL_QUANTITY: return quantity_sum(ev, args);
        default: break;
        }
    }
    return cel_error(ev, CEL_ERR_NO_OVERLOAD, "no such overload: %s + %s", cel_type_name(a),
                     cel_type_name(b));
}

/* ---- order ---- */

static CelValue less(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(cel_compare(args[0], args[1]) == CEL_LESS);
}

static CelValue less_equal(CelEval *ev, const CelValue *args)
{
    (void)ev;
    CelOrder order = cel_compare(args[0], args[1]);
    return cel_bool(order == CEL_LESS || order == CEL_SAME);
}

static CelValue more(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(cel_compare(args[0], args[1]) == CEL_MORE);
}

static CelValue more_equal(CelEval *ev, const CelValue *args)
{
    (void)ev;
    CelOrder order = cel_compare(args[0], args[1]);
    return cel_bool(order == CEL_MORE || order == CEL_SAME);
}

static CelValue bool_not(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(!cel_bool_of(args[0]));
}

/* clang-format off */
#define ORDER(a, b, lib, since)                                                       \
    {"_<_(" a ", " b "): bool", less, lib, since},                                    \
    {"_<=_(" a ", " b "): bool", less_equal, lib, since},                             \
    {"_>_(" a ", " b "): bool", more, lib, since},                                    \
    {"_>=_(" a ", " b "): bool", more_equal, lib, since}

const CelFunc CEL_FUNCS_ARITH[] = {
    {"!_(bool): bool", bool_not, CEL_LIB_CORE, 0},
    {"_+_(int, int): int", int_add, CEL_LIB_CORE, 0},
    {"_-_(int, int): int", int_sub, CEL_LIB_CORE, 0},
    {"_*_(int, int): int", int_mul, CEL_LIB_CORE, 0},
    {"_/_(int, int): int", int_div, CEL_LIB_CORE, 0},
    {"_%_(int, int): int", int_mod, CEL_LIB_CORE, 0},
    {"-_(int): int", int_neg, CEL_LIB_CORE, 0},
    {"_+_(uint, uint): uint", uint_add, CEL_LIB_CORE, 0},
    {"_-_(uint, uint): uint", uint_sub, CEL_LIB_CORE, 0},
    {"_*_(uint, uint): uint", uint_mul, CEL_LIB_CORE, 0},
    {"_/_(uint, uint): uint", uint_div, CEL_LIB_CORE, 0},
    {"_%_(uint, uint): uint", uint_mod, CEL_LIB_CORE, 0},
    {"_+_(double, double): double", double_add, CEL_LIB_CORE, 0},
    {"_-_(double, double): double", double_sub, CEL_LIB_CORE, 0},
    {"_*_(double, double): double", double_mul, CEL_LIB_CORE, 0},
    {"_/_(double, double): double", double_div, CEL_LIB_CORE, 0},
    {"-_(double): double", double_neg, CEL_LIB_CORE, 0},
    {"_+_(string, string): string", text_add, CEL_LIB_CORE, 0},
    {"_+_(bytes, bytes): bytes", text_add, CEL_LIB_CORE, 0},
    {"_+_(list(A), list(A)): list(A)", list_add, CEL_LIB_CORE, 0},
    {"_+_(timestamp, duration): timestamp", time_add, CEL_LIB_CORE, 0},
    {"_+_(duration, timestamp): timestamp", time_added, CEL_LIB_CORE, 0},
    {"_+_(duration, duration): duration", duration_add, CEL_LIB_CORE, 0},
    {"_-_(timestamp, timestamp): duration", time_between, CEL_LIB_CORE, 0},
    {"_-_(timestamp, duration): timestamp", time_sub, CEL_LIB_CORE, 0},
    {"_-_(duration, duration): duration", duration_sub, CEL_LIB_CORE, 0},
    ORDER("int", "int", CEL_LIB_CORE, 0),
    ORDER("uint", "uint", CEL_LIB_CORE, 0),
    ORDER("double", "double", CEL_LIB_CORE, 0),
    ORDER("bool", "bool", CEL_LIB_CORE, 0),
    ORDER("string", "string", CEL_LIB_CORE, 0),
    ORDER("bytes", "bytes", CEL_LIB_CORE, 0),
    ORDER("timestamp", "timestamp", CEL_LIB_CORE, 0),
    ORDER("duration", "duration", CEL_LIB_CORE, 0),
    ORDER("int", "uint", CEL_LIB_CORE, 28),
    ORDER("int", "double", CEL_LIB_CORE, 28),
    ORDER("uint", "int", CEL_LIB_CORE, 28),
    ORDER("uint", "double", CEL_LIB_CORE, 28),
    ORDER("double", "int", CEL_LIB_CORE, 28),
    ORDER("double", "uint", CEL_LIB_CORE, 28),
    /* Not in Kubernetes: there quantities have methods only. */
    {"_+_(quantity, quantity): quantity", quantity_sum, CEL_LIB_HOST, 0},
    ORDER("quantity", "quantity", CEL_LIB_HOST, 0),
    {NULL, NULL, 0, 0},
};
/* clang-format on */
