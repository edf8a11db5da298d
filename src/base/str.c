#include "base/str.h"

#include "base/ascii.h"

#include <string.h>

Str str_c(const char *text)
{
    return text ? (Str){text, strlen(text)} : STR("");
}

bool str_eq_nocase(Str a, Str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        if (ascii_lower(a.ptr[i]) != ascii_lower(b.ptr[i]))
            return false;
    }
    return true;
}

int str_cmp(Str a, Str b)
{
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common ? memcmp(a.ptr, b.ptr, common) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool str_starts(Str s, Str prefix)
{
    return s.len >= prefix.len && str_eq((Str){s.ptr, prefix.len}, prefix);
}

bool str_ends(Str s, Str suffix)
{
    return s.len >= suffix.len && str_eq(str_skip(s, s.len - suffix.len), suffix);
}

bool str_contains(Str s, Str part)
{
    return part.len == 0 || str_find(s, part) < s.len;
}

size_t str_find(Str s, Str part)
{
    if (part.len == 0 || part.len > s.len)
        return part.len ? s.len : 0;
    const char *from = s.ptr, *end = s.ptr + s.len;
    while (part.len <= (size_t)(end - from)) {
        const char *hit = memchr(from, part.ptr[0], (size_t)(end - from) - part.len + 1);
        if (!hit)
            break;
        if (memcmp(hit, part.ptr, part.len) == 0)
            return (size_t)(hit - s.ptr);
        from = hit + 1;
    }
    return s.len;
}

size_t str_find_char(Str s, char c)
{
    const char *hit = s.len ? memchr(s.ptr, c, s.len) : NULL;
    return hit ? (size_t)(hit - s.ptr) : s.len;
}

size_t str_rfind_char(Str s, char c)
{
    for (size_t i = s.len; i > 0; i--) {
        if (s.ptr[i - 1] == c)
            return i - 1;
    }
    return s.len;
}

Str str_behind(Str s, char c)
{
    size_t at = str_rfind_char(s, c);
    return at < s.len ? str_skip(s, at + 1) : s;
}

Str str_slice(Str s, size_t from, size_t to)
{
    to = to < s.len ? to : s.len;
    from = from < to ? from : to;
    return (Str){from ? s.ptr + from : s.ptr, to - from}; /* an empty view may be NULL */
}

Str str_skip(Str s, size_t count)
{
    return str_slice(s, count, s.len);
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Str str_trim(Str s)
{
    while (s.len && is_space(s.ptr[0]))
        s = str_skip(s, 1);
    while (s.len && is_space(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

bool str_cut(Str s, char sep, Str *head, Str *tail)
{
    size_t at = str_find_char(s, sep);
    if (at == s.len)
        return false;
    *head = (Str){s.ptr, at};
    *tail = str_skip(s, at + 1);
    return true;
}

bool str_next(Str *rest, char sep, Str *item)
{
    if (!rest->ptr)
        return false;
    Str tail = {NULL, 0};
    if (!str_cut(*rest, sep, item, &tail)) {
        if (rest->len == 0)
            return false;
        *item = *rest;
    } else if (tail.len == 0) {
        tail = (Str){NULL, 0};
    }
    *rest = tail;
    return true;
}

bool str_int(Str s, int64_t *out)
{
    bool negative = s.len && s.ptr[0] == '-';
    Str digits = str_skip(s, negative);
    int64_t value = 0; /* kept negative: the range is larger on that side */
    for (size_t i = 0; i < digits.len; i++) {
        if (!ascii_digit(digits.ptr[i]) || value < INT64_MIN / 10)
            return false;
        int64_t digit = digits.ptr[i] - '0';
        value *= 10;
        if (value < INT64_MIN + digit)
            return false;
        value -= digit;
    }
    if (digits.len == 0 || (!negative && value == INT64_MIN))
        return false;
    *out = negative ? value : -value;
    return true;
}

static const char HASH_ANCHOR = 0; /* its address differs from run to run: the seed */

uint64_t str_hash(Str s)
{
    uint64_t h = (uint64_t)(uintptr_t)&HASH_ANCHOR ^ s.len * 0x9E3779B97F4A7C15U;
    size_t i = 0;
    for (; i + 8 <= s.len; i += 8) {
        uint64_t word;
        memcpy(&word, s.ptr + i, 8);
        h = (h ^ word) * 0xD6E8FEB86659FD93U;
        h ^= h >> 32;
    }
    uint64_t tail = 0;
    if (s.len > i)
        memcpy(&tail, s.ptr + i, s.len - i);
    h = (h ^ tail) * 0xD6E8FEB86659FD93U;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93U;
    return h ^ h >> 32;
}

enum { DISTANCE_LONGEST = 64 }; /* longer words are never a slip of the finger */

size_t str_distance(Str a, Str b, size_t most)
{
    size_t gap = a.len > b.len ? a.len - b.len : b.len - a.len;
    if (gap > most || a.len > DISTANCE_LONGEST || b.len > DISTANCE_LONGEST)
        return most + 1;
    size_t rows[3][DISTANCE_LONGEST + 1];
    size_t *older = rows[0], *old = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b.len; j++)
        old[j] = j;
    memcpy(older, old, sizeof rows[0]);
    for (size_t i = 1; i <= a.len; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            bool same = ascii_lower(a.ptr[i - 1]) == ascii_lower(b.ptr[j - 1]);
            size_t best = old[j - 1] + !same;
            best = old[j] + 1 < best ? old[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && ascii_lower(a.ptr[i - 1]) == ascii_lower(b.ptr[j - 2]) &&
                ascii_lower(a.ptr[i - 2]) == ascii_lower(b.ptr[j - 1]) && older[j - 2] + 1 < best)
                best = older[j - 2] + 1;
            now[j] = best;
        }
        size_t *free_row = older;
        older = old;
        old = now;
        now = free_row;
    }
    return old[b.len] > most ? most + 1 : old[b.len];
}
