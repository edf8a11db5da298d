/* Static types: terms, their texts, and what fits where. The rules are cel-go's: dyn fits
 * everything, type parameters take the most general of what they meet, null fits what can be
 * absent. Terms are immutable; those without parameters are constants. */
#ifndef CEL_TYPE_H
#define CEL_TYPE_H

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "cel/host.h"
#include "cel/value.h"

typedef enum TypeKind {
    TYPE_DYN,
    TYPE_ERROR, /* of what a message has been about: fits everything, so one fault speaks once */
    TYPE_NULL,
    TYPE_BOOL,
    TYPE_INT,
    TYPE_UINT,
    TYPE_DOUBLE,
    TYPE_STRING,
    TYPE_BYTES,
    TYPE_DURATION,
    TYPE_TIMESTAMP,
    TYPE_QUANTITY,
    TYPE_OPAQUE,   /* index: CelOpaque */
    TYPE_HOST,     /* index: CelValue.host_type */
    TYPE_PLACE,    /* "source": a place in a document */
    TYPE_LIST,     /* of params[0] */
    TYPE_MAP,      /* of params[0] to params[1] */
    TYPE_OPTIONAL, /* of params[0] */
    TYPE_TYPE,     /* the type whose values are params[0] */
    TYPE_WRAPPER,  /* params[0] or null */
    TYPE_PARAM     /* index: which variable; in signatures the letter, from 0 */
} TypeKind;

typedef struct CelType {
    uint8_t kind;
    uint16_t index;
    const char *name;
    const struct CelType *params[2];
} CelType;

/* Of a kind without index or params. */
const CelType *type_basic(TypeKind kind);
const CelType *type_of1(Arena *a, TypeKind kind, const CelType *param);
const CelType *type_map(Arena *a, const CelType *key, const CelType *value);
void type_write(Buf *out, const CelType *t);
bool type_same(const CelType *a, const CelType *b);

/* The names that a type text may use beside the language's own. */
typedef struct TypeNames {
    Arena *arena;
    const Map *hosts; /* name -> CelType of a host type; NULL for none */
} TypeNames;

/* Notes a host type's name. */
void type_add_host(Map *hosts, Str name, uint16_t index);

/* Takes a type from the front of *text ("list(map(string, A))"); NULL and *text unchanged when
 * there is none. A capital letter alone is a type parameter. */
const CelType *type_take(const TypeNames *names, Str *text);

/* A name that expressions may use as a value of type `type`: "int", "net.IP". */
bool type_value(Str name, const CelType **type, CelValue *out);

/* Type variables of one expression, and what they stand for so far. */
typedef struct TypeVars {
    Arena *arena;
    VEC(const CelType *) bound; /* NULL: nothing yet */
    VEC(uint16_t) trail;        /* variables in the order they were bound, to undo */
    VEC(const CelType *) older; /* what each of them stood for before */
} TypeVars;

const CelType *type_fresh(TypeVars *v);
/* t with its letters replaced by variables counted from `first` (type_fresh made them). */
const CelType *type_instance(TypeVars *v, const CelType *t, uint16_t first);
/* Whether a value of `from` may stand where `to` is wanted; binds variables when it may. */
bool type_fits(TypeVars *v, const CelType *from, const CelType *to);
/* Takes back what was bound since the trail was that long. */
void type_undo(TypeVars *v, size_t trail);
/* t with what its variables stand for; free ones stay, or become dyn. */
const CelType *type_resolve(TypeVars *v, const CelType *t, bool free_is_dyn);
/* The type of either; NULL when there is none but dyn. */
const CelType *type_join(TypeVars *v, const CelType *a, const CelType *b);

#endif
