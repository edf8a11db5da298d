#include "rule/judge.h"

#include <stdlib.h>

#include "base/limits.h"
#include "rule/needs.h"

/* ---- what is no finding ---- */

static RuleFault *fault_find(EngineResult *out, const Rule *rule)
{
    for (size_t i = 0; i < out->faults.len; i++) {
        if (out->faults.items[i].rule == rule)
            return &out->faults.items[i];
    }
    return NULL;
}

static void note_fault(Judge *j, const RuleText *at, Str message)
{
    if (j->probe)
        return;
    RuleFault *known = fault_find(j->out, j->rule);
    if (known) {
        known->count++;
        return;
    }
    FindingPlace first = finding_place(j->arena, j->object, (NodePlace){j->object->root, STR("")});
    first.message = arena_printf(j->arena, "%.*s:%u:%u: %.*s", STR_ARG(j->rule->spec->file),
                                 at->line, at->column, STR_ARG(message));
    *vec_push(j->arena, &j->out->faults) = (RuleFault){j->rule, 1, first};
}

static void note_undecided(Judge *j, CelValue v)
{
    if (j->probe || !j->options->undecided)
        return;
    Str missing = arena_copy(j->arena, cel_origin(v) ? node_text(cel_origin(v)) : cel_str_of(v));
    if (j->out->undecided.len) {
        const Undecided *last = &j->out->undecided.items[j->out->undecided.len - 1];
        if (last->rule == j->rule && last->object == j->object && str_eq(last->missing, missing))
            return;
    }
    *vec_push(j->arena, &j->out->undecided) = (Undecided){j->rule, j->object, missing};
}

/* A document's value of another kind than asked for reads as unknown; wrong-type tells it. */
static bool of_document(Judge *j, CelValue v)
{
    if (cel_origin(v))
        note_undecided(j, v);
    return cel_origin(v) != NULL;
}

/* True when v is neither an error nor unknown; else what it is has been noted. */
static bool settled(Judge *j, CelValue v, const RuleText *at)
{
    if (v.kind == CEL_ERROR)
        note_fault(j, at, v.as.error->message);
    else if (v.kind == CEL_UNKNOWN)
        note_undecided(j, v);
    return !cel_failed(v);
}

static Tri ask(Judge *j, const CelProgram *p, const RuleText *at)
{
    CelValue v = cel_eval(&j->eval, p);
    if (!settled(j, v, at))
        return TRI_UNKNOWN;
    if (v.kind == CEL_BOOL)
        return tri_of(cel_bool_of(v));
    if (of_document(j, v))
        return TRI_UNKNOWN;
    note_fault(j, at,
               arena_printf(j->scratch, "expected a condition, found a value of type %s",
                            cel_type_name(v)));
    return TRI_UNKNOWN;
}

static bool guard_passes(Judge *j, const GuardProgram *g, bool inside, const RuleText *at)
{
    return g->inside != inside || !g->when || ask(j, g->when, at) == TRI_YES;
}

/* ---- variables ---- */

void judge_room(Judge *j, const RuleProgram *p)
{
    if (p->slots <= j->slot_room)
        return;
    CelValue *more = arena_array(j->arena, CelValue, p->slots * 2);
    for (uint32_t i = 0; i < j->slot_room; i++)
        more[i] = j->slots[i];
    j->slot_room = p->slots * 2;
    j->slots = j->eval.slots_mutable = more;
    j->eval.slots = more;
}

static void reset_lets(Judge *j, const LetPrograms *lets)
{
    for (size_t i = 0; i < lets->len; i++) {
        const LetProgram *let = &lets->items[i];
        j->slots[let->slot] = let->program ? cel_lazy(let->program) : cel_null();
    }
}

/* The items that `each` visits: one that binds nothing when there is no `each`. */
typedef struct Items {
    CelValue list;
    uint32_t len;
} Items;

