#include "tests/check.h"

#include "base/buf.h"
#include "doc/source.h"

static const struct {
    const char *what;
    Str text;
    uint32_t off, line, column;
} PLACES[] = {
    {"first byte of a line",           STR_INIT("a: 1\nb: 2\n"),        5, 2, 1},
    {"a line end belongs to its line", STR_INIT("a: 1\nb: 2\n"),        4, 1, 5},
    {"behind the last line end",       STR_INIT("a: 1\n"),              5, 2, 1},
    {"after a two-byte character",     STR_INIT("\xc3\xa9: x"),         2, 1, 2},
    {"after a four-byte character",    STR_INIT("\xf0\x9f\x98\x80: x"), 4, 1, 2},
    {"an empty text",                  STR_INIT(""),                    0, 1, 1},
    {"a byte order mark is no column",
     STR_INIT("\xef\xbb\xbf"
              "a: 1"),
     3,                                                                    1, 4},
    {"past the end is the end",        STR_INIT("ab"),                  9, 1, 3},
};

TEST(test_place)
{
    for (size_t i = 0; i < COUNT(PLACES); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        LineColumn p = source_place(source_new(&a, STR("t"), PLACES[i].text), PLACES[i].off);
        CHECK(p.line == PLACES[i].line && p.column == PLACES[i].column, "%s: got %u:%u",
              PLACES[i].what, p.line, p.column);
        arena_free(&a);
    }
}

/* One short line, then a long one in which every fourth byte is the tail of a character. */
TEST(test_long)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Buf text;
    buf_init(&text, &a, SIZE_MAX);
    buf_add(&text, STR("a: 1\n"));
    for (size_t i = 0; i < 10000; i++)
        buf_add(&text, STR("xy\xc3\xa9"));
    const Source *s = source_new(&a, STR("t"), buf_str(&text));
    static const uint32_t OFFS[] = {0, 4, 4088, 4092, 4096, 8188, 8192, 8196, 12288, 39996, 40000};
    for (size_t i = 0; i < COUNT(OFFS); i++) {
        LineColumn p = source_place(s, 5 + OFFS[i]);
        CHECK(p.line == 2 && p.column == OFFS[i] / 4 * 3 + 1, "%u bytes on: got %u:%u", OFFS[i],
              p.line, p.column);
    }
    arena_free(&a);
}

TEST(test_line)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const Source *s = source_new(&a, STR("t"), STR("a\r\n\nlast"));
    CHECK(s->lines == 3, "%u lines", s->lines);
    CHECK(str_eq(source_line(s, 1), STR("a")), "without its line end");
    CHECK(!source_line(s, 2).len, "an empty line");
    CHECK(str_eq(source_line(s, 3), STR("last")), "without a line end");
    CHECK(str_eq(source_slice(s, (Span){4, 2}), STR("la")), "a slice");
    CHECK(str_eq(source_slice(s, (Span){6, 99}), STR("st")), "a slice past the end");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_place), cmocka_unit_test(test_long), cmocka_unit_test(test_line))
