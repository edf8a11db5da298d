/* Requirements as documents write them: entries of a list, members of a map of labels. */
#include "kube/facts.h"
#include "kube/req.h"

static const struct {
    Str text;
    ReqOp op;
    bool pools_only;
} OPERATORS[] = {
    {STR_INIT("In"),           REQ_IN,             false},
    {STR_INIT("NotIn"),        REQ_NOT_IN,         false},
    {STR_INIT("Exists"),       REQ_EXISTS,         false},
    {STR_INIT("DoesNotExist"), REQ_DOES_NOT_EXIST, false},
    {STR_INIT("Gt"),           REQ_GT,             false},
    {STR_INIT("Lt"),           REQ_LT,             false},
    {STR_INIT("Gte"),          REQ_GTE,            true },
    {STR_INIT("Lte"),          REQ_LTE,            true },
};

static ReqOp op_of(Str text, bool of_pool)
{
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++)
        if (str_eq(OPERATORS[i].text, text) && (of_pool || !OPERATORS[i].pools_only))
            return OPERATORS[i].op;
    return REQ_BAD;
}

static void set_key(const Facts *f, ReqSource *s, Str key)
{
    s->written_key = key;
    s->key = facts_label_canonical(f, key);
}

static void add_value(Arena *a, ReqSource *s, const Node *value)
{
    if (node_unknown(value) || value->kind == NODE_LIST || value->kind == NODE_MAP)
        s->unknown = true;
    else
        *vec_push(a, &s->values) = node_scalar(value);
}

ReqSource req_source_read(Arena *a, const Facts *f, const Node *entry, bool of_pool)
{
    const Node *key = node_field(entry, STR("key")), *op = node_field(entry, STR("operator"));
    const Node *values = node_field(entry, STR("values"));
    ReqSource s = {.node = entry, .values_node = values, .operator_text = node_scalar(op)};
    s.key_unknown = !key || node_unknown(key) || key->kind != NODE_STRING;
    s.unknown = s.key_unknown || node_unknown(op) || (entry->flags & NODE_OPEN) ||
                (values && values->kind != NODE_LIST);
    set_key(f, &s, node_scalar(key));
    s.op = node_unknown(op) ? REQ_BAD : op_of(s.operator_text, of_pool);
    for (uint32_t i = 0; values && values->kind == NODE_LIST && i < values->len; i++)
        add_value(a, &s, &values->as.items[i]);
    return s;
}

ReqSource req_source_label(Arena *a, const Facts *f, const Member *m)
{
    ReqSource s = {.op = REQ_IN,
                   .operator_text = STR("In"),
                   .node = &m->value,
                   .values_node = &m->value,
                   .key_unknown = m->key->placeholder,
                   .unknown = m->key->placeholder};
    set_key(f, &s, m->key->name);
    add_value(a, &s, &m->value);
    return s;
}
