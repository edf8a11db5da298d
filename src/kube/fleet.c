#include "kube/flavor.h"
#include "kube/fleet_data.h"
#include "kube/kind.h"
#include "kube/post.h"
#include "kube/sharing.h"

Fleet *fleet_new(Arena *a, const Facts *facts, const Platform *platform)
{
    Fleet *f = arena_new(a, Fleet);
    f->arena = a;
    loader_init(&f->loader, a);
    f->facts = facts;
    f->platform = *platform;
    Map *maps[] = {&f->by_name,    &f->claims, &f->made_claims, &f->device_classes,
                   &f->quotas,     &f->pdbs,   &f->pdb_labels,  &f->priorities,
                   &f->namespaces, &f->shapes, &f->types_but,   &f->tolerated};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], a);
    return f;
}

void fleet_set_complete(Fleet *f, bool complete)
{
    f->complete = complete;
}

void fleet_add(Fleet *f, Object *o)
{
    o->index = (uint32_t)f->all.len;
    *vec_push(f->arena, &f->all) = o;
}

void fleet_add_kustomization(Fleet *f, const Object *kustomization)
{
    *vec_push(f->arena, &f->kustomizations) = kustomization;
}

bool fleet_hides_pods(const Fleet *f)
{
    return f->hidden_pods;
}

bool fleet_hides_claims(const Fleet *f)
{
    return f->claims_hidden || f->hidden_pods;
}

const Facts *fleet_facts(const Fleet *f)
{
    return f->facts;
}

void fleet_set_platforms(Fleet *f, const Platform *platforms, size_t count)
{
    f->platforms = platforms;
    f->platform_count = count;
}

const Platform *fleet_platform(const Fleet *f, const Object *of)
{
    uint32_t set = of ? of->named_set : 0;
    return set && set <= f->platform_count ? &f->platforms[set - 1] : &f->platform;
}

bool fleet_complete(const Fleet *f)
{
    return f->complete;
}

const FleetLists *fleet_lists(const Fleet *f)
{
    return &f->lists;
}

bool fleet_joined(const Fleet *f, const Object *x, const Object *y)
{
    return !x || !y || sets_joined(f->sets, x, y);
}

const Place *fleet_plain_beside(const Fleet *f, const Group *g)
{
    const Place *pool = f->plain_pool;
    if (g->plain)
        return &g->plain->place;
    return pool && fleet_joined(f, g->place.object, pool->object) ? pool : NULL;
}

bool fleet_split(const Fleet *f)
{
    return sets_split(f->sets);
}

bool fleet_tolerates(const Fleet *f, const Object *from, Str key)
{
    const Chain *c = map_find(&f->tolerated, key);
    for (size_t i = 0; c && i < c->list.len; i++)
        if (fleet_joined(f, from, ((const Pod *)c->list.items[i])->owner))
            return true;
    return false;
}

const PodLinks *fleet_links(const Fleet *f, const Pod *p)
{
    return f->links[p->index];
}

FitCache *fleet_fits(Fleet *f)
{
    return f->fits;
}

void chain_add(Fleet *f, Map *m, Str key, const void *value)
{
    Chain **slot = (Chain **)map_at(m, key);
    if (!*slot)
        *slot = arena_new(f->arena, Chain);
    *vec_push(f->arena, &(*slot)->list) = value;
}

Str fleet_ns_key(const Object *o)
{
    return o->ns_unknown ? STR("?") : o->ns;
}

Str fleet_label_key(Arena *a, Str ns, const Member *label)
{
    Str value = node_str(&label->value);
    return arena_printf(a, "%.*s\n%.*s\n%.*s", STR_ARG(ns), STR_ARG(label->key->name),
                        STR_ARG(value));
}

const Object *fleet_object(const Fleet *f, const Object *from, Str kind, Str ns, Str name)
{
    const Chain *c = map_find(&f->by_name, name);
    for (size_t i = 0; c && i < c->list.len; i++) {
        const Object *o = c->list.items[i];
        bool same_ns = o->cluster || o->ns_unknown || str_eq(o->ns, ns);
        if (str_eq(o->kind, kind) && same_ns && fleet_joined(f, from, o))
            return o;
    }
    return NULL;
}

/* ---- building ---- */

