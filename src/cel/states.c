#include "cel/states.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/vec.h"

enum { CODE_MOST = 50000, ASCII = 128 };

typedef enum Op {
    OP_SET,   /* a character of set `x` */
    OP_SPLIT, /* go on at x, or else at y */
    OP_JUMP,  /* to x */
    OP_START, /* the assertions */
    OP_END,
    OP_LINE_START,
    OP_LINE_END,
    OP_WORD_EDGE,
    OP_NO_EDGE,
    OP_MATCH
} Op;

typedef struct Inst {
    Op op;
    uint32_t x, y;
} Inst;

typedef struct Set {
    Str text;
    bool fold;
    const void *prepared;
    uint64_t ascii[ASCII / 64];
} Set;

struct States {
    VEC(Inst) code;
    VEC(Set) sets;
    StatesChars chars;
};

/* ---- reading the translated pattern ---- */

typedef struct Builder {
    Arena *arena;
    States *s;
    bool fold, full;
} Builder;

static void build(Builder *b, Str pattern);

/* What is an atom though it looks like a group, and the assertions. */
static const struct Special {
    Str text;
    Op op; /* OP_SET: a set under this text */
} SPECIAL[] = {
    {STR_INIT("(?:\\A|(?<=\\n))"), OP_LINE_START},
    {STR_INIT("(?m:$)"),           OP_LINE_END  },
    {STR_INIT("(?s:.)"),           OP_SET       },
    {STR_INIT("\\A"),              OP_START     },
    {STR_INIT("\\z"),              OP_END       },
    {STR_INIT("\\b"),              OP_WORD_EDGE },
    {STR_INIT("\\B"),              OP_NO_EDGE   },
};

static const struct Special *special_at(Str s)
{
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        if (str_starts(s, SPECIAL[i].text))
            return &SPECIAL[i];
    }
    return NULL;
}

/* Length of the group at the front; literal parentheses are never written as such. */
static size_t group_len(Str s)
{
    size_t depth = 0;
    for (size_t i = 0; i < s.len; i++) {
        depth += s.ptr[i] == '(';
        if (s.ptr[i] == ')' && --depth == 0)
            return i + 1;
    }
    return s.len;
}

static size_t atom_len(Str s)
{
    const struct Special *special = special_at(s);
    if (special)
        return special->text.len;
    if (s.ptr[0] == '(')
        return group_len(s);
    if (s.ptr[0] == '[')
        return str_find_char(s, ']') + 1;
    return s.ptr[0] == '\\' ? str_find_char(s, '}') + 1 : 1;
}

/* ---- code ---- */

static uint32_t here(const Builder *b)
{
    return (uint32_t)b->s->code.len;
}

static uint32_t put(Builder *b, Op op, uint32_t x, uint32_t y)
{
    uint32_t at = here(b);
    if (at >= CODE_MOST)
        b->full = true;
    else
        *vec_push(b->arena, &b->s->code) = (Inst){op, x, y};
    return at < CODE_MOST ? at : 0;
}

static uint32_t set_of(Builder *b, Str text)
{
    States *s = b->s;
    for (size_t i = 0; i < s->sets.len; i++) {
        if (s->sets.items[i].fold == b->fold && str_eq(s->sets.items[i].text, text))
            return (uint32_t)i;
    }
    Set *set = vec_push(b->arena, &s->sets);
    *set = (Set){text, b->fold, s->chars.prepare(s->chars.owner, text, b->fold), {0}};
    for (size_t c = 0; c < ASCII; c++) {
        char one = (char)c;
        if (s->chars.matches(s->chars.owner, set->prepared, (Str){&one, 1}))
            set->ascii[c / 64] |= UINT64_C(1) << c % 64;
    }
    return (uint32_t)s->sets.len - 1;
}

static void build_atom(Builder *b, Str atom)
{
    const struct Special *special = special_at(atom);
    if (special && special->op != OP_SET) {
        (void)put(b, special->op, 0, 0);
    } else if (special || atom.ptr[0] != '(') {
        (void)put(b, OP_SET, set_of(b, atom), 0);
    } else {
        bool outer = b->fold;
        build(b, str_slice(atom, 3, atom.len - 1)); /* "(?:" … ")" */
        b->fold = outer;
    }
}

