/* Selectors: one label requirement of a pod. */
#include "rule/host.h"

#include "base/limits.h"
#include "kube/admit.h"
#include "kube/late.h"
#include "kube/own.h"
#include "kube/promise.h"

static const ReqSource *source_of(const void *self)
{
    return ((const Selector *)self)->source;
}

static CelValue sel_key(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    (void)ev;
    return s->key_unknown ? cel_unknown(STR("a label key")) : cel_str(s->written_key);
}

static CelValue sel_operator(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    (void)ev;
    return s->op == REQ_BAD && s->unknown ? cel_unknown(STR("an operator"))
                                          : cel_str(s->operator_text);
}

static CelValue sel_values(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    return host_strings(ev, s->values.items, s->values.len, s->unknown);
}

static bool is_scalar(const Node *n)
{
    return n->kind != NODE_NULL && n->kind != NODE_LIST && n->kind != NODE_MAP;
}

/* Numbers and booleans stay what they are. */
static CelValue sel_raw_values(CelEval *ev, const void *self)
{
    const Node *n = source_of(self)->values_node;
    bool list = n && n->kind == NODE_LIST;
    size_t written = list ? n->len : n ? 1 : 0, count = 0;
    CelValue *values = arena_array(ev->scratch, CelValue, written + 1);
    for (size_t i = 0; i < written; i++) {
        const Node *one = list ? &n->as.items[i] : n;
        if (is_scalar(one))
            values[count++] = cel_node(one);
    }
    return cel_list(values, count, n && n->flags & (NODE_OPEN | NODE_UNKNOWN));
}

static CelValue sel_names(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    return s->key_unknown ? cel_unknown(STR("a label key"))
                          : cel_str(place_named_by(host_facts(ev), s->key));
}

static CelValue sel_hides(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    return s->key_unknown ? cel_unknown(STR("a label key"))
                          : cel_bool(source_hides(host_facts(ev), LABELS_KARPENTER, s));
}

static CelValue sel_holder(CelEval *ev, const void *self)
{
    (void)ev;
    (void)self;
    return cel_str(STR("pod"));
}

static CelValue sel_pod(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(HOST_POD, ((const Selector *)self)->pod);
}

static CelValue sel_positive(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    (void)ev;
    if (s->op == REQ_BAD && s->unknown)
        return cel_unknown(STR("an operator"));
    return cel_bool(s->op != REQ_NOT_IN && s->op != REQ_DOES_NOT_EXIST);
}

static CelValue sel_well_known(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    const Facts *f = host_facts(ev);
    bool known = facts_label_well_known(f, LABELS_KARPENTER, s->key) ||
                 facts_label_well_known(f, LABELS_AUTO, s->key);
    return s->key_unknown ? cel_unknown(STR("a label key")) : cel_bool(known);
}

static CelValue sel_setter(CelEval *ev, const void *self)
{
    return cel_str(late_setter(host_facts(ev), source_of(self)->key));
}

static CelValue sel_late(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    return s->key_unknown ? cel_unknown(STR("a label key"))
                          : cel_bool(late_setter(host_facts(ev), s->key).len > 0);
}

static CelValue sel_promised(CelEval *ev, const void *self)
{
    const Selector *s = self;
    return cel_tri(fleet_promised(host_fleet(ev), s->pod, s->source), s->source->written_key);
}

static CelValue sel_near(CelEval *ev, const void *self)
{
    const Selector *s = self;
    return cel_str(fleet_promise_near(host_fleet(ev), ev->scratch, s->pod, s->source));
}

static CelValue sel_instead(CelEval *ev, const void *self, const CelValue *args)
{
    const Place *p = host_place(args[0]);
    if (!p)
        return cel_error(ev, CEL_ERR_ARGUMENT, "not a pool, group or place");
    return cel_str(promise_instead(host_facts(ev), ev->scratch, p->labels_mode, source_of(self)));
}

/* A label that the RuntimeClass requires stands in the pod as the name of the class. */
static bool of_runtime(const void *self)
{
    return pod_of_runtime(((const Selector *)self)->pod, source_of(self)->node);
}

static NodePlace sel_place(const void *self)
{
    return fit_blame_source(((const Selector *)self)->pod, source_of(self));
}

static CelValue sel_source(CelEval *ev, const void *self)
{
    return host_at(ev, sel_place(self));
}

static CelValue sel_meant(CelEval *ev, const void *self)
{
    const Facts *f = host_facts(ev);
    const ReqSource *s = source_of(self);
    Str meant = facts_label_meant(f, LABELS_KARPENTER, s->key);
    return cel_str(meant.len ? meant : facts_label_meant(f, LABELS_AUTO, s->key));
}

