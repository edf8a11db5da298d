#include "tests/check.h"

#include "base/limits.h"
#include "rule/message.h"

typedef struct Room {
    Arena arena, scratch;
    CelEnv *env;
    CelValue slots[4];
    CelEval eval;
    Loader loader;
} Room;

/* name is a string, n an int, u unknown, doc a document. */
static void room_init(Room *r, const char *document)
{
    arena_init(&r->arena, SIZE_MAX);
    arena_init(&r->scratch, SIZE_MAX);
    loader_init(&r->loader, &r->arena);
    Diags d;
    diags_init(&d, &r->arena);
    const Source *src = source_new(&r->arena, STR("doc.yaml"), str_c(document));
    r->env = cel_env_new(&r->arena, CEL_PROFILE_RULE);
    r->slots[cel_env_var(r->env, STR("name"), "string")] = cel_str(STR("gpu"));
    r->slots[cel_env_var(r->env, STR("n"), "int")] = cel_int(7);
    r->slots[cel_env_var(r->env, STR("u"), "string")] = cel_unknown(STR("NodeClass gpu"));
    r->slots[cel_env_var(r->env, STR("doc"), "dyn")] =
        cel_node(&yaml_load(&r->loader, src, &d)->documents.items[0]->root);
    r->eval = (CelEval){.scratch = &r->scratch,
                        .slots = r->slots,
                        .step_limit = LIMIT_CEL_STEPS,
                        .memory_limit = LIMIT_CEL_MEMORY};
}

static void room_free(Room *r)
{
    arena_free(&r->scratch);
    arena_free(&r->arena);
}

static const char DOCUMENT[] = "a: text\nb: ${PLACEHOLDER}\nc: \"two\\nlines\"\nd: [1, x]\n";

static const struct {
    const char *what;
    Str template, printed;
} MESSAGES[] = {
    {"no expression",                    STR_INIT("plain"),               STR_INIT("plain")            },
    {"a string",                         STR_INIT("pool {name} has"),     STR_INIT("pool gpu has")     },
    {"an expression alone",              STR_INIT("{n}"),                 STR_INIT("7")                },
    {"arithmetic",                       STR_INIT("{n * 2} and {n}"),     STR_INIT("14 and 7")         },
    {"a brace",                          STR_INIT("{{x} {name}"),         STR_INIT("{x} gpu")          },
    {"both braces",                      STR_INIT("{{{name}: {n}}}"),     STR_INIT("{gpu: 7}")         },
    {"a closing brace",                  STR_INIT("a } b"),               STR_INIT("a } b")            },
    {"a brace in a string",              STR_INIT("{'}' + name}"),        STR_INIT("}gpu")             },
    {"a quote in a string",              STR_INIT("{\"it's \" + name}!"), STR_INIT("it's gpu!")        },
    {"an escaped quote",                 STR_INIT("{'a\\'}' + name}"),    STR_INIT("a'}gpu")           },
    {"a map literal",                    STR_INIT("{{'k': name}['k']}"),  STR_INIT("{'k': name}['k']}")},
    {"a map literal after a space",      STR_INIT("{ {'k': name}['k']}"), STR_INIT("gpu")              },
    {"a placeholder",                    STR_INIT("is {doc.b}"),          STR_INIT("is ${PLACEHOLDER}")},
    {"what a placeholder makes unknown", STR_INIT("is {doc.b + name}"),
     STR_INIT("is ${PLACEHOLDER}")                                                                     },
    {"an unknown",                       STR_INIT("is {u}"),              STR_INIT("is ?")             },
    {"an error",                         STR_INIT("is {doc.missing}"),    STR_INIT("is ?")             },
    {"two lines become one",             STR_INIT("is {doc.c}"),          STR_INIT("is two lines")     },
};

TEST(test_messages)
{
    for (size_t i = 0; i < COUNT(MESSAGES); i++) {
        Room r;
        Diags d;
        room_init(&r, DOCUMENT);
        diags_init(&d, &r.arena);
        RuleText text = {.text = MESSAGES[i].template};
        const Message *m = message_compile(&r.arena, r.env, &text, &d);
        CHECK(m, "%s: %.*s", MESSAGES[i].what, STR_ARG(d.list.items[0].message));
        Str got = message_print(&r.arena, &r.eval, m);
        CHECK(str_eq(got, MESSAGES[i].printed), "%s: got '%.*s'", MESSAGES[i].what, STR_ARG(got));
        room_free(&r);
    }
}

static const struct {
    const char *what;
    Str template;
    uint32_t column; /* the template begins in column 6 */
} FAULTS[] = {
    {"an open brace",   STR_INIT("pool {name"), 11},
    {"empty braces",    STR_INIT("pool { }"),   12},
    {"an unknown name", STR_INIT("pool {nam}"), 12},
    {"a syntax error",  STR_INIT("pool {n +}"), 15},
};

TEST(test_faults)
{
    for (size_t i = 0; i < COUNT(FAULTS); i++) {
        Room r;
        Diags d;
        room_init(&r, DOCUMENT);
        diags_init(&d, &r.arena);
        Str file = arena_printf(&r.arena, "msg: %.*s\n", STR_ARG(FAULTS[i].template));
        const Source *src = source_new(&r.arena, STR("rule.yaml"), file);
        RuleText text = {
            .text = str_slice(file, 5, file.len - 1), .file = src, .offset = 5, .exact = true};
        CHECK(!message_compile(&r.arena, r.env, &text, &d), "%s: compiles", FAULTS[i].what);
        const Diag *m = &d.list.items[0];
        LineColumn at = source_place(m->source, m->at.off);
        CHECK(at.line == 1 && at.column == FAULTS[i].column, "%s: at %u:%u %.*s", FAULTS[i].what,
              at.line, at.column, STR_ARG(m->message));
        room_free(&r);
    }
}

/* An expression whose text is not the file's is told at the scalar. */
TEST(test_decoded_text)
{
    Room r;
    Diags d;
    room_init(&r, DOCUMENT);
    diags_init(&d, &r.arena);
    const Source *src = source_new(&r.arena, STR("rule.yaml"), STR("when: \"n \\x3e 'a'\"\n"));
    RuleText text = {.text = STR("n > 'a'"), .file = src, .offset = 6};
    assert_null(expr_compile(&r.arena, r.env, &text, &d));
    const Diag *m = &d.list.items[0];
    CHECK(m->at.off == 6 && m->source == src, "at %u", m->at.off);
    CHECK(str_starts(m->message, STR("in `n > 'a'`: ")), "got %.*s", STR_ARG(m->message));
    room_free(&r);
}

TEST(test_length)
{
    Room r;
    Diags d;
    room_init(&r, DOCUMENT);
    diags_init(&d, &r.arena);
    Str long_text = arena_printf(&r.arena, "%*s{name}", LIMIT_MESSAGE - 2, "x");
    RuleText text = {.text = long_text};
    Str got = message_print(&r.arena, &r.eval, message_compile(&r.arena, r.env, &text, &d));
    assert_int_equal(got.len, LIMIT_MESSAGE - 2);
    room_free(&r);
}

TESTS(cmocka_unit_test(test_messages), cmocka_unit_test(test_faults),
      cmocka_unit_test(test_decoded_text), cmocka_unit_test(test_length))
