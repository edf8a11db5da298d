/* Growth of any struct that has `items`, `len` and `cap`: *vec_push(arena, &v) = (Item){…};
 * The items live in the arena; what was pushed before may move. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"

#define VEC(T)           \
    struct {             \
        T *items;        \
        size_t len, cap; \
    }

#define vec_push(a, v)                                                                   \
    ((v)->len == (v)->cap                                                                \
         ? (void)((v)->items = vec_grow((a), (v)->items, &(v)->cap, sizeof *(v)->items)) \
         : (void)0,                                                                      \
     &(v)->items[(v)->len++])

typedef VEC(Str) Strs;

void *vec_grow(Arena *a, void *items, size_t *cap, size_t size);

#endif
