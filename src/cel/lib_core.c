#include "base/utf8.h"
#include "cel/lib.h"

static CelValue string_size(CelEval *ev, const CelValue *args)
{
    Str s = cel_str_of(args[0]);
    CEL_CHARGE(ev, s.len / 8);
    return cel_int((int64_t)(args[0].flags & CEL_ASCII ? s.len : utf8_count(s)));
}

static CelValue bytes_size(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int((int64_t)cel_str_of(args[0]).len);
}

/* There may be more than is known, never less. */
static CelValue container_size(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    if (!cel_is_open(args[0]) || ev->told)
        return cel_int(len);
    CelValue least = cel_unknown(STR("the rest of a list"));
    least.flags = CEL_AT_LEAST;
    least.host_type = (uint16_t)(len < UINT16_MAX ? len : UINT16_MAX);
    return least;
}

static CelValue contains(CelEval *ev, const CelValue *args)
{
    Str s = cel_str_of(args[0]), part = cel_str_of(args[1]);
    CEL_CHARGE(ev, 1 + s.len / 16 * (1 + part.len / 16));
    return cel_bool(str_contains(s, part));
}

static CelValue starts_with(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(str_starts(cel_str_of(args[0]), cel_str_of(args[1])));
}

static CelValue ends_with(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bool(str_ends(cel_str_of(args[0]), cel_str_of(args[1])));
}

static CelValue in(CelEval *ev, const CelValue *args)
{
    if (args[1].kind == CEL_MAP && !(args[1].flags & CEL_NODE))
        CEL_CHARGE(ev, cel_len_of(args[1]) / 4);
    return cel_verdict(ev, cel_contains(ev, args[0], args[1]), STR("the rest of a list"));
}

const CelFunc CEL_FUNCS_CORE[] = {
    {"size(string): int",               string_size,    CEL_LIB_CORE, 0},
    {"size(bytes): int",                bytes_size,     CEL_LIB_CORE, 0},
    {"size(list(A)): int",              container_size, CEL_LIB_CORE, 0},
    {"size(map(A, B)): int",            container_size, CEL_LIB_CORE, 0},
    {"string.size(): int",              string_size,    CEL_LIB_CORE, 0},
    {"bytes.size(): int",               bytes_size,     CEL_LIB_CORE, 0},
    {"list(A).size(): int",             container_size, CEL_LIB_CORE, 0},
    {"map(A, B).size(): int",           container_size, CEL_LIB_CORE, 0},
    {"string.contains(string): bool",   contains,       CEL_LIB_CORE, 0},
    {"string.startsWith(string): bool", starts_with,    CEL_LIB_CORE, 0},
    {"string.endsWith(string): bool",   ends_with,      CEL_LIB_CORE, 0},
    {"@in(A, list(A)): bool",           in,             CEL_LIB_CORE, 0},
    {"@in(A, map(A, B)): bool",         in,             CEL_LIB_CORE, 0},
    {NULL,                              NULL,           0,            0},
};
