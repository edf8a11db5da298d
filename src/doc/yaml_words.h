/* What libyaml complains about, in words for who wrote the file, not for who wrote a parser. */
#ifndef DOC_YAML_WORDS_H
#define DOC_YAML_WORDS_H

#include <stdbool.h>

typedef struct YamlWords {
    const char *text;
    bool at_start; /* the place to look at is where the construct starts, not where it broke off */
} YamlWords;

/* `at` is the character where the problem was met. The problem itself where there is nothing
 * better. */
YamlWords yaml_words(const char *problem, char at);

#endif
