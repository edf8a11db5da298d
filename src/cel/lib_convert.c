#include <math.h>

#include "base/duration.h"
#include "base/utf8.h"
#include "cel/lib.h"
#include "cel/number.h"
#include "cel/timestamp.h"

enum { SHOWN_MOST = 60 }; /* bytes of a text that an error repeats */

static CelValue refuse(CelEval *ev, CelValue text, const char *to)
{
    Str s = cel_str_of(text);
    if (s.len > SHOWN_MOST)
        return cel_error(ev, CEL_ERR_CONVERT, "cannot convert a string of %zu bytes to %s", s.len,
                         to);
    return cel_error(ev, CEL_ERR_CONVERT, "cannot convert \"%.*s\" to %s", STR_ARG(s), to);
}

static CelValue out_of_range(CelEval *ev, const char *type)
{
    return cel_error(ev, CEL_ERR_OVERFLOW, "%s overflow", type);
}

static CelValue identity(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return args[0];
}

static CelValue type_of(CelEval *ev, const CelValue *args)
{
    Str name = str_c(cel_type_name(args[0]));
    (void)ev;
    return (CelValue){.kind = CEL_TYPE, .len = (uint32_t)name.len, .as.text = name.ptr};
}

/* ---- to int, uint, double ---- */

#define TWO_63 9223372036854775808.0
#define TWO_64 18446744073709551616.0

static CelValue uint_to_int(CelEval *ev, const CelValue *args)
{
    uint64_t u = args[0].as.uinteger;
    return u > INT64_MAX ? out_of_range(ev, "integer") : cel_int((int64_t)u);
}

/* Both bounds are excluded: near them a double is no longer exact. */
static CelValue double_to_int(CelEval *ev, const CelValue *args)
{
    double d = cel_double_of(args[0]);
    return d > -TWO_63 && d < TWO_63 ? cel_int((int64_t)d) : out_of_range(ev, "integer");
}

static CelValue string_to_int(CelEval *ev, const CelValue *args)
{
    Str s = cel_str_of(args[0]);
    int64_t i;
    if (s.len > 1 && s.ptr[0] == '+' && s.ptr[1] != '-')
        s = str_skip(s, 1);
    return str_int(s, &i) ? cel_int(i) : refuse(ev, args[0], "int");
}

static CelValue time_to_int(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_int(args[0].as.integer);
}

static CelValue int_to_uint(CelEval *ev, const CelValue *args)
{
    int64_t i = cel_int_of(args[0]);
    return i < 0 ? out_of_range(ev, "unsigned integer") : cel_uint((uint64_t)i);
}

static CelValue double_to_uint(CelEval *ev, const CelValue *args)
{
    double d = cel_double_of(args[0]);
    return d >= 0 && d < TWO_64 ? cel_uint((uint64_t)d) : out_of_range(ev, "unsigned integer");
}

static CelValue string_to_uint(CelEval *ev, const CelValue *args)
{
    uint64_t u;
    return uint_parse(cel_str_of(args[0]), &u) ? cel_uint(u) : refuse(ev, args[0], "uint");
}

static CelValue int_to_double(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double((double)cel_int_of(args[0]));
}

static CelValue uint_to_double(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_double((double)args[0].as.uinteger);
}

static CelValue string_to_double(CelEval *ev, const CelValue *args)
{
    double d;
    return double_parse(cel_str_of(args[0]), &d) ? cel_double(d) : refuse(ev, args[0], "double");
}

/* ---- to bool, string, bytes ---- */

static CelValue string_to_bool(CelEval *ev, const CelValue *args)
{
    static const struct {
        Str text;
        bool value;
    } WORDS[] = {
        {STR_INIT("1"),     true },
        {STR_INIT("t"),     true },
        {STR_INIT("T"),     true },
        {STR_INIT("true"),  true },
        {STR_INIT("TRUE"),  true },
        {STR_INIT("True"),  true },
        {STR_INIT("0"),     false},
        {STR_INIT("f"),     false},
        {STR_INIT("F"),     false},
        {STR_INIT("false"), false},
        {STR_INIT("FALSE"), false},
        {STR_INIT("False"), false},
    };
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (str_eq(cel_str_of(args[0]), WORDS[i].text))
            return cel_bool(WORDS[i].value);
    }
    return refuse(ev, args[0], "bool");
}

static CelValue printed(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    cel_print(&out, args[0]);
    return cel_buf_string(ev, &out);
}

static CelValue double_to_string(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    double_write(&out, cel_double_of(args[0]), DOUBLE_GO);
    return cel_buf_string(ev, &out);
}

