/* What keeps a NodePool from ever being used. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/pool.h"

#define POOL(text) \
    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p}\nspec:\n  template:\n" text
#define CLASS   "nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}"
#define SPEC(s) POOL("    spec: {" CLASS ", " s "}\n")
#define REQ(r)  SPEC("requirements: [" r "]")

/* clang-format off */
static const struct {
    const char *what, *text;
    int32_t minor;
    const char *fault; /* "" for none */
} ROWS[] = {
    {"nothing", SPEC("requirements: []"), 0, ""},
    {"a capacity type that does not exist", REQ("{key: karpenter.sh/capacity-type, operator: In, values: [ondemand]}"), 0, "karpenter.sh/capacity-type In [ondemand] names no value that exists"},
    {"beside one that does", REQ("{key: karpenter.sh/capacity-type, operator: In, values: [ondemand, spot]}"), 0, ""},
    {"that is excluded", REQ("{key: karpenter.sh/capacity-type, operator: NotIn, values: [ondemand]}"), 0, ""},
    {"to fill in", REQ("{key: karpenter.sh/capacity-type, operator: In, values: ['${C}']}"), 0, ""},
    {"the pool's own name", POOL("    metadata: {labels: {karpenter.sh/nodepool: p}}\n    spec: {" CLASS "}\n"), 0, "a NodePool may not set karpenter.sh/nodepool"},
    {"the class's name", REQ("{key: karpenter.k8s.aws/ec2nodeclass, operator: Exists}"), 0, "a NodePool may not set karpenter.k8s.aws/ec2nodeclass"},
    {"a label of a later version", REQ("{key: karpenter.k8s.aws/instance-tenancy, operator: Exists}"), 8, "a NodePool may not set karpenter.k8s.aws/instance-tenancy"},
    {"of this version", REQ("{key: karpenter.k8s.aws/instance-tenancy, operator: Exists}"), 9, ""},
    {"of a version that is not known", REQ("{key: karpenter.k8s.aws/instance-tenancy, operator: Exists}"), 0, ""},
    {"a value that is none", REQ("{key: team, operator: In, values: ['a b']}"), 0, "team In [a b] holds what is no label value"},
    {"where values do not count", REQ("{key: team, operator: Exists, values: ['a b']}"), 0, ""},
    {"no value", REQ("{key: team, operator: In, values: []}"), 0, "team In [] names no value"},
    {"none that is excluded", REQ("{key: team, operator: NotIn, values: []}"), 0, ""},
    {"a bound of two", REQ("{key: tier, operator: Gt, values: ['1', '2']}"), 0, "tier Gt 1, 2 needs one number"},
    {"a bound", REQ("{key: tier, operator: Gt, values: ['0']}"), 0, ""},
    {"too few values", REQ("{key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge], minValues: 2}"), 0, "node.kubernetes.io/instance-type In [g5.xlarge] names fewer values than its minValues"},
    {"zones apart", REQ("{key: topology.kubernetes.io/zone, operator: In, values: [us-east-1a]}, {key: topology.kubernetes.io/zone, operator: In, values: [us-east-1b]}"), 0, "its requirements leave no zone"},
    {"a taint twice", SPEC("taints: [{key: a, value: x, effect: NoSchedule}], startupTaints: [{key: a, value: y, effect: NoSchedule}]"), 0, "it has the taint a:NoSchedule twice"},
    {"with another effect", SPEC("taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoExecute}]"), 0, ""},
    {"a key to fill in", SPEC("taints: [{key: '${K}', effect: NoSchedule}, {key: '${K}', effect: NoSchedule}]"), 0, ""},
    {"a reference without group", POOL("    spec: {nodeClassRef: {kind: EC2NodeClass, name: c}}\n"), 0, "its nodeClassRef needs group, kind and name"},
    {"a group with a version", POOL("    spec: {nodeClassRef: {group: karpenter.k8s.aws/v1, kind: EC2NodeClass, name: c}}\n"), 0, "the group of its nodeClassRef may not hold a version"},
    {"a name to fill in", POOL("    spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: '${C}'}}\n"), 0, ""},
    {"another provider's", POOL("    spec: {nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: c}, taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoSchedule}]}\n"), 0, ""},
};
/* clang-format on */

TEST(test_faults)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Platform platform = try_platform();
        PoolFault fault = {STR_INIT(""), NULL};
        Pool *p = pool_new(&arena, facts_builtin(), &platform, try_object(&arena, ROWS[i].text, 0));
        bool faulty = pool_fault(&arena, p, ROWS[i].minor, &fault);
        CHECK(faulty == (fault.text.len > 0), "%s", ROWS[i].what);
        CHECK(str_eq(fault.text, str_c(ROWS[i].fault)), "%s: '%.*s'", ROWS[i].what,
              STR_ARG(fault.text));
        CHECK(!faulty || fault.node, "%s: no place", ROWS[i].what);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_faults))
