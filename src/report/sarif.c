#include <inttypes.h>

#include "base/ascii.h"
#include "base/json_out.h"
#include "base/map.h"
#include "base/utf8.h"
#include "base/version.h"
#include "report/linehash.h"
#include "report/report.h"

enum {
    TEXT_MOST = 1024 /* characters of a description that GitHub takes */
};

/* SARIF's names of our severities, and those of code scanning for a rule's property. */
static const struct {
    Str level, problem;
} LEVELS[] = {
    [SEVERITY_OFF] = {STR_INIT("none"),    STR_INIT("recommendation")},
    [SEVERITY_INFO] = {STR_INIT("note"),    STR_INIT("recommendation")},
    [SEVERITY_WARNING] = {STR_INIT("warning"), STR_INIT("warning")       },
    [SEVERITY_ERROR] = {STR_INIT("error"),   STR_INIT("error")         },
};

/* A rule that speaks in this report. */
typedef struct Speaker {
    size_t number; /* in the rules of the driver */
    const Finding *first;
} Speaker;

typedef struct Sarif {
    const Report *report;
    Map speakers; /* rule id -> Speaker, in order of number */
    Map hashes;   /* address of a Source -> its line hashes */
    JsonFrame frame;
} Sarif;

static Str source_key(const Finding *f)
{
    const Document *doc = f->place.object->doc;
    return (Str){(const char *)&doc->source, sizeof doc->source};
}

/* What outlives the single result. */
static void collect(Sarif *s)
{
    Arena *a = s->report->scratch;
    size_t i = 0;
    for (const Finding *f; (f = report_next(s->report, &i));) {
        void **hashes = map_at(&s->hashes, source_key(f));
        if (!*hashes)
            *hashes = (void *)(uintptr_t)linehashes_of(a, f->place.object->doc->source);
        void **slot = map_at(&s->speakers, f->rule_id);
        if (*slot)
            continue;
        Speaker *speaker = arena_new(a, Speaker);
        *speaker = (Speaker){s->speakers.len - 1, f};
        *slot = speaker;
    }
}

/* Code scanning refuses empty texts. */
static void text_put(Json in, const char *key, Str text, Str otherwise)
{
    Str shown = text.len ? text : otherwise;
    json_put_str(json_put_object(in, key), "text",
                 str_slice(shown, 0, utf8_offset(shown, TEXT_MOST)));
}

static Json rule_json(const Sarif *s, const Finding *f)
{
    Arena *a = s->report->scratch;
    const RuleInfo *info = f->rule ? rule_info(a, f->rule) : &(RuleInfo){.title = f->rule_id};
    Severity severity = f->rule ? info->severity : f->severity;
    Json json = json_object(a);
    json_put_str(json, "id", f->rule_id);
    text_put(json, "shortDescription", info->title, f->rule_id);
    text_put(json, "fullDescription", info->why, info->title);
    text_put(json, "help", info->how, info->title);
    json_put_str(json_put_object(json, "defaultConfiguration"), "level", LEVELS[severity].level);
    Json properties = json_put_object(json, "properties");
    if (info->area.len)
        json_put_str(json_put_list(properties, "tags"), NULL, info->area);
    json_put_str(properties, "precision", STR("high"));
    json_put_str(properties, "problem.severity", LEVELS[severity].problem);
    return json;
}

/* A relative reference, as code scanning wants it: percent-encoded, without "./" in front. */
static Str uri_of(Arena *a, Str path)
{
    static const char PLAIN[] = "-._~/";
    while (str_starts(path, STR("./")))
        path = str_skip(path, 2);
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    for (size_t i = 0; i < path.len; i++) {
        char c = path.ptr[i];
        bool letter = ascii_alnum(c);
        if (letter || str_find_char(str_c(PLAIN), c) < sizeof PLAIN - 1)
            buf_char(&out, c);
        else
            buf_printf(&out, "%%%02X", (unsigned)(unsigned char)c);
    }
    return buf_str(&out);
}

static Json file_put(Json in, Str name)
{
    Json physical = json_put_object(in, "physicalLocation");
    json_put_str(json_put_object(physical, "artifactLocation"), "uri", uri_of(in.scratch, name));
    return physical;
}

static void location_put(Json in, const FindingPlace *p)
{
    ReportPlace place = report_place(p);
    Json region = json_put_object(file_put(in, place.source->name), "region");
    json_put_int(region, "startLine", place.from.line);
    json_put_int(region, "startColumn", place.from.column);
    json_put_int(region, "endLine", place.to.line);
    json_put_int(region, "endColumn", place.to.column);
    Json logical = json_put_object(json_put_list(in, "logicalLocations"), NULL);
    Str title = object_title(in.scratch, p->object);
    json_put_str(logical, "fullyQualifiedName",
                 p->path.len
                     ? arena_printf(in.scratch, "%.*s: %.*s", STR_ARG(title), STR_ARG(p->path))
                     : title);
}

