/* What a node of a place gives to pods: the instance type's part, less what its node class reserves
 * and what DaemonSets take. At least and at most: placeholders and objects that are not here leave
 * a range. A class that is not here is taken to change the disk alone: few say anything about the
 * kubelet or interfaces, and nearly all choose a volume. */
#include "kube/fit_data.h"
#include "kube/kind.h"
#include "kube/names.h"

static const int64_t THOUSAND = 1000, GIB = (int64_t)1 << 30;

void fit_cache_daemons(FitCache *c, const Fleet *fleet)
{
    c->fleet = fleet;
}

int64_t fit_usual_load(const Facts *f, Str resource)
{
    const FactTable *t = facts_table(f, STR("node-daemons"));
    int64_t sum = 0;
    for (size_t i = 0; i < t->rows; i++) {
        Quantity q;
        const char *why;
        if (str_eq(cell_text(t, i, "resource"), resource) &&
            quantity_parse(cell_text(t, i, "amount"), &q, &why))
            sum += quantity_milli(&q);
    }
    return sum;
}

/* ---- DaemonSets ---- */

static size_t load_number(const Asked *asked)
{
    if (asked->kind == ASKED_KUBELET)
        return asked->setting;
    if (asked->kind == ASKED_PODS)
        return KUBELET_RESOURCES;
    return asked->number < LOADED_DEVICES ? KUBELET_RESOURCES + 1 + asked->number : SIZE_MAX;
}

/* Where the DaemonSet runs, whatever room there is. */
static Tri runs(const Fit *f)
{
    Tri all = tri_and((Tri)f->steps[FIT_TAINT], (Tri)f->steps[FIT_LABEL]);
    return tri_and(all, (Tri)f->steps[FIT_ZONE]);
}

/* Karpenter counts devices of DaemonSets before it starts a node; on a node that is there already
 * another pod may be the first to take them. */
typedef struct Daemon {
    bool first;
    const ShapeTypes *shape;
    const TermTypes *types;
    Tri runs;
} Daemon;

typedef struct Daemons {
    VEC(Daemon) list;
} Daemons;

static Daemons daemons_of(FitCache *c, const Place *place)
{
    const PodList *met = fleet_daemons(c->fleet, place);
    Daemons found = {0};
    for (size_t i = 0; i < met->list.len; i++) {
        const Pod *pod = met->list.items[i];
        if (!fleet_joined(c->fleet, pod->owner, place->object))
            continue;
        const Fit *f = fit_of(c, pod, place);
        Daemon d = {fit_launches(place), fit_shape_types(c, pod),
                    fit_term_types(c, pod, place->labels_mode, f->term), runs(f)};
        if (d.runs != TRI_NO)
            *vec_push(c->arena, &found.list) = d;
    }
    return found;
}

static int64_t add(int64_t x, int64_t y)
{
    return x > INT64_MAX - y ? INT64_MAX : x + y;
}

static void add_load(Load *load, const Daemon *d, size_t type)
{
    bool sure = d->runs == TRI_YES && types_has(d->types->sure, type);
    if (!types_has(d->types->maybe, type))
        return;
    for (size_t i = 0; i < d->shape->asked.len; i++) {
        const Asked *asked = &d->shape->asked.items[i];
        size_t at = load_number(asked);
        if (at == SIZE_MAX || asked->amount < 0)
            continue;
        load->taken[at].most =
            asked->unknown ? INT64_MAX : add(load->taken[at].most, asked->amount);
        bool taken = d->first || at <= KUBELET_RESOURCES;
        if (sure && taken && !asked->unknown)
            load->taken[at].least = add(load->taken[at].least, asked->amount);
    }
}

static bool same_load(const Load *x, const Load *y)
{
    for (size_t i = 0; i < LOADS; i++)
        if (x->taken[i].least != y->taken[i].least || x->taken[i].most != y->taken[i].most)
            return false;
    return true;
}

/* Types of a place mostly carry the same DaemonSets. */
static uint16_t load_index(Arena *a, PlaceNodes *n, const Load *load)
{
    size_t i = 0;
    while (i < n->loads.len && !same_load(&n->loads.items[i], load))
        i++;
    if (i == n->loads.len)
        *vec_push(a, &n->loads) = *load;
    return (uint16_t)i;
}

static void read_loads(FitCache *c, PlaceNodes *n, const Place *place)
{
    Daemons daemons = daemons_of(c, place);
    if (!daemons.list.len)
        return;
    n->load_of = arena_array(c->arena, uint16_t, facts_type_count(c->facts));
    for (size_t i = types_next(c->facts, place->maybe, 0); i != SIZE_MAX;
         i = types_next(c->facts, place->maybe, i + 1)) {
        Load load = {0};
        for (size_t k = 0; k < daemons.list.len; k++)
            add_load(&load, &daemons.list.items[k], i);
        n->load_of[i] = load_index(c->arena, n, &load);
    }
}

