#include "tests/check.h"

#include "base/buf.h"
#include "rule/suppress.h"

static const RuleDoc NO_DOC = {
    .how = {"", 0}
};
/* clang-format off */
static const RuleSpec SPECS[] = {
    {.id = STR_INIT("some-rule"), .severity = SEVERITY_ERROR, .doc = &NO_DOC},
    {.id = STR_INIT("other-rule"), .severity = SEVERITY_ERROR, .doc = &NO_DOC},
    {.id = STR_INIT("off-rule"), .severity = SEVERITY_ERROR, .off = true, .doc = &NO_DOC},
    {.id = STR_INIT("suppression-unused"), .severity = SEVERITY_WARNING, .doc = &NO_DOC},
    {.id = STR_INIT("suppression-without-reason"), .severity = SEVERITY_WARNING, .doc = &NO_DOC},
    {.id = STR_INIT("suppression-unknown-rule"), .severity = SEVERITY_WARNING, .doc = &NO_DOC},
};
/* clang-format on */

/* `some-rule` speaks at spec.a.b of the first document. */
/* clang-format off */
static const struct {
    const char *what;
    Str text, left; /* rule:line of what is left, in order */
} ROWS[] = {
    {"no comment",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1\n"),
     STR_INIT("some-rule:4")},
    {"on the line",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore[some-rule] so\n"),
     STR_INIT("")},
    {"on the parent key",
     STR_INIT("kind: K\nspec:\n  a: # gpulint: ignore[some-rule] so\n    b: 1\n"),
     STR_INIT("")},
    {"on a key further up",
     STR_INIT("kind: K\nspec: # gpulint: ignore[some-rule] so\n  a:\n    b: 1\n"),
     STR_INIT("")},
    {"on the line above",
     STR_INIT("kind: K\nspec:\n  a:\n    # gpulint: ignore[some-rule] so\n    b: 1\n"),
     STR_INIT("")},
    {"above another comment",
     STR_INIT(
         "kind: K\nspec:\n  a:\n    # gpulint: ignore[some-rule] so\n    # really\n\n    b: 1\n"),
     STR_INIT("")},
    {"before the document",
     STR_INIT("# gpulint: ignore[some-rule] so\nkind: K\nspec:\n  a:\n    b: 1\n"),
     STR_INIT("")},
    {"before the document, behind its mark",
     STR_INIT("---\n# gpulint: ignore[some-rule] so\nkind: K\nspec:\n  a:\n    b: 1\n"),
     STR_INIT("")},
    {"on another line",
     STR_INIT("kind: K # gpulint: ignore[some-rule] so\nspec:\n  a:\n    b: 1\n"),
     STR_INIT("suppression-unused:1 some-rule:4")},
    {"on a line beside",
     STR_INIT("kind: K\nspec:\n  c: 2 # gpulint: ignore[some-rule] so\n  a:\n    b: 1\n"),
     STR_INIT("suppression-unused:3 some-rule:5")},
    {"before another document",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1\n---\n# gpulint: ignore[some-rule] so\nkind: L\n"),
     STR_INIT("some-rule:4 suppression-unused:6")},
    {"of two rules, one of use",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore[some-rule, other-rule] so\n"),
     STR_INIT("suppression-unused:4")},
    {"of a rule that is off",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore[off-rule] so\n"),
     STR_INIT("some-rule:4")},
    {"without a reason",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore[some-rule]\n"),
     STR_INIT("some-rule:4 suppression-without-reason:4")},
    {"of no rule",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore[sume-rule] so\n"),
     STR_INIT("some-rule:4 suppression-unknown-rule:4")},
    {"without brackets",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore some-rule so\n"),
     STR_INIT("some-rule:4 suppression-unknown-rule:4")},
    {"with empty brackets",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint: ignore[] so\n"),
     STR_INIT("some-rule:4 suppression-unknown-rule:4")},
    {"a comment about gpulint",
     STR_INIT("kind: K\nspec:\n  a:\n    b: 1 # gpulint says no\n"),
     STR_INIT("some-rule:4")},
    {"as an annotation",
     STR_INIT("kind: K\nmetadata:\n  annotations: {ignore.gpulint/some-rule: so}\nspec:\n  a:\n    "
              "b: 1\n"),
     STR_INIT("")},
    {"as an annotation without a reason",
     STR_INIT("kind: K\nmetadata:\n  annotations: {ignore.gpulint/some-rule: ''}\nspec:\n  a:\n    "
              "b: 1\n"),
     STR_INIT("suppression-without-reason:3 some-rule:6")},
    {"as an annotation of no use",
     STR_INIT("kind: K\nmetadata:\n  annotations: {ignore.gpulint/other-rule: so}\nspec:\n  a:\n   "
              " b: 1\n"),
     STR_INIT("suppression-unused:3 some-rule:6")},
};
/* clang-format on */

