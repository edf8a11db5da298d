/* What libyaml complains about, in words for who wrote the file, not for who wrote a parser. */
#ifndef DOC_YAML_WORDS_H
#define DOC_YAML_WORDS_H

/* Gives `problem` itself where there is nothing better; NULL is one as well. */
const char *yaml_words(const char *problem);

#endif
