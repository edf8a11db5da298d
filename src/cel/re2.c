#include "cel/re2.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/utf8.h"

enum {
    REPEAT_MOST = 1000, /* RE2's own limit, for nested repeats multiplied */
    WEIGHT_MOST = 1 << 20
};

typedef struct Flags {
    bool fold, lines, dotall, lazy; /* i m s U */
} Flags;

typedef struct Translator {
    Re2Reader r;
    Buf out, text; /* text: of a plain pattern */
    Map groups;    /* names taken */
    Flags flags;
    int depth;
    bool plain, at_start, at_end;
} Translator;

/* What has just been written and may be repeated. */
typedef struct Atom {
    size_t from; /* in out */
    uint32_t weight;
    uint32_t repeats; /* the largest product of counted repeats inside */
    bool anchor;      /* PCRE2 repeats no assertion */
} Atom;

typedef struct Repeat {
    int least, most; /* most -1: no end */
    bool counted;
} Repeat;

static bool take_alternatives(Translator *t, Atom *whole);
static bool take_repeat(Translator *t, Repeat *repeat);

static char peek(const Translator *t)
{
    return t->r.at < t->r.text.len ? t->r.text.ptr[t->r.at] : '\0';
}

static bool take(Translator *t, const char *prefix)
{
    if (!re2_next(&t->r, prefix))
        return false;
    t->r.at += str_c(prefix).len;
    return true;
}

/* ---- groups ---- */

static bool is_word(char c)
{
    return ascii_alnum(c) || c == '_';
}

static bool take_name(Translator *t, size_t start)
{
    Str rest = str_skip(t->r.text, t->r.at);
    Str name = str_slice(rest, 0, str_find_char(rest, '>'));
    bool valid = name.len > 0 && name.len < rest.len;
    for (size_t i = 0; i < name.len && valid; i++)
        valid = is_word(name.ptr[i]);
    if (!valid)
        return re2_fail(&t->r, start, "invalid named capture");
    void **seen = map_at(&t->groups, name);
    if (*seen)
        return re2_fail(&t->r, start, "duplicate capture group name");
    *seen = t;
    t->r.at += name.len + 1;
    return true;
}

static bool *flag_of(Flags *flags, char letter)
{
    switch (letter) {
    case 'i': return &flags->fold;
    case 'm': return &flags->lines;
    case 's': return &flags->dotall;
    case 'U': return &flags->lazy;
    default: return NULL;
    }
}

/* "i-s)" or "i-s:"; *group tells which. */
static bool take_flags(Translator *t, size_t start, bool *group)
{
    bool value = true, any = false;
    for (; peek(t) != ')' && peek(t) != ':'; t->r.at++) {
        bool *flag = flag_of(&t->flags, peek(t));
        if (flag) {
            *flag = value;
            any = true;
        } else if (peek(t) == '-' && value) {
            value = any = false;
        } else {
            return re2_fail(&t->r, start,
                            "look-around and other Perl groups are not supported by RE2");
        }
    }
    *group = peek(t) == ':';
    if (!any && !(value && *group))
        return re2_fail(&t->r, start, "missing argument to the flag group");
    t->r.at++;
    return true;
}

static void put_fold(Translator *t)
{
    buf_add(&t->out, t->flags.fold ? STR("(?i)") : STR("(?-i)"));
}

/* From behind the '(' to behind its ')'. */
static bool take_body(Translator *t, size_t start, Flags outer, Atom *atom)
{
    buf_add(&t->out, STR("(?:"));
    if (t->flags.fold != outer.fold)
        put_fold(t);
    if (++t->depth > LIMIT_DEPTH)
        return re2_fail(&t->r, start, "expression nests too deeply");
    if (!take_alternatives(t, atom))
        return false;
    if (!take(t, ")"))
        return re2_fail(&t->r, start, "missing closing )");
    t->depth--;
    t->flags = outer;
    buf_char(&t->out, ')');
    return true;
}

/* *atom has no weight where only flags were set. */
static bool take_group(Translator *t, Atom *atom, bool *only_flags)
{
    size_t start = t->r.at++;
    Flags outer = t->flags;
    t->plain = *only_flags = false;
    if (take(t, "?P<") || take(t, "?<")) {
        if (!take_name(t, start))
            return false;
    } else if (take(t, "?")) {
        bool group = false;
        if (!take_flags(t, start, &group))
            return false;
        *only_flags = !group;
    }
    if (!*only_flags)
        return take_body(t, start, outer, atom);
    if (t->flags.fold != outer.fold)
        put_fold(t);
    return true;
}

