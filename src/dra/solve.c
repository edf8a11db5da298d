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
    uint8_t order[SOLVE_REQUESTS]; /* requests whose devices are to differ, the narrowest first */
    uint32_t apart;                /* how many these are */
    bool fixed[SOLVE_REQUESTS];    /* the same, by request: the flow leaves their devices alone */
    uint64_t taken[SOLVE_CONSTRAINTS]; /* values, where they are to differ */
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

/* May it be taken as kept, whatever the devices are? */
static bool waived(const Solver *s, const SolveConstraint *c)
{
    return s->hopeful && (c->vague || c->ignored);
}

/* Does it cover one device only, which is like itself? So are devices that several requests share.
 */
static bool lone(const Solver *s, const SolveConstraint *c)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < s->p->request_count; i++) {
        const SolveAsk *ask = ask_of(s, i);
        if (!covers(s, c, i) || elsewhere(s, i))
            continue;
        for (uint32_t g = 0; ask->all && g < s->p->group_count; g++)
            if (ask->fits[g] == TRI_YES || (ask->fits[g] == TRI_UNKNOWN && !s->hopeful))
                sum += s->p->have[g];
        sum += ask->all ? 0 : ask->count;
    }
    return sum <= 1 || (s->hopeful && s->p->shared);
}

static bool keeps(const Solver *s, uint32_t constraint, uint32_t group)
{
    const SolveConstraint *c = &s->p->constraints[constraint];
    int32_t value = c->values[group];
    if (c->vague || waived(s, c))
        return s->hopeful;
    if (value == VALUE_UNKNOWN || value == VALUE_NONE)
        return value == VALUE_UNKNOWN && s->hopeful;
    if (value == VALUE_OWN)
        return c->distinct || lone(s, c);
    return c->distinct || value == s->settled[constraint];
}

/* To take all is to take also what perhaps fits: with less than that the rest is easier. */
static bool fits(const Solver *s, uint32_t request, uint32_t group)
{
    Tri fit = (Tri)ask_of(s, request)->fits[group];
    return fit == TRI_YES || (fit == TRI_UNKNOWN && (s->hopeful || ask_of(s, request)->all));
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

/* Devices that the request takes: of `all`, hopeful, those that surely fit; 0 where it cannot be
 * served. */
static uint32_t need(Solver *s, uint32_t request)
{
    const SolveAsk *ask = ask_of(s, request);
    uint32_t sum = 0, perhaps = 0;
    if (!ask->all)
        return ask->count;
    for (uint32_t g = 0; g < s->p->group_count; g++) {
        bool taken = ask->fits[g] == TRI_YES || (ask->fits[g] == TRI_UNKNOWN && !s->hopeful);
        if (taken && !may_give(s, request, g))
            return 0; /* one that breaks a constraint is not left out: the claim fails */
        sum += ask->fits[g] == TRI_YES ? s->p->have[g] : 0;
        perhaps += ask->fits[g] == TRI_UNKNOWN ? s->p->have[g] : 0;
    }
    if (s->hopeful)
        return !sum && perhaps ? 1 : sum;
    return sum ? sum + perhaps : 0;
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
            if (!s->given[other][g] || s->fixed[other] || !augment(s, other, seen))
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
    bool good = true;
    for (uint32_t i = 0; i < s->p->request_count; i++)
        if (!s->fixed[i])
            memset(s->given[i], 0, sizeof s->given[i]);
    for (uint32_t i = 0; good && i < s->p->request_count; i++)
        good = s->fixed[i] || serve(s, i);
    return good && !s->spent;
}

/* ---- devices that are to differ ---- */

static bool sets_apart(const Solver *s, const SolveConstraint *c, uint32_t request)
{
    return c->distinct && !waived(s, c) && covers(s, c, request) && !elsewhere(s, request);
}

/* Takes the group's values, or gives them back; false: another device has one of them. */
static bool take_values(Solver *s, uint32_t request, uint32_t group, bool take)
{
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t c = 0; c < s->p->constraint_count; c++) {
            int32_t value = s->p->constraints[c].values[group];
            if (value < 0 || !sets_apart(s, &s->p->constraints[c], request))
                continue;
            if (pass)
                s->taken[c] ^= 1ull << value;
            else if (take && (s->taken[c] >> value) & 1)
                return false;
        }
    }
    return true;
}

