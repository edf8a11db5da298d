/* The expression engine as other layers see it: declare an environment, compile expressions
 * against it, evaluate programs on values.
 *
 * CelEnv and CelProgram are immutable once made and may be shared by threads. A CelEval is one
 * thread's working state and is reused; between evaluations its scratch arena is rewound by its
 * owner. Nothing here reads clocks, locales or files, but the system's time zone data. */
#ifndef CEL_CEL_H
#define CEL_CEL_H

#include "base/buf.h"
#include "cel/func.h"
#include "cel/host.h"
#include "cel/value.h"
#include "doc/diag.h"

typedef struct CelEnv CelEnv;
typedef struct CelProgram CelProgram;

typedef enum CelProfile {
    CEL_PROFILE_RULE, /* gpulint's rules: everything, documents of unknown shape, null reads as
                         absent */
    CEL_PROFILE_DRA,  /* device selectors (facts: DRA environment) */
    CEL_PROFILE_KUBERNETES, /* what the API server offers */
    CEL_PROFILE_FULL        /* everything, plain CEL semantics: the conformance data */
} CelProfile;

/* ---- environment ---- */
CelEnv *cel_env_new(Arena *a, CelProfile profile);
/* A child sees its parent's declarations and adds its own; the parent must outlive it. */
CelEnv *cel_env_extend(Arena *a, const CelEnv *parent);
/* Declares a variable ("pool", "dyn", "list(int)" …) and returns its slot: 0, 1, 2 … counted on
 * from the parent's. A dotted name ("a.b") is one variable. A name declared again shadows. */
uint32_t cel_env_var(CelEnv *env, Str name, const char *type);
uint32_t cel_env_slots(const CelEnv *env); /* how many a CelEval needs */
/* Host types: index i in `types` is CelValue.host_type. Once for a root environment. */
void cel_env_hosts(CelEnv *env, const CelHostType *const *types, size_t count);
/* Programs that are compiled from now on may be wrong in ways that only types and names show:
 * that is found when they run. What cel-spec calls "parse only". */
void cel_env_lenient(CelEnv *env);

/* ---- compile ---- */
typedef struct CelText {
    const Source *file; /* for messages; NULL: the expression stands alone */
    uint32_t offset;    /* of text in file */
    Str text;           /* the raw slice of the file: every token's span is a file span */
} CelText;

/* NULL after at least one message in `d`, each at its place inside the expression. */
CelProgram *cel_compile(Arena *a, const CelEnv *env, CelText text, Diags *d);
const char *cel_program_type(const CelProgram *p); /* deduced type: "bool", "list(dyn)" … */
Str cel_program_text(const CelProgram *p);
/* Which variables (slots) it reads; for scope analysis and lazy `let`. */
bool cel_program_reads(const CelProgram *p, uint32_t slot);
/* Which fields and methods of host types it reads, e.g. ("fleet", "pools"). */
bool cel_program_uses(const CelProgram *p, const char *host_type, const char *name);
/* The i-th of them; false at the end. */
bool cel_program_use(const CelProgram *p, size_t i, const CelHostType **type, Str *name);

/* A function, operator or macro that not every supported Kubernetes has in its CEL. */
typedef struct CelNewer {
    Str name;
    uint16_t since; /* minor version: 34 for 1.34 */
    Span at;        /* in the program's text */
} CelNewer;

/* What p uses that came after Kubernetes 1.`minor`. Each name once; NULL and 0 for nothing. */
const CelNewer *cel_program_newer(Arena *a, const CelProgram *p, int32_t minor, size_t *count);

/* A constant part that can only fail, 1/0 or quantity("1GB"): no error, && and || may yet make
 * nothing of it. */
typedef struct CelWarning {
    Span at; /* in the program's text */
    Str message;
} CelWarning;

const CelWarning *cel_program_warning(const CelProgram *p, size_t i); /* NULL at the end */

enum { CEL_PATH_STEPS = 4 };

/* A read of members by names that are written out, from a variable on: device.attributes["a.b"].c
 * is attributes, a.b, c. */
typedef struct CelPath {
    Str steps[CEL_PATH_STEPS];
    uint32_t count;
    bool asks;            /* has(), `in` or '?': that it may be absent is known */
    Span at;              /* of the last name, in the program's text */
    const CelValue *with; /* the constant that == or `in` compares it with; NULL */
} CelPath;

