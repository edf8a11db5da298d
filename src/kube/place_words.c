/* What a place says it is for: whether it asks for accelerators, whose, and its role. */
#include "kube/place.h"
#include "kube/role.h"

static void add_vendor(Arena *a, Place *p, Str vendor)
{
    for (size_t i = 0; i < p->vendors.len; i++)
        if (str_eq(p->vendors.items[i], vendor))
            return;
    if (vendor.len)
        *vec_push(a, &p->vendors) = vendor;
}

void place_ask_vendor(Arena *a, Place *p, Str vendor)
{
    p->accelerated = TRI_YES;
    add_vendor(a, p, vendor);
}

void place_ask(Arena *a, Place *p, Str resource, Tri asks)
{
    Resource r;
    if (!facts_resource(p->facts, resource, &r) || !r.accelerator)
        return;
    p->accelerated = tri_or(p->accelerated, asks);
    add_vendor(a, p, r.vendor);
}

/* Vendor of an accelerated family, type or category; "" when it is none. Families that the facts
 * lack are told by their letters. */
static Str accelerator_vendor(const Facts *f, Str name)
{
    const FactTable *t = facts_table(f, STR("accelerators"));
    Str best = STR("");
    for (size_t i = 0; i < t->rows; i++) {
        Str type = facts_cell(t, i, 0);
        if (!str_eq(type_letters(type), type_letters(name)))
            continue;
        best = facts_get(t, type, "vendor");
        if (type_letters(name).len < name.len && str_starts(type, name))
            return best;
    }
    return best;
}

typedef enum Column { COLUMN_NONE, COLUMN_NAMES, COLUMN_DEVICE, COLUMN_MAKER } Column;

static const struct {
    Str suffix;
    Column column;
} COLUMNS[] = {
    {STR_INIT("/instance-family"),                   COLUMN_NAMES },
    {STR_INIT("/instance-category"),                 COLUMN_NAMES },
    {STR_INIT("/instance-type"),                     COLUMN_NAMES },
    {STR_INIT("/instance-gpu-name"),                 COLUMN_DEVICE},
    {STR_INIT("/instance-gpu-count"),                COLUMN_DEVICE},
    {STR_INIT("/instance-gpu-memory"),               COLUMN_DEVICE},
    {STR_INIT("/instance-gpu-manufacturer"),         COLUMN_MAKER },
    {STR_INIT("/instance-accelerator-name"),         COLUMN_DEVICE},
    {STR_INIT("/instance-accelerator-count"),        COLUMN_DEVICE},
    {STR_INIT("/instance-accelerator-manufacturer"), COLUMN_MAKER },
};

static Column column_of(Str key)
{
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        if (str_ends(key, COLUMNS[i].suffix))
            return COLUMNS[i].column;
    return COLUMN_NONE;
}

static void maker_asks(Arena *a, Place *p, Str maker)
{
    add_vendor(a, p, str_eq(maker, STR("aws")) ? STR("neuron") : maker);
}

static void ask(Place *p, Tri asks)
{
    p->accelerated = tri_or(p->accelerated, asks);
}

static bool says_no(Str value)
{
    return str_eq(value, STR("false")) || str_eq(value, STR("0"));
}

/* Does it want the label to be there, with a value that is no "none"? */
static Tri asks_presence(const ReqSource *s)
{
    if (s->op == REQ_BAD)
        return s->unknown ? TRI_UNKNOWN : TRI_NO;
    if (s->op != REQ_IN)
        return tri_of(s->op == REQ_EXISTS || s->op == REQ_GT || s->op == REQ_GTE);
    for (size_t i = 0; i < s->values.len; i++)
        if (!says_no(s->values.items[i]))
            return TRI_YES;
    return s->unknown ? TRI_UNKNOWN : TRI_NO;
}

/* Families, categories and types are asked for by lists only. */
static Tri asks_names(Arena *a, Place *p, const ReqSource *s)
{
    Tri asks = s->unknown ? TRI_UNKNOWN : TRI_NO;
    if (s->op != REQ_IN)
        return s->op == REQ_BAD ? asks : TRI_NO;
    for (size_t i = 0; i < s->values.len; i++) {
        Str vendor = accelerator_vendor(p->facts, s->values.items[i]);
        add_vendor(a, p, vendor);
        asks = tri_or(asks, tri_of(vendor.len > 0));
    }
    return asks;
}

static void requirement_asks(Arena *a, Place *p, const ReqSource *s)
{
    Column column = s->key_unknown ? COLUMN_NONE : column_of(s->key);
    if (column == COLUMN_NAMES)
        ask(p, asks_names(a, p, s));
    else if (column != COLUMN_NONE)
        ask(p, asks_presence(s));
    for (size_t i = 0; column == COLUMN_MAKER && s->op == REQ_IN && i < s->values.len; i++)
        maker_asks(a, p, s->values.items[i]);
}

/* nvidia.com/gpu itself, or a label of its own domain such as nvidia.com/gpu.present. */
static void key_asks(Arena *a, Place *p, Str key, Tri asks)
{
    const FactTable *t = facts_table(p->facts, STR("resources"));
    for (size_t i = 0; i < t->rows && asks != TRI_NO; i++) {
        Str resource = facts_cell(t, i, 0);
        if (str_starts(key, resource) && str_find_char(resource, '/') < resource.len)
            place_ask(a, p, resource, asks);
    }
}

/* A placeholder in a taint may stand for its key. */
static void taint_asks(Arena *a, Place *p, const Taint *t)
{
    const Node *key = t->node && t->node->kind == NODE_MAP ? node_field(t->node, STR("key")) : NULL;
    bool unknown = t->unknown && (!key || node_unknown(key));
    key_asks(a, p, t->key, TRI_YES);
    if (unknown)
        ask(p, TRI_UNKNOWN);
}

