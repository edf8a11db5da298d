#include "doc/yaml_words.h"

#include "base/str.h"

static const struct {
    const char *problem;
    char at; /* the character there; NUL for any */
    bool at_start;
    const char *words;
} PROBLEMS[] = {
    {"mapping values are not allowed in this context",               '\0', false,
     "a ': ' where no key can stand: is the line indented wrongly, or must the value be quoted?"                          },
    {"could not find expected ':'",                                  '\0', true,  "a ':' is missing after a key"          },
    {"did not find expected key",                                    '\0', false,
     "a key is expected here: is the line indented wrongly, or a quote left open?"                                        },
    {"did not find expected '-' indicator",                          '\0', false,
     "a '- ' is expected here: is the line indented wrongly?"                                                             },
    {"did not find expected ',' or '}'",                             '\0', false, "a ',' or '}' is expected here"         },
    {"did not find expected ',' or ']'",                             '\0', false, "a ',' or ']' is expected here"         },
    {"did not find expected <document start>",                       '\0', false,
     "a '---' is expected here: is the line indented wrongly?"                                                            },
    {"found character that cannot start any token",                  '\t', false,
     "a tab indents here; YAML allows spaces only"                                                                        },
    {"found character that cannot start any token",                  '\0', false,
     "no value can start with this character: it must be quoted"                                                          },
    {"found a tab character where an indentation space is expected", '\0', false,
     "a tab indents here; YAML allows spaces only"                                                                        },
    {"found unexpected end of stream",                               '\0', true,  "the text ends inside a quoted string"  },
    {"found unexpected document indicator",                          '\0', true,  "a document ends inside a quoted string"},
    {"block sequence entries are not allowed in this context",       '\0', false,
     "a '- ' where no list item can stand: is the line indented wrongly?"                                                 },
    {"did not find expected alphabetic or numeric character",        '\0', false,
     "a name is expected after '*' or '&': a value that starts with them must be quoted"                                  },
    {"did not find expected node content",                           '\0', false, "a value is expected here"              },
    {"did not find expected whitespace or line break",               '\0', false,
     "white space is missing here: must the value be quoted?"                                                             },
    {"mapping keys are not allowed in this context",                 '\0', false, "a '? ' where no key can stand"         },
    {"did not find expected comment or line break",                  '\0', false,
     "nothing but a comment can follow here, behind '|' or '>'"                                                           },
    {"found unknown escape character",                               '\0', false,
     "unknown escape in double quotes: double the backslash, or use single quotes"                                        },
    {"could not find expected directive name",                       '\0', false,
     "a line that starts with '%' is a directive; is this a template?"                                                    },
    {"found unknown directive name",                                 '\0', false,
     "a line that starts with '%' is a directive; is this a template?"                                                    },
    {"found invalid Unicode character escape code",                  '\0', false,
     "this escape is no character; half of a surrogate pair?"                                                             },
    {"did not find expected hexdecimal number",                      '\0', false,
     "hexadecimal digits are missing in an escape"                                                                        },
    {"found undefined tag handle",                                   '\0', false, "no %TAG line explains this tag"        },
    {"found incompatible YAML document",                             '\0', false, "only YAML 1.1 and 1.2 can be read"     },
    {"found a tab character that violates indentation",              '\0', false,
     "a tab indents here; YAML allows spaces only"                                                                        },
};

YamlWords yaml_words(const char *problem, char at)
{
    if (!problem)
        return (YamlWords){"this is no YAML", false};
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS; i++) {
        if ((!PROBLEMS[i].at || PROBLEMS[i].at == at) &&
            str_eq(str_c(PROBLEMS[i].problem), str_c(problem)))
            return (YamlWords){PROBLEMS[i].words, PROBLEMS[i].at_start};
    }
    return (YamlWords){problem, false};
}
