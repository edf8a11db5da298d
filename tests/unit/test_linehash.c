#include "tests/check.h"

#include "base/buf.h"
#include "report/linehash.h"

/* The vectors that github/codeql-action tests itself with. */
static const struct {
    const char *text;
    size_t times; /* the text is repeated */
    const char *hashes[12];
} ROWS[] = {
    {"",                              1, {"c129715d7a2bc9a3:1"}                                                                },
    {" a\nb\n  \t\tc\n d",
     1,                                  {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
    {" a\r\nb\r\n  \t\tc\r\n d",
     1,                                  {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
    {"Lorem ipsum dolor sit amet.\n",
     10,                                 {"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
      "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
      "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"}                                                },
};

TEST(test_vectors)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        Buf text;
        buf_init(&text, &a, SIZE_MAX);
        for (size_t k = 0; k < ROWS[i].times; k++)
            buf_add(&text, str_c(ROWS[i].text));
        const Source *s = source_new(&a, STR("t"), buf_str(&text));
        const Str *got = linehashes_of(&a, s);
        for (size_t k = 0; k < COUNT(ROWS[i].hashes) && ROWS[i].hashes[k]; k++) {
            CHECK(k < s->lines, "row %zu: no line %zu", i, k + 1);
            CHECK(str_eq(got[k], str_c(ROWS[i].hashes[k])), "row %zu, line %zu: got %.*s", i, k + 1,
                  STR_ARG(got[k]));
        }
        arena_free(&a);
    }
}

TESTS(cmocka_unit_test(test_vectors))
