#include "kube/flavor.h"

#include <assert.h>

#include "kube/fleet_data.h"
#include "kube/names.h"

Flavor *flavor_new(Arena *a, const Facts *facts, const Platform *platform, const Object *o)
{
    Flavor *flavor = arena_new(a, Flavor);
    const Node *spec = node_field(o->root, STR("spec"));
    flavor->object = o;
    flavor->nodes = (Place){.object = o, .node = o->root, .facts = facts, .name = o->name};
    flavor->open = node_open(spec, NODE_MAP) || (!spec && node_hides(o->root, STR("spec")));
    if (!spec)
        return flavor;
    place_add_labels(a, &flavor->nodes, node_field(spec, STR("nodeLabels")));
    place_add_taints(a, &flavor->nodes, node_field(spec, STR("nodeTaints")));
    Pod pods = {.owner = o, .spec = spec};
    pod_read_tolerations(a, platform, &pods);
    for (size_t i = 0; i < pods.tolerations.len; i++)
        *vec_push(a, &flavor->tolerations) = pods.tolerations.items[i];
    return flavor;
}

Tri flavor_tolerates(const Flavor *flavor, const Taint *t)
{
    Tri any = TRI_NO;
    for (size_t i = 0; i < flavor->tolerations.len; i++)
        any = tri_or(any, toleration_matches(&flavor->tolerations.items[i], t));
    return any;
}

/* ---- places ---- */

/* A flavor without labels stands for no nodes in particular. */
static void bind_places(Fleet *f, Flavor *flavor)
{
    const ReqSet *labels = &flavor->nodes.reqs;
    for (size_t i = 0; i < f->lists.places.len && (labels->list.len || labels->open); i++) {
        const Place *place = f->lists.places.items[i];
        Tri all = labels->open ? TRI_UNKNOWN : TRI_YES;
        if (!fleet_joined(f, flavor->object, place->object))
            continue;
        for (size_t k = 0; k < labels->list.len; k++)
            all = tri_and(all, place_promises(place, &labels->list.items[k]));
        flavor->places_open |= all == TRI_UNKNOWN;
        if (all == TRI_YES)
            *vec_push(f->arena, &flavor->places) = place;
    }
}

/* ---- jobs ---- */

/* The name of the queue: on the workload, or on a pod that is queued itself; NULL when neither. */
static const Node *queue_of(const Fleet *f, const Pod *p)
{
    Str key = facts_get(facts_table(f->facts, STR("annotations")), STR("queue"), "key");
    const Node *labels = object_field(p->owner, STR("metadata.labels"));
    const Node *own = labels ? node_field(labels, key) : NULL;
    return own ? own : pod_label(p, key);
}

static bool hides_labels(const Node *metadata)
{
    const Node *labels = metadata ? node_field(metadata, STR("labels")) : NULL;
    return labels ? node_open(labels, NODE_MAP) : metadata && node_hides(metadata, STR("labels"));
}

/* A placeholder may stand for a queue. */
static bool hides_queue(const Pod *p)
{
    return node_hides(p->owner->root, STR("metadata")) ||
           hides_labels(object_field(p->owner, STR("metadata"))) || hides_labels(p->metadata);
}

/* The object of that kind that a scalar names; NULL also where it is a placeholder. */
static const Object *named(const Fleet *f, const Object *from, FactName kind, const Node *name)
{
    bool told = name && name->kind == NODE_STRING && !node_unknown(name);
    return told ? fleet_object(f, from, facts_name(f->facts, kind), from->ns, node_str(name))
                : NULL;
}

static Flavor *flavor_named(const Fleet *f, Str name)
{
    for (size_t i = 0; i < f->lists.flavors.len; i++) {
        Flavor *flavor = f->lists.flavors.items[i];
        assert(flavor);
        if (str_eq(flavor->object->name, name))
            return flavor;
    }
    return NULL;
}

/* The flavors that may take a pod; open: or others. */
typedef struct Flavors {
    VEC(Flavor *) list;
    bool open;
} Flavors;

