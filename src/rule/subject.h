/* Subjects: what a rule is `on:`, and the variables that its expressions see. The tables that tie
 * the fleet model (kube) to the expression engine (cel) live in rule/host_*.c, one file for a
 * family of host types; this header is all that the engine knows of them. */
#ifndef RULE_SUBJECT_H
#define RULE_SUBJECT_H

#include "cel/cel.h"
#include "kube/fleet.h"

typedef struct Subject {
    const char *name; /* in `on:`: "nodepool" */
    const char *var; /* the variable it binds: "pool"; NULL for `object`, which binds only object */
    const char *type; /* host type's name: "pool" */
    size_t (*count)(const Fleet *f);
    const void *(*at)(const Fleet *f, size_t i); /* the host object */
    const Object *(*object)(const void *self);   /* the manifest it lies in: variable `object` */
} Subject;

extern const Subject SUBJECTS[];       /* ends in a row without name */
const Subject *subject_find(Str name); /* NULL when there is none */

/* The context behind CelEval.user while rules are judged. */
typedef struct RuleContext {
    Fleet *fleet;
    const Object *object; /* that is judged; NULL: none */
    int64_t now;          /* seconds since the epoch; 0: not known */
    bool open_lists;      /* judge as if every fleet and input list were open */
    struct Dra *dra;      /* of this fleet */
} RuleContext;

/* Host types, variables `object`, `input`, `fleet`, `platform`, `params` is added by the loader. */
CelEnv *subject_env(Arena *a, const Subject *s); /* s NULL: without a subject's variable */
/* Fills the slots that subject_env declared; `self` from Subject.at (NULL with a NULL subject). */
void subject_bind(const Subject *s, const void *self, const Object *object, Fleet *f,
                  CelValue *slots);

#endif