static void words_ask(Arena *a, Place *p)
{
    for (size_t i = 0; i < p->written.len; i++) {
        const ReqSource *s = &p->written.items[i]->source;
        requirement_asks(a, p, s);
        key_asks(a, p, s->key, asks_presence(s));
    }
    for (size_t i = 0; i < p->taints.len; i++)
        taint_asks(a, p, &p->taints.items[i]);
    if (p->reqs.open || p->taints_open)
        ask(p, TRI_UNKNOWN);
}

static void vendors_of_types(Arena *a, Place *p)
{
    for (size_t i = types_next(p->facts, p->types, 0); i != SIZE_MAX;
         i = types_next(p->facts, p->types, i + 1)) {
        int64_t count;
        Resource r;
        if (facts_resource(p->facts, type_device(p->facts, facts_type(p->facts, i), &count), &r))
            add_vendor(a, p, r.vendor);
    }
}

/* ---- role ---- */

typedef struct Words {
    Arena *arena;
    const Place *place;
    const char *kind; /* of the table of roles */
    Role role;
    RoleSource source;
    bool clash;
} Words;

static void hear(Words *w, Str text, const Node *node, const char *where)
{
    RoleHit hit = role_words(w->place->facts, w->kind, text);
    if (hit.role == ROLE_UNKNOWN || w->clash)
        return;
    if (hit.role == ROLE_MIXED || (w->role != ROLE_UNKNOWN && w->role != hit.role)) {
        w->clash = true;
        return;
    }
    if (w->role != ROLE_UNKNOWN)
        return;
    w->role = hit.role;
    w->source =
        (RoleSource){.text = arena_printf(w->arena, "its %s says %.*s", where, STR_ARG(hit.word)),
                     .declared = true,
                     .node = node};
}

static void hear_map(Words *w, const Node *map)
{
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->len; i++) {
        const Member *m = &map->as.members[i];
        if (m->value.kind == NODE_STRING && !(m->value.flags & NODE_UNKNOWN))
            hear(w, node_str(&m->value), &m->value, "label");
    }
}

static bool overridden(Arena *a, Place *p, const Node *map)
{
    const Node *metadata = map ? map->parent : NULL;
    const Node *value = metadata ? role_override(metadata, &p->role) : NULL;
    if (value)
        p->role_source = (RoleSource){
            .text = arena_printf(a, "gpulint/role says %.*s", STR_ARG(node_str(value))),
            .declared = true,
            .node = value};
    return value != NULL;
}

static const Node *name_node(const Place *p)
{
    return p->kind == PLACE_POOL ? node_path(p->node, STR("metadata.name"))
                                 : node_field(p->node, STR("name"));
}

static bool hear_all(Arena *a, Place *p, const Node *const *maps, size_t count, const char *kind)
{
    Words w = {.arena = a, .place = p, .kind = kind};
    hear(&w, p->name, name_node(p), "name");
    for (size_t i = 0; i < count; i++)
        hear_map(&w, maps[i]);
    for (size_t i = 0; i < p->taints.len; i++)
        hear(&w, p->taints.items[i].value, p->taints.items[i].node, "taint");
    p->role = w.clash ? ROLE_MIXED : w.role;
    p->role_source = w.source;
    return p->role != ROLE_UNKNOWN;
}

static void close_role(Arena *a, Place *p, const Node *const *maps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (overridden(a, p, maps[i]))
            return;
    if (!hear_all(a, p, maps, count, "pool"))
        hear_all(a, p, maps, count, "topic");
}

void place_close_words(Arena *a, Place *p, const Node *const *label_maps, size_t maps)
{
    words_ask(a, p);
    if (p->accelerated == TRI_YES && p->types_judged)
        vendors_of_types(a, p);
    close_role(a, p, label_maps, maps);
}

/* Roles that do not tell what a place is for. */
static bool says_nothing(Role r)
{
    return r == ROLE_UNKNOWN || r == ROLE_SYSTEM || r == ROLE_IGNORE || r == ROLE_DEV;
}

/* Gangs of unknown purpose and training want the same of their nodes. */
static Role joined(Role x, Role y)
{
    if (x == ROLE_UNKNOWN || x == y)
        return y;
    bool gangs = (x == ROLE_TRAINING || x == ROLE_DISTRIBUTED) &&
                 (y == ROLE_TRAINING || y == ROLE_DISTRIBUTED);
    return gangs ? ROLE_TRAINING : ROLE_MIXED;
}

void place_take_roles(Arena *a, Place *p, const Pod *const *pods, size_t count)
{
    Str keep = facts_get(facts_table(p->facts, STR("annotations")), STR("do-not-disrupt"), "key");
    bool exposed = false;
    if (p->role != ROLE_UNKNOWN)
        return;
    for (size_t i = 0; i < count; i++) {
        if (says_nothing(pods[i]->role))
            continue;
        Role role = joined(p->role, pods[i]->role);
        if (p->role == ROLE_UNKNOWN)
            p->role_source =
                (RoleSource){.text = arena_printf(a, "%.*s runs there (%.*s)",
                                                  STR_ARG(object_title(a, pods[i]->owner)),
                                                  STR_ARG(pods[i]->role_source.text)),
                             .node = pods[i]->spec};
        p->role = role;
        exposed |= pod_keeps(pods[i], pod_annotation(pods[i], keep)) == TRI_NO;
    }
    p->role_source.exposed = exposed;
}
