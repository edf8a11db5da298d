#include "dra/device.h"

#include "base/map.h"
#include "base/quantity.h"
#include "cel/opaque.h"
#include "kube/kind.h"
#include "kube/names.h"

typedef struct Builder {
    Arena *arena;
    const Facts *facts;
    DeviceModel *model;
    Map devices;     /* by a text of all that they have */
    Map inventories; /* the same */
} Builder;

/* ---- values ---- */

/* One domain's names and values, as they are collected. */
typedef struct Names {
    VEC(CelValue) pairs;
} Names;

static void add(Arena *a, Names *n, Str name, CelValue value)
{
    *vec_push(a, &n->pairs) = cel_str(name);
    *vec_push(a, &n->pairs) = value;
}

static void add_text(Arena *a, Names *n, Str name, Str value)
{
    if (value.len)
        add(a, n, name, cel_str(value));
}

static void add_version(Arena *a, Names *n, Str name, Str text)
{
    Semver *v = arena_new(a, Semver);
    const char *why;
    if (semver_parse(text, v, &why))
        add(a, n, name, cel_opaque(OPAQUE_SEMVER, v));
}

static void add_quantity(Arena *a, Names *n, Str name, Str text)
{
    Quantity *q = arena_new(a, Quantity);
    const char *why;
    if (quantity_parse(text, q, &why))
        add(a, n, name, (CelValue){.kind = CEL_QUANTITY, .as.quantity = q});
}

static CelValue names_map(const Names *n, bool open)
{
    return (CelValue){.kind = CEL_MAP,
                      .flags = open ? CEL_OPEN : 0,
                      .len = (uint32_t)n->pairs.len / 2,
                      .as.pairs = n->pairs.items};
}

/* Domains beside its own in which the driver publishes attributes: none of their values is known
 * before a node runs. */
static void add_foreign(Builder *b, Str driver, Names *domains)
{
    static const Names NONE = {0};
    const FactTable *t = facts_table(b->facts, STR("dra-attributes"));
    for (size_t i = 0, row; (row = facts_find(t, driver, i)) != SIZE_MAX; i++) {
        Str domain, rest;
        bool known = !str_cut(cell_text(t, row, "name"), '/', &domain, &rest);
        for (size_t k = 0; !known && k < domains->pairs.len; k += 2)
            known = str_eq(cel_str_of(domains->pairs.items[k]), domain);
        if (!known)
            add(b->arena, domains, domain, names_map(&NONE, true));
    }
}

static CelValue domain_map(Builder *b, Str driver, const Names *n, bool open)
{
    Names domains = {0};
    if (open || n->pairs.len)
        add(b->arena, &domains, driver, names_map(n, open));
    if (open)
        add_foreign(b, driver, &domains);
    return cel_default_map(domains.pairs.items, (uint32_t)domains.pairs.len / 2);
}

/* What one kind of device has: values under the driver's own domain. */
typedef struct Draft {
    Str driver, kind, name;
    bool outside;
    Names attributes, capacity, sold;
} Draft;

static CelDevice device_value(Builder *b, const Draft *d, const Names *capacity, bool open)
{
    return (CelDevice){.driver = d->driver,
                       .many = TRI_UNKNOWN,
                       .attributes = domain_map(b, d->driver, &d->attributes, open),
                       .capacity = domain_map(b, d->driver, capacity, open)};
}

/* A value of the row's type, for looks at types alone. */
static void add_typed(Builder *b, const FactTable *t, size_t row, Names *out)
{
    Str type = cell_text(t, row, "type"), name = cell_text(t, row, "name"), domain, rest;
    if (str_cut(name, '/', &domain, &rest))
        name = str_eq(domain, facts_cell(t, row, 0)) ? rest : STR("");
    if (!name.len)
        return;
    if (str_eq(type, STR("string")))
        add_text(b->arena, out, name, STR("text"));
    else if (str_eq(type, STR("int")))
        add(b->arena, out, name, cel_int(0));
    else if (str_eq(type, STR("bool")))
        add(b->arena, out, name, cel_bool(true));
    else if (str_eq(type, STR("version")))
        add_version(b->arena, out, name, STR("1.0.0"));
    else
        add_quantity(b->arena, out, name, STR("1"));
}

static void copy_names(Arena *a, const Names *from, Names *to)
{
    for (size_t i = 0; i < from->pairs.len; i++)
        *vec_push(a, &to->pairs) = from->pairs.items[i];
}

