#include "tests/check.h"

#include "rule/ruleset.h"

static const char HEAD[] = "id: r\ntitle: t\nseverity: error\nwhy: w\nhow: h\nsee: [s]\n"
                           "examples: [{bad: b, input: x, expect: [{path: p}]}, "
                           "{good: g, input: x}]\n";

static bool compile(Arena *a, const char *rule, RuleSet **set, Diags *d)
{
    Loader loader;
    arena_init(a, SIZE_MAX);
    loader_init(&loader, a);
    diags_init(d, a);
    *set = ruleset_new(a);
    const Source *file = source_new(a, STR("r.yaml"), arena_printf(a, "%s%s", HEAD, rule));
    const RuleSpec *spec = rule_load(&loader, file, STR("area"), d);
    return spec && ruleset_add(*set, spec, d) && ruleset_compile(*set, d);
}

/* clang-format off */
static const struct {
    const char *what, *rule;
    RuleNeeds needs;
} ROWS[] = {
    {"its own fields", "on: nodepool\nrequire: size(pool.limits) > 0\nmessage: m\n", NEEDS_OBJECT},
    {"a node class", "on: nodepool\nrequire: pool.class.name == 'x'\nmessage: m\n", NEEDS_RELATED},
    {"the reference to one", "on: nodepool\nrequire: pool.classRef.name == 'x'\nmessage: m\n",
     NEEDS_OBJECT},
    {"all pools of the cluster",
     "on: nodepool\nrequire: pool.class.allPools.exists(p, true)\nmessage: m\n", NEEDS_WHOLE},
    {"the fleet", "on: nodepool\nrequire: fleet.pools.exists(p, true)\nmessage: m\n", NEEDS_WHOLE},
    {"the input", "on: nodepool\nrequire: input.pools.exists(p, true)\nmessage: m\n", NEEDS_RELATED},
    {"places of a pod", "on: pod\nrequire: pod.places.exists(p, pod.fits(p))\nmessage: m\n",
     NEEDS_RELATED},
    {"a priority class", "on: pod\nrequire: pod.priority.value > 0\nmessage: m\n", NEEDS_RELATED},
    {"types of its places without a resource",
     "on: pod\nrequire: size(pod.typesBut('cpu')) > 0\nmessage: m\n", NEEDS_RELATED},
    {"nodes of its places", "on: pod\nrequire: pod.mostNodes > 1\nmessage: m\n", NEEDS_RELATED},
    {"an overlay on the pool", "on: nodepool\nrequire: pool.overlaidAnywhere\nmessage: m\n",
     NEEDS_RELATED},
    {"what places promise", "on: selector\nrequire: selector.promised\nmessage: m\n",
     NEEDS_RELATED},
    {"the pod of a selector", "on: selector\nrequire: selector.pod.replicas > 1\nmessage: m\n",
     NEEDS_OBJECT},
    {"a claim's devices", "on: pod\neach: {c: pod.claims}\nrequire: size(c.devices) > 0\nmessage: m\n",
     NEEDS_RELATED},
    {"words alone", "on: nodepool\nrequire: size(pool.limits) > 0\nmessage: '{pool.class.name}'\n"
     "related: [{at: pool.class.source, message: m}]\n", NEEDS_OBJECT},
    {"a let for words",
     "on: nodepool\nlet: {c: pool.class.name}\nrequire: size(pool.limits) > 0\nmessage: '{c}'\n",
     NEEDS_OBJECT},
    {"a let behind a let",
     "on: nodepool\nlet: {c: pool.class.name, d: c + 'x'}\nrequire: d == 'yx'\nmessage: m\n",
     NEEDS_RELATED},
    {"when", "on: nodepool\nwhen: pool.class.name == 'x'\nrequire: 'false'\nmessage: m\n",
     NEEDS_RELATED},
};
/* clang-format on */

TEST(test_needs)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Arena a;
        Diags d;
        RuleSet *set;
        CHECK(compile(&a, ROWS[i].rule, &set, &d), "%s: %.*s", ROWS[i].what,
              STR_ARG(d.list.items[0].message));
        RuleNeeds got = rule_info(&a, ruleset_at(set, 0))->needs;
        CHECK(got == ROWS[i].needs, "%s: needs %d", ROWS[i].what, got);
        arena_free(&a);
    }
}

/* clang-format off */
static const struct {
    const char *what, *rule;
    Str message; /* "" when it is allowed */
} SQUARES[] = {
    {"pods for a pod", "on: pod\nrequire: input.workloads.exists(w, w.replicas > 1)\nmessage: m\n",
     STR_INIT("a rule on 'pod' may not visit all workloads: ask a fact of the pod instead")},
    {"budgets for a pod, in a let",
     "on: pod\nlet: {all: fleet.pdbs}\nrequire: size(all) > 1\nmessage: m\n",
     STR_INIT("a rule on 'pod' may not visit all pdbs: ask a fact of the pod instead")},
    {"places for a pod", "on: pod\nrequire: input.places.exists(p, pod.fits(p))\nmessage: m\n",
     STR_INIT("")},
    {"pods for a pool", "on: nodepool\nrequire: input.pods.exists(w, w.replicas > 1)\nmessage: m\n",
     STR_INIT("")},
};
/* clang-format on */

TEST(test_squares)
{
    for (size_t i = 0; i < COUNT(SQUARES); i++) {
        Arena a;
        Diags d;
        RuleSet *set;
        bool good = compile(&a, SQUARES[i].rule, &set, &d);
        Str got = good ? STR("") : d.list.items[0].message;
        CHECK(str_eq(got, SQUARES[i].message), "%s: %.*s", SQUARES[i].what, STR_ARG(got));
        arena_free(&a);
    }
}

TESTS(cmocka_unit_test(test_needs), cmocka_unit_test(test_squares))
