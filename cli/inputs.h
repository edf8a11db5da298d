/* Inputs: which files a command reads, and their bytes. A folder gives its *.yaml, *.yml and
 * *.json, sorted, without what .gitignore or `exclude` leaves out; links in it are not followed. A
 * file that is named is read whatever its name. Nothing is read twice. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "base/map.h"
#include "base/pathglob.h"
#include "cli/git.h"
#include "rule/run.h"

typedef struct InputFile {
    Str shown, absolute;
    bool context;
    const GitFile *git; /* where the text is; NULL: in the file itself */
} InputFile;

typedef struct Inputs {
    Arena *arena;
    PathGlobs exclude, include; /* include: when not empty, files of folders must match it */
    PathGlobs *sets;            /* of the configuration: a file belongs to the first that has it */
    size_t set_count;
    PathGlobs ignore; /* of the .gitignore files from the root to where the walk is */
    VEC(InputFile) files;
    Map charts; /* of values files: absolute path -> Str */
    Map seen;   /* by absolute path */
    VEC(RunUnread) unread;
    VEC(RunSkipped) skipped;
} Inputs;

void inputs_init(Inputs *in, Arena *a);
/* A file, a folder, "-", or "" for the current folder, shown without it. Add what is to be judged
 * before what is only context. */
void inputs_add(Inputs *in, Str path, bool context);
/* The file, if it is read at all, has values of a chart. */
void inputs_chart(Inputs *in, Str path, const Str *chart);
/* The same from the files of a revision; what is not there adds nothing. */
bool inputs_add_tree(Inputs *in, GitTree *tree, const Strs *paths, bool context, Str *why);
/* Reads all of them; a file that cannot be read goes to `unread`. */
const RunInput *inputs_read(Inputs *in, Str stdin_name, size_t *count);

#endif
