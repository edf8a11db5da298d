#include "kube/offer.h"

#include "kube/fit_data.h"
#include "kube/fleet_data.h"
#include "kube/kind.h"
#include "kube/post.h"

/* The row of a device that a plugin can share. */
static size_t row_of(const Fleet *f, const FactTable *t, Str device)
{
    const FactTable *managers = facts_table(f->facts, STR("managers"));
    for (size_t row = 0; row < t->rows; row++) {
        size_t of = facts_find(managers, cell_text(t, row, "manager"), 0);
        if (of != SIZE_MAX && str_eq(cell_text(managers, of, "device"), device))
            return row;
    }
    return SIZE_MAX;
}

static Str find_device(const Fleet *f, Str resource)
{
    const FactTable *t = facts_table(f->facts, STR("plugin-configs"));
    const FactTable *managers = facts_table(f->facts, STR("managers"));
    for (size_t row = 0; row < t->rows; row++) {
        size_t of = facts_find(managers, cell_text(t, row, "manager"), 0);
        Str device = of == SIZE_MAX ? STR("") : cell_text(managers, of, "device");
        Str rest = str_starts(resource, device) ? str_skip(resource, device.len) : STR("-");
        if (device.len && (!rest.len || str_eq(rest, cell_text(t, row, "suffix")) ||
                           str_starts(resource, cell_text(t, row, "slices"))))
            return device;
    }
    return STR("");
}

Str offer_device(const Fleet *f, Str resource)
{
    const Str *known = map_find(f->offered, resource);
    if (known)
        return *known;
    Str *found = arena_new(f->arena, Str);
    *found = find_device(f, resource);
    *map_at(f->offered, arena_printf(f->arena, "%.*s", STR_ARG(resource))) = found;
    return *found;
}

size_t offer_devices(const Fleet *f, Strs *out, Arena *a)
{
    const FactTable *t = facts_table(f->facts, STR("plugin-configs"));
    const FactTable *managers = facts_table(f->facts, STR("managers"));
    for (size_t row = 0; row < t->rows; row++) {
        size_t of = facts_find(managers, cell_text(t, row, "manager"), 0);
        Str device = of == SIZE_MAX ? STR("") : cell_text(managers, of, "device");
        bool seen = !device.len;
        for (size_t i = 0; i < out->len; i++)
            seen |= str_eq(out->items[i], device);
        if (!seen)
            *vec_push(a, out) = device;
    }
    return out->len;
}

/* ---- one place ---- */

/* Those that nothing surely keeps off hand the device out, if anything does. */
static void add_manager(const Fleet *f, Offer *o, const Manager *m, const Place *p)
{
    Tri kept = fleet_kept_off(f, m, p);
    if (kept == TRI_YES)
        return;
    Sharing one = m->sharings ? sharing_at(m, p) : sharing_none();
    o->cut |= m->sharings && (!m->sharings->cut.len || place_label(p, m->sharings->cut));
    o->sharing = o->by ? sharing_merge(&o->sharing, &one) : one;
    o->told = (!o->by || o->told) && kept == TRI_NO && m->present == TRI_YES;
    o->by = o->by ? o->by : m;
}

static bool stray(const Fleet *f, const Place *p)
{
    for (size_t i = 0; i < f->stray_texts.len; i++)
        if (fleet_joined(f, f->stray_texts.items[i], p->object))
            return true;
    return false;
}

static void fill(const Fleet *f, Offer *o, const Place *p)
{
    const FleetLists *l = &f->lists;
    o->sharing = sharing_none();
    for (size_t i = 0; i < l->managers.len; i++) {
        const Manager *m = l->managers.items[i];
        if (str_eq(m->device, o->device) && str_eq(m->kind, STR("plugin")))
            add_manager(f, o, m, p);
    }
    bool open = (o->by && !o->told) || place_sets_plugins(p) || (!o->by && stray(f, p));
    if (open) {
        o->told = false;
        o->cut = true;
        o->sharing = sharing_unknown();
    }
}

