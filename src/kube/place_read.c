/* Reads what pools and node groups share: requirements, labels, taints. */
#include "kube/place.h"

static void add_written(Arena *a, Place *p, PlaceReq *r)
{
    r->place = p;
    *vec_push(a, &p->written) = r;
    reqs_add_source(a, &p->reqs, &r->source);
}

void place_add_requirement(Arena *a, Place *p, const Node *entry)
{
    const Node *least = node_field(entry, STR("minValues"));
    bool whole = least && least->kind == NODE_INT && !node_unknown(least);
    PlaceReq *r = arena_new(a, PlaceReq);
    r->source = req_source_read(a, p->facts, entry, true);
    int64_t absent = entry->flags & NODE_OPEN ? -1 : 0;
    r->source.min_values = !least ? absent : whole ? least->as.integer : -1;
    add_written(a, p, r);
}

static void add_label(Arena *a, Place *p, const Member *m)
{
    PlaceReq *r = arena_new(a, PlaceReq);
    r->label = true;
    r->source = req_source_label(a, p->facts, m);
    add_written(a, p, r);
}

void place_add_labels(Arena *a, Place *p, const Node *map)
{
    if (!map)
        return;
    if (node_open(map, NODE_MAP))
        p->reqs.open = true;
    for (uint32_t i = 0; map->kind == NODE_MAP && i < map->len; i++)
        if (map->as.members[i].value.kind != NODE_NULL)
            add_label(a, p, &map->as.members[i]);
}

void place_add_own_label(Arena *a, Place *p, Str key, Str value)
{
    Req r = {.key = key};
    *vec_push(a, &r.values) = value;
    reqs_add(a, &p->reqs, &r);
}

void place_add_unknown_label(Arena *a, Place *p, Str key)
{
    Req r = {.key = key, .unknown = true};
    reqs_add(a, &p->reqs, &r);
}

static Taint taint_of(const Node *n)
{
    const Node *key = node_field(n, STR("key")), *value = node_field(n, STR("value"));
    const Node *effect = node_field(n, STR("effect"));
    return (Taint){.key = node_scalar(key),
                   .value = node_scalar(value),
                   .effect = node_scalar(effect),
                   .unknown = node_unknown(key) || node_unknown(value) || node_unknown(effect),
                   .node = n};
}

void place_add_taints(Arena *a, Place *p, const Node *list)
{
    if (!list)
        return;
    if (node_open(list, NODE_LIST))
        p->taints_open = true;
    for (uint32_t i = 0; list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = &list->as.items[i];
        if (n->kind == NODE_MAP && !(n->flags & NODE_OPEN))
            *vec_push(a, &p->taints) = taint_of(n);
        else
            p->taints_open = true;
    }
}

Str place_req_text(Arena *a, const PlaceReq *r)
{
    return r->label ? req_source_text(a, &r->source) : req_source_entry_text(a, &r->source);
}
