/* Which instance types satisfy a claim. */
#include "dra/answer.h"

#include <string.h>

#include "base/limits.h"
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#define CLAIM(requests, constraints)                                                           \
    "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: c, namespace: n}\n" \
    "spec: {devices: {requests: [" requests "], constraints: [" constraints "]}}\n"
#define OLD(requests)                                                                \
    "apiVersion: resource.k8s.io/v1beta1\nkind: ResourceClaim\nmetadata: {name: c, " \
    "namespace: n}\nspec: {devices: {requests: [" requests "]}}\n"
#define GPU(more) "{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, " more "}}"
#define EFA(more) "{name: efa, exactly: {deviceClassName: efa.networking.k8s.aws, " more "}}"
#define SEL(expr) "selectors: [{cel: {expression: '" expr "'}}]"
#define ATTR      "device.attributes[\"gpu.nvidia.com\"]."
#define MEMORY    "device.capacity[\"gpu.nvidia.com\"].memory.compareTo(quantity"
#define SHARED(mode)                                                                               \
    "---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: n, annotations: " \
    "{karpenter.k8s.aws/nvidia-consumable-capacity: " mode "}}\n"
#define ROOT "{matchAttribute: resource.kubernetes.io/pcieRoot}"

/* Types by name, families with a star where all of it is meant by the text; "..." where there may
 * be others. */
