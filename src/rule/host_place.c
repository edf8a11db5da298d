/* Places: what pools and node groups share, and the node groups themselves. */
#include "rule/host_place.h"

#include "rule/subject.h"

#include "base/limits.h"
#include "kube/domains.h"
#include "kube/fit.h"
#include "kube/post.h"
#include "kube/role.h"

#define PLACE ((const Place *)self)

/* A node group is called by its item in the list, as written where that is a placeholder. */
static Str called(const Place *p)
{
    if (p->name.len)
        return p->name;
    if (p->kind == PLACE_POOL)
        return object_called(p->object);
    const Node *name = node_field(p->node, STR("name"));
    return name ? node_text(name) : STR("without a name");
}

CelValue place_get_name(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(called(PLACE));
}

CelValue place_get_text(CelEval *ev, const void *self)
{
    return cel_str(arena_printf(ev->scratch, "%s %.*s",
                                PLACE->kind == PLACE_POOL ? "NodePool" : "node group",
                                STR_ARG(called(PLACE))));
}

CelValue place_get_mode(CelEval *ev, const void *self)
{
    (void)ev;
    return PLACE->mode == MODE_UNKNOWN ? cel_unknown(STR("the provider of a NodePool"))
                                       : cel_str(mode_name(PLACE->mode));
}

CelValue place_get_object(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(PLACE->object->root);
}

CelValue place_get_source(CelEval *ev, const void *self)
{
    return host_at(ev, place_own_place(self));
}

CelValue place_get_static(CelEval *ev, const void *self)
{
    (void)ev;
    if (PLACE->static_unknown)
        return cel_unknown(STR("replicas"));
    return cel_bool(PLACE->is_static);
}

CelValue place_get_dynamic(CelEval *ev, const void *self)
{
    (void)ev;
    if (PLACE->static_unknown)
        return cel_unknown(STR("replicas"));
    return cel_bool(PLACE->dynamic);
}

CelValue place_get_accelerated(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(PLACE->accelerated, STR("whether a place asks for accelerators"));
}

CelValue place_get_vendors(CelEval *ev, const void *self)
{
    return host_strings(ev, PLACE->vendors.items, PLACE->vendors.len, false);
}

Str place_hint(const Place *p)
{
    const FactTable *t = facts_table(p->facts, STR("resources"));
    for (size_t i = 0; p->vendors.len && i < t->rows; i++) {
        Resource r;
        if (facts_resource(p->facts, facts_cell(t, i, 0), &r) && r.accelerator && r.modelled &&
            str_eq(r.vendor, p->vendors.items[0]))
            return r.name;
    }
    return facts_cell(t, 0, 0);
}

CelValue place_get_hint(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(place_hint(PLACE));
}

CelValue place_get_types(CelEval *ev, const void *self)
{
    const Place *p = PLACE;
    if (!p->types_judged)
        return cel_unknown(STR("instance types of another provider"));
    const void **items = arena_array(ev->scratch, const void *, types_size(p->facts, p->types) + 1);
    size_t count = 0;
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX;
         i = types_next(p->facts, p->types, i + 1))
        items[count++] = facts_type(p->facts, i);
    return host_list(ev, HOST_TYPE, items, count, p->types_open);
}

CelValue place_get_taints(CelEval *ev, const void *self)
{
    return host_array(ev, HOST_TAINT, HOST_ITEMS(PLACE->taints), PLACE->taints_open);
}

/* Labels with one certain value. */
CelValue place_get_labels(CelEval *ev, const void *self)
{
    const ReqSet *reqs = &PLACE->reqs;
    CelValue *pairs = arena_array(ev->scratch, CelValue, reqs->list.len * 2 + 1);
    uint32_t count = 0;
    for (size_t i = 0; i < reqs->list.len; i++) {
        const Req *r = &reqs->list.items[i];
        if (r->complement || r->unknown || r->values.len != 1)
            continue;
        pairs[count * 2] = cel_str(r->key);
        pairs[count++ * 2 + 1] = cel_str(r->values.items[0]);
    }
    return (CelValue){
        .kind = CEL_MAP, .flags = reqs->open ? CEL_OPEN : 0, .len = count, .as.pairs = pairs};
}

CelValue place_get_role(CelEval *ev, const void *self)
{
    (void)ev;
    return PLACE->role == ROLE_UNKNOWN ? cel_unknown(STR("what a place is for"))
                                       : cel_str(role_name(PLACE->role));
}

CelValue place_get_role_source(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_ROLE_SOURCE, &PLACE->role_source);
}

CelValue place_get_zones(CelEval *ev, const void *self)
{
    const Str *zones;
    size_t count;
    if (PLACE->kind == PLACE_GROUP)
        return host_strings(ev, ((const Group *)self)->zones.items,
                            ((const Group *)self)->zones.len, ((const Group *)self)->zones_open);
    if (!pool_zones(ev->scratch, self, &zones, &count))
        return cel_unknown(STR("zones of a NodePool"));
    return host_strings(ev, zones, count, false);
}

