#include "tests/check.h"

#include <math.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/json_out.h"

static const struct {
    const char *what;
    Str text;
    const char *json;
} TEXTS[] = {
    {"plain",       STR_INIT("abc"),                      "\"abc\""                                 },
    {"empty",       STR_INIT(""),                         "\"\""                                    },
    {"escapes",     STR_INIT("a\"b\\c\n\t\x01"),          "\"a\\\"b\\\\c\\n\\t\\u0001\""            },
    {"UTF-8 stays", STR_INIT("\xc3\xa9\xf0\x9f\x98\x80"), "\"\xc3\xa9\xf0\x9f\x98\x80\""            },
    {"a NUL",       STR_INIT("a\0b"),
     "\"a\xef\xbf\xbd"
     "b\""                                                                                          },
    {"no UTF-8",    STR_INIT("a\xff\xc3"),                "\"a\xef\xbf\xbd\xef\xbf\xbd\""           },
    {"a surrogate", STR_INIT("\xed\xa0\x80"),             "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
};

TEST(test_text)
{
    for (size_t i = 0; i < COUNT(TEXTS); i++) {
        Arena a, scratch;
        arena_init(&a, SIZE_MAX);
        arena_init(&scratch, SIZE_MAX);
        Buf out;
        buf_init(&out, &a, SIZE_MAX);
        json_print(&out, json_str(&scratch, TEXTS[i].text));
        CHECK(str_eq(buf_str(&out), str_c(TEXTS[i].json)), "%s: got %.*s", TEXTS[i].what,
              STR_ARG(buf_str(&out)));
        arena_free(&scratch);
        arena_free(&a);
    }
}

TEST(test_values)
{
    Arena a, scratch;
    arena_init(&a, SIZE_MAX);
    arena_init(&scratch, SIZE_MAX);
    Buf out;
    buf_init(&out, &a, SIZE_MAX);
    Json json = json_object(&scratch);
    json_put_int(json, "most", INT64_MAX);
    json_put_int(json, "least", INT64_MIN);
    json_put_double(json, "half", 0.5);
    json_put_double(json, "nan", (double)NAN);
    json_put_bool(json, "yes", true);
    json_put_null(json, "none");
    Json list = json_put_list(json, "list");
    json_put_int(list, NULL, 1);
    json_put_str(json_put_object(list, NULL), "a", STR("b"));
    json_put_list(json, "empty");
    json_print(&out, json);
    Str want = STR("{\"most\":9223372036854775807,\"least\":-9223372036854775808,\"half\":0.5,"
                   "\"nan\":null,\"yes\":true,\"none\":null,\"list\":[1,{\"a\":\"b\"}],"
                   "\"empty\":[]}");
    CHECK(str_eq(buf_str(&out), want), "values: got %.*s", STR_ARG(buf_str(&out)));
    arena_free(&scratch);
    arena_free(&a);
}

TEST(test_frame)
{
    Arena a, scratch;
    arena_init(&a, SIZE_MAX);
    arena_init(&scratch, SIZE_MAX);
    Buf out;
    buf_init(&out, &a, SIZE_MAX);
    JsonFrame frame = {.out = &out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(&scratch, 1));
    json_open(&frame, "empty", '[');
    json_close(&frame, ']');
    json_open(&frame, "two", '[');
    json_item(&frame, NULL, json_str(&scratch, STR("x")));
    json_item(&frame, NULL, json_object(&scratch));
    json_close(&frame, ']');
    json_close(&frame, '}');
    Str want = STR("{\n\"version\":1,\n\"empty\":[],\n\"two\":[\n\"x\",\n{}]}");
    CHECK(str_eq(buf_str(&out), want), "frame: got %.*s", STR_ARG(buf_str(&out)));
    cJSON *again = cJSON_ParseWithLength(buf_str(&out).ptr, buf_str(&out).len);
    CHECK(again != NULL, "frame: an independent parser refuses it");
    CHECK(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(again, "two")) == 2, "frame: size");
    cJSON_Delete(again);
    arena_free(&scratch);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_text), cmocka_unit_test(test_values), cmocka_unit_test(test_frame))
