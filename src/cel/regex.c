#define PCRE2_CODE_UNIT_WIDTH 8

#include "cel/regex.h"

#include <pcre2.h>

#include "base/vec.h"
#include "cel/re2.h"
#include "cel/scan.h"
#include "cel/states.h"

enum {
    MATCH_LIMIT = 100000, /* backtracks: 0.3 ms of JIT code, then the other engine decides */
    HEAP_LIMIT = 16 << 10 /* KiB, for what is not JIT-compiled */
};

struct Regex {
    Re2 re2;
    pcre2_code *code; /* NULL for a plain text */
    const Scan *scan; /* of a name's pattern, else NULL */
};

/* A pattern that has hit the limit in this run. */
typedef struct Slow {
    const Regex *re;
    const States *states; /* NULL: too large */
} Slow;

struct RegexRun {
    Arena *arena;
    pcre2_match_data *data;
    pcre2_match_context *limits;
    VEC(Slow) slow;
};

/* PCRE2's memory comes from the arena and goes with it. */
static void *give(PCRE2_SIZE size, void *arena)
{
    return arena_zalloc(arena, size, 1, alignof(max_align_t));
}

static void take_back(void *memory, void *arena)
{
    (void)memory;
    (void)arena;
}

static void free_code(void *code)
{
    pcre2_code_free(code);
}

static pcre2_code *compile(Arena *a, Str pattern)
{
    int error;
    PCRE2_SIZE at;
    pcre2_general_context *memory = pcre2_general_context_create(give, take_back, a);
    pcre2_compile_context *context = pcre2_compile_context_create(memory);
    (void)pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    return pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len,
                         PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NO_AUTO_CAPTURE |
                             PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY,
                         &error, &at, context);
}

const Regex *regex_compile(Arena *a, Str pattern, bool lasting, RegexFault *fault)
{
    Regex *re = arena_new(a, Regex);
    if (!re2_translate(a, pattern, &re->re2, &fault->offset, &fault->why))
        return NULL;
    if (re->re2.plain)
        return re;
    re->scan = scan_of(a, pattern);
    re->code = compile(a, re->re2.pcre);
    if (!re->code) {
        *fault =
            (RegexFault){0, "regular expression is too large"}; /* the rest re2.c has refused */
        return NULL;
    }
    if (lasting) {
        /* May fail on hardened kernels; then it runs interpreted. Its code is not arena memory. */
        (void)pcre2_jit_compile(re->code, PCRE2_JIT_COMPLETE);
        arena_defer(a, free_code, re->code);
    }
    return re;
}

RegexRun *regex_run(Arena *a)
{
    RegexRun *run = arena_new(a, RegexRun);
    pcre2_general_context *memory = pcre2_general_context_create(give, take_back, a);
    run->arena = a;
    run->data = pcre2_match_data_create(1, memory);
    run->limits = pcre2_match_context_create(memory);
    (void)pcre2_set_match_limit(run->limits, MATCH_LIMIT);
    (void)pcre2_set_heap_limit(run->limits, HEAP_LIMIT);
    return run;
}

uint64_t regex_cost(const Regex *re, size_t len)
{
    return 1 + (len / 10 + 1) * (re->re2.weight / 4 + 1);
}

/* ---- plain texts ---- */

static size_t find_plain(const Re2 *re, Str text, size_t from)
{
    if (re->at_start && re->at_end)
        return from == 0 && str_eq(text, re->text) ? 0 : text.len + 1;
    if (re->at_start)
        return from == 0 && str_starts(text, re->text) ? 0 : text.len + 1;
    if (re->at_end)
        return str_ends(str_skip(text, from), re->text) ? text.len - re->text.len : text.len + 1;
    Str rest = str_skip(text, from);
    size_t at = str_find(rest, re->text);
    return at == rest.len && re->text.len ? text.len + 1 : from + at;
}

/* ---- the engine ---- */

static int run_once(const Regex *re, RegexRun *run, Str text, size_t from)
{
    int rc = pcre2_match(re->code, (PCRE2_SPTR)text.ptr, text.len, from, PCRE2_NO_UTF_CHECK,
                         run->data, run->limits);
    if (rc == PCRE2_ERROR_JIT_STACKLIMIT)
        rc = pcre2_match(re->code, (PCRE2_SPTR)text.ptr, text.len, from,
                         PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, run->data, run->limits);
    return rc;
}

/* ---- the other engine ---- */

static const void *prepare(void *run, Str set, bool fold)
{
    RegexRun *r = run;
    return compile(r->arena,
                   arena_printf(r->arena, "%s\\A(?:%.*s)\\z", fold ? "(?i)" : "", STR_ARG(set)));
}

static bool is_in(void *run, const void *code, Str one)
{
    RegexRun *r = run;
    return pcre2_match(code, (PCRE2_SPTR)one.ptr, one.len, 0, PCRE2_NO_UTF_CHECK, r->data,
                       r->limits) >= 0;
}

static const States *states_of(RegexRun *run, const Regex *re)
{
    for (size_t i = 0; i < run->slow.len; i++) {
        if (run->slow.items[i].re == re)
            return run->slow.items[i].states;
    }
    const States *s = states_new(run->arena, re->re2.pcre, (StatesChars){run, prepare, is_in});
    *vec_push(run->arena, &run->slow) = (Slow){re, s};
    return s;
}

RegexAnswer regex_follow(const Regex *re, RegexRun *run, Str text, size_t from, Str *match)
{
    const States *s = states_of(run, re);
    if (!s)
        return REGEX_TOO_EXPENSIVE;
    return states_find(s, run->arena, text, from, match) ? REGEX_YES : REGEX_NO;
}

bool regex_simple(const Regex *re)
{
    return re->re2.plain || re->scan;
}

RegexAnswer regex_test(const Regex *re, RegexRun *run, Str text)
{
    if (re->re2.plain)
        return find_plain(&re->re2, text, 0) <= text.len ? REGEX_YES : REGEX_NO;
    if (re->scan)
        return scan_test(re->scan, text) ? REGEX_YES : REGEX_NO;
    int rc = run_once(re, run, text, 0);
    if (rc >= 0)
        return REGEX_YES;
    return rc == PCRE2_ERROR_NOMATCH ? REGEX_NO : regex_follow(re, run, text, 0, NULL);
}

RegexAnswer regex_find(const Regex *re, RegexRun *run, Str text, size_t from, Str *match)
{
    if (re->re2.plain) {
        size_t at = find_plain(&re->re2, text, from);
        *match = str_slice(text, at, at + re->re2.text.len);
        return at <= text.len ? REGEX_YES : REGEX_NO;
    }
    int rc = run_once(re, run, text, from);
    if (rc == PCRE2_ERROR_NOMATCH)
        return REGEX_NO;
    if (rc < 0)
        return regex_follow(re, run, text, from, match);
    const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(run->data);
    *match = str_slice(text, bounds[0], bounds[1]);
    return REGEX_YES;
}
