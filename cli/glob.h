/* Glob patterns as .gitignore has them: "*" and "?" stay inside one name, "**" spans folders, "!"
 * takes back, a slash anchors, a slash at the end means folders only; the last that matches
 * decides. Time is bounded by pattern length times path length. All paths are absolute. */
#ifndef CLI_GLOB_H
#define CLI_GLOB_H

#include "base/tri.h"
#include "base/vec.h"

typedef struct Glob {
    Str base;    /* the folder that the pattern speaks of */
    Str pattern; /* relative to base, from its first name to its last */
    bool negated, folders;
} Glob;

typedef struct Globs {
    VEC(Glob) list;
} Globs;

/* One pattern; blank ones and comments add nothing. */
void globs_add(Arena *a, Globs *g, Str base, Str line);
void globs_read(Arena *a, Globs *g, Str base, Str text); /* every line of a .gitignore */
/* Yes: the pattern that decides says so; no: it takes back; unknown: none matches. */
Tri globs_match(const Globs *g, Str path, bool folder);
/* Whether path or a folder that it lies in is matched. */
bool globs_cover(const Globs *g, Str path);

/* One pattern without the marks, against a relative path. */
bool glob_match(Str pattern, Str path);

#endif