/* The device with something in the place of each value that is not known. */
static CelDevice typed_value(Builder *b, const Draft *d)
{
    const FactTable *t = facts_table(b->facts, STR("dra-attributes"));
    Draft typed = {.driver = d->driver};
    copy_names(b->arena, &d->attributes, &typed.attributes);
    copy_names(b->arena, &d->capacity, &typed.capacity);
    for (size_t i = 0, row; (row = facts_find(t, d->driver, i)) != SIZE_MAX; i++) {
        bool capacity = str_eq(cell_text(t, row, "kind"), STR("capacity"));
        if (str_eq(cell_text(t, row, "on"), d->kind) &&
            !str_eq(cell_text(t, row, "known_before_launch"), STR("yes")))
            add_typed(b, t, row, capacity ? &typed.capacity : &typed.attributes);
    }
    return device_value(b, &typed, &typed.capacity, false);
}

/* One byte, as "more than none" wants, and less than any card has. */
static void add_bare(Builder *b, const Draft *d, DraDevice *to)
{
    static const Str AMOUNTS[] = {STR_INIT("1"), STR_INIT("1Mi")};
    for (size_t i = 0; i < sizeof AMOUNTS / sizeof *AMOUNTS; i++) {
        Names n = {0};
        add_quantity(b->arena, &n, STR("memory"), AMOUNTS[i]);
        to->bare[i] = device_value(b, d, &n, false);
    }
}

static bool has_name(const Names *n, Str name)
{
    for (size_t i = 0; i < n->pairs.len; i += 2)
        if (str_eq(cel_str_of(n->pairs.items[i]), name))
            return true;
    return false;
}

/* Of one attribute that is not known: with several, each would go with each. */
static void add_guesses(Builder *b, const Draft *d, DraDevice *to)
{
    const FactTable *t = facts_table(b->facts, STR("dra-values"));
    Str name = STR("");
    for (size_t i = 0, row; (row = facts_find(t, d->driver, i)) != SIZE_MAX; i++) {
        Str one = cell_text(t, row, "name");
        if (has_name(&d->attributes, one) || (name.len && !str_eq(one, name)))
            continue;
        name = one;
        Draft guess = {.driver = d->driver};
        copy_names(b->arena, &d->attributes, &guess.attributes);
        add_text(b->arena, &guess.attributes, name, cell_text(t, row, "value"));
        *vec_push(b->arena, &to->guesses) = device_value(b, &guess, &d->capacity, true);
    }
}

static void write_names(Buf *out, const Names *n)
{
    for (size_t i = 0; i < n->pairs.len; i++) {
        cel_print_literal(out, n->pairs.items[i]);
        buf_char(out, ' ');
    }
}

/* The device like the draft: made when there is none yet. */
static const DraDevice *device_of(Builder *b, const Draft *d)
{
    Buf key;
    buf_init(&key, b->arena, SIZE_MAX);
    buf_printf(&key, "%.*s %.*s %d ", STR_ARG(d->driver), STR_ARG(d->name), d->outside);
    write_names(&key, &d->attributes);
    write_names(&key, &d->capacity);
    DraDevice **slot = (DraDevice **)map_at(&b->devices, buf_str(&key));
    if (*slot)
        return *slot;
    DraDevice *made = *slot = arena_new(b->arena, DraDevice);
    made->index = (uint32_t)b->model->devices.len;
    made->driver = d->driver;
    made->kind = d->kind;
    made->name = d->name;
    made->outside = d->outside;
    made->closed = device_value(b, d, &d->capacity, d->outside);
    made->open = device_value(b, d, &d->capacity, true);
    made->typed = typed_value(b, d);
    if (d->outside)
        add_guesses(b, d, made);
    if (d->sold.pairs.len) {
        made->sold = device_value(b, d, &d->sold, d->outside);
        add_bare(b, d, made);
    }
    *vec_push(b->arena, &b->model->devices) = made;
    return made;
}

/* ---- what a type has ---- */

static void add_group(Arena *a, Inventory *v, const DraDevice *device, Str root)
{
    for (size_t i = 0; i < v->groups.len; i++) {
        DraGroup *g = &v->groups.items[i];
        if (g->device == device && str_eq(g->root, root)) {
            g->count++;
            return;
        }
    }
    *vec_push(a, &v->groups) = (DraGroup){device, root, 1};
}

static void add_groups(Arena *a, Inventory *v, const DraDevice *device, int64_t count)
{
    if (count > 0)
        *vec_push(a, &v->groups) = (DraGroup){device, STR(""), (uint32_t)count};
}

