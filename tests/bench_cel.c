/* bench_cel: what expressions cost. One line each, tab-separated: expression, nanoseconds an
 * evaluation (median of five), microseconds a compile, allocations an evaluation. malloc and its
 * like are wrapped by the linker, so that every one is counted. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cel_try.h"

enum {
    ROUNDS = 5,
    ROUND_NANOS = 20000000, /* one round: long enough for the clock, short for a person */
    COMPILES = 200,
    INTS = 100,
    NANOS = 1000
};

static uint64_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    allocations++;
    return __real_realloc(p, size);
}

static const char DEPLOYMENT[] =
    "apiVersion: apps/v1\n"
    "kind: Deployment\n"
    "metadata: {name: web-shop, namespace: shop, labels: {app: web}}\n"
    "spec:\n"
    "  replicas: 3\n"
    "  template:\n"
    "    spec:\n"
    "      containers:\n"
    "        - {name: a, image: registry.example/a:1, resources: {limits: {cpu: 1}}}\n"
    "        - {name: b, image: registry.example/b:1, resources: {limits: {cpu: 2}}}\n"
    "        - {name: c, image: other.example/c:1, resources: {limits: {cpu: 3}}}\n";

static const char DEVICE[] =
    "{'driver': 'gpu.example.com',"
    " 'attributes': {'gpu.example.com': {'driverVersion': semver('560.35.3')}},"
    " 'capacity': {'gpu.example.com': {'memory': quantity('80Gi')}}}";

/* The shapes of facts that rules and device selectors read most. */
static const char *const EXPRESSIONS[] = {
    "true",
    "x == 1",
    "object.spec.replicas == 3 && object.metadata.namespace == 'shop'",
    "has(object.spec) && has(object.spec.replicas) && object.spec.replicas > 1",
    "name.startsWith('web-')",
    "name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
    "name in ['api', 'db', 'cache', 'queue', 'web-shop']",
    "object.spec.template.spec.containers.all(c, has(c.resources) && has(c.resources.limits) && "
    "c.image != '')",
    "object.spec.template.spec.containers.exists(c, c.image.startsWith('other.example/'))",
    "object.spec.template.spec.containers.filter(c, c.image.startsWith('registry')).map(c, "
    "c.name).join(',')",
    "quantity(amount).compareTo(quantity('1Gi')) > 0",
    "device.driver == 'gpu.example.com' && device.attributes['gpu.example.com'].driverVersion"
    ".compareTo(semver('550.0.0')) >= 0 && device.capacity['gpu.example.com'].memory"
    ".compareTo(quantity('40Gi')) >= 0",
    "object.?spec.?paused.orValue(false)",
    "l.all(i, i >= 0)",
};

/* Of this process alone: what else the machine does is not counted. */
static uint64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

static CelValue evaluate(CelEval *ev, const CelProgram *p, Arena *scratch, uint64_t times)
{
    CelValue v = {0};
    ArenaMark start = arena_mark(scratch);
    for (uint64_t i = 0; i < times; i++) {
        ev->steps = 0;
        v = cel_eval(ev, p);
        arena_rewind(scratch, start);
    }
    return v;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t median_nanos(CelEval *ev, const CelProgram *p, Arena *scratch, uint64_t times)
{
    uint64_t rounds[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        uint64_t from = now();
        (void)evaluate(ev, p, scratch, times);
        rounds[i] = (now() - from) * 10 / times; /* tenths */
    }
    qsort(rounds, ROUNDS, sizeof *rounds, by_size);
    return rounds[ROUNDS / 2];
}

static uint64_t compile_nanos(CelTry *t, const char *expr)
{
    Str why;
    ArenaMark start = arena_mark(t->arena);
    uint64_t from = now();
    for (size_t i = 0; i < COMPILES; i++) {
        (void)try_compile(t, expr, &why);
        arena_rewind(t->arena, start);
    }
    return (now() - from) / COMPILES;
}

static bool row(CelTry *t, const char *expr)
{
    uint64_t compile = compile_nanos(t, expr);
    Str why;
    CelProgram *p = try_compile(t, expr, &why);
    if (!p) {
        (void)fprintf(stderr, "%s: %.*s\n", expr, STR_ARG(why));
        return false;
    }
    Arena scratch;
    arena_init(&scratch, SIZE_MAX);
    CelEval ev = try_eval(t);
    ev.scratch = &scratch;
    uint64_t times = 1, from = now();
    if (cel_failed(evaluate(&ev, p, &scratch, times))) {
        (void)fprintf(stderr, "%s: failed\n", expr);
        return false;
    }
    while (now() - from < ROUND_NANOS / 4) {
        times *= 2;
        from = now();
        (void)evaluate(&ev, p, &scratch, times);
    }
    times *= 4;
    uint64_t before = allocations;
    (void)evaluate(&ev, p, &scratch, times);
    uint64_t made = allocations - before, tenths = median_nanos(&ev, p, &scratch, times);
    (void)printf("%s\t%" PRIu64 ".%" PRIu64 "\t%" PRIu64 ".%" PRIu64 "\t%" PRIu64 "\n", expr,
                 tenths / 10, tenths % 10, compile / NANOS, compile % NANOS / 100,
                 (made + times - 1) / times);
    arena_free(&scratch);
    return true;
}

static CelValue of_expression(CelTry *t, const char *expr)
{
    Str why;
    CelEval ev = try_eval(t);
    return cel_eval(&ev, try_compile(t, expr, &why));
}

static CelValue ints(Arena *a)
{
    CelValue *items = arena_array(a, CelValue, INTS);
    for (size_t i = 0; i < INTS; i++)
        items[i] = cel_int((int64_t)i);
    return cel_list(items, INTS, false);
}

int main(void)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_FULL);
    try_set(&t, "x", "int", cel_int(1));
    try_set(&t, "name", "string", cel_str(STR("web-shop")));
    try_set(&t, "amount", "string", cel_str(STR("1536Mi")));
    try_set(&t, "object", "dyn", cel_node(try_yaml(&a, DEPLOYMENT)));
    try_set(&t, "l", "list(int)", ints(&a));
    CelValue device = of_expression(&t, DEVICE);
    try_set(&t, "device", "dyn", device);
    bool good = true;
    for (size_t i = 0; i < sizeof EXPRESSIONS / sizeof *EXPRESSIONS; i++)
        good &= row(&t, EXPRESSIONS[i]);
    arena_free(&a);
    return !good;
}
