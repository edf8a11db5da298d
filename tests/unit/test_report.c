#include "tests/check.h"

#include <stdio.h>

#include <cjson/cJSON.h>

#include "doc/load.h"
#include "report/report.h"
#include "rule/finding.h"

/* A finished run by hand: two findings in one pool, with a name that needs care. */
static const char *const TEXT = "apiVersion: karpenter.sh/v1\n"
                                "kind: NodePool\n"
                                "metadata:\n"
                                "  name: gpu\n"
                                "spec:\n"
                                "  weight: 10 # \xc3\xa9\n"
                                "  limits: {}\n";

typedef struct Sample {
    Arena arena, scratch, written;
    Object object;
    Run run;
    Report report;
    Buf out;
} Sample;

static FindingPlace place_of(const Object *o, const char *field, Str message)
{
    const Node *node = node_path(o->root, str_c(field));
    return (FindingPlace){
        .object = o,
        .at = {node, STR("")},
        .span = node->span,
        .path = str_c(field),
        .message = message
    };
}

static void sample_init(Sample *s)
{
    *s = (Sample){
        .run = {.files = 1, .judged = 1, .rules = 2}
    };
    arena_init(&s->arena, SIZE_MAX);
    arena_init(&s->scratch, SIZE_MAX);
    arena_init(&s->written, SIZE_MAX);
    Loader loader;
    Diags diags;
    loader_init(&loader, &s->arena);
    diags_init(&diags, &s->arena);
    const Source *source = source_new(&s->arena, STR("./a b/p,ool.yaml"), str_c(TEXT));
    const Stream *stream = yaml_load(&loader, source, &diags);
    const Document *doc = stream->documents.items[0];
    s->object = (Object){.root = &doc->root,
                         .doc = doc,
                         .api_version = STR("karpenter.sh/v1"),
                         .kind = STR("NodePool"),
                         .name = STR("gpu")};
    Finding bad = {.rule_id = STR("nodepool-without-limits"),
                   .severity = SEVERITY_ERROR,
                   .place =
                       place_of(&s->object, "spec.limits", STR("no \"limits\"\nat all\033[0m")),
                   .how = STR("set limits"),
                   .fingerprint = 0xABC};
    *vec_push(&s->arena, &bad.related) = place_of(&s->object, "spec.weight", STR("preferred"));
    Finding advice = {.rule_id = STR("advice"),
                      .severity = SEVERITY_INFO,
                      .place = place_of(&s->object, "spec.weight", STR("heavy"))};
    *vec_push(&s->arena, &s->run.findings.list) = advice;
    *vec_push(&s->arena, &s->run.findings.list) = bad;
    *vec_push(&s->arena, &s->run.skipped) = (RunSkipped){STR("c.yaml"), STR("Helm template")};
    *vec_push(&s->arena, &s->run.unread) = (RunUnread){STR("d.yaml"), 3, 7, STR("what is this?")};
    report_init(&s->report, &s->scratch, &s->run, SEVERITY_WARNING);
    buf_init(&s->out, &s->written, SIZE_MAX);
}

static void sample_free(Sample *s)
{
    arena_free(&s->written);
    arena_free(&s->scratch);
    arena_free(&s->arena);
}

static void write(Sample *s, const char *format)
{
    reporter_find(str_c(format))->write(&s->out, &s->report);
}

TEST(test_counts)
{
    Sample s;
    sample_init(&s);
    CHECK(s.report.errors == 1 && s.report.warnings == 0 && s.report.infos == 1, "by severity");
    CHECK(s.report.hidden == 1, "hidden %zu", s.report.hidden);
    CHECK(report_count(&s.report, SEVERITY_INFO) == 2, "count at info");
    CHECK(report_count(&s.report, SEVERITY_ERROR) == 1, "count at error");
    CHECK(reporter_find(STR("xml")) == NULL, "no such format");
    sample_free(&s);
}

TEST(test_text)
{
    static const struct {
        const char *format, *text;
    } ROWS[] = {
        {"concise", "./a b/p,ool.yaml:7:11: error[nodepool-without-limits]: no \"limits\" at "
                    "all\xef\xbf\xbd[0m\n"},
        {"full",    "error[nodepool-without-limits]: no \"limits\" at all\xef\xbf\xbd[0m\n"
                 " --> ./a b/p,ool.yaml:7:11\n"
                 "7 |   limits: {}\n"
                 "  |           ^^ NodePool gpu: spec.limits\n"
                 " ::: ./a b/p,ool.yaml:6:11: preferred\n"
                 "6 |   weight: 10 # \xc3\xa9\n"
                 "  |           ^^ NodePool gpu: spec.weight\n"
                 "  = set limits\n"
                 "\n"                        },
    };
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        Sample s;
        sample_init(&s);
        write(&s, ROWS[i].format);
        CHECK(str_eq(buf_str(&s.out), str_c(ROWS[i].text)), "%s: got\n%.*s", ROWS[i].format,
              STR_ARG(buf_str(&s.out)));
        sample_free(&s);
    }
}

TEST(test_color)
{
    Sample s;
    sample_init(&s);
    s.report.color = true;
    write(&s, "full");
    CHECK(str_starts(buf_str(&s.out), STR("\033[1;31merror[nodepool-without-limits]\033[0m")),
          "colour: got\n%.*s", STR_ARG(buf_str(&s.out)));
    sample_free(&s);
}

