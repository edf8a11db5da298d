#include "kube/policy.h"

#include "kube/kind.h"
#include "kube/labels.h"

/* ---- quotas ---- */

static QuotaKey *key_new(Arena *a, const Quota *q, const Member *m)
{
    static const Str FORMS[] = {STR_INIT("requests."), STR_INIT("limits.")};
    QuotaKey *k = arena_new(a, QuotaKey);
    *k = (QuotaKey){.quota = q,
                    .key = m->key->name,
                    .resource = m->key->name,
                    .node = &m->value,
                    .text = node_scalar(&m->value)};
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        if (str_starts(k->key, FORMS[i])) {
            k->form = str_slice(FORMS[i], 0, FORMS[i].len - 1);
            k->resource = str_skip(k->key, FORMS[i].len);
        }
    }
    if (str_starts(k->key, STR("count/")))
        k->resource = STR("");
    k->unknown = demand_amount(&m->value, &k->quantity) != TRI_YES;
    return k;
}

Quota *quota_new(Arena *a, const Object *o)
{
    Quota *q = arena_new(a, Quota);
    const Node *hard = object_field(o, STR("spec.hard"));
    q->object = o;
    q->scoped = object_field(o, STR("spec.scopes")) || object_field(o, STR("spec.scopeSelector"));
    q->hard_open = node_open(hard, NODE_MAP);
    for (uint32_t i = 0; hard && hard->kind == NODE_MAP && i < hard->len; i++)
        if (!hard->as.members[i].key->placeholder)
            *vec_push(a, &q->hard) = key_new(a, q, &hard->as.members[i]);
    return q;
}

static Quantity limit_of(const Container *c, Str resource, bool *unknown)
{
    Quantity limit = quantity_of(0);
    for (size_t i = 0; i < c->demands.len; i++)
        if (str_eq(c->demands.items[i]->resource, resource))
            *unknown |= demand_amount(c->demands.items[i]->limit, &limit) == TRI_UNKNOWN;
    return limit;
}

/* What runs at one time, at the most: an init container beside the sidecars that started before
 * it, then all sidecars beside the others. */
static Quantity limits_of(const Pod *p, Str resource, bool *unknown)
{
    Quantity peak = quantity_of(0), sidecars = quantity_of(0), running = quantity_of(0);
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        Quantity one = limit_of(c, resource, unknown);
        if (c->kind == CONTAINER_SIDECAR)
            sidecars = quantity_add(&sidecars, &one);
        else if (c->kind == CONTAINER_MAIN)
            running = quantity_add(&running, &one);
        Quantity now = quantity_add(&sidecars, &one);
        if (c->kind == CONTAINER_INIT && quantity_cmp(&now, &peak) > 0)
            peak = now;
    }
    running = quantity_add(&running, &sidecars);
    return quantity_cmp(&running, &peak) > 0 ? running : peak;
}

bool quota_demand(const QuotaKey *k, const Pod *p, Quantity *out, bool *unknown)
{
    *unknown = k->quota->scoped || p->requests_open;
    *out = quantity_of(0);
    if (!k->resource.len || (resource_extended(k->resource) && !str_eq(k->form, STR("requests"))))
        return false;
    if (str_eq(k->form, STR("limits"))) {
        *out = limits_of(p, k->resource, unknown);
        return true;
    }
    const Request *r = pod_request(p, k->resource);
    *unknown |= r && r->unknown;
    if (r)
        *out = r->amount;
    return true;
}

static bool sets(const Container *c, const QuotaKey *k)
{
    bool limit = str_eq(k->form, STR("limits"));
    for (size_t i = 0; i < c->demands.len; i++) {
        const Demand *d = c->demands.items[i];
        if (str_eq(d->resource, k->resource))
            return limit ? d->limit && d->limit->kind != NODE_NULL : demand_effective(d) != NULL;
    }
    return false;
}

const Container *quota_unset(const QuotaKey *k, const Pod *p, bool *unknown)
{
    static const Str DEMANDED[] = {STR_INIT("cpu"), STR_INIT("memory")};
    bool demanded = false;
    for (size_t i = 0; i < sizeof DEMANDED / sizeof *DEMANDED; i++)
        demanded |= str_eq(k->resource, DEMANDED[i]);
    *unknown = demanded && (p->partial || p->containers.open || k->quota->scoped);
    for (size_t i = 0; demanded && i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        *unknown |= c->open;
        if (c->kind != CONTAINER_EPHEMERAL && !c->open && !sets(c, k))
            return c;
    }
    return NULL;
}

