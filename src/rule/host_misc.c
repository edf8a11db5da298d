/* Parts that several host types share: lifetimes, requirements with their dead values, taints. */
#include "rule/host.h"

/* ---- lifetime: a span of time that may be Never or not set ---- */

static CelValue lifetime_finite(CelEval *ev, const void *self)
{
    const Lifetime *l = self;
    (void)ev;
    return cel_tri(l->finite, l->text);
}

/* Never compares as longer than anything. */
static CelValue lifetime_value(CelEval *ev, const void *self)
{
    const Lifetime *l = self;
    (void)ev;
    if (l->finite == TRI_UNKNOWN)
        return cel_unknown(l->text);
    return cel_duration(l->finite == TRI_YES ? l->ns : INT64_MAX);
}

static CelValue lifetime_text(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(((const Lifetime *)self)->text);
}

static CelValue lifetime_unset(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(!((const Lifetime *)self)->set);
}

static CelValue lifetime_valid(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const Lifetime *)self)->valid);
}

static CelValue lifetime_source(CelEval *ev, const void *self)
{
    return host_at(ev, ((const Lifetime *)self)->at);
}

static NodePlace lifetime_place(const void *self)
{
    return ((const Lifetime *)self)->at;
}

static Str lifetime_print(const void *self)
{
    return ((const Lifetime *)self)->text;
}

static const CelField LIFETIME_FIELDS[] = {
    {"finite",    "bool",     lifetime_finite, "it ends: not Never, and set or defaulted"      },
    {"value",     "duration", lifetime_value,  "Never is the longest there is"                 },
    {"text",      "string",   lifetime_text,   "effective, as written: 720h, Never, none"      },
    {"byDefault", "bool",     lifetime_unset,  "the manifest does not say: the default applies"},
    {"valid",     "bool",     lifetime_valid,  "a duration as the API takes it here"           },
    {"source",    "dyn",      lifetime_source, "where it is, or would be"                      },
    {NULL,        NULL,       NULL,            NULL                                            },
};

const CelHostType HOST_LIFETIME_TYPE = {"lifetime", LIFETIME_FIELDS, NULL, lifetime_place,
                                        lifetime_print};

/* ---- requirement: of a pool, as written; a template label is one too ---- */

static const ReqSource *source_of(const void *self)
{
    return &((const PlaceReq *)self)->source;
}

static CelValue req_key(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    (void)ev;
    return s->key_unknown ? cel_unknown(STR("the key of a requirement")) : cel_str(s->written_key);
}

static CelValue req_key_source(CelEval *ev, const void *self)
{
    const PlaceReq *r = self;
    const Node *key = r->label ? NULL : node_field(r->source.node, STR("key"));
    (void)ev;
    return host_node(key ? key : r->source.node);
}

static CelValue req_operator(CelEval *ev, const void *self)
{
    const PlaceReq *r = self;
    const Node *op = r->label ? NULL : node_field(r->source.node, STR("operator"));
    (void)ev;
    return op ? cel_node(op) : cel_str(r->source.operator_text);
}

/* Always strings: a number that should have been quoted is its text. */
static CelValue value_of(const Node *n)
{
    return n->kind == NODE_STRING || node_unknown(n) ? cel_node(n) : cel_str(node_text(n));
}

static CelValue req_values(CelEval *ev, const void *self)
{
    const Node *n = source_of(self)->values_node;
    bool list = n && n->kind == NODE_LIST;
    size_t count = list ? n->len : n ? 1 : 0;
    CelValue *values = arena_array(ev->scratch, CelValue, count + 1);
    for (size_t i = 0; i < count; i++)
        values[i] = value_of(list ? &n->as.items[i] : n);
    return cel_list(values, count, n && n->flags & (NODE_OPEN | NODE_UNKNOWN));
}

static CelValue req_values_text(CelEval *ev, const void *self)
{
    return cel_str(req_source_values_text(ev->scratch, source_of(self)));
}

static CelValue req_min_values(CelEval *ev, const void *self)
{
    (void)ev;
    int64_t least = source_of(self)->min_values;
    return least < 0 ? cel_unknown(STR("minValues")) : cel_int(least);
}

static CelValue req_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(source_of(self)->node);
}

static CelValue req_values_source(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    return host_at(ev, s->values_node ? (NodePlace){s->values_node, STR("")}
                                      : (NodePlace){s->node, STR("values")});
}

