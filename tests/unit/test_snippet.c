#include "tests/check.h"

#include "report/snippet.h"

static const Snippet STYLE = {2, "", "", ""};

static const struct {
    const char *what;
    Str text;
    Span at;
    const char *frame;
} FRAMES[] = {
    {"a word",                          STR_INIT("a: 1\nkey: value\n"), {10, 5}, " 2 | key: value\n   |      ^^^^^"},
    {"the first byte",                  STR_INIT("key: value\n"),       {0, 3},  " 1 | key: value\n   | ^^^"       },
    {"nothing, at the end",             STR_INIT("key:"),               {4, 0},  " 1 | key:\n   |     ^"           },
    {"an empty text",                   STR_INIT(""),                   {0, 0},  " 1 | \n   | ^"                   },
    {"many lines: only the first",
     STR_INIT("a:\n  b: 1\n  c: 2\n"),
     {5, 12},
     " 2 |   b: 1\n   |   ^^^^"                                                                                    },
    {"CRLF",                            STR_INIT("a: 1\r\nb: 2\r\n"),   {9, 1},  " 2 | b: 2\n   |    ^"            },
    {"tabs are columns",                STR_INIT("\ta\tb"),             {3, 1},  " 1 |     a   b\n   |         ^"  },
    {"a wide character counts two",
     STR_INIT("n: \xe4\xb8\xad\xe6\x96\x87 x"),
     {3, 6},
     " 1 | n: \xe4\xb8\xad\xe6\x96\x87 x\n   |    ^^^^"                                                            },
    {"behind a wide character",
     STR_INIT("\xe4\xb8\xad x"),
     {4, 1},
     " 1 | \xe4\xb8\xad x\n   |    ^"                                                                              },
    {"a two-byte character counts one",
     STR_INIT("\xc3\xa9: x"),
     {4, 1},
     " 1 | \xc3\xa9: x\n   |    ^"                                                                                 },
    {"controls are shown, not obeyed",
     STR_INIT("a: \033[31m"),
     {3, 5},
     " 1 | a: \xef\xbf\xbd[31m\n   |    ^^^^^"                                                                     },
    {"so are bytes that are no text",
     STR_INIT("a: \xff"),
     {3, 1},
     " 1 | a: \xef\xbf\xbd\n   |    ^"                                                                             },
};

TEST(test_frame)
{
    for (size_t i = 0; i < COUNT(FRAMES); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        Buf out;
        buf_init(&out, &a, SIZE_MAX);
        snippet_write(&out, &STYLE, source_new(&a, STR("t.yaml"), FRAMES[i].text), FRAMES[i].at);
        CHECK(str_eq(buf_str(&out), str_c(FRAMES[i].frame)), "%s: got\n%.*s", FRAMES[i].what,
              STR_ARG(buf_str(&out)));
        arena_free(&a);
    }
}

/* A line of one megabyte is shown around the caret. */
TEST(test_long)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Buf text, out;
    buf_init(&text, &a, SIZE_MAX);
    buf_init(&out, &a, SIZE_MAX);
    buf_fill(&text, 'x', 1 << 20);
    buf_add(&text, STR("HERE"));
    buf_fill(&text, 'y', 1 << 20);
    const Source *s = source_new(&a, STR("t.json"), buf_str(&text));
    snippet_write(&out, &STYLE, s, (Span){1 << 20, 4});
    Str line, caret;
    (void)str_cut(buf_str(&out), '\n', &line, &caret);
    CHECK(line.len < 140, "long line: %zu bytes shown", line.len);
    CHECK(str_starts(line, STR(" 1 | \xe2\x80\xa6"
                               "xxx")),
          "long line: %.*s", STR_ARG(line));
    CHECK(str_ends(line, STR("yyy\xe2\x80\xa6")), "long line: %.*s", STR_ARG(line));
    /* The ellipsis has three bytes and one column. */
    CHECK(str_find(line, STR("HERE")) - 2 == str_find(caret, STR("^^^^")), "long line: caret off");
    arena_free(&a);
}

TEST(test_text)
{
    static const struct {
        const char *what;
        Str text;
        const char *shown;
    } ROWS[] = {
        {"plain",                  STR_INIT("NodePool gpu"), "NodePool gpu"                },
        {"lines become one",       STR_INIT("a\nb\tc"),      "a b c"                       },
        {"escape sequences",       STR_INIT("\033]0;x\007"), "\xef\xbf\xbd]0;x\xef\xbf\xbd"},
        {"C1 controls",
         STR_INIT("\xc2\x9b"
                  "31m"),
         "\xef\xbf\xbd"
         "31m"                                                                             },
        {"right-to-left override",
         STR_INIT("a\xe2\x80\xae"
                  "b"),
         "a\xef\xbf\xbd"
         "b"                                                                               },
        {"a NUL",                  STR_INIT("a\0b"),
         "a\xef\xbf\xbd"
         "b"                                                                               },
        {"accents",                STR_INIT("\xc3\xa9"),     "\xc3\xa9"                    },
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        Buf out;
        buf_init(&out, &a, SIZE_MAX);
        text_write(&out, ROWS[i].text);
        CHECK(str_eq(buf_str(&out), str_c(ROWS[i].shown)), "%s: got '%.*s'", ROWS[i].what,
              STR_ARG(buf_str(&out)));
        arena_free(&a);
    }
}

TESTS(cmocka_unit_test(test_frame), cmocka_unit_test(test_long), cmocka_unit_test(test_text))