/* ---- atoms ---- */

static void put_start(Translator *t, bool line)
{
    /* PCRE2's own (?m)^ does not match behind a final newline. */
    buf_add(&t->out, line ? STR("(?:\\A|(?<=\\n))") : STR("\\A"));
    t->plain &= !line && t->text.len == 0 && !t->at_start && t->out.len == 2;
    t->at_start = true;
}

static void put_end(Translator *t, bool line)
{
    buf_add(&t->out, line ? STR("(?m:$)") : STR("\\z"));
    t->plain &= !line && !t->at_end;
    t->at_end = true;
}

static void put_literal(Translator *t, uint32_t code)
{
    char bytes[4];
    re2_put_char(&t->out, code);
    t->plain &= !t->flags.fold && !t->at_end;
    if (t->plain)
        buf_add(&t->text, (Str){bytes, utf8_encode(code, bytes)});
}

/* \Q…\E: all but the last character, which a repeat may follow. */
static void take_quoted(Translator *t, Atom *atom)
{
    Str rest = str_skip(t->r.text, t->r.at);
    size_t end = str_find(rest, STR("\\E"));
    t->r.at += end + (end < rest.len ? 2 : 0);
    rest = str_slice(rest, 0, end);
    for (size_t len; rest.len; rest = str_skip(rest, len)) {
        atom->from = t->out.len;
        put_literal(t, utf8_decode(rest, &len));
    }
    atom->weight = (uint32_t)end;
}

/* Escapes that are no character: \A \z \b \B \Q and the sets. *is false when none is here. */
static bool take_special(Translator *t, Atom *atom, bool *is)
{
    *is = atom->anchor = true;
    if (take(t, "\\A")) {
        put_start(t, false);
    } else if (take(t, "\\z")) {
        put_end(t, false);
    } else if (re2_next(&t->r, "\\b") || re2_next(&t->r, "\\B")) {
        buf_add(&t->out, str_slice(t->r.text, t->r.at, t->r.at + 2));
        t->plain = false;
        t->r.at += 2;
    } else if (take(t, "\\Q")) {
        atom->anchor = false;
        take_quoted(t, atom);
    } else {
        atom->anchor = false;
        size_t from = t->out.len;
        buf_char(&t->out, '[');
        if (!re2_set(&t->r, is))
            return false;
        t->plain &= !*is;
        if (*is)
            buf_char(&t->out, ']');
        else
            t->out.len = from;
    }
    return true;
}

static bool take_atom(Translator *t, Atom *atom, bool *only_flags)
{
    bool is;
    uint32_t code;
    Repeat repeat;
    size_t start = t->r.at;
    *atom = (Atom){.from = t->out.len, .weight = 1, .repeats = 1};
    *only_flags = false;
    switch (peek(t)) {
    case '(': return take_group(t, atom, only_flags);
    case '[': t->plain = false; return re2_class(&t->r);
    case '.':
        buf_add(&t->out, t->flags.dotall ? STR("(?s:.)") : STR("."));
        t->plain = false;
        t->r.at++;
        return true;
    case '^':
    case '$':
        atom->anchor = true;
        (peek(t) == '^' ? put_start : put_end)(t, t->flags.lines);
        t->r.at++;
        return true;
    default: break;
    }
    if (take_repeat(t, &repeat))
        return re2_fail(&t->r, start, "missing argument to repetition operator");
    if (!take_special(t, atom, &is))
        return false;
    if (is)
        return true;
    if (!re2_char(&t->r, &code))
        return false;
    put_literal(t, code);
    return true;
}

/* ---- repeats ---- */

static bool take_count(Translator *t, int *count)
{
    size_t start = t->r.at;
    *count = 0;
    for (; ascii_digit(peek(t)); t->r.at++) {
        if (*count <= REPEAT_MOST)
            *count = *count * 10 + (peek(t) - '0');
    }
    return t->r.at > start && !(t->r.text.ptr[start] == '0' && t->r.at > start + 1);
}

/* {2} {2,} {2,5}; anything else is the character '{'. */
static bool take_braces(Translator *t, Repeat *repeat)
{
    size_t start = t->r.at;
    *repeat = (Repeat){.counted = true};
    if (take(t, "{") && take_count(t, &repeat->least)) {
        repeat->most = repeat->least;
        if (take(t, ",") && peek(t) != '}') {
            if (take_count(t, &repeat->most) && take(t, "}"))
                return true;
        } else if (take(t, "}")) {
            if (t->r.text.ptr[t->r.at - 2] == ',')
                repeat->most = -1;
            return true;
        }
    }
    t->r.at = start;
    return false;
}

