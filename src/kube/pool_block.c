/* Whether a pool launches into Capacity Blocks: reserved capacity with an end that nobody moves. */
#include "kube/pool.h"

/* How labels, tags and states call it. */
static const struct {
    Str key, kind;
} BLOCK = {STR_INIT("/capacity-reservation-type"), STR_INIT("capacity-block")};

/* A requirement leaves nothing but blocks. */
static Tri asks_block(const Pool *p)
{
    for (size_t i = 0; i < p->place.written.len; i++) {
        const ReqSource *s = &p->place.written.items[i]->source;
        if (s->key_unknown || !str_ends(s->key, BLOCK.key) || s->op != REQ_IN)
            continue;
        bool only = s->values.len > 0;
        for (size_t k = 0; k < s->values.len; k++)
            only &= str_eq(s->values.items[k], BLOCK.kind);
        return s->unknown ? TRI_UNKNOWN : tri_of(only);
    }
    return TRI_UNKNOWN;
}

bool reserved_is_block(const Reserved *r)
{
    return str_eq(r->type, BLOCK.kind);
}

Tri pool_uses_block(const Pool *p)
{
    const NodeClass *c = p->node_class;
    Tri asks = asks_block(p);
    if (asks != TRI_UNKNOWN || !c)
        return asks;
    for (size_t i = 0; i < c->reserved.len; i++)
        if (reserved_is_block(&c->reserved.items[i]) &&
            !pool_removes(p, c->reserved.items[i].instance_type))
            return TRI_YES;
    for (size_t i = 0; i < c->terms.len; i++)
        if (str_contains(c->terms.items[i].text, BLOCK.kind))
            return TRI_YES;
    /* What a term selects that no status tells of may be a block. */
    return c->has_terms || c->terms_open ? TRI_UNKNOWN : TRI_NO;
}
