/* For merge requests: a table of workloads, one of places, and one of every pair where asked. */
#include "report/simulate.h"

static void cell_write(Buf *out, const Simulation *s, Str text)
{
    report_markdown_text(out, s->scratch, text);
}

static void next_cell(Buf *out, const Simulation *s, Str text)
{
    buf_add(out, STR(" | "));
    cell_write(out, s, text);
}

static void places_cell(Buf *out, const Simulation *s, const Place *const *places, size_t shown,
                        size_t count)
{
    Buf text;
    buf_init(&text, s->scratch, SIZE_MAX);
    simulate_places_write(&text, places, shown, count);
    cell_write(out, s, buf_str(&text));
}

static void why_write(Buf *out, const Simulation *s, const PodOutlook *o)
{
    buf_add(out, STR(" | "));
    if (o->fit_count)
        places_cell(out, s, o->fits, o->fits_shown, o->fit_count);
    for (size_t i = 0; i < o->reasons.len; i++) {
        const PodReason *r = &o->reasons.items[i];
        buf_printf(out, "%s**%s**: ", i ? "<br>" : "", r->step);
        cell_write(out, s, r->message);
        if (r->shown)
            buf_add(out, STR(" — "));
        places_cell(out, s, r->places, r->shown, r->shown ? r->count : 0);
    }
    buf_add(out, STR(" |\n"));
}

static void where_write(Buf *out, const Simulation *s, const Pod *pod)
{
    FindingPlace at = simulate_pod_at(s->scratch, pod);
    ReportPlace p = report_place(&at);
    next_cell(out, s, simulate_pod_title(s->scratch, pod));
    next_cell(out, s, arena_printf(s->scratch, "%.*s:%u", STR_ARG(p.source->name), p.from.line));
}

static void workloads_write(Buf *out, const Simulation *s, Verdict v)
{
    const Outlook *o = s->outlook;
    for (size_t i = 0; i < o->pods.len; i++) {
        const PodOutlook *one = &o->pods.items[i];
        if (one->verdict != v)
            continue;
        ArenaMark mark = arena_mark(s->scratch);
        buf_printf(out, "| %s", verdict_name(v));
        where_write(out, s, one->pod);
        why_write(out, s, one);
        arena_rewind(s->scratch, mark);
    }
}

static void places_write(Buf *out, const Simulation *s)
{
    const Outlook *o = s->outlook;
    buf_add(out, STR("\n| place | types | binding limit | at most | $/h | fit | not known |\n"
                     "|---|--:|---|---|--:|--:|--:|\n"));
    for (size_t i = 0; i < o->places.len; i++) {
        const PlaceOutlook *p = &o->places.items[i];
        Arena *a = s->scratch;
        ArenaMark mark = arena_mark(a);
        buf_add(out, STR("| "));
        cell_write(out, s, simulate_place_title(a, p->place));
        next_cell(out, s, simulate_types(a, p));
        next_cell(out, s, simulate_binding(a, p));
        next_cell(out, s, simulate_ceiling(a, p));
        next_cell(out, s, simulate_money(a, p->micros));
        buf_printf(out, " | %zu | %zu |\n", p->fits, p->unknown);
        arena_rewind(a, mark);
    }
    Str basis = simulate_basis(s->scratch, o);
    buf_printf(out, "\n%.*s\n", STR_ARG(basis));
}

static void pairs_write(Buf *out, const Simulation *s)
{
    static const char *const WORDS[] = {
        [TRI_YES] = "fits", [TRI_NO] = "never", [TRI_UNKNOWN] = "unknown"};
    const Outlook *o = s->outlook;
    buf_add(out, STR("\n| workload | place | verdict | why |\n|---|---|---|---|\n"));
    for (size_t i = 0; i < o->pods.len; i++) {
        Pair p;
        for (size_t k = 0; outlook_pair(o, o->pods.items[i].pod, &k, &p);) {
            ArenaMark mark = arena_mark(s->scratch);
            buf_add(out, STR("| "));
            cell_write(out, s, simulate_pod_title(s->scratch, o->pods.items[i].pod));
            next_cell(out, s, simulate_place_title(s->scratch, p.place));
            buf_printf(out, " | %s", WORDS[p.ok]);
            next_cell(out, s, p.ok == TRI_YES ? STR("") : p.message);
            buf_add(out, STR(" |\n"));
            arena_rewind(s->scratch, mark);
        }
    }
}

void simulate_markdown(Buf *out, const Simulation *s)
{
    const Outlook *o = s->outlook;
    buf_printf(out, "%zu fit, %zu never fit, %zu not known\n", o->counts[VERDICT_FITS],
               o->counts[VERDICT_NEVER], o->counts[VERDICT_UNKNOWN]);
    if (o->pods.len)
        buf_add(out, STR("\n| verdict | workload | where | why, or places |\n|---|---|---|---|\n"));
    workloads_write(out, s, VERDICT_NEVER);
    workloads_write(out, s, VERDICT_UNKNOWN);
    workloads_write(out, s, VERDICT_FITS);
    if (o->places.len)
        places_write(out, s);
    if (s->matrix)
        pairs_write(out, s);
}
