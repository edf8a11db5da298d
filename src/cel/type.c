#include "cel/type.h"

#include "base/ascii.h"
#include "base/panic.h"
#include "cel/opaque.h"

/* clang-format off */
static const CelType BASIC[] = {
    [TYPE_DYN] =       {TYPE_DYN,       0, "dyn",       {0}},
    [TYPE_ERROR] =     {TYPE_ERROR,     0, "error",     {0}},
    [TYPE_NULL] =      {TYPE_NULL,      0, "null_type", {0}},
    [TYPE_BOOL] =      {TYPE_BOOL,      0, "bool",      {0}},
    [TYPE_INT] =       {TYPE_INT,       0, "int",       {0}},
    [TYPE_UINT] =      {TYPE_UINT,      0, "uint",      {0}},
    [TYPE_DOUBLE] =    {TYPE_DOUBLE,    0, "double",    {0}},
    [TYPE_STRING] =    {TYPE_STRING,    0, "string",    {0}},
    [TYPE_BYTES] =     {TYPE_BYTES,     0, "bytes",     {0}},
    [TYPE_DURATION] =  {TYPE_DURATION,  0, "duration",  {0}},
    [TYPE_TIMESTAMP] = {TYPE_TIMESTAMP, 0, "timestamp", {0}},
    [TYPE_QUANTITY] =  {TYPE_QUANTITY,  0, "quantity",  {0}},
    [TYPE_PLACE] =     {TYPE_PLACE,     0, "source",    {0}},
    [TYPE_LIST] =      {TYPE_LIST,      0, "list",      {&BASIC[TYPE_DYN], NULL}},
    [TYPE_MAP] =       {TYPE_MAP,       0, "map",       {&BASIC[TYPE_DYN], &BASIC[TYPE_DYN]}},
    [TYPE_OPTIONAL] =  {TYPE_OPTIONAL,  0, "optional_type", {&BASIC[TYPE_DYN], NULL}},
    [TYPE_TYPE] =      {TYPE_TYPE,      0, "type",      {0}},
};

static const CelType OPAQUE[] = {
    [OPAQUE_SEMVER] = {TYPE_OPAQUE, OPAQUE_SEMVER, "semver", {0}},
    [OPAQUE_IP] =     {TYPE_OPAQUE, OPAQUE_IP,     "net.IP", {0}},
    [OPAQUE_CIDR] =   {TYPE_OPAQUE, OPAQUE_CIDR,   "net.CIDR", {0}},
    [OPAQUE_URL] =    {TYPE_OPAQUE, OPAQUE_URL,    "url",    {0}},
    [OPAQUE_FORMAT] = {TYPE_OPAQUE, OPAQUE_FORMAT, "format", {0}},
};

static const CelType WRAPPERS[] = {
    {TYPE_WRAPPER, 0, "wrapper", {&BASIC[TYPE_BOOL], NULL}},
    {TYPE_WRAPPER, 0, "wrapper", {&BASIC[TYPE_INT], NULL}},
    {TYPE_WRAPPER, 0, "wrapper", {&BASIC[TYPE_UINT], NULL}},
    {TYPE_WRAPPER, 0, "wrapper", {&BASIC[TYPE_DOUBLE], NULL}},
    {TYPE_WRAPPER, 0, "wrapper", {&BASIC[TYPE_STRING], NULL}},
    {TYPE_WRAPPER, 0, "wrapper", {&BASIC[TYPE_BYTES], NULL}},
};

static const CelType LETTERS[] = { /* what signatures need */
    {TYPE_PARAM, 0, "", {0}}, {TYPE_PARAM, 1, "", {0}}, {TYPE_PARAM, 2, "", {0}},
};

static const CelType ANY_MAP = {TYPE_MAP, 0, "map", {&BASIC[TYPE_STRING], &BASIC[TYPE_DYN]}};

