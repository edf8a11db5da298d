#include "dra/solve.h"

#include <string.h>

/* One attempt. Hopeful: what is unknown is as it should be. */
typedef struct Solver {
    const SolveProblem *p;
    bool hopeful, spent;
    uint64_t steps, limit;
    uint8_t chosen[SOLVE_REQUESTS];     /* alternative of each request */
    int32_t settled[SOLVE_CONSTRAINTS]; /* value of each constraint */
    uint32_t constraints;               /* that are settled so far */
    uint8_t given[SOLVE_REQUESTS][SOLVE_GROUPS];
    uint32_t left[SOLVE_GROUPS];
} Solver;

static bool charge(Solver *s, uint64_t n)
{
    s->steps += n;
    s->spent |= s->steps > s->limit;
    return !s->spent;
}

static const SolveAsk *ask_of(const Solver *s, uint32_t request)
{
    return &s->p->requests[request].asks[s->chosen[request]];
}

static bool covers(const Solver *s, const SolveConstraint *c, uint32_t request)
{
    return (c->covers[request] >> s->chosen[request]) & 1;
}

/* Its devices need not come from this node's groups. */
static bool elsewhere(const Solver *s, uint32_t request)
{
    return ask_of(s, request)->loose || (ask_of(s, request)->beyond && s->hopeful);
}

static bool keeps(const Solver *s, uint32_t constraint, uint32_t group)
{
    if (s->p->constraints[constraint].vague)
        return s->hopeful;
    int32_t value = s->p->constraints[constraint].values[group];
    return value >= 0 ? value == s->settled[constraint] : value == VALUE_UNKNOWN && s->hopeful;
}

static bool fits(const Solver *s, uint32_t request, uint32_t group)
{
    Tri fit = (Tri)ask_of(s, request)->fits[group];
    return fit == TRI_YES || (fit == TRI_UNKNOWN && s->hopeful);
}

/* May a device of the group go to the request? */
static bool may_give(Solver *s, uint32_t request, uint32_t group)
{
    bool good = charge(s, 1) && fits(s, request, group);
    for (uint32_t c = 0; good && c < s->constraints; c++)
        good = !covers(s, &s->p->constraints[c], request) || keeps(s, c, group);
    return good;
}

static uint32_t have(const Solver *s, uint32_t group)
{
    return s->p->shared && s->hopeful ? SOLVE_DEVICES : s->p->have[group];
}

/* Devices that the request takes: of `all`, those that surely fit; 0 where it cannot be served. */
static uint32_t need(Solver *s, uint32_t request)
{
    const SolveAsk *ask = ask_of(s, request);
    uint32_t sum = 0;
    bool perhaps = false;
    if (!ask->all)
        return ask->count;
    for (uint32_t g = 0; g < s->p->group_count; g++) {
        if (ask->fits[g] == TRI_YES && !may_give(s, request, g))
            return 0; /* one that breaks a constraint is not left out: the claim fails */
        sum += ask->fits[g] == TRI_YES ? s->p->have[g] : 0;
        perhaps |= ask->fits[g] == TRI_UNKNOWN;
    }
    return !sum && perhaps && s->hopeful ? 1 : sum;
}

/* ---- the flow ---- */

/* Finds a device for the request, where need be by giving another request another one. */
static bool augment(Solver *s, uint32_t request, bool *seen)
{
    for (uint32_t g = 0; g < s->p->group_count; g++) {
        if (seen[g] || !may_give(s, request, g))
            continue;
        seen[g] = true;
        bool free = s->left[g] > 0;
        for (uint32_t other = 0; !free && other < s->p->request_count; other++) {
            if (!s->given[other][g] || !augment(s, other, seen))
                continue;
            s->given[other][g]--;
            s->left[g]++;
            free = true;
        }
        if (!free)
            continue;
        s->left[g]--;
        s->given[request][g]++;
        return true;
    }
    return false;
}