/* clang-format off */
static const struct {
    const char *what, *text, *types;
} ROWS[] = {
    {"Hopper or newer with at least 100Gi",
     CLAIM(GPU("count: 1, " SEL(ATTR "cudaComputeCapability.compareTo(semver(\"9.0.0\")) >= 0 && " MEMORY "(\"100Gi\")) >= 0")), ""),
     "p5e.48xlarge p5en.48xlarge p6-b200.48xlarge p6-b300.48xlarge..."},
    {"by architecture", CLAIM(GPU(SEL(ATTR "architecture == \"Hopper\"")), ""), "p5.48xlarge p5.4xlarge p5e.48xlarge p5en.48xlarge"},
    {"GPU and EFA on one root", CLAIM(GPU("count: 1") ", " EFA("count: 1"), "{requests: [gpu, efa], matchAttribute: resource.kubernetes.io/pcieRoot}"), "g4dn.12xlarge g4dn.16xlarge g4dn.8xlarge g5.12xlarge g5.16xlarge g5.24xlarge g5.48xlarge g5.8xlarge p3dn.24xlarge p4d.24xlarge p4de.24xlarge p5.48xlarge p5.4xlarge p5e.48xlarge p5en.48xlarge p6-b200.48xlarge p6-b300.48xlarge..."},
    {"two GPUs on one root", CLAIM(GPU("count: 2"), ROOT), "g4dn.12xlarge g4dn.metal g5.12xlarge g5.24xlarge g5.48xlarge g5g.16xlarge g5g.metal p3dn.24xlarge p4d.24xlarge p4de.24xlarge p5en.48xlarge p6-b200.48xlarge..."},
    {"a GPU that may be shared", CLAIM("{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}", ""), "g4dn.12xlarge g4dn.16xlarge g4dn.2xlarge g4dn.4xlarge g4dn.8xlarge g4dn.metal g4dn.xlarge g5.12xlarge g5.16xlarge g5.24xlarge g5.2xlarge g5.48xlarge g5.4xlarge g5.8xlarge g5.xlarge g5g.16xlarge g5g.2xlarge g5g.4xlarge g5g.8xlarge g5g.metal g5g.xlarge g6.12xlarge g6.16xlarge g6.24xlarge g6.2xlarge g6.48xlarge g6.4xlarge g6.8xlarge g6.xlarge g6e.12xlarge g6e.16xlarge g6e.24xlarge g6e.2xlarge g6e.48xlarge g6e.4xlarge g6e.8xlarge g6e.xlarge g6f.2xlarge g6f.4xlarge g6f.large g6f.xlarge g7.12xlarge g7.24xlarge g7.2xlarge g7.48xlarge g7.4xlarge g7.8xlarge g7e.12xlarge g7e.24xlarge g7e.2xlarge g7e.48xlarge g7e.4xlarge g7e.8xlarge gr6.4xlarge gr6.8xlarge gr6f.4xlarge p3dn.24xlarge p4d.24xlarge p4de.24xlarge p5.48xlarge p5.4xlarge p5e.48xlarge p5en.48xlarge p6-b200.48xlarge p6-b300.48xlarge..."},
    {"any GPU", CLAIM(GPU(SEL(ATTR "productName == \"NVIDIA L4\"")), ""), "g6.12xlarge g6.16xlarge g6.24xlarge g6.2xlarge g6.48xlarge g6.4xlarge g6.8xlarge g6.xlarge gr6.4xlarge gr6.8xlarge"},
    {"flat, of v1beta1", OLD("{name: gpu, deviceClassName: gpu.nvidia.com, count: 8, " SEL(ATTR "architecture == \"Hopper\"") "}"), "p5.48xlarge p5e.48xlarge p5en.48xlarge"},
    {"two on a root of Hopper", CLAIM(GPU("count: 2, " SEL(ATTR "architecture == \"Hopper\"")), ROOT), "p5en.48xlarge"},
    {"three on a root", CLAIM(GPU("count: 3, " SEL(ATTR "architecture == \"Hopper\"")), ROOT), "never"},
    {"four interfaces beside a GPU", CLAIM(GPU("count: 1, " SEL(ATTR "architecture == \"Hopper\"")) ", " EFA("count: 4"), ROOT), "p5.48xlarge p5e.48xlarge p5en.48xlarge"},
    {"two on a root", CLAIM(GPU("count: 2, " SEL(ATTR "cudaComputeCapability.compareTo(semver(\"8.0.0\")) == 0")), ROOT), "p4d.24xlarge p4de.24xlarge"},
    {"whose root is compared with a value", CLAIM(GPU(SEL("device.attributes[\"resource.kubernetes.io\"].pcieRoot == \"pci0000:44\"")), ""), "..."},
    {"that are shared", CLAIM(GPU(SEL("device.allowMultipleAllocations && " ATTR "architecture == \"Volta\"")), ""), "..."},
    {"a part of the memory, where nobody says how", CLAIM(GPU("capacity: {requests: {memory: 10Gi}}, " SEL(ATTR "architecture == \"Volta\"")), ""), "p3dn.24xlarge..."},
    {"a part of the memory, where it is shared", CLAIM(GPU("capacity: {requests: {memory: 10Gi}}, " SEL(ATTR "architecture == \"Volta\"")), "") SHARED("memory"), "p3dn.24xlarge..."},
    {"a share", CLAIM(GPU(SEL(ATTR "architecture == \"Volta\"")), "") SHARED("\"4\""), "p3dn.24xlarge..."},
    {"two shares", CLAIM(GPU("capacity: {requests: {shares: 2}}, " SEL(ATTR "architecture == \"Volta\"")), "") SHARED("\"4\""), "..."},
    {"more claims' worth than there are devices", CLAIM(GPU("count: 16, " SEL(ATTR "architecture == \"Volta\"")), "") SHARED("\"4\""), "..."},
    {"all that another request has taken", CLAIM(GPU("count: 1") ", {name: rest, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}", ""), "never"},
    {"all of both kinds", CLAIM(GPU("allocationMode: All, " SEL(ATTR "architecture == \"Volta\"")) ", " EFA("allocationMode: All"), ""), "p3dn.24xlarge"},
    {"a brand that nobody has", CLAIM(GPU(SEL(ATTR "brand == \"NVIDIA\"")), ""), "never"},
    {"a brand that others may have", CLAIM(GPU(SEL(ATTR "brand.startsWith(\"NvidiaR\")")), ""), "..."},
    {"the brand of one", CLAIM(GPU(SEL(ATTR "brand == \"Tesla\"")), ""), "p3dn.24xlarge..."},
    {"channels", CLAIM("{name: c, exactly: {deviceClassName: compute-domain-default-channel.nvidia.com, count: 20}}", ""), "..."},
    {"channels of old drivers", CLAIM("{name: c, exactly: {deviceClassName: imex.nvidia.com, count: 20}}", ""), "..."},
    {"five interfaces beside a GPU", CLAIM(GPU("count: 1, " SEL(ATTR "architecture == \"Hopper\"")) ", " EFA("count: 5"), ROOT), "never"},
    {"sixteen GPUs", CLAIM(GPU("count: 16"), ""), "never"},
    {"forty devices", CLAIM(GPU("count: 8, " SEL(ATTR "architecture == \"Hopper\"")) ", " EFA("count: 32"), ""), "never"},
    {"a name from a price list", CLAIM(GPU(SEL(ATTR "productName == \"H100\"")), ""), "never"},
    {"all of them on one root", CLAIM(GPU("allocationMode: All, " SEL(ATTR "productName == \"NVIDIA H100 80GB HBM3\"")), ROOT), "p5.4xlarge"},
    {"all of them", CLAIM(GPU("allocationMode: All, " SEL(ATTR "productName == \"NVIDIA H100 80GB HBM3\"")), ""), "p5.48xlarge p5.4xlarge"},
    {"the first that there is", CLAIM("{name: gpu, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com, count: 9}, {name: b, deviceClassName: gpu.nvidia.com, count: 8, " SEL(ATTR "architecture == \"Volta\"") "}]}", ""), "p3dn.24xlarge..."},
    {"a class nobody knows", CLAIM("{name: x, exactly: {deviceClassName: lab.example.com}}", ""), "..."},
    {"a class nobody knows beside what nobody has", CLAIM("{name: x, exactly: {deviceClassName: lab.example.com}}, " GPU("count: 16"), ""), "never"},
    {"slices", CLAIM("{name: x, exactly: {deviceClassName: mig.nvidia.com}}", ""), "..."},
    {"an attribute that is read when the node runs", CLAIM(GPU(SEL(ATTR "driverVersion.compareTo(semver(\"580.0.0\")) >= 0")), ""), "..."},
    {"a name that is not published, guarded", CLAIM(GPU(SEL("has(" ATTR "color) && " ATTR "color == \"red\" && " ATTR "architecture == \"Volta\"")), ""), "..."},
    {"a selector that is a placeholder", CLAIM(GPU("selectors: [{cel: {expression: \"${X}\"}}]"), ""), "..."},
    {"a count that is a placeholder", CLAIM(GPU("count: \"${X}\", " SEL(ATTR "architecture == \"Volta\"")), ""), "..."},
    {"interfaces of one NUMA node", CLAIM(EFA("count: 17"), "{matchAttribute: dra.net/numaNode}"), "..."},
    {"interfaces that differ", CLAIM(EFA("count: 1") , "{distinctAttribute: dra.net/numaNode}"), "g4dn.metal g6.48xlarge g6e.48xlarge p4d.24xlarge p4de.24xlarge p5.48xlarge p5e.48xlarge p5en.48xlarge p6-b200.48xlarge p6-b300.48xlarge..."},
    {"one driver version", CLAIM(GPU("count: 8, " SEL(ATTR "architecture == \"Hopper\"")), "{matchAttribute: gpu.nvidia.com/driverVersion}"), "p5.48xlarge p5e.48xlarge p5en.48xlarge"},
    {"one model by its bare name", CLAIM(GPU("count: 8, " SEL(ATTR "architecture == \"Volta\"")), "{matchAttribute: gpu.nvidia.com/productName}"), "p3dn.24xlarge..."},
    {"an attribute that they lack", CLAIM(GPU("count: 1") , "{matchAttribute: dra.net/numaNode}"), "never"},
    {"a class of one's own", CLAIM("{name: x, exactly: {deviceClassName: volta}}", "") "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: volta}\nspec: {" SEL("device.driver == \"gpu.nvidia.com\" && " ATTR "type == \"gpu\" && " ATTR "architecture == \"Volta\"") "}\n", "p3dn.24xlarge..."},
    {"interfaces by a class of one's own", CLAIM("{name: x, exactly: {deviceClassName: nics, count: 32}}", "") "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: nics}\nspec: {" SEL("device.driver == \"dra.net\" && device.attributes[\"dra.net\"].pciDevice == \"Elastic Fabric Adapter (EFA)\"") "}\n", "p5.48xlarge p5e.48xlarge..."},
    {"too many of a Neuron device", CLAIM("{name: x, exactly: {deviceClassName: neuron.aws.com, count: 17}}", ""), "never"},
    {"sixteen of them", CLAIM("{name: x, exactly: {deviceClassName: neuron.aws.com, count: 16}}", ""), "inf1.24xlarge trn1.32xlarge trn1n.32xlarge trn2.48xlarge..."},
    {"with administrator's access", CLAIM(GPU("adminAccess: true, count: 1, " SEL(ATTR "architecture == \"Volta\"")), ""), "p3dn.24xlarge..."},
    {"no requests", CLAIM("", ""), "..."},
};
/* clang-format on */

