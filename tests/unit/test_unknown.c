/* What is said in spite of placeholders holds whatever they turn out to be: random pools and pods,
 * and random values in place of their placeholders. */
#include "tests/kube_try.h"
#include "tests/random.h"

#include "base/limits.h"
#include "kube/fit.h"

enum { ROUNDS = 250, COMPLETIONS = 8 };

/* What may stand at one kind of place; NULL ends. A placeholder's name is the kind's number. */
typedef enum Kind {
    FAMILY,
    TYPE,
    COUNT_GPU,
    ARCH,
    CAPACITY,
    TEAM,
    OP,
    EFFECT,
    TAINT_VALUE,
    AMOUNT,
    KINDS
} Kind;

enum { CHOICES = 8 };

/* clang-format 14 loses its way in designated rows. */
/* clang-format off */
static const char *const VALUES[KINDS][CHOICES] = {
    [FAMILY] = {"g5", "p5", "g4ad", "m5", "p6", "q9x"},
    [TYPE] = {"g5.xlarge", "p5.48xlarge", "m5.large", "q9x.large"},
    [COUNT_GPU] = {"'1'", "'4'", "'8'", "'0'"},
    [ARCH] = {"amd64", "arm64"},
    [CAPACITY] = {"on-demand", "spot", "reserved"},
    [TEAM] = {"red", "blue"},
    [OP] = {"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"},
    [EFFECT] = {"NoSchedule", "NoExecute", "PreferNoSchedule"},
    [TAINT_VALUE] = {"a", "b"},
    [AMOUNT] = {"1", "8", "100", "1000"},
};
/* clang-format on */

static const struct {
    const char *key;
    Kind kind;
} KEYS[] = {
    {"karpenter.k8s.aws/instance-family",    FAMILY   },
    {"node.kubernetes.io/instance-type",     TYPE     },
    {"karpenter.k8s.aws/instance-gpu-count", COUNT_GPU},
    {"kubernetes.io/arch",                   ARCH     },
    {"karpenter.sh/capacity-type",           CAPACITY },
    {"team",                                 TEAM     },
};

static const char *value_of(Random *r, Kind kind)
{
    size_t count = 0;
    while (count < CHOICES && VALUES[kind][count])
        count++;
    return VALUES[kind][pick(r, count)];
}

/* A value, or now and then a placeholder that names its kind: ${3} is an architecture. */
static void add(Buf *b, Random *r, Kind kind)
{
    if (pick(r, 4))
        buf_printf(b, "%s", value_of(r, kind));
    else
        buf_printf(b, "'${%d}'", (int)kind);
}

static void add_requirement(Buf *b, Random *r)
{
    size_t k = pick(r, COUNT(KEYS));
    buf_printf(b, "{key: %s, operator: ", KEYS[k].key);
    if (pick(r, 3))
        buf_printf(b, "In");
    else
        add(b, r, OP);
    buf_printf(b, ", values: [");
    for (size_t i = 0, n = 1 + pick(r, 2); i < n; i++) {
        buf_printf(b, "%s", i ? ", " : "");
        add(b, r, KEYS[k].kind);
    }
    buf_printf(b, "]}");
}

static void add_list(Buf *b, Random *r, size_t most, void (*item)(Buf *, Random *))
{
    buf_printf(b, "[");
    for (size_t i = 0, n = pick(r, most + 1); i < n; i++) {
        buf_printf(b, "%s", i ? ", " : "");
        item(b, r);
    }
    buf_printf(b, "]");
}

static void add_taint(Buf *b, Random *r)
{
    buf_printf(b, "{key: %s, value: ", pick(r, 2) ? "nvidia.com/gpu" : "dedicated");
    add(b, r, TAINT_VALUE);
    buf_printf(b, ", effect: ");
    add(b, r, EFFECT);
    buf_printf(b, "}");
}

static void add_toleration(Buf *b, Random *r)
{
    buf_printf(b, "{key: %s, ", pick(r, 2) ? "nvidia.com/gpu" : "dedicated");
    if (pick(r, 2)) {
        buf_printf(b, "operator: Exists");
    } else {
        buf_printf(b, "value: ");
        add(b, r, TAINT_VALUE);
    }
    buf_printf(b, "}");
}

static void write_pool(Buf *b, Random *r)
{
    buf_printf(b, "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n");
    if (pick(r, 2)) {
        buf_printf(b, "  limits: {cpu: ");
        add(b, r, AMOUNT);
        buf_printf(b, "}\n");
    }
    buf_printf(b, "  template:\n    spec:\n      nodeClassRef: {group: karpenter.k8s.aws, kind: "
                  "EC2NodeClass, name: c}\n      taints: ");
    add_list(b, r, 2, add_taint);
    buf_printf(b, "\n      requirements: ");
    add_list(b, r, 3, add_requirement);
    buf_printf(b, "\n");
}

