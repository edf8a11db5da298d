/* Quotas: what a pod counts under a key. Disruption budgets: what they let go. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#define QUOTA(hard)                                                                               \
    "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: t}\nspec: " hard "\n---" \
    "\n"
#define POD(spec)                                                                                \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: t, labels: {a: b}}\nspec: {" spec \
    "}\n"
#define LIMIT(n) "resources: {limits: {cpu: " n ", nvidia.com/gpu: 2}}"
#define MAIN(n)  "containers: [{name: m, " LIMIT(n) "}]"

/* clang-format off */
static const struct {
    const char *what, *text;
    bool counts, unknown;
    int64_t units;
} DEMANDS[] = {
    {"limits of containers", QUOTA("{hard: {limits.cpu: 4}}") POD("containers: [{name: m, " LIMIT("1") "}, {name: n, " LIMIT("2") "}]"), true, false, 3},
    {"an init container that is less", QUOTA("{hard: {limits.cpu: 4}}") POD("initContainers: [{name: i, " LIMIT("1") "}], " MAIN("2")), true, false, 2},
    {"an init container that is more", QUOTA("{hard: {limits.cpu: 4}}") POD("initContainers: [{name: i, " LIMIT("8") "}], " MAIN("2")), true, false, 8},
    {"a sidecar runs beside the others", QUOTA("{hard: {limits.cpu: 4}}") POD("initContainers: [{name: s, restartPolicy: Always, " LIMIT("1") "}], " MAIN("2")), true, false, 3},
    {"and beside what starts after it", QUOTA("{hard: {limits.cpu: 4}}") POD("initContainers: [{name: s, restartPolicy: Always, " LIMIT("1") "}, {name: i, " LIMIT("4") "}], " MAIN("2")), true, false, 5},
    {"not beside what ended before", QUOTA("{hard: {limits.cpu: 4}}") POD("initContainers: [{name: i, " LIMIT("4") "}, {name: s, restartPolicy: Always, " LIMIT("1") "}], " MAIN("2")), true, false, 4},
    {"a limit that is a placeholder", QUOTA("{hard: {limits.cpu: 4}}") POD(MAIN("'${N}'")), true, true, 0},
    {"no limit", QUOTA("{hard: {limits.memory: 4Gi}}") POD(MAIN("1")), true, false, 0},
    {"requests of a device", QUOTA("{hard: {requests.nvidia.com/gpu: 1}}") POD(MAIN("1")), true, false, 2},
    {"limits of a device are not counted", QUOTA("{hard: {limits.nvidia.com/gpu: 1}}") POD(MAIN("1")), false, false, 0},
    {"objects are not counted", QUOTA("{hard: {count/pods: 1}}") POD(MAIN("1")), false, false, 0},
    {"a scope counts some pods only", QUOTA("{hard: {limits.cpu: 4}, scopes: [BestEffort]}") POD(MAIN("1")), true, true, 1},
};
/* clang-format on */

TEST(test_demand)
{
    for (size_t i = 0; i < COUNT(DEMANDS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", DEMANDS[i].text}, 1, false);
        const Quota *q = fleet_lists(f)->quotas.items[0];
        Quantity sum;
        bool unknown;
        bool counts = quota_demand(q->hard.items[0], fleet_lists(f)->pods.items[0], &sum, &unknown);
        CHECK(counts == DEMANDS[i].counts, "%s: counts %d", DEMANDS[i].what, counts);
        CHECK(unknown == DEMANDS[i].unknown, "%s: unknown %d", DEMANDS[i].what, unknown);
        CHECK(!counts || quantity_units(&sum) == DEMANDS[i].units, "%s: %lld units",
              DEMANDS[i].what, (long long)quantity_units(&sum));
    }
}

#define PDB(spec)                                                                           \
    "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: t}\n" \
    "spec: {selector: {matchLabels: {a: b}}, " spec "}\n---\n"
#define JOB(n)                                                                    \
    "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: s, namespace: t}\n" \
    "spec: {replicas: " n ", template: {metadata: {labels: {a: b}}, spec: {" MAIN("1") "}}}\n"

static const struct {
    const char *what, *text;
    Tri blocks;
} BUDGETS[] = {
    {"none may go",                       PDB("maxUnavailable: 0") JOB("4"),                       TRI_YES    },
    {"none in percent",                   PDB("maxUnavailable: 0%") JOB("4"),                      TRI_YES    },
    {"a few in percent are one at least", PDB("maxUnavailable: 1%") JOB("4"),                      TRI_NO     },
    {"all must stay",                     PDB("minAvailable: 4") JOB("4"),                         TRI_YES    },
    {"all in percent",                    PDB("minAvailable: 100%") JOB("'${N}'"),                 TRI_YES    },
    {"more than there can be",            PDB("minAvailable: 101%") JOB("4"),                      TRI_YES    },
    {"a share that rounds up to all",     PDB("minAvailable: 80%") JOB("4"),                       TRI_YES    },
    {"one may go",                        PDB("minAvailable: 75%") JOB("4"),                       TRI_NO     },
    {"none must stay",                    PDB("minAvailable: 0") JOB("4"),                         TRI_NO     },
    {"of how many is not told",           PDB("minAvailable: 4") JOB("'${N}'"),                    TRI_UNKNOWN},
    {"a placeholder",                     PDB("minAvailable: '${N}'") JOB("4"),                    TRI_UNKNOWN},
    {"no number",                         PDB("minAvailable: most") JOB("4"),                      TRI_UNKNOWN},
    {"no bound",                          PDB("unhealthyPodEvictionPolicy: AlwaysAllow") JOB("4"), TRI_NO     },
    {"of no pods nothing is told",        PDB("minAvailable: 1") JOB("0"),                         TRI_UNKNOWN},
};

TEST(test_blocks)
{
    for (size_t i = 0; i < COUNT(BUDGETS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", BUDGETS[i].text}, 1, true);
        const Pdb *b = fleet_lists(f)->pdbs.items[0];
        CHECK(b->blocks == BUDGETS[i].blocks, "%s: %d of %lld", BUDGETS[i].what, b->blocks,
              (long long)b->replicas);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_demand), cmocka_unit_test(test_blocks))
