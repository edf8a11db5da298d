#include "cel/overload.h"

#include "base/panic.h"

enum { ANY_VALUE = ((1u << (CEL_PLACE + 1)) - 1) & ~(1u << CEL_ERROR | 1u << CEL_UNKNOWN) };

uint32_t type_kinds(const CelType *t)
{
    /* clang-format off */
    static const uint32_t KINDS[] = {
        [TYPE_DYN] = ANY_VALUE,               [TYPE_ERROR] = 0,
        [TYPE_NULL] = 1u << CEL_NULL,         [TYPE_BOOL] = 1u << CEL_BOOL,
        [TYPE_INT] = 1u << CEL_INT,           [TYPE_UINT] = 1u << CEL_UINT,
        [TYPE_DOUBLE] = 1u << CEL_DOUBLE,     [TYPE_STRING] = 1u << CEL_STRING,
        [TYPE_BYTES] = 1u << CEL_BYTES,       [TYPE_DURATION] = 1u << CEL_DURATION,
        [TYPE_TIMESTAMP] = 1u << CEL_TIMESTAMP, [TYPE_QUANTITY] = 1u << CEL_QUANTITY,
        [TYPE_OPAQUE] = 1u << CEL_OPAQUE,     [TYPE_HOST] = 1u << CEL_HOST,
        [TYPE_PLACE] = 1u << CEL_PLACE,       [TYPE_LIST] = 1u << CEL_LIST,
        [TYPE_MAP] = 1u << CEL_MAP,           [TYPE_OPTIONAL] = 1u << CEL_OPTIONAL,
        [TYPE_TYPE] = 1u << CEL_TYPE,         [TYPE_WRAPPER] = ANY_VALUE,
        [TYPE_PARAM] = ANY_VALUE,
    };
    /* clang-format on */
    return KINDS[t->kind];
}

static KindTest test_of(const CelType *t)
{
    bool tagged = t->kind == TYPE_OPAQUE || t->kind == TYPE_HOST;
    return (KindTest){type_kinds(t), t->index, tagged};
}

static uint8_t letters_in(const CelType *t)
{
    uint8_t most = t->kind == TYPE_PARAM ? (uint8_t)(t->index + 1) : 0;
    for (size_t i = 0; i < 2 && t->params[i]; i++) {
        uint8_t inner = letters_in(t->params[i]);
        most = inner > most ? inner : most;
    }
    return most;
}

static void count_letters(Overload *o, const CelType *t)
{
    uint8_t letters = letters_in(t);
    o->letters = letters > o->letters ? letters : o->letters;
}

static bool add_param(Overload *o, const CelType *t)
{
    if (!t || o->argc == OVERLOAD_ARGS)
        return false;
    count_letters(o, t);
    o->tests[o->argc] = test_of(t);
    o->params[o->argc++] = t;
    return true;
}

static bool take_text(Str *text, Str what)
{
    while (text->len && text->ptr[0] == ' ')
        *text = str_skip(*text, 1);
    if (!str_starts(*text, what))
        return false;
    *text = str_skip(*text, what.len);
    return true;
}

/* "(T, U) arrow R" to the end of the text. */
static bool take_signature(const TypeNames *names, Overload *o, Str text, Str arrow)
{
    if (!take_text(&text, STR("(")))
        return false;
    while (!take_text(&text, STR(")"))) {
        if (!add_param(o, type_take(names, &text)))
            return false;
        (void)take_text(&text, STR(","));
    }
    if (!take_text(&text, arrow))
        return false;
    o->result = type_take(names, &text);
    if (o->result)
        count_letters(o, o->result);
    return o->result && str_trim(text).len == 0;
}

/* "string.f(…", "net.IP.f(…" or "list(A).f(…": takes the receiver, when what stands before the
 * last dot is a type. */
static void take_receiver(const TypeNames *names, Overload *o, Str *text)
{
    if (take_text(text, STR(".")))
        return;
    Str name = str_slice(*text, 0, str_find_char(*text, '('));
    size_t dot = str_rfind_char(name, '.');
    Str head = str_slice(name, 0, dot), rest = *text;
    const CelType *t = type_take(names, dot < name.len ? &head : &rest);
    if (t && dot < name.len && head.len == 0) {
        o->member = add_param(o, t);
        *text = str_skip(*text, dot + 1);
    } else if (t && dot == name.len && take_text(&rest, STR("."))) {
        o->member = add_param(o, t);
        *text = rest;
    }
}

Overload *overload_of_row(const TypeNames *names, const CelFunc *row, Str *name)
{
    Overload *o = arena_new(names->arena, Overload);
    o->row = row;
    o->body = row->body;
    Str text = str_c(row->signature);
    take_receiver(names, o, &text);
    *name = str_slice(text, 0, str_find_char(text, '('));
    if (!name->len || !take_signature(names, o, str_skip(text, name->len), STR(":")))
        panic("cel: bad signature '%s'", row->signature);
    return o;
}

Overload *overload_of_method(const TypeNames *names, const CelMethod *method)
{
    Overload *o = arena_new(names->arena, Overload);
    if (!take_signature(names, o, str_c(method->type), STR("->")))
        panic("cel: bad type '%s' of method %s", method->type, method->name);
    return o;
}
