/* Regular expressions in RE2's language with bounded work, on PCRE2. Plain texts need no engine.
 * Replaceable: nobody else knows which engine runs. */
#ifndef CEL_REGEX_H
#define CEL_REGEX_H

#include "base/arena.h"

typedef struct Regex Regex; /* immutable, may be shared by threads */

typedef struct RegexFault {
    size_t offset; /* in the pattern */
    const char *why;
} RegexFault;

/* NULL and *fault filled in for what is no pattern. A lasting one is made ready to run fast. */
const Regex *regex_compile(Arena *a, Str pattern, bool lasting, RegexFault *fault);

/* Working memory of one thread, in an arena that is at least as old as what runs with it. */
typedef struct RegexRun RegexRun;
RegexRun *regex_run(Arena *a);

typedef enum RegexAnswer { REGEX_NO, REGEX_YES, REGEX_TOO_EXPENSIVE } RegexAnswer;

/* Steps that a test of so long a text is worth, to be charged before. */
uint64_t regex_cost(const Regex *re, size_t len);
/* A test of it needs no RegexRun. */
bool regex_simple(const Regex *re);
RegexAnswer regex_test(const Regex *re, RegexRun *run, Str text);
/* The leftmost match that begins at `from` or behind; text before it still counts for ^ and \b. */
RegexAnswer regex_find(const Regex *re, RegexRun *run, Str text, size_t from, Str *match);
/* regex_find by the engine that never backtracks alone, which the others ask when the fast one
 * gives up: so that tests can hold one against the other. match may be NULL. */
RegexAnswer regex_follow(const Regex *re, RegexRun *run, Str text, size_t from, Str *match);

#endif