/* Names in type texts. `value`: expressions may use the name, and type() yields it. */
static const struct {
    Str name;
    const CelType *type;
    bool value;
} NAMES[] = {
    {STR_INIT("dyn"),       &BASIC[TYPE_DYN],       false},
    {STR_INIT("null_type"), &BASIC[TYPE_NULL],      true},
    {STR_INIT("bool"),      &BASIC[TYPE_BOOL],      true},
    {STR_INIT("int"),       &BASIC[TYPE_INT],       true},
    {STR_INIT("uint"),      &BASIC[TYPE_UINT],      true},
    {STR_INIT("double"),    &BASIC[TYPE_DOUBLE],    true},
    {STR_INIT("string"),    &BASIC[TYPE_STRING],    true},
    {STR_INIT("bytes"),     &BASIC[TYPE_BYTES],     true},
    {STR_INIT("list"),      &BASIC[TYPE_LIST],      true},
    {STR_INIT("map"),       &BASIC[TYPE_MAP],       true},
    {STR_INIT("type"),      &BASIC[TYPE_TYPE],      true},
    {STR_INIT("duration"),  &BASIC[TYPE_DURATION],  false},
    {STR_INIT("timestamp"), &BASIC[TYPE_TIMESTAMP], false},
    {STR_INIT("quantity"),  &BASIC[TYPE_QUANTITY],  false},
    {STR_INIT("source"),    &BASIC[TYPE_PLACE],     false},
    {STR_INIT("optional"),  &BASIC[TYPE_OPTIONAL],  false},
    {STR_INIT("optional_type"), &BASIC[TYPE_OPTIONAL], true},
    {STR_INIT("semver"),    &OPAQUE[OPAQUE_SEMVER], false},
    {STR_INIT("ip"),        &OPAQUE[OPAQUE_IP],     false},
    {STR_INIT("cidr"),      &OPAQUE[OPAQUE_CIDR],   false},
    {STR_INIT("url"),       &OPAQUE[OPAQUE_URL],    false},
    {STR_INIT("format"),    &OPAQUE[OPAQUE_FORMAT], false},
    {STR_INIT("net.IP"),    &OPAQUE[OPAQUE_IP],     true},
    {STR_INIT("net.CIDR"),  &OPAQUE[OPAQUE_CIDR],   true},
    {STR_INIT("google.protobuf.Duration"),    &BASIC[TYPE_DURATION],  true},
    {STR_INIT("google.protobuf.Timestamp"),   &BASIC[TYPE_TIMESTAMP], true},
    {STR_INIT("google.protobuf.Value"),       &BASIC[TYPE_DYN],  false},
    {STR_INIT("google.protobuf.ListValue"),   &BASIC[TYPE_LIST], false},
    {STR_INIT("google.protobuf.Struct"),      &ANY_MAP,          false},
    {STR_INIT("google.protobuf.BoolValue"),   &WRAPPERS[0],      false},
    {STR_INIT("google.protobuf.Int32Value"),  &WRAPPERS[1],      false},
    {STR_INIT("google.protobuf.Int64Value"),  &WRAPPERS[1],      false},
    {STR_INIT("google.protobuf.UInt32Value"), &WRAPPERS[2],      false},
    {STR_INIT("google.protobuf.UInt64Value"), &WRAPPERS[2],      false},
    {STR_INIT("google.protobuf.FloatValue"),  &WRAPPERS[3],      false},
    {STR_INIT("google.protobuf.DoubleValue"), &WRAPPERS[3],      false},
    {STR_INIT("google.protobuf.StringValue"), &WRAPPERS[4],      false},
    {STR_INIT("google.protobuf.BytesValue"),  &WRAPPERS[5],      false},
};
/* clang-format on */

enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES, LETTER_COUNT = sizeof LETTERS / sizeof *LETTERS };

const CelType *type_basic(TypeKind kind)
{
    return &BASIC[kind];
}

const CelType *type_of1(Arena *a, TypeKind kind, const CelType *param)
{
    CelType *t = arena_new(a, CelType);
    *t = (CelType){
        (uint8_t)kind, 0, BASIC[kind].name, {param, NULL}
    };
    return t;
}

