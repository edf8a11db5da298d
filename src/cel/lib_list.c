#include "cel/lib.h"

/* Kubernetes' lists library. Of an open list, and where an unknown element decides, the answer
 * is unknown (model: index, max, min, sum). */

static CelValue no_order(CelEval *ev, CelValue a, CelValue b)
{
    return cel_error(ev, CEL_ERR_NO_OVERLOAD, "no such overload: %s cannot be compared with %s",
                     cel_type_name(a), cel_type_name(b));
}

static CelValue is_sorted(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    CelValue unknown = cel_is_open(args[0]) ? cel_missing_member() : cel_bool(true);
    CEL_CHARGE(ev, len);
    for (uint32_t i = 1; i < len; i++) {
        CelValue a = cel_item(args[0], i - 1), b = cel_item(args[0], i);
        if (cel_failed(a) || cel_failed(b))
            unknown = cel_failed(a) ? a : b;
        else if (!cel_is_open(args[0]) && cel_compare(a, b) == CEL_MORE)
            return cel_bool(false);
    }
    return unknown;
}

/* The item, if it can be added at all. */
static CelValue first_of(CelEval *ev, CelValue item)
{
    bool number = item.kind >= CEL_INT && item.kind <= CEL_DOUBLE;
    bool other = item.kind == CEL_DURATION || item.kind == CEL_QUANTITY;
    return number || other ? item : cel_sum(ev, item, item);
}

static CelValue sum_from(CelEval *ev, CelValue list, CelValue zero)
{
    uint32_t len = cel_len_of(list);
    if (cel_is_open(list) && !ev->told)
        return cel_missing_member();
    CEL_CHARGE(ev, len);
    CelValue sum = zero;
    for (uint32_t i = 0; i < len && !cel_failed(sum); i++) {
        CelValue item = cel_item(list, i);
        if (cel_failed(item))
            return item;
        /* A dyn list is summed as what its first item is. */
        sum = i || item.kind == zero.kind ? cel_sum(ev, sum, item) : first_of(ev, item);
    }
    return sum;
}

static CelValue sum_int(CelEval *ev, const CelValue *args)
{
    return sum_from(ev, args[0], cel_int(0));
}

static CelValue sum_uint(CelEval *ev, const CelValue *args)
{
    return sum_from(ev, args[0], cel_uint(0));
}

static CelValue sum_double(CelEval *ev, const CelValue *args)
{
    return sum_from(ev, args[0], cel_double(0));
}

static CelValue sum_duration(CelEval *ev, const CelValue *args)
{
    return sum_from(ev, args[0], cel_duration(0));
}

static CelValue sum_quantity(CelEval *ev, const CelValue *args)
{
    return sum_from(ev, args[0], cel_quantity(ev, quantity_of(0)));
}

static CelValue extreme(CelEval *ev, CelValue list, CelOrder wanted, const char *name)
{
    uint32_t len = cel_len_of(list);
    if (cel_is_open(list) && !ev->told)
        return cel_missing_member();
    if (len == 0)
        return cel_error(ev, CEL_ERR_ARGUMENT, "%s called on empty list", name);
    CEL_CHARGE(ev, len);
    CelValue best = cel_item(list, 0);
    for (uint32_t i = 1; i < len && !cel_failed(best); i++) {
        CelValue item = cel_item(list, i);
        if (cel_failed(item))
            return item;
        CelOrder order = cel_compare(item, best);
        if (order == CEL_NO_ORDER)
            return no_order(ev, item, best);
        best = order == wanted ? item : best;
    }
    return best;
}

static CelValue min(CelEval *ev, const CelValue *args)
{
    return extreme(ev, args[0], CEL_LESS, "min");
}

static CelValue max(CelEval *ev, const CelValue *args)
{
    return extreme(ev, args[0], CEL_MORE, "max");
}

/* An unknown item may be the one; or the budget ended the search. */
static CelValue not_found(CelEval *ev)
{
    return ev->spent ? cel_budget(ev) : cel_missing_member();
}

static CelValue index_of(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    if (cel_is_open(args[0]))
        return cel_missing_member();
    for (uint32_t i = 0; i < len; i++) {
        Tri same = cel_equal_in(ev, cel_item(args[0], i), args[1]);
        if (same != TRI_NO)
            return same == TRI_YES ? cel_int(i) : not_found(ev);
    }
    return cel_int(-1);
}

static CelValue last_index_of(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    if (cel_is_open(args[0]))
        return cel_missing_member();
    for (uint32_t i = len; i > 0; i--) {
        Tri same = cel_equal_in(ev, cel_item(args[0], i - 1), args[1]);
        if (same != TRI_NO)
            return same == TRI_YES ? cel_int((int64_t)i - 1) : not_found(ev);
    }
    return cel_int(-1);
}

/* A list has the value, or a scalar is the value. */
static CelValue includes(CelEval *ev, const CelValue *args)
{
    bool list = args[0].kind == CEL_LIST;
    return cel_verdict(
        ev, list ? cel_contains(ev, args[1], args[0]) : cel_equal_in(ev, args[0], args[1]),
        STR("the rest of a list"));
}

enum { DEVICE_LIST_MOST = 48 }; /* values of an attribute, by the ResourceSlice API */

static CelValue device_includes(CelEval *ev, const CelValue *args)
{
    if (args[0].kind == CEL_LIST && cel_len_of(args[0]) > DEVICE_LIST_MOST)
        return cel_error(ev, CEL_ERR_ARGUMENT,
                         "includes() cannot be applied to lists longer than %d values",
                         DEVICE_LIST_MOST);
    return includes(ev, args);
}

/* clang-format off */
#define ORDERED(type, lib)                                         \
    {"list(" type ").isSorted(): bool", is_sorted, lib, 0},        \
    {"list(" type ").min(): " type, min, lib, 0},                  \
    {"list(" type ").max(): " type, max, lib, 0}

const CelFunc CEL_FUNCS_LIST[] = {
    ORDERED("int", CEL_LIB_LISTS),
    ORDERED("uint", CEL_LIB_LISTS),
    ORDERED("double", CEL_LIB_LISTS),
    ORDERED("bool", CEL_LIB_LISTS),
    ORDERED("duration", CEL_LIB_LISTS),
    ORDERED("timestamp", CEL_LIB_LISTS),
    ORDERED("string", CEL_LIB_LISTS),
    ORDERED("bytes", CEL_LIB_LISTS),
    ORDERED("quantity", CEL_LIB_HOST),
    {"list(int).sum(): int", sum_int, CEL_LIB_LISTS, 0},
    {"list(uint).sum(): uint", sum_uint, CEL_LIB_LISTS, 0},
    {"list(double).sum(): double", sum_double, CEL_LIB_LISTS, 0},
    {"list(duration).sum(): duration", sum_duration, CEL_LIB_LISTS, 0},
    {"list(quantity).sum(): quantity", sum_quantity, CEL_LIB_HOST, 0},
    {"list(A).indexOf(A): int", index_of, CEL_LIB_LISTS, 0},
    {"list(A).lastIndexOf(A): int", last_index_of, CEL_LIB_LISTS, 0},
    {"dyn.includes(dyn): bool", device_includes, CEL_LIB_DRA, 36},
    {"dyn.includes(dyn): bool", includes, CEL_LIB_LISTS, 37},
    {NULL, NULL, 0, 0},
};
/* clang-format on */
