#include "kube/kubelet.h"

#include "base/quantity.h"

static const int64_t MIB = (int64_t)1 << 20, THOUSAND = 1000;

static const Str RESOURCES[KUBELET_RESOURCES] = {STR_INIT("cpu"), STR_INIT("memory"),
                                                 STR_INIT("ephemeral-storage")};
static const Str SIGNALS[KUBELET_RESOURCES] = {STR_INIT(""), STR_INIT("memory.available"),
                                               STR_INIT("nodefs.available")};

bool kubelet_resource(Str resource, KubeletResource *out)
{
    for (int i = 0; i < KUBELET_RESOURCES; i++) {
        if (!str_eq(RESOURCES[i], resource))
            continue;
        *out = (KubeletResource)i;
        return true;
    }
    return false;
}

/* ---- reading ---- */

static KubeletAmount unreadable(void)
{
    return (KubeletAmount){.set = true, .unknown = true};
}

static bool parse_share(Str text, int64_t *out)
{
    Quantity q;
    const char *why;
    if (!str_ends(text, STR("%")) || !quantity_parse(str_slice(text, 0, text.len - 1), &q, &why))
        return false;
    int64_t milli = quantity_milli(&q); /* thousandths of a percent */
    *out = milli / 100;
    return milli >= 0 && milli <= 100 * THOUSAND;
}

static KubeletAmount amount_of(const Node *n)
{
    Quantity q;
    const char *why;
    KubeletAmount a = {.set = true};
    if (!n)
        return (KubeletAmount){0};
    Str text = node_scalar(n);
    if (node_unknown(n))
        return unreadable();
    if (parse_share(text, &a.share))
        return a;
    if (!quantity_parse(text, &q, &why))
        return unreadable();
    a.milli = quantity_milli(&q);
    return a;
}

static void read_map(const Node *kubelet, const char *field, const Str *keys, KubeletAmount *out)
{
    const Node *map = node_field(kubelet, str_c(field));
    bool closed = map && !node_open(map, NODE_MAP);
    for (int i = 0; map && i < KUBELET_RESOURCES; i++) {
        const Node *n = map->kind == NODE_MAP ? node_field(map, keys[i]) : NULL;
        out[i] = n || closed ? amount_of(n) : unreadable();
    }
}

Kubelet kubelet_of(const NodeClass *c)
{
    Kubelet k = {0};
    const Node *n = c->kubelet;
    if (!n) {
        k.set = k.unknown = c->object && node_hides(c->object->root, STR("spec.kubelet"));
        return k;
    }
    k.set = true;
    k.unknown = node_open(n, NODE_MAP);
    if (n->kind != NODE_MAP)
        return k;
    read_map(n, "kubeReserved", RESOURCES, k.kube);
    read_map(n, "systemReserved", RESOURCES, k.system);
    read_map(n, "evictionHard", SIGNALS, k.hard);
    read_map(n, "evictionSoft", SIGNALS, k.soft);
    k.max_pods = amount_of(node_field(n, STR("maxPods")));
    k.per_core = amount_of(node_field(n, STR("podsPerCore")));
    return k;
}

/* ---- what is left ---- */

/* Adds a range that is taken away. */
static void take(KubeletRange *left, KubeletRange taken)
{
    left->most -= taken.least;
    left->least -= taken.most;
}

/* A threshold of 100 % switches the signal off. */
static KubeletRange amount_range(const KubeletAmount *a, int64_t capacity, int64_t otherwise)
{
    if (!a->set)
        return (KubeletRange){otherwise, otherwise};
    if (a->unknown)
        return (KubeletRange){0, capacity};
    int64_t share = a->share == THOUSAND ? 0 : capacity / THOUSAND * a->share;
    int64_t milli = a->share ? share : a->milli;
    return (KubeletRange){milli, milli};
}

static bool is_bottlerocket(const NodeClass *c)
{
    return str_eq(c->ami.family, STR("bottlerocket"));
}

/* Amounts of types.go: the kubelet's own memory grows with its pods, by the pods that the network
 * allows or, on Bottlerocket, by those of maxPods. */
static KubeletRange kube_default(const Kubelet *k, const NodeClass *c, KubeletResource r,
                                 KubeletNode n)
{
    int64_t evicted = r == KUBELET_MEMORY    ? 100 * MIB * THOUSAND
                      : r == KUBELET_STORAGE ? n.capacity / 10
                                             : 0;
    int64_t own = n.capacity - n.allocatable - evicted;
    KubeletRange same = {own, own};
    if (r != KUBELET_MEMORY || !is_bottlerocket(c) || !k->max_pods.set)
        return same;
    KubeletRange pods = kubelet_pods(k, c, n);
    int64_t each = 11 * MIB * THOUSAND;
    return (KubeletRange){own + (pods.least / THOUSAND - n.pods) * each,
                          own + (pods.most / THOUSAND - n.pods) * each};
}

static KubeletRange evicted(const Kubelet *k, KubeletResource r, int64_t capacity)
{
    int64_t otherwise = r == KUBELET_MEMORY    ? 100 * MIB * THOUSAND
                        : r == KUBELET_STORAGE ? capacity / 10
                                               : 0;
    KubeletRange hard = amount_range(&k->hard[r], capacity, otherwise);
    KubeletRange soft = amount_range(&k->soft[r], capacity, 0);
    return (KubeletRange){hard.least > soft.least ? hard.least : soft.least,
                          hard.most > soft.most ? hard.most : soft.most};
}

KubeletRange kubelet_leaves(const Kubelet *k, const NodeClass *c, KubeletResource r, KubeletNode n)
{
    KubeletRange left = {n.capacity, n.capacity}, own;
    if (!k->set)
        return (KubeletRange){n.allocatable, n.allocatable};
    if (k->unknown)
        return (KubeletRange){0, n.capacity};
    own = k->kube[r].set ? amount_range(&k->kube[r], n.capacity, 0) : kube_default(k, c, r, n);
    take(&left, own);
    take(&left, amount_range(&k->system[r], n.capacity, 0));
    take(&left, evicted(k, r, n.capacity));
    return left;
}

KubeletRange kubelet_pods(const Kubelet *k, const NodeClass *c, KubeletNode n)
{
    int64_t pods = n.pods * THOUSAND;
    if (k->unknown)
        return (KubeletRange){0, INT64_MAX};
    KubeletRange most = amount_range(&k->max_pods, INT64_MAX, pods);
    if (!k->per_core.set || is_bottlerocket(c) || (!k->per_core.unknown && k->per_core.milli == 0))
        return most;
    KubeletRange cores = {0, most.most};
    if (!k->per_core.unknown && k->per_core.milli < INT64_MAX / (n.cores + 1))
        cores.least = cores.most = k->per_core.milli * n.cores;
    return (KubeletRange){cores.least < most.least ? cores.least : most.least,
                          cores.most < most.most ? cores.most : most.most};
}
