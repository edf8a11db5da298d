/* Macros over lists and maps, as loops of their own. Over open lists and
 * unknown members who decides wins, then unknown, then error. */
#include "cel/eval.h"

typedef VEC(CelValue) Values;

/* ---- going through a range ---- */

typedef struct Loop {
    CelValue range;
    uint32_t at, count, cost;
} Loop;

/* False when there is nothing to go through: *out is what the macro yields. */
static bool loop_start(CelEval *ev, const CelExpr *e, Loop *l, CelValue *out)
{
    CelValue range = eval(ev, e->args[0]);
    if (range.kind != CEL_LIST && range.kind != CEL_MAP) {
        *out = cel_failed(range) ? eval_passed(range)
                                 : eval_wrong(ev, e->args[0]->at, range, "cannot go through %s",
                                              cel_type_name(range));
        return false;
    }
    *l = (Loop){range, 0, cel_len_of(range), e->weight - e->args[0]->weight};
    return true;
}

/* A null member of a document is none to a rule. */
static bool is_member(const CelEval *ev, const Loop *l)
{
    if (!ev->program->documents || !(l->range.flags & CEL_NODE))
        return true;
    const Node *n = &l->range.as.node->as.members[l->at].value;
    return n->kind != NODE_NULL || (n->flags & NODE_UNKNOWN);
}

static bool next_entry(CelEval *ev, const CelExpr *e, Loop *l)
{
    while (l->at < l->count && !is_member(ev, l))
        l->at++;
    if (l->at == l->count || !eval_charge(ev, l->cost))
        return false;
    CelValue *vars = &ev->locals[e->slot];
    vars[0] = cel_map_key(l->range, l->at);
    if (e->flags & EXPR_TWO_VARS)
        vars[1] = cel_map_value(l->range, l->at);
    l->at++;
    return true;
}

/* Sets the variables to the next member; false at the end, or when the budget is spent. */
static inline bool loop_next(CelEval *ev, const CelExpr *e, Loop *l)
{
    if (l->range.kind == CEL_MAP)
        return next_entry(ev, e, l);
    if (l->at == l->count || !eval_charge(ev, l->cost))
        return false;
    CelValue *vars = &ev->locals[e->slot];
    if (e->flags & EXPR_TWO_VARS)
        *vars++ = cel_int(l->at);
    *vars = cel_item(l->range, l->at++);
    return true;
}

/* A predicate of one member: a bool, or the failure that stands for it. */
static CelValue test(CelEval *ev, const CelExpr *predicate)
{
    CelValue v = eval(ev, predicate);
    if (v.kind == CEL_BOOL || cel_failed(v))
        return eval_passed(v);
    return eval_wrong(ev, predicate->at, v, "expected a bool, found %s", cel_type_name(v));
}

/* ---- quantifiers ---- */

static CelValue quantify(CelEval *ev, const CelExpr *e, bool decider)
{
    Loop l;
    CelValue failure;
    if (!loop_start(ev, e, &l, &failure))
        return failure;
    bool failed = false;
    while (loop_next(ev, e, &l)) {
        CelValue v = test(ev, e->args[1]);
        if (cel_failed(v)) {
            failure = failed ? eval_worse(failure, v) : v;
            failed = true;
        } else if (cel_bool_of(v) == decider) {
            return v;
        }
    }
    if (ev->spent)
        return cel_budget(ev);
    if (failed && failure.kind == CEL_UNKNOWN)
        return failure;
    if (cel_is_open(l.range))
        return cel_unknown(STR("the rest of a list"));
    return failed ? failure : cel_bool(!decider);
}

CelValue eval_all(CelEval *ev, const CelExpr *e)
{
    return quantify(ev, e, false);
}

CelValue eval_exists(CelEval *ev, const CelExpr *e)
{
    return quantify(ev, e, true);
}

CelValue eval_exists_one(CelEval *ev, const CelExpr *e)
{
    Loop l;
    CelValue unknown = cel_unknown(STR("the rest of a list"));
    if (!loop_start(ev, e, &l, &unknown))
        return unknown;
    uint32_t count = 0;
    bool open = cel_is_open(l.range);
    while (loop_next(ev, e, &l)) {
        CelValue v = test(ev, e->args[1]);
        if (v.kind == CEL_ERROR)
            return v;
        if (v.kind == CEL_UNKNOWN)
            unknown = v;
        open |= v.kind == CEL_UNKNOWN;
        count += v.kind == CEL_BOOL && cel_bool_of(v);
    }
    if (ev->spent)
        return cel_budget(ev);
    return open && count < 2 ? unknown : cel_bool(count == 1);
}

/* ---- lists and maps from a range ---- */

