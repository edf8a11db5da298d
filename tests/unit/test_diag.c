#include "doc/diag.h"

#include <string.h>

#include "base/limits.h"
#include "check.h"

TEST(test_count)
{
    Arena a;
    Diags d;
    arena_init(&a, SIZE_MAX);
    diags_init(&d, &a);
    for (int i = 0; i < LIMIT_DIAGS + 5; i++)
        CHECK(!diag_error(&d, NULL, (Span){0, 0}, "number %d", i), "an error is false");
    CHECK(d.list.len == LIMIT_DIAGS && d.count == LIMIT_DIAGS + 5, "%zu of %zu", d.list.len,
          d.count);
    CHECK(str_eq(d.list.items[7].message, STR("number 7")), "the message");
    arena_free(&a);
}

/* A message that quotes much of its input is cut, not dropped. */
TEST(test_long)
{
    Arena a;
    Diags d;
    char text[5000];
    memset(text, 'x', sizeof text);
    arena_init(&a, SIZE_MAX);
    diags_init(&d, &a);
    (void)diag_error(&d, NULL, (Span){0, 0}, "no '%.*s'", (int)sizeof text, text);
    CHECK(d.list.items[0].message.len == 1023, "%zu bytes", d.list.items[0].message.len);
    CHECK(str_starts(d.list.items[0].message, STR("no 'xx")), "its start");
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_count), cmocka_unit_test(test_long))
