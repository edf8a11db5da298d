#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"

typedef struct ArenaBlock {
    struct ArenaBlock *older;
    size_t size; /* of data */
    max_align_t data[];
} ArenaBlock;

typedef struct ArenaDefer {
    struct ArenaDefer *older;
    void (*fn)(void *);
    void *handle;
} ArenaDefer;

enum { BLOCK_FIRST = 4 << 10, BLOCK_LARGEST = 1 << 20 };

void arena_init(Arena *a, size_t ceiling)
{
    *a = (Arena){.ceiling = ceiling};
}

static void run_defers(Arena *a, const ArenaDefer *until)
{
    while (a->defers != until) {
        ArenaDefer *d = a->defers;
        a->defers = d->older;
        d->fn(d->handle);
    }
}

static void free_blocks(ArenaBlock *b)
{
    while (b) {
        ArenaBlock *older = b->older;
        free(b);
        b = older;
    }
}

void arena_free(Arena *a)
{
    run_defers(a, NULL);
    free_blocks(a->blocks);
    free_blocks(a->spare);
    *a = (Arena){.ceiling = a->ceiling};
}

bool arena_full(const Arena *a)
{
    return a->used > a->ceiling;
}

ArenaMark arena_mark(const Arena *a)
{
    return (ArenaMark){a->blocks, a->defers, a->next, a->used};
}

/* In strict builds each allocation has its own block, so a rewind frees them at once and a
 * sanitizer sees every use after it. */
static void give_back(Arena *a, ArenaBlock *b)
{
#ifdef ARENA_STRICT
    (void)a;
    free(b);
#else
    b->older = a->spare;
    a->spare = b;
#endif
}

void arena_rewind(Arena *a, ArenaMark mark)
{
    run_defers(a, mark.defer);
    while (a->blocks != mark.block) {
        ArenaBlock *b = a->blocks;
        a->blocks = b->older;
        give_back(a, b);
    }
    a->next = mark.next;
    a->end = mark.block ? (char *)mark.block->data + mark.block->size : NULL;
    a->used = mark.used;
}

static ArenaBlock *take_spare(Arena *a, size_t bytes)
{
    for (ArenaBlock **p = &a->spare; *p; p = &(*p)->older) {
        if ((*p)->size >= bytes) {
            ArenaBlock *b = *p;
            *p = b->older;
            return b;
        }
    }
    return NULL;
}

static size_t block_size(const Arena *a, size_t bytes)
{
#ifdef ARENA_STRICT
    (void)a;
    return bytes;
#else
    size_t want = a->used / 4; /* a quarter of what is there: few blocks, little waste */
    want = want < BLOCK_FIRST ? BLOCK_FIRST : want;
    want = want > BLOCK_LARGEST ? BLOCK_LARGEST : want;
    return bytes > want ? bytes : want;
#endif
}

static void add_block(Arena *a, size_t bytes)
{
    ArenaBlock *b = take_spare(a, bytes);
    if (!b) {
        size_t size = block_size(a, bytes);
        b = malloc(sizeof *b + size);
        if (!b)
            panic("out of memory for %zu bytes", size);
        b->size = size;
    }
    b->older = a->blocks;
    a->blocks = b;
    a->next = (char *)b->data;
    a->end = a->next + b->size;
}

static bool fits(const Arena *a, size_t bytes)
{
#ifdef ARENA_STRICT
    (void)a, (void)bytes;
    return false;
#else
    return a->next && bytes <= (size_t)(a->end - a->next);
#endif
}

void *arena_zalloc(Arena *a, size_t count, size_t size, size_t align)
{
    if (size && count > (SIZE_MAX / 2 - align) / size)
        panic("arena: %zu x %zu overflows", count, size);
    size_t bytes = count * size, pad = (size_t)(-(uintptr_t)a->next & (align - 1));
    if (!fits(a, bytes + pad)) {
        add_block(a, bytes ? bytes : 1);
        pad = 0; /* blocks start aligned for anything */
    }
    char *p = a->next + pad;
    a->next = p + bytes;
    a->used += pad + bytes;
    return memset(p, 0, bytes);
}

bool arena_extend(Arena *a, const void *tail, size_t more)
{
    if (a->next != tail || !fits(a, more))
        return false;
    memset(a->next, 0, more);
    a->next += more;
    a->used += more;
    return true;
}

Str arena_copy(Arena *a, Str text)
{
    char *p = arena_array(a, char, text.len + 1);
    if (text.len)
        memcpy(p, text.ptr, text.len);
    return (Str){p, text.len};
}

Str arena_printf(Arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    if (len < 0)
        panic("arena_printf: bad format '%s'", format);
    char *p = arena_array(a, char, (size_t)len + 1);
    (void)vsnprintf(p, (size_t)len + 1, format, again);
    va_end(again);
    va_end(args);
    return (Str){p, (size_t)len};
}

void arena_defer(Arena *a, void (*fn)(void *), void *handle)
{
    ArenaDefer *d = arena_new(a, ArenaDefer);
    *d = (ArenaDefer){a->defers, fn, handle};
    a->defers = d;
}
