/* What comes nearest to a claim that no type satisfies, and why it does not. */
#include "dra/dra_data.h"

#include "base/ascii.h"
#include "base/limits.h"

typedef struct Search {
    const Question *q;
    Arena *arena;
    ClaimNearest *out;
} Search;

static const Node *field_or(const Node *map, Str name, const Node *otherwise)
{
    const Node *n = node_field(map, name);
    return n ? n : otherwise;
}

static const Inventory *holder_of(const Search *s, const DraDevice *d)
{
    const DeviceModel *m = s->q->matcher->model;
    for (size_t i = 0; i < m->inventories.len; i++)
        for (size_t g = 0; g < m->inventories.items[i]->groups.len; g++)
            if (m->inventories.items[i]->groups.items[g].device == d)
                return m->inventories.items[i];
    return NULL;
}

/* ---- no device is selected ---- */

/* The values that a clause reads of the device: "memory is 15Gi". */
static void write_values(const Search *s, Buf *out, const DraDevice *d, const Misfit *why)
{
    Span clause = cel_program_clause(why->selector->program, why->match.clause);
    bool any = false;
    for (size_t i = 0; i < why->selector->path_count; i++) {
        const CelPath *p = &why->selector->paths[i];
        Str value = match_value(s->q->matcher, d, p);
        if (p->at.off < clause.off || p->at.off >= clause.off + clause.len || !value.len)
            continue;
        Str name = p->steps[p->count - 1];
        buf_printf(out, "%s%.*s is %.*s", any ? ", " : "", STR_ARG(name), STR_ARG(value));
        any = true;
    }
    if (!any)
        buf_add(out, STR("this is false"));
}

static void tell_misfit(const Search *s, const Ask *a, const DraDevice *d, const Misfit *why)
{
    Buf text;
    buf_init(&text, s->arena, LIMIT_MESSAGE);
    ClaimNearest *n = s->out;
    n->clause = field_or(a->request->body, STR("capacity"), a->request->body);
    if (!why->selector) {
        buf_add(&text, STR("it has less than capacity.requests asks"));
    } else if (why->match.answer == MATCH_ERROR) {
        buf_add(&text, why->match.message);
    } else {
        write_values(s, &text, d, why);
    }
    if (why->selector && why->selector->program) {
        Span at = why->match.answer == MATCH_ERROR
                      ? why->match.at
                      : cel_program_clause(why->selector->program, why->match.clause);
        const Node *part = selector_part(s->arena, why->selector, at);
        n->clause = part && !why->of_class ? part : a->request->class_node;
    }
    n->reason = buf_str(&text);
}

/* Labels of nodes have dashes where the driver has spaces. */
static char folded(char c)
{
    return c == '-' || c == '_' ? ' ' : ascii_lower(c);
}

static bool has_text(Str all, Str part)
{
    for (size_t i = 0; part.len && i + part.len <= all.len; i++) {
        size_t k = 0;
        while (k < part.len && folded(all.ptr[i + k]) == folded(part.ptr[k]))
            k++;
        if (k == part.len)
            return true;
    }
    return false;
}

/* Is a text that the clause compares it with a part of what it has? "H100" is of "NVIDIA H100". */
static bool resembles(const Search *s, const DraDevice *d, const Misfit *why)
{
    if (!why->selector || why->match.answer != MATCH_NO)
        return false;
    Span clause = cel_program_clause(why->selector->program, why->match.clause);
    for (size_t i = 0; i < why->selector->path_count; i++) {
        const CelPath *p = &why->selector->paths[i];
        bool inside = p->at.off >= clause.off && p->at.off < clause.off + clause.len;
        if (inside && p->with && p->with->kind == CEL_STRING &&
            has_text(match_value(s->q->matcher, d, p), cel_str_of(*p->with)))
            return true;
    }
    return false;
}

/* How near: what it passes counts most, then what it is like, then whether Karpenter models it. */
static size_t nearness(const Search *s, const DraDevice *d, const Misfit *why)
{
    return 4 * why->passed + 2 * resembles(s, d, why) + !d->outside + 1;
}

static bool find_misfit(const Search *s, const Wanted *w)
{
    const DeviceModel *m = s->q->matcher->model;
    size_t best = 0;
    for (uint32_t k = 0; k < w->count; k++) {
        for (size_t i = 0; i < m->devices.len; i++) {
            const DraDevice *d = m->devices.items[i];
            Misfit why;
            if (question_fits(s->q, &w->asks[k], d, &why) != TRI_NO || !holder_of(s, d) ||
                nearness(s, d, &why) <= best)
                continue;
            best = nearness(s, d, &why);
            s->out->kind = NEAREST_SELECTOR;
            s->out->device = d->name;
            s->out->type = holder_of(s, d)->name;
            tell_misfit(s, &w->asks[k], d, &why);
        }
    }
    return best > 0;
}

/* ---- too few ---- */