/* ---- disruption budgets ---- */

Pdb *pdb_new(Arena *a, const Object *o)
{
    Pdb *b = arena_new(a, Pdb);
    const Node *most = object_field(o, STR("spec.maxUnavailable"));
    b->object = o;
    b->selector = object_field(o, STR("spec.selector"));
    b->hidden = !b->selector && node_hides(o->root, STR("spec.selector"));
    b->bound = most ? most : object_field(o, STR("spec.minAvailable"));
    b->at_most = most != NULL;
    b->blocks = TRI_UNKNOWN;
    return b;
}

Tri pdb_matches(const Pdb *b, const Pod *p)
{
    const Node *labels = p->metadata ? node_field(p->metadata, STR("labels")) : NULL;
    if (b->hidden)
        return TRI_UNKNOWN;
    return labels_match(b->selector, labels, pod_meta_open(p, STR("labels")));
}

static int64_t replicas_of(const Pdb *b)
{
    int64_t sum = 0;
    for (size_t i = 0; i < b->pods.len; i++) {
        int64_t n = b->pods.items[i]->replicas;
        if (n < 0 || sum > INT64_MAX - n || b->pods.items[i]->owner->scaled)
            return -1;
        sum += n;
    }
    return b->pods_open || !b->pods.len ? -1 : sum;
}

/* A number of pods, or a share of them in percent. */
static bool bound_of(const Node *n, int64_t *value, bool *percent)
{
    Str text = node_scalar(n);
    *percent = str_ends(text, STR("%"));
    return str_int(*percent ? str_slice(text, 0, text.len - 1) : text, value);
}

/* How many pods a share of them is, rounded up as the disruption controller does. */
static int64_t share_of(int64_t percent, int64_t pods)
{
    if (percent > 100 || pods > INT64_MAX / 100 - 1)
        return INT64_MAX;
    return (percent * pods + 99) / 100;
}

static Tri least_blocks(int64_t value, bool percent, int64_t replicas)
{
    if (value == 0)
        return TRI_NO;
    if (percent && value >= 100)
        return TRI_YES;
    /* Of no pods at all there is nothing to tell: somebody else scales them. */
    if (replicas <= 0)
        return TRI_UNKNOWN;
    return tri_of((percent ? share_of(value, replicas) : value) >= replicas);
}

void pdb_settle(Pdb *b)
{
    int64_t value;
    bool percent;
    b->replicas = replicas_of(b);
    b->blocks = TRI_UNKNOWN;
    if (!b->bound)
        b->blocks = TRI_NO;
    else if (!node_unknown(b->bound) && bound_of(b->bound, &value, &percent))
        b->blocks = b->at_most ? tri_of(value == 0) : least_blocks(value, percent, b->replicas);
}

/* ---- priority classes ---- */

PriorityClass *priority_class_new(Arena *a, const Object *o)
{
    PriorityClass *c = arena_new(a, PriorityClass);
    const Node *value = object_field(o, STR("value")),
               *policy = object_field(o, STR("preemptionPolicy"));
    const Node *is_default = object_field(o, STR("globalDefault"));
    *c = (PriorityClass){.object = o, .name = o->name};
    bool hidden = policy ? node_unknown(policy) : node_hides(o->root, STR("preemptionPolicy"));
    /* A priority means nothing to others without the policy. */
    c->unknown = hidden || !value || value->kind != NODE_INT || node_unknown(value);
    c->value = c->unknown ? 0 : value->as.integer;
    c->preempts = !policy || !str_eq(node_str(policy), STR("Never"));
    c->is_default = is_default && is_default->kind == NODE_BOOL && is_default->as.boolean;
    c->maybe_default = is_default ? is_default->kind != NODE_BOOL || node_unknown(is_default)
                                  : node_hides(o->root, STR("globalDefault"));
    return c;
}

size_t priority_classes_builtin(Arena *a, const Facts *f, PriorityClass ***out)
{
    const FactTable *t = facts_table(f, STR("priority-classes"));
    *out = arena_array(a, PriorityClass *, t->rows);
    for (size_t row = 0; row < t->rows; row++) {
        PriorityClass *c = (*out)[row] = arena_new(a, PriorityClass);
        *c = (PriorityClass){.name = cell_text(t, row, "name"), .preempts = true};
        (void)str_int(cell_text(t, row, "value"), &c->value);
    }
    return t->rows;
}
