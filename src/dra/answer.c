#include "dra/dra_data.h"

#include <inttypes.h>

#include "base/limits.h"

/* ---- the question ---- */

static SelectorList list_of(const DeviceSelectors *s)
{
    return (SelectorList){s->list.items, s->list.len, s->open};
}

static Ask ask_of(Dra *d, const ClaimRequest *r)
{
    Ask a = {.request = r, .own = list_of(dra_selectors(d, r->body))};
    const DeviceClass *c = r->device_class;
    if (!c)
        return a;
    a.of_class = list_of(dra_class_selectors(d, c));
    const Node *first = r->alternative ? node_field(r->node, STR("firstAvailable")) : NULL;
    a.modelled = device_driver_known(dra_matcher(d)->model, c->driver) &&
                 !node_open(first, NODE_LIST); /* another alternative may serve it */
    return a;
}

/* Alternatives stand one after another, each with the node of their request. */
static bool read_wanted(Dra *d, Question *q)
{
    const ClaimRequest *last = NULL;
    for (size_t i = 0; i < q->claim->requests.len; i++) {
        const ClaimRequest *r = q->claim->requests.items[i];
        if (!last || last->node != r->node)
            *vec_push(d->arena, &q->wanted) = (Wanted){.request = r};
        Wanted *w = &q->wanted.items[q->wanted.len - 1];
        if (w->count == SOLVE_ALTERNATIVES || q->wanted.len > SOLVE_REQUESTS)
            return false;
        w->asks[w->count++] = ask_of(d, r);
        last = r;
    }
    return q->wanted.len > 0;
}

const Question *dra_question(Dra *d, const Claim *c)
{
    ClaimState *state = dra_state(d, c);
    if (state->asked)
        return state->question;
    Question *q = arena_new(d->arena, Question);
    state->asked = true;
    q->matcher = dra_matcher(d);
    q->matcher->steps = 0;
    q->matcher->limit = LIMIT_CLAIM_STEPS;
    q->claim = c;
    q->unsure = c->requests_open;
    q->shared = d->shared;
    q->minor = fleet_platform(d->fleet, c->object)->kubernetes_minor;
    if (read_wanted(d, q) && question_read(q))
        state->question = q;
    return state->question;
}

/* ---- the answer ---- */

static void take_inventory(const Question *q, const Inventory *v, ClaimAnswer *out)
{
    ArenaMark mark = arena_mark(q->matcher->scratch);
    SolveProblem p = question_problem(q->matcher->scratch, q, v);
    Tri good = solve(&p, &q->matcher->steps, q->matcher->limit);
    arena_rewind(q->matcher->scratch, mark);
    if (good == TRI_YES && q->unsure)
        good = TRI_UNKNOWN;
    for (size_t i = 0; good != TRI_NO && i < v->types.len; i++)
        types_add(good == TRI_YES ? out->types : out->maybe, v->types.items[i]);
    out->open |= good == TRI_UNKNOWN || (good == TRI_YES && v->beyond.len);
    out->never &= good == TRI_NO;
}

/* Nothing is said of any type yet, or nothing can be. */
static ClaimAnswer *answer_new(Dra *d, bool open)
{
    ClaimAnswer *a = arena_new(d->arena, ClaimAnswer);
    a->types = types_none(d->arena, fleet_facts(d->fleet));
    a->maybe = open ? types_all(d->arena, fleet_facts(d->fleet))
                    : types_none(d->arena, fleet_facts(d->fleet));
    a->open = open;
    return a;
}

static ClaimAnswer *work_out(Dra *d, const Claim *c)
{
    const Question *q = dra_question(d, c);
    ClaimAnswer *a = answer_new(d, !q);
    a->never = q != NULL;
    const DeviceModel *m = dra_matcher(d)->model;
    for (size_t i = 0; q && i < m->inventories.len; i++)
        take_inventory(q, m->inventories.items[i], a);
    a->steps = dra_matcher(d)->steps;
    return a;
}

/* Words, and the classes that stand in the input: what the answer depends on. */
static Str key_of(Dra *d, const Claim *c)
{
    Buf key;
    buf_init(&key, d->arena, SIZE_MAX);
    for (size_t i = 0; i < c->requests.len; i++) {
        const DeviceClass *known = c->requests.items[i]->device_class;
        buf_printf(&key, "%" PRIxPTR " ", known ? (uintptr_t)known->object : 1);
    }
    buf_add(&key, node_text(c->devices_node));
    return buf_str(&key);
}

const ClaimAnswer *dra_answer(Dra *d, const Claim *c)
{
    ClaimState *state = dra_state(d, c);
    if (state->answer)
        return state->answer;
    if (!c->devices_node)
        return state->answer = answer_new(d, true);
    (void)dra_matcher(d);
    void **known = map_at(&d->answers, key_of(d, c));
    if (!*known)
        *known = work_out(d, c);
    return state->answer = *known;
}
