#include "dra/question.h"

#include "base/limits.h"
#include "base/quantity.h"
#include "kube/kind.h"
#include "kube/names.h"

#include <string.h>

/* The minor version from which capacity.requests and distinctAttribute are read. */
enum { CONSUMABLE_CAPACITY = 36 };

/* ---- does a device fit ---- */

static Tri list_fits(const Question *q, const SelectorList *list, const DraDevice *d, Misfit *why)
{
    Tri all = list->open ? TRI_UNKNOWN : TRI_YES;
    for (size_t i = 0; i < list->len; i++) {
        Match m = match_device(q->matcher, list->items[i], d);
        if (m.answer == MATCH_NO || m.answer == MATCH_ERROR) {
            *why = (Misfit){list->items[i], false, why->passed + m.clause, m};
            return TRI_NO;
        }
        if (list->items[i]->program)
            why->passed += cel_program_clauses(list->items[i]->program);
        if (m.answer == MATCH_UNKNOWN)
            all = TRI_UNKNOWN;
    }
    return all;
}

/* capacity.requests: the scheduler leaves out devices that have less; before 1.36 nobody reads it,
 * and how the device is shared decides what it may get. */
static Tri capacity_fits(const Question *q, const Ask *a, const DraDevice *d)
{
    static const CelPath MEMORY = {.steps = {STR_INIT("capacity")}, .count = 3};
    const Node *requests = node_path(a->request->body, STR("capacity.requests"));
    Tri all = TRI_YES;
    for (uint32_t i = 0; requests && requests->kind == NODE_MAP && i < requests->len; i++) {
        const Member *m = &requests->as.members[i];
        CelPath path = MEMORY;
        Quantity asked, there;
        const char *why;
        path.steps[1] = d->driver;
        path.steps[2] = m->key->name;
        Str text = match_value(q->matcher, d, &path);
        bool told = quantity_parse(node_text(&m->value), &asked, &why) &&
                    quantity_parse(text, &there, &why);
        if (told && quantity_cmp(&asked, &there) <= 0)
            continue;
        bool dropped = q->minor && q->minor < CONSUMABLE_CAPACITY;
        if (!dropped)
            all = tri_and(all, told && q->minor ? TRI_NO : TRI_UNKNOWN);
    }
    return all;
}

Tri question_fits(const Question *q, const Ask *a, const DraDevice *d, Misfit *why)
{
    Misfit here = {0};
    Tri fit = list_fits(q, &a->of_class, d, &here);
    here.of_class = fit == TRI_NO;
    if (fit != TRI_NO) {
        Tri own = list_fits(q, &a->own, d, &here);
        fit = tri_and(fit, own);
    }
    if (fit != TRI_NO)
        fit = tri_and(fit, capacity_fits(q, a, d));
    if (why)
        *why = here;
    return fit;
}

/* ---- constraints ---- */

static const Wanted *wanted_named(const Question *q, Str name, uint32_t *index)
{
    for (uint32_t i = 0; i < q->wanted.len; i++) {
        if (str_eq(q->wanted.items[i].request->name, name)) {
            *index = i;
            return &q->wanted.items[i];
        }
    }
    return NULL;
}

static void cover(const Question *q, Constraint *c, Str text)
{
    Str name = text, sub = STR("");
    uint32_t i;
    bool whole = !str_cut(text, '/', &name, &sub);
    const Wanted *w = wanted_named(q, name, &i);
    for (uint32_t k = 0; w && k < w->count; k++)
        if (whole || (sub.len && str_eq(w->asks[k].request->sub, sub)))
            c->covers[i] |= (uint8_t)(1u << k);
}

static void read_covers(const Question *q, Constraint *c)
{
    const Node *names = node_field(c->node, STR("requests"));
    bool some = names && names->kind == NODE_LIST && names->len;
    c->vague |= node_open(names, NODE_LIST);
    if (!some)
        memset(c->covers, 0xFF, sizeof c->covers);
    for (uint32_t i = 0; some && i < names->len; i++) {
        c->vague |= (names->as.items[i].flags & NODE_UNKNOWN) != 0;
        cover(q, c, node_str(&names->as.items[i]));
    }
}

static bool is_root(const Facts *f, const Constraint *c)
{
    Str domain, name;
    return str_cut(facts_name(f, NAME_PCIE_ROOT), '/', &domain, &name) &&
           str_eq(c->domain, domain) && str_eq(c->name, name);
}

static DeviceValue value_of(const Question *q, const Constraint *c, const DraDevice *d)
{
    const Facts *f = q->matcher->model->facts;
    CelPath path = {
        .steps = {STR("attributes"), c->domain, c->name},
          .count = 3
    };
    AttributeName n = {d->driver, ATTRIBUTE, c->domain, c->name};
    Str text = c->root ? STR("") : match_value(q->matcher, d, &path);
    if (text.len)
        return (DeviceValue){.there = true, .text = text};
    const FactTable *t = facts_table(f, STR("dra-attributes"));
    size_t row = attribute_row(f, n);
    bool elsewhere = row == SIZE_MAX && !attribute_domain(f, d->driver, c->domain);
    if (elsewhere || (!d->outside && attribute_decided(f, n, d->kind)))
        return (DeviceValue){0};
    if (row == SIZE_MAX)
        return (DeviceValue){.there = true};
    /* Versions are one for all of a node, roots are not. */
    bool alike = str_eq(cell_text(t, row, "known_before_launch"), STR("match-only")) && !c->root;
    return (DeviceValue){.there = true,
                         .own = str_eq(cell_text(t, row, "differs"), STR("yes")),
                         .text = alike ? d->driver : STR("")};
}

