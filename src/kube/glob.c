#include "kube/glob.h"

#include "base/ascii.h"

static bool same_letter(char a, char b)
{
    return str_eq_nocase((Str){&a, 1}, (Str){&b, 1});
}

bool glob_match(Str pattern, Str text)
{
    size_t p = 0, t = 0, star = SIZE_MAX, mark = 0;
    while (t < text.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.len && same_letter(pattern.ptr[p], text.ptr[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

static bool in_word(WordKind kind, char c)
{
    if (kind == WORDS_OF_NAME)
        return ascii_letter(c);
    return (unsigned char)c > ' ' && !str_contains(STR("\"'`;|&()=<>,[]{}\\"), (Str){&c, 1});
}

static Str take(Words *w)
{
    size_t from = 0;
    while (from < w->rest.len && !in_word(w->kind, w->rest.ptr[from]))
        from++;
    size_t to = from;
    while (to < w->rest.len && in_word(w->kind, w->rest.ptr[to]))
        to++;
    Str word = str_slice(w->rest, from, to);
    w->rest = str_skip(w->rest, to);
    size_t slash = str_rfind_char(word, '/');
    return w->kind == WORDS_OF_COMMAND && slash + 1 < word.len ? str_skip(word, slash + 1) : word;
}

Words words_of(Str text, WordKind kind)
{
    Words w = {.rest = text, .kind = kind};
    w.next = take(&w);
    return w;
}

bool words_advance(Words *w)
{
    w->word = w->next;
    w->next = take(w);
    return w->word.len > 0;
}

bool words_match(const Words *w, Str pattern)
{
    Str first = pattern, second = STR("");
    (void)str_cut(pattern, ' ', &first, &second);
    return glob_match(first, w->word) && (!second.len || glob_match(second, w->next));
}
