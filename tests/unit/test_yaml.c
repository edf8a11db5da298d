#include "doc/load.h"

#include <string.h>

#include "base/limits.h"
#include "doc_text.h"

/* Text, and all documents as doc_text writes them. */
static const struct {
    const char *what, *text, *tree;
} TREES[] = {
    {"nothing at all",                     "",                                                                         ""                                                            },
    {"comments only",                      "# a\n\n# b\n",                                                             ""                                                            },
    {"a block map",                        "a: 1\nb:\n  c: x\n",                                                       "{a: 1, b: {c: \"x\"}}"                                       },
    {"a block list",                       "- a\n- 1\n-\n- - b\n",                                                     "[\"a\", 1, null, [\"b\"]]"                                   },
    {"a list not indented",                "a:\n- b\n- c: 1\n  d: 2\n",                                                "{a: [\"b\", {c: 1, d: 2}]}"                                  },
    {"flow",                               "a: [1, {b: c}, 'd', \"e\", ]\nf: {}\ng: []\n",
     "{a: [1, {b: \"c\"}, q\"d\", q\"e\"], f: {}, g: []}"                                                                                                                            },
    {"flow over lines",                    "a: {b: 1,\n  c: [2,\n 3]}\n",                                              "{a: {b: 1, c: [2, 3]}}"                                      },
    {"JSON is YAML",                       "{\"a\": [1, true, null]}",                                                 "{a: [1, true, null]}"                                        },
    {"quotes keep strings",                "a: '1'\nb: \"true\"\nc: 'it''s'\nd: \"x\\ty\"\n",
     "{a: q\"1\", b: q\"true\", c: q\"it's\", d: q\"x\ty\"}"                                                                                                                         },
    {"escapes",                            "a: \"\\x41\\u00e9\\U0001F600\\n\"\n",                                      "{a: q\"A\xc3\xa9\xf0\x9f\x98\x80\\n\"}"                      },
    {"folded quotes",                      "a: 'x\n  y\n\n  z'\n",                                                     "{a: q\"x y\\nz\"}"                                           },
    {"a folded plain text",                "a: x\n  y\n  z\nb: 1\n",                                                   "{a: \"x y z\", b: 1}"                                        },
    {"literal",                            "a: |\n  x\n   y\n\n  z\n\nb: 1\n",                                         "{a: q\"x\\n y\\n\\nz\\n\", b: 1}"                            },
    {"literal, stripped and kept",         "a: |-\n  x\nb: |+\n  y\n\nc: 1\n",
     "{a: q\"x\", b: q\"y\\n\\n\", c: 1}"                                                                                                                                            },
    {"folded",                             "a: >\n  x\n  y\n\n  z\n",                                                  "{a: q\"x y\\nz\\n\"}"                                        },
    {"an indentation indicator",           "a: |2\n    x\n",                                                           "{a: q\"  x\\n\"}"                                            },
    {"a number in a block stays text",     "a: |\n  1\n",                                                              "{a: q\"1\\n\"}"                                              },
    {"values of every kind",               "a: yes\nb: 0o17\nc: 1e3\nd: ~\ne:\nf: .inf\ng: 1_0\nh: 08\n",
     "{a: true, b: 15, c: 1000d, d: null, e: null, f: infd, g: 10, h: 8d}"                                                                                                           },
    {"keys are names",                     "1: a\nyes: b\n0x10: c\n1.50: d\n'~': e\n",
     "{1: \"a\", true: \"b\", 16: \"c\", 1.5: \"d\", ~: \"e\"}"                                                                                                                      },
    {"tags of YAML that hold",             "a: !!str 1\nb: !!int '2'\nc: !!float 3\nd: !!bool 'on'\ne: ! 1\n",
     "{a: \"1\", b: 2, c: 3d, d: true, e: \"1\"}"                                                                                                                                    },
    {"tags of others",                     "a: !Ref x\nb: !Sub [c]\n",                                                 "{a: ?\"x\", b: ?[\"c\"]}"                                    },
    {"documents",                          "---\na: 1\n---\nb: 2\n...\n---\nc: 3\n",                                   "{a: 1} --- {b: 2} --- {c: 3}"                                },
    {"empty documents",                    "---\n---\n# x\n---\na: 1\n---\n",                                          "{a: 1}"                                                      },
    {"a null that is written",             "--- null\n---\na: 1\n",                                                    "null --- {a: 1}"                                             },
    {"documents of one scalar",            "--- a\n--- 'b'\n--- |\n  c\n",                                             "\"a\" --- q\"b\" --- q\"c\\n\""                              },
    {"CRLF",                               "a: 1\r\nb: |\r\n  x\r\n  y\r\nc:\r\n  - d\r\n",
     "{a: 1, b: q\"x\\ny\\n\", c: [\"d\"]}"                                                                                                                                          },
    {"a byte order mark",
     "\xef\xbb\xbf"
     "a: 1\n",                                                                                                         "{a: 1}"                                                      },
    {"texts that were joined",
     "a: 1\n---\n\xef\xbb\xbf"
     "b: \xe2\x82\xac\nc: 2\n\xef\xbb\xbf# x\n---\n\xef\xbb\xbf"
     "d: {{ x }}\n",                                                                                                   "{a: 1} --- {b: \"\xe2\x82\xac\", c: 2} --- {d: ?\"{{ x }}\"}"},
    {"characters of several bytes",        "\xc3\xa9: \xe2\x82\xac\n",                                                 "{\xc3\xa9: \"\xe2\x82\xac\"}"                                },
    {"tabs that may be",                   "a:\t1\nb: x\ty\n",                                                         "{a: 1, b: \"x\ty\"}"                                         },
    {"directives",                         "%YAML 1.1\n---\na: 1\n",                                                   "{a: 1}"                                                      },
    {"no line end",                        "a: 1",                                                                     "{a: 1}"                                                      },
    {"an alias",                           "a: &x {b: [1]}\nc: *x\n",                                                  "{a: {b: [1]}, c: *{b: *[*1]}}"                               },
    {"an anchor again",                    "a: &x 1\nb: *x\nc: &x 2\nd: *x\n",                                         "{a: 1, b: *1, c: 2, d: *2}"                                  },
    {"an alias as key",                    "a: &x k\n*x : 1\n",                                                        "{a: \"k\", k: 1}"                                            },
    {"an anchor on a key",                 "&x a: *x\n",                                                               "{a: *\"a\"}"                                                 },
    {"anchors end with their document",    "a: &x 1\n---\nb: 2\n",                                                     "{a: 1} --- {b: 2}"                                           },
    {"a merge",                            "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n",
     "{a: {b: 1, c: 2}, d: {c: 3, b: *1}}"                                                                                                                                           },
    {"a merge behind",                     "a: &x {b: 1, c: 2}\nd:\n  c: 3\n  <<: *x\n",
     "{a: {b: 1, c: 2}, d: {c: 3, b: *1}}"                                                                                                                                           },
    {"a merge of several",                 "- &x {a: 1, b: 1}\n- &y {b: 2, c: 2}\n- <<: [*x, *y]\n  d: 3\n",
     "[{a: 1, b: 1}, {b: 2, c: 2}, {d: 3, a: *1, b: *1, c: *2}]"                                                                                                                     },
    {"a merge of a merge",                 "- &x {a: {k: 1}}\n- &y\n  <<: *x\n  b: 2\n- <<: *y\n",
     "[{a: {k: 1}}, {b: 2, a: *{k: *1}}, {b: *2, a: *{k: *1}}]"                                                                                                                      },
    {"two merges",                         "- &x {a: 1}\n- &y {b: 2}\n- <<: *x\n  <<: *y\n",
     "[{a: 1}, {b: 2}, {a: *1, b: *2}]"                                                                                                                                              },
    {"a merge in place",                   "a:\n  <<: {b: {c: 1}}\n",                                                  "{a: {b: *{c: 1}}}"                                           },
    {"quoted it is a key",                 "'<<': 1\n",                                                                "{<<: 1}"                                                     },
    {"as a value it is text",              "a: <<\n",                                                                  "{a: \"<<\"}"                                                 },
    {"a merge of what is not known",       "a:\n  <<: ${X}\n  b: 1\n",                                                 "{a: {b: 1, …}}"                                            },
    {"the first of two keys wins",         "a: 1\nb: 2\na: 3\n",                                                       "{a: 1, b: 2}"                                                },
    {"placeholders",                       "a: ${X}\nb: $N\nc: <ID>\nd: __X__\ne: 'x-${Y}'\nf: |\n  echo ${Z}\n  x\n",
     "{a: ?\"${X}\", b: ?\"$N\", c: ?\"<ID>\", d: ?\"__X__\", e: ?q\"x-${Y}\", f: q\"echo "
     "${Z}\\nx\\n\"}"                                                                                                                                                                },
    {"a placeholder that is a number yet", "a: 1\nb: '${N}'\n",                                                        "{a: 1, b: ?q\"${N}\"}"                                       },
    {"a placeholder as key",               "${X}: 1\na: 2\n",                                                          "{${X}: 1, a: 2, …}"                                        },
    {"a template without quotes",          "a: {{ x }}\n{{ k }}: [{{ y }}, 2]\n",
     "{a: ?\"{{ x }}\", {{ k }}: [?\"{{ y }}\", 2], …}"                                                                                                                            },
    {"a template in a text",               "a: x-{{ y | f(\"a: b\") }}-z # c\n",
     "{a: ?\"x-{{ y | f(\"a: b\") }}-z\"}"                                                                                                                                           },
    {"a template in quotes in quotes",     "a: {{ x }}\nb: \"{{ f \"y\" }}\"\n",
     "{a: ?\"{{ x }}\", b: ?q\"{{ f \"y\" }}\"}"                                                                                                                                     },
    {"a placeholder in flow",              "a: {b: ${X}, c: [${Y}, 1]}\n",
     "{a: {b: ?\"${X}\", c: [?\"${Y}\", 1]}}"                                                                                                                                        },
    {"fences without quotes",              "a: @@X@@\nb: @Y@\n",                                                       "{a: ?\"@@X@@\", b: ?\"@Y@\"}"                                },
    {"a line that brings fields",          "a:\n  b: 1\n  ${MORE}\n  c: |\n    x: ${Y}\n    ${Z}\n",
     "{a: {b: 1, ${MORE}: null, c: q\"x: ${Y}\\n${Z}\\n\", …}}"                                                                                                                    },
    {"covered text is given back",         "a: {{ x }}\nb: |\n  f() { echo \"${y}: $(z)\"; }\nc: 'd'\n",
     "{a: ?\"{{ x }}\", b: q\"f() { echo \"${y}: $(z)\"; }\\n\", c: q\"d\"}"                                                                                                         },
};

