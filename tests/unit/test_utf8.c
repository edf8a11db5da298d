#include "base/utf8.h"

#include "check.h"

static const struct {
    const char *what;
    Str text;
    uint32_t code; /* of its start; 0xFFFD with len 1: not UTF-8 */
    size_t len;
} DECODE[] = {
    {"ASCII",                     STR_INIT("a"),                    'a',      1},
    {"NUL",                       STR_INIT("\0"),                   0,        1},
    {"the first of two bytes",    STR_INIT("\xc2\x80"),             0x80,     2},
    {"the last of two bytes",     STR_INIT("\xdf\xbf"),             0x7FF,    2},
    {"the first of three",        STR_INIT("\xe0\xa0\x80"),         0x800,    3},
    {"before the surrogates",     STR_INIT("\xed\x9f\xbf"),         0xD7FF,   3},
    {"behind the surrogates",     STR_INIT("\xee\x80\x80"),         0xE000,   3},
    {"the replacement character", STR_INIT("\xef\xbf\xbd"),         0xFFFD,   3},
    {"the last of three",         STR_INIT("\xef\xbf\xbf"),         0xFFFF,   3},
    {"the first of four",         STR_INIT("\xf0\x90\x80\x80"),     0x10000,  4},
    {"the last",                  STR_INIT("\xf4\x8f\xbf\xbf"),     0x10FFFF, 4},
    {"one too far",               STR_INIT("\xf4\x90\x80\x80"),     0xFFFD,   1},
    {"five bytes",                STR_INIT("\xf8\x88\x80\x80\x80"), 0xFFFD,   1},
    {"a surrogate",               STR_INIT("\xed\xa0\x80"),         0xFFFD,   1},
    {"the last surrogate",        STR_INIT("\xed\xbf\xbf"),         0xFFFD,   1},
    {"overlong in two",           STR_INIT("\xc1\xbf"),             0xFFFD,   1},
    {"overlong in three",         STR_INIT("\xe0\x9f\xbf"),         0xFFFD,   1},
    {"overlong in four",          STR_INIT("\xf0\x8f\xbf\xbf"),     0xFFFD,   1},
    {"no first byte",             STR_INIT("\x80"),                 0xFFFD,   1},
    {"cut short",                 STR_INIT("\xe2\x82"),             0xFFFD,   1},
    {"no second byte",            STR_INIT("\xc3("),                0xFFFD,   1},
    {"FF",                        STR_INIT("\xff"),                 0xFFFD,   1},
    {"nothing",                   STR_INIT(""),                     0xFFFD,   1},
};

TEST(test_decode)
{
    for (size_t i = 0; i < COUNT(DECODE); i++) {
        size_t len, bad;
        uint32_t code = utf8_decode(DECODE[i].text, &len);
        CHECK(code == DECODE[i].code && len == DECODE[i].len, "%s: U+%04X, %zu", DECODE[i].what,
              code, len);
        bool valid = DECODE[i].text.len == 0 || code != 0xFFFD || len == 3;
        CHECK(utf8_valid(DECODE[i].text, &bad) == valid && (valid || bad == 0), "%s: valid",
              DECODE[i].what);
    }
}

TEST(test_every_code)
{
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[4];
        size_t len;
        if (code >= 0xD800 && code < 0xE000)
            continue;
        size_t size = utf8_encode(code, bytes);
        uint32_t back = utf8_decode((Str){bytes, size}, &len);
        CHECK(back == code && len == size, "U+%04X: U+%04X", code, back);
    }
}

TEST(test_texts)
{
    Str text = STR("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z");
    size_t bad = 0;
    CHECK(!utf8_valid(STR("ab\xc3\xa9\xff"), &bad) && bad == 4, "bad at %zu", bad);
    CHECK(!utf8_valid(STR("\xff"), NULL), "without a place");
    CHECK(utf8_count(text) == 5 && utf8_count(STR("")) == 0, "count");
    CHECK(utf8_offset(text, 0) == 0 && utf8_offset(text, 2) == 3, "offset");
    CHECK(utf8_offset(text, 4) == 10 && utf8_offset(text, 9) == text.len, "offset at the end");
}

TEST(test_width)
{
    static const struct {
        const char *what, *text;
        size_t width;
    } ROWS[] = {
        {"nothing",                  "",                         0},
        {"ASCII",                    "abc",                      3},
        {"accents",                  "\xc3\xa9\xc3\xbc",         2},
        {"a combining accent",       "e\xcc\x81",                1},
        {"CJK",                      "\xe4\xb8\xad\xe6\x96\x87", 4},
        {"full-width letters",       "\xef\xbc\xa1",             2},
        {"Hangul",                   "\xea\xb0\x80",             2},
        {"an emoji",                 "\xf0\x9f\x98\x80",         2},
        {"a joiner",
         "a\xe2\x80\x8d"
         "b",                                                    2},
        {"the euro sign",            "\xe2\x82\xac",             1},
        {"box drawing",              "\xe2\x94\x82",             1},
        {"no UTF-8 counts by bytes", "\xff\xfe",                 2},
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        size_t width = utf8_width(str_c(ROWS[i].text));
        CHECK(width == ROWS[i].width, "%s: %zu", ROWS[i].what, width);
    }
}

TESTS(cmocka_unit_test(test_decode), cmocka_unit_test(test_every_code),
      cmocka_unit_test(test_texts), cmocka_unit_test(test_width))
