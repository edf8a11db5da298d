#include "cel/token.h"

#include <string.h>

#include "base/buf.h"
#include "cel/libs.h"
#include "cel/literal.h"
#include "check.h"

static const char *const WORDS[] = {
    [TOKEN_END] = "end",       [TOKEN_BAD] = "bad",       [TOKEN_IDENT] = "ident",
    [TOKEN_QUOTED] = "quoted", [TOKEN_INT] = "int",       [TOKEN_UINT] = "uint",
    [TOKEN_DOUBLE] = "double", [TOKEN_STRING] = "string", [TOKEN_BYTES] = "bytes",
    [TOKEN_TRUE] = "true",     [TOKEN_FALSE] = "false",   [TOKEN_NULL] = "null",
    [TOKEN_IN] = "in",         [TOKEN_DOT] = ".",         [TOKEN_COMMA] = ",",
    [TOKEN_COLON] = ":",       [TOKEN_QUESTION] = "?",    [TOKEN_LPAREN] = "(",
    [TOKEN_RPAREN] = ")",      [TOKEN_LBRACKET] = "[",    [TOKEN_RBRACKET] = "]",
    [TOKEN_LBRACE] = "{",      [TOKEN_RBRACE] = "}",      [TOKEN_NOT] = "!",
    [TOKEN_MINUS] = "-",       [TOKEN_PLUS] = "+",        [TOKEN_STAR] = "*",
    [TOKEN_SLASH] = "/",       [TOKEN_PERCENT] = "%",     [TOKEN_AND] = "&&",
    [TOKEN_OR] = "||",         [TOKEN_EQ] = "==",         [TOKEN_NE] = "!=",
    [TOKEN_LT] = "<",          [TOKEN_LE] = "<=",         [TOKEN_GT] = ">",
    [TOKEN_GE] = ">=",
};

/* Kind and length of each token; of a bad one, and then no more, its offset and reason. */
static const struct {
    const char *text, *tokens;
} TOKENS[] = {
    {"",                               ""                                                                                 },
    {" \t\r\n\f",                      ""                                                                                 },
    {"a// b\nc",                       "ident1 ident1"                                                                    },
    {"a // at the end",                "ident1"                                                                           },
    {"_ __x a1",                       "ident1 ident3 ident2"                                                             },
    {"truex inn in null",              "ident5 ident3 in2 null4"                                                          },
    {"a.b?.c",                         "ident1 .1 ident1 ?1 .1 ident1"                                                    },
    {"<= < == != ! &&||",              "<=2 <1 ==2 !=2 !1 &&2 ||2"                                                        },
 /* numbers */
    {"1 01 0x1F 1u 0xau 1U",           "int1 int2 int4 uint2 uint4 uint2"                                                 },
    {"1.5 .5 1e3 1.5E-3 1e+3",         "double3 double2 double3 double6 double4"                                          },
    {"1. 1..2",                        "int1 .1 int1 .1 double2"                                                          },
    {"1e 0x 0b1 0X1",                  "int1 ident1 int1 ident1 int1 ident2 int1 ident2"                                  },
    {"1e3u",                           "double3 ident1"                                                                   },
 /* quotes */
    {"'a' \"b\" ''",                   "string3 string3 string2"                                                          },
    {"'a\\'b' 'a\\\\'",                "string6 string5"                                                                  },
    {"r'a\\' R\"\\\"",                 "string5 string4"                                                                  },
    {"b'a' br'a' Bb'a'",               "bytes4 bytes5 ident2 string3"                                                     },
    {"rb'a'",                          "ident2 string3"                                                                   },
    {"'''a'b\n''' \"\"\"a\"\"b\"\"\"", "string10 string10"                                                                },
    {"''''x'''",                       "string8"                                                                          },
    {"`a-b/c.d e`",                    "quoted11"                                                                         },
    {"r 'a'",                          "ident1 string3"                                                                   },
 /* mistakes */
    {"'a",                             "0: this string is not closed"                                                     },
    {"'a\nb'",                         "0: this string is not closed"                                                     },
    {"'a\\",                           "0: this string is not closed"                                                     },
    {"'''a'",                          "0: this string is not closed"                                                     },
    {"r'a'b'",                         "string4 4: this string is not closed"                                             },
    {"a = 1",                          "ident1 2: to compare, write '=='"                                                 },
    {"a & b",                          "ident1 2: to join conditions, write '&&'"                                         },
    {"a | b",                          "ident1 2: to join conditions, write '||'"                                         },
    {"a # b",                          "ident1 2: a comment begins with '//'"                                             },
    {"\xe2\x80\x9c",                   "0: use the plain quote \" around strings"                                         },
    {"a\x0b",                          "ident1 1: this character has no meaning here"                                     },
    {"\xc3\xa9",                       "0: this character has no meaning here"                                            },
    {"`a",                             "0: this backquote is not closed"                                                  },
    {"`a$`",                           "0: a name in backquotes holds letters, digits, '_', '.', '-', '/' and spaces only"},
};

