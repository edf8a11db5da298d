#include "base/vec.h"

#include <string.h>

void *vec_grow(Arena *a, void *items, size_t *cap, size_t size)
{
    size_t old = *cap, grown = old ? old * 2 : 8;
    *cap = grown;
    if (old && arena_extend(a, (char *)items + old * size, (grown - old) * size))
        return items;
    void *moved = arena_zalloc(a, grown, size, alignof(max_align_t));
    if (old)
        memcpy(moved, items, old * size);
    return moved;
}
