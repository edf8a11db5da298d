#include "doc/json.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "doc_text.h"

static const struct {
    const char *what;
    Str text;
    const char *tree;
} TREES[] = {
    {"scalars",                    STR_INIT(" [null, true, false, 0, -1, 1.5, \"x\"] "),
     "[null, true, false, 0, -1, 1.5d, q\"x\"]"                                                                                                                      },
    {"nesting",                    STR_INIT("{\"a\":{\"b\":[{},[]]},\"c\":[[1],2]}"),
     "{a: {b: [{}, []]}, c: [[1], 2]}"                                                                                                                               },
    {"a scalar alone",             STR_INIT("\t\"x\"\r\n"),                                                 "q\"x\""                                                 },
    {"int64",                      STR_INIT("[9223372036854775807,-9223372036854775808,9007199254740993]"),
     "[9223372036854775807, -9223372036854775808, 9007199254740993]"                                                                                                 },
    {"beyond int64",               STR_INIT("[9223372036854775808,1e18,1E+2,-0,-0.0]"),
     "[9.2233720368547758e+18d, 1e+18d, 100d, 0, -0d]"                                                                                                               },
    {"underflow is zero",          STR_INIT("1e-999"),                                                      "0d"                                                     },
    {"escapes",                    STR_INIT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\ud83d\\ude00\""),
     "q\"\"\\/\b\f\\n\r\tA\xc3\xa9\xf0\x9f\x98\x80\""                                                                                                                },
    {"escaped keys",               STR_INIT("{\"\\u0061\":1}"),                                             "{a: 1}"                                                 },
    {"the first of two keys wins", STR_INIT("{\"a\":1,\"\\u0061\":2}"),                                     "{a: 1}"                                                 },
    {"an empty key",               STR_INIT("{\"\":1}"),                                                    "{: 1}"                                                  },
    {"words of YAML are text",     STR_INIT("{\"yes\":\"no\",\"<<\":{\"a\":1}}"),
     "{yes: q\"no\", <<: {a: 1}}"                                                                                                                                    },
    {"placeholders",               STR_INIT("{\"a\":\"${X}\"}"),                                            "{a: ?q\"${X}\"}"                                        },
    {"DEL and C1 are characters",  STR_INIT("\"\x7f\xc2\x80\""),                                            "q\"\x7f\xc2\x80\""                                      },
    {"nothing",                    STR_INIT(""),                                                            " !1:1 the text ends too early"                          },
    {"white space",                STR_INIT(" \n"),                                                         " !2:1 the text ends too early"                          },
    {"an open list",               STR_INIT("[1"),                                                          " !1:3 a ',' or ']' is expected here"                    },
    {"an open map",                STR_INIT("{\"a\":1"),                                                    " !1:7 a ',' or '}' is expected here"                    },
    {"a comma too many",           STR_INIT("[1,]"),                                                        " !1:4 a value is expected here"                         },
    {"a comma too many in a map",  STR_INIT("{\"a\":1,}"),
     " !1:8 a key in double quotes is expected here"                                                                                                                 },
    {"the wrong bracket",          STR_INIT("[1}"),                                                         " !1:3 a ',' or ']' is expected here"                    },
    {"no colon",                   STR_INIT("{\"a\" 1}"),                                                   " !1:6 a ':' is missing after a key"                     },
    {"no value",                   STR_INIT("{\"a\":}"),                                                    " !1:6 a value is expected here"                         },
    {"a bare key",                 STR_INIT("{a:1}"),                                                       " !1:2 a key in double quotes is expected here"          },
    {"single quotes",              STR_INIT("['a']"),                                                       " !1:2 a value is expected here"                         },
    {"something behind",           STR_INIT("{}\n{}"),
     " !2:1 something follows after the end of the JSON value"                                                                                                       },
    {"a leading zero",             STR_INIT("[01]"),                                                        " !1:2 a number may not start with 0"                    },
    {"a plus",                     STR_INIT("[+1]"),                                                        " !1:2 a value is expected here"                         },
    {"a point first",              STR_INIT("[.5]"),                                                        " !1:2 a value is expected here"                         },
    {"a point last",               STR_INIT("[1.]"),                                                        " !1:4 a digit is missing in a number"                   },
    {"an exponent without digits", STR_INIT("[1e]"),                                                        " !1:4 a digit is missing in a number"                   },
    {"a minus alone",              STR_INIT("[-]"),                                                         " !1:3 a digit is missing in a number"                   },
    {"a number too large",         STR_INIT("[1e400]"),                                                     " !1:2 this number is too large"                         },
    {"half a word",                STR_INIT("[tru]"),                                                       " !1:2 a value is expected here"                         },
    {"a word that goes on",        STR_INIT("[nullx]"),                                                     " !1:6 a ',' or ']' is expected here"                    },
    {"an open string",             STR_INIT("[\"a"),                                                        " !1:4 the text ends inside a string"                    },
    {"a line break in a string",   STR_INIT("\"a\nb\""),
     " !1:3 a line break or control character inside a string"                                                                                                       },
    {"an unknown escape",          STR_INIT("\"\\x\""),                                                     " !1:2 unknown escape in a string"                       },
    {"an escape cut short",        STR_INIT("\"\\"),                                                        " !1:2 unknown escape in a string"                       },
    {"few digits",                 STR_INIT("\"\\u12\""),                                                   " !1:4 '\\u' needs four hexadecimal digits"              },
    {"NUL, escaped",               STR_INIT("\"a\\u0000\""),                                                " !1:3 a string may not contain the NUL character"       },
    {"NUL",                        STR_INIT("\"a\0\""),                                                     " !1:3 a line break or control character inside a string"},
    {"the first half alone",       STR_INIT("\"\\ud83d\""),
     " !1:2 half of a surrogate pair stands alone"                                                                                                                   },
    {"the first half, then text",  STR_INIT("\"\\ud83d\\u0041\""),
     " !1:2 half of a surrogate pair stands alone"                                                                                                                   },
    {"the second half alone",      STR_INIT("\"\\ude00\""),
     " !1:2 half of a surrogate pair stands alone"                                                                                                                   },
    {"not UTF-8",                  STR_INIT("\"\xff\""),                                                    " !1:2 the text is not valid UTF-8 here"                 },
    {"a comment",                  STR_INIT("{} // x"),                                                     " !1:4 something follows after the end of the JSON value"},
};

