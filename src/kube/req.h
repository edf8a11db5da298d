/* Requirement algebra: Karpenter's pkg/scheduling/requirement.go and requirements.go, exact.
 * A Req is the set of values that one label key may take; a ReqSet has at most one for a key.
 * Values a document leaves open (placeholders) make a Req unknown: every question answers
 * TRI_UNKNOWN unless the rest decides. */
#ifndef KUBE_REQ_H
#define KUBE_REQ_H

#include "base/buf.h"
#include "base/vec.h"
#include "doc/node.h"

typedef enum ReqOp {
    REQ_IN,
    REQ_NOT_IN,
    REQ_EXISTS,
    REQ_DOES_NOT_EXIST,
    REQ_GT,
    REQ_LT,
    REQ_GTE,
    REQ_LTE,
    REQ_BAD /* no operator of any version */
} ReqOp;

/* One requirement as written: a requirements[] entry, a label, a nodeSelector member, an
 * affinity expression. Never merged; what messages point at. */
typedef struct ReqSource {
    Str key;         /* canonical: beta.kubernetes.io/arch reads as kubernetes.io/arch */
    Str written_key; /* as written */
    ReqOp op;
    Str operator_text;
    VEC(Str) values;
    bool unknown;            /* key, operator or a value is a placeholder */
    bool key_unknown;        /* the key is: which label it restricts cannot be told */
    int64_t min_values;      /* 0: none; -1 unknown */
    const Node *node;        /* the entry (a map), or the label's value */
    const Node *values_node; /* NULL when there is none */
} ReqSource;

/* Unknown: `values` of a complement are excluded and perhaps more are; otherwise they are allowed
 * and perhaps more are. */
typedef struct Req {
    Str key;
    bool complement; /* true: every value but `values` */
    bool unknown;
    bool may_be_none; /* unknown, and it may turn out that no value is allowed */
    bool loose;       /* a complement of which operator or bound is unknown: perhaps no NotIn */
    VEC(Str) values;  /* sorted, distinct */
    bool has_gte, has_lte;
    int64_t gte, lte;
} Req;

typedef struct ReqSet {
    VEC(Req) list; /* sorted by key */
    bool open; /* a requirement on a key that cannot be told, or of a shape that cannot be read */
} ReqSet;

Req req_from(Arena *a, const ReqSource *s);
Req req_intersect(Arena *a, const Req *x, const Req *y);
Tri req_intersects(const Req *x, const Req *y);
Tri req_allows(const Req *r, Str value);
ReqOp req_op(const Req *r); /* Karpenter's derived Operator(): bounds are ignored */
void reqs_add(Arena *a, ReqSet *set, const Req *r); /* intersects with one of the same key */
void reqs_add_source(Arena *a, ReqSet *set, const ReqSource *s);
const Req *reqs_find(const ReqSet *set, Str key); /* NULL: any value, or none */
/* NotIn or DoesNotExist for certain: what it wants is absence. */
bool req_excludes(const Req *r);
/* One key on both sides: they intersect, or both exclude only (NotIn, DoesNotExist). */
Tri req_pair(const Req *node, const Req *pod);
/* A key that the node side does not define, and that no instance type gives: only what wants its
 * absence is met. */
Tri req_undefined(const Req *pod);
/* Keys present in both only. */
Tri reqs_intersect(const ReqSet *node, const ReqSet *pod);

struct Facts;

/* ---- as written (req_read.c) ---- */
/* {key, operator, values} of a list of requirements. Pools have operators that pods lack. */
ReqSource req_source_read(Arena *a, const struct Facts *f, const Node *entry, bool of_pool);
/* A member of a map of labels, or of a selector. */
ReqSource req_source_label(Arena *a, const struct Facts *f, const Member *m);

/* ---- in words (req_text.c) ---- */
/* "key=value", "key NotIn [a, b]", "key Gt 4"; an entry's text has "key In [a]" instead of the
 * first.
 */
void req_source_write(Buf *b, const ReqSource *s);
Str req_source_text(Arena *a, const ReqSource *s);
Str req_source_entry_text(Arena *a, const ReqSource *s);
Str req_source_values_text(Arena *a, const ReqSource *s); /* "[a, b]" */

#endif