const CelType *type_map(Arena *a, const CelType *key, const CelType *value)
{
    CelType *t = arena_new(a, CelType);
    *t = (CelType){
        TYPE_MAP, 0, BASIC[TYPE_MAP].name, {key, value}
    };
    return t;
}

void type_write(Buf *out, const CelType *t)
{
    if (t->kind == TYPE_PARAM) {
        buf_add(out, STR("dyn"));
        return;
    }
    buf_add(out, str_c(t->name));
    if (!t->params[0])
        return;
    buf_char(out, '(');
    type_write(out, t->params[0]);
    if (t->params[1]) {
        buf_add(out, STR(", "));
        type_write(out, t->params[1]);
    }
    buf_char(out, ')');
}

bool type_same(const CelType *a, const CelType *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->index != b->index)
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (!a->params[i] != !b->params[i])
            return false;
        if (a->params[i] && !type_same(a->params[i], b->params[i]))
            return false;
    }
    return true;
}

/* ---- texts ---- */

static bool is_name_byte(char c)
{
    return ascii_alnum(c) || c == '_' || c == '.';
}

void type_add_host(Map *hosts, Str name, uint16_t index)
{
    CelType *t = arena_new(hosts->arena, CelType);
    *t = (CelType){TYPE_HOST, index, name.ptr, {0}};
    *map_at(hosts, name) = t;
}

static const CelType *named(const TypeNames *names, Str word)
{
    if (word.len == 1 && word.ptr[0] >= 'A' && word.ptr[0] < 'A' + LETTER_COUNT)
        return &LETTERS[word.ptr[0] - 'A'];
    for (size_t i = 0; word.len && i < NAME_COUNT; i++) {
        Str name = NAMES[i].name;
        if (name.len == word.len && name.ptr[0] == word.ptr[0] && str_eq(name, word))
            return NAMES[i].type;
    }
    return names->hosts ? map_find(names->hosts, word) : NULL;
}

static Str skip_spaces(Str text)
{
    while (text.len && text.ptr[0] == ' ')
        text = str_skip(text, 1);
    return text;
}

static bool take_char(Str *text, char c)
{
    *text = skip_spaces(*text);
    if (!text->len || text->ptr[0] != c)
        return false;
    *text = str_skip(*text, 1);
    return true;
}

static bool takes_params(const CelType *t)
{
    return t->kind == TYPE_LIST || t->kind == TYPE_MAP || t->kind == TYPE_OPTIONAL ||
           t->kind == TYPE_TYPE;
}

/* "(T)" or "(T, U)" behind a type that has parameters; the bare name means dyn ones. */
static const CelType *take_params(const TypeNames *names, const CelType *t, Str *text)
{
    Str rest = *text;
    if (!takes_params(t) || !take_char(&rest, '('))
        return t;
    const CelType *first = type_take(names, &rest), *second = NULL;
    if (first && t->kind == TYPE_MAP && take_char(&rest, ','))
        second = type_take(names, &rest);
    if (!first || (t->kind == TYPE_MAP && !second) || !take_char(&rest, ')'))
        return t; /* "type(A): type" is a function of that name */
    *text = rest;
    return second ? type_map(names->arena, first, second)
                  : type_of1(names->arena, (TypeKind)t->kind, first);
}

const CelType *type_take(const TypeNames *names, Str *text)
{
    Str rest = skip_spaces(*text);
    size_t len = 0;
    while (len < rest.len && is_name_byte(rest.ptr[len]))
        len++;
    const CelType *t = named(names, str_slice(rest, 0, len));
    if (!t)
        return NULL;
    *text = str_skip(rest, len);
    return take_params(names, t, text);
}

bool type_value(Str name, const CelType **type, CelValue *out)
{
    for (size_t i = 0; i < NAME_COUNT; i++) {
        if (NAMES[i].value && str_eq(NAMES[i].name, name)) {
            *type = NAMES[i].type;
            *out = cel_str(name);
            out->kind = CEL_TYPE;
            return true;
        }
    }
    return false;
}
