#include "kube/claim.h"

#include "kube/kind.h"

/* ---- classes ---- */

static void take_row(DeviceClass *c, const FactTable *t, size_t row)
{
    c->device = cell_text(t, row, "device");
    c->resource = cell_text(t, row, "resource");
    c->hands = str_eq(cell_text(t, row, "hands"), STR("yes"));
    c->known = true;
}

DeviceClass *device_class_known(Arena *a, const Facts *f, Str name)
{
    const FactTable *t = facts_table(f, STR("device-classes"));
    size_t row = facts_find(t, name, 0);
    if (row == SIZE_MAX)
        return NULL;
    DeviceClass *c = arena_new(a, DeviceClass);
    c->name = name;
    c->driver = cell_text(t, row, "driver");
    take_row(c, t, row);
    return c;
}

/* The driver that an expression compares with: device.driver == "gpu.nvidia.com". */
static Str driver_in(Str expression)
{
    Str rest = str_skip(expression, str_find(expression, STR("device.driver")));
    rest = str_skip(rest, str_find(rest, STR("==")));
    size_t open = 0;
    while (open < rest.len && rest.ptr[open] != '"' && rest.ptr[open] != '\'')
        open++;
    Str inside = str_skip(rest, open + 1);
    return open < rest.len ? str_slice(inside, 0, str_find_char(inside, rest.ptr[open])) : STR("");
}

static void by_selectors(const Facts *f, DeviceClass *c)
{
    const FactTable *t = facts_table(f, STR("device-drivers"));
    const Node *selectors = object_field(c->object, STR("spec.selectors"));
    bool other = false;
    size_t row = SIZE_MAX;
    for (uint32_t i = 0; selectors && selectors->kind == NODE_LIST && i < selectors->len; i++) {
        Str text = node_str(node_path(&selectors->as.items[i], STR("cel.expression")));
        if (!c->driver.len)
            c->driver = driver_in(text);
        row = c->driver.len ? facts_find(t, c->driver, 0) : SIZE_MAX;
        Str word = row == SIZE_MAX ? STR("") : cell_text(t, row, "unless");
        other |= word.len && str_contains(text, word);
    }
    if (row != SIZE_MAX && !other)
        take_row(c, t, row);
}

DeviceClass *device_class_new(Arena *a, const Facts *f, const Object *o)
{
    const Node *resource = object_field(o, STR("spec.extendedResourceName"));
    DeviceClass *c = device_class_known(a, f, o->name);
    if (!c)
        c = arena_new(a, DeviceClass);
    c->object = o;
    c->name = o->name;
    if (!c->known)
        by_selectors(f, c);
    c->serves = node_str(resource);
    c->serves_hidden =
        resource ? node_unknown(resource) : node_hides(o->root, STR("spec.extendedResourceName"));
    if (resource && !node_unknown(resource) && !c->known) {
        c->resource = node_str(resource);
        c->known = c->hands = true;
    }
    return c;
}

/* ---- requests ---- */

static int64_t count_of(const Node *body)
{
    const Node *mode = node_field(body, STR("allocationMode")),
               *count = node_field(body, STR("count"));
    bool exact = !mode || str_eq(node_str(mode), STR("ExactCount"));
    if (!exact || node_unknown(mode) || node_unknown(count))
        return -1;
    return count && count->kind == NODE_INT ? count->as.integer : count ? -1 : 1;
}

static void add_request(Arena *a, Claim *c, const Node *item, const Node *body)
{
    ClaimRequest *r = arena_new(a, ClaimRequest);
    const Node *admin = node_field(body, STR("adminAccess")), *name = node_field(item, STR("name"));
    c->requests_open |= node_unknown(name); /* it may answer to any */
    *r = (ClaimRequest){
        .claim = c, .name = node_str(node_field(item, STR("name"))), .node = item, .body = body};
    r->class_node = node_field(body, STR("deviceClassName"));
    r->class_name = node_str(r->class_node);
    r->admin = node_open(admin, NODE_BOOL) || (!admin && node_hides(body, STR("adminAccess")))
                   ? TRI_UNKNOWN
                   : tri_of(admin && admin->as.boolean);
    r->count = count_of(body);
    r->all = str_eq(node_str(node_field(body, STR("allocationMode"))), STR("All"));
    *vec_push(a, &c->requests) = r;
}

static void read_request(Arena *a, Claim *c, const Node *item)
{
    const Node *exactly = node_field(item, STR("exactly")),
               *first = node_field(item, STR("firstAvailable"));
    if (node_open(item, NODE_MAP) || node_open(first, NODE_LIST)) {
        c->requests_open = true;
    } else if (first && first->kind == NODE_LIST && (first->len || node_unknown(first))) {
        for (uint32_t i = 0; i < first->len; i++) {
            add_request(a, c, item, &first->as.items[i]);
            ClaimRequest *made = c->requests.items[c->requests.len - 1];
            made->alternative = true;
            made->sub = node_str(node_field(made->body, STR("name")));
        }
    } else {
        add_request(a, c, item, exactly ? exactly : item);
    }
}