typedef struct Room {
    Arena arena;
    Loader loader;
    RuleSet *rules;
    Run run;
} Room;

static void room_init(Room *r, Str text)
{
    Arena *a = &r->arena;
    Diags d;
    arena_init(a, SIZE_MAX);
    loader_init(&r->loader, a);
    diags_init(&d, a);
    r->rules = ruleset_new(a);
    for (size_t i = 0; i < COUNT(SPECS); i++)
        assert_true(ruleset_add(r->rules, &SPECS[i], &d));
    r->run = (Run){0};
    const Stream *stream = yaml_load(&r->loader, source_new(a, STR("in.yaml"), text), &d);
    *vec_push(a, &r->run.streams) = stream;
    for (size_t i = 0; i < stream->documents.len; i++) {
        const Document *doc = stream->documents.items[i];
        Object *o = arena_new(a, Object);
        *o = (Object){.root = &doc->root, .doc = doc, .kind = STR("K")};
        *vec_push(a, &r->run.objects) = o;
    }
    const Object *first = r->run.objects.items[0];
    const Rule *rule = ruleset_find(r->rules, STR("some-rule"));
    Finding f = {.rule = rule, .rule_id = rule_id(rule), .severity = SEVERITY_ERROR};
    f.place =
        finding_place(a, first, (NodePlace){node_path(first->root, STR("spec.a.b")), STR("")});
    *vec_push(a, &r->run.findings.list) = f;
}

static Str left(Room *r)
{
    Buf out;
    buf_init(&out, &r->arena, SIZE_MAX);
    findings_sort(&r->arena, &r->run.findings);
    for (size_t i = 0; i < r->run.findings.list.len; i++) {
        const Finding *f = &r->run.findings.list.items[i];
        uint32_t line = source_place(f->place.object->doc->source, f->place.span.off).line;
        buf_printf(&out, "%s%.*s:%u", i ? " " : "", STR_ARG(f->rule_id), line);
    }
    return buf_str(&out);
}

TEST(test_rows)
{
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Room r;
        room_init(&r, ROWS[i].text);
        RunOptions options = {.annotations = true};
        suppress(&r.arena, r.rules, &options, &r.run);
        Str got = left(&r);
        CHECK(str_eq(got, ROWS[i].left), "%s: left is '%.*s'", ROWS[i].what, STR_ARG(got));
        arena_free(&r.arena);
    }
}

/* Where the administrator does not allow them, annotations are not even read. */
TEST(test_annotations_not_allowed)
{
    Room r;
    room_init(&r, STR("kind: K\nmetadata:\n  annotations: {ignore.gpulint/some-rule: so}\n"
                      "spec:\n  a:\n    b: 1\n"));
    RunOptions options = {.annotations = false};
    suppress(&r.arena, r.rules, &options, &r.run);
    Str got = left(&r);
    CHECK(str_eq(got, STR("some-rule:6")), "left is '%.*s'", STR_ARG(got));
    arena_free(&r.arena);
}

TESTS(cmocka_unit_test(test_rows), cmocka_unit_test(test_annotations_not_allowed))