static void add_flavors(const Fleet *f, const Node *groups, Flavors *out)
{
    out->open |= node_open(groups, NODE_LIST);
    for (uint32_t i = 0; groups && groups->kind == NODE_LIST && i < groups->len; i++) {
        const Node *list = node_field(&groups->as.items[i], STR("flavors"));
        out->open |= node_open(&groups->as.items[i], NODE_MAP) || node_open(list, NODE_LIST);
        for (uint32_t k = 0; list && list->kind == NODE_LIST && k < list->len; k++) {
            Flavor *one = flavor_named(f, node_str(node_field(&list->as.items[k], STR("name"))));
            if (one)
                *vec_push(f->arena, &out->list) = one;
            else
                out->open = true;
        }
    }
}

/* Those of its queue, or the only one there is. */
static Flavors flavors_of(const Fleet *f, const Pod *p, const Node *queue)
{
    static const Str GROUPS = STR_INIT("spec.resourceGroups");
    Flavors out = {0};
    const Object *local = named(f, p->owner, NAME_LOCAL_QUEUE, queue);
    const Object *cluster =
        local ? named(f, local, NAME_CLUSTER_QUEUE, object_field(local, STR("spec.clusterQueue")))
              : NULL;
    if (cluster) {
        add_flavors(f, object_field(cluster, GROUPS), &out);
        out.open |= node_hides(cluster->root, GROUPS);
    } else if (f->lists.flavors.len == 1) {
        *vec_push(f->arena, &out.list) = f->lists.flavors.items[0];
    } else {
        out.open = true;
    }
    return out;
}

/* Kueue adds what the flavor tolerates to the job that it admits, */
static void give_tolerations(Fleet *f, Pod *p, const Flavor *flavor)
{
    for (size_t i = 0; i < flavor->tolerations.len; i++) {
        *vec_push(f->arena, &p->tolerations) = flavor->tolerations.items[i];
        *vec_push(f->arena, &p->admitted_tolerations) = flavor->tolerations.items[i];
    }
}

/* and its labels: known when there is no choice. */
static void bind_only(Fleet *f, Pod *p, Flavor *only)
{
    pod_add_selector(f->arena, f->facts, p, object_field(only->object, STR("spec.nodeLabels")));
    *vec_push(f->arena, &only->jobs) = p;
}

/* Of a flavor that is not told: it may add labels as well. */
static void leave_open(Fleet *f, Pod *p)
{
    p->queue_open = true;
    for (size_t i = 0; i < p->terms.len; i++)
        p->terms.items[i].reqs.open = true;
    *vec_push(f->arena, &p->admitted_tolerations) =
        (Toleration){.op = STR("Equal"), .unknown = true};
}

static void bind_job(Fleet *f, Pod *p, const Node *queue)
{
    Flavors flavors = flavors_of(f, p, queue);
    p->queue_open = flavors.open;
    for (size_t i = 0; i < flavors.list.len; i++) {
        Flavor *one = flavors.list.items[i];
        if (!fleet_joined(f, p->owner, one->object)) {
            p->queue_open = true;
            continue;
        }
        p->queue_open |= one->open;
        give_tolerations(f, p, one);
        if (flavors.list.len == 1 && !flavors.open)
            bind_only(f, p, one);
    }
    if (p->queue_open)
        leave_open(f, p);
}

static void bind_jobs(Fleet *f)
{
    for (size_t i = 0; i < f->lists.pods.len; i++) {
        Pod *p = f->lists.pods.items[i];
        const Node *queue = p->daemon ? NULL : queue_of(f, p);
        if (queue)
            bind_job(f, p, queue);
        else if (!p->daemon && hides_queue(p))
            leave_open(f, p);
    }
}

void flavors_bind(Fleet *f)
{
    for (size_t i = 0; i < f->lists.flavors.len; i++)
        bind_places(f, f->lists.flavors.items[i]);
    bind_jobs(f);
}
