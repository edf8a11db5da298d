/* The engine's requirement algebra and taint matching against a slow reference: what it says of
 * known requirements is what the reference says, and what it says in spite of placeholders is what
 * the reference says of every completion that is tried. */
#include "tests/check.h"
#include "tests/random.h"
#include "tests/reference.h"

#include "kube/facts.h"
#include "kube/req.h"
#include "kube/taint.h"

enum { ROUNDS = 20000, COMPLETIONS = 4, MOST = 4 };

static const char *const TEXTS[] = {"",   "a",   "b",  "c",   "true", "1",
                                    "2",  "3",   "4",  "5",   "7",    "8",
                                    "16", "007", "5x", "4.0", "1e3",  "9223372036854775807"};
static const RefUniverse UNIVERSE = {TEXTS, COUNT(TEXTS)};
static const char *const BOUNDS[] = {
    "0", "1", "2", "3", "4", "5", "8", "16", "17", "9223372036854775806", "9223372036854775807"};

static const char *const KEYS[] = {"team", "tier", "zz.example/x", "kubernetes.io/arch",
                                   "kubernetes.io/os"};
enum { WELL_KNOWN = 1 << 3 | 1 << 4 };

static const ReqOp OPS[] = {
    [REF_IN] = REQ_IN,         [REF_NOT_IN] = REQ_NOT_IN,
    [REF_EXISTS] = REQ_EXISTS, [REF_DOES_NOT_EXIST] = REQ_DOES_NOT_EXIST,
    [REF_GT] = REQ_GT,         [REF_LT] = REQ_LT,
    [REF_GTE] = REQ_GTE,       [REF_LTE] = REQ_LTE,
};

/* One requirement for both; `hidden` is what placeholders hide of it. */
typedef struct Both {
    size_t key;
    RefOp op;
    uint64_t values;
    size_t bound;
    bool op_hidden, values_hidden;
    uint64_t shown; /* of the values, those that are no placeholder */
} Both;

static bool bounded(RefOp op)
{
    return op >= REF_GT;
}

static uint64_t some_values(Random *r)
{
    uint64_t mask = 0;
    for (size_t i = 0, n = 1 + pick(r, 3); i < n; i++)
        mask |= UINT64_C(1) << pick(r, COUNT(TEXTS));
    return mask;
}

static Both both_new(Random *r, bool partial)
{
    Both b = {.key = pick(r, COUNT(KEYS)),
              .op = (RefOp)pick(r, COUNT(OPS)),
              .bound = pick(r, COUNT(BOUNDS))};
    b.values = b.shown = some_values(r);
    if (b.op == REF_NOT_IN && !pick(r, 8))
        b.values = b.shown = 0;
    if (partial && !pick(r, 3)) {
        b.op_hidden = !pick(r, 4);
        b.values_hidden = !b.op_hidden || pick(r, 2);
        if (b.values_hidden)
            b.shown &= some_values(r);
    }
    return b;
}

/* What the placeholders may turn out to be. */
static Both both_complete(Random *r, Both b)
{
    if (b.values_hidden) {
        b.values = b.shown | some_values(r);
        b.bound = pick(r, COUNT(BOUNDS));
    }
    if (b.op_hidden)
        b.op = (RefOp)pick(r, COUNT(OPS));
    return b;
}

static RefReq both_reference(const Both *b)
{
    long long bound = 0;
    (void)ref_int(BOUNDS[b->bound], &bound);
    return ref_req(b->op, b->op == REF_IN || b->op == REF_NOT_IN ? b->values : 0, bound);
}

static ReqSource both_source(Arena *a, const Both *b)
{
    ReqSource s = {.key = str_c(KEYS[b->key]),
                   .op = b->op_hidden ? REQ_BAD : OPS[b->op],
                   .unknown = b->op_hidden || b->values_hidden};
    if (!b->op_hidden && bounded(b->op) && !b->values_hidden)
        *vec_push(a, &s.values) = str_c(BOUNDS[b->bound]);
    for (size_t i = COUNT(TEXTS); !bounded(b->op) && i-- > 0;)
        if (b->shown >> i & 1)
            *vec_push(a, &s.values) = str_c(TEXTS[i]);
    return s;
}

/* Requirements of one side; some of a key may be given twice, and are intersected. */
typedef struct Side {
    Both list[MOST];
    size_t count;
    ReqSet engine;
} Side;

static Side side_new(Arena *a, Random *r, bool partial)
{
    Side s = {.count = pick(r, MOST + 1)};
    for (size_t i = 0; i < s.count; i++) {
        s.list[i] = both_new(r, partial);
        ReqSource source = both_source(a, &s.list[i]);
        reqs_add_source(a, &s.engine, &source);
    }
    return s;
}

static RefSet side_reference(const Side *s, Random *r)
{
    RefSet set = {0};
    for (size_t i = 0; i < s->count; i++) {
        Both b = r ? both_complete(r, s->list[i]) : s->list[i];
        ref_add(&UNIVERSE, &set, b.key, both_reference(&b));
    }
    return set;
}

