#include "cel/lib.h"
#include "cel/timestamp.h"

static CelValue of(CelEval *ev, const CelValue *args)
{
    return cel_some(ev, args[0]);
}

/* What a field of that type holds when nobody has set it. */
static bool is_zero(CelValue v)
{
    switch (v.kind) {
    case CEL_NULL: return true;
    case CEL_BOOL: return !cel_bool_of(v);
    case CEL_INT:
    case CEL_DURATION: return cel_int_of(v) == 0;
    case CEL_UINT: return v.as.uinteger == 0;
    case CEL_DOUBLE: return cel_double_of(v) == 0;
    case CEL_STRING:
    case CEL_BYTES: return cel_str_of(v).len == 0;
    case CEL_LIST:
    case CEL_MAP: return cel_len_of(v) == 0;
    case CEL_OPTIONAL: return !v.as.boxed;
    case CEL_TIMESTAMP: return v.as.integer == TIMESTAMP_FIRST && v.len == 0;
    default: return false;
    }
}

static CelValue of_non_zero(CelEval *ev, const CelValue *args)
{
    if ((args[0].kind == CEL_LIST || args[0].kind == CEL_MAP) && cel_len_of(args[0]) == 0 &&
        cel_is_open(args[0]))
        return cel_missing_member();
    return is_zero(args[0]) ? cel_none() : cel_some(ev, args[0]);
}

static CelValue none(CelEval *ev, const CelValue *args)
{
    (void)ev;
    (void)args;
    return cel_none();
}

static CelValue has_value(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(args[0].as.boxed != NULL);
}

static CelValue value(CelEval *ev, const CelValue *args)
{
    if (!args[0].as.boxed)
        return cel_error(ev, CEL_ERR_ARGUMENT, "optional.none() dereference");
    return *args[0].as.boxed;
}

static CelValue either(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return args[0].as.boxed ? args[0] : args[1];
}

static CelValue or_value(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return args[0].as.boxed ? *args[0].as.boxed : args[1];
}

static CelValue first(CelEval *ev, const CelValue *args)
{
    if (cel_is_open(args[0]))
        return cel_missing_member();
    return cel_len_of(args[0]) ? cel_some(ev, cel_item(args[0], 0)) : cel_none();
}

static CelValue last(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    if (cel_is_open(args[0]))
        return cel_missing_member();
    return len ? cel_some(ev, cel_item(args[0], len - 1)) : cel_none();
}

/* The values of those that have one. */
static CelValue unwrap(CelEval *ev, const CelValue *args)
{
    CelItems items = {NULL, 0, 0};
    bool open = cel_is_open(args[0]);
    CEL_CHARGE(ev, cel_len_of(args[0]));
    for (uint32_t i = 0; i < cel_len_of(args[0]); i++) {
        CelValue item = cel_item(args[0], i);
        if (item.kind == CEL_UNKNOWN)
            open = true;
        else if (item.kind != CEL_OPTIONAL)
            return cel_error(ev, CEL_ERR_NO_OVERLOAD, "unwrap: item %u is %s, not an optional", i,
                             cel_type_name(item));
        else if (item.as.boxed)
            *vec_push(ev->scratch, &items) = *item.as.boxed;
    }
    return cel_items_list(items, open);
}

const CelFunc CEL_FUNCS_OPTIONAL[] = {
    {".optional.of(A): optional(A)",                 of,          CEL_LIB_OPTIONAL, 28},
    {".optional.ofNonZeroValue(A): optional(A)",     of_non_zero, CEL_LIB_OPTIONAL, 28},
    {".optional.none(): optional(A)",                none,        CEL_LIB_OPTIONAL, 28},
    {"optional(A).hasValue(): bool",                 has_value,   CEL_LIB_OPTIONAL, 28},
    {"optional(A).value(): A",                       value,       CEL_LIB_OPTIONAL, 28},
    {"optional(A).or(optional(A)): optional(A)",     either,      CEL_LIB_OPTIONAL, 28},
    {"optional(A).orValue(A): A",                    or_value,    CEL_LIB_OPTIONAL, 28},
    {"list(A).first(): optional(A)",                 first,       CEL_LIB_OPTIONAL, 28},
    {"list(A).last(): optional(A)",                  last,        CEL_LIB_OPTIONAL, 28},
    {".optional.unwrap(list(optional(A))): list(A)", unwrap,      CEL_LIB_OPTIONAL, 28},
    {"list(optional(A)).unwrapOpt(): list(A)",       unwrap,      CEL_LIB_OPTIONAL, 28},
    {NULL,                                           NULL,        0,                0 },
};
