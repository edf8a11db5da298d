#include "base/buf.h"

#include "check.h"

TEST(test_writing)
{
    Arena a;
    Buf b;
    arena_init(&a, SIZE_MAX);
    buf_init(&b, &a, SIZE_MAX);
    CHECK(buf_str(&b).len == 0, "empty");
    buf_add(&b, STR("ab"));
    buf_char(&b, '\0');
    buf_fill(&b, '-', 3);
    buf_fill(&b, '+', 0);
    buf_printf(&b, "%d%s", 42, "!");
    buf_add(&b, STR(""));
    CHECK(str_eq(buf_str(&b), (Str){"ab\0---42!", 9}), "%zu bytes", b.len);
    buf_clear(&b);
    buf_char(&b, 'x');
    CHECK(str_eq(buf_str(&b), STR("x")), "cleared");
    arena_free(&a);
}

TEST(test_growth)
{
    Arena a;
    Buf b, other;
    arena_init(&a, SIZE_MAX);
    buf_init(&b, &a, SIZE_MAX);
    buf_init(&other, &a, SIZE_MAX);
    for (int i = 0; i < 5000; i++) {
        buf_printf(&b, "%04d", i);
        buf_char(&other, 'x'); /* both grow in one arena */
    }
    CHECK(b.len == 20000 && other.len == 5000, "%zu, %zu", b.len, other.len);
    CHECK(str_eq(str_slice(buf_str(&b), 19996, 20000), STR("4999")), "the end");
    CHECK(str_find(buf_str(&b), STR("12341235")) == 4936, "the middle");
    arena_free(&a);
}

/* What does not fit leaves no part behind, and nothing fits after it. */
TEST(test_ceiling)
{
    Arena a;
    Buf b;
    arena_init(&a, SIZE_MAX);
    buf_init(&b, &a, 5);
    buf_add(&b, STR("abc"));
    buf_add(&b, STR("de"));
    CHECK(!b.full && b.len == 5, "as much as may be");
    buf_char(&b, 'f');
    CHECK(b.full && b.len == 5, "a byte more");
    buf_add(&b, STR(""));
    CHECK(b.full && str_eq(buf_str(&b), STR("abcde")), "stays full");
    buf_clear(&b);
    buf_printf(&b, "%s", "123456");
    CHECK(b.full && b.len == 0, "printf that does not fit");
    buf_clear(&b);
    buf_fill(&b, 'x', SIZE_MAX);
    CHECK(b.full && b.len == 0, "no overflow");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_writing), cmocka_unit_test(test_growth), cmocka_unit_test(test_ceiling))