typedef struct Repeat {
    int64_t least, most; /* most -1: no end */
    bool lazy;
} Repeat;

static void put_choice(Builder *b, uint32_t at, uint32_t enter, uint32_t leave, bool lazy)
{
    b->s->code.items[at].x = lazy ? leave : enter;
    b->s->code.items[at].y = lazy ? enter : leave;
}

/* atom{least,}: the last copy is entered again, so that nested repeats do not multiply. */
static void build_endless(Builder *b, Str atom, Repeat r)
{
    uint32_t again = here(b);
    for (int64_t i = 0; i < r.least && !b->full; i++) {
        again = here(b);
        build_atom(b, atom);
    }
    uint32_t split = put(b, OP_SPLIT, 0, 0);
    if (r.least == 0) {
        build_atom(b, atom);
        (void)put(b, OP_JUMP, split, 0);
        put_choice(b, split, split + 1, here(b), r.lazy);
    } else {
        put_choice(b, split, again, here(b), r.lazy);
    }
}

static void build_repeat(Builder *b, Str atom, Repeat r)
{
    if (r.most < 0) {
        build_endless(b, atom, r);
        return;
    }
    for (int64_t i = 0; i < r.least && !b->full; i++)
        build_atom(b, atom);
    VEC(uint32_t) splits = {NULL, 0, 0};
    for (int64_t i = r.least; i < r.most && !b->full; i++) {
        *vec_push(b->arena, &splits) = put(b, OP_SPLIT, 0, 0);
        build_atom(b, atom);
    }
    for (size_t i = 0; i < splits.len && !b->full; i++)
        put_choice(b, splits.items[i], splits.items[i] + 1, here(b), r.lazy);
}

/* "{2,5}?" behind an atom; {1,1} where there is none. */
static Repeat take_repeat(Str *rest)
{
    Repeat r = {1, 1, false};
    Str body = str_skip(*rest, 1), least, most;
    if (!str_starts(*rest, STR("{")))
        return r;
    size_t end = str_find_char(body, '}');
    if (str_cut(str_slice(body, 0, end), ',', &least, &most)) {
        (void)str_int(least, &r.least);
        if (!str_int(most, &r.most))
            r.most = -1;
    }
    *rest = str_skip(body, end + 1);
    r.lazy = str_starts(*rest, STR("?"));
    *rest = str_skip(*rest, r.lazy);
    return r;
}

static void build_sequence(Builder *b, Str rest)
{
    while (rest.len && !b->full) {
        bool on = str_starts(rest, STR("(?i)"));
        if (on || str_starts(rest, STR("(?-i)"))) {
            b->fold = on;
            rest = str_skip(rest, on ? 4 : 5);
            continue;
        }
        Str atom = str_slice(rest, 0, atom_len(rest));
        rest = str_skip(rest, atom.len);
        build_repeat(b, atom, take_repeat(&rest));
    }
}

/* Length up to the next '|' that stands outside of all groups. */
static size_t alternative_len(Str s)
{
    size_t at = 0;
    while (at < s.len && s.ptr[at] != '|')
        at += s.ptr[at] == '(' ? group_len(str_skip(s, at)) : 1;
    return at;
}

static void build(Builder *b, Str pattern)
{
    VEC(uint32_t) jumps = {NULL, 0, 0};
    for (;;) {
        Str first = str_slice(pattern, 0, alternative_len(pattern));
        if (first.len == pattern.len || b->full)
            break;
        uint32_t split = put(b, OP_SPLIT, 0, 0);
        build_sequence(b, first);
        *vec_push(b->arena, &jumps) = put(b, OP_JUMP, 0, 0);
        put_choice(b, split, split + 1, here(b), false);
        pattern = str_skip(pattern, first.len + 1);
    }
    build_sequence(b, pattern);
    for (size_t i = 0; i < jumps.len && !b->full; i++)
        b->s->code.items[jumps.items[i]].x = here(b);
}

States *states_new(Arena *a, Str pattern, StatesChars chars)
{
    States *s = arena_new(a, States);
    Builder b = {.arena = a, .s = s};
    s->chars = chars;
    build(&b, pattern);
    (void)put(&b, OP_MATCH, 0, 0);
    return b.full ? NULL : s;
}