Claim *claim_new(Arena *a, const Object *o, bool is_template)
{
    Claim *c = arena_new(a, Claim);
    c->object = o;
    c->name = o->name;
    c->is_template = is_template;
    c->devices_node =
        object_field(o, c->is_template ? STR("spec.spec.devices") : STR("spec.devices"));
    const Node *requests = c->devices_node ? node_field(c->devices_node, STR("requests")) : NULL;
    c->requests_open = node_hides(o->root, is_template ? STR("spec.spec.devices.requests")
                                                       : STR("spec.devices.requests"));
    if (node_open(requests, NODE_LIST))
        c->requests_open = true;
    for (uint32_t i = 0; requests && requests->kind == NODE_LIST && i < requests->len; i++)
        read_request(a, c, &requests->as.items[i]);
    return c;
}

/* Alternatives count when each of them hands out the same thing. */
static bool alike(const Claim *c, const ClaimRequest *r)
{
    for (size_t i = 0; i < c->requests.len; i++) {
        const DeviceClass *other = c->requests.items[i]->device_class;
        if (c->requests.items[i]->node != r->node)
            continue;
        if (!other || !other->known || !str_eq(other->resource, r->device_class->resource))
            return false;
    }
    return true;
}

void claim_list_devices(Arena *a, Claim *c)
{
    c->devices_open = c->requests_open;
    for (size_t i = 0; i < c->requests.len; i++) {
        const ClaimRequest *r = c->requests.items[i];
        if (!r->device_class || !r->device_class->known || (r->alternative && !alike(c, r))) {
            c->devices_open = true;
            continue;
        }
        bool repeated = r->alternative && i && c->requests.items[i - 1]->node == r->node;
        if (!repeated)
            *vec_push(a, &c->devices) = (ClaimDevice){r, r->device_class};
    }
}

Tri claim_has_request(const Claim *c, Str name)
{
    Str head = name, sub = STR("");
    (void)str_cut(name, '/', &head, &sub);
    for (size_t i = 0; i < c->requests.len; i++) {
        const ClaimRequest *r = c->requests.items[i];
        if (str_eq(r->name, head) && (!sub.len || str_eq(r->sub, sub)))
            return TRI_YES;
    }
    return c->requests_open ? TRI_UNKNOWN : TRI_NO;
}

/* ---- pods ---- */

static ClaimForm form_of(const Node *by_name, const Node *by_template, bool open)
{
    if (by_name && by_template)
        return CLAIM_BOTH;
    if (by_name || by_template)
        return by_name ? CLAIM_BY_NAME : CLAIM_BY_TEMPLATE;
    return open ? CLAIM_UNKNOWN : CLAIM_NEITHER;
}

static void add_claim(Arena *a, const Pod *p, const Node *entry, PodClaims *out)
{
    PodClaim *c = arena_new(a, PodClaim);
    const Node *source = node_field(entry, STR("source")), *holder = source ? source : entry;
    const Node *by_name = node_field(holder, STR("resourceClaimName"));
    const Node *by_template = node_field(holder, STR("resourceClaimTemplateName"));
    *c = (PodClaim){.pod = p,
                    .node = entry,
                    .name = node_str(node_field(entry, STR("name"))),
                    .exists = TRI_UNKNOWN};
    c->old_shape = source != NULL;
    bool open = entry->kind != NODE_MAP || (entry->flags & NODE_OPEN) || p->partial;
    c->form = form_of(by_name, by_template, open);
    c->reference = by_name ? by_name : by_template;
    *vec_push(a, &out->list) = c;
    void **slot = map_at(&out->by_name, c->name);
    if (!*slot)
        *slot = c;
}

static ClaimUse *add_use(Arena *a, const Container *c, const Node *entry, PodClaims *out)
{
    ClaimUse *u = arena_new(a, ClaimUse);
    const Node *name = node_field(entry, STR("name")), *request = node_field(entry, STR("request"));
    *u = (ClaimUse){
        .container = c, .node = entry, .name = node_str(name), .request = node_str(request)};
    u->unknown = node_unknown(name) || node_unknown(request) || entry->kind != NODE_MAP;
    PodClaim *claim = map_find(&out->by_name, u->name);
    u->pod_claim = claim;
    if (claim)
        *vec_push(a, &claim->uses) = u;
    out->uses_open |= u->unknown;
    *vec_push(a, &out->uses) = u;
    return u;
}

/* One without a name that can be told may be the one that a container uses. */
static void read_claim(Arena *a, const Pod *p, const Node *item, PodClaims *out)
{
    const Node *name = node_field(item, STR("name"));
    bool readable = !node_open(item, NODE_MAP);
    bool named = name && name->kind == NODE_STRING && !node_unknown(name);
    if (!readable || !named)
        out->open = out->uses_open = true;
    if (readable)
        add_claim(a, p, item, out);
}

void pod_claims(Arena *a, const Pod *p, PodClaims *out)
{
    const Node *list = pod_field(p, STR("resourceClaims"));
    out->open = p->partial || node_open(list, NODE_LIST);
    out->uses_open = p->partial || p->containers.open;
    map_init(&out->by_name, a);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++)
        read_claim(a, p, &list->as.items[i], out);
    for (size_t i = 0; i < p->containers.list.len; i++) {
        const Container *c = p->containers.list.items[i];
        const Node *claims = c->resources ? node_field(c->resources, STR("claims")) : NULL;
        out->uses_open |= c->open || (claims && claims->kind != NODE_LIST);
        for (uint32_t k = 0; claims && claims->kind == NODE_LIST && k < claims->len; k++)
            add_use(a, c, &claims->as.items[k], out)->pod = p;
    }
}
