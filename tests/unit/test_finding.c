#include "tests/check.h"

#include "base/buf.h"
#include "doc/load.h"
#include "rule/finding.h"

static const char MANIFEST[] = "apiVersion: v1\n"       /* 1 */
                               "kind: Pod\n"            /* 2 */
                               "metadata:\n"            /* 3 */
                               "  name: a\n"            /* 4 */
                               "  labels: {a.b/c: d}\n" /* 5 */
                               "spec:\n"                /* 6 */
                               "  containers:\n"        /* 7 */
                               "    - name: main\n"     /* 8 */
                               "      image: x\n"       /* 9 */
                               "    - image: y\n";      /* 10 */

typedef struct Room {
    Arena arena;
    Loader loader;
    Object object;
} Room;

static void room_init(Room *r, const char *text)
{
    Diags d;
    arena_init(&r->arena, SIZE_MAX);
    loader_init(&r->loader, &r->arena);
    diags_init(&d, &r->arena);
    const Source *src = source_new(&r->arena, STR("pod.yaml"), str_c(text));
    const Document *doc = yaml_load(&r->loader, src, &d)->documents.items[0];
    r->object = (Object){.root = &doc->root, .doc = doc, .kind = STR("Pod"), .name = STR("a")};
}

static const struct {
    const char *what, *node, *missing; /* node: a path of names and indexes */
    Str path;
    uint32_t line, column;
    Str slice; /* what the span covers */
} PLACES[] = {
    {"a value",                     "spec.containers.0.image", "",                          STR_INIT("spec.containers[0].image"),   9,  14,
     STR_INIT("x")                                                                                                                                                    },
    {"a quoted key",                "metadata.labels.a/b",     "",                          STR_INIT("metadata.labels[\"a.b/c\"]"), 5,  19,
     STR_INIT("d")                                                                                                                                                    },
    {"a missing field of the root", "",                        "status",                    STR_INIT("status"),                     1,  1,
     STR_INIT("apiVersion: v1")                                                                                                                                       },
    {"a missing field",             "spec",                    "tolerations",               STR_INIT("spec.tolerations"),           6,  1,
     STR_INIT("spec")                                                                                                                                                 },
    {"several missing steps",       "spec",                    "securityContext.runAsUser",
     STR_INIT("spec.securityContext.runAsUser"),                                                                                    6,  1,  STR_INIT("spec")          },
    {"a missing key",               "metadata.labels",         "[\"x.y/z\"]",               STR_INIT("metadata.labels[\"x.y/z\"]"), 5,
     3,                                                                                                                                     STR_INIT("labels")        },
    {"a missing field of an item",  "spec.containers.1",       "resources",
     STR_INIT("spec.containers[1].resources"),                                                                                      10, 7,  STR_INIT("image")         },
    {"the object itself",           "",                        "",                          STR_INIT(""),                           1,  1,  STR_INIT("apiVersion: v1")},
};

/* "a/b" stands for the one key that no plain path can spell. */
static const Node *walk(const Node *n, Str path)
{
    Str step;
    int64_t index;
    while (n && str_next(&path, '.', &step)) {
        if (str_int(step, &index))
            n = node_item(n, (size_t)index);
        else
            n = node_get(n, str_eq(step, STR("a/b")) ? STR("a.b/c") : step);
    }
    return n;
}

TEST(test_places)
{
    for (size_t i = 0; i < COUNT(PLACES); i++) {
        Room r;
        room_init(&r, MANIFEST);
        const Node *n = walk(r.object.root, str_c(PLACES[i].node));
        FindingPlace p =
            finding_place(&r.arena, &r.object, (NodePlace){n, str_c(PLACES[i].missing)});
        const Source *src = r.object.doc->source;
        LineColumn at = source_place(src, p.span.off);
        CHECK(str_eq(p.path, PLACES[i].path), "%s: path %.*s", PLACES[i].what, STR_ARG(p.path));
        CHECK(at.line == PLACES[i].line && at.column == PLACES[i].column, "%s: at %u:%u",
              PLACES[i].what, at.line, at.column);
        Str slice = source_slice(src, p.span);
        CHECK(str_eq(slice, PLACES[i].slice), "%s: span '%.*s'", PLACES[i].what, STR_ARG(slice));
        arena_free(&r.arena);
    }
}

