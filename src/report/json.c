#include <inttypes.h>

#include "base/json_out.h"
#include "report/report.h"

static void place_put(Json in, const FindingPlace *p, bool end)
{
    ReportPlace place = report_place(p);
    json_put_str(in, "file", place.source->name);
    json_put_int(in, "line", place.from.line);
    json_put_int(in, "column", place.from.column);
    if (end) {
        json_put_int(in, "endLine", place.to.line);
        json_put_int(in, "endColumn", place.to.column);
    }
    report_object_put(in, p->object);
    json_put_str(in, "path", p->path);
}

void report_object_put(Json in, const Object *o)
{
    Json object = json_put_object(in, "object");
    json_put_str(object, "apiVersion", o->api_version);
    json_put_str(object, "kind", o->kind);
    json_put_str(object, "namespace", o->ns);
    json_put_str(object, "name", o->name);
}

void report_related_put(Json list, const FindingPlace *p)
{
    Json item = json_put_object(list, NULL);
    json_put_str(item, "message", p->message);
    place_put(item, p, false);
}

Json report_finding_json(Arena *scratch, const Finding *f)
{
    Json json = json_object(scratch);
    json_put_str(json, "rule", f->rule_id);
    json_put_str(json, "severity", severity_name(f->severity));
    json_put_str(json, "message", f->place.message);
    place_put(json, &f->place, true);
    Json related = json_put_list(json, "related");
    for (size_t i = 0; i < f->related.len; i++)
        report_related_put(related, &f->related.items[i]);
    ArenaMark mark = arena_mark(scratch);
    json_put_str(json, "fingerprint", arena_printf(scratch, "%016" PRIx64, f->fingerprint));
    arena_rewind(scratch, mark);
    return json;
}

static Json skipped_json(const Report *r, const RunSkipped *skipped)
{
    Json json = json_object(r->scratch);
    json_put_str(json, "file", skipped->file);
    json_put_str(json, "reason", skipped->reason);
    return json;
}

static Json unread_json(const Report *r, const RunUnread *unread)
{
    Json json = json_object(r->scratch);
    json_put_str(json, "file", unread->file);
    json_put_int(json, "line", unread->line);
    json_put_int(json, "column", unread->column);
    json_put_str(json, "message", unread->message);
    return json;
}

static Json summary_json(const Report *r)
{
    Json json = json_object(r->scratch);
    json_put_int(json, "files", (int64_t)r->run->files);
    json_put_int(json, "objects", (int64_t)r->run->judged);
    json_put_int(json, "rules", (int64_t)r->run->rules);
    json_put_int(json, "errors", (int64_t)r->errors);
    json_put_int(json, "warnings", (int64_t)r->warnings);
    json_put_int(json, "infos", (int64_t)r->infos);
    json_put_int(json, "ruleErrors", (int64_t)r->rule_errors);
    return json;
}

void report_json(Buf *out, const Report *report)
{
    JsonFrame frame = {.out = out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(report->scratch, 1));
    json_open(&frame, "findings", '[');
    size_t i = 0;
    for (const Finding *f; (f = report_next(report, &i));)
        json_item(&frame, NULL, report_finding_json(report->scratch, f));
    json_close(&frame, ']');
    json_open(&frame, "skipped", '[');
    for (i = 0; i < report->run->skipped.len; i++)
        json_item(&frame, NULL, skipped_json(report, &report->run->skipped.items[i]));
    json_close(&frame, ']');
    json_open(&frame, "unread", '[');
    for (i = 0; i < report->run->unread.len; i++)
        json_item(&frame, NULL, unread_json(report, &report->run->unread.items[i]));
    json_close(&frame, ']');
    json_item(&frame, "summary", summary_json(report));
    json_close(&frame, '}');
    buf_char(out, '\n');
}