static const Claim *load(const char *text, Fleet **f)
{
    *f = try_fleet(&arena, &(TryFile){"t.yaml", text}, 1, false);
    return fleet_lists(*f)->claims.items[0];
}

static const char *show(const Facts *f, const ClaimAnswer *a)
{
    Buf out;
    buf_init(&out, &arena, 1 << 20);
    for (size_t i = types_next(f, a->types, 0); i != SIZE_MAX; i = types_next(f, a->types, i + 1)) {
        Str name = type_name(f, facts_type(f, i));
        buf_printf(&out, "%s%.*s", out.len ? " " : "", STR_ARG(name));
    }
    buf_add(&out, a->open ? STR("...") : STR(""));
    buf_add(&out, a->never ? STR("never") : STR(""));
    buf_char(&out, '\0');
    return buf_str(&out).ptr;
}

TEST(test_types)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f;
        const Claim *c = load(ROWS[i].text, &f);
        const char *got = show(fleet_facts(f), dra_answer(dra_new(&arena, f), c));
        CHECK(strcmp(got, ROWS[i].types) == 0, "%s: '%s'", ROWS[i].what, got);
    }
}

/* clang-format off */
static const struct {
    const char *what, *text, *nearest; /* type, device, reason, and the clause as written */
} NEAREST[] = {
    {"a clause that is false", CLAIM(GPU(SEL(ATTR "architecture == \"Hopper\" && " ATTR "productName == \"H100\"")), ""), "p5.48xlarge, NVIDIA H100 80GB HBM3: productName is NVIDIA H100 80GB HBM3 <device.attributes[\"gpu.nvidia.com\"].productName == \"H100\">"},
    {"a count", CLAIM(GPU("count: 12, " SEL(ATTR "architecture == \"Hopper\"")), ""), "p5.48xlarge, NVIDIA H100 80GB HBM3: it has 8 of the 12 that are asked <12>"},
    {"a constraint", CLAIM(GPU("count: 2, " SEL(ATTR "architecture == \"Hopper\" && " MEMORY "(\"100Gi\")) < 0")), ROOT), "p5.48xlarge, : no such devices of it have the same resource.kubernetes.io/pcieRoot <resource.kubernetes.io/pcieRoot>"},
    {"the second of two constraints", CLAIM(GPU("count: 2, " SEL(ATTR "architecture == \"Hopper\"")), ROOT ", {matchAttribute: gpu.nvidia.com/architecture}, {matchAttribute: dra.net/rdma}"), "p5.48xlarge, : no such devices of it have the same dra.net/rdma <dra.net/rdma>"},
    {"together too many", CLAIM(GPU("count: 8, " SEL(ATTR "architecture == \"Volta\"")) ", {name: more, exactly: {deviceClassName: gpu.nvidia.com, count: 8}}", ""), "p3dn.24xlarge, : it has devices for each request, and not for all of them at once <[{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 8, selectors: [{cel: {expression: 'device.attributes[\"gpu.nvidia.com\"].architecture == \"Volta\"'}}]}}, {name: more, exactly: {deviceClassName: gpu.nvidia.com, count: 8}}]>"},
    {"an alternative is nearer", CLAIM("{name: gpu, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com, " SEL("device.driver == \"x\"") "}, {name: b, deviceClassName: gpu.nvidia.com, " SEL(ATTR "type == \"gpu\" && " ATTR "architecture == \"Ada\"") "}]}", ""), "g6.12xlarge, NVIDIA L4: architecture is Ada Lovelace <device.attributes[\"gpu.nvidia.com\"].architecture == \"Ada\">"},
    {"a read that fails", CLAIM(GPU(SEL(ATTR "memory == \"80Gi\"")), ""), "none"},
    {"nothing is wrong", CLAIM(GPU("count: 8"), ""), "none"},
};