/* Puts it into a list and numbers it there. */
#define ADD(f, name, item)                                \
    do {                                                  \
        (item)->index = (uint32_t)(f)->lists.name.len;    \
        *vec_push((f)->arena, &(f)->lists.name) = (item); \
    } while (0)

static void add_claim(Fleet *f, const Object *o)
{
    Claim *c = claim_new(f->arena, o, false);
    ADD(f, claims, c);
    chain_add(f, &f->claims, o->name_unknown ? STR("") : c->name, c);
}

static void add_template(Fleet *f, const Object *o)
{
    Claim *c = claim_new(f->arena, o, true);
    ADD(f, claims, c);
    chain_add(f, &f->claims, o->name_unknown ? STR("") : c->name, c);
}

static void add_device_class(Fleet *f, const Object *o)
{
    DeviceClass *c = device_class_new(f->arena, f->facts, o);
    ADD(f, device_classes, c);
    chain_add(f, &f->device_classes, c->name, c);
}

static void add_quota(Fleet *f, const Object *o)
{
    Quota *q = quota_new(f->arena, o);
    ADD(f, quotas, q);
    chain_add(f, &f->quotas, fleet_ns_key(o), q);
}

static bool plain_label(const Member *m)
{
    return !m->key->placeholder && m->value.kind == NODE_STRING && !(m->value.flags & NODE_UNKNOWN);
}

/* Of the labels that it selects, the one that the fewest budgets so far stand under: one that all
 * select tells nothing. */
static Str pdb_label(Fleet *f, const Object *o, const Pdb *b)
{
    const Node *labels = b->selector ? node_field(b->selector, STR("matchLabels")) : NULL;
    Str best = fleet_ns_key(o);
    size_t fewest = SIZE_MAX;
    for (uint32_t i = 0; labels && labels->kind == NODE_MAP && i < labels->len; i++) {
        const Member *m = &labels->as.members[i];
        if (!plain_label(m))
            continue;
        Str key = fleet_label_key(f->arena, fleet_ns_key(o), m);
        const Chain *c = map_find(&f->pdb_labels, key);
        if ((c ? c->list.len : 0) >= fewest)
            continue;
        fewest = c ? c->list.len : 0;
        best = key;
    }
    return best;
}

static void add_pdb(Fleet *f, const Object *o)
{
    Pdb *b = pdb_new(f->arena, o);
    ADD(f, pdbs, b);
    chain_add(f, &f->pdbs, fleet_ns_key(o), b);
    chain_add(f, &f->pdb_labels, pdb_label(f, o, b), b);
}

static void add_limit_range(Fleet *f, const Object *o)
{
    LimitRange *l = limit_range_new(f->arena, o);
    ADD(f, limit_ranges, l);
    admission_add_range(f->admission, l);
}

static void add_runtime(Fleet *f, const Object *o)
{
    admission_add_runtime(f->admission, o);
}

static void add_priority(Fleet *f, const Object *o)
{
    PriorityClass *c = priority_class_new(f->arena, o);
    ADD(f, priorities, c);
    chain_add(f, &f->priorities, c->name, c);
    if (c->is_default)
        chain_add(f, &f->priorities, STR(""), c);
    if (c->maybe_default)
        chain_add(f, &f->priorities, STR("?"), c);
}

static void add_namespace(Fleet *f, const Object *o)
{
    *vec_push(f->arena, &f->lists.namespaces) = o;
    chain_add(f, &f->namespaces, o->name, o);
}

/* One that only changes prices gives no resource. */
static void add_overlay(Fleet *f, const Object *o)
{
    const Node *spec = node_field(o->root, STR("spec"));
    bool open = !spec || spec->flags & (NODE_UNKNOWN | NODE_OPEN);
    if (!open && !node_field(spec, STR("capacity")))
        return;
    *vec_push(f->arena, &f->lists.overlays) = o;
    fit_cache_overlays(f->fits);
}

static void add_flavor(Fleet *f, const Object *o)
{
    Flavor *flavor = flavor_new(f->arena, f->facts, &f->platform, o);
    ADD(f, flavors, flavor);
}

typedef struct Builder {
    Str group, kind;
    void (*add)(Fleet *f, const Object *o);
} Builder;

