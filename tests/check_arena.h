/* Tests whose values live in one arena, as long as the program. */
#ifndef TESTS_CHECK_ARENA_H
#define TESTS_CHECK_ARENA_H

#include "base/arena.h"
#include "tests/check.h"

static Arena arena;

static int arena_set_up(void **state)
{
    (void)state;
    arena_init(&arena, SIZE_MAX);
    return 0;
}

static int arena_tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

#define TESTS_IN_ARENA(...)                                                  \
    int main(void)                                                           \
    {                                                                        \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                     \
        return cmocka_run_group_tests(tests, arena_set_up, arena_tear_down); \
    }

#endif
