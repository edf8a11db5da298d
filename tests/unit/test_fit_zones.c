/* Where nodes start: subnets of the node class, zones of the node group. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include "kube/fit.h"

#define POOL_OF(group, kind, more)                                                     \
    "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec:\n" \
    "  template:\n    spec:\n"                                                         \
    "      nodeClassRef: {group: " group ", kind: " kind ", name: cards}\n"            \
    "      requirements:\n"                                                            \
    "        - {key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}\n" more
#define POOL(more) POOL_OF("karpenter.k8s.aws", "EC2NodeClass", more)
#define ZONES(op, list) \
    "        - {key: topology.kubernetes.io/zone, operator: " op ", values: [" list "]}\n"
#define IDS(op, list) \
    "        - {key: topology.k8s.aws/zone-id, operator: " op ", values: [" list "]}\n"
#define CLASS_OF(api, kind, more) \
    "---\napiVersion: " api "\nkind: " kind "\nmetadata: {name: cards}\n" more
#define CLASS(status) CLASS_OF("karpenter.k8s.aws/v1", "EC2NodeClass", "spec: {}\n" status)
#define TERMS         "spec: {capacityReservationSelectorTerms: [{id: cr-0123456789abcdef0}]}\n"
#define CAPACITY(c)   "karpenter.sh/capacity-type: " c
#define TWO                                                                           \
    "status:\n  subnets:\n    - {id: subnet-1, zone: us-west-2a, zoneID: usw2-az1}\n" \
    "    - {id: subnet-2, zone: us-west-2b, zoneID: usw2-az2}\n"
#define POD(selector)                                                                              \
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  nodeSelector: {" selector "}\n" \
    "  containers: [{name: m, image: r.example/m:1}]\n"
#define POD_WITHOUT(key, values)                                                                \
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n"                              \
    "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "              \
    "{nodeSelectorTerms: [{matchExpressions: [{key: " key ", operator: NotIn, values: [" values \
    "]}]}]}}}\n  containers: [{name: m, image: r.example/m:1}]\n"
#define ZONE(z) "topology.kubernetes.io/zone: " z
#define GROUP(more)                                                                              \
    "---\napiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, region: r}\n" \
    "managedNodeGroups:\n  - {name: gpu, instanceType: g5.xlarge" more "}\n"

/* clang-format off */
static const struct {
    const char *what, *text;
    Tri ok;
    const char *why; /* NULL: not asked */
} ROWS[] = {
    {"no zone is asked", POOL("") CLASS(TWO) POD(""), TRI_YES, "fits"},
    {"a zone with a subnet", POOL("") CLASS(TWO) POD(ZONE("us-west-2b")), TRI_YES, "fits"},
    {"a zone without", POOL("") CLASS(TWO) POD(ZONE("us-west-2c")), TRI_NO,
     "requires topology.kubernetes.io/zone=us-west-2c, and its nodes start only in us-west-2a, us-west-2b, by the subnets of EC2NodeClass cards"},
    {"an older name of the label", POOL("") CLASS(TWO) POD("failure-domain.beta.kubernetes.io/zone: us-west-2c"), TRI_NO, NULL},
    {"an id with a subnet", POOL("") CLASS(TWO) POD("topology.k8s.aws/zone-id: usw2-az1"), TRI_YES, NULL},
    {"an id without", POOL("") CLASS(TWO) POD("topology.k8s.aws/zone-id: usw2-az4"), TRI_NO,
     "requires topology.k8s.aws/zone-id=usw2-az4, and its nodes start only in us-west-2a (usw2-az1), us-west-2b (usw2-az2), by the subnets of EC2NodeClass cards"},
    {"a zone and an id of another", POOL("") CLASS(TWO) POD(ZONE("us-west-2a") ", topology.k8s.aws/zone-id: usw2-az2"), TRI_NO, NULL},
    {"an id that the status does not tell", POOL("") CLASS("status: {subnets: [{zone: us-west-2a}]}\n") POD("topology.k8s.aws/zone-id: usw2-az1"), TRI_UNKNOWN, NULL},
    {"without a status", POOL("") CLASS("") POD(ZONE("us-west-2c")), TRI_YES, NULL},
    {"without its class", POOL("") POD(ZONE("us-west-2c")), TRI_YES, NULL},
    {"a status to fill in", POOL("") CLASS("status: '${S}'\n") POD(ZONE("us-west-2c")), TRI_UNKNOWN, "cannot be told"},
    {"a subnet to fill in", POOL("") CLASS("status: {subnets: [{zone: us-west-2a}, {zone: '${Z}'}]}\n") POD(ZONE("us-west-2c")), TRI_UNKNOWN, NULL},
    {"beside one that serves", POOL("") CLASS("status: {subnets: [{zone: us-west-2a}, {zone: '${Z}'}]}\n") POD(ZONE("us-west-2a")), TRI_YES, NULL},
    {"the zone to fill in", POOL("") CLASS(TWO) POD(ZONE("'${Z}'")), TRI_UNKNOWN, NULL},
    {"a class that may be another", "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec: {template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: '${C}'}, requirements: []}}}\n"
     CLASS(TWO) POD(ZONE("us-west-2c")), TRI_UNKNOWN, NULL},

    {"reserved capacity that its class selects", POOL("") CLASS_OF("karpenter.k8s.aws/v1", "EC2NodeClass", TERMS) POD(CAPACITY("reserved")), TRI_YES, NULL},
    {"that it does not", POOL("") CLASS("") POD(CAPACITY("reserved")), TRI_NO,
     "requires karpenter.sh/capacity-type=reserved, and EC2NodeClass cards selects no reserved capacity (capacityReservationSelectorTerms)"},
    {"a capacity type to fill in", POOL("") CLASS("") POD(CAPACITY("'${C}'")), TRI_UNKNOWN, NULL},
    {"terms to fill in", POOL("") CLASS_OF("karpenter.k8s.aws/v1", "EC2NodeClass", "spec: {capacityReservationSelectorTerms: '${T}'}\n") POD(CAPACITY("reserved")), TRI_UNKNOWN, NULL},
    {"a class that is not here", POOL("") POD(CAPACITY("reserved")), TRI_YES, NULL},
    {"a class by a name to fill in", "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: gpu}\nspec: {template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: '${C}'}, requirements: []}}}\n"
     CLASS("") POD(CAPACITY("reserved")), TRI_UNKNOWN, NULL},
    {"a pool of nothing else", POOL("        - {key: karpenter.sh/capacity-type, operator: In, values: [reserved]}\n") CLASS("") POD(""), TRI_NO,
     "finds no capacity there: EC2NodeClass cards selects no reserved capacity (capacityReservationSelectorTerms)"},
    {"a reservation where none is allowed", POOL("        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}\n")
     CLASS_OF("karpenter.k8s.aws/v1", "EC2NodeClass", TERMS) POD("karpenter.k8s.aws/capacity-reservation-id: cr-0123456789abcdef0"), TRI_NO,
     "requires karpenter.k8s.aws/capacity-reservation-id=cr-0123456789abcdef0, and no capacity type meets this and all requirements of the place"},
    {"on demand where a reservation is demanded", POOL("        - {key: karpenter.k8s.aws/capacity-reservation-type, operator: Exists}\n")
     CLASS_OF("karpenter.k8s.aws/v1", "EC2NodeClass", TERMS) POD(CAPACITY("on-demand")), TRI_NO, NULL},
    {"and where blocks are excluded", POOL("        - {key: karpenter.k8s.aws/capacity-reservation-type, operator: NotIn, values: [capacity-block]}\n")
     CLASS_OF("karpenter.k8s.aws/v1", "EC2NodeClass", TERMS) POD(CAPACITY("on-demand")), TRI_YES, NULL},
    {"a reservation that the pod avoids", POOL("        - {key: karpenter.k8s.aws/capacity-reservation-type, operator: Exists}\n") CLASS("")
     POD_WITHOUT("karpenter.k8s.aws/capacity-reservation-type", "default, capacity-block"), TRI_YES, NULL},
    {"capacity types that contradict each other", POOL("        - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}\n"
     "        - {key: karpenter.sh/capacity-type, operator: NotIn, values: [spot]}\n") CLASS("") POD(""), TRI_NO,
     "finds no capacity there: no capacity type meets all its requirements"},

    {"the pool's zone has no subnet", POOL(ZONES("In", "us-west-2c")) CLASS(TWO) POD(""), TRI_NO,
     "finds no zone there: nodes could start only in us-west-2a (usw2-az1), us-west-2b (usw2-az2), by the subnets of EC2NodeClass cards, and the requirements of the place allow none of these zones"},
    {"nor its id", POOL(IDS("In", "usw2-az3")) CLASS(TWO) POD(""), TRI_NO, NULL},
    {"one of the pool's zones has", POOL(ZONES("In", "us-west-2b, us-west-2c")) CLASS(TWO) POD(""), TRI_YES, NULL},
    {"and the pod takes the other", POOL(ZONES("In", "us-west-2b, us-west-2c")) CLASS(TWO) POD(ZONE("us-west-2c")), TRI_NO,
     "requires topology.kubernetes.io/zone=us-west-2c, and its nodes start only in us-west-2b, by the subnets of EC2NodeClass cards"},
    {"the pool excludes what the pod leaves", POOL(ZONES("NotIn", "us-west-2a")) CLASS(TWO) POD(ZONE("us-west-2a")), TRI_NO,
     "requires topology.kubernetes.io/zone=us-west-2a, and its nodes have topology.kubernetes.io/zone NotIn us-west-2a"},
    {"the pool's zone to fill in", POOL(ZONES("In", "'${Z}'")) CLASS(TWO) POD(""), TRI_UNKNOWN, NULL},
    {"zone and id of different subnets", POOL(ZONES("In", "us-west-2a") IDS("In", "usw2-az2")) CLASS(TWO) POD(""), TRI_NO, NULL},

    {"Auto Mode", POOL_OF("eks.amazonaws.com", "NodeClass", "") CLASS_OF("eks.amazonaws.com/v1", "NodeClass", TWO) POD(ZONE("us-west-2c")), TRI_NO,
     "requires topology.kubernetes.io/zone=us-west-2c, and its nodes start only in us-west-2a, us-west-2b, by the subnets of NodeClass cards"},
    {"Auto Mode without a status", POOL_OF("eks.amazonaws.com", "NodeClass", "") CLASS_OF("eks.amazonaws.com/v1", "NodeClass", "") POD(ZONE("us-west-2c")), TRI_YES, NULL},

    {"a group's zone", GROUP(", availabilityZones: [us-west-2a]") POD(ZONE("us-west-2a")), TRI_YES, NULL},
    {"not a group's zone", GROUP(", availabilityZones: [us-west-2a]") POD(ZONE("us-west-2b")), TRI_NO,
     "requires topology.kubernetes.io/zone=us-west-2b, and its nodes start only in us-west-2a"},
    {"a group without zones", GROUP("") POD(ZONE("us-west-2b")), TRI_YES, NULL},
    {"a group's zone to fill in", GROUP(", availabilityZones: ['${AZ}']") POD(ZONE("us-west-2b")), TRI_UNKNOWN, NULL},
    {"a group by the id", GROUP(", availabilityZones: [us-west-2a]") POD("topology.k8s.aws/zone-id: usw2-az1"), TRI_UNKNOWN, NULL},
};
/* clang-format on */

