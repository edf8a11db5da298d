/* File paths as text: where a path lies, and how a person at the current folder writes it. Links
 * are not looked at. */
#ifndef BASE_ABSPATH_H
#define BASE_ABSPATH_H

#include "base/arena.h"

/* "/repo/a/b.yaml" for "./a/../a/b.yaml" in /repo. */
Str path_absolute(Arena *a, Str path);
/* The folder of an absolute path: "/repo" for "/repo/a", "/" for "/repo", "" for "/". */
Str path_parent(Str path);
/* An absolute path as seen from the current folder: "a/b.yaml", "../c.yaml", "." */
Str path_relative(Arena *a, Str path);

#endif
