#include "check.h"

#include <string.h>

#include "cel_try.h"
#include "doc/path.h"

static const char MANIFEST[] = "kind: NodePool\n"
                               "metadata: {name: '${NAME}', annotations: null}\n"
                               "spec:\n"
                               "  weight: 5\n"
                               "  taints: [{key: a}, {key: b}]\n";

/* A host object that lies at `spec`, with a place that is missing. */
typedef struct Pool {
    const Node *node;
    NodePlace budget;
} Pool;

static NodePlace pool_place(const void *self)
{
    return (NodePlace){((const Pool *)self)->node, STR("")};
}

static CelValue pool_budget(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_place(&((const Pool *)self)->budget);
}

/* A host object that itself lies at a place that is missing. */
static CelValue pool_volume(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_host(1, self);
}

static NodePlace volume_place(const void *self)
{
    return (NodePlace){((const Pool *)self)->node, STR("volume")};
}

static CelValue pool_spec(CelEval *ev, const void *self)
{
    (void)ev;
    return cel_node(((const Pool *)self)->node);
}

static CelValue pool_named(CelEval *ev, const void *self, const CelValue *args)
{
    (void)ev, (void)args;
    return cel_node(node_path(((const Pool *)self)->node, STR("taints")));
}

static const CelField FIELDS[] = {
    {"budget",     "source", pool_budget, ""},
    {"volume", "volume", pool_volume, ""},
    {"spec",            "dyn", pool_spec, ""},
    {0   },
};
static const CelMethod METHODS[] = {
    {"named",     "(string) -> dyn", pool_named, ""},
    {0}
};
static const CelHostType POOL = {"pool", FIELDS, METHODS, pool_place, NULL};
static const CelField VOLUME_FIELDS[] = {
    {"size",       "source", pool_budget, ""},
    {0}
};
static const CelHostType VOLUME = {"volume", VOLUME_FIELDS, NULL, volume_place, NULL};
static const CelHostType *const HOSTS[] = {&POOL, &VOLUME};

/* Path of the node, then " + " and what is missing; "" for nowhere. */
static const struct {
    const char *expr, *place;
} PLACES[] = {
    {"object",                                                 "."                           },
    {"object.spec.weight",                                     "spec.weight"                 },
    {"object.spec.taints[1].key",                              "spec.taints[1].key"          },
    {"object.metadata.name",                                   "metadata.name"               },
    {"object.spec.none",                                       "spec + none"                 },
    {"object.status.conditions.ready",                         ". + status.conditions.ready" },
    {"object.spec.taints[0].effect",                           "spec.taints[0] + effect"     },
    {"object.spec.taints[2].key",                              "spec.taints + [2].key"       },
    {"object.metadata.labels['a.b/c']",                        "metadata + labels[\"a.b/c\"]"},
    {"object.?status.?phase",                                  ". + status.phase"            },
    {"object.spec[?'weight']",                                 "spec.weight"                 },
    {"object.metadata.annotations",                            "metadata.annotations"        },
    {"object.metadata.annotations['x']",                       "metadata.annotations + x"    },
    {"object.spec.weight.deeper",                              "spec.weight"                 },
    {"object[object.kind]",                                    ". + NodePool"                },
    {"object.spec.taints.filter(t, t.key == 'b')[0]",          "spec.taints[1]"              },
    {"object.spec.taints.filter(t, t.key == 'b')[0].value",    "spec.taints[1] + value"      },
    {"object.spec.taints.filter(t, false)",                    ""                            },
 /* candidates */
    {"[object.spec.none, object.spec.weight]",                 "spec.weight"                 },
    {"[object.spec.none, object.status.x]",                    "spec + none"                 },
    {"[object.spec.taints[7].key, 'text']",                    "spec.taints + [7].key"       },
    {"object.spec.weight > 1 ? object.spec.a : object.spec.b", "spec + a"                    },
    {"cel.bind(s, object.spec, s.a)",                          "spec + a"                    },
 /* host */
    {"pool",                                                   "spec"                        },
    {"pool.budget",                                            "spec + disruption"           },
    {"pool.budget.nodes",                                      "spec + disruption.nodes"     },
    {"pool.volume",                                            "spec + volume"               },
    {"pool.volume.size",                                       "spec + disruption"           },
    {"pool.spec.weight",                                       "spec.weight"                 },
    {"pool.spec.none",                                         "spec + none"                 },
    {"pool.named('x')",                                        "spec.taints"                 },
    {"pool.named('x')[3]",                                     "spec.taints + [3]"           },
    {"[pool.budget, pool]",                                    "spec"                        },
 /* no place */
    {"'spec'",                                                 ""                            },
    {"size(object.spec)",                                      ""                            },
    {"1 / 0",                                                  ""                            },
    {"unknown.spec",                                           ""                            },
    {"null",                                                   ""                            },
};

static Str show(Arena *a, const Node *root, NodePlace at)
{
    Buf out;
    buf_init(&out, a, LIMIT_MESSAGE);
    if (!at.node)
        return STR("");
    path_write(&out, root, at.node);
    if (out.len == 0)
        buf_char(&out, '.');
    if (at.missing.len)
        buf_printf(&out, " + %.*s", STR_ARG(at.missing));
    return buf_str(&out);
}

TEST(test_places)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    const Node *root = try_yaml(&a, MANIFEST), *spec = node_get(root, STR("spec"));
    Pool pool = {
        spec, {spec, STR("disruption")}
    };
    CelTry t;
    try_init(&t, &a, CEL_PROFILE_RULE);
    cel_env_hosts(t.env, HOSTS, COUNT(HOSTS));
    try_set(&t, "object", "dyn", cel_node(root));
    try_set(&t, "pool", "pool", cel_host(0, &pool));
    try_set(&t, "unknown", "dyn", cel_unknown(STR("NodeClass gpu")));
    for (size_t i = 0; i < COUNT(PLACES); i++) {
        Str why;
        CelProgram *p = try_compile(&t, PLACES[i].expr, &why);
        CHECK(p, "%s: %.*s", PLACES[i].expr, STR_ARG(why));
        CelEval ev = try_eval(&t);
        Str place = show(&a, root, cel_eval_place(&ev, p));
        CHECK(str_eq(place, str_c(PLACES[i].place)), "%s: got %.*s", PLACES[i].expr,
              STR_ARG(place));
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_places))