static CelValue req_text(CelEval *ev, const void *self)
{
    return cel_str(place_req_text(ev->scratch, self));
}

static CelValue req_dead(CelEval *ev, const void *self)
{
    const DeadValue *const *dead;
    size_t count = pool_dead_values(ev->scratch, self, &dead);
    return host_list(ev, HOST_DEAD_VALUE, count ? (const void *const *)dead : NULL, count, false);
}

static CelValue req_label(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const PlaceReq *)self)->label);
}

/* Keys of a pool of another provider are not ours to judge. */
static bool judged(const PlaceReq *r)
{
    return r->place->types_judged && !r->source.key_unknown;
}

static LabelFault fault_of(CelEval *ev, const PlaceReq *r)
{
    int32_t minor = fleet_platform(host_fleet(ev), r->place->object)->karpenter_minor;
    return r->source.key_unknown
               ? LABEL_FINE
               : facts_label_fault(r->place->facts, r->place->labels_mode, minor, r->source.key);
}

static CelValue req_meant(CelEval *ev, const void *self)
{
    const PlaceReq *r = self;
    (void)ev;
    Str meant = judged(r) ? facts_label_meant(r->place->facts, r->place->labels_mode, r->source.key)
                          : STR("");
    return cel_str(meant);
}

/* A key that the API server refuses anyway is none. */
static CelValue req_lookalike(CelEval *ev, const void *self)
{
    return fault_of(ev, self) == LABEL_FINE ? req_meant(ev, self) : cel_str(STR(""));
}

static CelValue req_restricted(CelEval *ev, const void *self)
{
    const PlaceReq *r = self;
    bool restricted = fault_of(ev, r) == LABEL_RESTRICTED;
    return cel_str(restricted ? facts_label_why(r->place->facts, r->source.key) : STR(""));
}

static CelValue req_nonexistent(CelEval *ev, const void *self)
{
    const PlaceReq *r = self;
    return cel_bool(judged(r) && fault_of(ev, r) == LABEL_NO_SUCH);
}

static CelValue req_vendor(CelEval *ev, const void *self)
{
    return host_vendor(ev, source_of(self)->key);
}

static CelValue req_well_known(CelEval *ev, const void *self)
{
    const PlaceReq *r = self;
    (void)ev;
    return cel_bool(!r->source.key_unknown &&
                    facts_label_well_known(r->place->facts, r->place->labels_mode, r->source.key));
}

static NodePlace req_place(const void *self)
{
    return (NodePlace){source_of(self)->node, STR("")};
}

static const CelField REQ_FIELDS[] = {
    {"key",          "string",           req_key,           "as written"                                             },
    {"keySource",    "dyn",              req_key_source,    "the key's place"                                        },
    {"operator",     "string",           req_operator,      "In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte"      },
    {"values",       "list(string)",     req_values,        "as written"                                             },
    {"valuesText",   "string",           req_values_text,   "[a, b]"                                                 },
    {"valuesSource", "dyn",              req_values_source, "the list's place"                                       },
    {"minValues",    "int",              req_min_values,    "0 when absent"                                          },
    {"source",       "dyn",              req_source,        "the entry's place"                                      },
    {"text",         "string",           req_text,          "key In [a, b]"                                          },
    {"dead",         "list(dead_value)", req_dead,          "values of an In list that no type left has"             },
    {"label",        "bool",             req_label,         "a template label"                                       },
    {"lookalike",    "string",           req_lookalike,     "the well-known key that was meant, or \"\""             },
    {"meant",        "string",           req_meant,         "the well-known key that comes near, or \"\""            },
    {"restricted",   "string",           req_restricted,    "why a pool may not use the key, or \"\""                },
    {"nonexistent",  "bool",             req_nonexistent,   "this version has no such karpenter.k8s.aws key"         },
    {"vendor",       "string",           req_vendor,        "of the accelerator resource that its key names, or \"\""},
    {"wellKnown",    "bool",             req_well_known,    "a key that this mode knows"                             },
    {NULL,           NULL,               NULL,              NULL                                                     },
};

const CelHostType HOST_REQUIREMENT_TYPE = {"requirement", REQ_FIELDS, NULL, req_place, NULL};

/* ---- dead value ---- */

#define DEAD ((const DeadValue *)self)

static CelValue dead_value(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(DEAD->value);
}

static CelValue dead_key(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(DEAD->requirement->source.written_key);
}

static CelValue dead_meant(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(DEAD->meant);
}

static CelValue dead_suggestion(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(DEAD->suggestion);
}

