/* What a fit means, as a place: in the pod, and in the pool or node group. */
#include "kube/fit_data.h"
#include "kube/names.h"

static NodePlace at_node(const Node *n)
{
    return (NodePlace){n, STR("")};
}

static bool fails(const Fit *f, FitStep step)
{
    return f->steps[step] == TRI_NO;
}

/* Of what the pod gets from its RuntimeClass, the pod has the name. */
static NodePlace own_place(const Pod *pod, const Node *n)
{
    return pod_of_runtime(pod, n) ? pod_place(pod, STR("runtimeClassName")) : at_node(n);
}

NodePlace fit_blame_source(const Pod *pod, const ReqSource *s)
{
    return s ? own_place(pod, s->node) : pod_place(pod, STR("nodeSelector"));
}

NodePlace fit_blame_request(const Pod *pod, const Request *r)
{
    if (r && r->node)
        return at_node(r->node);
    return pod_place(pod,
                     r && r->overhead && !r->filled ? STR("runtimeClassName") : STR("containers"));
}

NodePlace fit_blame(const Fit *f, const Pod *pod)
{
    const ReqSource *s = fit_selector(f, pod);
    const Request *r = fit_request(f, pod);
    const PodTerm *hider = &pod->terms.items[f->hider_term];
    if (fails(f, FIT_HIDDEN) && f->hider)
        return own_place(pod, hider->sources.items[f->hider - 1]->node);
    if (fails(f, FIT_TAINT))
        return pod_place(pod, STR("tolerations"));
    if (fails(f, FIT_LABEL) || fails(f, FIT_TYPE) || fails(f, FIT_ZONE) || fails(f, FIT_HIDDEN))
        return fit_blame_source(pod, s);
    if (fails(f, FIT_RESOURCES))
        return fit_blame_request(pod, r);
    if (fails(f, FIT_LIMITS) || fails(f, FIT_VALUES))
        return pod_place(pod, STR("containers"));
    return at_node(NULL);
}

/* What chooses the types of the place. */
static NodePlace types_source(const Place *place)
{
    if (place->kind == PLACE_GROUP)
        return ((const Group *)place)->types_at;
    const PlaceReq *narrowest = pool_narrowest((const Pool *)place);
    return at_node(narrowest ? narrowest->source.node : NULL);
}

/* What bounds the zones of the place: its own requirement, or what its node class has found. */
static NodePlace zones_source(const Place *place)
{
    const PlaceReq *own = place_requirement(place, facts_name(place->facts, NAME_ZONE));
    return at_node(own ? own->source.node : fit_zones_at(place));
}

NodePlace fit_obstacle(const Fit *f, const Pod *pod, const Place *place)
{
    const ReqSource *s = fit_selector(f, pod);
    const PlaceReq *own = s ? place_requirement(place, s->key) : NULL;
    if (fails(f, FIT_HIDDEN))
        return at_node(NULL);
    if (fails(f, FIT_TAINT))
        return at_node(f->taint ? f->taint->node : NULL);
    if (fails(f, FIT_LABEL) || fails(f, FIT_TYPE) || fails(f, FIT_ZONE))
        return own                   ? at_node(own->source.node)
               : fails(f, FIT_LABEL) ? at_node(NULL)
               : f->no_subnet        ? zones_source(place)
                                     : types_source(place);
    if (fails(f, FIT_RESOURCES))
        return types_source(place);
    if (fails(f, FIT_LIMITS))
        return at_node(f->limit                     ? f->limit->node
                       : place->kind == PLACE_GROUP ? ((const Group *)place)->max_node
                                                    : NULL);
    return at_node(f->least ? f->least->source.node : NULL);
}
