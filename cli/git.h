/* A revision's files, read through the git command; nothing of the repository is changed. */
#ifndef CLI_GIT_H
#define CLI_GIT_H

#include "base/arena.h"
#include "base/vec.h"

typedef struct GitFile {
    Str path; /* from the repository's root */
    Str id;
    Str text; /* once git_read was asked for it */
} GitFile;

typedef struct GitTree {
    Str root; /* of the repository, absolute */
    VEC(GitFile) files;
} GitTree;

/* Lists the regular files of a revision. False with *why in words. */
bool git_list(Arena *a, Str root, Str revision, GitTree *out, Str *why);
typedef VEC(GitFile *) GitFiles;
bool git_read(Arena *a, const GitTree *tree, const GitFiles *files, Str *why);

#endif