static Items items_of(Judge *j, const EachProgram *each, const RuleText *at)
{
    if (!each->list)
        return (Items){cel_null(), 1};
    CelValue list = cel_eval(&j->eval, each->list);
    if (!settled(j, list, at))
        return (Items){list, 0};
    if (list.kind == CEL_LIST)
        return (Items){list, cel_len_of(list)};
    if (of_document(j, list))
        return (Items){list, 0};
    note_fault(j, at,
               arena_printf(j->scratch, "`each` needs a list, found a value of type %s",
                            cel_type_name(list)));
    return (Items){list, 0};
}

/* Binds the i-th item; false when it is not known or an error. */
static bool bind_item(Judge *j, const EachProgram *each, Items items, uint32_t i,
                      const RuleText *at)
{
    if (!each->list)
        return true;
    CelValue item = cel_item(items.list, i);
    if (item.kind == CEL_ERROR)
        note_fault(j, at, item.as.error->message);
    if (cel_failed(item))
        return false;
    j->slots[each->slot] = item;
    reset_lets(j, &each->lets);
    return true;
}

/* ---- places ---- */

static Owners *index_owners(const Judge *j)
{
    const Subject *s = subject_find(STR("object"));
    const Fleet *fleet = j->context.fleet;
    Owners *owners = arena_new(j->arena, Owners);
    owners_init(owners, j->arena);
    for (size_t i = 0; i < s->count(fleet); i++)
        owners_add(owners, s->object(s->at(fleet, i)));
    return owners;
}

const Object *judge_object(Judge *j, const Node *n)
{
    if (!j->owners)
        j->owners = index_owners(j);
    return owners_find(j->owners, n);
}

/* The first candidate that exists, else the first that can be placed, else the object's name. */
static NodePlace place_of(Judge *j, const CheckProgram *c)
{
    NodePlace best = {NULL, STR("")};
    for (size_t i = 0; i < c->at.len; i++) {
        NodePlace at = cel_eval_place(&j->eval, c->at.items[i]);
        bool placed = at.node && judge_object(j, at.node);
        if (placed && !at.missing.len)
            return at;
        if (placed && !best.node)
            best = at;
    }
    if (best.node)
        return best;
    const Node *name = object_field(j->object, STR("metadata.name"));
    return (NodePlace){name ? name : j->object->root, STR("")};
}

/* A message, in which a list is what is known of it. What a `let` came to in it is forgotten: a
 * verdict must reckon with more. */
static Str words_of(Judge *j, const RuleProgram *p, const Message *m)
{
    CelValue *slots = arena_array(j->eval.scratch, CelValue, p->slots);
    memcpy(slots, j->slots, p->slots * sizeof *slots);
    j->eval.told = true;
    Str words = message_print(j->arena, &j->eval, m);
    j->eval.told = false;
    memcpy(j->slots, slots, p->slots * sizeof *slots);
    return words;
}

static void add_related(Judge *j, const RuleProgram *p, const RelatedProgram *r, Hit *hit)
{
    CelValue list = r->each.list ? cel_eval(&j->eval, r->each.list) : cel_null();
    uint32_t len = !r->each.list ? 1 : list.kind == CEL_LIST ? cel_len_of(list) : 0;
    size_t most = hit->related.len + LIMIT_FINDING_RELATED;
    for (uint32_t i = 0; i < len && hit->related.len < most; i++) {
        if (r->each.list)
            j->slots[r->each.slot] = cel_item(list, i);
        NodePlace at = cel_eval_place(&j->eval, r->at);
        const Object *o = at.node ? judge_object(j, at.node) : NULL;
        if (!o)
            continue;
        FindingPlace place = finding_place(j->arena, o, at);
        place.message = words_of(j, p, r->message);
        *vec_push(j->arena, &hit->related) = place;
    }
}

/* ---- checks ---- */

static bool same_place(const Hit *a, const Hit *b)
{
    return a->at.node == b->at.node && str_eq(a->at.missing, b->at.missing);
}

/* Hits of one place become one finding, to which more of them add nothing. */
static bool is_enough(const Hits *hits, const Hit *hit)
{
    if (hits->len < LIMIT_FINDING_RELATED)
        return false;
    const Hit *first = &hits->items[hits->len - LIMIT_FINDING_RELATED];
    const Hit *last = &hits->items[hits->len - 1];
    return first->check == hit->check && same_place(first, hit) && last->check == hit->check &&
           same_place(last, hit);
}