static CelValue dead_reason(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_str(DEAD->reason);
}

static CelValue dead_newer(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(DEAD->newer);
}

static CelValue dead_excluded(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(((const DeadValue *)self)->excluded);
}

static CelValue dead_alone(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_bool(DEAD->alone);
}

static CelValue dead_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(DEAD->node);
}

static NodePlace dead_place(const void *self)
{
    return (NodePlace){DEAD->node, STR("")};
}

static Str dead_print(const void *self)
{
    return DEAD->value;
}

static const CelField DEAD_FIELDS[] = {
    {"value",      "string", dead_value,      "as written"                                     },
    {"key",        "string", dead_key,        "of its requirement"                             },
    {"meant",      "string", dead_meant,      "the value that comes near, or \"\""             },
    {"suggestion", "string", dead_suggestion, "the same as an addition to a message"           },
    {"reason",     "string", dead_reason,     "matches no instance type; …"                  },
    {"mayBeNewer", "bool",   dead_newer,      "a newer type than the facts have may have it"   },
    {"excluded",   "bool",   dead_excluded,   "types have it, which other requirements exclude"},
    {"alone",      "bool",   dead_alone,      "no value of the list is left"                   },
    {"source",     "dyn",    dead_source,     "its place"                                      },
    {NULL,         NULL,     NULL,            NULL                                             },
};

const CelHostType HOST_DEAD_VALUE_TYPE = {"dead_value", DEAD_FIELDS, NULL, dead_place, dead_print};

/* ---- taint ---- */

#define TAINT ((const Taint *)self)

static CelValue taint_part(const void *self, Str part, Str text)
{
    const Node *n =
        TAINT->node && TAINT->node->kind == NODE_MAP ? node_field(TAINT->node, part) : NULL;
    if (node_unknown(n))
        return cel_node(n);
    return TAINT->unknown && !n ? cel_unknown(STR("a taint")) : cel_str(text);
}

static CelValue taint_key(CelEval *ev, const void *self)
{
    (void)ev;
    return taint_part(self, STR("key"), TAINT->key);
}

static CelValue taint_value(CelEval *ev, const void *self)
{
    (void)ev;
    return taint_part(self, STR("value"), TAINT->value);
}

static CelValue taint_effect(CelEval *ev, const void *self)
{
    (void)ev;
    return taint_part(self, STR("effect"), TAINT->effect);
}

static CelValue taint_vendor(CelEval *ev, const void *self)
{
    return host_vendor(ev, TAINT->key);
}

static CelValue taint_source(CelEval *ev, const void *self)
{
    (void)ev;
    return host_node(TAINT->node);
}

static CelValue taint_text(CelEval *ev, const void *self)
{
    return cel_str(arena_printf(ev->scratch, "%.*s%s%.*s:%.*s", STR_ARG(TAINT->key),
                                TAINT->value.len ? "=" : "", STR_ARG(TAINT->value),
                                STR_ARG(TAINT->effect)));
}

/* What to write below tolerations. */
static CelValue taint_toleration(CelEval *ev, const void *self)
{
    Str effect = TAINT->effect, value = TAINT->value;
    Str op = value.len ? arena_printf(ev->scratch, "value: \"%.*s\"", STR_ARG(value))
                       : STR("operator: Exists");
    return cel_str(arena_printf(ev->scratch, "{key: %.*s, %.*s, effect: %.*s}", STR_ARG(TAINT->key),
                                STR_ARG(op), STR_ARG(effect)));
}

static NodePlace taint_place(const void *self)
{
    return (NodePlace){TAINT->node, STR("")};
}

static const CelField TAINT_FIELDS[] = {
    {"key",        "string", taint_key,        "nvidia.com/gpu"                                         },
    {"value",      "string", taint_value,      "\"\" when there is none"                                },
    {"effect",     "string", taint_effect,     "NoSchedule, PreferNoSchedule, NoExecute; eksctl's too"  },
    {"text",       "string", taint_text,       "key=value:effect"                                       },
    {"vendor",     "string", taint_vendor,     "of the accelerator resource that its key names, or \"\""},
    {"toleration", "string", taint_toleration, "a toleration of it, in YAML"                            },
    {"source",     "dyn",    taint_source,     "its place"                                              },
    {NULL,         NULL,     NULL,             NULL                                                     },
};

const CelHostType HOST_TAINT_TYPE = {"taint", TAINT_FIELDS, NULL, taint_place, NULL};