TEST(test_trees)
{
    for (size_t i = 0; i < COUNT(TREES); i++) {
        Doc d;
        doc_open(&d, yaml_load, str_c(TREES[i].text));
        Str got = doc_text(&d);
        CHECK(str_eq(got, str_c(TREES[i].tree)), "%s: %.*s", TREES[i].what, STR_ARG(got));
        arena_free(&d.arena);
    }
}

/* What cannot be read, what was read before it, and what is said about it. */
static const struct {
    const char *what;
    Str text;
    const char *tree;
} FAULTS[] = {
    {"a tab that indents",              STR_INIT("a:\n\tb: 1\n"),
     " !2:1 a tab indents here; YAML allows spaces only"                                                                            },
    {"a character that starts nothing", STR_INIT("a: `b`\n"),
     " !1:4 no value can start with this character: it must be quoted"                                                              },
    {"limits end all attempts",         STR_INIT("a: {{ x }}\nb: &c [*c]\n"),
     " !2:8 this alias is part of what it repeats"                                                                                  },
    {"a value with a colon",            STR_INIT("a: b: c\n"),
     " !1:5 a ': ' where no key can stand: is the line indented wrongly, or must the value be "
     "quoted?"                                                                                                                      },
    {"documents before stay",           STR_INIT("a: 1\n---\nb: [\n"),               "{a: 1} !4:1 "                                 },
    {"an open quote",                   STR_INIT("a: \"b\n"),                        " !1:4 the text ends inside a quoted string"   },
    {"a key without a colon",           STR_INIT("a: 1\nb\n"),                       " !2:1 a ':' is missing after a key"           },
    {"an unknown escape",               STR_INIT("a: \"\\d\"\n"),
     " !1:5 unknown escape in double quotes: double the backslash, or use single quotes"                                            },
    {"half a pair, escaped",            STR_INIT("a: \"\\ud83d\"\n"),
     " !1:7 this escape is no character; half of a surrogate pair?"                                                                 },
    {"an unknown alias",                STR_INIT("a: *b\n"),                         " !1:4 no anchor '&b' stands before this alias"},
    {"an alias in itself",              STR_INIT("a: &b [*b]\n"),                    " !1:8 this alias is part of what it repeats"  },
    {"an alias of another document",    STR_INIT("a: &b 1\n---\nc: *b\n"),
     "{a: 1} !3:4 no anchor '&b' stands before this alias"                                                                          },
    {"a map as key",                    STR_INIT("{a: 1}: 2\n"),                     " !1:1 a list or a map cannot be a key"        },
    {"null as key",                     STR_INIT("~: 2\n"),
     " !1:1 only a name can be a key, not null, a list or a map"                                                                    },
    {"a merge of a number",             STR_INIT("a:\n  <<: 1\n"),
     " !2:7 a merge key ('<<') needs a map or a list of maps"                                                                       },
    {"a merge of a list of numbers",    STR_INIT("a:\n  <<: [{b: 1}, 2]\n"),
     " !2:16 a merge key ('<<') needs a map or a list of maps"                                                                      },
    {"a tag that lies",                 STR_INIT("a: !!int x\n"),                    " !1:10 this is no int, as its tag says"       },
    {"NUL",                             STR_INIT("a: b\0c\n"),
     " !1:5 a NUL byte: this is no text, or it is UTF-16 or UTF-32; save it as UTF-8"                                               },
    {"an escaped NUL",                  STR_INIT("a: \"b\\0\"\n"),
     " !1:4 a string may not contain the NUL character"                                                                             },
    {"a control character",             STR_INIT("a: \x01\n"),
     " !1:4 a control character; YAML allows none but tabs and line ends"                                                           },
    {"UTF-16",
     STR_INIT("\xff\xfe"
              "a\0:\0"),
     " !1:1 the text is UTF-16; save it as UTF-8"                                                                                   },
    {"not UTF-8",                       STR_INIT("\xc3\xa9: \xe9\n"),                " !1:4 the text is not valid UTF-8 here"       },
    {"half a surrogate",                STR_INIT("a: \xed\xa0\x80\n"),               " !1:4 the text is not valid UTF-8 here"       },
    {"places behind covers",            STR_INIT("a: {{ \xc3\xa9: x }}\nb: c: d\n"),
     " !2:5 a ': ' where no key can stand: is the line indented wrongly, or must the value be "
     "quoted?"                                                                                                                      },
};

