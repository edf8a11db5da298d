/* What is decided on partial data must hold for every completion of it (model: edges of unknown).
 * Expressions are made at random, from a fixed seed; PARTIAL_COUNT and PARTIAL_SEED change that. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "cel_try.h"

enum { COUNT_DEFAULT = 4000, COMPLETIONS = 12, DEPTH = 4 };

typedef struct Random {
    uint64_t state;
} Random;

static uint32_t roll(Random *r, uint32_t sides)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (uint32_t)(r->state >> 33) % sides;
}

/* ---- expressions ---- */

typedef struct Maker {
    Random *random;
    Buf *out;
    int vars; /* macro variables v0 … in scope, ints */
} Maker;

/* In a template: %B bool, %I int, %L list of ints, %M map, %X a new variable whose scope is the
 * rest. */
static const char *const BOOLS[] = {
    "true",
    "false",
    "ub",
    "%I == %I",
    "%I < %I",
    "%I >= %I",
    "%B && %B",
    "%B || %B",
    "!%B",
    "(%B ? %B : %B)",
    "%I in %L",
    "%L == %L",
    "%L.all(%X, %B)",
    "%L.exists(%X, %B)",
    "%L.exists_one(%X, %B)",
    "size(%L) > %I",
    "size(%L) == %I",
    "%I <= size(%L)",
    "size(%L) < 2",
    "size(%L) != 0",
    "'a' in %M",
    "'z' in %M",
    "has(%M.a)",
    "has(%M.z)",
    "%M == %M",
    "1 / %I > 0",
    "%M.exists(k, k == 'a')",
    "[%B, %B].all(b, b)",
    "%L != %L",
    "[ui, %I] == %L",
    "ds == 'p'",
    "has(o.a.b)",
    "has(o.u.b)",
    "has(o.n)",
    "o.u == 1",
    "has(o.m.x)",
    "'x' in o.m",
    "o.l.exists(%X, %B)",
    "o.l == [1, 2]",
    "size(o.m) > %I",
};
static const char *const INTS[] = {
    "0",
    "1",
    "2",
    "3",
    "ui",
    "%I + %I",
    "%I - %I",
    "%L[0]",
    "%L[%I]",
    "%M.a",
    "%M['z']",
    "size(%L)",
    "(%B ? %I : %I)",
    "%L.sum()",
    "%L.max()",
    "%L.indexOf(%I)",
    "o.a",
    "o.u",
    "o.l[1]",
    "%M[?'a'].orValue(%I)",
    "cel.bind(c, %I, c)",
    "o.?u.orValue(%I)",
};
static const char *const LISTS[] = {
    "closed",
    "open",
    "[%I, %I]",
    "[]",
    "%L + %L",
    "%L.filter(%X, %B)",
    "some",
    "o.l",
    "%L.map(%X, %I)",
    "%L.distinct()",
    "%L.sort()",
    "%L.map(%X, %B, %I)",
    "[?%M[?'a'], %I]",
    "%L.sortBy(%X, %I)",
    "%L.slice(0, %I)",
    "%L.reverse()",
    "[%L, %L].flatten()",
};
static const char *const MAPS[] = {"maybe", "{'a': %I}", "{'a': %I, 'b': %I}", "o.m",
                                   "{'a': %I}.transformMap(k, w, %B, w)"};

static void make(Maker *m, char kind, int depth);

static void fill(Maker *m, const char *template, int depth)
{
    int outer = m->vars;
    buf_char(m->out, '(');
    for (const char *c = template; *c; c++) {
        if (*c != '%')
            buf_char(m->out, *c);
        else if (*++c == 'X')
            buf_printf(m->out, "v%d", m->vars++);
        else
            make(m, *c, depth - 1);
    }
    buf_char(m->out, ')');
    m->vars = outer;
}

static void make(Maker *m, char kind, int depth)
{
    static const struct {
        char kind;
        const char *const *templates;
        uint32_t count, simple; /* the first ones contain nothing else */
    } KINDS[] = {
        {'B', BOOLS, COUNT(BOOLS), 3},
        {'I', INTS,  COUNT(INTS),  5},
        {'L', LISTS, COUNT(LISTS), 2},
        {'M', MAPS,  COUNT(MAPS),  1}
    };
    size_t k = 0;
    while (KINDS[k].kind != kind)
        k++;
    if (kind == 'I' && m->vars && roll(m->random, 2)) {
        buf_printf(m->out, "v%u", roll(m->random, (uint32_t)m->vars));
        return;
    }
    uint32_t count = depth > 0 ? KINDS[k].count : KINDS[k].simple;
    fill(m, KINDS[k].templates[roll(m->random, count)], depth);
}

/* ---- data, partial and complete ---- */

/* A list of 1, 2 and `more` others, anywhere among them. */
static CelValue completed_list(Arena *a, Random *r, uint32_t more)
{
    CelValue *items = arena_array(a, CelValue, 2 + more);
    uint32_t known = 0;
    for (uint32_t i = 0; i < 2 + more; i++) {
        bool take = known < 2 && (2 - known == 2 + more - i || roll(r, 2));
        items[i] = cel_int(take ? (int64_t)++known : (int64_t)roll(r, 5));
    }
    return cel_list(items, 2 + more, false);
}

