#include "report/linehash.h"

#include <inttypes.h>

#include "base/map.h"
#include "base/utf8.h"

enum { WINDOW = 100, FACTOR = 37, END_OF_FILE = 65535 };

typedef struct Units {
    uint16_t *items; /* of the text, its end, and a window of zeros */
    size_t len;
    size_t *starts; /* of each line */
} Units;

static void unit_add(Units *u, uint32_t code)
{
    if (code == ' ' || code == '\t')
        return;
    if (code < 0x10000) {
        u->items[u->len++] = (uint16_t)code;
        return;
    }
    u->items[u->len++] = (uint16_t)(0xD800 + ((code - 0x10000) >> 10));
    u->items[u->len++] = (uint16_t)(0xDC00 + ((code - 0x10000) & 0x3FF));
}

static Units units_of(Arena *a, const Source *s)
{
    Units u = {.items = arena_array(a, uint16_t, s->text.len + WINDOW + 1),
               .starts = arena_array(a, size_t, s->lines)};
    for (uint32_t line = 0; line < s->lines; line++) {
        u.starts[line] = u.len;
        Str text = source_line(s, line + 1);
        while (text.len) {
            size_t len;
            unit_add(&u, utf8_decode(text, &len));
            text = str_skip(text, len);
        }
        u.items[u.len++] = line + 1 < s->lines ? '\n' : END_OF_FILE;
    }
    u.len += WINDOW;
    return u;
}

static Str hash_text(Arena *a, Map *counts, uint64_t hash)
{
    Str hex = arena_printf(a, "%" PRIx64, hash);
    void **slot = map_at(counts, hex);
    if (!*slot)
        *slot = arena_new(a, uint32_t);
    uint32_t *count = *slot;
    return arena_printf(a, "%.*s:%" PRIu32, STR_ARG(hex), ++*count);
}

const Str *linehashes_of(Arena *a, const Source *s)
{
    Units u = units_of(a, s);
    Str *hashes = arena_array(a, Str, s->lines);
    Map counts;
    map_init(&counts, a);
    uint64_t hash = 0, leaving = 1; /* FACTOR to the power of WINDOW */
    for (size_t i = 0; i < WINDOW; i++) {
        hash = hash * FACTOR + u.items[i];
        leaving *= FACTOR;
    }
    for (size_t i = 0, line = 0; line < s->lines; i++) {
        if (u.starts[line] == i)
            hashes[line++] = hash_text(a, &counts, hash);
        uint16_t next = i + WINDOW < u.len ? u.items[i + WINDOW] : 0;
        hash = hash * FACTOR + next - leaving * u.items[i];
    }
    return hashes;
}