/* Karpenter attaches them when a pod asks. */
CelValue place_get_efa(CelEval *ev, const void *self)
{
    (void)ev;
    Tri efa = PLACE->kind == PLACE_GROUP ? ((const Group *)self)->efa : TRI_YES;
    return cel_tri(efa, STR("EFA interfaces of a node group"));
}

CelValue place_get_pods(CelEval *ev, const void *self)
{
    const PodList *pods = fleet_pods(host_fleet(ev), PLACE);
    return host_list(ev, HOST_POD, (const void *const *)pods->list.items, pods->list.len,
                     pods->open);
}

/* Seconds after which the object itself ends its pods; 0 when it does not say, -1 when it hides it.
 */
static int64_t deadline(const Pod *p)
{
    static const Str PATHS[] = {STR_INIT("spec.activeDeadlineSeconds"),
                                STR_INIT("spec.jobTemplate.spec.activeDeadlineSeconds"),
                                STR_INIT("spec.runPolicy.activeDeadlineSeconds")};
    const Node *n = pod_field(p, STR("activeDeadlineSeconds"));
    bool hidden = node_hides(p->spec, STR("activeDeadlineSeconds"));
    for (size_t i = 0; !n && i < sizeof PATHS / sizeof *PATHS; i++) {
        n = object_field(p->owner, PATHS[i]);
        hidden |= !n && node_hides(p->owner->root, PATHS[i]);
    }
    if (!n || n->kind != NODE_INT)
        return hidden || node_unknown(n) ? -1 : 0;
    return n->as.integer > 0 ? n->as.integer : 0;
}

bool place_hides_deadline(CelEval *ev, const Place *p)
{
    const PodList *pods = fleet_pods(host_fleet(ev), p);
    for (size_t i = 0; i < pods->list.len; i++) {
        if (deadline(pods->list.items[i]) < 0)
            return true;
    }
    return false;
}

int64_t place_longest_job(CelEval *ev, const Place *p, const Pod **pod)
{
    enum { SECOND = 1000000000 };
    const PodList *pods = fleet_pods(host_fleet(ev), p);
    int64_t longest = 0;
    *pod = NULL;
    for (size_t i = 0; i < pods->list.len; i++) {
        int64_t seconds = deadline(pods->list.items[i]);
        if (seconds <= longest)
            continue;
        longest = seconds;
        *pod = pods->list.items[i];
    }
    return longest > INT64_MAX / SECOND ? INT64_MAX : longest * SECOND;
}

CelValue place_call_allows(CelEval *ev, const void *self, const CelValue *args)
{
    Req r = {.key = facts_label_canonical(host_facts(ev), cel_str_of(args[0]))};
    *vec_push(ev->scratch, &r.values) = cel_str_of(args[1]);
    return cel_tri(place_promises(PLACE, &r), STR("labels of a place"));
}

CelValue place_call_requirement(CelEval *ev, const void *self, const CelValue *args)
{
    const PlaceReq *r = place_requirement(PLACE, cel_str_of(args[0]));
    (void)ev;
    return r ? cel_host(HOST_REQUIREMENT, r) : cel_null();
}

static CelValue type_or_unknown(const InstanceType *t)
{
    return t ? cel_host(HOST_TYPE, t) : cel_unknown(STR("an instance type with the resource"));
}

CelValue place_call_smallest(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return type_or_unknown(place_smallest(PLACE, cel_str_of(args[0])));
}

CelValue place_call_largest(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return type_or_unknown(place_largest(PLACE, cel_str_of(args[0])));
}

CelValue place_call_starts_in(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_tri(place_starts_in(PLACE, cel_str_of(args[0])), STR("subnets"));
}

CelValue place_call_promises(CelEval *ev, const void *self, const CelValue *args)
{
    const Selector *s = args[0].as.host;
    if (s->source->key_unknown)
        return cel_unknown(STR("the key of a selector"));
    Req r = req_from(ev->scratch, s->source);
    return cel_tri(place_promises(PLACE, &r), STR("labels of a place"));
}

CelValue place_call_label_setter(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev;
    return cel_str(place_label_setter(PLACE, cel_str_of(args[0])));
}

CelValue place_call_room(CelEval *ev, const void *self, const CelValue *args)
{
    const PoolLimit *stops;
    int64_t room = fit_room(fleet_fits(host_fleet(ev)), args[0].as.host, PLACE, &stops);
    return room < 0 ? cel_unknown(STR("how many pods a place takes")) : cel_int(room);
}

CelValue place_call_manager(CelEval *ev, const void *self, const CelValue *args)
{
    DeviceHands h = fleet_hands(host_fleet(ev), PLACE, cel_str_of(args[0]));
    Tri plugin = tri_or(h.plugin, h.embedded);
    if (plugin == TRI_UNKNOWN || h.dra == TRI_UNKNOWN ||
        (plugin == TRI_NO && h.dra == TRI_NO && host_open(ev)))
        return cel_unknown(STR("what manages a device"));
    if (plugin == TRI_YES && h.dra == TRI_YES)
        return cel_str(STR("both"));
    if (h.dra == TRI_YES)
        return cel_str(STR("dra"));
    return cel_str(h.plugin == TRI_YES ? STR("plugin")
                   : plugin == TRI_YES ? STR("embedded")
                                       : STR(""));
}

