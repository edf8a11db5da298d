/* Any pattern is refused with a place in it or compiles; what compiles agrees with itself: a test
 * finds a match exactly where a search finds one, running fast or plainly changes nothing, and
 * the engine that follows all states says the same.
 * The text to match is what follows the first NUL. */
#include "base/utf8.h"
#include "cel/regex.h"

enum { MEMORY = 64 << 20 };

static RegexAnswer answer_of(Arena *a, Str pattern, Str text, bool lasting)
{
    RegexFault fault = {0, NULL};
    Str match = text;
    const Regex *re = regex_compile(a, pattern, lasting, &fault);
    if (!re) {
        if (fault.offset > pattern.len || !fault.why)
            __builtin_trap();
        return REGEX_TOO_EXPENSIVE;
    }
    RegexRun *run = regex_run(a);
    RegexAnswer tested = regex_test(re, run, text), found = regex_find(re, run, text, 0, &match);
    RegexAnswer followed = regex_follow(re, run, text, 0, NULL);
    if (followed != REGEX_TOO_EXPENSIVE && tested != REGEX_TOO_EXPENSIVE && tested != followed)
        __builtin_trap();
    if (found != REGEX_TOO_EXPENSIVE && tested != REGEX_TOO_EXPENSIVE && tested != found)
        __builtin_trap();
    if (found == REGEX_YES && (match.ptr < text.ptr || match.ptr + match.len > text.ptr + text.len))
        __builtin_trap();
    return tested;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena a;
    size_t bad;
    arena_init(&a, SIZE_MAX);
    Str pattern = arena_copy(&a, (Str){(const char *)data, size}), text = STR("");
    (void)str_cut(pattern, '\0', &pattern, &text);
    if (utf8_valid(text, &bad)) {
        RegexAnswer fast = answer_of(&a, pattern, text, true);
        RegexAnswer plain = answer_of(&a, pattern, text, false);
        if (fast != plain && fast != REGEX_TOO_EXPENSIVE && plain != REGEX_TOO_EXPENSIVE)
            __builtin_trap();
    }
    if (a.used > MEMORY)
        __builtin_trap();
    arena_free(&a);
    return 0;
}
