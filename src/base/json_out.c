#include "base/json_out.h"

#include <inttypes.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/panic.h"
#include "base/utf8.h"

static cJSON *made(cJSON *item)
{
    if (!item)
        panic("json: out of memory");
    return item;
}

static cJSON *attach(Json in, const char *key, cJSON *item)
{
    (void)made(item);
    bool done =
        key ? cJSON_AddItemToObjectCS(in.item, key, item) : cJSON_AddItemToArray(in.item, item);
    if (!done)
        panic("json: '%s' does not fit", key ? key : "item");
    return item;
}

Json json_object(Arena *scratch)
{
    return (Json){made(cJSON_CreateObject()), scratch};
}

Json json_list(Arena *scratch)
{
    return (Json){made(cJSON_CreateArray()), scratch};
}

Json json_put_object(Json in, const char *key)
{
    return (Json){attach(in, key, cJSON_CreateObject()), in.scratch};
}

Json json_put_list(Json in, const char *key)
{
    return (Json){attach(in, key, cJSON_CreateArray()), in.scratch};
}

/* cJSON's texts end at a NUL and are copied as they are. */
static Str clean(Arena *a, Str value)
{
    if (utf8_valid(value, NULL) && str_find_char(value, '\0') == value.len)
        return arena_copy(a, value);
    Buf text;
    buf_init(&text, a, SIZE_MAX);
    while (value.len) {
        size_t len;
        uint32_t code = utf8_decode(value, &len);
        if (code == 0 || code == 0xFFFD)
            buf_add(&text, STR("\xEF\xBF\xBD"));
        else
            buf_add(&text, str_slice(value, 0, len));
        value = str_skip(value, len);
    }
    buf_char(&text, '\0');
    return buf_str(&text);
}

Json json_str(Arena *scratch, Str value)
{
    ArenaMark mark = arena_mark(scratch);
    Json json = {made(cJSON_CreateString(clean(scratch, value).ptr)), scratch};
    arena_rewind(scratch, mark);
    return json;
}

Json json_int(Arena *scratch, int64_t value)
{
    char digits[24]; /* 64 bits have 19 and a sign; cJSON's own numbers are doubles */
    (void)snprintf(digits, sizeof digits, "%" PRId64, value);
    return (Json){made(cJSON_CreateRaw(digits)), scratch};
}

void json_put_str(Json in, const char *key, Str value)
{
    json_put(in, key, json_str(in.scratch, value));
}

void json_put_int(Json in, const char *key, int64_t value)
{
    json_put(in, key, json_int(in.scratch, value));
}

void json_put_double(Json in, const char *key, double value)
{
    attach(in, key, cJSON_CreateNumber(value));
}

void json_put_bool(Json in, const char *key, bool value)
{
    attach(in, key, cJSON_CreateBool(value));
}

void json_put_null(Json in, const char *key)
{
    attach(in, key, cJSON_CreateNull());
}

void json_put(Json in, const char *key, Json value)
{
    attach(in, key, value.item);
}

void json_print(Buf *out, Json value)
{
    char *text = cJSON_PrintUnformatted(value.item);
    if (!text)
        panic("json: out of memory");
    buf_add(out, str_c(text));
    cJSON_free(text);
    cJSON_Delete(value.item);
}

static void frame_next(JsonFrame *f, const char *key)
{
    if (f->comma)
        buf_char(f->out, ',');
    if (f->out->len)
        buf_char(f->out, '\n');
    if (key)
        buf_printf(f->out, "\"%s\":", key);
    f->comma = true;
}

void json_open(JsonFrame *f, const char *key, char bracket)
{
    frame_next(f, key);
    buf_char(f->out, bracket);
    f->comma = false;
}

void json_item(JsonFrame *f, const char *key, Json value)
{
    frame_next(f, key);
    json_print(f->out, value);
}

void json_close(JsonFrame *f, char bracket)
{
    buf_char(f->out, bracket);
    f->comma = true;
}
