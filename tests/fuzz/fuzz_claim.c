/* Claims of any make: the search ends within its budget, what it says of a claim hangs together,
 * and on small problems it agrees with trying everything. */
#include "base/limits.h"
#include "dra/answer.h"
#include "kube/input.h"
#include "rule/platform.h"

#include <string.h>

enum {
    SLACK =
        200000, /* steps between two looks at the budget: one selector on one device, one flow */
    TOY_REQUESTS = 3,
    TOY_GROUPS = 4
};

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

static uint32_t next(Bytes *b, uint32_t below)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++ % below;
}

/* ---- the solver against brute force ---- */

typedef struct Toy {
    SolveRequest requests[TOY_REQUESTS];
    SolveConstraint constraint;
    SolveProblem problem;
    uint32_t left[TOY_GROUPS];
    uint32_t chosen[TOY_REQUESTS];
    int32_t value;  /* of the constraint; VALUE_UNKNOWN: nothing taken yet */
    uint32_t taken; /* values, of a constraint that wants them to differ */
} Toy;

static void make_toy(Bytes *b, Toy *t)
{
    t->problem = (SolveProblem){.requests = t->requests, .constraints = &t->constraint};
    t->problem.request_count = 1 + next(b, TOY_REQUESTS);
    t->problem.constraint_count = next(b, 2);
    t->constraint.distinct = next(b, 2);
    t->problem.group_count = 1 + next(b, TOY_GROUPS);
    for (uint32_t g = 0; g < t->problem.group_count; g++) {
        t->problem.have[g] = 1 + next(b, 3);
        t->constraint.values[g] = (int32_t)next(b, 4) - 1;
    }
    for (uint32_t i = 0; i < t->problem.request_count; i++) {
        t->requests[i].count = 1 + next(b, 2);
        t->constraint.covers[i] = (uint8_t)next(b, 4);
        for (uint32_t k = 0; k < t->requests[i].count; k++) {
            t->requests[i].asks[k].count = 1 + next(b, 4);
            for (uint32_t g = 0; g < t->problem.group_count; g++)
                t->requests[i].asks[k].fits[g] = (uint8_t)next(b, 2);
        }
    }
}

static bool try_all(Toy *t, uint32_t request, uint32_t taken);

static bool try_groups(Toy *t, uint32_t request, uint32_t taken)
{
    const SolveAsk *ask = &t->requests[request].asks[t->chosen[request]];
    bool covered =
        t->problem.constraint_count && (t->constraint.covers[request] >> t->chosen[request]) & 1;
    for (uint32_t g = 0; g < t->problem.group_count; g++) {
        int32_t old = t->value, value = t->constraint.values[g];
        uint32_t before = t->taken, bit = value >= 0 ? 1u << value : 0;
        bool agrees =
            t->constraint.distinct ? !(before & bit) : old == VALUE_UNKNOWN || old == value;
        if (!t->left[g] || ask->fits[g] != TRI_YES || (covered && (value < 0 || !agrees)))
            continue;
        t->left[g]--;
        t->value = covered ? value : old;
        t->taken |= covered ? bit : 0;
        bool good = try_all(t, request, taken + 1);
        t->left[g]++;
        t->value = old;
        t->taken = before;
        if (good)
            return true;
    }
    return false;
}

static bool try_all(Toy *t, uint32_t request, uint32_t taken)
{
    if (request == t->problem.request_count)
        return true;
    if (taken)
        return taken == t->requests[request].asks[t->chosen[request]].count
                   ? try_all(t, request + 1, 0)
                   : try_groups(t, request, taken);
    for (uint32_t k = 0; k < t->requests[request].count; k++) {
        t->chosen[request] = k;
        if (try_groups(t, request, 0))
            return true;
    }
    return false;
}

static void check_toy(Bytes *b)
{
    Toy t;
    memset(&t, 0, sizeof t);
    make_toy(b, &t);
    t.value = VALUE_UNKNOWN;
    memcpy(t.left, t.problem.have, sizeof t.left);
    uint64_t steps = 0;
    Tri got = solve(&t.problem, &steps, LIMIT_CLAIM_STEPS);
    if (got != tri_of(try_all(&t, 0, 0)))
        __builtin_trap();
}

/* ---- whole claims ---- */

static const char *const SELECTORS[] = {
    "device.driver == 'gpu.nvidia.com'",
    "device.attributes['gpu.nvidia.com'].architecture == 'Hopper'",
    "device.attributes['gpu.nvidia.com'].productName.contains('NVIDIA')",
    "device.attributes['gpu.nvidia.com'].cudaComputeCapability.compareTo(semver('9.0.0')) >= 0",
    "device.attributes['gpu.nvidia.com'].cudaComputeCapability >= '9'",
    "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('80Gi')) >= 0",
    "device.attributes['gpu.nvidia.com'].model == 'H100' || true",
    "has(device.attributes['dra.net'].numaNode) && device.attributes['dra.net'].numaNode == 0",
    "device.attributes['dra.net'].numaNode == 1",
    "device.attributes.all(d, device.attributes[d].all(k, k != 'x'))",
    "[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, a+b+c > 0)))",
    "cel.bind(d, device.attributes['gpu.nvidia.com'], d.type == 'gpu' && d.uuid != '')",
    "1 / 0 == 1",
    "${X}",
    "device.",
};

static const char *const CLASSES[] = {"gpu.nvidia.com", "efa.networking.k8s.aws", "neuron.aws.com",
                                      "mig.nvidia.com", "lab.example.com",        "${C}"};
static const char *const ATTRIBUTES[] = {"resource.kubernetes.io/pcieRoot",
                                         "gpu.nvidia.com/productName",
                                         "dra.net/numaNode",
                                         "gpu.nvidia.com/driverVersion",
                                         "gpu.nvidia.com/uuid",
                                         "nothing/here",
                                         "bare"};

