/* For people: what never runs first, each with its reasons; then the places as a table. */
#include "report/simulate.h"
#include "report/snippet.h"

enum { INDENT = 4, STEP = 11 /* columns of the longest step, "resources", and a gap */ };

typedef struct Look {
    const char *heading[VERDICT_UNKNOWN + 1];
    const char *faint, *plain;
} Look;

static const Look BARE = {
    {"", "", ""},
    "", ""
};
static const Look COLORED = {
    .heading = {[VERDICT_FITS] = "\033[1;32m",
                [VERDICT_NEVER] = "\033[1;31m",
                [VERDICT_UNKNOWN] = "\033[1;33m"},
    .faint = "\033[34m",
    .plain = "\033[0m",
};

static void at_write(Buf *out, const FindingPlace *at)
{
    ReportPlace p = report_place(at);
    text_write(out, p.source->name);
    buf_printf(out, ":%u:%u", p.from.line, p.from.column);
}

static void step_write(Buf *out, const char *step)
{
    buf_fill(out, ' ', INDENT);
    buf_add(out, str_c(step));
    buf_fill(out, ' ', STEP - str_c(step).len);
}

static void related_write(Buf *out, const Look *look, const SimulateRelated *r)
{
    for (size_t i = 0; i < r->count; i++) {
        buf_fill(out, ' ', INDENT + STEP);
        buf_add(out, str_c(look->faint));
        at_write(out, &r->list[i]);
        buf_printf(out, "%s ", look->plain);
        text_write(out, r->list[i].message);
        if (r->list[i].path.len) {
            buf_add(out, STR(": "));
            text_write(out, r->list[i].path);
        }
        buf_char(out, '\n');
    }
}

static void reason_write(Buf *out, const Simulation *s, const Look *look, const Pod *pod,
                         const PodReason *r)
{
    step_write(out, r->step);
    text_write(out, r->message);
    if (r->shown) {
        buf_add(out, STR(": "));
        simulate_places_write(out, r->places, r->shown, r->count);
    }
    buf_char(out, '\n');
    if (!r->meant)
        return; /* what nobody meant is told in one line */
    SimulateRelated related = simulate_related(s->scratch, pod, r);
    related_write(out, look, &related);
}

static void pairs_write(Buf *out, const Simulation *s, const Pod *pod)
{
    Pair p;
    for (size_t i = 0; outlook_pair(s->outlook, pod, &i, &p);) {
        step_write(out, p.ok == TRI_YES ? "fits" : p.step);
        text_write(out, simulate_place_title(s->scratch, p.place));
        if (p.ok != TRI_YES) {
            buf_add(out, STR(": "));
            text_write(out, p.message);
        }
        buf_char(out, '\n');
    }
}

/* "  NodePool a first; also NodePool b, c". */
static void fits_write(Buf *out, const PodOutlook *o)
{
    size_t first = o->winner ? 1 : 0;
    buf_add(out, STR("  "));
    simulate_places_write(out, o->fits, first, first);
    if (o->fit_count == first)
        return;
    if (first)
        buf_add(out, STR("; also "));
    simulate_places_write(out, o->fits + first, o->fits_shown - first, o->fit_count - first);
}

static void pod_write(Buf *out, const Simulation *s, const Look *look, const PodOutlook *o)
{
    FindingPlace at = simulate_pod_at(s->scratch, o->pod);
    buf_add(out, STR("  "));
    text_write(out, simulate_pod_title(s->scratch, o->pod));
    buf_printf(out, "  %s", look->faint);
    at_write(out, &at);
    buf_add(out, str_c(look->plain));
    if (o->fit_count)
        fits_write(out, o);
    buf_char(out, '\n');
    for (size_t i = 0; i < o->reasons.len && !s->matrix; i++)
        reason_write(out, s, look, o->pod, &o->reasons.items[i]);
    if (s->matrix)
        pairs_write(out, s, o->pod);
}