TEST(test_faults)
{
    for (size_t i = 0; i < COUNT(FAULTS); i++) {
        Doc d;
        doc_open(&d, yaml_load, FAULTS[i].text);
        Str got = doc_text(&d);
        CHECK(str_starts(got, str_c(FAULTS[i].tree)), "%s: %.*s", FAULTS[i].what, STR_ARG(got));
        arena_free(&d.arena);
    }
}

/* Where values and keys stand. */
static const struct {
    const char *what, *text, *path, *key,
        *value; /* value: its raw text; key: NULL for a list item */
} SPANS[] = {
    {"plain",                            "a: bc # d\n",                                 "a",      "a",     "bc"                  },
    {"quoted",                           "'a b': \"c d\" \n",                           "a b",    "'a b'", "\"c d\""             },
    {"behind wide characters",           "\xc3\xa9: '\xe2\x82\xac' # \xc3\xa9\na: b\n", "a",      "a",     "b"                   },
    {"CRLF",                             "x: 1\r\na: b\r\n",                            "a",      "a",     "b"                   },
    {"nothing",                          "a:\nb: 1\n",                                  "a",      "a",     ""                    },
    {"a literal",                        "a: |\n  x\n  y\n\n\nb: 1\n",                  "a",      "a",     "|\n  x\n  y"         },
    {"a literal before a comment",       "a: |\n  x\n\n# c\nb: 1\n",                    "a",      "a",     "|\n  x"              },
    {"a block map",                      "a:\n  b: 1\n  c:\n    d: 2\n\n# x\ne: 3\n",   "a",      "a",     "b: 1\n  c:\n    d: 2"},
    {"a block map that ends in nothing", "a:\n  b: 1\n  c:\ne: 3\n",                    "a",      "a",     "b: 1\n  c:"          },
    {"a block list",                     "a:\n  - b\n  - c\nd: 1\n",                    "a",      "a",     "- b\n  - c"          },
    {"a flow map",                       "a: { b: 1 } # x\n",                           "a",      "a",     "{ b: 1 }"            },
    {"an alias",                         "x: &y [1]\na: *y\nb: 2\n",                    "a",      "a",     "[1]"                 },
    {"an anchored value",                "a: &x !!str b\n",                             "a",      "a",     "b"                   },
    {"an anchored map",                  "a: &x # c\n  b: 1\nc: 1\n",                   "a",      "a",     "b: 1"                },
    {"an anchored nothing",              "a: &x\nb: 1\n",                               "a",      "a",     ""                    },
    {"an alias at the end of a map",     "x: &y [1]\na:\n  b: *y\nc: 1\n",              "a",      "a",     "b: *y"               },
    {"a merged value",                   "x: &y {k: v}\na:\n  <<: *y\n",                "a.k",    "k",     "v"                   },
    {"a template",                       "a: {{ x }}\nb: c\n",                          "a",      "a",     "{{ x }}"             },
    {"behind a template",                "a: {{ \xc3\xa9 }}\nb: c\n",                   "b",      "b",     "c"                   },
    {"a line that brings fields",        "a:\n  b: 1\n  ${X}\n",                        "a.${X}", "${X}",  ""                    },
};

