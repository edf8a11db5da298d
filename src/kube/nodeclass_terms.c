/* Capacity reservations: what a node class selects, and which it has found. */
#include "base/ascii.h"
#include "base/date.h"
#include "kube/nodeclass.h"

/* "" for what is not known. */
static Str known_text(const Node *map, Str field)
{
    const Node *n = node_field(map, field);
    return n && n->kind == NODE_STRING && !node_unknown(n) ? node_str(n) : STR("");
}

/* A point in time as the API writes it: "2026-12-01T11:30:00Z". */
static Str time_text(const Node *map, Str field)
{
    Str text = known_text(map, field);
    int64_t day;
    bool time = text.len >= 20 && text.ptr[10] == 'T' && date_parse(str_slice(text, 0, 10), &day);
    return time ? text : STR("");
}

/* "cr-" and lower-case letters or digits, as the CRD demands. */
static bool well_formed(Str id)
{
    if (!str_starts(id, STR("cr-")) || id.len < 4)
        return false;
    for (size_t i = 3; i < id.len; i++)
        if (!ascii_digit(id.ptr[i]) && (id.ptr[i] < 'a' || id.ptr[i] > 'z'))
            return false;
    return true;
}

/* A run of four digits at least (a date, a number), or a word that names one thing. */
static bool names_one(Str s)
{
    static const Str WORDS[] = {STR_INIT("block"), STR_INIT("stack"), STR_INIT("reservation"),
                                STR_INIT("cr-"),   STR_INIT("cb-"),   STR_INIT("odcr")};
    enum { DIGITS = 4 };
    size_t run = 0;
    for (size_t i = 0; i < s.len; i++) {
        run = ascii_digit(s.ptr[i]) ? run + 1 : 0;
        if (run == DIGITS)
            return true;
    }
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        for (size_t at = 0; at + WORDS[i].len <= s.len; at++)
            if (str_eq_nocase(str_slice(s, at, at + WORDS[i].len), WORDS[i]))
                return true;
    return false;
}

static Tri specific(const Node *tags)
{
    Tri named = TRI_NO;
    for (uint32_t i = 0; tags && tags->kind == NODE_MAP && i < tags->len; i++) {
        const Member *m = &tags->as.members[i];
        if (m->key->placeholder || node_unknown(&m->value))
            named = tri_or(named, TRI_UNKNOWN);
        else if (names_one(m->key->name) || names_one(node_scalar(&m->value)))
            return TRI_YES;
    }
    return named;
}

static Str tags_text(Arena *a, const Node *tags)
{
    enum { MOST = 1024 };
    Buf b;
    buf_init(&b, a, MOST);
    for (uint32_t i = 0; tags && tags->kind == NODE_MAP && i < tags->len; i++) {
        const Member *m = &tags->as.members[i];
        buf_printf(&b, "%s%.*s=%.*s", i ? ", " : "", STR_ARG(m->key->name),
                   STR_ARG(node_scalar(&m->value)));
    }
    return buf_str(&b);
}

static ReservationTerm term_of(Arena *a, const NodeClass *c, const Node *n)
{
    Str owner = c->mode == MODE_AUTO ? STR("owner") : STR("ownerID");
    ReservationTerm t = {.node_class = c, .node = n};
    t.id_node = node_field(n, STR("id"));
    t.tags_node = node_field(n, STR("tags"));
    t.owner_node = node_field(n, owner);
    t.id = node_scalar(t.id_node);
    t.owner = node_scalar(t.owner_node);
    t.criteria = node_scalar(node_field(n, STR("instanceMatchCriteria")));
    t.id_unknown = node_unknown(t.id_node);
    t.id_offering = !t.id_unknown && str_starts(t.id, STR("cb-"));
    t.id_malformed = t.id_node && !t.id_unknown && !well_formed(t.id);
    t.specific = specific(t.tags_node);
    t.text = t.id_node ? t.id : tags_text(a, t.tags_node);
    return t;
}

static void read_reserved(Arena *a, NodeClass *c, const Node *list)
{
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        const Node *n = &list->as.items[i];
        *vec_push(a, &c->reserved) = (Reserved){.id = known_text(n, STR("id")),
                                                .instance_type = known_text(n, STR("instanceType")),
                                                .zone = known_text(n, STR("availabilityZone")),
                                                .type = known_text(n, STR("reservationType")),
                                                .state = known_text(n, STR("state")),
                                                .end = time_text(n, STR("endTime")),
                                                .node = n};
    }
}

void class_read_terms(Arena *a, NodeClass *c, const Node *spec, const Node *status)
{
    const Node *list = spec ? node_field(spec, STR("capacityReservationSelectorTerms")) : NULL;
    const Node *root = c->object ? c->object->root : NULL;
    c->terms_open = node_hides(root, STR("spec.capacityReservationSelectorTerms"));
    c->terms_open |= node_open(list, NODE_LIST);
    for (uint32_t i = 0; list && list->kind == NODE_LIST && i < list->len; i++) {
        if (list->as.items[i].kind == NODE_MAP && !node_unknown(&list->as.items[i]))
            *vec_push(a, &c->terms) = term_of(a, c, &list->as.items[i]);
        else
            c->terms_open = true;
    }
    c->has_terms = c->terms.len > 0;
    read_reserved(a, c, status ? node_field(status, STR("capacityReservations")) : NULL);
}