/* A change of these values would make every recorded fingerprint worthless. */
TEST(test_fingerprints)
{
    Object o = {.group = STR("karpenter.sh"),
                .version = STR("v1"),
                .kind = STR("NodePool"),
                .name = STR("gpu")};
    FindingPlace p = {.object = &o, .path = STR("spec.limits"), .message = STR("a")};
    uint64_t first = finding_fingerprint(STR("some-rule"), &p);
    CHECK(first == 0x2fe30ecbc1abe2f0u, "got %llx", (unsigned long long)first);
    p.message = STR("another message");
    o.version = STR("v1beta1");
    assert_true(first == finding_fingerprint(STR("some-rule"), &p));
    p.path = STR("spec.limit");
    assert_true(first != finding_fingerprint(STR("some-rule"), &p));
    p.path = STR("spec.limits");
    o.ns = STR("ml");
    assert_true(first != finding_fingerprint(STR("some-rule"), &p));
}

static Finding finding(Room *r, const char *rule, Severity severity, const char *node,
                       const char *message)
{
    const Node *n = walk(r->object.root, str_c(node));
    Finding f = {.rule_id = str_c(rule), .severity = severity};
    f.place = finding_place(&r->arena, &r->object, (NodePlace){n, STR("")});
    f.place.message = str_c(message);
    return f;
}

TEST(test_sort)
{
    Room r;
    room_init(&r, MANIFEST);
    Findings f = {0};
    *vec_push(&r.arena, &f.list) = finding(&r, "b", SEVERITY_INFO, "spec.containers", "4");
    *vec_push(&r.arena, &f.list) = finding(&r, "b", SEVERITY_INFO, "metadata.name", "2");
    *vec_push(&r.arena, &f.list) = finding(&r, "c", SEVERITY_ERROR, "metadata.labels.a/b", "3");
    *vec_push(&r.arena, &f.list) = finding(&r, "a", SEVERITY_INFO, "metadata.name", "1");
    findings_sort(&r.arena, &f);
    Buf order;
    buf_init(&order, &r.arena, SIZE_MAX);
    for (size_t i = 0; i < f.list.len; i++)
        buf_add(&order, f.list.items[i].place.message);
    CHECK(str_eq(buf_str(&order), STR("1234")), "got %.*s", STR_ARG(buf_str(&order)));
    arena_free(&r.arena);
}

/* One rule at one path is one finding: the gravest speaks, no related place is lost or doubled. */
TEST(test_merge)
{
    Room r;
    room_init(&r, MANIFEST);
    Findings f = {0};
    FindingPlace related = finding(&r, "", 0, "spec", "here").place;
    FindingPlace other = finding(&r, "", 0, "metadata", "there").place;
    Finding weak = finding(&r, "a", SEVERITY_INFO, "metadata.name", "weak");
    Finding grave = finding(&r, "a", SEVERITY_ERROR, "metadata.name", "grave");
    *vec_push(&r.arena, &weak.related) = related;
    *vec_push(&r.arena, &weak.related) = other;
    *vec_push(&r.arena, &grave.related) = related;
    *vec_push(&r.arena, &f.list) = weak;
    *vec_push(&r.arena, &f.list) = grave;
    *vec_push(&r.arena, &f.list) = finding(&r, "a", SEVERITY_INFO, "spec", "elsewhere");
    findings_sort(&r.arena, &f);
    assert_int_equal(f.list.len, 2);
    const Finding *one = &f.list.items[0];
    assert_int_equal(one->severity, SEVERITY_ERROR);
    assert_true(str_eq(one->place.message, STR("grave")));
    assert_int_equal(one->related.len, 2);
    assert_true(str_eq(one->related.items[0].message, STR("here")));
    assert_true(str_eq(one->related.items[1].message, STR("there")));
    arena_free(&r.arena);
}

static const struct {
    Str how, advice;
} ADVICE[] = {
    {STR_INIT("Set spec.limits."),                         STR_INIT("Set spec.limits")            },
    {STR_INIT("Set spec.limits on\nthe pool. Then more."), STR_INIT("Set spec.limits on the pool")},
    {STR_INIT("Without an end"),                           STR_INIT("Without an end")             },
    {STR_INIT(""),                                         STR_INIT("")                           },
};

TEST(test_advice)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    for (size_t i = 0; i < COUNT(ADVICE); i++) {
        Str got = finding_advice(&a, ADVICE[i].how);
        CHECK(str_eq(got, ADVICE[i].advice), "%.*s: got '%.*s'", STR_ARG(ADVICE[i].how),
              STR_ARG(got));
    }
    arena_free(&a);
}

TESTS(cmocka_unit_test(test_places), cmocka_unit_test(test_fingerprints),
      cmocka_unit_test(test_sort), cmocka_unit_test(test_merge), cmocka_unit_test(test_advice))
