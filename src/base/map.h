/* Map: Str keys to pointers, in an arena, in order of insertion. Keys are borrowed and must
 * outlive the map. Lookup and insertion are O(1); nothing is ever removed. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/arena.h"

typedef struct MapEntry {
    Str key;
    void *value;
    uint64_t hash;
} MapEntry;

typedef struct Map {
    Arena *arena;
    MapEntry *entries; /* iterate these: entries[0..len) */
    uint32_t *slots;   /* index into entries plus one, 0 is free */
    size_t len, cap;   /* of entries; there are 2 * cap slots */
} Map;

void map_init(Map *m, Arena *a);
void *map_find(const Map *m, Str key); /* NULL when absent */
/* Where the value of key is, made with NULL in it when absent. Valid until the next call. */
void **map_at(Map *m, Str key);

#endif
