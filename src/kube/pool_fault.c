/* What keeps a NodePool from ever being used, whatever pods ask: the API server refuses it, or the
 * controller never calls it ready. Only what is certain. */
#include "kube/names.h"
#include "kube/pool.h"

static bool fails(PoolFault *out, Str text, const Node *node)
{
    *out = (PoolFault){text, node};
    return true;
}

/* ---- the node class ---- */

/* A class that is not in the input is another matter: few inputs are as whole as they are called.
 */
static bool reference_fault(const Pool *p, PoolFault *out)
{
    const ClassRef *r = &p->class_ref;
    if (!r->node || r->unknown || p->v1beta1)
        return false;
    if (!r->group.len || !r->kind.len || !r->name.len)
        return fails(out, STR("its nodeClassRef needs group, kind and name"), r->node);
    if (str_find_char(r->group, '/') != r->group.len)
        return fails(out, STR("the group of its nodeClassRef may not hold a version"), r->node);
    return false;
}

/* ---- requirements and labels ---- */

/* All values of a list are unknown to Karpenter, which then refuses the pool. */
static bool only_wrong(const Place *p, const ReqSource *s)
{
    const FactTable *t = facts_table(p->facts, STR("label-keys"));
    bool checked = facts_label_kind(p->facts, p->labels_mode, s->key) == LABEL_OFFERING &&
                   facts_get(t, s->key, "values").len;
    if (!checked || s->op != REQ_IN)
        return false;
    size_t wrong = 0;
    for (size_t i = 0; i < s->values.len; i++)
        wrong += facts_value(p->facts, p->labels_mode, s->key, s->values.items[i]) == VALUE_WRONG;
    return wrong && wrong == s->values.len;
}

static bool bad_value(const ReqSource *s)
{
    bool bad = false, counts = s->op == REQ_IN || s->op == REQ_NOT_IN;
    for (size_t i = 0; i < s->values.len && counts; i++)
        bad |= !label_value_valid(s->values.items[i]);
    return bad;
}

static bool bound(ReqOp op)
{
    return op == REQ_GT || op == REQ_LT || op == REQ_GTE || op == REQ_LTE;
}

static const char *requirement_words(const PlaceReq *r)
{
    const ReqSource *s = &r->source;
    int64_t number;
    if (only_wrong(r->place, s))
        return "names no value that exists";
    if (bad_value(s))
        return "holds what is no label value";
    if (r->label)
        return NULL;
    if (s->op == REQ_IN && !s->values.len)
        return "names no value";
    if (bound(s->op) && (s->values.len != 1 || !str_int(s->values.items[0], &number) || number < 0))
        return "needs one number";
    return s->op == REQ_IN && s->min_values > (int64_t)s->values.len
               ? "names fewer values than its minValues"
               : NULL;
}

static bool requirement_fault(Arena *a, const PlaceReq *r, int32_t minor, PoolFault *out)
{
    const Place *p = r->place;
    const ReqSource *s = &r->source;
    if (s->unknown || s->key_unknown)
        return false;
    Str text = place_req_text(a, r);
    if (facts_label_fault(p->facts, p->labels_mode, minor, s->key) != LABEL_FINE)
        return fails(out, arena_printf(a, "a NodePool may not set %.*s", STR_ARG(s->written_key)),
                     s->node);
    const char *words = requirement_words(r);
    return words && fails(out, arena_printf(a, "%.*s %s", STR_ARG(text), words), s->node);
}

static bool no_zone(const Place *p, PoolFault *out)
{
    const Req *zone = reqs_find(&p->reqs, facts_name(p->facts, NAME_ZONE));
    const PlaceReq *at = place_requirement(p, facts_name(p->facts, NAME_ZONE));
    return zone && !zone->unknown && req_op(zone) == REQ_DOES_NOT_EXIST &&
           fails(out, STR("its requirements leave no zone"), at ? at->source.node : NULL);
}

/* ---- taints ---- */

/* Two of one key and effect, in both lists together. */
static bool taint_fault(Arena *a, const Pool *p, PoolFault *out)
{
    enum { LOOKED_AT = 64 }; /* nobody writes more */
    const Taint *all[LOOKED_AT];
    size_t count = 0;
    for (size_t i = 0; i < p->place.taints.len && count < LOOKED_AT; i++)
        all[count++] = &p->place.taints.items[i];
    for (size_t i = 0; i < p->startup_taints.len && count < LOOKED_AT; i++)
        all[count++] = &p->startup_taints.items[i];
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!all[i]->unknown && !all[k]->unknown && str_eq(all[i]->key, all[k]->key) &&
                str_eq(all[i]->effect, all[k]->effect))
                return fails(out,
                             arena_printf(a, "it has the taint %.*s:%.*s twice",
                                          STR_ARG(all[i]->key), STR_ARG(all[i]->effect)),
                             all[i]->node);
    return false;
}

bool pool_fault(Arena *a, const Pool *p, int32_t karpenter_minor, PoolFault *out)
{
    const Place *place = &p->place;
    if (!place->types_judged)
        return false;
    if (reference_fault(p, out) || taint_fault(a, p, out) || no_zone(place, out))
        return true;
    int32_t minor = place->mode == MODE_KARPENTER ? karpenter_minor : 0;
    for (size_t i = 0; i < place->written.len; i++)
        if (requirement_fault(a, place->written.items[i], minor, out))
            return true;
    return false;
}
