/* The solver against a slow reference, written from what the scheduler does: requests in their
 * order, each alternative in turn, device after device, each one added to every constraint. What
 * is unknown is settled at random: a sure answer has to hold however it turns out. */
#include "dra/solve.h"
#include "tests/check.h"
#include "tests/random.h"

#include <stdio.h>
#include <string.h>

enum {
    ROUNDS = 20000,
    REQUESTS = 3,
    GROUPS = 4,
    CONSTRAINTS = 2,
    UNITS = 12, /* devices, each by itself */
    SETTLINGS = 4,
    STEPS = 200000
};

/* ---- the reference ---- */

typedef struct Unit {
    uint32_t group;
    int32_t values[CONSTRAINTS]; /* below 0: it has none */
    uint32_t free;               /* how often it can still be given */
} Unit;

typedef struct RefAsk {
    uint32_t count;
    bool all, outside, nowhere; /* served from outside of the node; not to be served */
    bool fits[GROUPS];
} RefAsk;

typedef struct RefConstraint {
    uint8_t covers[REQUESTS];
    bool distinct, dropped, fails;
    int32_t added[SOLVE_DEVICES * 2]; /* values of the devices that it has seen */
    uint32_t len;
} RefConstraint;

typedef struct Ref {
    RefAsk asks[REQUESTS][2];
    uint32_t alternatives[REQUESTS], requests, constraint_count, unit_count;
    RefConstraint constraints[CONSTRAINTS];
    Unit units[UNITS];
} Ref;

static bool accepts(const RefConstraint *c, int32_t value)
{
    for (uint32_t i = 0; i < c->len; i++)
        if ((c->added[i] == value) == c->distinct)
            return false;
    return value >= 0;
}

/* Adds the device to the constraints; false, with none changed, where one refuses it. */
static bool add_unit(Ref *r, uint32_t request, uint32_t alternative, const Unit *u)
{
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t c = 0; c < r->constraint_count; c++) {
            RefConstraint *one = &r->constraints[c];
            if (one->dropped || !((one->covers[request] >> alternative) & 1))
                continue;
            if (pass)
                one->added[one->len++] = u->values[c];
            else if (one->fails || !accepts(one, u->values[c]))
                return false;
        }
    }
    return true;
}

static bool serve_request(Ref *r, uint32_t request, uint32_t total);

/* Where it stands: the next device to look at, how many are still to come, how many all have. */
typedef struct Progress {
    uint32_t from, left, total;
} Progress;

static bool serve_units(Ref *r, uint32_t request, uint32_t alternative, Progress p)
{
    const RefAsk *ask = &r->asks[request][alternative];
    if (!p.left)
        return serve_request(r, request + 1, p.total);
    for (uint32_t u = p.from; u < r->unit_count; u++) {
        RefConstraint before[CONSTRAINTS];
        memcpy(before, r->constraints, sizeof before);
        Unit *unit = &r->units[u];
        if (!unit->free || !ask->fits[unit->group] || !add_unit(r, request, alternative, unit))
            continue;
        unit->free--;
        bool good =
            serve_units(r, request, alternative, (Progress){u + ask->all, p.left - 1, p.total + 1});
        unit->free++;
        memcpy(r->constraints, before, sizeof before);
        if (good)
            return true;
    }
    return false;
}

static uint32_t fitting(const Ref *r, const RefAsk *ask)
{
    uint32_t sum = 0;
    for (uint32_t u = 0; u < r->unit_count; u++)
        sum += ask->fits[r->units[u].group];
    return sum;
}

static bool serve_request(Ref *r, uint32_t request, uint32_t total)
{
    if (request == r->requests)
        return total <= SOLVE_DEVICES;
    for (uint32_t k = 0; k < r->alternatives[request]; k++) {
        const RefAsk *ask = &r->asks[request][k];
        uint32_t count = ask->all ? fitting(r, ask) : ask->count;
        if (ask->nowhere || (!count && !ask->outside))
            continue;
        if (serve_units(r, request, k, (Progress){0, ask->outside ? 0 : count, total}))
            return true;
    }
    return false;
}

/* ---- problems ---- */

typedef struct Problem {
    SolveRequest requests[REQUESTS];
    SolveConstraint constraints[CONSTRAINTS];
    SolveProblem p;
} Problem;

static void draw_ask(Random *r, SolveAsk *a, bool sure)
{
    a->count = (uint32_t)(pick(r, 12) ? 1 + pick(r, 4) : SOLVE_DEVICES + 1);
    a->all = !pick(r, 5);
    a->loose = !sure && !pick(r, 12);
    a->beyond = !sure && !pick(r, 12);
    for (uint32_t g = 0; g < GROUPS; g++)
        a->fits[g] = (uint8_t)(!sure && !pick(r, 6) ? TRI_UNKNOWN : pick(r, 3) ? TRI_YES : TRI_NO);
}

