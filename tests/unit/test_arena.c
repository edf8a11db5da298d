#include "base/arena.h"

#include <string.h>

#include "base/vec.h"
#include "check.h"

static bool is_zero(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

TEST(test_memory)
{
    static const size_t ALIGNS[] = {1, 2, 4, 8, 16};
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < 2000; i++) {
        size_t align = ALIGNS[i % COUNT(ALIGNS)], size = i * 7 % 900;
        char *p = arena_zalloc(&a, size, 1, align);
        CHECK((uintptr_t)p % align == 0, "%zu bytes are not at %zu", size, align);
        CHECK(is_zero(p, size), "%zu bytes are not zero", size);
        memset(p, 0xAA, size);
    }
    char *large = arena_array(&a, char, 3 << 20);
    CHECK(is_zero(large, 3 << 20), "a large block is not zero");
    arena_free(&a);
    CHECK(a.used == 0 && !a.blocks, "freed");
}

TEST(test_rewind)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    char *before = arena_array(&a, char, 10);
    memset(before, 'x', 10);
    ArenaMark mark = arena_mark(&a);
    size_t used = a.used;
    for (int round = 0; round < 5; round++) {
        for (size_t i = 0; i < 100; i++) {
            char *p = arena_array(&a, char, 1000);
            CHECK(is_zero(p, 1000), "round %d: not zero", round);
            memset(p, 0xAA, 1000);
        }
        arena_rewind(&a, mark);
        CHECK(a.used == used, "round %d: %zu bytes used", round, a.used);
    }
    CHECK(before[0] == 'x' && before[9] == 'x', "what was there before is gone");
    arena_free(&a);
}

TEST(test_rewind_to_nothing)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    ArenaMark mark = arena_mark(&a);
    (void)arena_array(&a, char, 5000);
    arena_rewind(&a, mark);
    CHECK(a.used == 0 && is_zero(arena_array(&a, char, 5000), 5000), "the empty arena");
    arena_free(&a);
}

TEST(test_ceiling)
{
    Arena a;
    arena_init(&a, 100);
    (void)arena_array(&a, char, 100);
    CHECK(!arena_full(&a), "as much as may be");
    (void)arena_array(&a, char, 1);
    CHECK(arena_full(&a), "a byte more");
    arena_free(&a);
}

static void add_digit(void *handle)
{
    int **next = handle;
    **next = **next * 10 + 1;
}

static void double_digits(void *handle)
{
    int **next = handle;
    **next *= 2;
}

TEST(test_defers)
{
    Arena a;
    int value = 0, *next = &value;
    arena_init(&a, SIZE_MAX);
    arena_defer(&a, double_digits, &next);
    ArenaMark mark = arena_mark(&a);
    arena_defer(&a, add_digit, &next);
    arena_defer(&a, add_digit, &next);
    arena_rewind(&a, mark);
    CHECK(value == 11, "rewound: %d", value);
    arena_defer(&a, add_digit, &next);
    arena_free(&a);
    CHECK(value == 222, "newest first: %d", value);
}

TEST(test_text)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Str copy = arena_copy(&a, (Str){"a\0b", 3});
    CHECK(copy.len == 3 && copy.ptr[1] == '\0' && copy.ptr[3] == '\0', "a copy");
    CHECK(arena_copy(&a, STR("")).ptr[0] == '\0', "an empty copy");
    CHECK(str_eq(arena_printf(&a, "%d-%s", 7, "x"), STR("7-x")), "printf");
    arena_free(&a);
}

TEST(test_extend)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    char *p = arena_array(&a, char, 8);
    if (arena_extend(&a, p + 8, 8)) /* never in a strict build */
        CHECK(is_zero(p, 16), "what was added is not zero");
    CHECK(!arena_extend(&a, p, 8), "not behind the newest");
    arena_free(&a);
}

TEST(test_vec)
{
    Arena a;
    VEC(uint32_t) v = {NULL, 0, 0};
    arena_init(&a, SIZE_MAX);
    for (uint32_t i = 0; i < 10000; i++) {
        *vec_push(&a, &v) = i;
        if (i % 100 == 0)
            (void)arena_array(&a, char, 1); /* something lies behind: it must move */
    }
    for (uint32_t i = 0; i < 10000; i++)
        CHECK(v.items[i] == i, "item %u is %u", i, v.items[i]);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_memory), cmocka_unit_test(test_rewind),
      cmocka_unit_test(test_rewind_to_nothing), cmocka_unit_test(test_ceiling),
      cmocka_unit_test(test_defers), cmocka_unit_test(test_text), cmocka_unit_test(test_extend),
      cmocka_unit_test(test_vec))
