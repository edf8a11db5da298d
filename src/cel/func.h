/* Functions are rows: the checker picks overloads by type, the evaluator by kind, and the body
 * holds no type tests. A strict function never sees an error or an unknown argument. */
#ifndef CEL_FUNC_H
#define CEL_FUNC_H

#include "cel/value.h"

typedef struct CelEval CelEval; /* cel/cel.h */

/* Which library a row belongs to: one bit each, so that a profile is a mask. */
typedef enum CelLib {
    CEL_LIB_CORE = 1 << 0,
    CEL_LIB_STRINGS = 1 << 1,
    CEL_LIB_LISTS =
        1 << 2, /* Kubernetes' own: isSorted, sum, min, max, indexOf, lastIndexOf, includes */
    CEL_LIB_EXT_LISTS = 1 << 3,
    CEL_LIB_SETS = 1 << 4,
    CEL_LIB_REGEX = 1 << 5,
    CEL_LIB_URL = 1 << 6,
    CEL_LIB_NET = 1 << 7,
    CEL_LIB_QUANTITY = 1 << 8,
    CEL_LIB_SEMVER = 1 << 9,
    CEL_LIB_FORMAT = 1 << 10,
    CEL_LIB_OPTIONAL = 1 << 11,
    CEL_LIB_MATH = 1 << 12,
    CEL_LIB_ENCODERS = 1 << 13,
    CEL_LIB_BINDINGS = 1 << 14,
    CEL_LIB_TWO_VAR = 1 << 15,
    CEL_LIB_BACKQUOTE = 1 << 16,
    CEL_LIB_STRINGS_V2 = 1 << 17,   /* format() as Kubernetes has it; instead of … */
    CEL_LIB_STRINGS_FULL = 1 << 18, /* format() as the specification has it, and reverse() */
    CEL_LIB_HOST = 1 << 19,         /* what the embedding program adds */
    CEL_LIB_DRA = 1 << 20           /* what device selectors have otherwise than policies */
} CelLib;

typedef struct CelFunc {
    /* "string.charAt(int): string", "size(list(A)): int", "_+_(int, int): int". A receiver before
     * the dot makes it a member function. A, B are type parameters. Namespaced functions keep
     * their dot: "sets.contains(list(A), list(A)): bool" (no type is called sets). Where one is, a
     * dot before it says that a namespace is meant: ".ip.isCanonical(string): bool". */
    const char *signature;
    CelValue (*body)(CelEval *ev, const CelValue *args); /* receiver first */
    uint32_t lib;                                        /* CelLib */
    uint16_t since; /* first Kubernetes minor version that has it (28 for 1.28), 0: always */
} CelFunc;

/* Ends in a row without signature. */
typedef const CelFunc CelFuncTable[];

#endif