TEST(test_spans)
{
    for (size_t i = 0; i < COUNT(SPANS); i++) {
        Doc d;
        doc_open(&d, yaml_load, str_c(SPANS[i].text));
        const Node *n = doc_root(&d, 0);
        Str path = str_c(SPANS[i].path), step;
        while (n && str_next(&path, '.', &step))
            n = node_get(n, step);
        CHECK(n, "%s: not there", SPANS[i].what);
        Str value = node_text(n), key = source_slice(d.source, node_member(n)->key_span);
        CHECK(str_eq(value, str_c(SPANS[i].value)), "%s: '%.*s'", SPANS[i].what, STR_ARG(value));
        CHECK(str_eq(key, str_c(SPANS[i].key)), "%s: key '%.*s'", SPANS[i].what, STR_ARG(key));
        arena_free(&d.arena);
    }
}

/* Comments that name gpulint: "line[!]text", ! for one that stands alone. */
static const struct {
    const char *what, *text, *comments;
} COMMENTS[] = {
    {"alone and behind",                     "# gpulint: a\nb: 1 # gpulint: c\n",                          "1!gpulint: a|2gpulint: c|"  },
    {"others are not kept",                  "# a\nb: 1 # gpulint: c\n",                                   "2gpulint: c|"               },
    {"in quotes",                            "a: '# gpulint'\nb: \"x # gpulint\"\n",                       ""                           },
    {"in a plain text",                      "a: x#gpulint\nb: 1 #gpulint\n",                              "2gpulint|"                  },
    {"in a block",                           "a: |\n  # gpulint\n  x\n# gpulint: b\nc: 1\n",               "4!gpulint: b|"              },
    {"behind a block's sign",                "a: | # gpulint: b\n  x # gpulint\nc: > # gpulint: d\n  y\n",
     "1gpulint: b|3gpulint: d|"                                                                                                         },
    {"behind a key",                         "a: # gpulint: b\n  c: 1\n",                                  "1gpulint: b|"               },
    {"in flow",                              "a: [ # gpulint: b\n  1, # gpulint: c\n  2 ] # gpulint: d\n",
     "1gpulint: b|2gpulint: c|3gpulint: d|"                                                                                             },
    {"behind an anchor, a tag and an alias", "a: &x # gpulint: b\n  1\nc: *x # gpulint: d\n",
     "1gpulint: b|3gpulint: d|"                                                                                                         },
    {"between documents",                    "a: 1\n# gpulint: b\n--- # gpulint: c\nd: 1\n",
     "2!gpulint: b|3gpulint: c|"                                                                                                        },
    {"indented",                             "a:\n    # gpulint: b\n  c: 1\n",                             "2!gpulint: b|"              },
    {"CRLF",                                 "a: 1 # gpulint: b\r\nc: 2\r\n",                              "1gpulint: b|"               },
    {"behind wide characters",               "a: \xc3\xa9 # gpulint: b\n",                                 "1gpulint: b|"               },
    {"at the very end",                      "a: 1\n#gpulint: b",                                          "2!gpulint: b|"              },
    {"two signs",                            "a: 1 ## gpulint: b # gpulint: c\n",                          "1# gpulint: b # gpulint: c|"},
    {"with a template",                      "a: {{ x }} # gpulint: b\n",                                  "1gpulint: b|"               },
};