/* ---- what is said ---- */

/* As the engine asks it of a new node: key by key. */
static Tri compatible(const ReqSet *pool, const ReqSet *pod)
{
    Tri all = TRI_YES;
    for (size_t i = 0; i < pod->list.len; i++) {
        const Req *r = &pod->list.items[i], *own = reqs_find(pool, r->key);
        bool known = str_eq(r->key, str_c(KEYS[3])) || str_eq(r->key, str_c(KEYS[4]));
        all = tri_and(all, own ? req_pair(own, r) : known ? TRI_YES : req_undefined(r));
    }
    return all;
}

static void show(const char *what, const Side *s)
{
    static const char *const NAMES[] = {"In", "NotIn", "Exists", "DoesNotExist",
                                        "Gt", "Lt",    "Gte",    "Lte"};
    for (size_t i = 0; i < s->count; i++) {
        const Both *b = &s->list[i];
        print_error("%s: %s %s%s", what, KEYS[b->key], b->op_hidden ? "?" : "", NAMES[b->op]);
        for (size_t v = 0; !bounded(b->op) && v < COUNT(TEXTS); v++)
            if (b->values >> v & 1)
                print_error(" %s'%s'", b->shown >> v & 1 ? "" : "?", TEXTS[v]);
        print_error(" %s%s\n", b->values_hidden ? "?" : "", bounded(b->op) ? BOUNDS[b->bound] : "");
    }
}

typedef struct Round {
    uint64_t seed;
    const Side *pool, *pod;
    bool partial;
} Round;

static void check_said(const Round *round, const char *what, Tri engine, bool reference)
{
    if (engine == tri_of(reference) || (round->partial && engine == TRI_UNKNOWN))
        return;
    show("pool", round->pool);
    show("pod", round->pod);
    CHECK(false, "%s: engine %d, reference %d (seed %llu)", what, (int)engine, reference,
          (unsigned long long)round->seed);
}

static void check_one(const Round *round, const Side *side, const RefSet *set)
{
    for (size_t k = 0; k < COUNT(KEYS); k++) {
        const Req *engine = reqs_find(&side->engine, str_c(KEYS[k]));
        check_said(round, "used", tri_of(engine), set->used[k]);
        for (size_t v = 0; engine && v < COUNT(TEXTS); v++)
            check_said(round, TEXTS[v], req_allows(engine, str_c(TEXTS[v])),
                       ref_allows(&UNIVERSE, &set->req[k], v));
        if (engine && !round->partial)
            check_said(round, "operator", tri_of(req_op(engine) == OPS[ref_op(&set->req[k])]),
                       true);
        if (engine && req_excludes(engine))
            check_said(round, "excludes", TRI_YES, ref_excludes(&set->req[k]));
    }
}

static void check_pair(const Round *round, const RefSet *pool, const RefSet *pod)
{
    const ReqSet *x = &round->pool->engine, *y = &round->pod->engine;
    for (size_t k = 0; k < COUNT(KEYS); k++) {
        const Req *r = reqs_find(x, str_c(KEYS[k])), *s = reqs_find(y, str_c(KEYS[k]));
        if (!r || !s)
            continue;
        check_said(round, "intersects", req_intersects(r, s),
                   ref_has_intersection(&UNIVERSE, &pool->req[k], &pod->req[k]));
        check_said(round, "meets", req_pair(r, s),
                   ref_meets(&UNIVERSE, &pool->req[k], &pod->req[k]));
    }
    check_said(round, "all intersect", reqs_intersect(x, y), ref_intersects(&UNIVERSE, pool, pod));
    check_said(round, "compatible", compatible(x, y),
               ref_compatible(&UNIVERSE, pool, pod, WELL_KNOWN));
}

static void check_sides(Random *r, bool partial)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    uint64_t seed = r->state;
    Side pool = side_new(&a, r, partial), pod = side_new(&a, r, partial);
    Round round = {seed, &pool, &pod, partial};
    for (size_t i = 0; i < (partial ? COMPLETIONS : 1); i++) {
        RefSet x = side_reference(&pool, partial ? r : NULL),
               y = side_reference(&pod, partial ? r : NULL);
        check_one(&round, &pool, &x);
        check_one(&round, &pod, &y);
        check_pair(&round, &x, &y);
    }
    arena_free(&a);
}

TEST(test_requirements)
{
    Random r = random_start();
    for (uint64_t i = 0, n = random_count(ROUNDS); i < n; i++)
        check_sides(&r, false);
}

TEST(test_placeholders)
{
    Random r = random_start();
    for (uint64_t i = 0, n = random_count(ROUNDS); i < n; i++)
        check_sides(&r, true);
}

/* ---- instance types ---- */