/* What the API server adds to pods comes before them. */
static const Builder FIRST[] = {
    {STR_INIT(""),            STR_INIT("LimitRange"),   add_limit_range},
    {STR_INIT("node.k8s.io"), STR_INIT("RuntimeClass"), add_runtime    },
};

/* Kinds with typed facts of their own; workloads and places are told by their modules. */
static const Builder BUILDERS[] = {
    {STR_INIT("resource.k8s.io"),   STR_INIT("ResourceClaim"),         add_claim       },
    {STR_INIT("resource.k8s.io"),   STR_INIT("ResourceClaimTemplate"), add_template    },
    {STR_INIT("resource.k8s.io"),   STR_INIT("DeviceClass"),           add_device_class},
    {STR_INIT(""),                  STR_INIT("ResourceQuota"),         add_quota       },
    {STR_INIT("policy"),            STR_INIT("PodDisruptionBudget"),   add_pdb         },
    {STR_INIT("scheduling.k8s.io"), STR_INIT("PriorityClass"),         add_priority    },
    {STR_INIT(""),                  STR_INIT("Namespace"),             add_namespace   },
    {STR_INIT("karpenter.sh"),      STR_INIT("NodeOverlay"),           add_overlay     },
    {STR_INIT("kueue.x-k8s.io"),    STR_INIT("ResourceFlavor"),        add_flavor      },
};

static void add_place(Fleet *f, Place *p)
{
    p->index = (uint32_t)f->lists.places.len;
    p->blurred = node_has_placeholder(p->node);
    *vec_push(f->arena, &f->lists.places) = p;
}

static void add_groups(Fleet *f, const Object *o)
{
    Group **groups;
    size_t count = groups_of(f->arena, f->facts, o, &groups);
    if (groups_hidden(o))
        *vec_push(f->arena, &f->group_hiders) = o;
    for (size_t i = 0; i < count; i++) {
        *vec_push(f->arena, &f->lists.groups) = groups[i];
        add_place(f, &groups[i]->place);
    }
}

static void add_pool(Fleet *f, const Object *o)
{
    Pool *p = pool_new(f->arena, f->facts, fleet_platform(f, o), o);
    *vec_push(f->arena, &f->lists.pools) = p;
    add_place(f, &p->place);
    if (!f->plain_pool && place_has_plain(&p->place))
        f->plain_pool = &p->place;
}

/* What a pod is beside a pod, and which taints somebody tolerates. */
static void index_pod(Fleet *f, Pod *p)
{
    Manager *m = manager_of(f->arena, f->facts, p);
    if (m)
        ADD(f, managers, m);
    f->hidden_managers |= !m && manager_hides(p);
    Agent *agent = agent_of(f->arena, f->facts, p);
    if (agent)
        ADD(f, agents, agent);
    Autoscaler *scaler = autoscaler_of_pod(f->arena, f->facts, p);
    if (scaler)
        ADD(f, autoscalers, scaler);
    for (size_t i = 0; i < p->tolerations.len; i++) {
        if (p->tolerations.items[i].key.len)
            chain_add(f, &f->tolerated, p->tolerations.items[i].key, p);
    }
}

static void add_pods(Fleet *f, const Object *o)
{
    Pods found = {.admission = f->admission};
    pods_of(f->arena, f->facts, fleet_platform(f, o), o, &found);
    f->hidden_pods |= found.hidden;
    bool plugin = found.hidden; /* may one hide here that shares devices? */
    for (size_t i = 0; i < found.list.len; i++) {
        Pod *p = found.list.items[i];
        plugin |= manager_hides(p);
        ADD(f, pods, p);
        bool seen = f->roles_seen & UINT32_C(1) << p->role;
        p->first_of_role = !seen && pod_asks_accelerator(p);
        f->roles_seen |= p->first_of_role ? UINT32_C(1) << p->role : 0;
        if (p->daemon)
            *vec_push(f->arena, &f->lists.daemons) = p;
        index_pod(f, p);
    }
    if (plugin)
        *vec_push(f->arena, &f->stray_texts) = o;
}

