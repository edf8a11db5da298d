/* Arena: one lifetime's memory, and the closes that belong to it. Allocation never fails: when
 * malloc itself does, the process panics. A ceiling is asked about, not enforced: who consumes
 * input checks arena_full where it counts nodes or steps, and ends in a message (limits.h).
 * Not thread-safe: one arena, one thread. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdalign.h>

#include "base/str.h"

typedef struct Arena {
    struct ArenaBlock *blocks; /* newest first */
    struct ArenaBlock *spare;  /* given back by arena_rewind, used before malloc */
    struct ArenaDefer *defers; /* newest first */
    char *next, *end;
    size_t used, ceiling;
} Arena;

/* A point to return to. Everything allocated after it ends with arena_rewind. */
typedef struct ArenaMark {
    struct ArenaBlock *block;
    struct ArenaDefer *defer;
    char *next;
    size_t used;
} ArenaMark;

void arena_init(Arena *a, size_t ceiling); /* bytes; SIZE_MAX for none */
void arena_free(Arena *a);                 /* runs the defers, newest first */
bool arena_full(const Arena *a);
ArenaMark arena_mark(const Arena *a);
void arena_rewind(Arena *a, ArenaMark mark); /* keeps the blocks: no malloc in the next round */

/* Zeroed memory for count items; aborts on overflow or exhaustion, never NULL. */
void *arena_zalloc(Arena *a, size_t count, size_t size, size_t align);
/* Room for `more` bytes behind the newest allocation that ends at `tail`; false if it cannot. */
bool arena_extend(Arena *a, const void *tail, size_t more);
#define arena_new(a, T)          ((T *)arena_zalloc((a), 1, sizeof(T), alignof(T)))
#define arena_array(a, T, count) ((T *)arena_zalloc((a), (count), sizeof(T), alignof(T)))
Str arena_copy(Arena *a, Str text); /* NUL-terminated for the edge to libc */
Str arena_printf(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* fn(handle) when the arena is freed or rewound past here: yaml_parser_delete and the like. */
void arena_defer(Arena *a, void (*fn)(void *), void *handle);

#endif
