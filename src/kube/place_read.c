/* Reads what pools and node groups share: requirements, labels, taints. */
#include "kube/place.h"

static const struct {
    Str text;
    ReqOp op;
} OPERATORS[] = {
    {STR_INIT("In"),           REQ_IN            },
    {STR_INIT("NotIn"),        REQ_NOT_IN        },
    {STR_INIT("Exists"),       REQ_EXISTS        },
    {STR_INIT("DoesNotExist"), REQ_DOES_NOT_EXIST},
    {STR_INIT("Gt"),           REQ_GT            },
    {STR_INIT("Lt"),           REQ_LT            },
    {STR_INIT("Gte"),          REQ_GTE           },
    {STR_INIT("Lte"),          REQ_LTE           },
};

static ReqOp op_of(Str text)
{
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++)
        if (str_eq(OPERATORS[i].text, text))
            return OPERATORS[i].op;
    return REQ_BAD;
}

static void add_value(Arena *a, ReqSource *s, const Node *value)
{
    if (node_unknown(value) || value->kind == NODE_LIST || value->kind == NODE_MAP)
        s->unknown = true;
    else
        *vec_push(a, &s->values) = node_scalar(value);
}

static void add_written(Arena *a, Place *p, PlaceReq *r)
{
    r->place = p;
    *vec_push(a, &p->written) = r;
    reqs_add_source(a, &p->reqs, &r->source);
}

static void set_key(const Place *p, ReqSource *s, Str key)
{
    s->written_key = key;
    s->key = facts_label_canonical(p->facts, key);
}

void place_add_requirement(Arena *a, Place *p, const Node *entry)
{
    const Node *key = node_field(entry, STR("key")), *op = node_field(entry, STR("operator"));
    const Node *values = node_field(entry, STR("values")),
               *least = node_field(entry, STR("minValues"));
    PlaceReq *r = arena_new(a, PlaceReq);
    ReqSource *s = &r->source;
    s->node = entry;
    s->values_node = values;
    s->key_unknown = !key || node_unknown(key) || key->kind != NODE_STRING;
    s->unknown = s->key_unknown || node_unknown(op) || entry->flags & NODE_OPEN;
    set_key(p, s, s->key_unknown ? node_scalar(key) : node_str(key));
    s->operator_text = node_scalar(op);
    s->op = node_unknown(op) ? REQ_BAD : op_of(s->operator_text);
    bool whole = least && least->kind == NODE_INT && !node_unknown(least);
    s->min_values = !least ? 0 : whole ? least->as.integer : -1;
    if (values && values->kind != NODE_LIST)
        s->unknown = true;
    for (uint32_t i = 0; values && values->kind == NODE_LIST && i < values->len; i++)
        add_value(a, s, &values->as.items[i]);
    add_written(a, p, r);
}

static void add_label(Arena *a, Place *p, const Member *m)
{
    PlaceReq *r = arena_new(a, PlaceReq);
    r->label = true;
    r->source = (ReqSource){.op = REQ_IN,
                            .operator_text = STR("In"),
                            .node = &m->value,
                            .values_node = &m->value,
                            .key_unknown = m->key->placeholder,
                            .unknown = m->key->placeholder};
    set_key(p, &r->source, m->key->name);
    add_value(a, &r->source, &m->value);
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

static bool lists_values(ReqOp op)
{
    return op != REQ_EXISTS && op != REQ_DOES_NOT_EXIST;
}

Str place_req_text(Arena *a, const PlaceReq *r)
{
    Buf b;
    enum { MOST = 4096 };
    buf_init(&b, a, MOST);
    buf_add(&b, r->source.written_key);
    if (r->label)
        buf_printf(&b, "=");
    else
        buf_printf(&b, " %.*s", STR_ARG(r->source.operator_text));
    if (!lists_values(r->source.op))
        return buf_str(&b);
    bool list = !r->label && (r->source.op == REQ_IN || r->source.op == REQ_NOT_IN);
    buf_add(&b, list ? STR(" [") : r->label ? STR("") : STR(" "));
    for (size_t i = 0; i < r->source.values.len; i++)
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_ARG(r->source.values.items[i]));
    buf_add(&b, list ? STR("]") : STR(""));
    return buf_str(&b);
}
