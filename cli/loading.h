/* Loading: what is read, as what cluster, and how to speak about it: the options that `check` and
 * `simulate` share, and the way from them to a loaded run. */
#ifndef CLI_LOADING_H
#define CLI_LOADING_H

#include "cli/setup.h"

/* First in a command's options. */
typedef struct LoadOptions {
    SetupOptions setup;
    Strs exclude, context;
    Str stdin_filename, color;
    bool quiet, verbose, allow_empty;
} LoadOptions;

/* clang-format off */
#define LOAD_OPTIONS \
    {"exclude",        '\0', OPT_MANY,   offsetof(LoadOptions, exclude),        "GLOB",              "leave these files out, in the language of .gitignore; repeatable"}, \
    {"context",        '\0', OPT_MANY,   offsetof(LoadOptions, context),        "PATH",              "load these files too, but report nothing in them; repeatable"}, \
    SETUP_OPTIONS, \
    {"stdin-filename", '\0', OPT_TEXT,   offsetof(LoadOptions, stdin_filename), "NAME",              "what to call the standard input"}, \
    {"color",          '\0', OPT_TEXT,   offsetof(LoadOptions, color),          "auto|always|never", "colour what is for people (auto: on a terminal, without NO_COLOR)"}, \
    {"allow-empty",    '\0', OPT_SWITCH, offsetof(LoadOptions, allow_empty),    NULL,                "an input without any Kubernetes object is fine"}, \
    {"quiet",          '\0', OPT_SWITCH, offsetof(LoadOptions, quiet),          NULL,                "what was asked for and errors only"}, \
    {"verbose",        'v',  OPT_SWITCH, offsetof(LoadOptions, verbose),        NULL,                "also say what was skipped and what could not be decided"}
/* clang-format on */

typedef struct Loaded {
    Setup setup;
    Run run;
} Loaded;

/* One side of a comparison: the paths on disk, or as a revision of their repository has them. */
typedef struct LoadSide {
    const Strs *paths;  /* none: the current folder */
    const Strs *starts; /* from where a configuration is searched: both sides have the same */
    Str revision;       /* "": on disk */
} LoadSide;

bool load_side(Arena *a, const LoadOptions *o, const LoadSide *side, Loaded *out, int *code);
/* Reads the paths (none: the current folder) into a closed fleet. False when there is nothing left
 * to do: what is wrong has been told and *code is the exit code. */
bool load_run(Arena *a, const LoadOptions *o, const Strs *paths, Loaded *out, int *code);
/* Is colour wanted on the standard output? */
bool load_color(const LoadOptions *o);
/* What stops a run from being complete: something unread, or nothing to judge. */
bool load_incomplete(const LoadOptions *o, const Run *run);

#endif