/* Of its first value that no known type has. */
static CelValue sel_value_hint(CelEval *ev, const void *self)
{
    static const LabelMode MODES[] = {LABELS_KARPENTER, LABELS_AUTO};
    const Facts *f = host_facts(ev);
    const ReqSource *s = source_of(self);
    for (size_t m = 0; m < sizeof MODES / sizeof *MODES; m++) {
        if (facts_label_kind(f, MODES[m], s->key) != LABEL_TYPE)
            continue;
        for (size_t i = 0; i < s->values.len && i < LIMIT_SUGGESTIONS; i++) {
            if (facts_value(f, MODES[m], s->key, s->values.items[i]) != VALUE_WRONG)
                continue;
            Str meant = facts_value_meant(ev->scratch, f, MODES[m], s->key, s->values.items[i]);
            if (meant.len)
                return cel_str(arena_printf(ev->scratch, " (did you mean %.*s?)", STR_ARG(meant)));
        }
        break;
    }
    return cel_str(STR(""));
}

static Str sel_text(const void *self)
{
    return source_of(self)->written_key;
}

static CelValue sel_words(CelEval *ev, const void *self)
{
    Str text = req_source_text(ev->scratch, source_of(self));
    if (!of_runtime(self))
        return cel_str(text);
    const Object *o = ((const Selector *)self)->pod->runtime->object;
    return cel_str(arena_printf(ev->scratch, "%.*s (by its %.*s %.*s)", STR_ARG(text),
                                STR_ARG(o->kind), STR_ARG(object_called(o))));
}

static CelValue sel_values_text(CelEval *ev, const void *self)
{
    return cel_str(req_source_values_text(ev->scratch, source_of(self)));
}

static CelValue sel_values_at(CelEval *ev, const void *self)
{
    const ReqSource *s = source_of(self);
    if (of_runtime(self))
        return sel_source(ev, self);
    return host_at(ev, s->values_node ? (NodePlace){s->values_node, STR("")}
                                      : (NodePlace){s->node, STR("values")});
}

static const CelField SELECTOR_FIELDS[] = {
    {"key",          "string",       sel_key,         "as written"                                             },
    {"operator",     "string",       sel_operator,    "In for a nodeSelector"                                  },
    {"values",       "list(string)", sel_values,      "as written"                                             },
    {"valuesText",   "string",       sel_values_text, "[a, b]"                                                 },
    {"valuesSource", "dyn",          sel_values_at,   "the list's place; the value of a nodeSelector"          },
    {"text",         "string",       sel_words,       "key In [a, b]; key=a of a nodeSelector"                 },
    {"rawValues",    "list(dyn)",    sel_raw_values,  "scalars as written, quoted or not"                      },
    {"holder",       "string",       sel_holder,      "pod"                                                    },
    {"pod",          "pod",          sel_pod,         "that requires the label"                                },
    {"positive",     "bool",         sel_positive,    "asks for a label, does not avoid one"                   },
    {"names",        "string",       sel_names,
     "kind of place that it names: NodePool, node group; \"\" for none"                                        },
    {"hides",        "bool",         sel_hides,       "Karpenter ignores pods that require such a label"       },
    {"wellKnown",    "bool",         sel_well_known,  "Karpenter knows its values before a node exists"        },
    {"lateOnly",     "bool",         sel_late,        "only a running node gets it"                            },
    {"lateSetter",   "string",       sel_setter,      "who sets it then, or \"\""                              },
    {"promised",     "bool",         sel_promised,    "a place of the input may start a node with such a label"},
    {"near",         "string",       sel_near,
     "what of a place comes near it, as an addition to a message, or \"\""                                     },
    {"suggestion",   "string",       sel_meant,       "the well-known key that it looks like, or \"\""         },
    {"valueHint",    "string",       sel_value_hint,
     "what its value that no type has comes near, as an addition to a message"                                 },
    {"source",       "dyn",          sel_source,      "its place: the expression, or the label's value"        },
    {NULL,           NULL,           NULL,            NULL                                                     },
};

static const CelMethod SELECTOR_METHODS[] = {
    {"instead", "(dyn) -> string", sel_instead,
     "of a late label: what a place knows beforehand and says the same, or \"\""},
    {NULL,      NULL,              NULL,        NULL                            },
};

const CelHostType HOST_SELECTOR_TYPE = {"selector", SELECTOR_FIELDS, SELECTOR_METHODS, sel_place,
                                        sel_text};
