#include "cel/base64.h"
#include "cel/lib.h"

static CelValue encode(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    CEL_CHARGE(ev, 1 + cel_str_of(args[0]).len / 8);
    base64_encode(&out, cel_str_of(args[0]));
    return cel_buf_string(ev, &out);
}

/* The padding may be left out. */
static CelValue decode(CelEval *ev, const CelValue *args)
{
    Buf out = cel_buf(ev);
    CEL_CHARGE(ev, 1 + cel_str_of(args[0]).len / 8);
    if (!base64_decode(&out, cel_str_of(args[0]), false))
        return cel_error(ev, CEL_ERR_CONVERT, "invalid base64");
    return out.full ? cel_budget(ev) : cel_bytes(buf_str(&out));
}

const CelFunc CEL_FUNCS_ENCODE[] = {
    {"base64.encode(bytes): string", encode, CEL_LIB_ENCODERS, 0},
    {"base64.decode(string): bytes", decode, CEL_LIB_ENCODERS, 0},
    {NULL,                           NULL,   0,                0},
};
