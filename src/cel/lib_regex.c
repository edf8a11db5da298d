#include "base/utf8.h"
#include "cel/lib.h"
#include "cel/opaque.h"
#include "cel/regex.h"

/* Of one evaluation: patterns that are not literals, and memory to match in. */
typedef struct Compiled {
    Str text;
    const Regex *re;
} Compiled;

struct PatternCache {
    VEC(Compiled) compiled; /* few: a handful of texts is faster compared than hashed */
    RegexRun *run;
};

enum {
    COMPILE_STEPS = 100, /* what compiling a short pattern is worth */
    CACHE_MOST = 64      /* a loop over more patterns than that is rare; it compiles them anew */
};

static struct PatternCache *cache_of(CelEval *ev)
{
    if (!ev->patterns) {
        ev->patterns = arena_new(ev->scratch, struct PatternCache);
        ev->patterns->run = regex_run(ev->scratch);
    }
    return ev->patterns;
}

static const Regex *find_compiled(const struct PatternCache *cache, Str text)
{
    for (size_t i = 0; i < cache->compiled.len; i++) {
        if (str_eq(cache->compiled.items[i].text, text))
            return cache->compiled.items[i].re;
    }
    return NULL;
}

static CelValue bad_pattern(CelEval *ev, Str pattern, RegexFault fault)
{
    return cel_error(ev, CEL_ERR_ARGUMENT, "invalid regular expression at offset %zu: %s: %.*s",
                     fault.offset, fault.why, (int)(pattern.len < 60 ? pattern.len : 60),
                     pattern.ptr);
}

/* Never a NULL pointer: offsets into it are computed. */
static Str subject_of(CelValue v)
{
    Str text = cel_str_of(v);
    return text.len ? text : STR("");
}

/* The pattern as an opaque value; an error when it is none. */
static CelValue pattern_of(CelEval *ev, CelValue v)
{
    Str text = cel_str_of(v);
    RegexFault fault;
    if (v.kind == CEL_OPAQUE)
        return v;
    struct PatternCache *cache = cache_of(ev);
    const Regex *known = find_compiled(cache, text);
    if (known)
        return cel_opaque(OPAQUE_PATTERN, known);
    CEL_CHARGE(ev, COMPILE_STEPS + text.len);
    known = regex_compile(ev->scratch, text, false, &fault);
    if (!known)
        return bad_pattern(ev, text, fault);
    CelValue made = cel_opaque(OPAQUE_PATTERN, known);
    if (cache->compiled.len < CACHE_MOST)
        *vec_push(ev->scratch, &cache->compiled) = (Compiled){text, known};
    return made;
}

static CelValue too_expensive(CelEval *ev)
{
    return cel_error(ev, CEL_ERR_ARGUMENT, "regular expression is too expensive for this text");
}

static CelValue matches(CelEval *ev, const CelValue *args)
{
    CelValue pattern = pattern_of(ev, args[1]);
    Str text = subject_of(args[0]);
    if (cel_failed(pattern))
        return pattern;
    const Regex *re = pattern.as.opaque;
    CEL_CHARGE(ev, regex_cost(re, text.len));
    RegexAnswer answer = regex_test(re, regex_simple(re) ? NULL : cache_of(ev)->run, text);
    return answer == REGEX_TOO_EXPENSIVE ? too_expensive(ev) : cel_bool(answer == REGEX_YES);
}

CelValue cel_matches(CelEval *ev, Str text, Str pattern)
{
    const CelValue args[] = {cel_str(text), cel_str(pattern)};
    return matches(ev, args);
}

static CelValue find(CelEval *ev, const CelValue *args)
{
    CelValue pattern = pattern_of(ev, args[1]);
    Str text = subject_of(args[0]), match = STR("");
    if (cel_failed(pattern))
        return pattern;
    CEL_CHARGE(ev, regex_cost(pattern.as.opaque, text.len));
    RegexAnswer answer = regex_find(pattern.as.opaque, cache_of(ev)->run, text, 0, &match);
    if (answer == REGEX_TOO_EXPENSIVE)
        return too_expensive(ev);
    return cel_str(answer == REGEX_YES ? match : STR(""));
}

/* As Go does: an empty match counts, but not directly behind another match. */
static CelValue find_most(CelEval *ev, const CelValue *args, int64_t most)
{
    CelValue pattern = pattern_of(ev, args[1]);
    Str text = subject_of(args[0]), match;
    CelItems found = {NULL, 0, 0};
    if (cel_failed(pattern))
        return pattern;
    size_t last_end = SIZE_MAX;
    for (size_t at = 0; at <= text.len && (most < 0 || (int64_t)found.len < most);) {
        CEL_CHARGE(ev, regex_cost(pattern.as.opaque, text.len - at));
        RegexAnswer answer = regex_find(pattern.as.opaque, cache_of(ev)->run, text, at, &match);
        if (answer == REGEX_TOO_EXPENSIVE)
            return too_expensive(ev);
        if (answer == REGEX_NO)
            break;
        size_t start = (size_t)(match.ptr - text.ptr), end = start + match.len, width = 1;
        if (match.len || start != last_end)
            *vec_push(ev->scratch, &found) = cel_str(match);
        last_end = end;
        if (end > at) {
            at = end;
            continue;
        }
        (void)utf8_decode(str_skip(text, at), &width);
        at += width ? width : 1;
    }
    return cel_items_list(found, false);
}

static CelValue find_all(CelEval *ev, const CelValue *args)
{
    return find_most(ev, args, -1);
}

static CelValue find_all_limited(CelEval *ev, const CelValue *args)
{
    return find_most(ev, args, cel_int_of(args[2]));
}

const CelFunc CEL_FUNCS_REGEX[] = {
    {"string.matches(string): bool",              matches,          CEL_LIB_CORE,  0},
    {"matches(string, string): bool",             matches,          CEL_LIB_CORE,  0},
    {"string.find(string): string",               find,             CEL_LIB_REGEX, 0},
    {"string.findAll(string): list(string)",      find_all,         CEL_LIB_REGEX, 0},
    {"string.findAll(string, int): list(string)", find_all_limited, CEL_LIB_REGEX, 0},
    {NULL,                                        NULL,             0,             0},
};

bool cel_takes_pattern(const CelFunc *row)
{
    return row->body == matches || row->body == find || row->body == find_all ||
           row->body == find_all_limited;
}

bool cel_pattern(Arena *a, Str pattern, CelValue *out, size_t *offset, const char **why)
{
    RegexFault fault;
    const Regex *re = regex_compile(a, pattern, true, &fault);
    if (re) {
        *out = cel_opaque(OPAQUE_PATTERN, re);
    } else {
        *offset = fault.offset;
        *why = fault.why;
    }
    return re != NULL;
}
