/* Pods and the places around them: which they are meant for, where they fit, and why not. */
#include "rule/host_pod.h"

#include "kube/domains.h"
#include "kube/reach.h"

#define POD ((const Pod *)self)

static CelValue place_list(CelEval *ev, const PlaceList *l)
{
    return host_list(ev, HOST_PLACE, (const void *const *)l->list.items, l->list.len, l->open);
}

static const Place *place_arg(CelEval *ev, const CelValue *args, CelValue *error)
{
    const Place *p = host_place(args[0]);
    if (!p)
        *error = cel_error(ev, CEL_ERR_ARGUMENT, "not a pool, group or place");
    return p;
}

CelValue reach_meant(CelEval *ev, const void *self)
{
    return place_list(ev, fleet_meant_places(host_fleet(ev), self));
}

/* Only a taint keeps it out, as it is written. */
static bool only_taint(const Fit *f)
{
    for (size_t i = 0; i < FIT_STEPS; i++)
        if (i != FIT_TAINT && f->steps[i] != TRI_YES)
            return false;
    return f->taint_written == TRI_NO;
}

/* A few: the pod's tolerations are at fault, and they are told once. */
CelValue reach_barred(CelEval *ev, const void *self)
{
    enum { MOST = 3 };
    const PlaceList *meant = fleet_meant_places(host_fleet(ev), self);
    const void **found = arena_array(ev->scratch, const void *, MOST);
    size_t count = 0;
    for (size_t i = 0; i < meant->list.len && count < MOST; i++)
        if (only_taint(fleet_fit(host_fleet(ev), self, meant->list.items[i])))
            found[count++] = meant->list.items[i];
    return host_list(ev, HOST_PLACE, found, count, meant->open || count == MOST);
}

CelValue reach_places(CelEval *ev, const void *self)
{
    return place_list(ev, fleet_places(host_fleet(ev), self));
}

/* Those of the places that are NodePools, as pools. */
static CelValue pool_list(CelEval *ev, const PlaceList *l)
{
    VEC(const void *) pools = {0};
    for (size_t i = 0; i < l->list.len; i++)
        if (l->list.items[i]->kind == PLACE_POOL)
            *vec_push(ev->scratch, &pools) = l->list.items[i];
    return host_list(ev, HOST_POOL, pools.items, pools.len, l->open);
}

CelValue reach_pools(CelEval *ev, const void *self)
{
    return pool_list(ev, fleet_places(host_fleet(ev), self));
}

CelValue reach_meant_pools(CelEval *ev, const void *self)
{
    return pool_list(ev, fleet_meant_places(host_fleet(ev), self));
}

CelValue reach_nearest(CelEval *ev, const void *self)
{
    const Place *p = pod_nearest(host_fleet(ev), self);
    return p ? cel_host(HOST_PLACE, p) : cel_null();
}

CelValue reach_blame(CelEval *ev, const void *self)
{
    const Place *p = pod_nearest(host_fleet(ev), self);
    return p ? host_at(ev, fit_blame(fleet_fit(host_fleet(ev), self, p), self)) : cel_null();
}

/* The resource that no node of the place has enough of. */
CelValue reach_lacks(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    if (!p)
        return error;
    const Fit *fit = fleet_fit(host_fleet(ev), self, p);
    const Request *r = fit->steps[FIT_RESOURCES] == TRI_NO ? fit_request(fit, self) : NULL;
    return cel_str(r ? r->resource : STR(""));
}

CelValue reach_but_for_class(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    if (!p)
        return error;
    (void)fleet_fit(host_fleet(ev), self, p);
    return cel_bool(fit_but_for_class(fleet_fits(host_fleet(ev)), self, p));
}

CelValue reach_obstacle(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    return p ? host_at(ev, fit_obstacle(fleet_fit(host_fleet(ev), self, p), self, p)) : error;
}

CelValue reach_rivals(CelEval *ev, const void *self)
{
    PodList l = pod_rivals(host_fleet(ev), ev->scratch, self);
    return host_list(ev, HOST_POD, (const void *const *)l.list.items, l.list.len, l.open);
}

CelValue reach_absent(CelEval *ev, const void *self)
{
    return cel_tri(pod_names_absent(host_fleet(ev), self), STR("a place's name"));
}

CelValue host_pod_types(CelEval *ev, PodTypes t)
{
    const Facts *f = host_facts(ev);
    VEC(const void *) types = {0};
    for (size_t i = types_next(f, t.set, 0); i != SIZE_MAX; i = types_next(f, t.set, i + 1))
        *vec_push(ev->scratch, &types) = facts_type(f, i);
    return host_list(ev, HOST_TYPE, types.items, types.len, t.open);
}

CelValue reach_types(CelEval *ev, const void *self)
{
    return host_pod_types(ev, pod_types(host_fleet(ev), ev->scratch, self));
}

CelValue reach_types_but(CelEval *ev, const void *self, const CelValue *args)
{
    Str resource = cel_str_of(args[0]);
    return host_pod_types(ev, pod_types_but(host_fleet(ev), ev->scratch, self, resource));
}