/* Once for all inventories. */
static void read_values(const Question *q, Constraint *c)
{
    const DeviceModel *m = q->matcher->model;
    c->root = is_root(m->facts, c);
    c->values = arena_array(q->matcher->arena, DeviceValue, m->devices.len);
    for (size_t i = 0; i < m->devices.len; i++)
        c->values[m->devices.items[i]->index] = value_of(q, c, m->devices.items[i]);
}

/* With both attributes the second is not looked at. Before 1.36 the API server drops
 * distinctAttribute, and takes no constraint that has nothing else. */
static void read_constraint(Question *q, const Node *n)
{
    Constraint c = {.node = n, .attribute = node_field(n, STR("matchAttribute"))};
    const Node *distinct = node_field(n, STR("distinctAttribute"));
    if (distinct && !c.attribute) {
        c.attribute = distinct;
        c.distinct = true;
        c.ignored = !q->minor;
    }
    bool text = c.attribute && c.attribute->kind == NODE_STRING;
    bool dropped = c.distinct && q->minor && q->minor < CONSUMABLE_CAPACITY;
    c.vague = !text || node_unknown(c.attribute) || node_open(n, NODE_MAP) || dropped;
    bool qualified = text && str_cut(node_str(c.attribute), '/', &c.domain, &c.name);
    c.vague |= !qualified || !c.domain.len || !c.name.len;
    read_covers(q, &c);
    read_values(q, &c);
    *vec_push(q->matcher->arena, &q->constraints) = c;
}

static bool read_constraints(Question *q)
{
    const Node *devices = q->claim->devices_node;
    const Node *list = devices ? node_field(devices, STR("constraints")) : NULL;
    q->unsure |= node_open(list, NODE_LIST);
    if (list && list->kind == NODE_LIST && list->len > SOLVE_CONSTRAINTS)
        return false;
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
        read_constraint(q, &list->as.items[i]);
    return true;
}

/* A class that takes none of the devices we know is for others. */
static bool class_known(const Question *q, const Ask *a)
{
    const DeviceModel *m = q->matcher->model;
    for (size_t d = 0; d < m->devices.len; d++) {
        Misfit why = {0};
        if (list_fits(q, &a->of_class, m->devices.items[d], &why) != TRI_NO)
            return true;
    }
    return false;
}

bool question_read(Question *q)
{
    const DeviceModel *m = q->matcher->model;
    for (size_t i = 0; i < q->wanted.len; i++) {
        Wanted *w = &q->wanted.items[i];
        for (uint32_t k = 0; k < w->count; k++) {
            Ask *a = &w->asks[k];
            a->modelled = a->modelled && class_known(q, a);
            a->fits = arena_array(q->matcher->arena, uint8_t, m->devices.len);
            for (size_t d = 0; a->modelled && d < m->devices.len; d++)
                a->fits[d] = (uint8_t)question_fits(q, a, m->devices.items[d], NULL);
            for (size_t u = 0; a->modelled && u < m->unlisted.len; u++)
                a->beyond |= a->fits[m->unlisted.items[u]->index] != TRI_NO;
            q->unsure |= a->request->count < 0 && !a->request->all;
        }
    }
    return q->wanted.len <= SOLVE_REQUESTS && read_constraints(q);
}

/* ---- one inventory ---- */

static void fill_values(const Constraint *c, const Inventory *v, SolveConstraint *out)
{
    Str seen[SOLVE_GROUPS];
    memcpy(out->covers, c->covers, sizeof out->covers);
    out->distinct = c->distinct;
    out->ignored = c->ignored;
    out->vague = c->vague;
    for (size_t g = 0; g < v->groups.len; g++) {
        DeviceValue value = c->values[v->groups.items[g].device->index];
        seen[g] = c->root ? v->groups.items[g].root : value.text;
        out->values[g] = seen[g].len    ? (int32_t)g
                         : !value.there ? VALUE_NONE
                         : value.own    ? VALUE_OWN
                                        : VALUE_UNKNOWN;
        for (size_t k = 0; seen[g].len && k < g; k++)
            if (str_eq(seen[k], seen[g])) {
                out->values[g] = out->values[k];
                break;
            }
    }
}

static SolveAsk solve_ask(const Ask *a, const Inventory *v)
{
    const ClaimRequest *r = a->request;
    SolveAsk out = {.all = r->all, .count = 1, .beyond = a->beyond};
    if (r->count > 0)
        out.count = r->count > SOLVE_DEVICES ? SOLVE_DEVICES + 1 : (uint32_t)r->count;
    out.loose = !a->modelled;
    for (size_t g = 0; g < v->groups.len; g++)
        out.fits[g] = a->fits[v->groups.items[g].device->index];
    return out;
}

SolveProblem question_problem(Arena *a, const Question *q, const Inventory *v)
{
    SolveRequest *requests = arena_array(a, SolveRequest, q->wanted.len + 1);
    SolveConstraint *constraints = arena_array(a, SolveConstraint, q->constraints.len + 1);
    for (size_t i = 0; i < q->wanted.len; i++) {
        requests[i].count = q->wanted.items[i].count;
        for (uint32_t k = 0; k < requests[i].count; k++)
            requests[i].asks[k] = solve_ask(&q->wanted.items[i].asks[k], v);
    }
    for (size_t i = 0; i < q->constraints.len; i++)
        fill_values(&q->constraints.items[i], v, &constraints[i]);
    SolveProblem p = {.requests = requests,
                      .constraints = constraints,
                      .request_count = (uint32_t)q->wanted.len,
                      .constraint_count = (uint32_t)q->constraints.len,
                      .group_count = (uint32_t)v->groups.len,
                      .shared = q->shared};
    for (size_t g = 0; g < v->groups.len; g++)
        p.have[g] = v->groups.items[g].count;
    return p;
}
