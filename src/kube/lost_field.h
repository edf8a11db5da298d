/* LostField: a field that the API server drops because the object's kind does not have it, by the
 * table of fields. Free maps (labels, tags, limits) and what the table does not describe are not
 * looked into. */
#ifndef KUBE_LOST_FIELD_H
#define KUBE_LOST_FIELD_H

#include "kube/facts.h"
#include "kube/object.h"

typedef struct LostField {
    const Node *node;  /* the value */
    Str key, under;    /* "topologyManagerPolicy", "spec.kubelet" */
    Tri dropped;       /* TRI_UNKNOWN: some supported versions have it */
    int64_t since;     /* Karpenter 1.N has it; 0: no version that is known */
    bool listed;       /* the facts have it as one that people write and that is none */
    Str near;          /* the field beside it that it resembles; "" */
    Str belongs;       /* where a field of that name is: "spec.kubelet.maxPods"; "" */
    Str other;         /* kind that has `belongs`, where it is another; "" */
    Str lost, instead; /* what follows, and what to write; "" */
} LostField;

typedef struct LostFields {
    VEC(LostField) list;
} LostFields;

/* `karpenter_minor` 0: not known. None for kinds without rows. */
void lost_fields(Arena *a, const Facts *f, int32_t karpenter_minor, const Object *o,
                 LostFields *out);

#endif
