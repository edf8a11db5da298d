#include "kube/manager.h"

#include "kube/fleet.h"
#include "kube/glob.h"
#include "kube/group.h"
#include "kube/kind.h"
#include "kube/late.h"
#include "kube/pool.h"

static const Str BOTTLEROCKET = STR_INIT("bottlerocket"), PLUGIN = STR_INIT("plugin");

typedef struct Clues {
    Str image, command, container;
} Clues;

static bool says(const Node *n, Str word)
{
    if (!n)
        return false;
    for (uint32_t i = 0; n->kind == NODE_LIST && i < n->len; i++)
        if (says(&n->as.items[i], word))
            return true;
    Words w = words_of(node_str(n), WORDS_OF_COMMAND);
    while (words_advance(&w))
        if (words_match(&w, word))
            return true;
    return false;
}

static bool container_is(const Container *c, Clues want)
{
    const Node *image = node_field(c->node, STR("image"));
    if (!image || !image_is(node_str(image), want.image))
        return false;
    if (want.container.len && !str_eq(c->name, want.container))
        return false;
    return !want.command.len || says(node_field(c->node, STR("command")), want.command) ||
           says(node_field(c->node, STR("args")), want.command);
}

static bool pod_is(const Pod *p, Clues want)
{
    for (size_t i = 0; i < p->containers.list.len; i++)
        if (container_is(p->containers.list.items[i], want))
            return true;
    return false;
}

static NodePlace placement_of(const Pod *p)
{
    static const Str FIELDS[] = {STR_INIT("nodeSelector"), STR_INIT("affinity")};
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        if (pod_field(p, FIELDS[i]))
            return pod_place(p, FIELDS[i]);
    return pod_place(p, FIELDS[0]);
}

Manager *manager_of(Arena *a, const Facts *f, const Pod *p)
{
    const FactTable *t = facts_table(f, STR("managers"));
    if (!p->daemon)
        return NULL;
    for (size_t row = 0; row < t->rows; row++) {
        Clues want = {cell_text(t, row, "image"), cell_text(t, row, "command"),
                      cell_text(t, row, "container")};
        if (!pod_is(p, want))
            continue;
        Manager *m = arena_new(a, Manager);
        *m = (Manager){
            .pod = p,
            .as = p,
            .owner = p->owner,
            .present = TRI_YES,
            .switch_at = {p->spec, STR("")},
            .name = p->owner->name,
            .what = cell_text(t, row, "name"),
            .kind = cell_text(t, row, "kind"),
            .vendor = cell_text(t, row, "vendor"),
            .device = cell_text(t, row, "device"),
            .placement_at = placement_of(p)
        };
        return m;
    }
    return NULL;
}

bool manager_hides(const Pod *p)
{
    bool hides = p->daemon && p->containers.open;
    for (size_t i = 0; p->daemon && i < p->containers.list.len; i++) {
        const Node *node = p->containers.list.items[i]->node,
                   *image = node_field(node, STR("image"));
        bool whole = image && image->kind == NODE_STRING &&
                     str_find_char(node_str(image), '/') == image->len;
        hides |= (whole && node_unknown(image)) || node_open(node, NODE_MAP);
    }
    return hides;
}

static bool negative(const ReqSource *s)
{
    return s->op == REQ_NOT_IN || s->op == REQ_DOES_NOT_EXIST;
}

/* Will nodes of the place have it? Labels that somebody sets later cannot be told from the place.
 */
static Tri label_ok(const Place *p, const ReqSource *s, const Req *r)
{
    if (s->key_unknown)
        return TRI_UNKNOWN;
    Tri there = place_promises(p, r);
    if (there != TRI_NO || place_label(p, s->key))
        return there;
    return late_setter(p->facts, s->key).len ? TRI_UNKNOWN : tri_of(negative(s));
}

