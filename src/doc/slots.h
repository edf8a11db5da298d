/* The hash index of a map with many members: a table of member numbers plus one, 0 is free, that
 * lies behind the members themselves. Only the tree builder writes it, only node_get reads it. */
#ifndef DOC_SLOTS_H
#define DOC_SLOTS_H

#include "doc/node.h"

/* How many slots a map of len members has: a power of two, at most half full; 0 for a small map. */
static inline size_t slots_count(size_t len)
{
    size_t count = 64;
    if (len < SLOTS_FROM)
        return 0;
    while (count < 2 * len)
        count *= 2;
    return count;
}

static inline const uint32_t *slots_of(const Member *members, size_t len)
{
    return (const uint32_t *)(const void *)(members + len);
}

/* The slot of the key name among those of `members`, or the free one where it would go. */
static inline size_t slots_probe(const uint32_t *slots, size_t count, const Member *members,
                                 uint64_t hash, Str name)
{
    size_t at = hash & (count - 1);
    while (slots[at]) {
        const Key *there = members[slots[at] - 1].key;
        if (there->hash == hash && str_eq(there->name, name))
            return at;
        at = (at + 1) & (count - 1);
    }
    return at;
}

/* Fills the index of members in place; their keys differ. */
static inline void slots_fill(Member *members, size_t len)
{
    uint32_t *slots = (uint32_t *)(void *)(members + len);
    size_t count = slots_count(len);
    for (size_t i = 0; count && i < len; i++)
        slots[slots_probe(slots, count, members, members[i].key->hash, members[i].key->name)] =
            (uint32_t)i + 1;
}

#endif
