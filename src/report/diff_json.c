#include "report/diff.h"
#include "report/simulate.h"

static void findings_write(JsonFrame *frame, const Diff *d, const char *key, const Findings *f)
{
    json_open(frame, key, '[');
    for (size_t i = 0; i < f->list.len; i++) {
        ArenaMark mark = arena_mark(d->scratch);
        if (f->list.items[i].severity >= d->least)
            json_item(frame, NULL, report_finding_json(d->scratch, &f->list.items[i]));
        arena_rewind(d->scratch, mark);
    }
    json_close(frame, ']');
}

static Json workload_json(const Diff *d, const WorkloadChange *w)
{
    const PodOutlook *o = w->after;
    FindingPlace at = simulate_pod_at(d->scratch, o->pod);
    ReportPlace place = report_place(&at);
    Json json = json_object(d->scratch);
    report_object_put(json, o->pod->owner);
    json_put_str(json, "path", o->pod->path);
    json_put_str(json, "file", place.source->name);
    json_put_int(json, "line", place.from.line);
    json_put_int(json, "column", place.from.column);
    json_put_str(json, "before", str_c(verdict_name(w->before)));
    json_put_str(json, "after", str_c(verdict_name(o->verdict)));
    if (o->winner)
        json_put_str(json, "pool", o->winner->name);
    else
        json_put_null(json, "pool");
    Json reasons = json_put_list(json, "reasons");
    for (size_t i = 0; i < o->reasons.len; i++)
        json_put(reasons, NULL, json_str(d->scratch, o->reasons.items[i].message));
    return json;
}

#define WORKLOADS_WRITE(frame, d, key, workloads)                                  \
    do {                                                                           \
        json_open((frame), (key), '[');                                            \
        for (size_t i_ = 0; i_ < (workloads)->len; i_++)                           \
            json_item((frame), NULL, workload_json((d), &(workloads)->items[i_])); \
        json_close((frame), ']');                                                  \
    } while (0)

/* null: without bound, or not known. */
static void money_put(Json in, const char *key, int64_t micros)
{
    if (micros < 0 || micros == INT64_MAX)
        json_put_null(in, key);
    else
        json_put_double(in, key, (double)micros / 1e6);
}

void diff_json(Buf *out, const Diff *d)
{
    const Change *c = d->change;
    JsonFrame frame = {.out = out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(d->scratch, 1));
    json_open(&frame, "findings", '{');
    findings_write(&frame, d, "added", &c->findings.added);
    findings_write(&frame, d, "removed", &c->findings.removed);
    json_close(&frame, '}');
    json_open(&frame, "workloads", '{');
    WORKLOADS_WRITE(&frame, d, "lost", &c->lost);
    WORKLOADS_WRITE(&frame, d, "gained", &c->gained);
    json_close(&frame, '}');
    Json money = json_object(d->scratch);
    money_put(money, "old", c->before);
    money_put(money, "new", c->after);
    json_item(&frame, "usdPerHour", money);
    json_close(&frame, '}');
    buf_char(out, '\n');
}