TEST(test_zones)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", ROWS[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        const Place *place = l->places.items[0];
        const Fit *fit = fleet_fit(f, l->pods.items[0], place);
        Str why = fit_why(&arena, fit, l->pods.items[0], place, false);
        CHECK(fit->ok == ROWS[i].ok, "%s: %d, %.*s", ROWS[i].what, (int)fit->ok, STR_ARG(why));
        CHECK(!ROWS[i].why || str_eq(why, str_c(ROWS[i].why)), "%s: %.*s", ROWS[i].what,
              STR_ARG(why));
    }
}

/* More zones than any region has: nobody counts them. */
TEST(test_many)
{
    Str subnets = STR("");
    for (size_t i = 0; i < 200; i++)
        subnets = arena_printf(&arena, "%.*s, {zone: z%zu}", STR_ARG(subnets), i);
    const char *text =
        arena_printf(&arena,
                     POOL("") CLASS("status: {subnets: [{zone: z0}%.*s]}\n") POD(ZONE("z150")),
                     STR_ARG(subnets))
            .ptr;
    Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", text}, 1, false);
    const FleetLists *l = fleet_lists(f);
    assert_int_equal(fleet_fit(f, l->pods.items[0], l->places.items[0])->ok, TRI_UNKNOWN);
}

static const struct {
    const char *what, *text, *obstacle; /* as written */
} OBSTACLES[] = {
    {"the pool's own requirement", POOL(ZONES("In", "us-west-2c")) CLASS(TWO) POD(""),
     "{key: topology.kubernetes.io/zone, operator: In, values: [us-west-2c]}"},
    {"what the class has found",
     POOL("") CLASS("status: {subnets: [{zone: us-west-2a}]}\n") POD(ZONE("us-west-2c")),
     "[{zone: us-west-2a}]"},
};

TEST(test_obstacles)
{
    for (size_t i = 0; i < COUNT(OBSTACLES); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"a.yaml", OBSTACLES[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        const Fit *fit = fleet_fit(f, l->pods.items[0], l->places.items[0]);
        const Node *n = fit_obstacle(fit, l->pods.items[0], l->places.items[0]).node;
        Str written = n ? source_slice(node_document(n)->source, n->span) : STR("");
        CHECK(str_eq(written, str_c(OBSTACLES[i].obstacle)), "%s: %.*s", OBSTACLES[i].what,
              STR_ARG(written));
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_zones), cmocka_unit_test(test_many),
               cmocka_unit_test(test_obstacles))