/* Whether the member is to be taken: TRI_UNKNOWN opens the result; *failure set on an error. */
static Tri chosen(CelEval *ev, const CelExpr *predicate, CelValue *failure)
{
    if (!predicate)
        return TRI_YES;
    CelValue v = test(ev, predicate);
    if (v.kind == CEL_UNKNOWN)
        return TRI_UNKNOWN;
    if (v.kind == CEL_ERROR)
        *failure = v;
    return tri_of(v.kind == CEL_BOOL && cel_bool_of(v));
}

static CelValue collected(CelEval *ev, const Values *out, bool open)
{
    return ev->spent ? cel_budget(ev) : cel_list(out->items, out->len, open);
}

CelValue eval_filter(CelEval *ev, const CelExpr *e)
{
    Loop l;
    CelValue failure = cel_null();
    if (!loop_start(ev, e, &l, &failure))
        return failure;
    Values out = {0};
    bool open = cel_is_open(l.range);
    while (loop_next(ev, e, &l)) {
        CelValue member = ev->locals[e->slot];
        Tri t = chosen(ev, e->args[1], &failure);
        if (failure.kind == CEL_ERROR)
            return failure;
        open |= t == TRI_UNKNOWN;
        if (t == TRI_YES)
            *vec_push(ev->scratch, &out) = member;
    }
    return collected(ev, &out, open);
}

CelValue eval_map_of(CelEval *ev, const CelExpr *e)
{
    Loop l;
    CelValue failure = cel_null();
    if (!loop_start(ev, e, &l, &failure))
        return failure;
    Values out = {0};
    bool open = cel_is_open(l.range);
    while (loop_next(ev, e, &l)) {
        Tri t = chosen(ev, e->args[1], &failure);
        if (failure.kind == CEL_ERROR)
            return failure;
        open |= t == TRI_UNKNOWN;
        if (t != TRI_YES)
            continue;
        CelValue v = eval(ev, e->args[2]);
        if (v.kind == CEL_ERROR)
            return v;
        *vec_push(ev->scratch, &out) = v;
    }
    return collected(ev, &out, open);
}

static CelValue collected_map(CelEval *ev, const Values *out, bool open)
{
    if (ev->spent)
        return cel_budget(ev);
    return (CelValue){.kind = CEL_MAP,
                      .flags = open ? CEL_OPEN : 0,
                      .len = (uint32_t)(out->len / 2),
                      .as.pairs = out->items};
}

static CelValue add_pair(CelEval *ev, const CelExpr *e, Values *out, CelValue key, CelValue v)
{
    CelValue map = collected_map(ev, out, false), found;
    if (!cel_charge(ev, map.len))
        return cel_budget(ev);
    if (cel_map_find(map, key, &found)) {
        ev->at = e->args[2]->at;
        return cel_error(ev, CEL_ERR_ARGUMENT, "the map has this key already");
    }
    *vec_push(ev->scratch, out) = key;
    *vec_push(ev->scratch, out) = v;
    return cel_null();
}

/* What one member adds: to transformMap its own key with a new value, to transformMapEntry all
 * entries of a map. A failure, or null. */
static CelValue add_member(CelEval *ev, const CelExpr *e, Values *out, bool *open)
{
    CelValue v = eval(ev, e->args[2]);
    if (v.kind == CEL_ERROR)
        return v;
    if (e->kind == EXPR_MAP_VALUES) {
        *vec_push(ev->scratch, out) = ev->locals[e->slot];
        *vec_push(ev->scratch, out) = v;
        return cel_null();
    }
    *open |= v.kind == CEL_UNKNOWN || cel_is_open(v);
    if (v.kind != CEL_MAP && v.kind != CEL_UNKNOWN)
        return eval_wrong(ev, e->args[2]->at, v, "expected a map, found %s", cel_type_name(v));
    CelValue wrong = cel_null();
    uint32_t count = v.kind == CEL_MAP ? cel_len_of(v) : 0;
    for (uint32_t i = 0; i < count && !cel_failed(wrong); i++)
        wrong = add_pair(ev, e, out, cel_map_key(v, i), cel_map_value(v, i));
    return wrong;
}

CelValue eval_map_values(CelEval *ev, const CelExpr *e)
{
    Loop l;
    CelValue failure = cel_null();
    if (!loop_start(ev, e, &l, &failure))
        return failure;
    Values out = {0};
    bool open = cel_is_open(l.range);
    while (loop_next(ev, e, &l)) {
        Tri t = chosen(ev, e->args[1], &failure);
        if (t == TRI_YES)
            failure = add_member(ev, e, &out, &open);
        if (cel_failed(failure))
            return failure;
        open |= t == TRI_UNKNOWN;
    }
    return collected_map(ev, &out, open);
}

