/* What claims hand out in every version's shape, and how pods are wired to them. */
#include "tests/check_arena.h"
#include "tests/kube_try.h"

#include <string.h>

#define TEMPLATE(version, requests)                                               \
    "---\napiVersion: resource.k8s.io/" version "\nkind: ResourceClaimTemplate\n" \
    "metadata: {name: t, namespace: ml}\nspec: {spec: {devices: {requests: [" requests "]}}}\n"
#define CLASS(name, more)                                                            \
    "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: " name \
    "}\nspec: {" more "}\n"

/* Devices as class:resource*count, - for none that containers use; ... when there may be more. */
/* clang-format off */
static const struct {
    const char *what, *text, *devices;
} CLAIMS[] = {
    {"v1", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}"), "gpu.nvidia.com:nvidia.com/gpu*2"},
    {"v1beta1 is flat", TEMPLATE("v1beta1", "{name: g, deviceClassName: gpu.nvidia.com}"), "gpu.nvidia.com:nvidia.com/gpu*1"},
    {"all of them", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}"), "gpu.nvidia.com:nvidia.com/gpu*?"},
    {"a channel", TEMPLATE("v1", "{name: c, exactly: {deviceClassName: compute-domain-default-channel.nvidia.com}}"), "-compute-domain-default-channel.nvidia.com:*1"},
    {"a network interface", TEMPLATE("v1", "{name: e, exactly: {deviceClassName: efa.networking.k8s.aws}}"), "-efa.networking.k8s.aws:vpc.amazonaws.com/efa*1"},
    {"a class nobody knows", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: lab.example.com}}"), "..."},
    {"a class that is a placeholder", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: '${C}'}}"), "..."},
    {"a class that names its driver", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: lab}}")
     CLASS("lab", "selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'\"}}]"), "lab:nvidia.com/gpu*1"},
    {"a class of slices", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: lab}}")
     CLASS("lab", "selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'\"}}]"), "..."},
    {"a class of another driver", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: lab}}")
     CLASS("lab", "selectors: [{cel: {expression: \"device.driver == 'x.example.com'\"}}]"), "..."},
    {"a class that names its resource", TEMPLATE("v1", "{name: g, exactly: {deviceClassName: lab}}") CLASS("lab", "extendedResourceName: nvidia.com/gpu"), "lab:nvidia.com/gpu*1"},
    {"alternatives of one kind", TEMPLATE("v1", "{name: g, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com}, {name: b, deviceClassName: gpu.nvidia.com}]}"), "gpu.nvidia.com:nvidia.com/gpu*1"},
    {"alternatives of two kinds", TEMPLATE("v1", "{name: g, firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com}, {name: b, deviceClassName: neuron.aws.com}]}"), "..."},
    {"requests that are a placeholder", "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: t, namespace: ml}\nspec: {devices: {requests: '${R}'}}\n", "..."},
    {"two requests", "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: t, namespace: ml}\n"
     "spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com}}, {name: b, exactly: {deviceClassName: neuron.aws.com, count: 4}}]}}\n",
     "gpu.nvidia.com:nvidia.com/gpu*1 neuron.aws.com:aws.amazon.com/neuron*4"},
    {"no devices", "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: t, namespace: ml}\nspec: {}\n", ""},
};
/* clang-format on */

static const char *show_devices(const Claim *c)
{
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < c->devices.len; i++) {
        const ClaimDevice *d = &c->devices.items[i];
        buf_printf(&b, "%s%s%.*s:%.*s*", i ? " " : "", d->device_class->hands ? "" : "-",
                   STR_ARG(d->device_class->name), STR_ARG(d->device_class->resource));
        if (d->request->count < 0)
            buf_char(&b, '?');
        else
            buf_printf(&b, "%lld", (long long)d->request->count);
    }
    buf_add(&b, c->devices_open ? STR("...") : STR(""));
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_devices)
{
    for (size_t i = 0; i < COUNT(CLAIMS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", CLAIMS[i].text}, 1, false);
        const FleetLists *l = fleet_lists(f);
        CHECK(l->claims.len == 1, "%s: %zu claims", CLAIMS[i].what, l->claims.len);
        const char *got = show_devices(l->claims.items[0]);
        CHECK(strcmp(got, CLAIMS[i].devices) == 0, "%s: '%s'", CLAIMS[i].what, got);
    }
}

#define POD(more) \
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ml}\nspec: {" more "}\n"
#define GPU          TEMPLATE("v1", "{name: g, exactly: {deviceClassName: gpu.nvidia.com}}")
#define USES(claims) "containers: [{name: m, image: i, resources: {claims: [" claims "]}}]"

