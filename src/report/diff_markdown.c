/* For the comment on a pull request: what it brings first, what it takes away folded below. */
#include "report/diff.h"
#include "report/simulate.h"

static void where_write(Buf *out, const Diff *d, const FindingPlace *at)
{
    ReportPlace p = report_place(at);
    report_markdown_text(out, d->scratch, p.source->name);
    buf_printf(out, ":%u", p.from.line);
}

static void findings_write(Buf *out, const Diff *d, const Findings *f)
{
    buf_add(out, STR("\n| severity | rule | where | what |\n|---|---|---|---|\n"));
    for (size_t i = 0; i < f->list.len; i++) {
        const Finding *one = &f->list.items[i];
        if (one->severity < d->least)
            continue;
        buf_printf(out, "| %.*s | `%.*s` | ", STR_ARG(severity_name(one->severity)),
                   STR_ARG(one->rule_id));
        where_write(out, d, &one->place);
        buf_add(out, STR(" | "));
        report_markdown_text(out, d->scratch, one->place.message);
        buf_add(out, STR(" |\n"));
    }
}

static void workload_write(Buf *out, const Diff *d, const WorkloadChange *w, const char *what)
{
    const PodOutlook *o = w->after;
    FindingPlace at = simulate_pod_at(d->scratch, o->pod);
    buf_printf(out, "| %s | ", what);
    report_markdown_text(out, d->scratch, simulate_pod_title(d->scratch, o->pod));
    buf_add(out, STR(" | "));
    where_write(out, d, &at);
    buf_add(out, STR(" | "));
    if (o->winner)
        report_markdown_text(out, d->scratch, simulate_place_title(d->scratch, o->winner));
    for (size_t i = 0; i < o->reasons.len; i++) {
        buf_printf(out, "%s", i ? "<br>" : "");
        report_markdown_text(out, d->scratch, o->reasons.items[i].message);
    }
    buf_add(out, STR(" |\n"));
}

static void workloads_write(Buf *out, const Diff *d)
{
    const Change *c = d->change;
    if (!c->lost.len && !c->gained.len)
        return;
    buf_add(out, STR("\n| | workload | where | why, or place |\n|---|---|---|---|\n"));
    for (size_t i = 0; i < c->lost.len; i++)
        workload_write(out, d, &c->lost.items[i], "never runs now");
    for (size_t i = 0; i < c->gained.len; i++)
        workload_write(out, d, &c->gained.items[i], "can run now");
}

static void ceilings_write(Buf *out, const Diff *d)
{
    const Change *c = d->change;
    if (!c->ceilings.len)
        return;
    buf_add(out, STR("\n| cost ceiling, USD/h | before | after |\n|---|--:|--:|\n"));
    for (size_t i = 0; i < c->ceilings.len; i++) {
        const CeilingChange *one = &c->ceilings.items[i];
        const PlaceOutlook *named = one->after ? one->after : one->before;
        buf_add(out, STR("| "));
        report_markdown_text(out, d->scratch, simulate_place_title(d->scratch, named->place));
        buf_printf(out, " | %.*s | %.*s |\n", STR_ARG(diff_money(d, one->before)),
                   STR_ARG(diff_money(d, one->after)));
    }
    buf_printf(out, "| all accelerated places | %.*s | %.*s |\n",
               STR_ARG(simulate_money(d->scratch, c->before)),
               STR_ARG(simulate_money(d->scratch, c->after)));
}

void diff_markdown(Buf *out, const Diff *d)
{
    const Change *c = d->change;
    if (diff_empty(d)) {
        buf_add(out, STR("gpulint: no change in findings, workloads or cost ceiling\n"));
        return;
    }
    size_t added = diff_shown(d, &c->findings.added);
    size_t removed = diff_shown(d, &c->findings.removed);
    buf_printf(out,
               "**gpulint**: %zu finding%s added, %zu removed; %zu workload%s lost, %zu gained\n",
               added, added == 1 ? "" : "s", removed, c->lost.len, c->lost.len == 1 ? "" : "s",
               c->gained.len);
    if (added)
        findings_write(out, d, &c->findings.added);
    workloads_write(out, d);
    ceilings_write(out, d);
    if (removed) {
        buf_add(out, STR("\n<details><summary>removed</summary>\n"));
        findings_write(out, d, &c->findings.removed);
        buf_add(out, STR("\n</details>\n"));
    }
}