const Offer *fleet_offer(const Fleet *f, const Place *p, Str device)
{
    const FactTable *t = facts_table(f->facts, STR("plugin-configs"));
    Offer ***slot = (Offer ***)map_at(f->offers, device), *o = *slot ? (*slot)[p->index] : NULL;
    if (o)
        return o;
    size_t row = row_of(f, t, device);
    if (row == SIZE_MAX)
        return NULL;
    if (!*slot)
        *slot = arena_array(f->arena, Offer *, f->lists.places.len + 1);
    o = (*slot)[p->index] = arena_new(f->arena, Offer);
    o->device = device;
    o->renamed =
        arena_printf(f->arena, "%.*s%.*s", STR_ARG(device), STR_ARG(cell_text(t, row, "suffix")));
    o->slices = cell_text(t, row, "slices");
    fill(f, o, p);
    return o;
}

/* ---- what a node gives ---- */

static const KubeletRange NOTHING = {0, 0}, ANYTHING = {0, INT64_MAX};

static KubeletRange times(const Sharing *s, int64_t has)
{
    if (s->replicas < 0 || (has && s->replicas > INT64_MAX / has))
        return (KubeletRange){has, has ? INT64_MAX : 0};
    return (KubeletRange){has * s->replicas, has * s->replicas};
}

/* A card that is cut offers its slices: as devices where all are alike, else under their names. */
static KubeletRange of_cut(const Offer *o, KubeletRange whole)
{
    Str slices = o->sharing.slices;
    if (!o->cut || !whole.most || str_eq(slices, STR("none")))
        return whole;
    if (str_eq(slices, STR("single")))
        return (KubeletRange){whole.least, INT64_MAX};
    return (KubeletRange){slices.len ? 0 : whole.least, whole.most};
}

static KubeletRange of_device(const Offer *o, int64_t has)
{
    const Sharing *s = &o->sharing;
    KubeletRange many = times(s, has);
    if (s->shared == TRI_UNKNOWN)
        return (KubeletRange){s->renamed == TRI_NO ? has : 0, has ? INT64_MAX : 0};
    if (s->shared == TRI_YES && s->renamed != TRI_NO)
        return (KubeletRange){0, s->renamed == TRI_YES ? 0 : many.most};
    return of_cut(o, many);
}

static bool of_slice(const Offer *o, KubeletRange *out)
{
    const Str slices = o->sharing.slices;
    *out = NOTHING;
    return o->told && (str_eq(slices, STR("none")) || str_eq(slices, STR("single")));
}

bool offer_gives(const Offer *o, Str resource, int64_t has, KubeletRange *out)
{
    const Sharing *s = &o->sharing;
    if (str_eq(resource, o->device)) {
        *out = of_device(o, has);
        return true;
    }
    if (str_starts(resource, o->slices))
        return of_slice(o, out);
    if (!str_eq(resource, o->renamed) || !o->told)
        return false;
    Tri under = tri_and(s->shared, s->renamed);
    *out = under == TRI_NO ? NOTHING : under == TRI_YES ? times(s, has) : ANYTHING;
    return true;
}

Tri offer_has(const Offer *o, Str resource)
{
    KubeletRange gives;
    if (!o->told || !offer_gives(o, resource, 1, &gives))
        return TRI_UNKNOWN;
    return gives.least > 0 ? TRI_YES : gives.most > 0 ? TRI_UNKNOWN : TRI_NO;
}

static bool plugin_may_share(const Fleet *f, const Pod *pod)
{
    for (size_t i = 0; i < f->stray_texts.len; i++)
        if (fleet_joined(f, f->stray_texts.items[i], pod->owner))
            return true;
    for (size_t i = 0; i < f->lists.managers.len; i++) {
        const Manager *m = f->lists.managers.items[i];
        if (m->sharings && m->sharings->usual.shared != TRI_NO &&
            fleet_joined(f, m->owner, pod->owner))
            return true;
    }
    return false;
}

bool fleet_may_share(const Fleet *f, const Pod *pod, Str resource)
{
    Str device = offer_device(f, resource);
    bool any = false;
    for (size_t i = 0; device.len && i < f->lists.places.len; i++) {
        const Place *p = f->lists.places.items[i];
        if (!fleet_joined(f, p->object, pod->owner))
            continue;
        any = true;
        if (!fit_launches(p) && fleet_offer(f, p, device)->sharing.shared != TRI_NO)
            return true;
    }
    return device.len && !any && plugin_may_share(f, pod);
}
