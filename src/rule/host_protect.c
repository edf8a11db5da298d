/* Pods: what keeps them from harm when nodes go, and what does not. */
#include "rule/host_pod.h"

#include "kube/role.h"

#define POD ((const Pod *)self)

CelValue protect_at(CelEval *ev, const void *self)
{
    const Node *map = POD->metadata;
    const Node *own = map ? node_field(map, STR("annotations")) : NULL;
    NodePlace at = POD->metadata_at;
    if (own)
        return host_at(ev, (NodePlace){own, STR("")});
    if (map)
        return host_at(ev, (NodePlace){map, STR("annotations")});
    if (at.missing.len)
        at.missing = arena_printf(ev->scratch, "%.*s.annotations", STR_ARG(at.missing));
    return host_at(ev, at.missing.len ? at : (NodePlace){at.node, STR("annotations")});
}

CelValue protect_saves(CelEval *ev, const void *self)
{
    return cel_tri(pod_checkpoints(host_facts(ev), self), STR("what the rest of the pod says"));
}

static bool trains(const Pod *p)
{
    return p->role == ROLE_TRAINING || p->role == ROLE_DISTRIBUTED;
}

/* Walks back to the nearest one only, so that all walks of a file together are one. */
CelValue protect_follows(CelEval *ev, const void *self)
{
    const FleetLists *lists = fleet_lists(host_fleet(ev));
    Str key =
        facts_get(facts_table(host_facts(ev), STR("annotations")), STR("do-not-disrupt"), "key");
    Tri any = TRI_NO;
    for (size_t i = POD->index; i-- > 0 && any != TRI_YES;) {
        const Pod *other = lists->pods.items[i];
        if (other->owner->doc->source != POD->owner->doc->source)
            break;
        if (other->blurred) /* its role, devices or protection may turn out otherwise */
            any = TRI_UNKNOWN;
        else if (trains(other) && pod_asks_accelerator(other) &&
                 pod_keeps(other, pod_annotation(other, key)) == TRI_NO)
            any = TRI_YES;
    }
    if (any == TRI_NO && fleet_hides_pods(host_fleet(ev)))
        any = TRI_UNKNOWN;
    return cel_tri(any, STR("whether a job before it is protected"));
}

/* Of the whole cluster: in an open input there may be more. */
CelValue protect_all_pdbs(CelEval *ev, const void *self)
{
    const PodLinks *l = fleet_links(host_fleet(ev), self);
    return host_list(ev, HOST_PDB, (const void *const *)l->pdbs.items, l->pdbs.len,
                     l->pdbs_open || host_open(ev));
}

/* Those that surely do, as a list that is whole: for what two of them are a fault of already. */
CelValue protect_known(CelEval *ev, const void *self)
{
    const PodLinks *l = fleet_links(host_fleet(ev), self);
    return host_list(ev, HOST_PDB, (const void *const *)l->pdbs.items, l->pdbs.len, false);
}