/* Joins the type to others that have the same. */
static void keep(Builder *b, const Inventory *v, Str type)
{
    Buf key;
    buf_init(&key, b->arena, SIZE_MAX);
    for (size_t i = 0; i < v->groups.len; i++) {
        const DraGroup *g = &v->groups.items[i];
        buf_printf(&key, "%u %.*s %u,", g->device->index, STR_ARG(g->root), g->count);
    }
    Inventory **slot = (Inventory **)map_at(&b->inventories, buf_str(&key));
    if (!*slot) {
        *slot = arena_new(b->arena, Inventory);
        **slot = *v;
        (*slot)->name = type;
        *vec_push(b->arena, &b->model->inventories) = *slot;
    }
    const InstanceType *known = facts_type_find(b->facts, type);
    if (known)
        *vec_push(b->arena, &(*slot)->types) = known->index;
    else
        *vec_push(b->arena, &(*slot)->beyond) = type;
}

/* "a,b,c": its item, and what follows. */
static Str next_item(Str *list)
{
    Str item = STR("");
    (void)str_next(list, ',', &item);
    return item;
}

static void add_sold(Builder *b, Draft *d)
{
    Str gib = facts_get(facts_table(b->facts, STR("gpu-products")), d->name, "gib");
    if (gib.len)
        add_quantity(b->arena, &d->sold, STR("memory"),
                     arena_printf(b->arena, "%.*sGi", STR_ARG(gib)));
}

static const DraDevice *modelled_gpu(Builder *b, const FactTable *t, size_t row)
{
    Draft d = {.driver = facts_name(b->facts, NAME_GPU_DRIVER),
               .kind = STR("gpu"),
               .name = cell_text(t, row, "productName")};
    Arena *a = b->arena;
    add_text(a, &d.attributes, STR("type"), STR("gpu"));
    add_text(a, &d.attributes, STR("productName"), d.name);
    add_text(a, &d.attributes, STR("brand"), cell_text(t, row, "brand"));
    add_text(a, &d.attributes, STR("architecture"), cell_text(t, row, "architecture"));
    add_version(a, &d.attributes, STR("cudaComputeCapability"),
                cell_text(t, row, "cudaComputeCapability"));
    add_quantity(a, &d.capacity, STR("memory"), cell_text(t, row, "memory"));
    add_sold(b, &d);
    return device_of(b, &d);
}

static Draft efa_draft(const Builder *b)
{
    Arena *a = b->arena;
    Draft d = {
        .driver = facts_name(b->facts, NAME_EFA_DRIVER), .kind = STR("efa"), .name = STR("EFA")};
    add_text(a, &d.attributes, STR("pciDevice"), STR("Elastic Fabric Adapter (EFA)"));
    add_text(a, &d.attributes, STR("pciVendor"), STR("Amazon.com, Inc."));
    return d;
}

static const DraDevice *modelled_efa(Builder *b, const FactTable *t, size_t row, Str numa)
{
    int64_t node;
    Draft d = efa_draft(b);
    add_text(b->arena, &d.attributes, STR("pciSubsystem"), cell_text(t, row, "efa_pciSubsystem"));
    add(b->arena, &d.attributes, STR("rdma"),
        cel_bool(str_eq(cell_text(t, row, "efa_rdma"), STR("true"))));
    if (str_int(numa, &node)) /* else "absent" */
        add(b->arena, &d.attributes, STR("numaNode"), cel_int(node));
    return device_of(b, &d);
}

static void add_modelled(Builder *b)
{
    const FactTable *t = facts_table(b->facts, STR("karpenter-dra-devices"));
    for (size_t row = 0; row < t->rows; row++) {
        Inventory v = {0};
        Str roots = cell_text(t, row, "gpu_pcie_roots"), root;
        const DraDevice *gpu = modelled_gpu(b, t, row);
        while (str_next(&roots, ',', &root))
            add_group(b->arena, &v, gpu, root);
        Str numas = cell_text(t, row, "efa_numaNodes"), last = STR("-");
        const DraDevice *efa = NULL;
        roots = cell_text(t, row, "efa_pcie_roots");
        while (str_next(&roots, ',', &root)) {
            Str numa = next_item(&numas);
            if (!efa || !str_eq(numa, last)) /* neighbours mostly are alike */
                efa = modelled_efa(b, t, row, numa);
            last = numa;
            add_group(b->arena, &v, efa, root);
        }
        keep(b, &v, facts_cell(t, row, 0));
    }
}

/* ---- types that Karpenter does not model ---- */

static bool is_modelled(const Builder *b, Str type)
{
    const FactTable *t = facts_table(b->facts, STR("karpenter-dra-devices"));
    return facts_find(t, type, 0) != SIZE_MAX;
}