static void draw_constraint(Random *r, SolveConstraint *c, bool sure)
{
    c->distinct = pick(r, 2);
    c->vague = !sure && !pick(r, 12);
    c->ignored = !sure && !pick(r, 8);
    for (uint32_t i = 0; i < REQUESTS; i++)
        c->covers[i] = pick(r, 3) ? 0xFF : (uint8_t)pick(r, 4);
    for (uint32_t g = 0; g < GROUPS; g++) {
        c->values[g] = (int32_t)pick(r, 5) - 1;
        if (!pick(r, 6))
            c->values[g] = VALUE_OWN;
        if (!sure && !pick(r, 6))
            c->values[g] = VALUE_UNKNOWN;
    }
}

static void draw_problem(Random *r, Problem *x, bool sure)
{
    memset(x, 0, sizeof *x);
    x->p.requests = x->requests;
    x->p.shared = !sure && !pick(r, 8);
    x->p.constraints = x->constraints;
    x->p.request_count = 1 + (uint32_t)pick(r, REQUESTS);
    x->p.constraint_count = (uint32_t)pick(r, CONSTRAINTS + 1);
    x->p.group_count = 1 + (uint32_t)pick(r, GROUPS);
    for (uint32_t g = 0; g < GROUPS; g++)
        x->p.have[g] = 1 + (uint32_t)pick(r, UNITS / GROUPS);
    for (uint32_t i = 0; i < REQUESTS; i++) {
        x->requests[i].count = 1 + (uint32_t)pick(r, 2);
        for (uint32_t k = 0; k < 2; k++)
            draw_ask(r, &x->requests[i].asks[k], sure);
    }
    for (uint32_t c = 0; c < CONSTRAINTS; c++)
        draw_constraint(r, &x->constraints[c], sure);
}

/* ---- what is unknown, settled ---- */

static int32_t settle_value(Random *r, int32_t value, int32_t own)
{
    if (value == VALUE_UNKNOWN)
        return (int32_t)pick(r, 5) - 1;
    return value == VALUE_OWN ? own : value;
}

static void settle_ask(Random *r, const SolveAsk *from, RefAsk *to)
{
    *to = (RefAsk){.count = from->count, .all = from->all};
    to->outside = (from->loose || from->beyond) && pick(r, 2);
    to->nowhere = from->loose && !to->outside;
    for (uint32_t g = 0; g < GROUPS; g++)
        to->fits[g] = from->fits[g] == TRI_UNKNOWN ? pick(r, 2) : from->fits[g] == TRI_YES;
}

static void settle_units(Random *r, const Problem *x, Ref *out)
{
    for (uint32_t g = 0; g < x->p.group_count; g++) {
        for (uint32_t n = 0; n < x->p.have[g]; n++) {
            Unit *u = &out->units[out->unit_count];
            u->group = g;
            u->free = x->p.shared && pick(r, 2) ? 3 : 1;
            for (uint32_t c = 0; c < CONSTRAINTS; c++)
                u->values[c] =
                    settle_value(r, x->constraints[c].values[g], 100 + (int32_t)out->unit_count);
            out->unit_count++;
        }
    }
}

static void settle_problem(Random *r, const Problem *x, Ref *out)
{
    memset(out, 0, sizeof *out);
    out->requests = x->p.request_count;
    out->constraint_count = x->p.constraint_count;
    for (uint32_t i = 0; i < out->requests; i++) {
        out->alternatives[i] = x->requests[i].count;
        for (uint32_t k = 0; k < 2; k++)
            settle_ask(r, &x->requests[i].asks[k], &out->asks[i][k]);
    }
    for (uint32_t c = 0; c < CONSTRAINTS; c++) {
        const SolveConstraint *from = &x->constraints[c];
        RefConstraint *to = &out->constraints[c];
        memcpy(to->covers, from->covers, sizeof to->covers);
        to->distinct = from->distinct;
        to->dropped = (from->vague || from->ignored) && pick(r, 2);
        to->fails = from->vague && !to->dropped && pick(r, 2);
    }
    settle_units(r, x, out);
}

/* ---- tests ---- */

TEST(test_sure)
{
    Random r = random_start();
    uint64_t rounds = random_count(ROUNDS);
    for (uint64_t n = 0; n < rounds; n++) {
        uint64_t seed = r.state, steps = 0;
        Problem x;
        Ref ref;
        draw_problem(&r, &x, true);
        settle_problem(&r, &x, &ref);
        bool meant = serve_request(&ref, 0, 0);
        Tri got = solve(&x.p, &steps, STEPS);
        CHECK(got == tri_of(meant), "RANDOM_SEED=%llu: %d for %d", (unsigned long long)seed,
              (int)got, (int)meant);
    }
}

TEST(test_unsure)
{
    Random r = random_start();
    uint64_t rounds = random_count(ROUNDS);
    for (uint64_t n = 0; n < rounds; n++) {
        uint64_t seed = r.state, steps = 0;
        Problem x;
        draw_problem(&r, &x, false);
        Tri got = solve(&x.p, &steps, STEPS);
        for (uint32_t i = 0; i < SETTLINGS; i++) {
            Ref ref;
            settle_problem(&r, &x, &ref);
            bool meant = serve_request(&ref, 0, 0);
            CHECK(got == TRI_UNKNOWN || got == tri_of(meant), "RANDOM_SEED=%llu: %d for %d",
                  (unsigned long long)seed, (int)got, (int)meant);
        }
    }
}

TESTS(cmocka_unit_test(test_sure), cmocka_unit_test(test_unsure))
