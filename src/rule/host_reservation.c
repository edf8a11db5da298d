/* Capacity reservations: what a node class selects, and which are known. */
#include "rule/host.h"

#include "cel/timestamp.h"

/* ---- reservation term ---- */

#define TERM ((const ReservationTerm *)self)

static CelValue node_or_empty(const Node *n)
{
    return n ? cel_node(n) : cel_str(STR(""));
}

static CelValue term_id(CelEval *ev, const void *self)
{
    (void)ev;
    return node_or_empty(TERM->id_node);
}

static CelValue term_owner(CelEval *ev, const void *self)
{
    (void)ev;
    return node_or_empty(TERM->owner_node);
}

static CelValue term_tags(CelEval *ev, const void *self)
{
    (void)ev;
    return TERM->tags_node ? cel_node(TERM->tags_node) : (CelValue){.kind = CEL_MAP};
}

static CelValue term_criteria(CelEval *ev, const void *self)
{
    (void)ev;
    return node_or_empty(node_field(TERM->node, STR("instanceMatchCriteria")));
}

static CelValue term_specific(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_tri(TERM->specific, STR("the tags of a reservation"));
}

static CelValue term_malformed(CelEval *ev, const void *self)
{
    (void)ev;
    return TERM->id_unknown ? cel_unknown(STR("the id of a reservation"))
                            : cel_bool(TERM->id_malformed);
}

static CelValue term_offering(CelEval *ev, const void *self)
{
    (void)ev;
    return TERM->id_unknown ? cel_unknown(STR("the id of a reservation"))
                            : cel_bool(TERM->id_offering);
}

static CelValue term_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(TERM->text);
}

static CelValue term_id_source(CelEval *ev, const void *self)
{
    return host_at(ev, TERM->id_node ? (NodePlace){TERM->id_node, STR("")}
                                     : (NodePlace){TERM->node, STR("id")});
}

static CelValue term_tags_source(CelEval *ev, const void *self)
{
    return host_at(ev, TERM->tags_node ? (NodePlace){TERM->tags_node, STR("")}
                                       : (NodePlace){TERM->node, STR("tags")});
}

static CelValue term_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(TERM->node);
}

static NodePlace term_place(const void *self)
{
    return (NodePlace){TERM->node, STR("")};
}

static const CelField TERM_FIELDS[] = {
    {"id",         "string",              term_id,          "\"\" when absent"                             },
    {"owner",      "string",              term_owner,       "ownerID, in Auto Mode owner; \"\" when absent"},
    {"tags",       "map(string, string)", term_tags,        "empty when absent"                            },
    {"criteria",   "string",              term_criteria,    "instanceMatchCriteria; \"\" when absent"      },
    {"specific",   "bool",                term_specific,    "a tag names this one reservation"             },
    {"malformed",  "bool",                term_malformed,   "the id is no cr-…"                          },
    {"offering",   "bool",                term_offering,    "the id is that of a Capacity Block offering"  },
    {"text",       "string",              term_text,        "the id or the tags, for messages"             },
    {"idSource",   "dyn",                 term_id_source,   "where the id is, or would be"                 },
    {"tagsSource", "dyn",                 term_tags_source, "where the tags are, or would be"              },
    {"source",     "dyn",                 term_source,      "its place"                                    },
    {NULL,         NULL,                  NULL,             NULL                                           },
};

const CelHostType HOST_TERM_TYPE = {"term", TERM_FIELDS, NULL, term_place, NULL};

/* ---- known reservation ---- */

#define RESERVED ((const Reserved *)self)

static CelValue reserved_id(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->id);
}

static CelValue reserved_instance_type(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->instance_type);
}

static CelValue reserved_zone(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->zone);
}

static CelValue reserved_type(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->type);
}

static CelValue reserved_ends(CelEval *ev, const void *self)
{
    Timestamp t;
    Str text = ((const Reserved *)self)->end;
    (void)ev;
    return timestamp_parse(text, &t) ? cel_timestamp(t.seconds, t.nanos)
                                     : cel_unknown(STR("the end of a reservation"));
}

static CelValue reserved_block(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(reserved_is_block(self));
}

static CelValue reserved_state(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->state);
}

static CelValue reserved_end(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(RESERVED->end);
}

static CelValue reserved_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(RESERVED->node);
}

static NodePlace reserved_place(const void *self)
{
    return (NodePlace){RESERVED->node, STR("")};
}

static const CelField RESERVED_FIELDS[] = {
    {"id",           "string",    reserved_id,            "cr-…"                                        },
    {"instanceType", "string",    reserved_instance_type, "\"\" when not known"                           },
    {"zone",         "string",    reserved_zone,          "\"\" when not known"                           },
    {"type",         "string",    reserved_type,          "default or capacity-block; \"\" when not known"},
    {"block",        "bool",      reserved_block,         "a Capacity Block"                              },
    {"state",        "string",    reserved_state,         "active, expiring; \"\" when not known"         },
    {"ends",         "timestamp", reserved_ends,          "the same as a time; unknown when it is none"   },
    {"end",          "string",    reserved_end,           "RFC 3339; \"\" when not known"                 },
    {"source",       "dyn",       reserved_source,        "its place; null when the configuration says so"},
    {NULL,           NULL,        NULL,                   NULL                                            },
};

const CelHostType HOST_RESERVED_TYPE = {"reserved", RESERVED_FIELDS, NULL, reserved_place, NULL};
