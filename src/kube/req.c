#include "kube/req.h"

#include <string.h>

#include "base/limits.h"

/* Where v is, or would be, among the sorted values. */
static size_t place_of(const Req *r, Str v, bool *found)
{
    size_t lo = 0, hi = r->values.len;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (str_cmp(r->values.items[mid], v) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    *found = lo < r->values.len && str_eq(r->values.items[lo], v);
    return lo;
}

static bool has_value(const Req *r, Str v)
{
    bool found;
    place_of(r, v, &found);
    return found;
}

static void add_value(Arena *a, Req *r, Str v)
{
    bool found;
    size_t at = place_of(r, v, &found);
    if (found)
        return;
    vec_push(a, &r->values);
    Str *items = r->values.items;
    memmove(items + at + 1, items + at, (r->values.len - 1 - at) * sizeof *items);
    items[at] = v;
}

static bool within_bounds(const Req *r, Str v)
{
    if (!r->has_gte && !r->has_lte)
        return true;
    int64_t n;
    return str_int(v, &n) && (!r->has_gte || n >= r->gte) && (!r->has_lte || n <= r->lte);
}

/* Bounds of Gt, Lt, Gte, Lte. Gt of the largest and Lt of the smallest integer leave nothing. */
static void set_bound(Req *r, ReqOp op, Str value)
{
    int64_t n;
    if (!str_int(value, &n)) {
        r->unknown = r->loose = true;
        return;
    }
    if ((op == REQ_GT && n == INT64_MAX) || (op == REQ_LT && n == INT64_MIN)) {
        r->complement = false;
        return;
    }
    if (op == REQ_GT || op == REQ_GTE) {
        r->has_gte = true;
        r->gte = op == REQ_GT ? n + 1 : n;
    } else {
        r->has_lte = true;
        r->lte = op == REQ_LT ? n - 1 : n;
    }
}

Req req_from(Arena *a, const ReqSource *s)
{
    Req r = {.key = s->key, .unknown = s->unknown};
    switch (s->op) {
    case REQ_IN:
    case REQ_NOT_IN:
        r.complement = s->op == REQ_NOT_IN;
        for (size_t i = 0; i < s->values.len && r.values.len < LIMIT_REQ_VALUES; i++)
            add_value(a, &r, s->values.items[i]);
        r.unknown |= s->values.len > LIMIT_REQ_VALUES;
        break;
    case REQ_EXISTS:
    case REQ_DOES_NOT_EXIST:
        r.complement = s->op == REQ_EXISTS;
        r.unknown = false; /* values do not matter */
        break;
    case REQ_GT:
    case REQ_LT:
    case REQ_GTE:
    case REQ_LTE:
        r.complement = true;
        r.loose = r.unknown;
        if (!r.unknown)
            set_bound(&r, s->op, s->values.len == 1 ? s->values.items[0] : STR(""));
        break;
    case REQ_BAD:
        r.complement = true;
        r.unknown = r.loose = true;
        break;
    }
    return r;
}

ReqOp req_op(const Req *r)
{
    if (r->complement)
        return r->values.len ? REQ_NOT_IN : REQ_EXISTS;
    return r->values.len ? REQ_IN : REQ_DOES_NOT_EXIST;
}

Tri req_allows(const Req *r, Str value)
{
    if (!within_bounds(r, value))
        return TRI_NO;
    bool listed = has_value(r, value);
    if (r->unknown)
        return listed ? tri_of(!r->complement) : TRI_UNKNOWN;
    return tri_of(listed != r->complement);
}

static bool bounds_cross(const Req *x, const Req *y)
{
    Req both = *x;
    if (y->has_gte && (!both.has_gte || y->gte > both.gte)) {
        both.has_gte = true;
        both.gte = y->gte;
    }
    if (y->has_lte && (!both.has_lte || y->lte < both.lte)) {
        both.has_lte = true;
        both.lte = y->lte;
    }
    return both.has_gte && both.has_lte && both.gte > both.lte;
}

static Req nothing(Str key)
{
    return (Req){.key = key};
}

static void merge_bounds(Req *r, const Req *x, const Req *y)
{
    r->has_gte = x->has_gte || y->has_gte;
    r->has_lte = x->has_lte || y->has_lte;
    if (r->has_gte)
        r->gte = !x->has_gte || (y->has_gte && y->gte > x->gte) ? y->gte : x->gte;
    if (r->has_lte)
        r->lte = !x->has_lte || (y->has_lte && y->lte < x->lte) ? y->lte : x->lte;
}

/* Values of `from` that both sides allow; of an unknown list only those that are certain. */
static void add_common(Arena *a, Req *r, const Req *from, const Req *other, bool *maybe)
{
    for (size_t i = 0; i < from->values.len; i++) {
        Tri allowed = req_allows(other, from->values.items[i]);
        if (allowed == TRI_YES && within_bounds(from, from->values.items[i]))
            add_value(a, r, from->values.items[i]);
        *maybe = *maybe || allowed == TRI_UNKNOWN;
    }
}

static void add_within(Arena *a, Req *r, const Req *from)
{
    for (size_t i = 0; i < from->values.len; i++)
        if (within_bounds(r, from->values.items[i]))
            add_value(a, r, from->values.items[i]);
}

static Req both_exclude(Arena *a, const Req *x, const Req *y)
{
    Req r = {.key = x->key, .complement = true, .unknown = x->unknown || y->unknown};
    r.may_be_none = r.loose = x->loose || y->loose; /* an operator may turn out to be another */
    merge_bounds(&r, x, y);
    add_within(a, &r, x);
    add_within(a, &r, y);
    return r;
}

/* A list that is known, and names nothing. */
static bool closed_empty(const Req *r)
{
    return !r->complement && !r->unknown && !r->values.len;
}

static bool open_list(const Req *r)
{
    return !r->complement && r->unknown;
}

Req req_intersect(Arena *a, const Req *x, const Req *y)
{
    if (bounds_cross(x, y))
        return nothing(x->key);
    if (x->complement && y->complement)
        return both_exclude(a, x, y);
    Req r = {.key = x->key};
    bool maybe = false;
    add_common(a, &r, x->complement ? y : x, x->complement ? x : y, &maybe);
    bool open = maybe || open_list(x) || open_list(y);
    r.unknown = open && !closed_empty(x) && !closed_empty(y);
    r.may_be_none = r.unknown && !r.values.len;
    return r;
}

static Tri list_intersects(const Req *list, const Req *other)
{
    bool maybe = list->unknown && (other->complement || other->unknown || other->values.len);
    for (size_t i = 0; i < list->values.len; i++) {
        Tri allowed = req_allows(other, list->values.items[i]);
        if (allowed == TRI_YES)
            return TRI_YES;
        maybe = maybe || allowed == TRI_UNKNOWN;
    }
    return maybe ? TRI_UNKNOWN : TRI_NO;
}

Tri req_intersects(const Req *x, const Req *y)
{
    if (bounds_cross(x, y))
        return TRI_NO;
    if (x->complement && y->complement)
        return x->unknown || y->unknown ? TRI_UNKNOWN : TRI_YES;
    if (x->complement)
        return list_intersects(y, x);
    Tri forth = list_intersects(x, y);
    /* An open list may hold what the other side names. */
    return forth == TRI_NO && y->unknown && !y->complement && x->values.len ? TRI_UNKNOWN : forth;
}

static size_t key_place(const ReqSet *set, Str key)
{
    size_t lo = 0, hi = set->list.len;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (str_cmp(set->list.items[mid].key, key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

const Req *reqs_find(const ReqSet *set, Str key)
{
    size_t at = key_place(set, key);
    bool found = at < set->list.len && str_eq(set->list.items[at].key, key);
    return found ? &set->list.items[at] : NULL;
}

/* What goes past the limits is left out, and told by saying that there may be more. */
static void narrow(Arena *a, Req *have, const Req *r)
{
    if (have->complement && r->complement && have->values.len + r->values.len > LIMIT_REQ_VALUES)
        have->unknown = true;
    else
        *have = req_intersect(a, have, r);
}

void reqs_add(Arena *a, ReqSet *set, const Req *r)
{
    size_t at = key_place(set, r->key);
    if (at < set->list.len && str_eq(set->list.items[at].key, r->key)) {
        narrow(a, &set->list.items[at], r);
        return;
    }
    if (set->list.len == LIMIT_REQ_KEYS) {
        set->open = true;
        return;
    }
    vec_push(a, &set->list);
    Req *items = set->list.items;
    memmove(items + at + 1, items + at, (set->list.len - 1 - at) * sizeof *items);
    items[at] = *r;
}

void reqs_add_source(Arena *a, ReqSet *set, const ReqSource *s)
{
    if (s->key_unknown) {
        set->open = true;
        return;
    }
    Req r = req_from(a, s);
    reqs_add(a, set, &r);
}

bool req_excludes(const Req *r)
{
    ReqOp op = req_op(r);
    bool open = r->unknown && !r->complement; /* a list of placeholders is no empty one */
    return !open && !r->loose && (op == REQ_NOT_IN || op == REQ_DOES_NOT_EXIST);
}

static bool may_exclude(const Req *r)
{
    return req_excludes(r) || r->may_be_none || (r->unknown && r->complement);
}

Tri req_pair(const Req *node, const Req *pod)
{
    Tri t = req_intersects(node, pod);
    if (t != TRI_NO || (req_excludes(node) && req_excludes(pod)))
        return t == TRI_NO ? TRI_YES : t;
    return may_exclude(node) && may_exclude(pod) ? TRI_UNKNOWN : TRI_NO;
}

Tri req_undefined(const Req *pod)
{
    if (req_excludes(pod))
        return TRI_YES;
    return may_exclude(pod) ? TRI_UNKNOWN : TRI_NO;
}

Tri reqs_intersect(const ReqSet *node, const ReqSet *pod)
{
    Tri all = node->open || pod->open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < pod->list.len; i++) {
        const Req *p = &pod->list.items[i], *n = reqs_find(node, p->key);
        if (n)
            all = tri_and(all, req_pair(n, p));
    }
    return all;
}
