#include "report/diff.h"

#include "report/simulate.h"
#include "report/snippet.h"

const Differ DIFFERS[] = {
    {"text",     diff_text    },
    {"json",     diff_json    },
    {"markdown", diff_markdown},
    {NULL,       NULL         },
};

size_t diff_shown(const Diff *d, const Findings *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->list.len; i++)
        count += f->list.items[i].severity >= d->least;
    return count;
}

Str diff_money(const Diff *d, const PlaceOutlook *o)
{
    return o ? simulate_money(d->scratch, o->micros) : STR("-");
}

bool diff_empty(const Diff *d)
{
    const Change *c = d->change;
    return !diff_shown(d, &c->findings.added) && !diff_shown(d, &c->findings.removed) &&
           !c->lost.len && !c->gained.len && !c->ceilings.len;
}

/* ---- for people ---- */

static void place_write(Buf *out, const FindingPlace *place)
{
    ReportPlace p = report_place(place);
    text_write(out, p.source->name);
    buf_printf(out, ":%u:%u", p.from.line, p.from.column);
}

static void findings_write(Buf *out, const Diff *d, const Findings *f, char mark)
{
    for (size_t i = 0; i < f->list.len; i++) {
        const Finding *one = &f->list.items[i];
        if (one->severity < d->least)
            continue;
        buf_printf(out, "%c ", mark);
        place_write(out, &one->place);
        buf_printf(out, ": %.*s[%.*s]: ", STR_ARG(severity_name(one->severity)),
                   STR_ARG(one->rule_id));
        text_write(out, one->place.message);
        buf_char(out, '\n');
    }
}

static void workload_write(Buf *out, const Diff *d, const WorkloadChange *w, const char *what)
{
    const PodOutlook *o = w->after;
    FindingPlace at = simulate_pod_at(d->scratch, o->pod);
    text_write(out, simulate_pod_title(d->scratch, o->pod));
    buf_add(out, STR(" ("));
    place_write(out, &at);
    buf_printf(out, ") %s", what);
    if (o->winner) {
        buf_add(out, STR(", on "));
        text_write(out, simulate_place_title(d->scratch, o->winner));
    }
    for (size_t i = 0; i < o->reasons.len; i++) {
        buf_printf(out, "%s", i ? "; " : ": ");
        text_write(out, o->reasons.items[i].message);
    }
    buf_char(out, '\n');
}

static void ceilings_write(Buf *out, const Diff *d)
{
    const Change *c = d->change;
    if (!c->ceilings.len)
        return;
    buf_printf(out, "cost ceiling of accelerated places, USD/h: %.*s -> %.*s\n",
               STR_ARG(simulate_money(d->scratch, c->before)),
               STR_ARG(simulate_money(d->scratch, c->after)));
    for (size_t i = 0; i < c->ceilings.len; i++) {
        const CeilingChange *one = &c->ceilings.items[i];
        const PlaceOutlook *named = one->after ? one->after : one->before;
        buf_add(out, STR("  "));
        text_write(out, simulate_place_title(d->scratch, named->place));
        buf_printf(out, ": %.*s -> %.*s\n", STR_ARG(diff_money(d, one->before)),
                   STR_ARG(diff_money(d, one->after)));
    }
}

void diff_text(Buf *out, const Diff *d)
{
    const Change *c = d->change;
    findings_write(out, d, &c->findings.added, '+');
    findings_write(out, d, &c->findings.removed, '-');
    for (size_t i = 0; i < c->lost.len; i++)
        workload_write(out, d, &c->lost.items[i], "can never run any more");
    for (size_t i = 0; i < c->gained.len; i++)
        workload_write(out, d, &c->gained.items[i], "can run now");
    ceilings_write(out, d);
    if (diff_empty(d))
        buf_add(out, STR("no change\n"));
}