/* The value at "runs.0.results": names and list indexes. */
static const cJSON *at(const cJSON *json, const char *path)
{
    Str rest = str_c(path), step;
    while (json && str_next(&rest, '.', &step)) {
        char name[64];
        int64_t index;
        CHECK(step.len < sizeof name, "%s: a long step", path);
        (void)snprintf(name, sizeof name, "%.*s", STR_ARG(step));
        json = cJSON_IsArray(json) && str_int(step, &index)
                   ? cJSON_GetArrayItem(json, (int)index)
                   : cJSON_GetObjectItemCaseSensitive(json, name);
    }
    return json;
}

typedef struct Want {
    const char *path, *text; /* text NULL: a number */
    double number;
} Want;

static const Want JSON[] = {
    {"version",                      NULL,                           1 },
    {"findings.0.rule",              "nodepool-without-limits",      0 },
    {"findings.0.severity",          "error",                        0 },
    {"findings.0.message",           "no \"limits\"\nat all\033[0m", 0 },
    {"findings.0.file",              "./a b/p,ool.yaml",             0 },
    {"findings.0.line",              NULL,                           7 },
    {"findings.0.column",            NULL,                           11},
    {"findings.0.endLine",           NULL,                           7 },
    {"findings.0.endColumn",         NULL,                           13},
    {"findings.0.object.apiVersion", "karpenter.sh/v1",              0 },
    {"findings.0.object.kind",       "NodePool",                     0 },
    {"findings.0.object.namespace",  "",                             0 },
    {"findings.0.object.name",       "gpu",                          0 },
    {"findings.0.path",              "spec.limits",                  0 },
    {"findings.0.related.0.message", "preferred",                    0 },
    {"findings.0.related.0.path",    "spec.weight",                  0 },
    {"findings.0.related.0.line",    NULL,                           6 },
    {"findings.0.fingerprint",       "0000000000000abc",             0 },
    {"skipped.0.file",               "c.yaml",                       0 },
    {"skipped.0.reason",             "Helm template",                0 },
    {"unread.0.file",                "d.yaml",                       0 },
    {"unread.0.line",                NULL,                           3 },
    {"unread.0.column",              NULL,                           7 },
    {"unread.0.message",             "what is this?",                0 },
    {"summary.files",                NULL,                           1 },
    {"summary.objects",              NULL,                           1 },
    {"summary.rules",                NULL,                           2 },
    {"summary.errors",               NULL,                           1 },
    {"summary.warnings",             NULL,                           0 },
    {"summary.infos",                NULL,                           1 },
    {"summary.ruleErrors",           NULL,                           0 },
};

static const Want SARIF[] = {
    {"version",                                                            "2.1.0",                                         0 },
    {"$schema",                                                            "https://json.schemastore.org/sarif-2.1.0.json", 0 },
    {"runs.0.tool.driver.name",                                            "gpulint",                                       0 },
    {"runs.0.tool.driver.rules.0.id",                                      "nodepool-without-limits",                       0 },
    {"runs.0.tool.driver.rules.0.defaultConfiguration.level",              "error",                                         0 },
    {"runs.0.columnKind",                                                  "unicodeCodePoints",                             0 },
    {"runs.0.results.0.ruleId",                                            "nodepool-without-limits",                       0 },
    {"runs.0.results.0.ruleIndex",                                         NULL,                                            0 },
    {"runs.0.results.0.level",                                             "error",                                         0 },
    {"runs.0.results.0.locations.0.physicalLocation.artifactLocation.uri", "a%20b/p%2Cool.yaml",                            0 },
    {"runs.0.results.0.locations.0.physicalLocation.region.startLine",     NULL,                                            7 },
    {"runs.0.results.0.locations.0.physicalLocation.region.endColumn",     NULL,                                            13},
    {"runs.0.results.0.relatedLocations.0.message.text",                   "preferred",                                     0 },
    {"runs.0.results.0.partialFingerprints.gpulint/v1",                    "0000000000000abc",                              0 },
    {"runs.0.invocations.0.toolExecutionNotifications.0.message.text",     "what is this?",                                 0 },
};

static void check_all(const char *format, const Want *wants, size_t count)
{
    Sample s;
    sample_init(&s);
    write(&s, format);
    Str text = buf_str(&s.out);
    cJSON *json = cJSON_ParseWithLength(text.ptr, text.len);
    CHECK(json != NULL, "%s: an independent parser refuses\n%.*s", format, STR_ARG(text));
    for (size_t i = 0; i < count; i++) {
        const cJSON *got = at(json, wants[i].path);
        CHECK(got != NULL, "%s: no %s", format, wants[i].path);
        if (wants[i].text)
            CHECK(cJSON_IsString(got) && str_eq(str_c(got->valuestring), str_c(wants[i].text)),
                  "%s: %s is '%s'", format, wants[i].path, cJSON_GetStringValue(got));
        else
            CHECK(cJSON_IsNumber(got) && (int64_t)got->valuedouble == (int64_t)wants[i].number,
                  "%s: %s is %g", format, wants[i].path, got->valuedouble);
    }
    cJSON_Delete(json);
    sample_free(&s);
}

TEST(test_json)
{
    check_all("json", JSON, COUNT(JSON));
}

TEST(test_sarif)
{
    check_all("sarif", SARIF, COUNT(SARIF));
}

TESTS(cmocka_unit_test(test_counts), cmocka_unit_test(test_text), cmocka_unit_test(test_color),
      cmocka_unit_test(test_json), cmocka_unit_test(test_sarif))