/* ---- running ---- */

typedef struct Thread {
    uint32_t at;
    size_t start;
} Thread;

typedef struct Threads {
    Thread *items; /* the preferred first */
    size_t len;
} Threads;

typedef struct Run {
    const States *s;
    Str text;
    size_t *seen;    /* by instruction: the position after which it was added last, plus one */
    uint32_t *stack; /* of instructions yet to be added */
    Threads now, next;
} Run;

static bool is_word(Str text, size_t at)
{
    char c = at < text.len ? text.ptr[at] : ' ';
    return ascii_alnum(c) || c == '_';
}

static bool holds(Op op, Str text, size_t at)
{
    bool before = at > 0 && is_word(text, at - 1), edge = before != is_word(text, at);
    switch (op) {
    case OP_START: return at == 0;
    case OP_END: return at == text.len;
    case OP_LINE_START: return at == 0 || text.ptr[at - 1] == '\n';
    case OP_LINE_END: return at == text.len || text.ptr[at] == '\n';
    case OP_WORD_EDGE: return edge;
    case OP_NO_EDGE: return !edge;
    case OP_SET:
    case OP_SPLIT:
    case OP_JUMP:
    case OP_MATCH: break;
    }
    return false;
}

/* Adds the instructions that read or match, reached from `from` without reading. */
static void add(Run *r, Threads *threads, uint32_t from, size_t start, size_t at)
{
    size_t depth = 0;
    r->stack[depth++] = from;
    while (depth) {
        uint32_t pc = r->stack[--depth];
        const Inst *i = &r->s->code.items[pc];
        if (r->seen[pc] == at + 1)
            continue;
        r->seen[pc] = at + 1;
        if (i->op == OP_SET || i->op == OP_MATCH) {
            threads->items[threads->len++] = (Thread){pc, start};
        } else if (i->op == OP_SPLIT) {
            r->stack[depth++] = i->y;
            r->stack[depth++] = i->x;
        } else if (i->op == OP_JUMP) {
            r->stack[depth++] = i->x;
        } else if (holds(i->op, r->text, at)) {
            r->stack[depth++] = pc + 1;
        }
    }
}

static bool reads(const States *s, uint32_t set, Str one)
{
    const Set *v = &s->sets.items[set];
    unsigned char c = one.len ? (unsigned char)one.ptr[0] : 0;
    if (one.len == 1 && c < ASCII)
        return v->ascii[c / 64] >> c % 64 & 1;
    return one.len && s->chars.matches(s->chars.owner, v->prepared, one);
}

/* One character further; true when a thread has matched before it, those behind it then ended. */
static bool step(Run *r, size_t at, Str one, Str *match)
{
    r->next.len = 0;
    for (size_t i = 0; i < r->now.len; i++) {
        Thread t = r->now.items[i];
        const Inst *inst = &r->s->code.items[t.at];
        if (inst->op == OP_MATCH) {
            *match = str_slice(r->text, t.start, at);
            return true;
        }
        if (reads(r->s, inst->x, one))
            add(r, &r->next, t.at + 1, t.start, at + one.len);
    }
    return false;
}

static void run_init(Run *r, const States *s, Arena *scratch, Str text)
{
    size_t count = s->code.len;
    *r = (Run){.s = s, .text = text};
    r->seen = arena_array(scratch, size_t, count);
    r->stack = arena_array(scratch, uint32_t, 2 * count + 2);
    r->now.items = arena_array(scratch, Thread, count);
    r->next.items = arena_array(scratch, Thread, count);
}

bool states_find(const States *s, Arena *scratch, Str text, size_t from, Str *match)
{
    Run r;
    Str found;
    bool matched = false;
    run_init(&r, s, scratch, text);
    for (size_t at = from;; at++) {
        size_t len = 0;
        if (!matched)
            add(&r, &r.now, 0, at, at);
        if (at < text.len)
            (void)utf8_decode(str_skip(text, at), &len);
        if (step(&r, at, str_slice(text, at, at + len), &found)) {
            matched = true;
            if (!match)
                return true;
            *match = found;
        }
        Threads used = r.now;
        r.now = r.next;
        r.next = used;
        if (at >= text.len || (matched && r.now.len == 0))
            return matched;
        at += len - 1;
    }
}
