/* Karpenter's requirement algebra and taint matching once more, slowly: the reference of the
 * differential test, written from the published algorithm (karpenter pkg/scheduling:
 * requirement.go, requirements.go, taints.go), never from the engine. Values come from a
 * universe of at most 64 texts, so that a set of values is a mask and the set operations are
 * the ones of the algorithm, letter by letter. */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REF_KEYS = 8 };

typedef struct RefUniverse {
    const char *const *texts;
    size_t count;
} RefUniverse;

typedef enum RefOp {
    REF_IN,
    REF_NOT_IN,
    REF_EXISTS,
    REF_DOES_NOT_EXIST,
    REF_GT,
    REF_LT,
    REF_GTE,
    REF_LTE
} RefOp;

typedef struct RefReq {
    bool complement;
    uint64_t values;
    bool has_gte, has_lte;
    long long gte, lte;
} RefReq;

/* Requirements by key; a key that is not used has no requirement. */
typedef struct RefSet {
    bool used[REF_KEYS];
    RefReq req[REF_KEYS];
} RefSet;

/* Go's strconv.Atoi: an optional sign and digits, nothing else, in 64 bits. */
static inline bool ref_int(const char *text, long long *out)
{
    const char *p = text + (*text == '+' || *text == '-');
    if (!*p || strspn(p, "0123456789") != strlen(p))
        return false;
    errno = 0;
    *out = strtoll(text, NULL, 10);
    return errno == 0;
}

static inline bool ref_within(const RefReq *bounds, const char *text)
{
    long long n;
    if (!bounds->has_gte && !bounds->has_lte)
        return true;
    return ref_int(text, &n) && !(bounds->has_gte && n < bounds->gte) &&
           !(bounds->has_lte && n > bounds->lte);
}

static inline RefReq ref_req(RefOp op, uint64_t values, long long bound)
{
    switch (op) {
    case REF_IN: return (RefReq){.values = values};
    case REF_NOT_IN: return (RefReq){.complement = true, .values = values};
    case REF_EXISTS: return (RefReq){.complement = true};
    case REF_DOES_NOT_EXIST: return (RefReq){0};
    case REF_GT:
        if (bound == LLONG_MAX)
            return (RefReq){0};
        return (RefReq){.complement = true, .has_gte = true, .gte = bound + 1};
    case REF_LT: return (RefReq){.complement = true, .has_lte = true, .lte = bound - 1};
    case REF_GTE: return (RefReq){.complement = true, .has_gte = true, .gte = bound};
    case REF_LTE: return (RefReq){.complement = true, .has_lte = true, .lte = bound};
    }
    abort();
}

static inline RefOp ref_op(const RefReq *r)
{
    if (r->complement)
        return r->values ? REF_NOT_IN : REF_EXISTS;
    return r->values ? REF_IN : REF_DOES_NOT_EXIST;
}

/* The bounds of both; false when nothing lies between them. */
static inline bool ref_bounds(const RefReq *a, const RefReq *b, RefReq *out)
{
    *out = (RefReq){.has_gte = a->has_gte || b->has_gte, .has_lte = a->has_lte || b->has_lte};
    out->gte = !a->has_gte ? b->gte : !b->has_gte ? a->gte : a->gte > b->gte ? a->gte : b->gte;
    out->lte = !a->has_lte ? b->lte : !b->has_lte ? a->lte : a->lte < b->lte ? a->lte : b->lte;
    return !(out->has_gte && out->has_lte && out->gte > out->lte);
}

static inline uint64_t ref_common(const RefReq *a, const RefReq *b)
{
    if (a->complement)
        return b->complement ? a->values | b->values : b->values & ~a->values;
    return b->complement ? a->values & ~b->values : a->values & b->values;
}

static inline RefReq ref_intersection(const RefUniverse *u, const RefReq *a, const RefReq *b)
{
    RefReq r;
    if (!ref_bounds(a, b, &r))
        return (RefReq){0};
    r.complement = a->complement && b->complement;
    r.values = ref_common(a, b);
    for (size_t i = 0; i < u->count; i++)
        if (!ref_within(&r, u->texts[i]))
            r.values &= ~(1ull << i);
    if (!r.complement)
        r.has_gte = r.has_lte = false;
    return r;
}

static inline bool ref_has_intersection(const RefUniverse *u, const RefReq *a, const RefReq *b)
{
    RefReq bounds;
    if (!ref_bounds(a, b, &bounds))
        return false;
    if (a->complement && b->complement)
        return true;
    uint64_t common = ref_common(a, b);
    for (size_t i = 0; i < u->count; i++)
        if (common >> i & 1 && ref_within(&bounds, u->texts[i]))
            return true;
    return false;
}

/* Is the value one that the requirement allows (Karpenter's Has)? */
static inline bool ref_allows(const RefUniverse *u, const RefReq *r, size_t value)
{
    bool listed = r->values >> value & 1;
    return listed != r->complement && ref_within(r, u->texts[value]);
}

static inline void ref_add(const RefUniverse *u, RefSet *s, size_t key, RefReq r)
{
    s->req[key] = s->used[key] ? ref_intersection(u, &s->req[key], &r) : r;
    s->used[key] = true;
}

static inline bool ref_excludes(const RefReq *r)
{
    return ref_op(r) == REF_NOT_IN || ref_op(r) == REF_DOES_NOT_EXIST;
}

static inline bool ref_meets(const RefUniverse *u, const RefReq *a, const RefReq *b)
{
    return ref_has_intersection(u, a, b) || (ref_excludes(a) && ref_excludes(b));
}

static inline bool ref_intersects(const RefUniverse *u, const RefSet *a, const RefSet *b)
{
    for (size_t k = 0; k < REF_KEYS; k++)
        if (a->used[k] && b->used[k] && !ref_meets(u, &a->req[k], &b->req[k]))
            return false;
    return true;
}

/* May a pod with requirements `pod` land on a new node of a pool with requirements `pool`?
 * `well_known` holds the keys that a pool need not define. */
static inline bool ref_compatible(const RefUniverse *u, const RefSet *pool, const RefSet *pod,
                                  uint32_t well_known)
{
    for (size_t k = 0; k < REF_KEYS; k++)
        if (pod->used[k] && !(well_known >> k & 1) && !pool->used[k] && !ref_excludes(&pod->req[k]))
            return false;
    return ref_intersects(u, pool, pod);
}

typedef struct RefTaint {
    const char *key, *value, *effect;
} RefTaint;

typedef struct RefToleration {
    const char *key, *op, *value, *effect; /* "" when not written */
} RefToleration;

static inline bool ref_tolerates(const RefToleration *t, const RefTaint *taint)
{
    if (*t->effect && strcmp(t->effect, taint->effect) != 0)
        return false;
    if (*t->key && strcmp(t->key, taint->key) != 0)
        return false;
    if (strcmp(t->op, "Exists") == 0)
        return true;
    if (!*t->op || strcmp(t->op, "Equal") == 0)
        return strcmp(t->value, taint->value) == 0;
    long long want, have;
    if (!ref_int(t->value, &want) || !ref_int(taint->value, &have))
        return false;
    if (strcmp(t->op, "Gt") == 0)
        return have > want;
    return strcmp(t->op, "Lt") == 0 && have < want;
}

#endif