/* Names read, and what is wrong with each. */
static const struct {
    const char *what, *text, *reads;
} READS[] = {
    {"fine", CLAIM(GPU(SEL(ATTR "architecture == \"Hopper\"")), ""), "architecture fine "},
    {"of a running node", CLAIM(GPU(SEL(ATTR "uuid == \"x\" || " ATTR "driverVersion.isLessThan(semver(\"1.0.0\"))")), ""), "uuid fine , driverVersion fine "},
    {"a slip", CLAIM(GPU(SEL(ATTR "architectur == \"Hopper\"")), ""), "architectur name! architecture"},
    {"absorbed", CLAIM(GPU(SEL(ATTR "colour == \"red\" || device.driver == \"gpu.nvidia.com\"")), ""), "colour fine "},
    {"another kind", CLAIM(GPU(SEL("device.capacity[\"gpu.nvidia.com\"].architecture.isInteger()")), ""), "architecture other kind! architecture"},
    {"a version as a text", CLAIM(GPU(SEL(ATTR "driverVersion >= \"580\"")), ""), "driverVersion type! "},
    {"behind a selector that is false", CLAIM(GPU("selectors: [{cel: {expression: 'device.driver == \"x\"'}}, {cel: {expression: '" ATTR "nothing == 1'}}]"), ""), "nothing fine "},
};
/* clang-format on */

