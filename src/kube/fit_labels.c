/* Steps about what is written: is the pod looked at, does it tolerate the taints, are the labels
 * there. */
#include "kube/fit_data.h"
#include "kube/late.h"
#include "kube/names.h"

/* ---- hidden ---- */

/* Of a label with few values that Karpenter checks, a list of none but others. */
static bool only_wrong(const Facts *f, LabelMode mode, const ReqSource *s)
{
    bool checked = facts_label_kind(f, mode, s->key) == LABEL_OFFERING &&
                   facts_get(facts_table(f, STR("label-keys")), s->key, "values").len;
    if (!checked || s->op != REQ_IN || s->unknown || !s->values.len)
        return false;
    for (size_t i = 0; i < s->values.len; i++)
        if (facts_value(f, mode, s->key, s->values.items[i]) != VALUE_WRONG)
            return false;
    return true;
}

static bool hides(const Judge *j, const ReqSource *s)
{
    const Facts *f = j->cache->facts;
    if (s->key_unknown || str_eq(s->key, facts_name(f, NAME_NODE_POOL)))
        return false;
    const Platform *platform =
        j->cache->fleet ? fleet_platform(j->cache->fleet, j->place->object) : j->cache->platform;
    int32_t version = j->place->mode == MODE_KARPENTER ? platform->karpenter_minor : 0;
    if (facts_label_fault(f, j->place->labels_mode, version, s->key) != LABEL_FINE)
        return true;
    for (size_t i = 0; i < s->values.len; i++)
        if (!label_value_valid(s->values.items[i]))
            return true;
    return only_wrong(f, j->place->labels_mode, s);
}

/* Any alternative hides the whole pod; DaemonSets are not looked at. */
void fit_hidden(Judge *j)
{
    if (!fit_may_launch(j->place) || j->pod->daemon)
        return;
    for (size_t t = 0; t < j->pod->terms.len; t++) {
        const PodTerm *term = &j->pod->terms.items[t];
        size_t i = 0;
        while (i < term->sources.len && !hides(j, term->sources.items[i]))
            i++;
        if (i == term->sources.len && !term->match_fields)
            continue;
        j->fit->steps[FIT_HIDDEN] = (uint8_t)fit_launched(j->place, TRI_NO);
        j->fit->hider_term = (uint16_t)t;
        j->fit->hider = i < term->sources.len ? (uint16_t)(i + 1) : 0;
        return;
    }
}

/* ---- taints ---- */

static Tri tolerated(const Taint *taint, const Toleration *list, size_t count)
{
    Tri any = TRI_NO;
    for (size_t i = 0; i < count; i++)
        any = tri_or(any, toleration_matches(&list[i], taint));
    return any;
}

static bool counts(const Taint *t)
{
    return !str_eq(t->effect, STR("PreferNoSchedule"));
}

static Tri step_taints(const Place *p, const Toleration *list, size_t count, const Taint **first)
{
    Tri all = p->taints_open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < p->taints.len; i++) {
        const Taint *t = &p->taints.items[i];
        Tri one = counts(t) ? tolerated(t, list, count) : TRI_YES;
        if (one == TRI_NO && t->unknown)
            one = TRI_UNKNOWN; /* its effect may be one that does not count */
        if (one == TRI_NO && !*first)
            *first = t;
        all = tri_and(all, one);
    }
    return all;
}

void fit_taints(Judge *j)
{
    const Pod *p = j->pod;
    Fit *f = j->fit;
    f->steps[FIT_TAINT] = (uint8_t)step_taints(j->place, p->admitted_tolerations.items,
                                               p->admitted_tolerations.len, &f->taint);
    f->taint_written = (uint8_t)step_taints(j->place, p->tolerations.items, p->tolerations.len,
                                            &f->taint_as_written);
}

/* ---- labels ---- */

/* A node group's nodes have the labels of Kubernetes and its cloud provider, none of Karpenter. */
static bool provider_label(const Judge *j, Str key, LabelKind kind)
{
    if (j->place->kind == PLACE_POOL)
        return kind == LABEL_TYPE || kind == LABEL_OFFERING;
    return kind != LABEL_CUSTOM && !facts_label_karpenter(j->cache->facts, key);
}

/* A key that the place does not define. */
static Tri undefined(const Judge *j, const Req *r, LabelKind kind)
{
    if (provider_label(j, r->key, kind)) /* a running node's own label may have any value */
        return kind == LABEL_NODE ? TRI_UNKNOWN : TRI_YES;
    Tri t = req_undefined(r);
    bool late = !fit_launches(j->place) && late_setter(j->cache->facts, r->key).len;
    bool foreign = j->place->kind == PLACE_POOL && !j->place->types_judged;
    return t == TRI_NO && (j->place->reqs.open || late || foreign) ? TRI_UNKNOWN : t;
}

static FitStep step_of(const Judge *j, Str key, LabelKind kind)
{
    if (!provider_label(j, key, kind))
        return FIT_LABEL;
    return kind == LABEL_TYPE ? FIT_TYPE : kind == LABEL_OFFERING ? FIT_ZONE : FIT_LABEL;
}

static uint16_t source_index(const PodTerm *term, Str key)
{
    for (size_t i = 0; i < term->sources.len && i < UINT16_MAX; i++)
        if (str_eq(term->sources.items[i]->key, key))
            return (uint16_t)(i + 1);
    return 0;
}

void fit_fail(Judge *j, FitStep step, Tri t, Str key)
{
    uint8_t *at = &j->fit->steps[step];
    *at = (uint8_t)tri_and((Tri)*at, t);
    if (t == TRI_NO && !j->fit->selector)
        j->fit->selector = source_index(j->term, key);
}

/* Requirements of the pod itself that no label can meet together: Karpenter takes them for "no
 * such label", the scheduler never places the pod. */
static Tri contradicts_itself(const Judge *j, const Req *r)
{
    Tri wants = TRI_NO;
    if (r->unknown || req_op(r) != REQ_DOES_NOT_EXIST)
        return TRI_NO;
    for (size_t i = 0; i < j->term->sources.len; i++) {
        const ReqSource *s = j->term->sources.items[i];
        bool excludes = s->op == REQ_DOES_NOT_EXIST || s->op == REQ_NOT_IN;
        if (!excludes && str_eq(s->key, r->key))
            wants = tri_or(wants, s->op == REQ_BAD ? TRI_UNKNOWN : TRI_YES);
    }
    return wants;
}

static Tri label_fits(const Judge *j, const Req *r, LabelKind kind)
{
    const Req *own = reqs_find(&j->place->reqs, r->key);
    Tri contradicts = contradicts_itself(j, r);
    if (contradicts == TRI_YES)
        return TRI_NO;
    Tri t = own ? req_pair(own, r) : undefined(j, r, kind);
    bool open = r->may_be_none || contradicts == TRI_UNKNOWN;
    return open && t == TRI_YES ? TRI_UNKNOWN : t;
}

void fit_labels(Judge *j)
{
    if (j->place->reqs.open || j->term->reqs.open)
        fit_fail(j, FIT_LABEL, TRI_UNKNOWN, STR(""));
    for (size_t i = 0; i < j->term->reqs.list.len; i++) {
        const Req *r = &j->term->reqs.list.items[i];
        LabelKind kind = facts_label_kind(j->cache->facts, j->place->labels_mode, r->key);
        fit_fail(j, step_of(j, r->key, kind), label_fits(j, r, kind), r->key);
    }
}
