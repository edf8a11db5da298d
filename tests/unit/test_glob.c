#include "kube/glob.h"

#include "check.h"

static const struct {
    const char *pattern, *text;
    bool match;
} GLOBS[] = {
    {"nvidia.com/gpu.*", "nvidia.com/gpu.count", true },
    {"nvidia.com/gpu.*", "nvidia.com/gpu.",      true },
    {"nvidia.com/gpu.*", "nvidia.com/gpu",       false},
    {"*",                "",                     true },
    {"",                 "",                     true },
    {"",                 "a",                    false},
    {"*-trainer",        "my-Trainer",           true },
    {"a*b*c",            "axxbyyc",              true },
    {"a*b*c",            "axxbyy",               false},
    {"*aab",             "aaaab",                true },
    {"a**b",             "ab",                   true },
};

TEST(test_globs)
{
    for (size_t i = 0; i < COUNT(GLOBS); i++)
        CHECK(glob_match(str_c(GLOBS[i].pattern), str_c(GLOBS[i].text)) == GLOBS[i].match,
              "'%s' on '%s'", GLOBS[i].pattern, GLOBS[i].text);
}

static const struct {
    const char *text;
    WordKind kind;
    const char *words; /* joined by | */
} WORDS[] = {
    {"llama-train2",                       WORDS_OF_NAME,    "llama|train"                  },
    {"",                                   WORDS_OF_NAME,    ""                             },
    {"123",                                WORDS_OF_NAME,    ""                             },
    {"/usr/bin/torchrun --nnodes=2 a.py",  WORDS_OF_COMMAND, "torchrun|--nnodes|2|a.py"     },
    {"sh -c 'exec python3 train.py && x'", WORDS_OF_COMMAND, "sh|-c|exec|python3|train.py|x"},
    {"ls a/",                              WORDS_OF_COMMAND, "ls|a/"                        },
};

TEST(test_words)
{
    for (size_t i = 0; i < COUNT(WORDS); i++) {
        Words w = words_of(str_c(WORDS[i].text), WORDS[i].kind);
        Str rest = str_c(WORDS[i].words), word;
        while (str_next(&rest, '|', &word))
            CHECK(words_advance(&w) && str_eq(w.word, word), "'%s': '%.*s', not '%.*s'",
                  WORDS[i].text, STR_ARG(w.word), STR_ARG(word));
        CHECK(!words_advance(&w), "'%s': also '%.*s'", WORDS[i].text, STR_ARG(w.word));
    }
}

TEST(test_pairs)
{
    Words w = words_of(STR("accelerate launch x"), WORDS_OF_COMMAND);
    CHECK(words_advance(&w), "a first word");
    CHECK(words_match(&w, STR("accelerate launch")), "two words");
    CHECK(words_match(&w, STR("accel*")), "one word");
    CHECK(!words_match(&w, STR("accelerate test")), "another second word");
    CHECK(words_advance(&w) && !words_match(&w, STR("accelerate launch")), "no longer there");
}

TESTS(cmocka_unit_test(test_globs), cmocka_unit_test(test_words), cmocka_unit_test(test_pairs))