/* Karpenter counts devices of a type as they are, whatever a plugin makes of them. */
static void read_offers(FitCache *c, PlaceNodes *n, const Place *place)
{
    Strs devices = {0};
    size_t count = fit_launches(place) ? 0 : offer_devices(c->fleet, &devices, c->arena);
    for (size_t i = 0; i < count; i++) {
        const Offer *o = fleet_offer(c->fleet, place, devices.items[i]);
        if (o && (o->told || o->sharing.shared != TRI_NO))
            *vec_push(c->arena, &n->offers) = o;
    }
}

/* The fits of the DaemonSets are asked while the place has no loads yet: none counts itself. */
const PlaceNodes *fit_nodes(FitCache *asking, const Place *place)
{
    FitCache *c = asking->root;
    while (c->nodes.len <= place->index)
        *vec_push(c->arena, &c->nodes) = NULL;
    PlaceNodes *n = c->nodes.items[place->index];
    if (n)
        return n;
    n = c->nodes.items[place->index] = arena_new(c->arena, PlaceNodes);
    if (place->kind == PLACE_POOL && place->types_judged) {
        n->node_class = ((const Pool *)place)->node_class;
        if (n->node_class)
            n->kubelet = kubelet_of(n->node_class);
        n->kubelet.set |= ((const Pool *)place)->class_open;
        n->kubelet.unknown |= ((const Pool *)place)->class_open;
    }
    fit_read_zones(c->arena, n, place);
    if (c->fleet && place->types_judged) {
        read_offers(c, n, place);
        read_loads(c, n, place);
    }
    return n;
}

/* ---- what is left ---- */

/* Local disks become one volume with RAID0; Auto Mode makes one of them by itself. */
static KubeletRange disk(const FitCache *c, const Place *place, const PlaceNodes *n, size_t type)
{
    int64_t local =
        type_label_int(c->facts, facts_type(c->facts, type), facts_name(c->facts, NAME_LOCAL_DISK));
    int64_t volume = n->node_class                ? n->node_class->volume.bytes
                     : place->kind == PLACE_GROUP ? ((const Group *)place)->volume_bytes
                                                  : -1;
    if (local && n->node_class && n->node_class->raid)
        volume = local * THOUSAND * THOUSAND * THOUSAND;
    bool either = local && n->node_class && n->node_class->raid_unknown;
    if (volume < 0 || volume > INT64_MAX / THOUSAND || either ||
        (local && place->mode == MODE_AUTO))
        return (KubeletRange){0, INT64_MAX};
    return (KubeletRange){volume * THOUSAND, volume * THOUSAND};
}

static KubeletRange storage(const FitCache *c, const Place *place, const PlaceNodes *n, size_t type)
{
    KubeletRange whole = disk(c, place, n, type);
    if (whole.most == INT64_MAX)
        return whole;
    KubeletNode node = {.capacity = whole.most,
                        .allocatable = whole.most - whole.most / 10 - GIB * THOUSAND};
    if (n->node_class)
        return kubelet_leaves(&n->kubelet, n->node_class, KUBELET_STORAGE, node);
    return (KubeletRange){node.allocatable,
                          node.capacity}; /* a group's own settings are not read */
}

static KubeletRange interfaces(const Place *place, const PlaceNodes *n, int64_t has)
{
    const NodeClass *c = n->node_class;
    if (place->mode == MODE_AUTO)
        return (KubeletRange){has, has};
    if (place->kind == PLACE_GROUP) {
        Tri efa = ((const Group *)place)->efa;
        return (KubeletRange){efa == TRI_YES ? has : 0, efa == TRI_NO ? 0 : has};
    }
    if (!c && !n->kubelet.unknown)
        return (KubeletRange){has, has};
    if (!c || c->efa_unknown)
        return (KubeletRange){0, has};
    int64_t wanted = c->efa_interfaces * THOUSAND;
    return c->efa_interfaces < 0 ? (KubeletRange){has, has} : (KubeletRange){wanted, wanted};
}

static bool offered(const FitCache *c, const PlaceNodes *n, size_t type, const Asked *asked,
                    KubeletRange *out)
{
    for (size_t i = 0; i < n->offers.len; i++) {
        const Offer *o = n->offers.items[i];
        int64_t has = type_capacity(c->facts, facts_type(c->facts, type), o->device);
        if (offer_gives(o, asked->resource, has, out))
            return true;
    }
    return false;
}

bool fit_offered(const FitCache *c, const Place *place, const Asked *asked)
{
    KubeletRange any;
    return offered(c, c->root->nodes.items[place->index], 0, asked, &any);
}