TEST(test_trees)
{
    for (size_t i = 0; i < COUNT(TREES); i++) {
        Doc d;
        doc_open(&d, json_load, TREES[i].text);
        Str got = doc_text(&d);
        CHECK(str_eq(got, str_c(TREES[i].tree)), "%s: %.*s", TREES[i].what, STR_ARG(got));
        arena_free(&d.arena);
    }
}

TEST(test_places)
{
    Doc d;
    doc_open(&d, json_load, STR("{\"a\": [1.5,\n \"\\u00e9\"], \"a\": 2}"));
    const Node *list = node_get(doc_root(&d, 0), STR("a"));
    CHECK(str_eq(node_text(list), STR("[1.5,\n \"\\u00e9\"]")), "%.*s", STR_ARG(node_text(list)));
    CHECK(str_eq(node_text(node_item(list, 1)), STR("\"\\u00e9\"")), "the item");
    CHECK(node_item(list, 1)->flags == (NODE_QUOTED | NODE_DECODED), "decoded");
    CHECK(str_eq(source_slice(d.source, node_member(list)->key_span), STR("\"a\"")), "the key");
    CHECK(d.stream->duplicates.len == 1 && d.stream->duplicates.items[0].again.off == 24,
          "%zu duplicates", d.stream->duplicates.len);
    CHECK(node_document(list)->first_line == 1, "first line");
    arena_free(&d.arena);
}

TEST(test_depth)
{
    static const struct {
        size_t depth;
        bool good;
    } ROWS[] = {
        {LIMIT_DEPTH,     true },
        {LIMIT_DEPTH + 1, false},
        {1000000,         false}
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Doc d;
        char *text = test_malloc(2 * ROWS[i].depth);
        memset(text, '[', ROWS[i].depth);
        memset(text + ROWS[i].depth, ']', ROWS[i].depth);
        doc_open(&d, json_load, (Str){text, 2 * ROWS[i].depth});
        CHECK(d.stream->complete == ROWS[i].good, "%zu levels", ROWS[i].depth);
        CHECK(ROWS[i].good ||
                  str_eq(d.diags.list.items[0].message, STR("nested more than 128 levels deep")),
              "the message");
        arena_free(&d.arena);
        test_free(text);
    }
}

TEST(test_nodes)
{
    enum { ITEMS = LIMIT_FILE_NODES - 1 }; /* and the list itself */
    char *text = test_malloc(2 * ITEMS + 4);
    for (size_t i = 0; i <= ITEMS; i++)
        memcpy(text + 2 * i + 1, "1,", 2);
    text[0] = '[';
    for (size_t more = 0; more < 2; more++) {
        Doc d;
        text[2 * (ITEMS + more)] = ']';
        doc_open(&d, json_load, (Str){text, 2 * (ITEMS + more) + 1});
        CHECK(d.stream->complete == !more, "%zu more", more);
        text[2 * (ITEMS + more)] = ',';
        arena_free(&d.arena);
    }
    test_free(text);
}

