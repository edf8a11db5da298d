/* Claims of all shapes, with odd values too, against one type that has eight equal GPUs on one root
 * and an interface beside them. What the API server refuses may be anything but "never" by a
 * misreading. */
#include "dra/answer.h"

#include <string.h>

#include "tests/check_arena.h"
#include "tests/kube_try.h"

#define CLAIM(version, requests, constraints)                                            \
    "apiVersion: resource.k8s.io/" version "\nkind: ResourceClaim\nmetadata: {name: c, " \
    "namespace: n}\nspec: {devices: {requests: [" requests "], constraints: [" constraints "]}}\n"
#define SEL                                                                                  \
    "selectors: [{cel: {expression: 'device.attributes[\"gpu.nvidia.com\"].architecture == " \
    "\"Volta\"'}}]"
#define BODY(more)            "deviceClassName: gpu.nvidia.com, " SEL ", " more
#define GPU(more)             "{name: g, exactly: {" BODY(more) "}}"
#define OTHER(more)           "{name: h, exactly: {" BODY(more) "}}"
#define EFA                   "{name: e, exactly: {deviceClassName: efa.networking.k8s.aws}}"
#define SUB(name, more)       "{name: " name ", " BODY(more) "}"
#define FIRST(subs)           "{name: g, firstAvailable: [" subs "]}"
#define MATCH(name, requests) "{matchAttribute: " name ", requests: [" requests "]}"
#define DISTINCT(name)        "{distinctAttribute: " name "}"
#define CLASS(spec)                                                                               \
    "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: lab}\nspec: {" spec \
    "}\n"
#define LACKS   "dra.net/numaNode"
#define PRODUCT "gpu.nvidia.com/productName"

