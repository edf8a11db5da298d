#include "base/quantity.h"

#include "cel/lib.h"

static CelValue quantity(CelEval *ev, const CelValue *args)
{
    Str s = cel_str_of(args[0]);
    Quantity q;
    const char *why;
    CEL_CHARGE(ev, 1 + s.len / 16);
    if (!quantity_parse(s, &q, &why))
        return cel_error(ev, CEL_ERR_CONVERT, "%s: \"%.*s\"", why, s.len < 60 ? (int)s.len : 60,
                         s.ptr);
    return cel_quantity(ev, q);
}

static CelValue is_quantity(CelEval *ev, const CelValue *args)
{
    Quantity q;
    const char *why;
    CEL_CHARGE(ev, 1 + cel_str_of(args[0]).len / 16);
    return cel_bool(quantity_parse(cel_str_of(args[0]), &q, &why));
}

static CelValue of_int(CelEval *ev, const CelValue *args)
{
    return cel_quantity(ev, quantity_of(cel_int_of(args[0])));
}

/* A YAML number such as 0.5 is a quantity too; its text is what the API server would read. */
static CelValue of_double(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    cel_print(&out, args[0]);
    CelValue text = cel_str(buf_str(&out));
    return quantity(ev, &text);
}

static CelValue identity(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return args[0];
}

static CelValue sign(CelEval *ev, const CelValue *args)
{
    Quantity zero = quantity_of(0);
    (void)ev;
    return cel_int(quantity_cmp(args[0].as.quantity, &zero));
}

static CelValue is_integer(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(args[0].as.quantity->integer);
}

static CelValue as_integer(CelEval *ev, const CelValue *args)
{
    const Quantity *q = args[0].as.quantity;
    if (!q->integer)
        return cel_error(ev, CEL_ERR_CONVERT, "cannot convert value to integer");
    return cel_int(quantity_units(q));
}

static CelValue as_double(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double(quantity_double(args[0].as.quantity));
}

static CelValue add(CelEval *ev, const CelValue *args)
{
    return cel_quantity(ev, quantity_add(args[0].as.quantity, args[1].as.quantity));
}

static CelValue add_int(CelEval *ev, const CelValue *args)
{
    Quantity units = quantity_of(cel_int_of(args[1]));
    return cel_quantity(ev, quantity_add(args[0].as.quantity, &units));
}

static CelValue sub(CelEval *ev, const CelValue *args)
{
    return cel_quantity(ev, quantity_sub(args[0].as.quantity, args[1].as.quantity));
}

static CelValue sub_int(CelEval *ev, const CelValue *args)
{
    Quantity units = quantity_of(cel_int_of(args[1]));
    return cel_quantity(ev, quantity_sub(args[0].as.quantity, &units));
}

static CelValue times(CelEval *ev, const CelValue *args)
{
    return cel_quantity(ev, quantity_mul(args[0].as.quantity, cel_int_of(args[1])));
}

static CelValue compare_to(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(quantity_cmp(args[0].as.quantity, args[1].as.quantity));
}

static CelValue is_greater(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(quantity_cmp(args[0].as.quantity, args[1].as.quantity) > 0);
}

static CelValue is_less(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(quantity_cmp(args[0].as.quantity, args[1].as.quantity) < 0);
}

static CelValue to_string(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    cel_print(&out, args[0]);
    return cel_buf_string(ev, &out);
}

/* The rows of CEL_LIB_HOST are for rules: Kubernetes has only the others. */
const CelFunc CEL_FUNCS_QUANTITY[] = {
    {"quantity(string): quantity",             quantity,    CEL_LIB_QUANTITY, 28},
    {"isQuantity(string): bool",               is_quantity, CEL_LIB_QUANTITY, 28},
    {"sign(quantity): int",                    sign,        CEL_LIB_QUANTITY, 28},
    {"quantity.isInteger(): bool",             is_integer,  CEL_LIB_QUANTITY, 28},
    {"quantity.asInteger(): int",              as_integer,  CEL_LIB_QUANTITY, 28},
    {"quantity.asApproximateFloat(): double",  as_double,   CEL_LIB_QUANTITY, 28},
    {"quantity.add(quantity): quantity",       add,         CEL_LIB_QUANTITY, 28},
    {"quantity.add(int): quantity",            add_int,     CEL_LIB_QUANTITY, 28},
    {"quantity.sub(quantity): quantity",       sub,         CEL_LIB_QUANTITY, 28},
    {"quantity.sub(int): quantity",            sub_int,     CEL_LIB_QUANTITY, 28},
    {"quantity.compareTo(quantity): int",      compare_to,  CEL_LIB_QUANTITY, 28},
    {"quantity.isGreaterThan(quantity): bool", is_greater,  CEL_LIB_QUANTITY, 28},
    {"quantity.isLessThan(quantity): bool",    is_less,     CEL_LIB_QUANTITY, 28},
    {"quantity(int): quantity",                of_int,      CEL_LIB_HOST,     0 },
    {"quantity(double): quantity",             of_double,   CEL_LIB_HOST,     0 },
    {"quantity(quantity): quantity",           identity,    CEL_LIB_HOST,     0 },
    {"quantity.sign(): int",                   sign,        CEL_LIB_HOST,     0 },
    {"string(quantity): string",               to_string,   CEL_LIB_HOST,     0 },
    {"_-_(quantity, quantity): quantity",      sub,         CEL_LIB_HOST,     0 },
    {"_*_(quantity, int): quantity",           times,       CEL_LIB_HOST,     0 },
    {NULL,                                     NULL,        0,                0 },
};
