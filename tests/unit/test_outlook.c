/* What simulate says of one pod and the places beside it; and of a place. */
#include "tests/kube_try.h"

#include "kube/outlook.h"

#include <string.h>

static Arena arena;

#define POOL(name, more)                                                                    \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: " name "}\nspec:\n" \
    "  template:\n    spec:\n"                                                              \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}\n"         \
    "      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: "   \
    "[g5.xlarge]}]\n" more
#define WEIGHT(n) "  weight: " n "\n"
#define TAINT(t)  "      taints: [" t "]\n"
#define POD(spec)                                                                     \
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec: {" spec \
    "containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}\n"
#define OTHER(name, more)                                                                   \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: " name "}\nspec:\n" \
    "  template:\n    spec:\n"                                                              \
    "      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}\n"         \
    "      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: "   \
    "[g6.xlarge]}]\n" more
#define FAMILY(f)                                                                                  \
    "{matchExpressions: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [" f "]}]" \
    "}"
#define EITHER(f, g)                                                             \
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: " \
    "{nodeSelectorTerms: [" FAMILY(f) ", " FAMILY(g) "]}}}, "
#define SELECTS(key, value) "nodeSelector: {" key ": " value "}, "

/* The pod stands in a file of its own unless `together`. */
/* clang-format off */
static const struct {
    const char *what, *places, *pod;
    bool together, complete;
    const char *verdict, *winner, *step;
} ROWS[] = {
    {"no place", "", POD(""), false, false, "unknown", "", "places"},
    {"no place in a whole cluster", "", POD(""), false, true, "unknown", "", "places"},
    {"one that takes it", POOL("a", ""), POD(""), false, false, "fits", "a", ""},
    {"the heavier one", POOL("a", WEIGHT("5")) POOL("b", WEIGHT("9")), POD(""), false, false, "fits", "b", ""},
    {"of equals the later name", POOL("a", "") POOL("b", ""), POD(""), false, false, "fits", "b", ""},
    {"a weight that is not known", POOL("a", WEIGHT("'${W}'")) POOL("b", ""), POD(""), false, false, "fits", "", ""},
    {"a heavier one that cannot be told", POOL("a", "") POOL("b", TAINT("{key: '${K}', effect: NoSchedule}") WEIGHT("9")), POD(""), false, false, "fits", "", ""},
    {"a first alternative", POOL("a", "") OTHER("b", ""), POD(EITHER("g5", "g6")), false, false, "fits", "a", ""},
    {"before a heavier pool of the second", POOL("a", "") OTHER("b", WEIGHT("9")), POD(EITHER("g5", "g6")), false, false, "fits", "a", ""},
    {"the second", POOL("a", "") OTHER("b", ""), POD(EITHER("p9z", "g6")), false, false, "fits", "b", ""},
    {"a taint that is only avoided", POOL("a", "") POOL("b", TAINT("{key: t, effect: PreferNoSchedule}") WEIGHT("9")), POD(""), false, false, "fits", "a", ""},
    {"where there is no other", POOL("b", TAINT("{key: t, effect: PreferNoSchedule}")), POD(""), false, false, "fits", "b", ""},
    {"a pool that is never ready", POOL("a", TAINT("{key: t, effect: PreferNoSchedule}, {key: t, effect: PreferNoSchedule}")), POD(""), true, false, "never", "", "pool"},
    {"beside one that is", POOL("a", "") POOL("b", "    metadata: {labels: {karpenter.sh/nodepool: b}}\n"), POD(""), true, false, "fits", "a", ""},
    {"a class that is not here", POOL("a", ""), POD(""), false, true, "fits", "a", ""},
    {"one that cannot be told, of a weight that is not known", POOL("a", "") POOL("b", TAINT("{key: '${K}', effect: NoSchedule}") WEIGHT("'${W}'")), POD(""), false, false, "fits", "", ""},
    {"a taint in the same file", POOL("a", TAINT("{key: t, effect: NoSchedule}")), POD(""), true, false, "never", "", "taint"},
    {"a taint elsewhere", POOL("a", TAINT("{key: t, effect: NoSchedule}")), POD(""), false, false, "unknown", "", "places"},
    {"a taint in a whole cluster", POOL("a", TAINT("{key: t, effect: NoSchedule}")), POD(""), false, true, "never", "", "taint"},
    {"a pool by a name that is not here", POOL("a", ""), POD(SELECTS("karpenter.sh/nodepool", "z")), true, false, "unknown", "", "places"},
    {"the same in a whole cluster", POOL("a", ""), POD(SELECTS("karpenter.sh/nodepool", "z")), true, true, "never", "", "label"},
    {"a type that it does not launch", POOL("a", ""), POD(SELECTS("node.kubernetes.io/instance-type", "g6.xlarge")), true, false, "never", "", "type"},
    {"a placeholder", POOL("a", ""), POD(SELECTS("node.kubernetes.io/instance-type", "'${T}'")), true, false, "unknown", "", "type"},
    {"written for another cloud", POOL("a", TAINT("{key: t, effect: NoSchedule}")), POD(SELECTS("cloud.google.com/gke-accelerator", "nvidia-l4")), true, false, "unknown", "", "places"},
    {"a claim that nobody solves", POOL("a", ""), POD("resourceClaims: [{name: g, resourceClaimTemplateName: g}], "), true, false, "unknown", "", "claim"},
};
/* clang-format on */