/* yes, no, perhaps: of the type; never: of any. */
/* clang-format off */
static const struct {
    const char *what, *text, *answer;
    int32_t minor;
} ROWS[] = {
    {"count 0 is 1", CLAIM("v1", GPU("count: 0"), ""), "yes", 0},
    {"a count below 0", CLAIM("v1", GPU("count: -1"), ""), "perhaps", 0},
    {"2^63", CLAIM("v1", GPU("count: 9223372036854775808"), ""), "perhaps", 0},
    {"2^63 - 1", CLAIM("v1", GPU("count: 9223372036854775807"), ""), "never", 0},
    {"2^32 + 1", CLAIM("v1", GPU("count: 4294967297"), ""), "never", 0},
    {"half a device", CLAIM("v1", GPU("count: 1.5"), ""), "perhaps", 0},
    {"null", CLAIM("v1", GPU("count: null"), ""), "yes", 0},
    {"a count as text", CLAIM("v1", GPU("count: '40'"), ""), "perhaps", 0},
    {"All, whatever count says", CLAIM("v1", GPU("allocationMode: All, count: 40"), ""), "yes", 0},
    {"a mode that is none", CLAIM("v1", GPU("allocationMode: all, count: 40"), ""), "perhaps", 0},
    {"a mode that is a placeholder", CLAIM("v1", GPU("allocationMode: '${M}', count: 40"), ""), "perhaps", 0},
    {"no alternatives", CLAIM("v1", FIRST(""), ""), "perhaps", 0},
    {"no alternatives beside a request", CLAIM("v1", "{name: g, firstAvailable: [], exactly: {" BODY("count: 40") "}}", ""), "never", 0},
    {"the last of eight", CLAIM("v1", FIRST(SUB("a", "count: 9") ", " SUB("b", "count: 9") ", " SUB("c", "count: 9") ", " SUB("d", "count: 9") ", " SUB("e", "count: 9") ", " SUB("f", "count: 9") ", " SUB("h", "count: 9") ", " SUB("i", "count: 8")), ""), "yes", 0},
    {"nine alternatives", CLAIM("v1", FIRST(SUB("a", "count: 9") ", " SUB("b", "count: 9") ", " SUB("c", "count: 9") ", " SUB("d", "count: 9") ", " SUB("e", "count: 9") ", " SUB("f", "count: 9") ", " SUB("h", "count: 9") ", " SUB("i", "count: 9") ", " SUB("j", "count: 9")), ""), "perhaps", 0},
    {"an alternative that is a placeholder", CLAIM("v1", FIRST(SUB("a", "count: 9") ", '${A}'"), ""), "perhaps", 0},
    {"flat, of v1beta1", CLAIM("v1beta1", SUB("g", "count: 9"), ""), "never", 0},
    {"alternatives of v1beta1", CLAIM("v1beta1", FIRST(SUB("a", "count: 9") ", " SUB("b", "count: 8")), ""), "yes", 0},
    {"v1beta2", CLAIM("v1beta2", GPU("count: 8"), ""), "yes", 0},
    {"a request that is null", CLAIM("v1", "null", ""), "perhaps", 0},
    {"an empty request", CLAIM("v1", "{name: g, exactly: {}}", ""), "perhaps", 0},
    {"a class that is a placeholder", CLAIM("v1", "{name: g, exactly: {deviceClassName: '${C}', count: 40}}", ""), "perhaps", 0},
    {"a class whose selector is a placeholder", CLAIM("v1", "{name: g, exactly: {deviceClassName: lab}}", "") CLASS("selectors: [{cel: {expression: '${E}'}}]"), "perhaps", 0},
    {"a class for all devices", CLAIM("v1", "{name: g, exactly: {deviceClassName: lab}}", "") CLASS(""), "perhaps", 0},
    {"a selector that fails on all", CLAIM("v1", "{name: g, exactly: {deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: '1 / 0 == 1'}}]}}", ""), "never", 0},
    {"a selector that does not compile", CLAIM("v1", "{name: g, exactly: {deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: 'device.'}}]}}", ""), "perhaps", 0},
    {"a selector without an expression", CLAIM("v1", "{name: g, exactly: {deviceClassName: gpu.nvidia.com, selectors: [{}]}}", ""), "perhaps", 0},
    {"a constraint of an alternative", CLAIM("v1", FIRST(SUB("a", "count: 2") ", " SUB("b", "count: 1")), MATCH(LACKS, "g/a")), "yes", 0},
    {"of both alternatives", CLAIM("v1", FIRST(SUB("a", "count: 2") ", " SUB("b", "count: 1")), MATCH(LACKS, "g/a, g/b")), "never", 0},
    {"of a request with alternatives", CLAIM("v1", FIRST(SUB("a", "count: 2") ", " SUB("b", "count: 1")), MATCH(LACKS, "g")), "never", 0},
    {"of a request that there is not", CLAIM("v1", GPU("count: 1"), MATCH(LACKS, "x")), "yes", 0},
    {"of an alternative that there is not", CLAIM("v1", GPU("count: 1"), MATCH(LACKS, "g/a") ", " MATCH(LACKS, "g/")), "yes", 0},
    {"of all requests", CLAIM("v1", GPU("count: 1"), MATCH(LACKS, "")), "never", 0},
    {"of a placeholder", CLAIM("v1", GPU("count: 1"), MATCH(LACKS, "'${R}'")), "perhaps", 0},
    {"a constraint without a domain", CLAIM("v1", GPU("count: 1"), MATCH("/numaNode", "") ", " MATCH("numaNode", "")), "perhaps", 0},
    {"a constraint of nothing", CLAIM("v1", GPU("count: 1"), "{}, null"), "perhaps", 0},
    {"both kinds in one constraint", CLAIM("v1", GPU("count: 2"), "{matchAttribute: " PRODUCT ", distinctAttribute: " PRODUCT "}"), "yes", 36},
    {"one identity", CLAIM("v1", GPU("count: 1"), MATCH("gpu.nvidia.com/uuid", "")), "yes", 0},
    {"two of one identity", CLAIM("v1", GPU("count: 2"), MATCH("gpu.nvidia.com/uuid", "")), "never", 0},
    {"devices that always differ", CLAIM("v1", GPU("allocationMode: All"), DISTINCT("gpu.nvidia.com/uuid")), "yes", 36},
    {"devices that never differ", CLAIM("v1", GPU("count: 2"), DISTINCT(PRODUCT)), "never", 36},
    {"one device that is to differ", CLAIM("v1", GPU("count: 1"), DISTINCT(PRODUCT)), "yes", 36},
    {"two requests that differ each in itself", CLAIM("v1", GPU("count: 1") ", " OTHER("count: 1"), "{distinctAttribute: " PRODUCT ", requests: [g]}, {distinctAttribute: " PRODUCT ", requests: [h]}"), "yes", 36},
    {"two requests that differ", CLAIM("v1", GPU("count: 1") ", " OTHER("count: 1"), DISTINCT(PRODUCT)), "never", 36},
    {"a version that may drop it", CLAIM("v1", GPU("count: 2"), DISTINCT(PRODUCT)), "perhaps", 0},
    {"a version that does not take it", CLAIM("v1", GPU("count: 1"), DISTINCT(PRODUCT)), "perhaps", 35},
    {"an attribute that they lack", CLAIM("v1", GPU("count: 1"), DISTINCT(LACKS)), "never", 36},
    {"an attribute that some drivers do not publish", CLAIM("v1", GPU("count: 2"), DISTINCT("gpu.nvidia.com/index")), "perhaps", 36},
    {"roots that differ, where there is one", CLAIM("v1", GPU("count: 1") ", " EFA, DISTINCT("resource.kubernetes.io/pcieRoot")), "never", 36},
    {"access for administrators", CLAIM("v1", GPU("adminAccess: true, count: 8"), ""), "yes", 0},
    {"access beside what is taken", CLAIM("v1", GPU("adminAccess: true, count: 8") ", " OTHER("count: 1"), ""), "never", 0},
    {"memory that it has", CLAIM("v1", GPU("capacity: {requests: {memory: 10Gi}}"), ""), "yes", 36},
    {"more memory than it has", CLAIM("v1", GPU("capacity: {requests: {memory: 900Gi}}"), ""), "no", 36},
    {"more memory than it has, dropped", CLAIM("v1", GPU("capacity: {requests: {memory: 900Gi}}"), ""), "yes", 35},
    {"memory that is no quantity", CLAIM("v1", GPU("capacity: {requests: {memory: lots}}"), ""), "perhaps", 36},
};
/* clang-format on */

static const char *answer_of(const Facts *f, const ClaimAnswer *a)
{
    size_t type = 0;
    while (!str_eq(type_name(f, facts_type(f, type)), STR("p3dn.24xlarge")))
        type++;
    if (a->never)
        return "never";
    return types_has(a->types, type) ? "yes" : types_has(a->maybe, type) ? "perhaps" : "no";
}

TEST(test_odd)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Platform platform = try_platform();
        platform.kubernetes_minor = ROWS[i].minor;
        Fleet *f = fleet_new(&arena, facts_builtin(), &platform);
        try_add(&arena, f, "t.yaml", ROWS[i].text);
        fleet_close(f);
        const Claim *c = fleet_lists(f)->claims.items[0];
        const char *got = answer_of(fleet_facts(f), dra_answer(dra_new(&arena, f), c));
        CHECK(strcmp(got, ROWS[i].answer) == 0, "%s: %s", ROWS[i].what, got);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_odd))