static bool place(Solver *s, uint32_t nth);

/* In the order of groups: which of equal devices comes first makes no difference. */
static bool place_devices(Solver *s, uint32_t nth, uint32_t from, uint32_t wanted)
{
    uint32_t request = s->order[nth];
    if (!wanted)
        return place(s, nth + 1);
    for (uint32_t g = from; g < s->p->group_count && !s->spent; g++) {
        if (!s->left[g] || !may_give(s, request, g) || !take_values(s, request, g, true))
            continue;
        s->left[g]--;
        s->given[request][g]++;
        if (place_devices(s, nth, g, wanted - 1))
            return true;
        s->left[g]++;
        s->given[request][g]--;
        (void)take_values(s, request, g, false);
    }
    return false;
}

static bool place(Solver *s, uint32_t nth)
{
    uint32_t left[SOLVE_GROUPS];
    if (nth < s->apart) {
        uint32_t wanted = need(s, s->order[nth]);
        return wanted && place_devices(s, nth, 0, wanted);
    }
    memcpy(left, s->left, sizeof left);
    bool good = flow(s);
    memcpy(s->left, left, sizeof left);
    return good;
}

static uint32_t width(Solver *s, uint32_t request)
{
    uint32_t sum = 0;
    for (uint32_t g = 0; g < s->p->group_count; g++)
        sum += may_give(s, request, g);
    return sum;
}

static void find_apart(Solver *s)
{
    uint32_t widths[SOLVE_REQUESTS];
    s->apart = 0;
    for (uint32_t i = 0; i < s->p->request_count; i++) {
        s->fixed[i] = false;
        for (uint32_t c = 0; !s->fixed[i] && c < s->p->constraint_count; c++)
            s->fixed[i] = sets_apart(s, &s->p->constraints[c], i);
        if (!s->fixed[i])
            continue;
        uint32_t at = s->apart++;
        for (widths[i] = width(s, i); at && widths[s->order[at - 1]] > widths[i]; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = (uint8_t)i;
    }
}

static bool share_out(Solver *s)
{
    memset(s->given, 0, sizeof s->given);
    memset(s->taken, 0, sizeof s->taken);
    for (uint32_t g = 0; g < s->p->group_count; g++)
        s->left[g] = have(s, g);
    find_apart(s);
    return within_limit(s) && place(s, 0);
}

/* Are there as many values as devices that are to differ in them? */
static bool enough_values(Solver *s, const SolveConstraint *c)
{
    uint64_t seen = 0, wanted = 0, there = 0;
    for (uint32_t i = 0; i < s->p->request_count; i++)
        wanted += sets_apart(s, c, i) ? need(s, i) : 0;
    for (uint32_t g = 0; there < wanted && g < s->p->group_count; g++) {
        bool given = c->values[g] < 0 || !((seen >> c->values[g]) & 1), useful = false;
        for (uint32_t i = 0; given && !useful && i < s->p->request_count; i++)
            useful = sets_apart(s, c, i) && may_give(s, i, g);
        there += !useful ? 0 : c->values[g] < 0 ? have(s, g) : 1;
        seen |= useful && c->values[g] >= 0 ? 1ull << c->values[g] : 0;
    }
    return there >= wanted;
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
    for (uint32_t c = 0; c < s->constraints; c++)
        if (s->p->constraints[c].distinct && !enough_values(s, &s->p->constraints[c]))
            return false;
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
        return !s->spent && share_out(s);
    const SolveConstraint *c = &s->p->constraints[constraint];
    if (c->vague && !s->hopeful)
        return false;
    if (c->vague || c->distinct || waived(s, c) || !touches(s, c))
        return try_value(s, constraint, VALUE_UNKNOWN);
    bool perhaps = false;
    for (uint32_t g = 0; g < s->p->group_count && !s->spent; g++) {
        perhaps |= c->values[g] == VALUE_UNKNOWN || c->values[g] == VALUE_OWN;
        if (c->values[g] >= 0 && !seen_before(c, g) && try_value(s, constraint, c->values[g]))
            return true;
    }
    return perhaps && try_value(s, constraint, VALUE_UNKNOWN);
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
