/* Inside of CelEnv, for the checker and the evaluator: what names mean. */
#ifndef CEL_ENV_H
#define CEL_ENV_H

#include "base/map.h"
#include "cel/cel.h"
#include "cel/overload.h"

typedef struct EnvVar {
    Str name; /* perhaps dotted */
    const CelType *type;
    uint32_t slot;
} EnvVar;

/* All rows of one function name, in the order they were added. */
typedef struct FuncName {
    Str name;
    VEC(const Overload *) rows;
} FuncName;

/* A field or a method of a host type; exactly one of the two is set. */
typedef struct HostMember {
    uint16_t host; /* whose it is */
    const CelField *field;
    const CelMethod *method;
    const CelType *type;  /* of the field */
    const Overload *call; /* of the method */
} HostMember;

typedef struct HostInfo {
    const CelHostType *type;
    Map members; /* name -> HostMember */
} HostInfo;

struct CelEnv {
    Arena *arena;
    const CelEnv *parent;
    CelProfile profile;
    uint32_t libs; /* CelLib bits that are on */
    bool lenient;
    uint32_t first_slot; /* slots that the parent has */
    VEC(EnvVar) vars;
    bool dotted; /* some variable, here or in a parent, has a dotted name */
    /* Of the root only: */
    Map funcs; /* name -> FuncName */
    HostInfo *hosts;
    size_t host_count;
    Map host_names; /* name -> CelType */
    TypeNames names;
};

const CelEnv *env_root(const CelEnv *env);
/* The newest variable of that name, or NULL. */
const EnvVar *env_var(const CelEnv *env, Str name);
const FuncName *env_func(const CelEnv *env, Str name); /* NULL when there is none */
/* A member of a host type, NULL when it has none of that name. */
const HostMember *env_member(const CelEnv *env, size_t host, Str name);
/* The method of that name of any host type: whether a dyn receiver may have it. */
const HostMember *env_any_member(const CelEnv *env, Str name);

/* The nearest name to one that does not exist; "" when nothing is near. */
Str env_suggest_var(const CelEnv *env, Str name);
Str env_suggest_func(const CelEnv *env, Str name);
Str env_suggest_member(const CelEnv *env, size_t host, Str name);
/* A running search for the nearest name: keeps *best when `candidate` is no nearer. */
void suggest(Str name, Str candidate, Str *best, size_t *distance);

#endif
