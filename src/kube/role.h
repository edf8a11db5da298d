/* Role: what a pod or a pool is for, told from words and kinds by fixed steps; the first step that
 * speaks wins and its reason is kept. Nothing is guessed from hardware, spot or EFA. */
#ifndef KUBE_ROLE_H
#define KUBE_ROLE_H

#include "kube/pod.h"

Str role_name(Role r); /* "distributed-batch"; "" for ROLE_UNKNOWN */

typedef struct RoleHit {
    Role role; /* ROLE_MIXED: words of two roles; ROLE_UNKNOWN: none */
    Str word;  /* as written; of the first role */
} RoleHit;

/* Words of a name, between what is no letter. `where` is "name" (workloads), "pool" or
 * "checkpoint". */
RoleHit role_words(const Facts *f, const char *where, Str text);
/* gpulint/role among the labels or annotations of a metadata map; node NULL when it says nothing.
 */
const Node *role_override(const Node *metadata, Role *out);
/* Does the pod say that it saves its state as it goes, so that an interruption costs little? */
Tri pod_checkpoints(const Facts *f, const Pod *p);
/* Sets role and role_source. */
void pod_classify(Arena *a, const Facts *f, Pod *p);

#endif
