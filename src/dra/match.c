#include "dra/match.h"

#include "base/limits.h"

static void free_scratch(void *scratch)
{
    arena_free(scratch);
}

void matcher_init(Matcher *m, Arena *a, const DeviceModel *model)
{
    m->arena = a;
    m->model = model;
    m->scratch = arena_new(a, Arena);
    arena_init(m->scratch, SIZE_MAX);
    arena_defer(a, free_scratch, m->scratch);
}

/* ---- which form of the device tells the truth ---- */

static bool path_decided(const Matcher *m, const CelPath *p, const DraDevice *d)
{
    bool capacity = str_eq(p->steps[0], STR("capacity"));
    bool attribute = str_eq(p->steps[0], STR("attributes"));
    if (!capacity && !attribute) /* the driver's own name is known, what it shares is not */
        return true;
    if (p->count < 3) /* a whole domain: what it has is not all known */
        return false;
    AttributeName n = {d->driver, capacity ? CAPACITY : ATTRIBUTE, p->steps[1], p->steps[2]};
    return attribute_decided(m->model->facts, n, d->kind);
}

static bool decided(const Matcher *m, const DeviceSelector *s, const DraDevice *d)
{
    for (size_t i = 0; i < s->path_count; i++)
        if (!path_decided(m, &s->paths[i], d))
            return false;
    return true;
}

/* ---- evaluation ---- */

typedef struct Evaluation {
    CelEval ev;
    CelValue slot;
} Evaluation;

static void begin(const Matcher *m, const CelDevice *d, Evaluation *e)
{
    uint64_t left = m->limit > m->steps ? m->limit - m->steps : 0;
    e->slot = cel_device(d);
    e->ev = (CelEval){.scratch = m->scratch,
                      .slots = &e->slot,
                      .slots_mutable = &e->slot,
                      .step_limit = left < LIMIT_CEL_STEPS ? left : LIMIT_CEL_STEPS,
                      .memory_limit = LIMIT_CEL_MEMORY};
}

static uint8_t answer_of(CelValue v)
{
    if (v.kind == CEL_BOOL)
        return cel_bool_of(v) ? MATCH_YES : MATCH_NO;
    if (v.kind == CEL_ERROR && v.as.error->code != CEL_ERR_BUDGET)
        return MATCH_ERROR;
    return v.kind == CEL_ERROR || v.kind == CEL_UNKNOWN ? MATCH_UNKNOWN : MATCH_ERROR;
}

/* The first clause that is false decides; a cheap one more look at what was just false. */
static uint32_t false_clause(Evaluation *e, const CelProgram *p)
{
    size_t count = cel_program_clauses(p);
    for (size_t i = 0; i < count; i++) {
        CelValue v = cel_eval_clause(&e->ev, p, i);
        if (v.kind == CEL_BOOL && !cel_bool_of(v))
            return (uint32_t)i;
    }
    return 0;
}

static Match evaluate(Matcher *m, const DeviceSelector *s, const CelDevice *d)
{
    Evaluation e;
    ArenaMark mark = arena_mark(m->scratch);
    begin(m, d, &e);
    CelValue v = cel_eval(&e.ev, s->program);
    Match out = {.answer = answer_of(v), .asked = true};
    if (v.kind == CEL_ERROR) {
        out.code = v.as.error->code;
        out.at = v.as.error->at;
        out.message = arena_copy(m->arena, v.as.error->message);
    } else if (out.answer == MATCH_ERROR) {
        out.code = CEL_ERR_NO_OVERLOAD;
        out.at = (Span){0, (uint32_t)cel_program_text(s->program).len};
        out.message = STR("it is neither true nor false");
    } else if (out.answer == MATCH_NO) {
        out.clause = false_clause(&e, s->program);
    }
    m->steps += e.ev.steps;
    arena_rewind(m->scratch, mark);
    return out;
}

/* A closed device that may have more than is known cannot be told from one that has not. */
static Match evaluate_form(Matcher *m, const DeviceSelector *s, const DraDevice *d)
{
    bool closed = d->outside || decided(m, s, d);
    Match out = evaluate(m, s, closed ? &d->closed : &d->open), guess = {0};
    bool never = out.answer == MATCH_UNKNOWN && d->guesses.len;
    for (size_t i = 0; never && i < d->guesses.len; i++) {
        guess = evaluate(m, s, &d->guesses.items[i]);
        never = guess.answer == MATCH_NO;
    }
    return never ? guess : out;
}

Match match_device(Matcher *m, DeviceSelector *s, const DraDevice *d)
{
    if (!s->program || m->steps >= m->limit)
        return (Match){.answer = MATCH_UNKNOWN};
    if (!s->matches)
        s->matches = arena_array(m->arena, Match, m->model->devices.len);
    Match *known = &s->matches[d->index];
    if (!known->asked)
        *known = evaluate_form(m, s, d);
    return *known;
}

Match match_types(Matcher *m, const DeviceSelector *s, const DraDevice *d)
{
    if (!s->program || m->steps >= m->limit)
        return (Match){.answer = MATCH_UNKNOWN};
    return evaluate(m, s, &d->typed);
}

bool match_sold(Matcher *m, const DeviceSelector *s, const DraDevice *d)
{
    if (!s->program || !d->sold.driver.len || m->steps >= m->limit)
        return false;
    return evaluate(m, s, &d->sold).answer == MATCH_YES;
}

/* Of the device with next to no memory. */
static Tri bare_clause(Matcher *m, const DeviceSelector *s, const CelDevice *d, size_t clause)
{
    Evaluation e;
    ArenaMark mark = arena_mark(m->scratch);
    begin(m, d, &e);
    CelValue v = cel_eval_clause(&e.ev, s->program, clause);
    Tri is = v.kind == CEL_BOOL ? tri_of(cel_bool_of(v)) : TRI_UNKNOWN;
    m->steps += e.ev.steps;
    arena_rewind(m->scratch, mark);
    return is;
}

bool match_unitless(Matcher *m, const DeviceSelector *s, const DraDevice *d, size_t clause)
{
    return s->program && d->bare[0].driver.len && m->steps < m->limit &&
           bare_clause(m, s, &d->bare[0], clause) == TRI_NO &&
           bare_clause(m, s, &d->bare[1], clause) == TRI_YES;
}

/* ---- for messages ---- */

static bool find_in(CelValue map, Str key, CelValue *out)
{
    for (uint32_t i = 0; map.kind == CEL_MAP && i < map.len; i++) {
        if (str_eq(cel_str_of(map.as.pairs[2 * i]), key)) {
            *out = map.as.pairs[2 * i + 1];
            return true;
        }
    }
    return false;
}

Str match_value(Matcher *m, const DraDevice *d, const CelPath *path)
{
    bool capacity = path->count && str_eq(path->steps[0], STR("capacity"));
    CelValue domain, value;
    if (path->count == 1 && str_eq(path->steps[0], STR("driver")))
        return d->driver;
    if (path->count < 3 ||
        !find_in(capacity ? d->closed.capacity : d->closed.attributes, path->steps[1], &domain) ||
        !find_in(domain, path->steps[2], &value))
        return STR("");
    Buf text;
    buf_init(&text, m->arena, LIMIT_MESSAGE);
    cel_print(&text, value);
    return buf_str(&text);
}