/* clang-format off */
/* Names outside of expressions that the devices do not have. */
static const struct {
    const char *what, *text, *matches, *capacities;
} NAMED[] = {
    {"as they are published", CLAIM(GPU("capacity: {requests: {memory: 1Gi, shares: 1}}") ", " EFA("count: 1"), ROOT), "", ""},
    {"a version of the driver", CLAIM(GPU("count: 2"), "{matchAttribute: gpu.nvidia.com/driverVersion}"), "", ""},
    {"under the driver's own domain", CLAIM(GPU("count: 2"), "{matchAttribute: gpu.nvidia.com/pcieRoot}"), "pcieRoot name! pcieRoot", ""},
    {"a capacity", CLAIM(GPU("count: 2"), "{matchAttribute: gpu.nvidia.com/memory}"), "memory other kind! memory", ""},
    {"a domain of nobody", CLAIM(GPU("count: 2"), "{matchAttribute: k8s.io/pcieRoot}"), "pcieRoot domain! pcieRoot", ""},
    {"of the second request", CLAIM(GPU("count: 1") ", " EFA("count: 1"), "{matchAttribute: gpu.nvidia.com/productName}"), "productName domain! ", ""},
    {"not of the request that is meant", CLAIM(GPU("count: 1") ", " EFA("count: 1"), "{requests: [gpu], matchAttribute: gpu.nvidia.com/productName}"), "", ""},
    {"a driver that nobody described", CLAIM("{name: x, exactly: {deviceClassName: lab.example.com, capacity: {requests: {speed: 1}}}}", "{matchAttribute: lab.example.com/rack}"), "", ""},
    {"a placeholder", CLAIM(GPU("capacity: {requests: {\"${X}\": 1}}"), "{matchAttribute: \"gpu.nvidia.com/${X}\"}"), "", ""},
    {"capacities by other names", CLAIM(GPU("capacity: {requests: {vram: 1Gi, gpu.nvidia.com/memory: 1Gi}}") ", " EFA("capacity: {requests: {bandwidth: 1G}}"), ""), "", "vram name! memory, gpu.nvidia.com/memory name! memory, bandwidth name! "},
    {"an attribute as a capacity", CLAIM(GPU("capacity: {requests: {brand: 1}}"), ""), "", "brand other kind! brand"},
};
/* clang-format on */

static const char *show_nearest(const ClaimNearest *n)
{
    if (!n)
        return "none";
    Str clause = node_text(n->clause);
    return arena_printf(&arena, "%.*s, %.*s: %.*s <%.*s>", STR_ARG(n->type), STR_ARG(n->device),
                        STR_ARG(n->reason), STR_ARG(clause))
        .ptr;
}

