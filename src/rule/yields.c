/* Silence of a rule where another one spoke. Everything is looked up by rule, object and path, so
 * that a thousand findings on one object cost no more than a thousand on many. */
#include "base/map.h"
#include "rule/finding.h"
#include "rule/ruleset.h"

typedef struct Spoken {
    Severity at;    /* the gravest at this very path */
    Severity below; /* the gravest inside it */
} Spoken;

static Str spoken_key(Arena *a, Str rule, const Object *o, Str path)
{
    return arena_printf(a, "%.*s %p %.*s", STR_ARG(rule), (const void *)o, STR_ARG(path));
}

/* The next longer prefix of a path that ends before a step; path.len is the path itself. */
static size_t next_prefix(Str path, size_t from)
{
    for (size_t i = from + 1; i < path.len; i++) {
        if (path.ptr[i] == '.' || path.ptr[i] == '[')
            return i;
    }
    return path.len;
}

static Spoken *spoken_at(Arena *a, Map *map, Str key)
{
    void **slot = map_at(map, key);
    if (!*slot)
        *slot = arena_new(a, Spoken);
    return *slot;
}

static void note_spoken(Arena *a, Map *map, const Finding *f)
{
    Str path = f->place.path;
    for (size_t end = next_prefix(path, 0);; end = next_prefix(path, end)) {
        Str part = str_slice(path, 0, end);
        Spoken *s = spoken_at(a, map, spoken_key(a, f->rule_id, f->place.object, part));
        Severity *gravest = end == path.len ? &s->at : &s->below;
        if (f->severity > *gravest)
            *gravest = f->severity;
        if (end == path.len)
            return;
    }
}

static bool spoke_there(Arena *a, const Map *map, Str rule, const Finding *f)
{
    Str path = f->place.path;
    for (size_t end = next_prefix(path, 0);; end = next_prefix(path, end)) {
        Str part = str_slice(path, 0, end);
        const Spoken *s = map_find(map, spoken_key(a, rule, f->place.object, part));
        if (s && (s->at >= f->severity || (end == path.len && s->below >= f->severity)))
            return true;
        if (end == path.len)
            return false;
    }
}

static bool is_silent(Arena *a, const Map *map, const Finding *f)
{
    RuleStrs yields = f->rule->spec->yields;
    for (size_t i = 0; i < yields.len; i++) {
        if (spoke_there(a, map, yields.items[i], f))
            return true;
    }
    return false;
}

void findings_yield(Arena *a, Findings *f)
{
    bool any = false;
    for (size_t i = 0; i < f->list.len; i++)
        any |= f->list.items[i].rule && f->list.items[i].rule->spec->yields.len;
    if (!any)
        return;
    Map map;
    map_init(&map, a);
    for (size_t i = 0; i < f->list.len; i++)
        note_spoken(a, &map, &f->list.items[i]);
    size_t kept = 0;
    for (size_t i = 0; i < f->list.len; i++) {
        if (!f->list.items[i].rule || !is_silent(a, &map, &f->list.items[i]))
            f->list.items[kept++] = f->list.items[i];
    }
    f->list.len = kept;
}