static Tri term_ok(const PodTerm *t, const Place *p, const ReqSource **fails)
{
    Tri all = t->reqs.open || t->match_fields ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < t->sources.len; i++) {
        const ReqSource *s = t->sources.items[i];
        const Req *r = s->key_unknown ? NULL : reqs_find(&t->reqs, s->key);
        Tri ok = r ? label_ok(p, s, r) : TRI_UNKNOWN;
        if (ok == TRI_NO && !*fails)
            *fails = s;
        all = tri_and(all, ok);
    }
    return all;
}

static Tri labels_ok(const Manager *m, const Place *p, const ReqSource **fails)
{
    Tri any = TRI_NO;
    for (size_t i = 0; i < m->as->terms.len; i++)
        any = tri_or(any, term_ok(&m->as->terms.items[i], p, fails));
    return any;
}

static bool awaited(const ReqSource *s, const PodTerm *t, const Place *p)
{
    const Req *r = s->key_unknown ? NULL : reqs_find(&t->reqs, s->key);
    return r && !negative(s) && !place_label(p, s->key) && label_ok(p, s, r) == TRI_UNKNOWN &&
           late_setter(p->facts, s->key).len;
}

bool manager_awaits(const Manager *m, const Place *p)
{
    for (size_t i = 0; i < m->as->terms.len; i++) {
        const PodTerm *t = &m->as->terms.items[i];
        bool some = false;
        for (size_t k = 0; k < t->sources.len; k++)
            some |= awaited(t->sources.items[k], t, p);
        if (!some)
            return false;
    }
    return !p->reqs.open;
}

/* PreferNoSchedule keeps no DaemonSet away. */
static Tri taints_ok(const Manager *m, const Place *p, const Taint **fails)
{
    Tri all = p->taints_open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < p->taints.len; i++) {
        const Taint *t = &p->taints.items[i];
        Tri ok =
            str_eq(t->effect, STR("PreferNoSchedule")) ? TRI_YES : pod_tolerates(m->as, t, true);
        if (ok == TRI_NO && !*fails)
            *fails = t;
        all = tri_and(all, ok);
    }
    return all;
}

Tri manager_runs_on(const Manager *m, const Place *p)
{
    const ReqSource *selector = NULL;
    const Taint *taint = NULL;
    Tri types = m->by_types ? manager_has_device(m, p) : TRI_YES;
    Tri placed = tri_and(labels_ok(m, p, &selector), taints_ok(m, p, &taint));
    return tri_and(m->present, tri_and(types, placed));
}

Tri manager_may_meet(const Manager *x, const Manager *y)
{
    Tri any = TRI_NO, present = tri_and(x->present, y->present);
    for (size_t i = 0; i < x->as->terms.len; i++)
        for (size_t k = 0; k < y->as->terms.len; k++)
            any = tri_or(any,
                         reqs_intersect(&x->as->terms.items[i].reqs, &y->as->terms.items[k].reqs));
    return tri_and(present, any);
}

/* Most nodes have it alike. */
static bool general(const Facts *f, Str key)
{
    return facts_find(facts_table(f, STR("general-labels")), key, 0) != SIZE_MAX;
}

Tri manager_targets(const Manager *m, const Place *p)
{
    Tri any = TRI_NO;
    for (size_t i = 0; i < m->as->terms.len; i++) {
        const PodTerm *t = &m->as->terms.items[i];
        for (size_t k = 0; k < t->sources.len; k++) {
            const ReqSource *s = t->sources.items[k];
            const Req *r = s->key_unknown ? NULL : reqs_find(&t->reqs, s->key);
            bool own = r && !negative(s) && place_label(p, s->key) && !general(p->facts, s->key);
            any = tri_or(any, own ? place_promises(p, r) : TRI_NO);
        }
    }
    return tri_and(m->present, any);
}

/* Settings of Bottlerocket can switch its plugin off; they are not read. */
static bool tells_plugins(const NodeClass *c)
{
    return c->user_data && (node_unknown(c->user_data) ||
                            str_contains(node_str(c->user_data), STR("kubelet-device-plugins")));
}