static bool serve(Solver *s, uint32_t request)
{
    if (elsewhere(s, request))
        return s->hopeful;
    uint32_t wanted = need(s, request);
    for (uint32_t i = 0; i < wanted; i++) {
        bool seen[SOLVE_GROUPS] = {false};
        if (!augment(s, request, seen))
            return false;
    }
    return wanted > 0;
}

static bool within_limit(Solver *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->p->request_count; i++)
        sum += elsewhere(s, i) ? 0 : need(s, i);
    return sum <= SOLVE_DEVICES;
}

static bool flow(Solver *s)
{
    memset(s->given, 0, sizeof s->given);
    for (uint32_t g = 0; g < s->p->group_count; g++)
        s->left[g] = have(s, g);
    bool good = within_limit(s);
    for (uint32_t i = 0; good && i < s->p->request_count; i++)
        good = serve(s, i);
    return good && !s->spent;
}

/* ---- what is tried ---- */

/* Has each request enough of its own, others left aside? */
static bool plausible(Solver *s)
{
    for (uint32_t i = 0; i < s->p->request_count; i++) {
        uint32_t wanted = elsewhere(s, i) ? 0 : need(s, i), sum = 0;
        if (!wanted && !elsewhere(s, i))
            return false;
        for (uint32_t g = 0; sum < wanted && g < s->p->group_count; g++)
            sum += may_give(s, i, g) ? have(s, g) : 0;
        if (sum < wanted)
            return false;
    }
    return true;
}

static bool settle(Solver *s, uint32_t constraint);

static bool try_value(Solver *s, uint32_t constraint, int32_t value)
{
    s->settled[constraint] = value;
    s->constraints = constraint + 1;
    bool good = plausible(s) && settle(s, constraint + 1);
    s->constraints = constraint;
    return good;
}

static bool touches(const Solver *s, const SolveConstraint *c)
{
    for (uint32_t i = 0; i < s->p->request_count; i++)
        if (covers(s, c, i) && !elsewhere(s, i))
            return true;
    return false;
}

static bool seen_before(const SolveConstraint *c, uint32_t group)
{
    for (uint32_t g = 0; g < group; g++)
        if (c->values[g] == c->values[group])
            return true;
    return false;
}

static bool settle(Solver *s, uint32_t constraint)
{
    if (s->spent || constraint == s->p->constraint_count)
        return !s->spent && flow(s);
    const SolveConstraint *c = &s->p->constraints[constraint];
    if (c->vague && !s->hopeful)
        return false;
    if (c->vague || !touches(s, c))
        return try_value(s, constraint, VALUE_UNKNOWN);
    bool perhaps = false;
    for (uint32_t g = 0; g < s->p->group_count && !s->spent; g++) {
        perhaps |= c->values[g] == VALUE_UNKNOWN;
        if (c->values[g] >= 0 && !seen_before(c, g) && try_value(s, constraint, c->values[g]))
            return true;
    }
    return perhaps && s->hopeful && try_value(s, constraint, VALUE_UNKNOWN);
}

static bool choose(Solver *s, uint32_t request)
{
    if (request == s->p->request_count) {
        s->constraints = 0;
        return plausible(s) && settle(s, 0);
    }
    for (uint32_t k = 0; k < s->p->requests[request].count && !s->spent; k++) {
        s->chosen[request] = (uint8_t)k;
        if (charge(s, 1) && choose(s, request + 1))
            return true;
    }
    return false;
}

Tri solve(const SolveProblem *p, uint64_t *steps, uint64_t limit)
{
    Solver s = {.p = p, .steps = *steps, .limit = limit};
    bool good = choose(&s, 0);
    s.hopeful = !good;
    bool may = !good && !s.spent && choose(&s, 0);
    *steps = s.steps;
    return good ? TRI_YES : s.spent || may ? TRI_UNKNOWN : TRI_NO;
}