/* Entries as name form exists uses; then uses of names that are not declared. */
/* clang-format off */
static const struct {
    const char *what, *text;
    bool complete;
    const char *wiring;
} WIRINGS[] = {
    {"wired", GPU POD("resourceClaims: [{name: c, resourceClaimTemplateName: t}], " USES("{name: c}")), false, "c template yes 1"},
    {"used by nobody", GPU POD("resourceClaims: [{name: c, resourceClaimTemplateName: t}]"), false, "c template yes 0"},
    {"not declared", GPU POD(USES("{name: x}")), false, "x?"},
    {"both", POD("resourceClaims: [{name: c, resourceClaimTemplateName: t, resourceClaimName: u}]"), false, "c both maybe 0"},
    {"neither", POD("resourceClaims: [{name: c}]"), false, "c neither maybe 0"},
    {"the shape of old versions", GPU POD("resourceClaims: [{name: c, source: {resourceClaimTemplateName: t}}]"), false, "c template yes 0"},
    {"a claim is no template", GPU POD("resourceClaims: [{name: c, resourceClaimName: t}]"), false, "c claim maybe 0"},
    {"not in an input", POD("resourceClaims: [{name: c, resourceClaimName: t}]"), false, "c claim maybe 0"},
    {"not in a whole cluster", POD("resourceClaims: [{name: c, resourceClaimName: t}]"), true, "c claim no 0"},
    {"a name that is a placeholder", POD("resourceClaims: [{name: c, resourceClaimName: '${T}'}]"), true, "c claim maybe 0"},
    {"a template of another namespace", GPU "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: web}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}]}\n", true, "c template no 0"},
    {"a pod that does not tell its namespace", GPU "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}]}\n", true, "c template maybe 0"},
};
/* clang-format on */

static const char *show_wiring(const PodClaims *c)
{
    static const char *const FORMS[] = {"neither", "claim", "template", "both", "unknown"};
    static const char *const TRIS[] = {"no", "yes", "maybe"};
    Buf b;
    buf_init(&b, &arena, 4096);
    for (size_t i = 0; i < c->list.len; i++) {
        const PodClaim *pc = c->list.items[i];
        buf_printf(&b, "%s%.*s %s %s %zu", i ? ", " : "", STR_ARG(pc->name), FORMS[pc->form],
                   TRIS[pc->exists], pc->uses.len);
    }
    for (size_t i = 0; i < c->uses.len; i++)
        if (!c->uses.items[i]->pod_claim)
            buf_printf(&b, "%s%.*s?", b.len ? " " : "", STR_ARG(c->uses.items[i]->name));
    buf_char(&b, '\0');
    return buf_str(&b).ptr;
}

TEST(test_wiring)
{
    for (size_t i = 0; i < COUNT(WIRINGS); i++) {
        Fleet *f = try_fleet(&arena, &(TryFile){"t.yaml", WIRINGS[i].text}, 1, WIRINGS[i].complete);
        const char *got = show_wiring(&fleet_links(f, fleet_lists(f)->pods.items[0])->claims);
        CHECK(strcmp(got, WIRINGS[i].wiring) == 0, "%s: '%s'", WIRINGS[i].what, got);
    }
}

TESTS_IN_ARENA(cmocka_unit_test(test_devices), cmocka_unit_test(test_wiring))
