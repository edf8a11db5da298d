/* Joins what the fleet has built: references by name, and what holds in a namespace. */
#include "base/limits.h"
#include "kube/flavor.h"
#include "kube/fleet_data.h"
#include "kube/role.h"

static bool refers_to(const Pool *p, const NodeClass *c)
{
    const Object *o = c->object;
    bool group = !p->class_ref.group.len || str_eq(p->class_ref.group, o->group);
    /* One placeholder is one value, wherever it stands. */
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

/* Which of the two sides has names that may turn out to be any. */
typedef struct Strays {
    bool classes, pools;
    bool settings; /* a class changes what nodes give */
    bool subnets;  /* a class tells where nodes start */
} Strays;

static Strays strays_of(const Fleet *f)
{
    Strays s = {false, false, false, false};
    for (size_t i = 0; i < f->lists.classes.len; i++) {
        const NodeClass *c = f->lists.classes.items[i];
        s.classes |= c->object->name_unknown;
        s.settings |= c->kubelet || c->efa_unknown || c->efa_interfaces >= 0;
        s.subnets |= c->subnets.len || c->subnets_open;
    }
    for (size_t i = 0; i < f->lists.pools.len; i++)
        s.pools |= f->lists.pools.items[i]->class_ref.unknown;
    return s;
}

static bool has_reserved(const NodeClass *c, Str id)
{
    for (size_t i = 0; i < c->reserved.len; i++)
        if (str_eq(c->reserved.items[i].id, id))
            return true;
    return false;
}

/* What the configuration tells of a reservation, where a term names it and the status does not. */
static void bind_reserved(Fleet *f, NodeClass *c)
{
    for (size_t i = 0; i < f->platform.reservations.len; i++) {
        const Reserved *r = &f->platform.reservations.items[i];
        for (size_t k = 0; k < c->terms.len; k++)
            if (str_eq(c->terms.items[k].id, r->id) && !has_reserved(c, r->id))
                *vec_push(f->arena, &c->reserved) = *r;
    }
}

static void bind_pools(Fleet *f)
{
    Map classes;
    Strays strays = strays_of(f);
    NodeClass *builtin = class_builtin_default(f->arena, f->facts);
    map_init(&classes, f->arena);
    for (size_t i = 0; i < f->lists.classes.len; i++) {
        NodeClass *c = f->lists.classes.items[i];
        c->pools_open = strays.pools || c->object->name_unknown;
        bind_reserved(f, c);
        chain_add(f, &classes, c->name, c);
    }
    for (size_t i = 0; i < f->lists.pools.len; i++) {
        Pool *p = f->lists.pools.items[i];
        NodeClass *c =
            p->class_ref.unknown && !p->class_ref.name.len ? NULL : class_of(f, p, &classes);
        bool any = !c && (p->class_ref.unknown || strays.classes);
        p->class_open = any && strays.settings;
        p->subnets_open = any && strays.subnets;
        if (!c && p->place.mode == MODE_AUTO && str_eq(p->class_ref.name, builtin->name))
            c = builtin;
        pool_bind(f->arena, p, c, f->complete && !p->class_ref.unknown && !strays.classes);
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

/* One whose name is not told, where the pod would find it. */
static bool claim_unnamed(const Fleet *f, const PodClaim *pc)
{
    const Chain *c = map_find(&f->claims, STR(""));
    for (size_t i = 0; c && i < c->list.len; i++) {
        const Claim *one = c->list.items[i];
        if (i == LIMIT_RELATED || (one->is_template == (pc->form == CLAIM_BY_TEMPLATE) &&
                                   object_same_ns(pc->pod->owner, one->object) != TRI_NO &&
                                   fleet_joined(f, pc->pod->owner, one->object)))
            return true;
    }
    return false;
}

/* here: one is in the pod's namespace, or perhaps. */
static void settle_claim(const Fleet *f, PodClaim *pc, Str name, bool here)
{
    if (pc->exists == TRI_NO && (f->makes_hidden || map_find(&f->made_claims, name)))
        pc->exists = TRI_UNKNOWN; /* a controller makes it */
    if (!here && (pc->elsewhere || pc->exists == TRI_NO) && claim_unnamed(f, pc)) {
        pc->exists = TRI_UNKNOWN;
        here = true;
    }
    if (here)
        pc->elsewhere = NULL;
}

/* A claim of that name in the pod's namespace; a namespace that is not told may be the one. */
static void bind_claim(const Fleet *f, PodClaim *pc)
{
    Str name = pc->reference ? node_str(pc->reference) : STR("");
    const Chain *c = map_find(&f->claims, name);
    bool here = false, unknown = !pc->reference || node_unknown(pc->reference);
    pc->exists = unknown || !f->complete ? TRI_UNKNOWN : TRI_NO;
    for (size_t i = 0; c && !unknown && i < c->list.len; i++) {
        const Claim *one = c->list.items[i];
        Tri same = object_same_ns(pc->pod->owner, one->object);
        bool kind = one->is_template == (pc->form == CLAIM_BY_TEMPLATE);
        if (!kind || !fleet_joined(f, pc->pod->owner, one->object))
            continue;
        if (same == TRI_NO) {
            pc->elsewhere = one;
            continue;
        }
        f->lists.claims.items[one->index]->users_open |= same == TRI_UNKNOWN;
        pc->exists = pc->exists == TRI_YES ? TRI_YES : same;
        here = true;
        if (same == TRI_YES && !pc->claim)
            pc->claim = one;
    }
    settle_claim(f, pc, name, here);
}

static void bind_claims(Fleet *f, const Pod *p, PodLinks *l)
{
    pod_claims(f->arena, p, &l->claims);
    f->claims_hidden |= l->claims.open;
    for (size_t i = 0; i < l->claims.list.len; i++) {
        PodClaim *pc = l->claims.list.items[i];
        bind_claim(f, pc);
        f->claims_hidden |= node_unknown(pc->reference);
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

static void bind_pdb(Fleet *f, const Pod *p, PodLinks *l, Pdb *b)
{
    Tri same = object_same_ns(p->owner, b->object);
    Tri match = fleet_joined(f, p->owner, b->object) ? tri_and(same, pdb_matches(b, p)) : TRI_NO;
    if (match == TRI_UNKNOWN) {
        l->pdbs_open = true;
        b->pods_open = true;
    } else if (match == TRI_YES && !has_pdb(l, b)) {
        *vec_push(f->arena, &l->pdbs) = b;
        *vec_push(f->arena, &b->pods) = p;
    }
}

static void bind_pdb_chain(Fleet *f, const Pod *p, PodLinks *l, const Chain *c)
{
    for (size_t i = 0; c && i < c->list.len && l->pdbs.len < LIMIT_RELATED; i++)
        bind_pdb(f, p, l, f->lists.pdbs.items[((const Pdb *)c->list.items[i])->index]);
}

/* Only budgets that may match: those whose first label the pod has. Labels that are not known may
 * be any. */
static void bind_pdbs(Fleet *f, const Pod *p, PodLinks *l, Str ns)
{
    const Node *labels = p->metadata ? node_field(p->metadata, STR("labels")) : NULL;
    bool unsure =
        pod_meta_open(p, STR("labels")) || (labels && (labels->flags & (NODE_OPEN | NODE_UNKNOWN)));
    for (uint32_t i = 0; labels && labels->kind == NODE_MAP && i < labels->len; i++)
        unsure |= (labels->as.members[i].value.flags & NODE_UNKNOWN) != 0;
    if (unsure) {
        bind_pdb_chain(f, p, l, map_find(&f->pdbs, ns));
        return;
    }
    bind_pdb_chain(f, p, l, map_find(&f->pdb_labels, ns));
    for (uint32_t i = 0; labels && labels->kind == NODE_MAP && i < labels->len; i++) {
        Str key = fleet_label_key(f->arena, ns, &labels->as.members[i]);
        bind_pdb_chain(f, p, l, map_find(&f->pdb_labels, key));
    }
}

static void bind_quotas(Fleet *f, const Pod *p, PodLinks *l, Str ns)
{
    const Chain *c = map_find(&f->quotas, ns);
    for (size_t i = 0; c && i < c->list.len && l->quotas.len < LIMIT_RELATED; i++) {
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
    Str own = fleet_ns_key(p->owner);
    bind_pdbs(f, p, l, own);
    bind_quotas(f, p, l, own);
    if (!p->owner->ns_unknown) {
        bind_pdbs(f, p, l, STR("?"));
        bind_quotas(f, p, l, STR("?"));
        return;
    }
    f->stray_pods = true;
    l->pdbs_open |= f->pdbs.len > (map_find(&f->pdbs, own) ? 1u : 0u);
    l->quotas_open |= f->quotas.len > (map_find(&f->quotas, own) ? 1u : 0u);
}

/* The object that an autoscaler names; any of that name where it leaves the kind to a default. */
static void mark_scaled(Fleet *f, const Object *scaler, const Node *target)
{
    const Node *kind = node_field(target, STR("kind")), *name = node_field(target, STR("name"));
    const Chain *c = name ? map_find(&f->by_name, node_str(name)) : NULL;
    for (size_t i = 0; c && i < c->list.len; i++) {
        const Object *o = c->list.items[i];
        if ((!kind || str_eq(o->kind, node_str(kind))) && object_same_ns(scaler, o) != TRI_NO &&
            fleet_joined(f, scaler, o))
            f->all.items[o->index]->scaled = true;
    }
}

static void bind_scalers(Fleet *f)
{
    for (size_t i = 0; i < f->lists.objects.len; i++) {
        const Object *o = f->lists.objects.items[i];
        const Node *target = object_field(o, STR("spec.scaleTargetRef"));
        if (target && target->kind == NODE_MAP)
            mark_scaled(f, o, target);
    }
}

/* A pod that does not tell its namespace may be any policy's. */
static void settle_policies(Fleet *f)
{
    bind_scalers(f);
    for (size_t i = 0; i < f->lists.quotas.len; i++) {
        Quota *q = f->lists.quotas.items[i];
        q->pods_open |= f->stray_pods && !q->object->ns_unknown;
    }
    for (size_t i = 0; i < f->lists.pdbs.len; i++) {
        Pdb *b = f->lists.pdbs.items[i];
        b->pods_open |= f->stray_pods && !b->object->ns_unknown;
        pdb_settle(b);
    }
}

/* "" asks for the default. */
static const PriorityClass *priority_named(const Fleet *f, const Object *from, Str name)
{
    const Chain *c = map_find(&f->priorities, name);
    for (size_t i = 0; c && i < c->list.len; i++) {
        const PriorityClass *one = c->list.items[i];
        if (fleet_joined(f, from, one->object))
            return one;
    }
    return NULL;
}

/* Not a name, and no class told: one that may be the default decides. */
static bool default_hidden(const Fleet *f, const Pod *p, const Priority *pr)
{
    return !pr->name.len && !pr->priority_class && priority_named(f, p->owner, STR("?"));
}

static const PriorityClass *priority_builtin(const Fleet *f, Str name)
{
    PriorityClass **builtin;
    size_t count = name.len ? priority_classes_builtin(f->arena, f->facts, &builtin) : 0;
    for (size_t i = 0; i < count; i++)
        if (str_eq(builtin[i]->name, name))
            return builtin[i];
    return NULL;
}

/* Without a name the default class counts; that there is none is a convention, not knowledge. */
static void bind_priority(Fleet *f, const Pod *p, PodLinks *l)
{
    const Node *name = pod_field(p, STR("priorityClassName"));
    bool unknown = name && (name->kind != NODE_STRING || node_unknown(name));
    Priority *pr = &l->priority;
    pr->at = pod_place(p, STR("priorityClassName"));
    pr->unnamed = unknown || (!name && p->partial);
    pr->name = name && !unknown ? node_str(name) : STR("");
    pr->priority_class = unknown ? NULL : priority_named(f, p->owner, pr->name);
    if (!pr->priority_class)
        pr->priority_class = priority_builtin(f, pr->name);
    pr->unknown = unknown || default_hidden(f, p, pr) || (pr->name.len && !pr->priority_class) ||
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
        p->role_source = (RoleSource){
            .text = STR("gpulint/role of its namespace"), .declared = true, .node = node};
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
    settle_policies(f);
}

void bind_fleet(Fleet *f)
{
    bind_pools(f);
    bind_classes(f);
    flavors_bind(f); /* what Kueue adds to pods */
    join_pods(f);
}
