#include "cel/scan.h"

/* In bytes: what may stand first, in the middle and last. */
enum { FIRST = 1, MIDDLE = 2, LAST = 4, EVERYWHERE = FIRST | MIDDLE | LAST };

struct Scan {
    uint8_t bytes[256];
    bool empty, alone; /* whether no byte, and one that is first, is a match */
};

static bool take(Str *rest, Str what)
{
    if (!str_starts(*rest, what))
        return false;
    *rest = str_skip(*rest, what.len);
    return true;
}

static bool is_plain(char c)
{
    return c > ' ' && c < 0x7f && c != '[' && c != ']' && c != '\\' && c != '^';
}

/* "[-a-z0-9]": ASCII, not negated, nothing escaped. */
static bool take_class(Str *rest, uint8_t bytes[256], uint8_t role)
{
    size_t end = str_find_char(*rest, ']');
    if (end >= rest->len || !take(rest, STR("[")) || end < 2)
        return false;
    Str set = str_slice(*rest, 0, end - 1);
    for (size_t i = 0; i < set.len; i++) {
        bool range = i + 2 < set.len && set.ptr[i + 1] == '-';
        char from = set.ptr[i], to = range ? set.ptr[i + 2] : from;
        if (!is_plain(from) || !is_plain(to))
            return false;
        for (unsigned c = (unsigned char)from; c <= (unsigned char)to; c++)
            bytes[c] |= role;
        i += range ? 2 : 0;
    }
    *rest = str_skip(*rest, end);
    return true;
}

/* What may follow the first class, up to the '$'. */
static bool take_tail(Str *rest, Scan *s, Str first)
{
    Str again = first;
    if (take(rest, STR("+")) || take(rest, STR("*"))) {
        s->alone = true;
        s->empty = rest->ptr[-1] == '*';
        return take_class(&again, s->bytes, EVERYWHERE);
    }
    if (take(rest, STR("(")) || take(rest, STR("(?:"))) {
        s->alone = true;
        return take_class(rest, s->bytes, MIDDLE) && take(rest, STR("*")) &&
               take_class(rest, s->bytes, LAST) && take(rest, STR(")?"));
    }
    Str second = *rest;
    s->alone = take_class(rest, s->bytes, MIDDLE) && take(rest, STR("*"));
    if (s->alone && str_eq(*rest, STR("$"))) /* the second class is the last too */
        return take_class(&second, s->bytes, LAST);
    s->alone = false;
    return take_class(rest, s->bytes, LAST);
}

const Scan *scan_of(Arena *a, Str pattern)
{
    Scan s = {.empty = false};
    Str rest = pattern;
    if (!take(&rest, STR("^")))
        return NULL;
    Str first = rest;
    if (!take_class(&rest, s.bytes, FIRST) || !take_tail(&rest, &s, first) ||
        !str_eq(rest, STR("$")))
        return NULL;
    Scan *kept = arena_new(a, Scan);
    *kept = s;
    return kept;
}

bool scan_test(const Scan *s, Str text)
{
    if (text.len < 2)
        return text.len ? s->alone && (s->bytes[(uint8_t)text.ptr[0]] & FIRST) : s->empty;
    size_t last = text.len - 1;
    uint8_t all = MIDDLE;
    for (size_t i = 1; i < last; i++)
        all &= s->bytes[(uint8_t)text.ptr[i]];
    return all && (s->bytes[(uint8_t)text.ptr[0]] & FIRST) &&
           (s->bytes[(uint8_t)text.ptr[last]] & LAST);
}
