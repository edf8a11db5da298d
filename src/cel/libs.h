/* The function libraries, and what they share with the evaluator.
 *
 * Rows name operators as cel-go does: "_+_" "_-_" "_*_" "_/_" "_%_" "-_" "!_" "_<_" "_<=_" "_>_"
 * "_>=_" "@in". Not here, because they are not strict or need the expression: "_==_" "_!=_"
 * "_&&_" "_||_" "_?_:_" "_[_]" and the macros.
 * Types in signatures: bool int uint double string bytes null_type type duration timestamp dyn
 * list(T) map(K, V) optional(T) and quantity semver net.IP net.CIDR url format. A name before the
 * dot that is no receiver but a namespace has a dot of its own where it could be taken for a type:
 * ".optional.of(A): optional(A)". Rows of one name and one run-time kind share a body where only
 * the deduced type differs, so the first match is right.
 * A body may return an unknown (an open list decides). Elements of a list argument may be
 * unknown; a body passes them on (model: "an unknown element stays in the list").
 * Every row but those of CEL_LIB_HOST is pure: a call with constant arguments may be folded at
 * build time with a CelEval whose scratch is the program's arena; an error then stays a call. */
#ifndef CEL_LIBS_H
#define CEL_LIBS_H

#include "cel/cel.h"

extern const CelFunc CEL_FUNCS_ARITH[];
extern const CelFunc CEL_FUNCS_CORE[];
extern const CelFunc CEL_FUNCS_CONVERT[];
extern const CelFunc CEL_FUNCS_TIME[];
extern const CelFunc CEL_FUNCS_STRING[];
extern const CelFunc CEL_FUNCS_FORMAT[];
extern const CelFunc CEL_FUNCS_LIST[];
extern const CelFunc CEL_FUNCS_EXTLIST[];
extern const CelFunc CEL_FUNCS_SET[];
extern const CelFunc CEL_FUNCS_REGEX[];
extern const CelFunc CEL_FUNCS_URL[];
extern const CelFunc CEL_FUNCS_NET[];
extern const CelFunc CEL_FUNCS_QUANTITY[];
extern const CelFunc CEL_FUNCS_SEMVER[];
extern const CelFunc CEL_FUNCS_NAMED[];
extern const CelFunc CEL_FUNCS_OPTIONAL[];
extern const CelFunc CEL_FUNCS_MATH[];
extern const CelFunc CEL_FUNCS_ENCODE[];
/* All of the above, in this order; ends in NULL. A profile picks rows by `lib` and `since`. */
extern const CelFunc *const CEL_FUNC_TABLES[];

/* ---- order ---- */
typedef enum CelOrder {
    CEL_LESS = -1,
    CEL_SAME = 0,
    CEL_MORE = 1,
    CEL_UNORDERED, /* NaN takes part: every comparison is false */
    CEL_NO_ORDER   /* "no such overload": these kinds have no order between them */
} CelOrder;

/* Numbers on one line, exactly; bool, string, bytes, timestamp, duration, quantity among
 * themselves. Neither may be an error or unknown. */
CelOrder cel_compare(CelValue a, CelValue b);

typedef enum CelRelation { CEL_LT, CEL_LE, CEL_GT, CEL_GE, CEL_EQ, CEL_NE } CelRelation;

/* size() of an open list is an unknown with CEL_AT_LEAST. Where one side is that and the other an
 * int, the bound may decide; TRI_UNKNOWN where it does not, or where no side has a bound. The
 * evaluator asks before it passes an unknown operand of a comparison on. */
Tri cel_relate(CelRelation op, CelValue a, CelValue b);

/* cel_equal, counting its steps; with the budget gone it is unknown and ev->spent. */
Tri cel_equal_in(CelEval *ev, CelValue a, CelValue b);

/* ---- lists and maps ---- */
/* needle in list or map: unknown where an unknown element or an open container decides. ev may be
 * NULL: then no steps are counted. */
Tri cel_contains(CelEval *ev, CelValue needle, CelValue container);
/* Value of a key, numbers matched across kinds. False when the key is not among the known ones:
 * in an open map (cel_is_open) it may still be there. */
bool cel_map_known(CelValue map, CelValue key, CelValue *out);
/* As m[k] reads it: a CEL_DEFAULT map has a value for every key. */
bool cel_map_find(CelValue map, CelValue key, CelValue *out);
CelValue cel_map_key(CelValue map, uint32_t i); /* i below cel_len_of */
CelValue cel_map_value(CelValue map, uint32_t i);

/* ---- text ---- */
void cel_quote(Buf *out, Str text);           /* "a\"b": escaped, in double quotes */
void cel_write_seconds(Buf *out, int64_t ns); /* a duration as string() gives it: 5400.5s */

/* ---- regular expressions (only RE2's language) ---- */
/* True for the rows whose argument 1 is a pattern (matches, find, findAll). */
bool cel_takes_pattern(const CelFunc *row);
/* Compiles a literal pattern at build time; what it yields stands for the literal as that
 * argument. On failure false, with the offset in the pattern and RE2's reason in words. */
bool cel_pattern(Arena *a, Str pattern, CelValue *out, size_t *offset, const char **why);

/* ---- format() ---- */
bool cel_takes_format(const CelFunc *row);
/* Checks a literal format against the items of a literal list: kinds[i] has a bit for every
 * CelKind that item i may be. False with the reason. */
bool cel_check_format(const CelFunc *row, Str text, const uint32_t *kinds, size_t count,
                      const char **why);

#endif
