#include "rule/delta.h"

#include "base/ascii.h"
#include "base/buf.h"
#include "base/map.h"

/* Those that no finding of the other side has answered yet, in order. */
typedef struct Waiting {
    VEC(size_t) list;
    size_t next;
} Waiting;

typedef struct Matcher {
    Arena *arena;
    const Findings *before, *after;
    bool *old_met, *new_met;
} Matcher;

typedef Str KeyFn(Arena *a, const Finding *f);

static Str exact_key(Arena *a, const Finding *f)
{
    return arena_printf(a, "%016llx", (unsigned long long)f->fingerprint);
}

/* The path without its indices: where an item was put before it, the finding has moved. */
static Str loose_key(Arena *a, const Finding *f)
{
    Buf key;
    buf_init(&key, a, SIZE_MAX);
    const Object *o = f->place.object;
    buf_printf(&key, "%.*s\n%.*s\n%.*s\n%.*s\n%.*s\n", STR_ARG(f->rule_id), STR_ARG(o->group),
               STR_ARG(o->kind), STR_ARG(o->ns), STR_ARG(o->name));
    bool index = false;
    for (size_t i = 0; i < f->place.path.len; i++) {
        char c = f->place.path.ptr[i];
        bool digit = ascii_digit(c);
        if (!(index && digit))
            buf_char(&key, c);
        index = c == '[' || (index && digit);
    }
    return buf_str(&key);
}

static void wait(Matcher *m, Map *waiting, KeyFn *key)
{
    for (size_t i = 0; i < m->before->list.len; i++) {
        if (m->old_met[i])
            continue;
        void **slot = map_at(waiting, key(m->arena, &m->before->list.items[i]));
        if (!*slot)
            *slot = arena_new(m->arena, Waiting);
        Waiting *w = *slot;
        *vec_push(m->arena, &w->list) = i;
    }
}

static void match(Matcher *m, KeyFn *key)
{
    Map waiting;
    map_init(&waiting, m->arena);
    wait(m, &waiting, key);
    for (size_t i = 0; i < m->after->list.len; i++) {
        const Finding *f = &m->after->list.items[i];
        Waiting *w = m->new_met[i] ? NULL : map_find(&waiting, key(m->arena, f));
        if (!w || w->next == w->list.len)
            continue;
        size_t old = w->list.items[w->next++];
        if (f->severity <= m->before->list.items[old].severity)
            m->old_met[old] = m->new_met[i] = true;
    }
}

static void collect(Arena *a, const Findings *from, const bool *met, Findings *out)
{
    for (size_t i = 0; i < from->list.len; i++) {
        if (!met[i])
            *vec_push(a, &out->list) = from->list.items[i];
    }
}

void delta_of(Arena *a, const Findings *before, const Findings *after, Delta *out)
{
    Matcher m = {a, before, after, arena_array(a, bool, before->list.len),
                 arena_array(a, bool, after->list.len)};
    match(&m, exact_key);
    match(&m, loose_key);
    *out = (Delta){0};
    collect(a, after, m.new_met, &out->added);
    collect(a, before, m.old_met, &out->removed);
}