static const char *const TYPE_KEYS[] = {
    "karpenter.k8s.aws/instance-family",
    "karpenter.k8s.aws/instance-category",
    "karpenter.k8s.aws/instance-gpu-count",
    "karpenter.k8s.aws/instance-gpu-name",
    "karpenter.k8s.aws/instance-cpu",
    "karpenter.k8s.aws/instance-generation",
    "karpenter.k8s.aws/instance-accelerator-manufacturer",
    "kubernetes.io/arch",
    "node.kubernetes.io/instance-type",
    "karpenter.k8s.aws/instance-hypervisor",
};

/* A type's label is one value; without the label it must not be there. The universe is the values
 * of a few types, and of none. */
static void check_type(Random *r)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const Facts *f = facts_builtin();
    Str key = str_c(TYPE_KEYS[pick(r, COUNT(TYPE_KEYS))]);
    const char *texts[] = {"", "", "", "", "p99", "-", "4", "100", "8"};
    size_t types[4];
    for (size_t i = 0; i < COUNT(types); i++) {
        types[i] = pick(r, facts_type_count(f));
        texts[i] =
            arena_printf(&a, "%.*s", STR_ARG(type_label(f, facts_type(f, types[i]), key))).ptr;
    }
    uint64_t seed = r->state, values = 0;
    RefOp op = (RefOp)pick(r, COUNT(OPS));
    ReqSource s = {.key = key, .op = OPS[op]};
    const char *bound = BOUNDS[pick(r, COUNT(BOUNDS))];
    long long number = 0;
    (void)ref_int(bound, &number);
    if (bounded(op))
        *vec_push(&a, &s.values) = str_c(bound);
    for (size_t i = 0; !bounded(op) && i < COUNT(texts); i++)
        if (*texts[i] && !pick(r, 3)) {
            *vec_push(&a, &s.values) = str_c(texts[i]);
            for (size_t k = 0; k < COUNT(texts); k++)
                values |= (uint64_t)(strcmp(texts[k], texts[i]) == 0) << k;
        }
    bool beyond = false;
    Req req = req_from(&a, &s);
    RefReq want = ref_req(op, op == REF_IN || op == REF_NOT_IN ? values : 0, number);
    TypesOut out = {types_none(&a, f), types_none(&a, f), &beyond};
    CHECK(facts_types_of(f, LABELS_KARPENTER, &req, &out), "%.*s is no label of types",
          STR_ARG(key));
    RefUniverse u = {texts, COUNT(texts)};
    for (size_t i = 0; i < COUNT(types); i++) {
        RefReq own =
            ref_req(*texts[i] ? REF_IN : REF_DOES_NOT_EXIST, *texts[i] ? UINT64_C(1) << i : 0, 0);
        CHECK(types_has(out.sure, types[i]) == ref_meets(&u, &own, &want),
              "%.*s of %.*s (seed %llu)", STR_ARG(key),
              STR_ARG(type_name(f, facts_type(f, types[i]))), (unsigned long long)seed);
    }
    arena_free(&a);
}

TEST(test_types)
{
    Random r = random_start();
    for (uint64_t i = 0, n = random_count(ROUNDS); i < n; i++)
        check_type(&r);
}

/* ---- taints ---- */

static const char *pick_text(Random *r, const char *const *texts)
{
    size_t count = 0;
    while (texts[count])
        count++;
    return texts[pick(r, count)];
}

static void check_taint(Random *r)
{
    static const char *const KEY[] = {"nvidia.com/gpu", "dedicated", "a", NULL},
                             *const VALUE[] = {"", "true", "a", "5", "10", "-3", "05", "5x", NULL};
    static const char *const EFFECT[] = {"NoSchedule", "NoExecute", "PreferNoSchedule", NULL},
                             *const OP[] = {"", "Equal", "Exists", "Gt", "Lt", NULL};
    uint64_t seed = r->state;
    RefTaint taint = {pick_text(r, KEY), pick_text(r, VALUE), pick_text(r, EFFECT)};
    RefToleration t = {pick(r, 6) ? pick_text(r, KEY) : "", pick_text(r, OP), pick_text(r, VALUE),
                       pick(r, 2) ? pick_text(r, EFFECT) : ""};
    Taint have = {
        .key = str_c(taint.key), .value = str_c(taint.value), .effect = str_c(taint.effect)};
    Toleration want = {
        .key = str_c(t.key), .op = str_c(t.op), .value = str_c(t.value), .effect = str_c(t.effect)};
    CHECK(toleration_matches(&want, &have) == tri_of(ref_tolerates(&t, &taint)),
          "%s %s %s %s of %s=%s:%s (seed %llu)", t.key, t.op, t.value, t.effect, taint.key,
          taint.value, taint.effect, (unsigned long long)seed);
}

TEST(test_taints)
{
    Random r = random_start();
    for (uint64_t i = 0, n = random_count(ROUNDS); i < n; i++)
        check_taint(&r);
}

TESTS(cmocka_unit_test(test_requirements), cmocka_unit_test(test_placeholders),
      cmocka_unit_test(test_types), cmocka_unit_test(test_taints))
