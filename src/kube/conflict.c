#include "kube/conflict.h"

enum {
    SEARCHED = 32, /* three of 32 sets: 4,960 choices */
    DEPTH = 3
};

typedef struct Search {
    const Facts *facts;
    const TypeSet *sets;
    size_t count;
    size_t chosen[DEPTH];
} Search;

static bool leaves_none(const Search *s, const size_t *at, size_t count)
{
    for (size_t w = 0; w < facts_type_words(s->facts); w++) {
        uint64_t word = ~UINT64_C(0);
        for (size_t i = 0; i < count; i++)
            word &= s->sets[at[i]].words[w];
        if (word)
            return false;
    }
    return true;
}

static bool find_choice(Search *s, size_t size, size_t depth, size_t from)
{
    if (depth == size)
        return leaves_none(s, s->chosen, size);
    for (size_t i = from; i < s->count; i++) {
        s->chosen[depth] = i;
        if (find_choice(s, size, depth + 1, i + 1))
            return true;
    }
    return false;
}

/* Larger choices are not searched for the smallest: what can be left out, from the end, is. */
static size_t shrink(const Search *s, size_t *kept)
{
    size_t count = s->count;
    for (size_t i = count; i-- > 0;) {
        size_t dropped = kept[i];
        for (size_t k = i; k + 1 < count; k++)
            kept[k] = kept[k + 1];
        if (leaves_none(s, kept, count - 1)) {
            count--;
            continue;
        }
        for (size_t k = count - 1; k > i; k--)
            kept[k] = kept[k - 1];
        kept[i] = dropped;
    }
    return count;
}

size_t types_conflict(Arena *a, const Facts *f, const TypeSet *sets, size_t count, size_t **out)
{
    Search s = {.facts = f, .sets = sets, .count = count};
    size_t *kept = arena_array(a, size_t, count + DEPTH);
    for (size_t i = 0; i < count; i++)
        kept[i] = i;
    *out = kept;
    if (!count || !leaves_none(&s, kept, count))
        return 0;
    for (size_t size = 1; size <= DEPTH && count <= SEARCHED; size++) {
        if (!find_choice(&s, size, 0, 0))
            continue;
        for (size_t i = 0; i < size; i++)
            kept[i] = s.chosen[i];
        return size;
    }
    return shrink(&s, kept);
}