static Json result_json(const Sarif *s, const Finding *f)
{
    Arena *a = s->report->scratch;
    const Speaker *speaker = map_find(&s->speakers, f->rule_id);
    Json json = json_object(a);
    json_put_str(json, "ruleId", f->rule_id);
    json_put_int(json, "ruleIndex", (int64_t)speaker->number);
    json_put_str(json, "level", LEVELS[f->severity].level);
    text_put(json, "message", f->place.message, f->rule_id);
    location_put(json_put_object(json_put_list(json, "locations"), NULL), &f->place);
    if (f->related.len) {
        Json related = json_put_list(json, "relatedLocations");
        for (size_t i = 0; i < f->related.len; i++) {
            Json item = json_put_object(related, NULL);
            json_put_int(item, "id", (int64_t)i + 1);
            text_put(item, "message", f->related.items[i].message, STR("related"));
            location_put(item, &f->related.items[i]);
        }
    }
    const Str *hashes = map_find(&s->hashes, source_key(f));
    Json prints = json_put_object(json, "partialFingerprints");
    json_put_str(prints, "primaryLocationLineHash", hashes[report_place(&f->place).from.line - 1]);
    json_put_str(prints, "gpulint/v1", arena_printf(a, "%016" PRIx64, f->fingerprint));
    return json;
}

/* What could not be read is told as a notification of the tool. */
static Json invocation_json(const Sarif *s)
{
    const Run *run = s->report->run;
    Json json = json_object(s->report->scratch);
    json_put_bool(json, "executionSuccessful", run->unread.len == 0);
    Json list = json_put_list(json, "toolExecutionNotifications");
    for (size_t i = 0; i < run->unread.len; i++) {
        const RunUnread *unread = &run->unread.items[i];
        Json item = json_put_object(list, NULL);
        json_put_str(item, "level", STR("error"));
        text_put(item, "message", unread->message, STR("not read"));
        Json file = file_put(json_put_object(json_put_list(item, "locations"), NULL), unread->file);
        if (!unread->line)
            continue;
        Json region = json_put_object(file, "region");
        json_put_int(region, "startLine", unread->line);
        json_put_int(region, "startColumn", unread->column);
    }
    return json;
}

static void item_write(Sarif *s, Json (*make)(const Sarif *, const Finding *), const Finding *f)
{
    ArenaMark mark = arena_mark(s->report->scratch);
    json_item(&s->frame, NULL, make(s, f));
    arena_rewind(s->report->scratch, mark);
}

static void driver_write(Sarif *s)
{
    Arena *a = s->report->scratch;
    json_open(&s->frame, "tool", '{');
    json_open(&s->frame, "driver", '{');
    json_item(&s->frame, "name", json_str(a, STR("gpulint")));
    json_item(&s->frame, "version", json_str(a, STR(GPULINT_VERSION)));
    json_open(&s->frame, "rules", '[');
    for (size_t i = 0; i < s->speakers.len; i++) {
        const Speaker *speaker = s->speakers.entries[i].value;
        item_write(s, rule_json, speaker->first);
    }
    json_close(&s->frame, ']');
    json_close(&s->frame, '}');
    json_close(&s->frame, '}');
}

static void run_write(Sarif *s)
{
    json_open(&s->frame, NULL, '{');
    driver_write(s);
    json_item(&s->frame, "columnKind", json_str(s->report->scratch, STR("unicodeCodePoints")));
    json_open(&s->frame, "invocations", '[');
    json_item(&s->frame, NULL, invocation_json(s));
    json_close(&s->frame, ']');
    json_open(&s->frame, "results", '[');
    size_t i = 0;
    for (const Finding *f; (f = report_next(s->report, &i));)
        item_write(s, result_json, f);
    json_close(&s->frame, ']');
    json_close(&s->frame, '}');
}

void report_sarif(Buf *out, const Report *report)
{
    Arena *a = report->scratch;
    ArenaMark mark = arena_mark(a);
    Sarif s = {.report = report, .frame = {.out = out}};
    map_init(&s.speakers, a);
    map_init(&s.hashes, a);
    collect(&s);
    json_open(&s.frame, NULL, '{');
    json_item(&s.frame, "$schema",
              json_str(a, STR("https://json.schemastore.org/sarif-2.1.0.json")));
    json_item(&s.frame, "version", json_str(a, STR("2.1.0")));
    json_open(&s.frame, "runs", '[');
    run_write(&s);
    json_close(&s.frame, ']');
    json_close(&s.frame, '}');
    buf_char(out, '\n');
    arena_rewind(a, mark);
}
