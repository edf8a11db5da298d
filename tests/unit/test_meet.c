/* The index never hides a place: what it leaves out of `met` fits nowhere, what it leaves out of
 * `named` is not meant. Random fleets from a printed seed. */
#include "tests/kube_try.h"

#include <stdio.h>

static Arena arena;

enum { ROUNDS = 300, POOLS = 8, PODS = 12, TEXT = 1 << 16 };

static uint64_t seed = 20261130;

static uint32_t draw(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

#define PICK(list) (list)[draw(COUNT(list))]

static const char *const TAINTS[] = {"",
                                     "{key: nvidia.com/gpu, effect: NoSchedule}",
                                     "{key: team, value: a, effect: NoSchedule}",
                                     "{key: team, value: b, effect: NoExecute}",
                                     "{key: team, value: '${T}', effect: NoSchedule}",
                                     "{key: '${K}', effect: NoSchedule}",
                                     "{key: soft, effect: PreferNoSchedule}"};
static const char *const REQUIREMENTS[] = {
    "{key: karpenter.k8s.aws/instance-family, operator: In, values: [g5, g6]}",
    "{key: karpenter.k8s.aws/instance-family, operator: In, values: [m5]}",
    "{key: team, operator: In, values: [a, b]}",
    "{key: team, operator: NotIn, values: [a]}",
    "{key: team, operator: Exists}",
    "{key: zone, operator: In, values: ['${Z}']}",
    "{key: '${K}', operator: Exists}",
    "{key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}"};
static const char *const LABELS[] = {"", "team: a", "team: b", "team: '${T}'", "rack: r1"};
static const char *const CLASSES[] = {"{group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}",
                                      "{group: eks.amazonaws.com, kind: NodeClass, name: default}",
                                      "{group: other.example, kind: Thing, name: t}"};
static const char *const SELECTORS[] = {"",
                                        "team: a",
                                        "team: c",
                                        "rack: r1",
                                        "rack: '${R}'",
                                        "'${K}': x",
                                        "karpenter.sh/nodepool: p1",
                                        "karpenter.sh/nodepool: nowhere",
                                        "eks.amazonaws.com/nodegroup: n",
                                        "nvidia.com/gpu.present: 'true'",
                                        "karpenter.k8s.aws/instance-family: g5",
                                        "kubernetes.io/arch: amd64"};
static const char *const EXPRESSIONS[] = {
    "{key: team, operator: In, values: [a, b]}", "{key: team, operator: Exists}",
    "{key: team, operator: NotIn, values: [a]}", "{key: rack, operator: DoesNotExist}",
    "{key: rack, operator: In, values: [r1]}",   "{key: team, operator: In, values: []}"};
static const char *const TOLERATIONS[] = {"",
                                          "{operator: Exists}",
                                          "{key: nvidia.com/gpu, operator: Exists}",
                                          "{key: team, value: a}",
                                          "{key: team, operator: Exists, effect: NoExecute}",
                                          "{key: team, value: '${T}'}",
                                          "{key: '${K}', operator: Exists}"};

static void write_pool(Buf *b, int i)
{
    buf_printf(b,
               "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p%d}\n"
               "spec:\n  %s\n  template:\n    metadata: {labels: {%s}}\n    spec:\n"
               "      nodeClassRef: %s\n      requirements: [%s, %s]\n      taints: [%s]\n",
               i, draw(6) ? "weight: 1" : "replicas: 2", PICK(LABELS), PICK(CLASSES),
               PICK(REQUIREMENTS), PICK(REQUIREMENTS), PICK(TAINTS));
}

static void write_groups(Buf *b)
{
    buf_printf(b,
               "---\napiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, "
               "region: r}\nmanagedNodeGroups:\n- {name: n, instanceType: g5.xlarge, labels: {%s}, "
               "taints: [%s]}\n- {name: o}\n",
               PICK(LABELS), PICK(TAINTS));
}

static void write_pod(Buf *b, int i)
{
    buf_printf(b,
               "---\napiVersion: v1\nkind: Pod\nmetadata: {name: w%d}\nspec:\n"
               "  nodeSelector: {%s}\n  tolerations: [%s]\n",
               i, PICK(SELECTORS), PICK(TOLERATIONS));
    if (draw(2))
        buf_printf(b,
                   "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                   "{nodeSelectorTerms: [{matchExpressions: [%s]}, {matchExpressions: [%s, %s]}]"
                   "}}}\n",
                   PICK(EXPRESSIONS), PICK(EXPRESSIONS), PICK(EXPRESSIONS));
    buf_printf(b,
               "  containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: %s}}}]\n",
               draw(4) ? "1" : "'${N}'");
}

static const char *text_of(void (*write)(Buf *b, int i), int count, bool groups)
{
    Buf b;
    buf_init(&b, &arena, TEXT);
    for (int i = 0; i < count; i++)
        write(&b, i);
    if (groups)
        write_groups(&b);
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

static bool lists(const PlaceList *l, const Place *p)
{
    for (size_t i = 0; i < l->list.len; i++)
        if (l->list.items[i] == p)
            return true;
    return false;
}

static void check_pair(Fleet *f, const Pod *pod, const Place *p, uint64_t from)
{
    const Met *met = fleet_met(f, pod);
    Tri ok = fleet_fit(f, pod, p)->ok, meant = fleet_meant(f, pod, p);
    const PlaceList *all = fleet_meant_places(f, pod);
    CHECK(ok == TRI_NO || places_has(met->met, p->index), "seed %llu: %.*s fits %.*s unseen",
          (unsigned long long)from, STR_ARG(pod->owner->name), STR_ARG(p->name));
    CHECK(lists(all, p) == (meant == TRI_YES), "seed %llu: %.*s, meant for %.*s: %d",
          (unsigned long long)from, STR_ARG(pod->owner->name), STR_ARG(p->name), meant);
    CHECK(meant != TRI_UNKNOWN || all->open, "seed %llu: %.*s, perhaps meant for %.*s",
          (unsigned long long)from, STR_ARG(pod->owner->name), STR_ARG(p->name));
    CHECK(lists(fleet_places(f, pod), p) == (ok == TRI_YES), "seed %llu: places of %.*s",
          (unsigned long long)from, STR_ARG(pod->owner->name));
}

TEST(test_index)
{
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t from = seed;
        arena_init(&arena, SIZE_MAX);
        const TryFile files[] = {
            {"pools.yaml", text_of(write_pool, POOLS, true) },
            {"pods.yaml",  text_of(write_pod,  PODS,  false)}
        };
        Fleet *f = try_fleet(&arena, files, COUNT(files), round % 4 == 0);
        const FleetLists *l = fleet_lists(f);
        for (size_t i = 0; i < l->pods.len; i++)
            for (size_t k = 0; k < l->places.len; k++)
                check_pair(f, l->pods.items[i], l->places.items[k], from);
        arena_free(&arena);
    }
}

TESTS(cmocka_unit_test(test_index))