static void add_hit(Judge *j, RuleProgram *p, CheckProgram *c)
{
    check_words(p, c);
    judge_room(j, p);
    Hit hit = {.check = c, .at = place_of(j, c), .serial = j->hits->len};
    if (is_enough(j->hits, &hit))
        return;
    if (!c->needs_told)
        c->needs = check_needs(p, c);
    c->needs_told = true;
    if (!j->probe) {
        hit.message = words_of(j, p, c->message);
        for (size_t i = 0; i < c->related.len; i++)
            add_related(j, p, &c->related.items[i], &hit);
    }
    *vec_push(j->arena, j->hits) = hit;
}

static bool check_item(Judge *j, RuleProgram *p, CheckProgram *c)
{
    if (!guard_passes(j, &c->guard, true, &c->check->when))
        return false;
    if (c->require && ask(j, c->require, &c->check->require) != TRI_NO)
        return false;
    add_hit(j, p, c);
    return true;
}

/* True when the check was false of something. */
static bool run_check(Judge *j, RuleProgram *p, CheckProgram *c)
{
    const RuleText *each = &c->check->each.list;
    if (!guard_passes(j, &c->guard, false, &c->check->when))
        return false;
    Items items = items_of(j, &c->each, each);
    bool spoke = false;
    for (uint32_t i = 0; i < items.len; i++)
        spoke |= bind_item(j, &c->each, items, i, each) && check_item(j, p, c);
    return spoke;
}

/* All checks on one item. A check that can only repeat the place of one that spoke is left out:
 * it may rest on what the first one ensures. */
static void run_checks(Judge *j, RuleProgram *p)
{
    bool *spoke = arena_array(j->scratch, bool, p->checks.len);
    for (size_t i = 0; i < p->checks.len; i++) {
        CheckProgram *c = &p->checks.items[i];
        bool repeats = false;
        for (size_t k = 0; k < i; k++)
            repeats |= spoke[k] && p->checks.items[k].check->at.items == c->check->at.items;
        if (!repeats || c->each.list)
            spoke[i] = run_check(j, p, c) && !c->each.list;
    }
}

int hit_order(const Hit *a, const Hit *b)
{
    uintptr_t x = (uintptr_t)a->at.node, y = (uintptr_t)b->at.node;
    if (x != y)
        return x < y ? -1 : 1;
    int order = str_cmp(a->at.missing, b->at.missing);
    if (order)
        return order;
    return (a->check > b->check) - (a->check < b->check);
}

static int hit_compare(const void *a, const void *b)
{
    const Hit *x = a, *y = b;
    int order = hit_order(x, y);
    return order ? order : (x->serial > y->serial) - (x->serial < y->serial);
}

static void keep_first_checks(Hits *hits)
{
    if (hits->len < 2)
        return;
    qsort(hits->items, hits->len, sizeof *hits->items, hit_compare);
    size_t kept = 0;
    for (size_t i = 0; i < hits->len; i++) {
        const Hit *last = kept ? &hits->items[kept - 1] : NULL;
        if (!last || !same_place(last, &hits->items[i]) || last->check == hits->items[i].check)
            hits->items[kept++] = hits->items[i];
    }
    hits->len = kept;
}

static void judge_items(Judge *j, RuleProgram *p)
{
    const RuleText *each = &p->spec->each.list;
    program_ready(p);
    judge_room(j, p);
    Items items = items_of(j, &p->each, each);
    for (uint32_t i = 0; i < items.len; i++) {
        if (bind_item(j, &p->each, items, i, each) &&
            guard_passes(j, &p->guard, true, &p->spec->when))
            run_checks(j, p);
    }
}

void judge_subject(Judge *j, RuleProgram *p, Hits *hits)
{
    const RuleText *when = &p->spec->when;
    j->hits = hits;
    reset_lets(j, &p->lets);
    if (guard_passes(j, &p->guard, false, when))
        judge_items(j, p);
    keep_first_checks(hits);
    if (j->eval.spent)
        note_fault(j, when->text.ptr ? when : &p->spec->checks.items[0].require,
                   STR("needs more steps or memory than a rule may take on one object"));
}