static CelValue map_of(Arena *a, Random *r, bool open, bool complete)
{
    static const char *const KEYS[] = {"a", "z", "y"};
    CelValue *pairs = arena_array(a, CelValue, 6);
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (i > 0 && (!complete || roll(r, 2)))
            continue;
        pairs[2 * count] = cel_str(str_c(KEYS[i]));
        pairs[2 * count++ + 1] = cel_int(i == 0 ? 1 : (int64_t)roll(r, 4));
    }
    return (CelValue){
        .kind = CEL_MAP, .flags = open ? CEL_OPEN : 0, .len = count, .as.pairs = pairs};
}

static const char PARTIAL[] = "{a: 3, u: '${U}', n: null, l: [1, '${U}'], m: {x: 1, '${K}': 2}}";

/* r NULL: partial. */
static CelValue document(Arena *a, Random *r)
{
    if (!r)
        return cel_node(try_yaml(a, PARTIAL));
    static const char *const SCALARS[] = {"1", "2", "p", "{b: 1}"};
    const char *u = SCALARS[roll(r, 4)], *key = roll(r, 2) ? "z" : "y";
    Str text = arena_printf(a, "{a: 3, u: %s, n: null, l: [1, %s], m: {x: 1, %s: 2}}", u, u, key);
    return cel_node(try_yaml(a, text.ptr));
}

static void bind(CelTry *t, Random *r)
{
    Arena *a = t->arena;
    static const CelValue KNOWN[] = {
        {.kind = CEL_INT, .as.integer = 1},
        {.kind = CEL_INT, .as.integer = 2}
    };
    CelValue unknown = cel_unknown(STR("it"));
    CelValue *some = arena_array(a, CelValue, 2);
    CelValue u = r ? cel_int(roll(r, 4)) : unknown;
    some[0] = cel_int(1);
    some[1] = r ? cel_int(roll(r, 4)) : unknown;
    t->slots[0] = u;
    t->slots[1] = r ? cel_bool(roll(r, 2)) : unknown;
    t->slots[2] = r ? cel_str(roll(r, 2) ? STR("p") : STR("q")) : unknown;
    t->slots[3] = cel_list(KNOWN, 2, false);
    t->slots[4] = r ? completed_list(a, r, roll(r, 3)) : cel_list(KNOWN, 2, true);
    t->slots[5] = cel_list(some, 2, false);
    t->slots[6] = map_of(a, r, !r, r != NULL);
    t->slots[7] = document(a, r);
}

static void declare(CelEnv *env)
{
    static const char *const VARS[][2] = {
        {"ui",     "int"             },
        {"ub",     "bool"            },
        {"ds",     "string"          },
        {"closed", "list(int)"       },
        {"open",   "list(int)"       },
        {"some",   "list(int)"       },
        {"maybe",  "map(string, int)"},
        {"o",      "dyn"             },
    };
    for (size_t i = 0; i < COUNT(VARS); i++)
        (void)cel_env_var(env, str_c(VARS[i][0]), VARS[i][1]);
}

/* ---- the property ---- */

/* An error when all is known contradicts nothing: an unknown element of a list stays in it, and
 * may turn out to be an error. */
static bool agrees(CelValue partial, CelValue complete)
{
    if (partial.kind == CEL_UNKNOWN || cel_failed(complete))
        return true;
    return partial.kind != CEL_ERROR && cel_equal(partial, complete) == TRI_YES;
}

static void try_completions(CelTry *t, Random *r, const CelProgram *p, const char *expr)
{
    bind(t, NULL);
    CelEval ev = try_eval(t);
    CelValue partial = cel_eval(&ev, p);
    for (int i = 0; i < COMPLETIONS && partial.kind != CEL_UNKNOWN; i++) {
        uint64_t seed = r->state;
        bind(t, r);
        CelEval again = try_eval(t);
        CelValue complete = cel_eval(&again, p);
        CHECK(agrees(partial, complete), "%s: %s in part, %s when complete (seed %llu)", expr,
              cel_type_name(partial), cel_type_name(complete), (unsigned long long)seed);
    }
}

static void try_one(Arena *a, CelEnv *env, Random *r)
{
    CelTry t = {.arena = a, .env = env};
    Buf expr;
    buf_init(&expr, a, LIMIT_MESSAGE);
    Maker maker = {r, &expr, 0};
    make(&maker, "BBBI"[roll(r, 4)], DEPTH);
    buf_char(&expr, '\0');
    if (expr.full)
        return;
    Str why;
    CelProgram *p = try_compile(&t, expr.ptr, &why);
    CHECK(p, "%s: %.*s", expr.ptr, STR_ARG(why));
    try_completions(&t, r, p, expr.ptr);
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    int64_t value = 0;
    return text && str_int(str_c(text), &value) ? (uint64_t)value : otherwise;
}

TEST(test_partial)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelEnv *env = cel_env_new(&a, CEL_PROFILE_RULE);
    declare(env);
    Random r = {setting("PARTIAL_SEED", 88172645463325252)};
    ArenaMark mark = arena_mark(&a);
    for (uint64_t i = setting("PARTIAL_COUNT", COUNT_DEFAULT); i > 0; i--) {
        try_one(&a, env, &r);
        arena_rewind(&a, mark);
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_partial))