static void add_made_claims(Fleet *f, const Object *o)
{
    KindRows rows = kind_rows(f->facts, "claim-makers", o->group, o->kind);
    for (; !kind_done(&rows); kind_next(&rows)) {
        const Node *name = node_path(o->root, kind_cell(&rows, "name"));
        f->makes_hidden |=
            name ? node_unknown(name) : node_hides(o->root, kind_cell(&rows, "name"));
        if (name && name->kind == NODE_STRING)
            chain_add(f, &f->made_claims, node_str(name), o);
    }
}

static void build_by(Fleet *f, const Builder *table, size_t count, const Object *o)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(table[i].kind, o->kind) && str_eq(table[i].group, o->group))
            table[i].add(f, o);
}

static void build(Fleet *f, Object *o)
{
    *vec_push(f->arena, &f->lists.objects) = o;
    chain_add(f, &f->by_name, o->name, o);
    if (pool_is(o)) {
        add_pool(f, o);
    } else if (class_is(f->facts, o)) {
        NodeClass *c = class_new(f->arena, f->facts, o);
        ADD(f, classes, c);
    } else if (group_config_is(o)) {
        add_groups(f, o);
    } else {
        add_pods(f, o);
    }
    add_made_claims(f, o);
    build_by(f, BUILDERS, sizeof BUILDERS / sizeof *BUILDERS, o);
}

static void add_chart(Fleet *f, const Object *o, Chart *chart)
{
    Managers brought = {0};
    Autoscaler *scaler = autoscaler_of_chart(f->arena, f->facts, chart);
    if (scaler)
        ADD(f, autoscalers, scaler);
    ADD(f, charts, chart);
    managers_of_chart(f->arena, f->facts, fleet_platform(f, o), chart, &brought);
    for (size_t k = 0; k < brought.list.len; k++)
        ADD(f, managers, brought.list.items[k]);
}

/* A release may refer to objects that come after it. */
static void add_charts(Fleet *f, const Object *o)
{
    Charts found = {0};
    Chart *file = o->chart.len ? chart_of_file(&f->loader, f->facts, o, o->chart) : NULL;
    charts_of(&f->loader, f, o, &found);
    if (found.hidden)
        *vec_push(f->arena, &f->stray_texts) = o;
    if (file)
        *vec_push(f->arena, &found.list) = file;
    for (size_t i = 0; i < found.list.len; i++)
        add_chart(f, o, found.list.items[i]);
}

/* Karpenter's own chart says whether it launches nodes for claims. A set of the configuration has a
 * platform of its own. */
static void read_dra(Fleet *f)
{
    Tri all = TRI_UNKNOWN;
    for (size_t i = 0; f->platform.dra == TRI_UNKNOWN && i < f->lists.charts.len; i++) {
        Tri one;
        const Chart *c = f->lists.charts.items[i];
        if (c->object->named_set || !chart_switch(f->facts, c, STR("dra"), &one))
            continue;
        if (one == TRI_UNKNOWN || (all != TRI_UNKNOWN && one != all))
            return;
        all = one;
    }
    if (all != TRI_UNKNOWN)
        f->platform.dra = all;
}

void fleet_close(Fleet *f)
{
    SetInput in = {f->all.items, f->all.len, f->kustomizations.items, f->kustomizations.len};
    f->sets = sets_new(f->arena, in);
    f->fits = fit_cache_new(f->arena, f->facts, &f->platform);
    fit_cache_daemons(f->fits, f);
    f->admission = admission_new(f->arena, f->sets);
    for (size_t i = 0; i < f->all.len; i++)
        if (!f->all.items[i]->left_out.len)
            build_by(f, FIRST, sizeof FIRST / sizeof *FIRST, f->all.items[i]);
    for (size_t i = 0; i < f->all.len; i++)
        if (!f->all.items[i]->left_out.len)
            build(f, f->all.items[i]);
    for (size_t i = 0; i < f->lists.objects.len; i++)
        add_charts(f, f->lists.objects.items[i]);
    read_dra(f);
    sharings_read(f);
    f->posts = posts_new(f->arena, f);
    f->offers = arena_new(f->arena, Map);
    f->offered = arena_new(f->arena, Map);
    map_init(f->offers, f->arena);
    map_init(f->offered, f->arena);
    bind_fleet(f);
    rank_pods(f);
    relate_shapes(f);
    relate_roles(f);
}