/* Which texts doc_load reads as what, and whose complaint it repeats. */
static const struct {
    const char *what, *text, *tree;
} EITHER[] = {
    {"JSON",                            " {\"a\": \"\\ud83d\\ude00\"}",  "{a: q\"\xf0\x9f\x98\x80\"}"         },
    {"flow YAML",                       "{a: 1, b: [x, z]}",             "{a: 1, b: [\"x\", \"z\"]}"          },
    {"flow YAML with a comma too many", "{\"a\": 1,}",                   "{a: 1}"                             },
    {"several documents",               "{\"a\": 1}\n---\n{\"b\": 2}\n", "{a: 1} --- {b: 2}"                  },
    {"a template",                      "{{ x }}: 1\n",                  "{{{ x }}: 1, …}"                  },
    {"YAML",                            "a: {\"b\": 1}",                 "{a: {b: 1}}"                        },
    {"empty",                           " \n",                           ""                                   },
    {"JSON that is refused is no YAML", "{\"a\": \"\\u0000\"}",
     " !1:8 a string may not contain the NUL character"                                                       },
    {"JSON that breaks off",            "{\"a\": [1, 2\n",               " !2:1 a ',' or ']' is expected here"},
    {"YAML that came further",          "{a: 1,\n b: [}",                " !2:6 a value is expected here"     },
};

TEST(test_either)
{
    for (size_t i = 0; i < COUNT(EITHER); i++) {
        Doc d;
        doc_open(&d, doc_load, str_c(EITHER[i].text));
        Str got = doc_text(&d);
        CHECK(str_eq(got, str_c(EITHER[i].tree)), "%s: %.*s", EITHER[i].what, STR_ARG(got));
        arena_free(&d.arena);
    }
}

/* ---- the same text through cJSON ---- */

static bool same(const Node *n, const cJSON *c);

static bool same_parts(const Node *n, const cJSON *c)
{
    uint32_t i = 0;
    for (const cJSON *part = c->child; part; part = part->next, i++) {
        if (i == n->len)
            return false;
        if (n->kind == NODE_MAP && !str_eq(n->as.members[i].key->name, str_c(part->string)))
            return false;
        if (!same(n->kind == NODE_MAP ? &n->as.members[i].value : &n->as.items[i], part))
            return false;
    }
    return i == n->len;
}

static bool same(const Node *n, const cJSON *c)
{
    switch ((NodeKind)n->kind) {
    case NODE_NULL: return cJSON_IsNull(c);
    case NODE_BOOL: return cJSON_IsBool(c) && cJSON_IsTrue(c) == n->as.boolean;
    case NODE_INT: return cJSON_IsNumber(c) && c->valuedouble == (double)n->as.integer;
    case NODE_DOUBLE: return cJSON_IsNumber(c) && c->valuedouble == n->as.real;
    case NODE_STRING: return cJSON_IsString(c) && str_eq(node_str(n), str_c(c->valuestring));
    case NODE_LIST: return cJSON_IsArray(c) && same_parts(n, c);
    case NODE_MAP: return cJSON_IsObject(c) && same_parts(n, c);
    }
    return false;
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return *seed >> 8;
}

/* A random value as text; every map has its keys once, as readers may differ about a second. */
static void write_random(Buf *b, uint32_t *seed, int depth)
{
    static const char *const SCALARS[] = {
        "null",
        "true",
        "false",
        "0",
        "-17",
        "1.25e-3",
        "123456789012345678",
        "\"\"",
        "\"a b\"",
        "\"\\n\\\"\\\\\"",
        "\"\\u20ac\\ud83d\\ude00\"",
        "\"\xc3\xa9\"",
        "-0.5",
        "1e22",
        "\"\\/\\b\\f\\r\\t\"",
        "99999999999999999999",
    };
    uint32_t pick = next_random(seed) % 6, parts = next_random(seed) % 20;
    if (depth == 0 || pick < 3) {
        buf_add(b, str_c(SCALARS[next_random(seed) % COUNT(SCALARS)]));
        return;
    }
    buf_char(b, pick == 3 ? '[' : '{');
    for (uint32_t i = 0; i < parts; i++) {
        buf_add(b, i ? STR(" ,\n") : STR("\t"));
        if (pick != 3)
            buf_printf(b, "\"k\\u00%02x\" : ", 0x41 + i);
        write_random(b, seed, depth - 1);
    }
    buf_char(b, pick == 3 ? ']' : '}');
}

TEST(test_against_cjson)
{
    for (uint32_t round = 1; round <= 300; round++) {
        Doc d;
        Arena a;
        Buf text;
        uint32_t seed = round;
        arena_init(&a, SIZE_MAX);
        buf_init(&text, &a, SIZE_MAX);
        write_random(&text, &seed, 4);
        cJSON *c = cJSON_ParseWithLength(text.ptr, text.len);
        doc_open(&d, json_load, buf_str(&text));
        CHECK(c && d.stream->complete && same(doc_root(&d, 0), c), "round %u: %.*s", round,
              STR_ARG(buf_str(&text)));
        cJSON_Delete(c);
        arena_free(&d.arena);
        arena_free(&a);
    }
}

TESTS(cmocka_unit_test(test_trees), cmocka_unit_test(test_places), cmocka_unit_test(test_depth),
      cmocka_unit_test(test_nodes), cmocka_unit_test(test_either),
      cmocka_unit_test(test_against_cjson))
