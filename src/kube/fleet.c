#include "kube/fleet_data.h"
#include "kube/role.h"

#include <string.h>

Fleet *fleet_new(Arena *a, const Facts *facts, const Platform *platform)
{
    Fleet *f = arena_new(a, Fleet);
    f->arena = a;
    f->facts = facts;
    f->platform = *platform;
    Map *maps[] = {&f->by_name, &f->claims,     &f->device_classes, &f->quotas,
                   &f->pdbs,    &f->namespaces, &f->shapes};
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

const Facts *fleet_facts(const Fleet *f)
{
    return f->facts;
}

const Platform *fleet_platform(const Fleet *f)
{
    return &f->platform;
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

bool fleet_split(const Fleet *f)
{
    return sets_split(f->sets);
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

static Str ns_key(const Object *o)
{
    return o->ns_unknown ? STR("?") : o->ns;
}

static void add_claim(Fleet *f, const Object *o)
{
    Claim *c = claim_new(f->arena, o, false);
    ADD(f, claims, c);
    chain_add(f, &f->claims, c->name, c);
}

static void add_template(Fleet *f, const Object *o)
{
    Claim *c = claim_new(f->arena, o, true);
    ADD(f, claims, c);
    chain_add(f, &f->claims, c->name, c);
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
    chain_add(f, &f->quotas, ns_key(o), q);
}

static void add_pdb(Fleet *f, const Object *o)
{
    Pdb *b = pdb_new(f->arena, o);
    ADD(f, pdbs, b);
    chain_add(f, &f->pdbs, ns_key(o), b);
}

static void add_limit_range(Fleet *f, const Object *o)
{
    LimitRange *l = arena_new(f->arena, LimitRange);
    l->object = o;
    ADD(f, limit_ranges, l);
}

static void add_priority(Fleet *f, const Object *o)
{
    PriorityClass *c = priority_class_new(f->arena, o);
    ADD(f, priorities, c);
}

static void add_namespace(Fleet *f, const Object *o)
{
    *vec_push(f->arena, &f->lists.namespaces) = o;
    chain_add(f, &f->namespaces, o->name, o);
}

/* Kinds with typed facts of their own; workloads and places are told by their modules. */
static const struct {
    Str group, kind;
    void (*add)(Fleet *f, const Object *o);
} BUILDERS[] = {
    {STR_INIT("resource.k8s.io"),   STR_INIT("ResourceClaim"),         add_claim       },
    {STR_INIT("resource.k8s.io"),   STR_INIT("ResourceClaimTemplate"), add_template    },
    {STR_INIT("resource.k8s.io"),   STR_INIT("DeviceClass"),           add_device_class},
    {STR_INIT(""),                  STR_INIT("ResourceQuota"),         add_quota       },
    {STR_INIT("policy"),            STR_INIT("PodDisruptionBudget"),   add_pdb         },
    {STR_INIT(""),                  STR_INIT("LimitRange"),            add_limit_range },
    {STR_INIT("scheduling.k8s.io"), STR_INIT("PriorityClass"),         add_priority    },
    {STR_INIT(""),                  STR_INIT("Namespace"),             add_namespace   },
};

static void add_place(Fleet *f, Place *p)
{
    p->index = (uint32_t)f->lists.places.len;
    *vec_push(f->arena, &f->lists.places) = p;
}

static void add_groups(Fleet *f, const Object *o)
{
    Group **groups;
    size_t count = groups_of(f->arena, f->facts, o, &groups);
    for (size_t i = 0; i < count; i++) {
        groups[i]->group_index = (uint32_t)f->lists.groups.len;
        *vec_push(f->arena, &f->lists.groups) = groups[i];
        add_place(f, &groups[i]->place);
    }
}

static void add_pool(Fleet *f, const Object *o)
{
    Pool *p = pool_new(f->arena, f->facts, &f->platform, o);
    p->pool_index = (uint32_t)f->lists.pools.len;
    *vec_push(f->arena, &f->lists.pools) = p;
    add_place(f, &p->place);
}

static void add_pods(Fleet *f, const Object *o)
{
    Pods found = {0};
    pods_of(f->arena, f->facts, &f->platform, o, &found);
    for (size_t i = 0; i < found.list.len; i++) {
        Pod *p = found.list.items[i];
        ADD(f, pods, p);
        if (p->daemon)
            *vec_push(f->arena, &f->lists.daemons) = p;
        Manager *m = manager_of(f->arena, f->facts, p);
        if (m)
            ADD(f, managers, m);
    }
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
    for (size_t i = 0; i < sizeof BUILDERS / sizeof *BUILDERS; i++)
        if (str_eq(BUILDERS[i].group, o->group) && str_eq(BUILDERS[i].kind, o->kind))
            BUILDERS[i].add(f, o);
}

/* ---- joining ---- */

static bool refers_to(const Pool *p, const NodeClass *c)
{
    const Object *o = c->object;
    bool group = !p->class_ref.group.len || str_eq(p->class_ref.group, o->group);
    return group && str_eq(p->class_ref.kind, o->kind) && str_eq(p->class_ref.name, c->name);
}

static NodeClass *class_of(const Fleet *f, const Pool *p, const Map *classes)
{
    const Chain *c = map_find(classes, p->class_ref.name);
    for (size_t i = 0; c && i < c->list.len; i++) {
        const NodeClass *found = c->list.items[i];
        NodeClass *one = f->lists.classes.items[found->index];
        if (refers_to(p, one) && fleet_joined(f, p->place.object, one->object))
            return one;
    }
    return NULL;
}

static void bind_pools(Fleet *f)
{
    Map classes;
    NodeClass *builtin = class_builtin_default(f->arena, f->facts);
    map_init(&classes, f->arena);
    for (size_t i = 0; i < f->lists.classes.len; i++)
        chain_add(f, &classes, f->lists.classes.items[i]->name, f->lists.classes.items[i]);
    for (size_t i = 0; i < f->lists.pools.len; i++) {
        Pool *p = f->lists.pools.items[i];
        NodeClass *c = p->class_ref.unknown ? NULL : class_of(f, p, &classes);
        if (!c && p->place.mode == MODE_AUTO && str_eq(p->class_ref.name, builtin->name))
            c = builtin;
        pool_bind(f->arena, p, c, f->complete && !p->class_ref.unknown);
        if (c)
            *vec_push(f->arena, &c->pools) = p;
    }
}

static void bind_classes(Fleet *f)
{
    for (size_t i = 0; i < f->lists.claims.len; i++) {
        Claim *c = f->lists.claims.items[i];
        for (size_t k = 0; k < c->requests.len; k++) {
            ClaimRequest *r = c->requests.items[k];
            const Chain *chain = map_find(&f->device_classes, r->class_name);
            for (size_t n = 0; chain && n < chain->list.len && !r->device_class; n++) {
                const DeviceClass *one = chain->list.items[n];
                if (fleet_joined(f, c->object, one->object))
                    r->device_class = one;
            }
            if (!r->device_class)
                r->device_class = device_class_known(f->arena, f->facts, r->class_name);
        }
        claim_list_devices(f->arena, c);
    }
}

/* A claim of that name in the pod's namespace; a namespace that is not told may be the one. */
static void bind_claim(const Fleet *f, PodClaim *pc)
{
    Str name = pc->reference ? node_str(pc->reference) : STR("");
    const Chain *c = map_find(&f->claims, name);
    bool unknown = !pc->reference || (pc->reference->flags & NODE_UNKNOWN);
    pc->exists = unknown || !f->complete ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; c && !unknown && i < c->list.len; i++) {
        const Claim *one = c->list.items[i];
        Tri same = object_same_ns(pc->pod->owner, one->object);
        bool kind = one->is_template == (pc->form == CLAIM_BY_TEMPLATE);
        if (!kind || same == TRI_NO || !fleet_joined(f, pc->pod->owner, one->object))
            continue;
        pc->exists = pc->exists == TRI_YES ? TRI_YES : same;
        if (same == TRI_YES && !pc->claim)
            pc->claim = one;
    }
}

static void bind_claims(Fleet *f, const Pod *p, PodLinks *l)
{
    pod_claims(f->arena, p, &l->claims);
    for (size_t i = 0; i < l->claims.list.len; i++) {
        PodClaim *pc = l->claims.list.items[i];
        bind_claim(f, pc);
        if (pc->claim)
            *vec_push(f->arena, &f->lists.claims.items[pc->claim->index]->users) = p;
    }
}

/* Equal objects in two files are one. */
static bool has_pdb(const PodLinks *l, const Pdb *b)
{
    for (size_t i = 0; i < l->pdbs.len; i++)
        if (str_eq(l->pdbs.items[i]->object->name, b->object->name))
            return true;
    return false;
}

static void bind_pdbs(Fleet *f, const Pod *p, PodLinks *l, Str ns)
{
    const Chain *c = map_find(&f->pdbs, ns);
    for (size_t i = 0; c && i < c->list.len; i++) {
        Pdb *b = f->lists.pdbs.items[((const Pdb *)c->list.items[i])->index];
        Tri same = object_same_ns(p->owner, b->object);
        Tri match =
            fleet_joined(f, p->owner, b->object) ? tri_and(same, pdb_matches(b, p)) : TRI_NO;
        if (match == TRI_UNKNOWN) {
            l->pdbs_open = true;
            b->pods_open = true;
        } else if (match == TRI_YES && !has_pdb(l, b)) {
            *vec_push(f->arena, &l->pdbs) = b;
            *vec_push(f->arena, &b->pods) = p;
        }
    }
}

static void bind_quotas(Fleet *f, const Pod *p, PodLinks *l, Str ns)
{
    const Chain *c = map_find(&f->quotas, ns);
    for (size_t i = 0; c && i < c->list.len; i++) {
        Quota *q = f->lists.quotas.items[((const Quota *)c->list.items[i])->index];
        if (!fleet_joined(f, p->owner, q->object))
            continue;
        if (object_same_ns(p->owner, q->object) == TRI_YES) {
            *vec_push(f->arena, &l->quotas) = q;
            *vec_push(f->arena, &q->pods) = p;
        } else {
            l->quotas_open = true;
            q->pods_open = true;
        }
    }
}

/* Objects that do not tell their namespace may be in any. */
static void bind_namespace(Fleet *f, const Pod *p, PodLinks *l)
{
    Str own = ns_key(p->owner);
    bind_pdbs(f, p, l, own);
    bind_quotas(f, p, l, own);
    if (!p->owner->ns_unknown) {
        bind_pdbs(f, p, l, STR("?"));
        bind_quotas(f, p, l, STR("?"));
    } else if (f->pdbs.len > 1 || f->quotas.len > 1) {
        l->pdbs_open |= f->pdbs.len > (map_find(&f->pdbs, own) ? 1u : 0u);
        l->quotas_open |= f->quotas.len > (map_find(&f->quotas, own) ? 1u : 0u);
    }
}

static const PriorityClass *priority_named(const Fleet *f, const Object *from, Str name)
{
    for (size_t i = 0; i < f->lists.priorities.len; i++) {
        const PriorityClass *c = f->lists.priorities.items[i];
        bool wanted = name.len ? str_eq(c->name, name) : c->is_default;
        if (wanted && fleet_joined(f, from, c->object))
            return c;
    }
    return NULL;
}

/* Without a name the default class counts; that there is none is a convention, not knowledge. */
static void bind_priority(Fleet *f, const Pod *p, PodLinks *l)
{
    const Node *name = pod_field(p, STR("priorityClassName"));
    bool unknown = name && (name->kind != NODE_STRING || (name->flags & NODE_UNKNOWN));
    Priority *pr = &l->priority;
    pr->at = pod_place(p, STR("priorityClassName"));
    pr->name = name && !unknown ? node_str(name) : STR("");
    pr->priority_class = unknown ? NULL : priority_named(f, p->owner, pr->name);
    PriorityClass **builtin;
    size_t count = pr->priority_class || !pr->name.len
                       ? 0
                       : priority_classes_builtin(f->arena, f->facts, &builtin);
    for (size_t i = 0; i < count; i++)
        if (str_eq(builtin[i]->name, pr->name))
            pr->priority_class = builtin[i];
    pr->unknown = unknown || (pr->name.len && !pr->priority_class) ||
                  (pr->priority_class && pr->priority_class->unknown);
    pr->value = pr->priority_class ? pr->priority_class->value : 0;
    pr->exists = pr->priority_class || (!name && !unknown) ? TRI_YES
                 : unknown || !f->complete                 ? TRI_UNKNOWN
                                                           : TRI_NO;
}

/* gpulint/role on the namespace holds for pods that say nothing themselves. */
static void bind_role(const Fleet *f, Pod *p)
{
    Role role;
    if (p->role_source.declared || p->owner->ns_unknown)
        return;
    const Chain *c = map_find(&f->namespaces, p->owner->ns);
    for (size_t i = 0; c && i < c->list.len; i++) {
        const Object *ns = c->list.items[i];
        const Node *node = role_override(object_field(ns, STR("metadata")), &role);
        if (!node || !fleet_joined(f, p->owner, ns))
            continue;
        p->role = role;
        p->role_source = (RoleSource){STR("gpulint/role of its namespace"), true, node};
        return;
    }
}

static void add_selectors(Fleet *f, const Pod *p)
{
    const Node *last = NULL;
    for (size_t i = 0; i < p->terms.len; i++) {
        for (size_t k = 0; k < p->terms.items[i].sources.len; k++) {
            const ReqSource *s = p->terms.items[i].sources.items[k];
            bool repeated = i > 0 && k < p->terms.items[0].sources.len &&
                            s->node == p->terms.items[0].sources.items[k]->node;
            if (repeated || s->node == last)
                continue;
            Selector *sel = arena_new(f->arena, Selector);
            *sel = (Selector){p, s};
            *vec_push(f->arena, &f->lists.selectors) = sel;
        }
    }
}

static void join_pods(Fleet *f)
{
    f->links = arena_array(f->arena, PodLinks *, f->lists.pods.len);
    for (size_t i = 0; i < f->lists.pods.len; i++) {
        Pod *p = f->lists.pods.items[i];
        PodLinks *l = f->links[i] = arena_new(f->arena, PodLinks);
        bind_claims(f, p, l);
        bind_namespace(f, p, l);
        bind_priority(f, p, l);
        bind_role(f, p);
        add_selectors(f, p);
    }
    for (size_t i = 0; i < f->lists.pdbs.len; i++)
        pdb_settle(f->lists.pdbs.items[i]);
}

void fleet_close(Fleet *f)
{
    SetInput in = {f->all.items, f->all.len, f->kustomizations.items, f->kustomizations.len};
    f->sets = sets_new(f->arena, in);
    f->fits = fit_cache_new(f->arena, f->facts, &f->platform);
    for (size_t i = 0; i < f->all.len; i++)
        if (!f->all.items[i]->left_out.len)
            build(f, f->all.items[i]);
    bind_pools(f);
    bind_classes(f);
    join_pods(f);
    relate_shapes(f);
    relate_roles(f);
}