static bool take_repeat(Translator *t, Repeat *repeat)
{
    if (take(t, "*"))
        *repeat = (Repeat){0, -1, false};
    else if (take(t, "+"))
        *repeat = (Repeat){1, -1, false};
    else if (take(t, "?"))
        *repeat = (Repeat){0, 1, false};
    else
        return take_braces(t, repeat);
    return true;
}

static bool check_repeat(Translator *t, Atom *atom, Repeat repeat, size_t start)
{
    int count = repeat.most < 0 ? repeat.least : repeat.most;
    if (count > REPEAT_MOST || (repeat.most >= 0 && repeat.most < repeat.least))
        return re2_fail(&t->r, start, "invalid repeat count");
    if (repeat.counted && count > 0)
        atom->repeats *= (uint32_t)count;
    if (atom->repeats > REPEAT_MOST)
        return re2_fail(&t->r, start, "invalid repeat count");
    uint64_t weight = (uint64_t)atom->weight * (uint64_t)(count > 1 ? count : 1);
    atom->weight = weight < WEIGHT_MOST ? (uint32_t)weight : WEIGHT_MOST;
    return true;
}

static void put_repeat(Translator *t, const Atom *atom, Repeat repeat, bool lazy)
{
    if (atom->anchor) {
        Str bare = arena_copy(t->out.arena, str_skip(buf_str(&t->out), atom->from));
        t->out.len = atom->from;
        buf_printf(&t->out, "(?:%.*s)", STR_ARG(bare));
    }
    if (repeat.most < 0)
        buf_printf(&t->out, "{%d,}", repeat.least);
    else
        buf_printf(&t->out, "{%d,%d}", repeat.least, repeat.most);
    if (lazy != t->flags.lazy)
        buf_char(&t->out, '?');
}

static bool take_repeats(Translator *t, Atom *atom, bool only_flags)
{
    size_t start = t->r.at;
    Repeat repeat, second;
    if (!take_repeat(t, &repeat))
        return true;
    if (only_flags)
        return re2_fail(&t->r, start, "missing argument to repetition operator");
    t->plain = false;
    bool lazy = take(t, "?");
    if (!check_repeat(t, atom, repeat, start))
        return false;
    put_repeat(t, atom, repeat, lazy);
    size_t again = t->r.at;
    return !take_repeat(t, &second) || re2_fail(&t->r, again, "invalid nested repetition operator");
}

/* ---- sequences ---- */

static void add_weight(Atom *whole, const Atom *part)
{
    uint64_t weight = (uint64_t)whole->weight + part->weight;
    whole->weight = weight < WEIGHT_MOST ? (uint32_t)weight : WEIGHT_MOST;
    whole->repeats = part->repeats > whole->repeats ? part->repeats : whole->repeats;
}

static bool take_alternatives(Translator *t, Atom *whole)
{
    size_t from = whole->from;
    *whole = (Atom){.from = from, .repeats = 1};
    while (t->r.at < t->r.text.len && peek(t) != ')') {
        Atom atom;
        bool only_flags;
        if (take(t, "|")) {
            buf_char(&t->out, '|');
            t->plain = false;
            continue;
        }
        if (!take_atom(t, &atom, &only_flags) || !take_repeats(t, &atom, only_flags))
            return false;
        add_weight(whole, &atom);
    }
    return true;
}

static void init(Translator *t, Arena *a, Str pattern)
{
    *t = (Translator){.plain = true};
    buf_init(&t->out, a, SIZE_MAX);
    buf_init(&t->text, a, SIZE_MAX);
    map_init(&t->groups, a);
    t->r = (Re2Reader){.text = pattern, .out = &t->out};
}

bool re2_translate(Arena *a, Str pattern, Re2 *out, size_t *offset, const char **why)
{
    Translator t;
    Atom whole = {.from = 0};
    size_t bad;
    init(&t, a, pattern);
    bool read = utf8_valid(pattern, &bad) || re2_fail(&t.r, bad, "invalid UTF-8");
    read = read && take_alternatives(&t, &whole);
    if (read && t.r.at < pattern.len)
        read = re2_fail(&t.r, t.r.at, "unexpected )");
    if (!read) {
        *offset = t.r.bad;
        *why = t.r.why;
        return false;
    }
    *out = (Re2){.pcre = buf_str(&t.out),
                 .weight = whole.weight ? whole.weight : 1,
                 .plain = t.plain,
                 .at_start = t.at_start,
                 .at_end = t.at_end,
                 .text = buf_str(&t.text)};
    return true;
}