/* Those of the variable in `slot`, in written order, with what cel.bind named. */
const CelPath *cel_program_paths(Arena *a, const CelProgram *p, uint32_t slot, size_t *count);

/* The parts that && joins at the top: one that is false decides. One where nothing is joined. */
size_t cel_program_clauses(const CelProgram *p);
Span cel_program_clause(const CelProgram *p, size_t i); /* in the program's text */

/* ---- evaluate ---- */
typedef enum CelErrorCode {
    CEL_ERR_NO_OVERLOAD,
    CEL_ERR_NO_KEY,
    CEL_ERR_INDEX,
    CEL_ERR_OVERFLOW,
    CEL_ERR_DIVIDE,
    CEL_ERR_CONVERT,
    CEL_ERR_ARGUMENT, /* of a function: its own words */
    CEL_ERR_BUDGET    /* steps or memory; evaluates to unknown for rules */
} CelErrorCode;

struct CelError {
    CelErrorCode code;
    const CelProgram *program; /* in whose text: that of a `let` that failed, say */
    Span at;                   /* in the program's text: add CelText.offset for the file */
    Str message;               /* without a line end; made when the error is */
    const Node *in;            /* the document's value that lacks what was looked for, or NULL */
};

struct CelEval {
    Arena *scratch;          /* values of this evaluation; rewound by the owner */
    const CelValue *slots;   /* read through cel_slot; CEL_LAZY ones are resolved in place */
    CelValue *slots_mutable; /* the same array; NULL when nothing is lazy */
    uint64_t steps, step_limit;
    size_t memory_limit; /* of scratch, from where it stood at cel_eval */
    void *user;          /* the host's own context, for fields and methods */
    Span at;             /* expression being evaluated: where errors get their place */
    const Node *in;      /* the same for CelError.in; NULL again once an error has it */
    /* Patterns that are not literals, compiled once an evaluation, in scratch: cel_eval starts
     * with NULL. */
    struct PatternCache *patterns;
    /* What is evaluated is for people to read: a list is what is known of it, where a verdict must
     * reckon with more (index, size, slice, join, sum, min, max). Never set for a verdict. */
    bool told;
    /* The evaluator's own, zero between evaluations: */
    const CelProgram *program;
    CelValue *locals; /* variables of macros */
    size_t memory_start;
    uint32_t nested; /* levels of the programs around the one that runs */
    bool spent;      /* the budget is gone: loops end at once */
};

CelValue cel_eval(CelEval *ev, const CelProgram *p);
CelValue cel_eval_clause(CelEval *ev, const CelProgram *p, size_t i);
/* The place that the program's value names (`at`): a field path may have missing
 * last steps; a value read from a document is its node; a host object is its own place; a string
 * is no place. A list gives its first candidate that exists, else its first that can be placed.
 * node NULL when there is none (unknown, error, computed). */
NodePlace cel_eval_place(CelEval *ev, const CelProgram *p);
/* Which sub-expressions decided p's value, a line each, indented as they nest: text, value and,
 * where the value was read from a document, its place. Evaluates them again. */
void cel_why(Buf *out, CelEval *ev, const CelProgram *p);
/* A slot that is evaluated when first read: `let`. */
CelValue cel_lazy(const CelProgram *p);

/* ---- for functions and host rows ---- */
CelValue cel_error(CelEval *ev, CelErrorCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Counts n steps; false when the budget is gone: then return cel_budget(ev). */
bool cel_charge(CelEval *ev, uint64_t n);
CelValue cel_budget(CelEval *ev);

/* ---- on values ---- */
/* CEL's == with unknown as a value: TRI_UNKNOWN when a placeholder or an open list decides. */
Tri cel_equal(CelValue a, CelValue b);
/* What a person reads: strings bare, doubles shortest, quantities and durations as written. */
void cel_print(Buf *out, CelValue v);
/* A CEL literal: "x", [4, 9], duration("90s"); for `eval` and tests. */
void cel_print_literal(Buf *out, CelValue v);
const char *cel_type_name(CelValue v); /* "int", "map", "pool" has no name here: "host" */

#endif