static uint32_t fitting(const Ask *a, const Inventory *v, bool hopeful, const DraDevice **one)
{
    uint32_t sum = 0;
    for (size_t g = 0; g < v->groups.len; g++) {
        Tri fit = (Tri)a->fits[v->groups.items[g].device->index];
        if (fit == TRI_YES || (hopeful && fit == TRI_UNKNOWN)) {
            sum += v->groups.items[g].count;
            *one = v->groups.items[g].device;
        }
    }
    return sum;
}

/* The most that any type has; NULL: none has one. */
static const Inventory *most_of(const Search *s, const Ask *a, uint32_t *count,
                                const DraDevice **one)
{
    const DeviceModel *m = s->q->matcher->model;
    const Inventory *best = NULL;
    *count = 0;
    for (size_t i = 0; i < m->inventories.len; i++) {
        const DraDevice *d = NULL;
        uint32_t sum = fitting(a, m->inventories.items[i], true, &d);
        if (sum > *count) {
            *count = sum;
            *one = d;
            best = m->inventories.items[i];
        }
    }
    return best;
}

/* Whether a request alone asks more than there is; what is nearest is told. */
static bool request_fails(const Search *s, const Wanted *w)
{
    bool none = true;
    for (uint32_t k = 0; k < w->count; k++) {
        const Ask *a = &w->asks[k];
        const DraDevice *one = NULL;
        uint32_t count;
        const Inventory *v = most_of(s, a, &count, &one);
        int64_t asked = a->request->count > 0 ? a->request->count : 1;
        if (!a->modelled || a->beyond || (v && count >= asked))
            return false;
        none &= !v;
        if (!v)
            continue;
        s->out->kind = NEAREST_COUNT;
        s->out->type = v->name;
        s->out->device = one->name;
        s->out->clause = field_or(a->request->body, STR("count"), a->request->body);
        s->out->reason =
            arena_printf(s->arena, "it has %u of the %lld that are asked", count, (long long)asked);
    }
    return !none || find_misfit(s, w);
}

/* ---- together ---- */

/* The first type that would do without one constraint, or without any (SIZE_MAX). */
static const Inventory *without(const Search *s, size_t left_out)
{
    const DeviceModel *m = s->q->matcher->model;
    for (size_t i = 0; i < m->inventories.len; i++) {
        ArenaMark mark = arena_mark(s->q->matcher->scratch);
        SolveProblem p = question_problem(s->q->matcher->scratch, s->q, m->inventories.items[i]);
        for (size_t k = 0; k < p.constraint_count; k++)
            if (left_out == SIZE_MAX || k == left_out)
                for (uint32_t r = 0; r < SOLVE_REQUESTS; r++)
                    p.constraints[k].covers[r] = 0;
        Tri good = solve(&p, &s->q->matcher->steps, s->q->matcher->limit);
        arena_rewind(s->q->matcher->scratch, mark);
        if (good != TRI_NO)
            return m->inventories.items[i];
    }
    return NULL;
}

static bool constraint_fails(const Search *s)
{
    const Inventory *v = s->q->constraints.len ? without(s, SIZE_MAX) : NULL;
    const Constraint *blamed = v ? &s->q->constraints.items[0] : NULL;
    for (size_t i = 0; v && s->q->constraints.len > 1 && i < s->q->constraints.len; i++) {
        if (!without(s, i))
            continue;
        blamed = &s->q->constraints.items[i];
        break;
    }
    if (!blamed)
        return false;
    s->out->kind = NEAREST_CONSTRAINT;
    s->out->type = v->name;
    s->out->clause = blamed->attribute ? blamed->attribute : blamed->node;
    s->out->reason =
        arena_printf(s->arena,
                     blamed->distinct ? "too few such devices of it differ in %.*s/%.*s"
                                      : "no such devices of it have the same %.*s/%.*s",
                     STR_ARG(blamed->domain), STR_ARG(blamed->name));
    return true;
}

static void together_fails(const Search *s)
{
    const DraDevice *one = NULL;
    uint32_t count;
    const Inventory *v = most_of(s, &s->q->wanted.items[0].asks[0], &count, &one);
    s->out->kind = NEAREST_TOGETHER;
    s->out->type = v ? v->name : STR("");
    s->out->clause =
        field_or(s->q->claim->devices_node, STR("requests"), s->q->claim->devices_node);
    s->out->reason = STR("it has devices for each request, and not for all of them at once");
}

const ClaimNearest *dra_nearest(Dra *d, const Claim *c)
{
    ClaimState *state = dra_state(d, c);
    if (state->nearest_asked || !dra_answer(d, c)->never)
        return state->nearest;
    Search s = {.q = dra_question(d, c), .arena = d->arena};
    s.out = arena_new(d->arena, ClaimNearest);
    state->nearest_asked = true;
    state->nearest = s.out;
    s.q->matcher->steps = 0;
    for (size_t i = 0; i < s.q->wanted.len; i++)
        if (request_fails(&s, &s.q->wanted.items[i]))
            return s.out;
    if (!constraint_fails(&s))
        together_fails(&s);
    return s.out;
}
