/* Which instance types satisfy a claim. */
#include "dra/answer.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "tests/kube_try.h"

static Arena arena;

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
#define ROOT      "{matchAttribute: resource.kubernetes.io/pcieRoot}"

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

static void test_types(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Fleet *f;
        const Claim *c = load(ROWS[i].text, &f);
        const char *got = show(fleet_facts(f), dra_answer(dra_new(&arena, f), c));
        CHECK(strcmp(got, ROWS[i].types) == 0, "%s: '%s'", ROWS[i].what, got);
    }
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, SIZE_MAX);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_types)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