CelValue reach_types_text(CelEval *ev, const void *self)
{
    enum { SHOWN = 3, TEXT_MOST = 512 };
    const Facts *f = host_facts(ev);
    PodTypes t = pod_types(host_fleet(ev), ev->scratch, self);
    size_t shown = 0, count = types_size(f, t.set);
    Buf b;
    buf_init(&b, ev->scratch, TEXT_MOST);
    for (size_t i = types_next(f, t.set, 0); i != SIZE_MAX && shown < SHOWN;
         i = types_next(f, t.set, i + 1)) {
        buf_add(&b, shown++ ? STR(", ") : STR(""));
        buf_add(&b, type_name(f, facts_type(f, i)));
    }
    if (count > shown)
        buf_printf(&b, " and %zu more", count - shown);
    return cel_str(buf_str(&b));
}

CelValue reach_takes_all(CelEval *ev, const void *self)
{
    return cel_tri(pod_takes_all(host_fleet(ev), ev->scratch, self),
                   STR("the types it may land on"));
}

/* Of places of another cluster no pod is a guest. */
static Tri fits(CelEval *ev, const Pod *pod, const Place *p, bool as_written)
{
    Fleet *f = host_fleet(ev);
    if (!fleet_joined(f, pod->owner, p->object) || !places_has(fleet_met(f, pod)->met, p->index))
        return TRI_NO;
    const Fit *fit = fleet_fit(f, pod, p);
    return as_written ? fit->ok_written : fit->ok;
}

CelValue reach_fits(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    return p ? cel_tri(fits(ev, self, p, false), p->name) : error;
}

CelValue reach_fits_written(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    return p ? cel_tri(fits(ev, self, p, true), p->name) : error;
}

/* The steps that fail; open where a step cannot be told. */
static CelValue misses(CelEval *ev, const Fit *fit, bool as_written)
{
    Str names[FIT_STEPS];
    size_t count = 0;
    bool open = false;
    for (size_t i = 0; i < FIT_STEPS; i++) {
        Tri step = i == FIT_TAINT && as_written ? fit->taint_written : fit->steps[i];
        open |= step == TRI_UNKNOWN;
        if (step == TRI_NO)
            names[count++] = str_c(fit_step_name((FitStep)i));
    }
    return host_strings(ev, names, count, open);
}

CelValue reach_misses(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    return p ? misses(ev, fleet_fit(host_fleet(ev), self, p), false) : error;
}

CelValue reach_misses_written(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    return p ? misses(ev, fleet_fit(host_fleet(ev), self, p), true) : error;
}

/* The first step that fails; "" when none surely does. */
CelValue reach_stops(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    if (!p)
        return error;
    const Fit *fit = fleet_fit(host_fleet(ev), self, p);
    for (size_t i = 0; i < FIT_STEPS; i++)
        if (fit->steps[i] == TRI_NO)
            return cel_str(str_c(fit_step_name((FitStep)i)));
    return cel_str(STR(""));
}

/* Of nodes not yet there something is seldom told, and rules nothing out; what a placeholder hides
 * may. */
static Tri ruled_out(const Fit *fit, const Pod *pod, const Place *p)
{
    static const FitStep OF_NODES[] = {FIT_LABEL, FIT_TYPE, FIT_ZONE};
    Tri out = TRI_NO;
    for (size_t i = 0; i < sizeof OF_NODES / sizeof *OF_NODES; i++)
        out = tri_or(out, tri_not((Tri)fit->steps[OF_NODES[i]]));
    return out == TRI_UNKNOWN && !pod->blurred && !p->blurred ? TRI_NO : out;
}

CelValue reach_ruled_out(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    return p ? cel_tri(ruled_out(fleet_fit(host_fleet(ev), self, p), self, p), p->name) : error;
}

CelValue reach_why(CelEval *ev, const void *self, const CelValue *args)
{
    CelValue error;
    const Place *p = place_arg(ev, args, &error);
    if (!p)
        return error;
    const Fit *fit = fleet_fit(host_fleet(ev), self, p);
    return cel_str(fit_why(ev->scratch, fit, self, p, fit->ok != TRI_NO));
}

CelValue reach_meant_but_for(CelEval *ev, const void *self, const CelValue *args)
{
    const Selector *s = args[0].as.host;
    return place_list(ev, fleet_meant_but_for(host_fleet(ev), POD, s->source));
}

CelValue reach_domains(CelEval *ev, const void *self, const CelValue *args)
{
    Domains d = {0};
    pod_domains(host_fleet(ev), ev->scratch, self, args[0].as.host, &d);
    return host_strings(ev, d.values.items, d.values.len, d.open);
}

CelValue reach_most_nodes(CelEval *ev, const void *self)
{
    int64_t most = pod_most_nodes(host_fleet(ev), ev->scratch, self);
    return most < 0 ? cel_unknown(STR("how many nodes there may be")) : cel_int(most);
}