TEST(test_comments)
{
    for (size_t i = 0; i < COUNT(COMMENTS); i++) {
        Doc d;
        Buf out;
        doc_open(&d, yaml_load, str_c(COMMENTS[i].text));
        buf_init(&out, &d.arena, SIZE_MAX);
        CHECK(d.stream->complete && d.stream->documents.len > 0, "%s", COMMENTS[i].what);
        const Document *doc = d.stream->documents.items[0];
        for (size_t c = 0; c < doc->comment_count; c++)
            buf_printf(&out, "%u%s%.*s|", doc->comments[c].line, doc->comments[c].alone ? "!" : "",
                       STR_ARG(doc->comments[c].text));
        Str got = buf_str(&out);
        CHECK(str_eq(got, str_c(COMMENTS[i].comments)), "%s: %.*s", COMMENTS[i].what, STR_ARG(got));
        arena_free(&d.arena);
    }
}

/* The first line of each document, where comments that lead it may stand. */
static const struct {
    const char *what, *text;
    uint32_t lines[3];
} FIRST_LINES[] = {
    {"the first starts the file", "# a\n\na: 1\n",                    {1}   },
    {"with its own mark",         "# a\n---\na: 1\n---\n# b\nb: 2\n", {1, 4}},
    {"behind an empty one",       "---\n# a\n---\na: 1\n",            {1}   },
    {"behind an end mark",        "a: 1\n...\n# b\n---\nb: 1\n",      {1, 2}},
};

