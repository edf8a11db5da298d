/* Agents with a startup taint, and which taints are tolerated. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <stdio.h>

#include "kube/agent.h"

#define DAEMON(image)                                                                          \
    "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d}\nspec:\n"                       \
    "  selector: {matchLabels: {app: d}}\n  template:\n    metadata: {labels: {app: d}}\n    " \
    "spec:\n"                                                                                  \
    "      tolerations: [{operator: Exists}, {key: cache, operator: Exists}]\n"                \
    "      containers: [{name: m, image: '" image "'}]\n"

static const struct {
    const char *image, *what; /* NULL: none */
    bool sets;
} ROWS[] = {
    {"quay.example/cilium/cilium:v1.17.4",    "Cilium",             true },
    {"cilium@sha256:00",                      "Cilium",             true },
    {"r.example:5000/ebs/aws-ebs-csi-driver", "the EBS CSI driver", false},
    {"r.example/cilium-envoy:1",              NULL,                 false},
    {"r.example/cilium/hubble:1",             NULL,                 false},
    {"${IMAGE}",                              NULL,                 false},
};

TEST(test_agents)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        char text[1024];
        snprintf(text, sizeof text, DAEMON("%s"), ROWS[i].image);
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        CHECK(l->agents.len == (ROWS[i].what != NULL), "%s: %zu agents", ROWS[i].image,
              l->agents.len);
        if (!l->agents.len)
            continue;
        const Agent *a = l->agents.items[0];
        CHECK(str_eq(a->what, str_c(ROWS[i].what)) && a->sets == ROWS[i].sets, "%s: %.*s",
              ROWS[i].image, STR_ARG(a->what));
    }
}

TEST(test_tolerated)
{
    Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", DAEMON("r.example/d:1")}, 1, false);
    assert_true(fleet_tolerates(f, NULL, STR("cache")));
    assert_false(fleet_tolerates(f, NULL, STR("other")));
    assert_false(fleet_tolerates(f, NULL, STR("")));
}

TESTS_IN_ARENA(cmocka_unit_test(test_agents), cmocka_unit_test(test_tolerated))
