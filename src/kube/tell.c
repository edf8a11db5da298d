#include "kube/tell.h"

#include "kube/late.h"

static bool negative(const ReqSource *s)
{
    return s->op == REQ_NOT_IN || s->op == REQ_DOES_NOT_EXIST;
}

static bool names_place(const Facts *f, LabelMode mode, Str key)
{
    return place_named_by(f, key).len || facts_label_kind(f, mode, key) == LABEL_POOL;
}

/* Custom here, well-known there. */
static bool of_other_mode(const Facts *f, LabelMode mode, Str key)
{
    LabelMode other = mode == LABELS_AUTO ? LABELS_KARPENTER : LABELS_AUTO;
    return facts_label_kind(f, other, key) != LABEL_CUSTOM;
}

Tell tell_of(const Facts *f, LabelMode mode, const ReqSource *s)
{
    if (s->key_unknown)
        return TELL_UNKNOWN;
    if (names_place(f, mode, s->key))
        return negative(s) ? TELL_NOT : TELL_NAME;
    if (negative(s))
        return TELL_NOTHING;
    switch (facts_label_kind(f, mode, s->key)) {
    case LABEL_CUSTOM: return of_other_mode(f, mode, s->key) ? TELL_MODE : TELL_LABEL;
    case LABEL_POOL:
    case LABEL_TYPE: {
        bool general = facts_find(facts_table(f, STR("general-labels")), s->key, 0) != SIZE_MAX;
        return general ? TELL_NOTHING : TELL_TYPE;
    }
    case LABEL_OFFERING:
    case LABEL_NODE: break;
    }
    return TELL_NOTHING;
}
