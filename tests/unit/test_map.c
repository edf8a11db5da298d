#include "base/map.h"

#include "check.h"

TEST(test_map)
{
    enum { KEYS = 5000 };
    static int values[KEYS];
    Arena a;
    Map m;
    arena_init(&a, SIZE_MAX);
    map_init(&m, &a);
    CHECK(!map_find(&m, STR("k0")), "empty");
    for (int i = 0; i < KEYS; i++) {
        void **at = map_at(&m, arena_printf(&a, "k%d", i));
        CHECK(!*at, "k%d is new", i);
        *at = &values[i];
    }
    CHECK(m.len == KEYS, "%zu entries", m.len);
    for (int i = 0; i < KEYS; i++) {
        Str key = arena_printf(&a, "k%d", i);
        CHECK(map_find(&m, key) == &values[i], "k%d", i);
        CHECK(*map_at(&m, key) == &values[i], "k%d again", i);
        CHECK(str_eq(m.entries[i].key, key), "k%d in order", i);
    }
    CHECK(m.len == KEYS && !map_find(&m, STR("k5000")), "%zu entries", m.len);
    arena_free(&a);
}

/* Keys are bytes: empty ones, NUL inside, one the start of another. */
TEST(test_keys)
{
    static const Str KEYS[] = {STR_INIT(""), STR_INIT("a"), STR_INIT("a\0"), STR_INIT("a\0b"),
                               STR_INIT("ab")};
    static int values[COUNT(KEYS)];
    Arena a;
    Map m;
    arena_init(&a, SIZE_MAX);
    map_init(&m, &a);
    for (size_t i = 0; i < COUNT(KEYS); i++)
        *map_at(&m, KEYS[i]) = &values[i];
    for (size_t i = 0; i < COUNT(KEYS); i++)
        CHECK(map_find(&m, KEYS[i]) == &values[i], "key %zu", i);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_map), cmocka_unit_test(test_keys))