TEST(test_first_lines)
{
    for (size_t i = 0; i < COUNT(FIRST_LINES); i++) {
        Doc d;
        doc_open(&d, yaml_load, str_c(FIRST_LINES[i].text));
        for (size_t k = 0; k < d.stream->documents.len; k++)
            CHECK(d.stream->documents.items[k]->first_line == FIRST_LINES[i].lines[k],
                  "%s: document %zu at %u", FIRST_LINES[i].what, k,
                  d.stream->documents.items[k]->first_line);
        arena_free(&d.arena);
    }
}

/* "line:column line:column name, …" of the keys that stand twice, and the path of their map. */
static const struct {
    const char *what, *text, *duplicates;
} DUPLICATES[] = {
    {"one",                           "a: 1\nb: 2\na: 3\n",                   "1:1 3:1 a in 1:1|"                 },
    {"three times",                   "a: 1\na: 2\na: 3\n",                   "1:1 2:1 a in 1:1|1:1 3:1 a in 1:1|"},
    {"below",                         "x:\n  - a: 1\n    a: 2\n",             "2:5 3:5 a in 2:5|"                 },
    {"written differently",           "a: 1\n'a': 2\n",                       "1:1 2:1 a in 1:1|"                 },
    {"the same name",                 "yes: 1\ntrue: 2\n",                    "1:1 2:1 true in 1:1|"              },
    {"in flow",                       "x: {a: 1, a: 2}\n",                    "1:5 1:11 a in 1:4|"                },
    {"merged keys are none",          "x: &y {a: 1}\nz:\n  a: 2\n  <<: *y\n", ""                                  },
    {"once, though repeated",         "x: &y {a: 1, a: 2}\nz: *y\n",          "1:8 1:14 a in 1:7|"                },
    {"in what is merged and gone",    "z:\n  <<: {a: 1, a: 2}\n",             ""                                  },
    {"in the second document",        "a: 1\n---\nb: 1\nb: 2\n",              "3:1 4:1 b in 3:1|"                 },
    {"not in what could not be read", "a: {b: 1, b: 2}\nc: [\n",              ""                                  },
};