bool place_sets_plugins(const Place *p)
{
    if (p->kind == PLACE_GROUP)
        return ((const Group *)(const void *)p)->bottlerocket_settings;
    const NodeClass *c = ((const Pool *)(const void *)p)->node_class;
    return c && tells_plugins(c);
}

/* It takes Amazon Linux. */
static bool eksctl_chooses(const Node *group)
{
    return !node_field(group, STR("amiFamily")) && !node_field(group, STR("ami")) &&
           !node_field(group, STR("launchTemplate"));
}

static Tri bottlerocket(const Place *p)
{
    const NodeClass *c = NULL;
    const Ami *ami = NULL;
    if (p->kind == PLACE_GROUP) {
        const Group *g = (const Group *)(const void *)p;
        ami = g->bottlerocket_settings ? NULL : &g->image;
    } else {
        c = ((const Pool *)(const void *)p)->node_class;
        ami = c && !tells_plugins(c) ? &c->ami : NULL;
    }
    if (ami && !ami->family.len && p->kind == PLACE_GROUP && eksctl_chooses(p->node))
        return TRI_NO;
    if (!ami || !ami->family.len || str_eq(ami->family, STR("custom")))
        return TRI_UNKNOWN;
    return tri_of(str_eq(ami->family, BOTTLEROCKET));
}

/* Auto Mode's nodes, and Bottlerocket's for NVIDIA, come with their plugin. */
Tri manager_embedded(const Manager *m, const Place *p)
{
    if (p->mode == MODE_AUTO)
        return TRI_YES;
    bool plugin = str_eq(m->kind, PLUGIN) && str_eq(m->vendor, STR("nvidia"));
    return plugin ? bottlerocket(p) : TRI_NO;
}

Tri manager_has_device(const Manager *m, const Place *p)
{
    if (!p->types_judged)
        return TRI_UNKNOWN;
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX;
         i = types_next(p->facts, p->types, i + 1))
        if (type_capacity(p->facts, facts_type(p->facts, i), m->device) > 0)
            return TRI_YES;
    return p->types_open ? TRI_UNKNOWN : TRI_NO;
}

Tri manager_needed(const Manager *m, const Place *p)
{
    return tri_and(manager_has_device(m, p), tri_not(manager_embedded(m, p)));
}

/* A default of a chart stands in no object: then where one would write another. */
static NodePlace selector_place(const Manager *m, const ReqSource *s)
{
    const Node *n = s ? s->node : m->as->spec;
    bool own = n && node_document(n)->source == m->owner->doc->source;
    return own ? (NodePlace){n, STR("")} : m->placement_at;
}

static bool sources_hidden(const PodTerm *t, const Place *p)
{
    bool hidden = t->reqs.open;
    for (size_t i = 0; i < t->sources.len; i++) {
        const ReqSource *s = t->sources.items[i];
        const Req *there = s->key_unknown ? NULL : place_label(p, s->key);
        hidden |= s->key_unknown || s->unknown || (there && there->unknown);
    }
    return hidden;
}

static bool labels_hidden(const Manager *m, const Place *p)
{
    bool hidden = p->reqs.open;
    for (size_t i = 0; i < m->as->terms.len; i++)
        hidden |= sources_hidden(&m->as->terms.items[i], p);
    return hidden;
}

Tri manager_obstacle(const Manager *m, const Place *p, Obstacle *out)
{
    *out = (Obstacle){0};
    if (labels_ok(m, p, &out->selector) == TRI_NO) {
        out->at = selector_place(m, out->selector);
        return TRI_YES;
    }
    out->selector = NULL;
    Tri taints = taints_ok(m, p, &out->taint);
    if (taints != TRI_NO)
        return taints == TRI_UNKNOWN || labels_hidden(m, p) ? TRI_UNKNOWN : TRI_NO;
    out->at = pod_place(m->as, STR("tolerations"));
    out->place_node = out->taint->node;
    return TRI_YES;
}
