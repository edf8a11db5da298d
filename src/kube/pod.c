#include "kube/pod.h"

#include "base/duration.h"
#include "doc/path.h"
#include "kube/admit.h"
#include "kube/fleet.h"
#include "kube/late.h"
#include "kube/locate.h"
#include "kube/role.h"
#include "kube/workload.h"

static const size_t PATH_MOST = 4096;

const Node *pod_field(const Pod *p, Str name)
{
    const Node *own = node_field(p->spec, name);
    return own || !p->inherit ? own : node_field(p->inherit, name);
}

NodePlace pod_place(const Pod *p, Str path)
{
    Str head = path, rest;
    (void)str_cut(path, '.', &head, &rest);
    bool inherited = p->inherit && !node_field(p->spec, head) && node_field(p->inherit, head);
    return locate_place(NULL, inherited ? p->inherit : p->spec, path);
}

static const Node *meta_value(const Pod *p, Str map, Str key)
{
    const Node *m = p->metadata ? node_field(p->metadata, map) : NULL;
    return m ? node_field(m, key) : NULL;
}

const Node *pod_annotation(const Pod *p, Str key)
{
    return meta_value(p, STR("annotations"), key);
}

static bool is_open(const Node *map)
{
    return node_open(map, NODE_MAP);
}

bool pod_meta_open(const Pod *p, Str map)
{
    return p->partial || is_open(p->metadata) ||
           (p->metadata && is_open(node_field(p->metadata, map)));
}

Tri pod_keeps(const Pod *p, const Node *value)
{
    int64_t ns;
    if (!value)
        return pod_meta_open(p, STR("annotations")) ? TRI_UNKNOWN : TRI_NO;
    if (node_unknown(value))
        return TRI_UNKNOWN;
    return tri_of(str_eq(node_str(value), STR("true")) ||
                  (duration_parse(node_str(value), &ns) && ns > 0));
}

const Node *pod_label(const Pod *p, Str key)
{
    return meta_value(p, STR("labels"), key);
}

Tri pod_tolerates(const Pod *p, const Taint *t, bool as_written)
{
    size_t count = as_written ? p->tolerations.len : p->admitted_tolerations.len;
    const Toleration *all = as_written ? p->tolerations.items : p->admitted_tolerations.items;
    Tri any = TRI_NO;
    for (size_t i = 0; i < count; i++)
        any = tri_or(any, toleration_matches(&all[i], t));
    return any;
}

const Request *pod_request(const Pod *p, Str resource)
{
    for (size_t i = 0; i < p->requests.len; i++)
        if (str_eq(p->requests.items[i].resource, resource))
            return &p->requests.items[i];
    return NULL;
}

static Str path_of(Arena *a, const Object *o, const Node *n)
{
    Buf b;
    buf_init(&b, a, PATH_MOST);
    path_write(&b, o->root, n);
    return buf_str(&b);
}

/* Once for each pod: rules ask for its devices pool by pool. */
static void classify(const Facts *f, Request *list, size_t count)
{
    Resource known;
    for (size_t i = 0; i < count; i++) {
        Request *r = &list[i];
        r->units = quantity_units(&r->amount);
        if (!facts_resource(f, r->resource, &known))
            continue;
        r->accelerator = known.accelerator;
        r->efa = str_eq(known.vendor, STR("efa"));
    }
}

typedef struct Making {
    Arena *arena;
    const Facts *facts;
    const Platform *platform;
    const Admission *admission;
} Making;

static Str cloud_of(const Facts *f, const Pod *p)
{
    Str cloud = STR("");
    for (size_t i = 0; i < p->terms.len; i++)
        for (size_t k = 0; k < p->terms.items[i].sources.len && !cloud.len; k++)
            cloud = other_cloud(f, p->terms.items[i].sources.items[k]->key);
    for (size_t i = 0; i < p->tolerations.len && !cloud.len; i++)
        cloud = other_cloud(f, p->tolerations.items[i].key);
    for (size_t i = 0; i < p->requests.len && !cloud.len; i++)
        cloud = other_cloud(f, p->requests.items[i].resource);
    return cloud;
}

static Pod *pod_new(const Making *m, const Object *o, const PodSite *site)
{
    Arena *a = m->arena;
    const Facts *f = m->facts;
    Pod *p = arena_new(a, Pod);
    p->owner = o;
    p->spec = site->spec;
    p->metadata = site->metadata;
    p->metadata_at = site->metadata_at;
    p->inherit = site->inherit;
    p->path = path_of(a, o, site->node);
    p->blurred = node_has_placeholder(o->root);
    p->partial = site->partial || (site->spec->flags & NODE_OPEN);
    p->from_controller = o->controlled;
    p->replicas = workload_replicas(site, o, &p->daemon, &p->replicas_at);
    ContainerShape shape = {kind_cell(&site->row, "containers"), kind_cell(&site->row, "short")};
    containers_of(a, o->root, p->spec, shape, &p->containers);
    for (size_t i = 0; p->partial && i < p->containers.list.len; i++)
        p->containers.list.items[i]->open = true;
    if (m->admission)
        admission_of(a, m->admission, p);
    pod_sum_requests(a, p);
    classify(f, p->requests.items, p->requests.len);
    pod_read_terms(a, f, p);
    pod_read_tolerations(a, m->platform, p);
    p->other_cloud = cloud_of(f, p);
    return p;
}

bool pod_of_runtime(const Pod *p, const Node *n)
{
    while (n && p->runtime && n != p->runtime->object->root)
        n = n->parent;
    return n && p->runtime;
}

bool pod_asks_accelerator(const Pod *p)
{
    for (size_t i = 0; i < p->requests.len; i++)
        if (p->requests.items[i].accelerator)
            return true;
    return false;
}

/* It surely asks no accelerator, whether by a resource or by a claim. */
static bool is_helper(const Pod *p)
{
    return !p->requests_open && !pod_field(p, STR("resourceClaims")) && !pod_asks_accelerator(p);
}

/* Pods of one object that wait for each other; `helpers`: of them those that ask no accelerator. */
static int64_t sum_of(Pod *const *pods, const PodSites *sites, bool helpers)
{
    int64_t sum = 0;
    for (size_t i = 0; i < sites->list.len; i++) {
        int64_t replicas = pods[i]->replicas;
        if (!workload_in_gang(&sites->list.items[i]) || (helpers && !is_helper(pods[i])))
            continue;
        if (replicas < 0 || sum > INT64_MAX - replicas)
            return -1;
        sum += replicas;
    }
    return sum;
}

void pods_of(Arena *a, const Facts *f, const Platform *platform, const Object *o, Pods *out)
{
    PodSites sites = {0};
    size_t first = out->list.len;
    Making making = {a, f, platform, out->admission};
    workload_sites(a, f, o, &sites);
    out->hidden |= sites.hidden;
    for (size_t i = 0; i < sites.list.len; i++)
        *vec_push(a, &out->list) = pod_new(&making, o, &sites.list.items[i]);
    if (!sites.list.len)
        return;
    Pod **pods = &out->list.items[first];
    int64_t all = sum_of(pods, &sites, false), helpers = sum_of(pods, &sites, true);
    for (size_t i = 0; i < sites.list.len; i++) {
        Pod *p = pods[i];
        p->gang = workload_gang(&sites.list.items[i], o, p->replicas, all);
        bool whole = p->gang > 0 && workload_in_gang(&sites.list.items[i]);
        p->ranks = !whole ? p->gang : p->gang > helpers && helpers >= 0 ? p->gang - helpers : -1;
        pod_classify(a, f, p);
    }
}