static CelValue bytes_to_string(CelEval *ev, const CelValue *args)
{
    size_t bad;
    Str bytes = cel_str_of(args[0]);
    CEL_CHARGE(ev, bytes.len / 16);
    if (!utf8_valid(bytes, &bad))
        return cel_error(ev, CEL_ERR_CONVERT, "bytes are not valid UTF-8 at offset %zu", bad);
    return cel_str(bytes);
}

static CelValue duration_to_string(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    cel_write_seconds(&out, args[0].as.integer);
    return cel_buf_string(ev, &out);
}

static CelValue string_to_bytes(CelEval *ev, const CelValue *args)
{
    (void)ev;
    return cel_bytes(cel_str_of(args[0]));
}

/* ---- to duration and timestamp ---- */

static CelValue string_to_duration(CelEval *ev, const CelValue *args)
{
    int64_t ns;
    CEL_CHARGE(ev, cel_str_of(args[0]).len / 16);
    return duration_parse(cel_str_of(args[0]), &ns) ? cel_duration(ns)
                                                    : refuse(ev, args[0], "duration");
}

static CelValue string_to_time(CelEval *ev, const CelValue *args)
{
    Timestamp t;
    if (!timestamp_parse(cel_str_of(args[0]), &t))
        return refuse(ev, args[0], "timestamp");
    return cel_timestamp(t.seconds, t.nanos);
}

static CelValue int_to_time(CelEval *ev, const CelValue *args)
{
    int64_t seconds = cel_int_of(args[0]);
    if (seconds < TIMESTAMP_FIRST || seconds > TIMESTAMP_LAST)
        return out_of_range(ev, "timestamp");
    return cel_timestamp(seconds, 0);
}

const CelFunc CEL_FUNCS_CONVERT[] = {
    {"int(int): int",                   identity,           CEL_LIB_CORE, 0},
    {"int(uint): int",                  uint_to_int,        CEL_LIB_CORE, 0},
    {"int(double): int",                double_to_int,      CEL_LIB_CORE, 0},
    {"int(string): int",                string_to_int,      CEL_LIB_CORE, 0},
    {"int(timestamp): int",             time_to_int,        CEL_LIB_CORE, 0},
    {"uint(uint): uint",                identity,           CEL_LIB_CORE, 0},
    {"uint(int): uint",                 int_to_uint,        CEL_LIB_CORE, 0},
    {"uint(double): uint",              double_to_uint,     CEL_LIB_CORE, 0},
    {"uint(string): uint",              string_to_uint,     CEL_LIB_CORE, 0},
    {"double(double): double",          identity,           CEL_LIB_CORE, 0},
    {"double(int): double",             int_to_double,      CEL_LIB_CORE, 0},
    {"double(uint): double",            uint_to_double,     CEL_LIB_CORE, 0},
    {"double(string): double",          string_to_double,   CEL_LIB_CORE, 0},
    {"bool(bool): bool",                identity,           CEL_LIB_CORE, 0},
    {"bool(string): bool",              string_to_bool,     CEL_LIB_CORE, 0},
    {"string(string): string",          identity,           CEL_LIB_CORE, 0},
    {"string(bool): string",            printed,            CEL_LIB_CORE, 0},
    {"string(int): string",             printed,            CEL_LIB_CORE, 0},
    {"string(uint): string",            printed,            CEL_LIB_CORE, 0},
    {"string(double): string",          double_to_string,   CEL_LIB_CORE, 0},
    {"string(bytes): string",           bytes_to_string,    CEL_LIB_CORE, 0},
    {"string(timestamp): string",       printed,            CEL_LIB_CORE, 0},
    {"string(duration): string",        duration_to_string, CEL_LIB_CORE, 0},
    {"bytes(bytes): bytes",             identity,           CEL_LIB_CORE, 0},
    {"bytes(string): bytes",            string_to_bytes,    CEL_LIB_CORE, 0},
    {"duration(duration): duration",    identity,           CEL_LIB_CORE, 0},
    {"duration(string): duration",      string_to_duration, CEL_LIB_CORE, 0},
    {"timestamp(timestamp): timestamp", identity,           CEL_LIB_CORE, 0},
    {"timestamp(string): timestamp",    string_to_time,     CEL_LIB_CORE, 0},
    {"timestamp(int): timestamp",       int_to_time,        CEL_LIB_CORE, 0},
    {"type(A): type(A)",                type_of,            CEL_LIB_CORE, 0},
    {"dyn(A): dyn",                     identity,           CEL_LIB_CORE, 0},
    {NULL,                              NULL,               0,            0},
};