static void section_write(Buf *out, const Simulation *s, const Look *look, Verdict v)
{
    static const char *const HEADINGS[] = {
        [VERDICT_FITS] = "fit", [VERDICT_NEVER] = "never fit", [VERDICT_UNKNOWN] = "not known"};
    const Outlook *o = s->outlook;
    if (!o->counts[v])
        return;
    buf_printf(out, "%s%s: %zu%s\n", look->heading[v], HEADINGS[v], o->counts[v], look->plain);
    for (size_t i = 0; i < o->pods.len; i++) {
        ArenaMark mark = arena_mark(s->scratch);
        if (o->pods.items[i].verdict == v)
            pod_write(out, s, look, &o->pods.items[i]);
        arena_rewind(s->scratch, mark);
    }
    buf_char(out, '\n');
}

/* ---- places ---- */

enum { COLUMNS = 7, GAP = 2 };

typedef struct Row {
    Str cells[COLUMNS];
} Row;

static Row row_of(const Simulation *s, const PlaceOutlook *o)
{
    Arena *a = s->scratch;
    return (Row){
        {simulate_place_title(a, o->place), simulate_types(a, o), simulate_binding(a, o),
         simulate_ceiling(a, o), simulate_money(a, o->micros), simulate_amount(a, (int64_t)o->fits),
         simulate_amount(a, (int64_t)o->unknown)}
    };
}

static void row_write(Buf *out, const Row *row, const size_t *widths)
{
    static const bool NUMBER[COLUMNS] = {false, true, false, false, true, true, true};
    for (size_t i = 0; i < COLUMNS; i++) {
        size_t pad = widths[i] - row->cells[i].len;
        buf_fill(out, ' ', GAP + (NUMBER[i] ? pad : 0));
        text_write(out, row->cells[i]);
        if (!NUMBER[i])
            buf_fill(out, ' ', pad);
    }
    buf_char(out, '\n');
}

static void places_write(Buf *out, const Simulation *s)
{
    static const Row HEAD = {
        {STR_INIT("place"), STR_INIT("types"), STR_INIT("binding limit"), STR_INIT("at most"),
         STR_INIT("$/h"), STR_INIT("fit"), STR_INIT("not known")}
    };
    const Outlook *o = s->outlook;
    size_t widths[COLUMNS];
    Row *rows = arena_array(s->scratch, Row, o->places.len + 1);
    for (size_t k = 0; k < COLUMNS; k++)
        widths[k] = HEAD.cells[k].len;
    for (size_t i = 0; i < o->places.len; i++) {
        rows[i] = row_of(s, &o->places.items[i]);
        for (size_t k = 0; k < COLUMNS; k++)
            widths[k] = rows[i].cells[k].len > widths[k] ? rows[i].cells[k].len : widths[k];
    }
    row_write(out, &HEAD, widths);
    for (size_t i = 0; i < o->places.len; i++)
        row_write(out, &rows[i], widths);
    Str basis = simulate_basis(s->scratch, o);
    buf_printf(out, "  (%.*s)\n", STR_ARG(basis));
}

static void claims_write(Buf *out, const Simulation *s, const Look *look)
{
    const Outlook *o = s->outlook;
    if (o->claims.len)
        buf_printf(out, "claims: %zu\n", o->claims.len);
    for (size_t i = 0; i < o->claims.len; i++) {
        ArenaMark mark = arena_mark(s->scratch);
        const ClaimOutlook *c = &o->claims.items[i];
        FindingPlace at = simulate_claim_at(s->scratch, c);
        buf_add(out, STR("  "));
        text_write(out, object_title(s->scratch, c->claim->object));
        buf_printf(out, "  %s", look->faint);
        at_write(out, &at);
        buf_printf(out, "%s  ", look->plain);
        text_write(out, simulate_claim_text(s->scratch, fleet_facts(o->fleet), c));
        buf_char(out, '\n');
        arena_rewind(s->scratch, mark);
    }
    if (o->claims.len)
        buf_char(out, '\n');
}

void simulate_text(Buf *out, const Simulation *s)
{
    const Look *look = s->color ? &COLORED : &BARE;
    section_write(out, s, look, VERDICT_NEVER);
    section_write(out, s, look, VERDICT_UNKNOWN);
    section_write(out, s, look, VERDICT_FITS);
    claims_write(out, s, look);
    if (s->outlook->places.len)
        places_write(out, s);
}