static const char *tokens_of(Arena *a, Str text)
{
    Buf out;
    buf_init(&out, a, 4096);
    for (Token t = token_next(text, 0); t.kind != TOKEN_END;
         t = token_next(text, t.at.off + t.at.len)) {
        buf_add(&out, out.len ? STR(" ") : STR(""));
        if (t.kind == TOKEN_BAD) {
            buf_printf(&out, "%u: %s", t.at.off, t.why);
            break;
        }
        buf_printf(&out, "%s%u", WORDS[t.kind], t.at.len);
    }
    return arena_copy(a, buf_str(&out)).ptr;
}

TEST(test_tokens)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(TOKENS); i++) {
        const char *found = tokens_of(&a, str_c(TOKENS[i].text));
        CHECK(strcmp(found, TOKENS[i].tokens) == 0, "%s: got %s", TOKENS[i].text, found);
    }
    arena_free(&a);
}

/* What a literal means; a leading '-' is the sign that the parser hands over. */
static const struct {
    const char *text, *value; /* value NULL: `why` */
    const char *why;
} LITERALS[] = {
    {"7",                              "7",                              NULL                                                     },
    {"0x10",                           "16",                             NULL                                                     },
    {"007",                            "7",                              NULL                                                     },
    {"-9223372036854775808",           "-9223372036854775808",           NULL                                                     },
    {"9223372036854775807",            "9223372036854775807",            NULL                                                     },
    {"9223372036854775808",            NULL,                             "this number does not fit a 64-bit integer"              },
    {"18446744073709551615u",          "18446744073709551615u",          NULL                                                     },
    {"18446744073709551616u",          NULL,                             "this number does not fit an unsigned 64-bit integer"    },
    {"1e400",                          "+Inf",                           NULL                                                     },
    {".5",                             "0.5",                            NULL                                                     },
    {"'a\\nb'",                        "\"a\\nb\"",                      NULL                                                     },
    {"r'a\\nb'",                       "\"a\\\\nb\"",                    NULL                                                     },
    {"'\\x41\\101\\u00e9\\U0001F600'", "\"AA\xc3\xa9\xf0\x9f\x98\x80\"", NULL                                                     },
    {"'\\xff'",                        "\"\xc3\xbf\"",                   NULL                                                     },
    {"'''a\r\nb\rc'''",                "\"a\\nb\\nc\"",                  NULL                                                     },
    {"''''x'''",                       "\"'x\"",                         NULL                                                     },
    {"b'\\xff'",                       "b\"\\xff\"",                     NULL                                                     },
    {"b'\xc3\xbf'",                    "b\"\\xc3\\xbf\"",                NULL                                                     },
    {"b'\\u0041'",                     NULL,                             "\\u and \\U make characters, bytes have none: write \\x"},
    {"'\\ud800'",                      NULL,                             "U+D800 is no character"                                 },
    {"'\\U00110000'",                  NULL,                             "U+110000 is no character"                               },
    {"'\\400'",                        NULL,
     "'\\4' is no escape; for a pattern write r'\xe2\x80\xa6', for a backslash '\\\\'"                                            },
    {"'\\d'",                          NULL,
     "'\\d' is no escape; for a pattern write r'\xe2\x80\xa6', for a backslash '\\\\'"                                            },
    {"'\\x4'",                         NULL,                             "this escape needs 2 hexadecimal digits"                 },
    {"'\\38'",                         NULL,                             "this escape needs 3 octal digits"                       },
};

TEST(test_literals)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(LITERALS); i++) {
        Str text = str_c(LITERALS[i].text), why = STR("");
        Literal literal = {.negative = str_starts(text, STR("-"))};
        literal.text = str_skip(text, literal.negative);
        literal.kind = token_next(literal.text, 0).kind;
        CelValue v = cel_null();
        bool good = literal_value(&a, literal, &v, &why);
        Buf out;
        buf_init(&out, &a, 4096);
        if (good)
            cel_print_literal(&out, v);
        const char *want = LITERALS[i].value ? LITERALS[i].value : LITERALS[i].why;
        CHECK(good == (LITERALS[i].value != NULL), "%s: read %d", LITERALS[i].text, good);
        CHECK(str_eq(good ? buf_str(&out) : why, str_c(want)), "%s: got %.*s", LITERALS[i].text,
              STR_ARG(good ? buf_str(&out) : why));
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_tokens), cmocka_unit_test(test_literals))