TEST(test_nearest)
{
    for (size_t i = 0; i < COUNT(NEAREST); i++) {
        Fleet *f;
        const Claim *c = load(NEAREST[i].text, &f);
        const char *got = show_nearest(dra_nearest(dra_new(&arena, f), c));
        CHECK(strcmp(got, NEAREST[i].nearest) == 0, "%s: '%s'", NEAREST[i].what, got);
    }
}

static const char *show_reads(const ClaimReads *r)
{
    static const char *const FAULTS[] = {"fine",  "other kind", "domain", "name",
                                         "lacks", "type",       "never"};
    Buf out;
    buf_init(&out, &arena, 1 << 16);
    for (size_t i = 0; i < r->list.len; i++) {
        const ClaimRead *read = &r->list.items[i];
        buf_printf(&out, "%s%.*s %s%s %.*s", i ? ", " : "", STR_ARG(read->name),
                   FAULTS[read->fault], read->everywhere ? "!" : "", STR_ARG(read->meant.name));
    }
    buf_char(&out, '\0');
    return buf_str(&out).ptr;
}

TEST(test_reads)
{
    for (size_t i = 0; i < COUNT(READS); i++) {
        Fleet *f;
        const Claim *c = load(READS[i].text, &f);
        const char *got = show_reads(dra_reads(dra_new(&arena, f), c));
        CHECK(strcmp(got, READS[i].reads) == 0, "%s: '%s'", READS[i].what, got);
    }
}

static void test_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(NAMED); i++) {
        Fleet *f;
        const Claim *c = load(NAMED[i].text, &f);
        Dra *d = dra_new(&arena, f);
        const char *matches = show_reads(dra_matches(d, c));
        const char *capacities = show_reads(dra_capacities(d, c));
        CHECK(strcmp(matches, NAMED[i].matches) == 0, "%s: '%s'", NAMED[i].what, matches);
        CHECK(strcmp(capacities, NAMED[i].capacities) == 0, "%s: '%s'", NAMED[i].what, capacities);
    }
}

/* Claims with the same words are worked out once. */
TEST(test_once)
{
    Fleet *f;
    (void)load(CLAIM(GPU("count: 1"), "") "---\n" CLAIM(GPU("count: 1"), ""), &f);
    Dra *d = dra_new(&arena, f);
    const FleetLists *l = fleet_lists(f);
    CHECK(l->claims.len == 2 &&
              dra_answer(d, l->claims.items[0]) == dra_answer(d, l->claims.items[1]),
          "%zu claims", l->claims.len);
}

/* 32 devices of one type of which all but one share an attribute, three requests with eight
 * alternatives each that ask one more than can be had: nothing is cut short early. */
TEST(test_worst)
{
    SolveRequest requests[3] = {0};
    SolveConstraint constraints[2] = {{.vague = false}, {.vague = false}};
    for (size_t i = 0; i < 3; i++) {
        requests[i].count = SOLVE_ALTERNATIVES;
        for (size_t k = 0; k < SOLVE_ALTERNATIVES; k++) {
            requests[i].asks[k].count = i ? 11 : 10;
            memset(requests[i].asks[k].fits, TRI_YES, SOLVE_GROUPS);
        }
    }
    memset(constraints[0].covers, 0xFF, sizeof constraints[0].covers);
    SolveProblem p = {.requests = requests,
                      .constraints = constraints,
                      .request_count = 3,
                      .constraint_count = 1,
                      .group_count = 32};
    for (int32_t g = 0; g < 32; g++) {
        p.have[g] = 1;
        constraints[0].values[g] = g == 31;
    }
    uint64_t steps = 0;
    Tri got = solve(&p, &steps, LIMIT_CLAIM_STEPS);
    print_message("worst claim: %llu steps, answer %d\n", (unsigned long long)steps, got);
    CHECK(steps < LIMIT_CLAIM_STEPS + 100000, "%llu steps", (unsigned long long)steps);
    CHECK(got != TRI_YES, "answer %d", got);
    steps = 0;
    CHECK(solve(&p, &steps, 1000) == TRI_UNKNOWN && steps < 10000, "cut short: %llu steps",
          (unsigned long long)steps);
}

TESTS_IN_ARENA(cmocka_unit_test(test_types), cmocka_unit_test(test_nearest),
               cmocka_unit_test(test_reads), cmocka_unit_test(test_named),
               cmocka_unit_test(test_once), cmocka_unit_test(test_worst))
