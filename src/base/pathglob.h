/* Path globs as .gitignore has them: "*" and "?" stay inside one name, "**" spans folders, "!"
 * takes back, a slash anchors, a slash at the end means folders only; the last that matches
 * decides. Time is bounded by pattern length times path length. All paths are absolute. */
#ifndef BASE_PATHGLOB_H
#define BASE_PATHGLOB_H

#include "base/tri.h"
#include "base/vec.h"

typedef struct PathGlob {
    Str base;    /* the folder that the pattern speaks of */
    Str pattern; /* relative to base, from its first name to its last */
    bool negated, folders;
} PathGlob;

typedef struct PathGlobs {
    VEC(PathGlob) list;
} PathGlobs;

/* One pattern; blank ones and comments add nothing. */
void pathglobs_add(Arena *a, PathGlobs *g, Str base, Str line);
void pathglobs_read(Arena *a, PathGlobs *g, Str base, Str text); /* every line of a .gitignore */
/* Yes: the pattern that decides says so; no: it takes back; unknown: none matches. */
Tri pathglobs_match(const PathGlobs *g, Str path, bool folder);
/* Whether path or a folder that it lies in is matched. */
bool pathglobs_cover(const PathGlobs *g, Str path);

/* One pattern without the marks, against a relative path. */
bool pathglob_match(Str pattern, Str path);

#endif