CelValue eval_map_entries(CelEval *ev, const CelExpr *e)
{
    return eval_map_values(ev, e);
}

/* ---- sortBy ---- */

typedef struct Sorter {
    CelEval *ev;
    const CelExpr *e;
    CelValue *items, *keys; /* item i is sorted by key i */
    CelValue *spare;        /* room for as many pairs */
    CelValue failure;
} Sorter;

static bool in_order(Sorter *s, CelValue a, CelValue b)
{
    CelOrder order = cel_compare(a, b);
    if (order == CEL_NO_ORDER || a.kind != b.kind) {
        s->failure = eval_wrong(s->ev, s->e->args[1]->at, a, "cannot sort by %s and %s",
                                cel_type_name(a), cel_type_name(b));
        return true;
    }
    return order != CEL_MORE;
}

/* Stable, so that equal keys keep the order of the list. [from, to) by merging its halves. */
static void merge_sort(Sorter *s, size_t from, size_t to)
{
    if (to - from < 2 || cel_failed(s->failure))
        return;
    size_t middle = from + (to - from) / 2, left = from, right = middle, n = 0;
    merge_sort(s, from, middle);
    merge_sort(s, middle, to);
    if (!cel_charge(s->ev, to - from))
        s->failure = cel_budget(s->ev);
    while ((left < middle || right < to) && !cel_failed(s->failure)) {
        bool take_left =
            right == to || (left < middle && in_order(s, s->keys[left], s->keys[right]));
        size_t i = take_left ? left++ : right++;
        s->spare[n++] = s->items[i];
        s->spare[n++] = s->keys[i];
    }
    for (size_t i = 0; i < n; i += 2) {
        s->items[from + i / 2] = s->spare[i];
        s->keys[from + i / 2] = s->spare[i + 1];
    }
}

CelValue eval_sort_by(CelEval *ev, const CelExpr *e)
{
    Loop l;
    CelValue failure = cel_null();
    if (!loop_start(ev, e, &l, &failure))
        return failure;
    if (l.range.kind != CEL_LIST)
        return eval_wrong(ev, e->args[0]->at, l.range, "sortBy() sorts a list, not a map");
    Sorter s = {ev,
                e,
                arena_array(ev->scratch, CelValue, l.count),
                arena_array(ev->scratch, CelValue, l.count),
                arena_array(ev->scratch, CelValue, 2 * (size_t)l.count),
                cel_null()};
    while (loop_next(ev, e, &l)) {
        s.items[l.at - 1] = ev->locals[e->slot];
        s.keys[l.at - 1] = eval_passed(eval(ev, e->args[1]));
        if (cel_failed(s.keys[l.at - 1]))
            s.failure =
                cel_failed(s.failure) ? eval_worse(s.failure, s.keys[l.at - 1]) : s.keys[l.at - 1];
    }
    if (ev->spent)
        return cel_budget(ev);
    if (l.count == 1 && !cel_failed(s.failure))
        (void)in_order(&s, s.keys[0], s.keys[0]);
    merge_sort(&s, 0, l.count);
    return cel_failed(s.failure) ? s.failure : cel_list(s.items, l.count, cel_is_open(l.range));
}

/* ---- one variable, no loop ---- */

CelValue eval_bind(CelEval *ev, const CelExpr *e)
{
    ev->locals[e->slot] = eval(ev, e->args[0]); /* a failure counts where it is used */
    return eval(ev, e->args[1]);
}

/* The optional's value into the variable; false: *out is the result already. */
static bool open_optional(CelEval *ev, const CelExpr *e, CelValue *out)
{
    CelValue v = eval_passed(eval(ev, e->args[0]));
    *out = v;
    if (cel_failed(v))
        return false;
    if (v.kind != CEL_OPTIONAL) {
        *out = eval_wrong(ev, e->args[0]->at, v, "expected an optional value, found %s",
                          cel_type_name(v));
        return false;
    }
    if (v.as.boxed)
        ev->locals[e->slot] = *v.as.boxed;
    return v.as.boxed != NULL;
}

CelValue eval_opt_map(CelEval *ev, const CelExpr *e)
{
    CelValue v;
    if (!open_optional(ev, e, &v))
        return v;
    v = eval_passed(eval(ev, e->args[1]));
    if (cel_failed(v))
        return v;
    CelValue *box = arena_new(ev->scratch, CelValue);
    *box = v;
    return (CelValue){.kind = CEL_OPTIONAL, .as.boxed = box};
}

CelValue eval_opt_flat_map(CelEval *ev, const CelExpr *e)
{
    CelValue v;
    return open_optional(ev, e, &v) ? eval(ev, e->args[1]) : v;
}