static Str product_of(const Builder *b, Str accelerator)
{
    const FactTable *t = facts_table(b->facts, STR("gpu-products"));
    for (size_t row = 0; row < t->rows; row++)
        if (str_eq(cell_text(t, row, "accelerator"), accelerator))
            return facts_cell(t, row, 0);
    return STR("");
}

static const DraDevice *outside_gpu(Builder *b, const FactTable *t, size_t row)
{
    Draft d = {
        .driver = facts_name(b->facts, NAME_GPU_DRIVER), .kind = STR("gpu"), .outside = true};
    Arena *a = b->arena;
    Str capability = cell_text(t, row, "compute_capability");
    d.name = product_of(b, cell_text(t, row, "accelerator"));
    add_text(a, &d.attributes, STR("type"), STR("gpu"));
    add_text(a, &d.attributes, STR("productName"), d.name);
    add_text(a, &d.attributes, STR("architecture"), cell_text(t, row, "architecture"));
    add_version(a, &d.attributes, STR("cudaComputeCapability"),
                arena_printf(a, "%.*s.0", STR_ARG(capability)));
    return device_of(b, &d);
}

static const DraDevice *outside_plain(Builder *b, FactName by, Str kind, Str name)
{
    Str driver = facts_name(b->facts, by);
    Draft d = {.driver = driver, .kind = kind, .name = name, .outside = true};
    if (by == NAME_EFA_DRIVER) {
        d = efa_draft(b);
        d.outside = true;
    } else if (by == NAME_GPU_DRIVER) {
        add_text(b->arena, &d.attributes, STR("type"), kind);
    }
    return device_of(b, &d);
}

/* Interfaces that nobody counted: as many as the largest type has. */
static int64_t efa_most(const FactTable *t, size_t row)
{
    int64_t count;
    return str_int(cell_text(t, row, "efa_max"), &count) ? count : 32;
}

static void add_outside(Builder *b)
{
    const FactTable *t = facts_table(b->facts, STR("accelerators"));
    const DraDevice *efa = outside_plain(b, NAME_EFA_DRIVER, STR("efa"), STR("EFA"));
    const DraDevice *neuron =
        outside_plain(b, NAME_NEURON_DRIVER, STR("neuron"), STR("Neuron device"));
    for (size_t row = 0; row < t->rows; row++) {
        Inventory v = {0};
        Str vendor = cell_text(t, row, "vendor");
        int64_t count = 0;
        if (is_modelled(b, facts_cell(t, row, 0)) || !str_int(cell_text(t, row, "count"), &count))
            continue;
        if (str_eq(vendor, STR("nvidia")))
            add_groups(b->arena, &v, outside_gpu(b, t, row), count);
        else if (str_eq(vendor, STR("neuron")))
            add_groups(b->arena, &v, neuron, count);
        add_groups(b->arena, &v, efa, efa_most(t, row));
        if (v.groups.len)
            keep(b, &v, facts_cell(t, row, 0));
    }
}

/* Types without an accelerator that have interfaces. */
static void add_networked(Builder *b)
{
    const FactTable *t = facts_table(b->facts, STR("accelerators"));
    const DraDevice *efa = outside_plain(b, NAME_EFA_DRIVER, STR("efa"), STR("EFA"));
    for (size_t i = 0; i < facts_type_count(b->facts); i++) {
        const InstanceType *type = facts_type(b->facts, i);
        Str name = type_name(b->facts, type);
        int64_t count = type_capacity(b->facts, type, facts_name(b->facts, NAME_EFA)) / 1000;
        if (!count || is_modelled(b, name) || facts_find(t, name, 0) != SIZE_MAX)
            continue;
        Inventory v = {0};
        add_groups(b->arena, &v, efa, count);
        keep(b, &v, name);
    }
}

const DeviceModel *device_model(Arena *a, const Facts *f)
{
    DeviceModel *m = arena_new(a, DeviceModel);
    Builder b = {.arena = a, .facts = f, .model = m};
    m->facts = f;
    map_init(&b.devices, a);
    map_init(&b.inventories, a);
    add_modelled(&b);
    add_outside(&b);
    add_networked(&b);
    static const Str UNLISTED[] = {STR_INIT("mig"), STR_INIT("vfio")};
    for (size_t i = 0; i < sizeof UNLISTED / sizeof *UNLISTED; i++)
        *vec_push(a, &m->unlisted) = outside_plain(&b, NAME_GPU_DRIVER, UNLISTED[i], UNLISTED[i]);
    return m;
}

bool device_driver_known(const DeviceModel *m, Str driver)
{
    for (size_t i = 0; i < m->devices.len; i++)
        if (str_eq(m->devices.items[i]->driver, driver))
            return true;
    return false;
}
