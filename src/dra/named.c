/* Names that a claim writes outside of its expressions: what constraints compare, what
 * capacity.requests asks. Only those that the driver is not known to publish are kept. */
#include "dra/dra_data.h"
#include "kube/kind.h"

typedef struct Named {
    Dra *dra;
    const Facts *facts;
    ClaimReads *out;
} Named;

static bool described(const Facts *f, const DeviceClass *c)
{
    return c && c->driver.len &&
           facts_find(facts_table(f, STR("dra-attributes")), c->driver, 0) != SIZE_MAX;
}

static ClaimRead *keep(const Named *n, const DeviceClass *c, AttributeName name, const Node *at)
{
    ClaimRead read = {.device_class = c,
                      .driver = name.driver,
                      .domain = name.domain,
                      .name = name.name,
                      .kind = name.kind,
                      .fault = attribute_fault(n->facts, name),
                      .everywhere = true,
                      .meant = attribute_meant(n->facts, name),
                      .at = at};
    ClaimRead *kept = vec_push(n->dra->arena, &n->out->list);
    *kept = read;
    return kept;
}

/* ---- constraints ---- */

/* The first request whose devices lack what the constraint compares. */
static void match(const Named *n, const Question *q, const Constraint *c)
{
    for (size_t i = 0; i < q->wanted.len; i++) {
        const Wanted *w = &q->wanted.items[i];
        for (uint32_t k = 0; k < w->count; k++) {
            const DeviceClass *of = w->asks[k].request->device_class;
            if (!(c->covers[i] & 1u << k) || !described(n->facts, of))
                continue;
            AttributeName name = {of->driver, ATTRIBUTE, c->domain, c->name};
            if (attribute_row(n->facts, name) == SIZE_MAX) {
                (void)keep(n, of, name, c->attribute);
                return;
            }
        }
    }
}

const ClaimReads *dra_matches(Dra *d, const Claim *c)
{
    const Question *q = dra_question(d, c);
    Named n = {d, fleet_facts(d->fleet), arena_new(d->arena, ClaimReads)};
    n.out->open = !q || q->unsure;
    for (size_t i = 0; q && i < q->constraints.len; i++)
        if (!q->constraints.items[i].vague)
            match(&n, q, &q->constraints.items[i]);
    return n.out;
}

/* ---- capacities ---- */

/* Compared letter by letter: what the driver publishes without a domain has none here. */
static void ask(const Named *n, const DeviceClass *c, const Member *m)
{
    AttributeName name = {c->driver, CAPACITY, c->driver, m->key->name};
    Str domain, rest;
    if (m->key->placeholder || attribute_row(n->facts, name) != SIZE_MAX)
        return;
    ClaimRead *read = keep(n, c, name, &m->value);
    if (str_cut(name.name, '/', &domain, &rest)) {
        name.name = rest;
        read->meant = attribute_meant(n->facts, name);
    }
}

const ClaimReads *dra_capacities(Dra *d, const Claim *c)
{
    Named n = {d, fleet_facts(d->fleet), arena_new(d->arena, ClaimReads)};
    n.out->open = c->requests_open;
    for (size_t i = 0; i < c->requests.len; i++) {
        const ClaimRequest *r = c->requests.items[i];
        const Node *asked = node_path(r->body, STR("capacity.requests"));
        bool known = asked && asked->kind == NODE_MAP && described(n.facts, r->device_class);
        for (uint32_t k = 0; known && k < asked->len; k++)
            ask(&n, r->device_class, &asked->as.members[k]);
    }
    return n.out;
}