static void write_pod(Buf *b, Random *r)
{
    buf_printf(b, "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  tolerations: ");
    add_list(b, r, 2, add_toleration);
    buf_printf(b, "\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                  "{nodeSelectorTerms: [{matchExpressions: ");
    add_list(b, r, 2, add_requirement);
    buf_printf(b, "}]}}}\n  containers: [{name: m, image: r.example/m, resources: {limits: "
                  "{nvidia.com/gpu: ");
    add(b, r, AMOUNT);
    buf_printf(b, "}}}]\n");
}

/* Every placeholder becomes a value of its kind. */
static const char *complete(Arena *a, Random *r, Str text)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    for (size_t at; (at = str_find(text, STR("'${"))) < text.len; text = str_skip(text, at + 6)) {
        buf_add(&b, str_slice(text, 0, at));
        buf_printf(&b, "%s", value_of(r, (Kind)(text.ptr[at + 3] - '0')));
    }
    buf_add(&b, text);
    buf_char(&b, '\0');
    return b.ptr;
}

typedef struct Seen {
    const Pool *pool;
    Tri fits, written, accelerated, shares;
    size_t typeless;
} Seen;

static Seen look(Arena *a, const char *pool, const char *pod)
{
    Platform platform = try_platform();
    Pods pods = {0};
    const PlaceReq *const *reqs;
    Seen s = {.pool = pool_new(a, facts_builtin(), &platform, try_object(a, pool, 0))};
    pods_of(a, facts_builtin(), &platform, try_object(a, pod, 0), &pods);
    const Fit *f =
        fit_of(fit_cache_new(a, facts_builtin(), &platform), pods.list.items[0], &s.pool->place);
    s.fits = f->ok;
    s.written = f->ok_written;
    s.accelerated = s.pool->place.accelerated;
    s.shares = pool_shares(a, s.pool, s.pool);
    s.typeless = pool_typeless(a, s.pool, &reqs);
    return s;
}

static bool contradicts(Tri before, Tri after)
{
    return (before == TRI_YES && after == TRI_NO) || (before == TRI_NO && after == TRI_YES);
}

static bool within(TypeSet inner, TypeSet outer)
{
    for (size_t i = 0; i < facts_type_words(facts_builtin()); i++)
        if (inner.words[i] & ~outer.words[i])
            return false;
    return true;
}

static void check_round(Arena *a, Random *r)
{
    Buf pool, pod;
    buf_init(&pool, a, LIMIT_MESSAGE);
    buf_init(&pod, a, LIMIT_MESSAGE);
    write_pool(&pool, r);
    write_pod(&pod, r);
    Seen before = look(a, arena_copy(a, buf_str(&pool)).ptr, arena_copy(a, buf_str(&pod)).ptr);
    for (size_t i = 0; i < COMPLETIONS; i++) {
        const char *full_pool = complete(a, r, buf_str(&pool));
        const char *full_pod = complete(a, r, buf_str(&pod));
        Seen after = look(a, full_pool, full_pod);
        CHECK(!contradicts(before.fits, after.fits) &&
                  !contradicts(before.written, after.written) &&
                  !contradicts(before.accelerated, after.accelerated) &&
                  !contradicts(before.shares, after.shares),
              "fits %d %d, written %d %d, accelerated %d %d\n%.*s%.*s---\n%s%s", (int)before.fits,
              (int)after.fits, (int)before.written, (int)after.written, (int)before.accelerated,
              (int)after.accelerated, STR_ARG(buf_str(&pool)), STR_ARG(buf_str(&pod)), full_pool,
              full_pod);
        CHECK(within(before.pool->place.types, after.pool->place.types) &&
                  within(after.pool->place.types, before.pool->place.maybe) &&
                  (!before.typeless || types_empty(facts_builtin(), after.pool->place.types)),
              "types\n%.*s---\n%s", STR_ARG(buf_str(&pool)), full_pool);
    }
}

TEST(test_completions)
{
    Random r = random_start();
    for (uint64_t i = 0, n = random_count(ROUNDS); i < n; i++) {
        Arena a;
        arena_init(&a, SIZE_MAX);
        check_round(&a, &r);
        arena_free(&a);
    }
}

TESTS(cmocka_unit_test(test_completions))