TEST(test_duplicates)
{
    for (size_t i = 0; i < COUNT(DUPLICATES); i++) {
        Doc d;
        Buf out;
        doc_open(&d, yaml_load, str_c(DUPLICATES[i].text));
        buf_init(&out, &d.arena, SIZE_MAX);
        for (size_t k = 0; k < d.stream->duplicates.len; k++) {
            const Duplicate *dup = &d.stream->duplicates.items[k];
            LineColumn first = source_place(d.source, dup->first.off);
            LineColumn again = source_place(d.source, dup->again.off);
            LineColumn map = source_place(d.source, dup->map->span.off);
            CHECK(node_get(dup->map, dup->key->name), "%s: not in its map", DUPLICATES[i].what);
            buf_printf(&out, "%u:%u %u:%u %.*s in %u:%u|", first.line, first.column, again.line,
                       again.column, STR_ARG(dup->key->name), map.line, map.column);
        }
        Str got = buf_str(&out);
        CHECK(str_eq(got, str_c(DUPLICATES[i].duplicates)), "%s: %.*s", DUPLICATES[i].what,
              STR_ARG(got));
        arena_free(&d.arena);
    }
}

/* `count` times `part` between head and tail. */
static Str repeated(Arena *a, const char *head, const char *part, size_t count, const char *tail)
{
    Buf b;
    buf_init(&b, a, SIZE_MAX);
    buf_add(&b, str_c(head));
    for (size_t i = 0; i < count; i++)
        buf_add(&b, str_c(part));
    buf_add(&b, str_c(tail));
    return buf_str(&b);
}

static const struct {
    const char *what, *head, *part;
    size_t count;
    const char *tail, *message; /* NULL: it can be read */
} LIMITS[] = {
    {"flow lists, as deep as may be",  "",                           "[",                 LIMIT_DEPTH,          "",        "a value is expected here"        },
    {"flow lists, one deeper",         "",                           "[",                 LIMIT_DEPTH + 1,      "",        "nested more than 128 levels deep"},
    {"block lists, as deep as may be", "",                           "- ",                LIMIT_DEPTH,          "x",       NULL                              },
    {"block lists, one deeper",        "",                           "- ",                LIMIT_DEPTH + 1,      "x",       "nested more than 128 levels deep"},
    {"a million levels",               "",                           "[",                 1000000,              "",        "nested more than 128 levels deep"},
    {"an alias that goes too deep",    "- &a [[x]]\n- ",             "[",                 LIMIT_DEPTH - 2,      "*a",
     "nested more than 128 levels deep through aliases"                                                                                                      },
    {"aliases, free of charge",        "- &a x\n",                   "- *a\n",            LIMIT_ALIAS_FREE,     "",        NULL                              },
    {"aliases, ten each",              "- &a [1,1,1,1,1,1,1,1,1]\n", "- *a\n",            101,                  "",
     "aliases make more than 10 times the values that are written"                                                                                           },
    {"directives",                     "",                           "%TAG !a! tag:a:\n", LIMIT_DIRECTIVES + 1, "--- 1\n",
     "more than 100 %TAG directives"                                                                                                                         },
};