static ClaimTypes nobody(void *context, const Claim *c)
{
    (void)context;
    (void)c;
    return (ClaimTypes){.open = true, .nearest = STR("")};
}

static const char *text(Str s)
{
    return arena_copy(&arena, s).ptr;
}

static Outlook *look(const char *places, const char *pod, bool together, bool complete)
{
    Str one = arena_printf(&arena, "%s%s", places, pod);
    const TryFile files[] = {
        {"p.yaml",                   text(one)},
        {together ? NULL : "q.yaml", pod      }
    };
    const TryFile apart[] = {
        {"p.yaml", places},
        {"q.yaml", pod   }
    };
    Fleet *f = try_fleet(&arena, together ? files : apart, COUNT(files), complete);
    return outlook_of(&arena, f, (ClaimSource){nobody, NULL});
}

TEST(test_verdicts)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        arena_init(&arena, SIZE_MAX);
        const Outlook *o = look(ROWS[i].places, ROWS[i].pod, ROWS[i].together, ROWS[i].complete);
        CHECK(o->pods.len == 1, "%s: %zu pods", ROWS[i].what, o->pods.len);
        const PodOutlook *p = &o->pods.items[0];
        const char *winner = p->winner ? text(p->winner->name) : "";
        const char *step = p->reasons.len ? p->reasons.items[0].step : "";
        CHECK(!strcmp(verdict_name(p->verdict), ROWS[i].verdict) &&
                  !strcmp(winner, ROWS[i].winner) && !strcmp(step, ROWS[i].step),
              "%s: %s, '%s', '%s'", ROWS[i].what, verdict_name(p->verdict), winner, step);
        arena_free(&arena);
    }
}

TEST(test_places)
{
    arena_init(&arena, SIZE_MAX);
    const Outlook *o =
        look(POOL("a", "  limits: {nvidia.com/gpu: 3}\n") POOL("b", ""), POD(""), false, false);
    const PlaceOutlook *a = &o->places.items[0], *b = &o->places.items[1];
    CHECK(a->types == 1 && a->ceilings.len == 1 && a->ceilings.items[0].most == 3,
          "limited: %lld types", (long long)a->types);
    CHECK(!strcmp(text(a->binding), "nvidia.com/gpu"), "binding: %s", text(a->binding));
    CHECK(a->micros == 3018000, "three at 1.006 USD an hour: %lld", (long long)a->micros);
    CHECK(b->micros == INT64_MAX && b->ceilings.items[0].most == INT64_MAX && !b->binding.len,
          "no limit: %lld", (long long)b->micros);
    CHECK(a->fits == 1 && b->fits == 1 && o->counts[VERDICT_FITS] == 1, "fits: %zu", a->fits);
    arena_free(&arena);
}

/* Reasons are grouped however many places there are. */
TEST(test_groups)
{
    enum { POOLS = 200, TEXT = 1 << 18 };
    arena_init(&arena, SIZE_MAX);
    Buf b;
    buf_init(&b, &arena, TEXT);
    for (int i = 0; i < POOLS; i++)
        buf_printf(&b,
                   "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p%d}\nspec: "
                   "{template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass,"
                   " name: c}, taints: [{key: t%d, effect: NoSchedule}]}}}\n",
                   i, i);
    buf_char(&b, '\0');
    const Outlook *o = look(buf_str(&b).ptr, POD(""), false, true);
    const PodOutlook *p = &o->pods.items[0];
    size_t count = 0;
    for (size_t i = 0; i < p->reasons.len; i++)
        count += p->reasons.items[i].count;
    CHECK(p->verdict == VERDICT_NEVER && p->reasons.len < 12, "%zu reasons", p->reasons.len);
    CHECK(count == POOLS, "%zu places", count);
    arena_free(&arena);
}

TESTS(cmocka_unit_test(test_verdicts), cmocka_unit_test(test_places), cmocka_unit_test(test_groups))
