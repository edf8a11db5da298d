/* What of a node a pod requires: nodeSelector and required node affinity; and what it tolerates. */
#include "kube/admit.h"
#include "kube/fleet.h"
#include "kube/pod.h"

typedef struct Reader {
    Arena *arena;
    const Facts *facts;
} Reader;

static void push_source(const Reader *r, PodTerm *t, ReqSource source)
{
    ReqSource *s = arena_new(r->arena, ReqSource);
    *s = source;
    *vec_push(r->arena, &t->sources) = s;
    reqs_add_source(r->arena, &t->reqs, s);
}

/* A constraint that cannot be read: on which label, nobody can tell. */
static void push_unreadable(const Reader *r, PodTerm *t, const Node *n)
{
    push_source(r, t, (ReqSource){.op = REQ_BAD, .unknown = true, .key_unknown = true, .node = n});
}

static void read_selector(const Reader *r, PodTerm *t, const Node *map)
{
    if (!map)
        return;
    if (node_open(map, NODE_MAP))
        push_unreadable(r, t, map);
    for (uint32_t i = 0; map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        if (m->value.kind != NODE_NULL && !m->key->placeholder)
            push_source(r, t, req_source_label(r->arena, r->facts, m));
    }
}

static void read_term(const Reader *r, PodTerm *t, const Node *term)
{
    const Node *list = node_field(term, STR("matchExpressions"));
    t->match_fields = node_field(term, STR("matchFields")) != NULL;
    if (node_open(term, NODE_MAP) || (list && list->kind != NODE_LIST))
        push_unreadable(r, t, term);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
        push_source(r, t, req_source_read(r->arena, r->facts, &list->as.items[i], false));
}

static PodTerm *push_term(const Reader *r, Pod *p, const Node *selector)
{
    PodTerm *t = vec_push(r->arena, &p->terms);
    *t = (PodTerm){0};
    read_selector(r, t, selector);
    if (p->runtime)
        read_selector(r, t, p->runtime->selector.node);
    if (p->runtime_open || (p->runtime && p->runtime->selector.open))
        push_unreadable(r, t, pod_field(p, STR("runtimeClassName")));
    if (p->partial)
        t->reqs.open = true;
    return t;
}

void pod_read_terms(Arena *a, const Facts *f, Pod *p)
{
    Reader r = {a, f};
    const Node *selector = pod_field(p, STR("nodeSelector")),
               *affinity = pod_field(p, STR("affinity"));
    const Node *required =
        affinity ? node_path(affinity,
                             STR("nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"))
                 : NULL;
    const Node *terms = required ? node_field(required, STR("nodeSelectorTerms")) : NULL;
    for (uint32_t i = 0; terms && terms->kind == NODE_LIST && i < terms->len; i++)
        read_term(&r, push_term(&r, p, selector), &terms->as.items[i]);
    if (p->terms.len)
        return;
    PodTerm *only = push_term(&r, p, selector);
    bool hidden =
        affinity && node_hides(affinity, STR("nodeAffinity."
                                             "requiredDuringSchedulingIgnoredDuringExecution."
                                             "nodeSelectorTerms"));
    if (node_unknown(affinity) || (terms && terms->kind != NODE_LIST) || hidden)
        push_unreadable(&r, only, affinity);
}

void pod_add_selector(Arena *a, const Facts *f, Pod *p, const Node *map)
{
    Reader r = {a, f};
    for (size_t i = 0; i < p->terms.len; i++)
        read_selector(&r, &p->terms.items[i], map);
}

static Toleration toleration_of(const Node *n)
{
    const Node *key = node_field(n, STR("key")), *op = node_field(n, STR("operator"));
    const Node *value = node_field(n, STR("value")), *effect = node_field(n, STR("effect"));
    Toleration t = {.op = STR("Equal"), .node = n};
    t.key = key ? node_scalar(key) : STR("");
    t.op = op ? node_scalar(op) : t.op;
    t.value = value ? node_scalar(value) : STR("");
    t.effect = effect ? node_scalar(effect) : STR("");
    t.unknown =
        node_unknown(key) || node_unknown(op) || node_unknown(value) || node_unknown(effect);
    return t;
}

/* One that may tolerate anything. */
static Toleration any_toleration(const Node *n)
{
    return (Toleration){.op = STR("Equal"), .unknown = true, .node = n};
}

static void read_list(Arena *a, Pod *p, const Node *list)
{
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = &list->as.items[i];
        bool readable = n->kind == NODE_MAP && !(n->flags & NODE_OPEN);
        *vec_push(a, &p->tolerations) = readable ? toleration_of(n) : any_toleration(list);
    }
}

static void read_written(Arena *a, Pod *p)
{
    const Node *list = pod_field(p, STR("tolerations"));
    if (p->partial || node_open(list, NODE_LIST))
        *vec_push(a, &p->tolerations) = any_toleration(list);
    read_list(a, p, list);
    if (p->runtime_open || (p->runtime && p->runtime->tolerations.open))
        *vec_push(a, &p->tolerations) = any_toleration(pod_field(p, STR("runtimeClassName")));
    if (p->runtime)
        read_list(a, p, p->runtime->tolerations.node);
}

void pod_read_tolerations(Arena *a, const Platform *platform, Pod *p)
{
    read_written(a, p);
    for (size_t i = 0; i < p->tolerations.len; i++)
        *vec_push(a, &p->admitted_tolerations) = p->tolerations.items[i];
    if (platform->extended_resource_toleration == TRI_NO)
        return;
    bool sure = platform->extended_resource_toleration == TRI_YES;
    for (size_t i = 0; i < p->admitted.list.len; i++) {
        Str resource = p->admitted.list.items[i].resource;
        if (resource_extended(resource))
            *vec_push(a, &p->admitted_tolerations) =
                (Toleration){resource, STR("Exists"), STR(""), STR("NoSchedule"), !sure, NULL};
    }
    if (p->admitted.open)
        *vec_push(a, &p->admitted_tolerations) = any_toleration(NULL);
}