TEST(test_limits)
{
    for (size_t i = 0; i < COUNT(LIMITS); i++) {
        Doc d;
        Arena a;
        arena_init(&a, SIZE_MAX);
        doc_open(&d, yaml_load,
                 repeated(&a, LIMITS[i].head, LIMITS[i].part, LIMITS[i].count, LIMITS[i].tail));
        Str got = d.diags.list.len ? d.diags.list.items[0].message : STR("");
        CHECK(d.stream->complete == !LIMITS[i].message, "%s: complete %d, %.*s", LIMITS[i].what,
              d.stream->complete, STR_ARG(got));
        CHECK(!LIMITS[i].message || str_starts(got, str_c(LIMITS[i].message)), "%s: %.*s",
              LIMITS[i].what, STR_ARG(got));
        arena_free(&d.arena);
        arena_free(&a);
    }
}

TEST(test_laughs)
{
    Doc d;
    doc_open(&d, yaml_load,
             STR("a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                 "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
                 "e: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n"));
    CHECK(!d.stream->complete && d.stream->nodes < 2000, "%zu nodes", d.stream->nodes);
    arena_free(&d.arena);
}

TEST(test_ceilings)
{
    Arena a;
    Loader l;
    Diags d;
    arena_init(&a, SIZE_MAX);
    loader_init(&l, &a);
    diags_init(&d, &a);
    l.max_nodes = 4;
    const Source *s = source_new(&a, STR("x"), STR("a: 1\n---\nb: 2\n---\nc: 3\n"));
    Stream *stream = yaml_load(&l, s, &d);
    CHECK(!stream->complete && stream->documents.len == 2, "%zu documents", stream->documents.len);
    CHECK(str_eq(d.list.items[0].message, STR("more than 4 values in one input")), "%.*s",
          STR_ARG(d.list.items[0].message));
    l.max_nodes = SIZE_MAX;
    a.ceiling = a.used;
    stream = yaml_load(&l, s, &d);
    CHECK(!stream->complete && stream->documents.len == 0, "%zu documents", stream->documents.len);
    CHECK(str_eq(d.list.items[1].message, STR("this input needs more memory than is allowed")),
          "%.*s", STR_ARG(d.list.items[1].message));
    arena_free(&a);
}

/* A map with an index: every key is found, the first of two wins, and an alias has one as well. */
TEST(test_large_map)
{
    enum { KEYS = 1000 };
    Doc d;
    Arena a;
    Buf text;
    arena_init(&a, SIZE_MAX);
    buf_init(&text, &a, SIZE_MAX);
    buf_add(&text, STR("a: &x\n"));
    for (int i = 0; i < KEYS; i++)
        buf_printf(&text, "  k%d: %d\n", i, i);
    buf_add(&text, STR("  k7: again\nb: *x\nc:\n  k5: own\n  <<: *x\n"));
    doc_open(&d, yaml_load, buf_str(&text));
    const Node *root = doc_root(&d, 0);
    CHECK(root && d.stream->duplicates.len == 1, "%zu duplicates", d.stream->duplicates.len);
    for (size_t m = 0; m < 3; m++) {
        const Node *map = &root->as.members[m].value;
        CHECK(map->len == KEYS, "map %zu has %u keys", m, map->len);
        CHECK(!node_get(map, STR("k1000")), "map %zu has more", m);
        for (int i = 0; i < KEYS; i++) {
            const Node *n = node_get(map, arena_printf(&a, "k%d", i));
            bool own = m == 2 && i == 5;
            CHECK(n && (own ? n->kind == NODE_STRING : n->as.integer == i), "map %zu, k%d", m, i);
        }
    }
    arena_free(&d.arena);
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_trees), cmocka_unit_test(test_faults), cmocka_unit_test(test_spans),
      cmocka_unit_test(test_comments), cmocka_unit_test(test_first_lines),
      cmocka_unit_test(test_duplicates), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_laughs), cmocka_unit_test(test_ceilings),
      cmocka_unit_test(test_large_map))
