#include "doc/yaml_words.h"

#include "base/str.h"

static const struct {
    const char *problem, *words;
} PROBLEMS[] = {
    {"mapping values are not allowed in this context",
     "a ': ' where no key can stand: is the line indented wrongly, or must the value be quoted?"             },
    {"could not find expected ':'",                                  "a ':' is missing after a key"          },
    {"did not find expected key",
     "a key is expected here: is the line indented wrongly, or a quote left open?"                           },
    {"did not find expected '-' indicator",
     "a '- ' is expected here: is the line indented wrongly?"                                                },
    {"did not find expected ',' or '}'",                             "a ',' or '}' is expected here"         },
    {"did not find expected ',' or ']'",                             "a ',' or ']' is expected here"         },
    {"did not find expected <document start>",
     "a '---' is expected here: is the line indented wrongly?"                                               },
    {"found character that cannot start any token",
     "no value can start with this character: quote the value (a tab cannot indent)"                         },
    {"found a tab character where an indentation space is expected",
     "a tab indents here; YAML allows spaces only"                                                           },
    {"found unexpected end of stream",                               "the text ends inside a quoted string"  },
    {"found unexpected document indicator",                          "a document ends inside a quoted string"},
    {"block sequence entries are not allowed in this context",
     "a '- ' where no list item can stand: is the line indented wrongly?"                                    },
    {"did not find expected alphabetic or numeric character",
     "a name is expected after '*' or '&': a value that starts with them must be quoted"                     },
    {"did not find expected node content",                           "a value is expected here"              },
    {"did not find expected whitespace or line break",
     "white space is missing here: must the value be quoted?"                                                },
    {"mapping keys are not allowed in this context",                 "a '? ' where no key can stand"         },
    {"did not find expected comment or line break",
     "nothing but a comment can follow here, behind '|' or '>'"                                              },
    {"found unknown escape character",
     "unknown escape in double quotes: double the backslash, or use single quotes"                           },
    {"could not find expected directive name",
     "a line that starts with '%' is a directive; is this a template?"                                       },
    {"found unknown directive name",
     "a line that starts with '%' is a directive; is this a template?"                                       },
    {"found undefined tag handle",                                   "no %TAG line explains this tag"        },
    {"found incompatible YAML document",                             "only YAML 1.1 and 1.2 can be read"     },
    {"found a tab character that violates indentation",
     "a tab indents here; YAML allows spaces only"                                                           },
};

const char *yaml_words(const char *problem)
{
    if (!problem)
        return "this is no YAML";
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS; i++) {
        if (str_eq(str_c(PROBLEMS[i].problem), str_c(problem)))
            return PROBLEMS[i].words;
    }
    return problem;
}