#define PICK(b, list) (list)[next((b), sizeof(list) / sizeof *(list))]

static const char *const COUNTS[] = {
    "0",    "-1",  "9223372036854775807",     "18446744073709551616",
    "null", "1.5", "two, allocationMode: All"};
static const char *const VERSIONS[] = {"v1", "v1beta2", "v1beta1", "v1alpha3"};

static void write_body(Bytes *b, Buf *out)
{
    buf_printf(out, "deviceClassName: \"%s\", ", PICK(b, CLASSES));
    switch (next(b, 6)) {
    case 0: buf_add(out, STR("allocationMode: All, ")); break;
    case 1: buf_add(out, STR("count: \"${N}\", ")); break;
    case 2: break;
    case 3: buf_printf(out, "count: %s, ", PICK(b, COUNTS)); break;
    default: buf_printf(out, "count: %u, ", next(b, 34)); break;
    }
    if (next(b, 8) == 0)
        buf_add(out, STR("adminAccess: true, "));
    if (next(b, 8) == 0)
        buf_add(out, STR("capacity: {requests: {memory: 20Gi, shares: 2}}, "));
    buf_add(out, STR("selectors: ["));
    for (uint32_t n = next(b, 4); n; n--)
        buf_printf(out, "{cel: {expression: \"%s\"}}, ", PICK(b, SELECTORS));
    buf_char(out, ']');
}

static void write_request(Bytes *b, Buf *out, uint32_t i)
{
    uint32_t alternatives = next(b, 10);
    uint32_t form = next(b, 8);
    if (form < 6) {
        buf_printf(out, "{name: r%u, %s", form ? i : 0, form == 1 ? "" : "exactly: {");
        write_body(b, out);
        buf_add(out, form == 1 ? STR("}, ") : STR("}}, "));
        return;
    }
    buf_printf(out, "{name: r%u, firstAvailable: [", i);
    for (uint32_t k = 0; k < alternatives; k++) {
        buf_printf(out, "{name: a%u, ", k);
        write_body(b, out);
        buf_add(out, STR("}, "));
    }
    buf_add(out, STR("]}, "));
}

static Str write_claim(Arena *a, Bytes *b)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    buf_printf(&out,
               "apiVersion: resource.k8s.io/%s\nkind: ResourceClaim\nmetadata: {name: c, "
               "namespace: n}\nspec: {devices: {requests: [",
               PICK(b, VERSIONS));
    uint32_t requests = next(b, 5);
    for (uint32_t i = 0; i < requests; i++)
        write_request(b, &out, i);
    buf_add(&out, STR("], constraints: ["));
    for (uint32_t n = next(b, 5); n; n--) {
        buf_printf(&out, "{%s: \"%s\", requests: [",
                   next(b, 6) ? "matchAttribute" : "distinctAttribute", PICK(b, ATTRIBUTES));
        for (uint32_t k = next(b, 4); k; k--)
            buf_printf(&out, "r%u%s, ", next(b, 5), next(b, 4) ? "" : "/a1");
        buf_add(&out, STR("]}, "));
    }
    buf_add(&out, STR("]}}\n"));
    return buf_str(&out);
}

static void check_node(const Node *n)
{
    const Source *s = n ? node_document(n)->source : NULL;
    if (s && (n->span.off > s->text.len || n->span.len > s->text.len - n->span.off))
        __builtin_trap();
}

static void check_claim(Arena *a, const Fleet *f, const Claim *c)
{
    Dra *d = dra_new(a, f);
    const ClaimAnswer *answer = dra_answer(d, c);
    const ClaimNearest *nearest = dra_nearest(d, c);
    bool some = !types_empty(fleet_facts(f), answer->types);
    if (answer->steps > LIMIT_CLAIM_STEPS + LIMIT_CEL_STEPS + SLACK || (answer->never && some) ||
        (answer->never && answer->open) || answer->never != (nearest != NULL) ||
        types_overlap(fleet_facts(f), answer->types, answer->maybe))
        __builtin_trap();
    if (nearest)
        check_node(nearest->clause);
    const ClaimReads *reads = dra_reads(d, c);
    for (size_t i = 0; i < reads->list.len; i++)
        check_node(reads->list.items[i].at);
    const ClaimMisses *misses = dra_misses(d, c);
    for (size_t i = 0; i < misses->list.len; i++)
        check_node(misses->list.items[i].at);
}

static void check_text(Arena *a, Str text)
{
    Platform platform = PLATFORM_UNKNOWN;
    platform.kubernetes_minor = text.len % 2 ? 36 : 0;
    Loader loader;
    Diags diags;
    loader_init(&loader, a);
    diags_init(&diags, a);
    Fleet *f = fleet_new(a, facts_builtin(), &platform);
    Stream *s = doc_load(&loader, source_new(a, STR("in.yaml"), text), &diags);
    for (size_t i = 0; i < s->documents.len; i++) {
        InputObjects in = input_objects(a, facts_builtin(), s->documents.items[i]);
        for (size_t k = 0; k < in.objects.len; k++)
            fleet_add(f, in.objects.items[k]);
    }
    fleet_close(f);
    const FleetLists *l = fleet_lists(f);
    for (size_t i = 0; i < l->claims.len && i < 8; i++)
        check_claim(a, f, l->claims.items[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena a;
    Bytes b = {data, size};
    arena_init(&a, SIZE_MAX);
    switch (next(&b, 3)) {
    case 0: check_toy(&b); break;
    case 1: check_text(&a, write_claim(&a, &b)); break;
    default: check_text(&a, (Str){(const char *)b.at, b.left}); break;
    }
    arena_free(&a);
    return 0;
}
