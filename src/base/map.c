#include "base/map.h"

#include <string.h>

void map_init(Map *m, Arena *a)
{
    *m = (Map){.arena = a};
}

/* The slot that holds key, or the free one where it would go. */
static size_t probe(const Map *m, Str key, uint64_t hash)
{
    size_t mask = 2 * m->cap - 1, at = hash & mask;
    while (m->slots[at]) {
        const MapEntry *e = &m->entries[m->slots[at] - 1];
        if (e->hash == hash && str_eq(e->key, key))
            return at;
        at = (at + 1) & mask;
    }
    return at;
}

void *map_find(const Map *m, Str key)
{
    if (m->len == 0)
        return NULL;
    uint32_t slot = m->slots[probe(m, key, str_hash(key))];
    return slot ? m->entries[slot - 1].value : NULL;
}

static void grow(Map *m)
{
    size_t cap = m->cap ? 2 * m->cap : 8;
    MapEntry *entries = arena_array(m->arena, MapEntry, cap);
    if (m->len)
        memcpy(entries, m->entries, m->len * sizeof *entries);
    *m = (Map){m->arena, entries, arena_array(m->arena, uint32_t, 2 * cap), m->len, cap};
    for (size_t i = 0; i < m->len; i++)
        m->slots[probe(m, entries[i].key, entries[i].hash)] = (uint32_t)i + 1;
}

void **map_at(Map *m, Str key)
{
    if (m->len == m->cap)
        grow(m);
    uint64_t hash = str_hash(key);
    size_t at = probe(m, key, hash);
    if (!m->slots[at]) {
        m->entries[m->len] = (MapEntry){key, NULL, hash};
        m->slots[at] = (uint32_t)++m->len;
    }
    return &m->entries[m->slots[at] - 1].value;
}