static KubeletRange before_load(const FitCache *c, const Place *place, const PlaceNodes *n,
                                size_t type, const Asked *asked)
{
    int64_t has = type_allocatable_of(c->facts, type, asked->number);
    KubeletRange shared;
    if (asked->kind == ASKED_PLAIN && offered(c, n, type, asked, &shared))
        return shared;
    if (asked->kind == ASKED_EFA)
        return interfaces(place, n, has);
    if (asked->kind == ASKED_KUBELET && asked->setting == KUBELET_STORAGE)
        return storage(c, place, n, type);
    if (!n->kubelet.set || asked->kind == ASKED_PLAIN)
        return (KubeletRange){has, has};
    KubeletNode node = {.capacity = type_capacity_of(c->facts, type, asked->number),
                        .allocatable = has};
    node.cores = type_capacity_of(c->facts, type, c->cpu) / THOUSAND;
    node.pods = type_capacity_of(c->facts, type, c->pods) / THOUSAND;
    return asked->kind == ASKED_PODS
               ? kubelet_pods(&n->kubelet, n->node_class, node)
               : kubelet_leaves(&n->kubelet, n->node_class, asked->setting, node);
}

KubeletRange fit_gives(const FitCache *c, const Pod *pod, const Place *place, size_t type,
                       const Asked *asked)
{
    const PlaceNodes *n = c->root->nodes.items[place->index];
    KubeletRange left = before_load(c, place, n, type, asked);
    size_t at = load_number(asked);
    if (pod->daemon)
        return left;
    left.least -= asked->usual;
    if (at == SIZE_MAX || !n->load_of)
        return left;
    KubeletRange taken = n->loads.items[n->load_of[type]].taken[at];
    left.least = left.least < taken.most ? 0 : left.least - taken.most;
    left.most = left.most == INT64_MAX ? left.most : left.most - taken.least;
    return left;
}

static bool plain(const PlaceNodes *n, const ShapeTypes *s)
{
    return !n->kubelet.set && !n->load_of && !s->of_class && !n->offers.len;
}

static Tri suffices(const FitCache *c, const Pod *pod, const Place *place, size_t type,
                    const Asked *asked)
{
    if (asked->unknown)
        return TRI_UNKNOWN;
    const PlaceNodes *n = c->root->nodes.items[place->index];
    if (asked->kind == ASKED_PLAIN && !n->offers.len && !n->load_of)
        return TRI_YES; /* of those that are equipped */
    KubeletRange gives = fit_gives(c, pod, place, type, asked);
    return asked->amount > gives.most    ? TRI_NO
           : asked->amount > gives.least ? TRI_UNKNOWN
                                         : TRI_YES;
}

void fit_narrow(const FitCache *c, const Pod *pod, const Place *place, TypeSet sure, TypeSet maybe)
{
    const ShapeTypes *s = c->rows.items[pod->shape].types;
    if (plain(c->root->nodes.items[place->index], s)) {
        types_and(c->facts, sure, s->large);
        types_and(c->facts, maybe, s->maybe_large);
        return;
    }
    if (!c->root->nodes.items[place->index]->offers.len) {
        types_and(c->facts, sure, s->equipped);
        types_and(c->facts, maybe, s->equipped);
    }
    for (size_t i = types_next(c->facts, maybe, 0); i != SIZE_MAX;
         i = types_next(c->facts, maybe, i + 1)) {
        Tri enough = pod->admitted.open ? TRI_UNKNOWN : TRI_YES;
        for (size_t k = 0; k < s->asked.len && enough != TRI_NO; k++)
            enough = tri_and(enough, suffices(c, pod, place, i, &s->asked.items[k]));
        if (enough != TRI_YES)
            types_remove(sure, i);
        if (enough == TRI_NO)
            types_remove(maybe, i);
    }
}

void fit_cards(const FitCache *c, const Place *place, TypeSet types)
{
    const NodeClass *n = ((const PlaceNodes *)c->root->nodes.items[place->index])->node_class;
    size_t efa = facts_resource_number(c->facts, facts_name(c->facts, NAME_EFA));
    if (!n || n->efa_interfaces <= 0)
        return;
    for (size_t i = types_next(c->facts, types, 0); i != SIZE_MAX;
         i = types_next(c->facts, types, i + 1))
        if (type_allocatable_of(c->facts, i, efa) < n->efa_interfaces * THOUSAND)
            types_remove(types, i);
}

bool fit_but_for_class(FitCache *c, const Pod *pod, const Place *place)
{
    const Fit *f = fit_of(c, pod, place);
    PlaceNodes **slot = &c->root->nodes.items[place->index], *nodes = *slot, plain_nodes = *nodes;
    NodeClass silent;
    bool shaped = nodes->node_class && nodes->node_class->efa_interfaces >= 0;
    if (f->steps[FIT_RESOURCES] != TRI_NO || !nodes->node_class || !(nodes->kubelet.set || shaped))
        return false;
    silent = *nodes->node_class;
    silent.efa_interfaces = -1;
    plain_nodes.node_class = &silent;
    plain_nodes.kubelet = (Kubelet){0};
    const TermTypes *t = fit_term_types(c, pod, place->labels_mode, f->term);
    TypeSet sure = types_copy(c->arena, c->facts, place->types);
    TypeSet maybe = types_copy(c->arena, c->facts, place->maybe);
    types_and(c->facts, sure, t->sure);
    types_and(c->facts, maybe, t->maybe);
    *slot = &plain_nodes;
    fit_narrow(c, pod, place, sure, maybe);
    *slot = nodes;
    return !types_empty(c->facts, maybe);
}