CelValue place_call_same_cluster(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *other = host_place(args[0]);
    return cel_bool(!other || fleet_joined(host_fleet(ev), PLACE->object, other->object));
}

NodePlace place_own_place(const void *self)
{
    const Node *name = PLACE->kind == PLACE_POOL ? node_path(PLACE->node, STR("metadata.name"))
                                                 : node_field(PLACE->node, STR("name"));
    return (NodePlace){name ? name : PLACE->node, STR("")};
}

Str place_own_text(const void *self)
{
    return PLACE->name;
}

static const CelField FIELDS[] = {
    PLACE_FIELDS,
    {NULL, NULL, NULL, NULL},
};

static const CelMethod METHODS[] = {
    PLACE_METHODS,
    {NULL, NULL, NULL, NULL},
};

const CelHostType HOST_PLACE_TYPE = {"place", FIELDS, METHODS, place_own_place, place_own_text};

/* ---- node group ---- */

#define GROUP ((const Group *)self)

static CelValue size_of(int64_t n)
{
    return n < 0 ? cel_unknown(STR("size of a node group")) : cel_int(n);
}

static CelValue group_min(CelEval *ev, const void *self)
{
    (void)ev;
    return size_of(GROUP->min);
}

static CelValue group_max(CelEval *ev, const void *self)
{
    (void)ev;
    return size_of(GROUP->max);
}

static CelValue group_desired(CelEval *ev, const void *self)
{
    (void)ev;
    return size_of(GROUP->desired);
}

static CelValue group_managed(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(GROUP->managed);
}

static CelValue group_types_text(CelEval *ev, const void *self)
{
    Buf b;
    buf_init(&b, ev->scratch, LIMIT_MESSAGE);
    for (size_t i = 0; i < GROUP->types_written.len; i++)
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_ARG(GROUP->types_written.items[i]));
    return cel_str(buf_str(&b));
}

static CelValue group_types_source(CelEval *ev, const void *self)
{
    return host_at(ev, GROUP->types_at);
}

static CelValue group_volume(CelEval *ev, const void *self)
{
    return GROUP->volume_bytes < 0 ? cel_unknown(STR("volumeSize"))
                                   : host_quantity(ev, quantity_of(GROUP->volume_bytes));
}

static CelValue group_volume_source(CelEval *ev, const void *self)
{
    return host_at(ev, GROUP->volume_at);
}

static CelValue group_family(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(GROUP->family);
}

static CelValue group_ami(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_AMI, &GROUP->image);
}

static CelValue group_plain(CelEval *ev, const void *self)
{
    const Place *p = fleet_plain_beside(host_fleet(ev), self);
    return p ? cel_host(HOST_PLACE, p) : cel_null();
}

static CelValue map_or_empty(const Node *n)
{
    return n ? cel_node(n) : (CelValue){.kind = CEL_MAP};
}

static CelValue group_tags(CelEval *ev, const void *self)
{
    (void)ev;
    return map_or_empty(GROUP->tags);
}

static CelValue group_reservation(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(GROUP->reservation);
}

static CelValue group_spec(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(PLACE->node);
}

static const CelField GROUP_FIELDS[] = {
    PLACE_FIELDS,
    {"spec",         "dyn",                 group_spec,          "the group's own item in the list"             },
    {"managed",      "bool",                group_managed,       "one of managedNodeGroups"                     },
    {"min",          "int",                 group_min,           "minSize"                                      },
    {"max",          "int",                 group_max,           "maxSize"                                      },
    {"desired",      "int",                 group_desired,       "desiredCapacity"                              },
    {"typesText",    "string",              group_types_text,    "its types as written, for messages"           },
    {"typesSource",  "dyn",                 group_types_source,  "where they are, or would be"                  },
    {"volume",       "quantity",            group_volume,        "volumeSize in bytes, eksctl's default without"},
    {"volumeSource", "dyn",                 group_volume_source, "where it is, or would be"                     },
    {"ami",          "ami",                 group_ami,           "image of its nodes"                           },
    {"plainBeside",  "dyn",                 group_plain,
      "a place of its cluster for pods without accelerators, or null"                                            },
    {"family",       "string",              group_family,        "amiFamily"                                    },
    {"tags",         "map(string, string)", group_tags,          "as written"                                   },
    {"reservation",  "dyn",                 group_reservation,   "capacityReservation; null without"            },
    {NULL,           NULL,                  NULL,                NULL                                           },
};

const CelHostType HOST_GROUP_TYPE = {"group", GROUP_FIELDS, METHODS, place_own_place,
                                     place_own_text};
