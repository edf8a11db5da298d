/* Command line options as tables: parsing, usage and help come from the same rows. A value whose
 * name in the help lists choices ("auto|always|never") is held to them. */
#ifndef REPORT_OPT_H
#define REPORT_OPT_H

#include "base/buf.h"
#include "base/vec.h"

typedef enum OptKind {
    OPT_SWITCH, /* bool; takes no value */
    OPT_TEXT,   /* Str; the last one wins */
    OPT_LIST,   /* Strs; a comma or a second option adds one */
    OPT_MANY    /* Strs; a second option adds one */
} OptKind;

typedef struct Opt {
    const char *name; /* without dashes */
    char letter;      /* '\0' when there is no short form */
    OptKind kind;
    size_t at;         /* offset in the command's struct */
    const char *value; /* what the help calls it; NULL for a switch */
    const char *help;
} Opt;

typedef struct OptSpec {
    const char *command;   /* "check" */
    const char *arguments; /* "[PATH...]"; "" for none */
    const char *summary;
    const Opt *options; /* ends in a row without name; NULL for none */
    size_t most;        /* arguments */
    const char *notes;  /* behind the options in the help, or NULL */
} OptSpec;

typedef enum OptResult { OPT_OK, OPT_HELP, OPT_WRONG } OptResult;

typedef struct OptRest {
    Strs words; /* what is no option */
    Str wrong;  /* with OPT_WRONG: what, and what may have been meant */
} OptRest;

/* Reads argv (ends in NULL) into the command's struct; --help anywhere is OPT_HELP. */
OptResult opt_parse(Arena *a, const OptSpec *spec, char *const *argv, void *into, OptRest *rest);
void opt_help(Buf *out, const OptSpec *spec);

#endif
