#include "report/report.h"
#include "report/snippet.h"

/* SGR sequences; without colour all are empty. */
typedef struct Palette {
    const char *severity[SEVERITY_ERROR + 1];
    const char *bold, *frame, *plain;
} Palette;

static const Palette PLAIN = {
    {"", "", "", ""},
    "", "", ""
};
static const Palette COLORS = {
    .severity = {"", "\033[1;36m", "\033[1;33m", "\033[1;31m"},
    .bold = "\033[1m",
    .frame = "\033[34m",
    .plain = "\033[0m",
};

static size_t digits(uint32_t number)
{
    size_t count = 1;
    for (; number >= 10; number /= 10)
        count++;
    return count;
}

/* Columns of the widest line number of a finding. */
static size_t gutter_width(const Finding *f)
{
    size_t widest = digits(report_place(&f->place).from.line);
    for (size_t i = 0; i < f->related.len; i++) {
        size_t width = digits(report_place(&f->related.items[i]).from.line);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void place_write(Buf *out, const ReportPlace *place)
{
    text_write(out, place->source->name);
    buf_printf(out, ":%u:%u", place->from.line, place->from.column);
}

/* " NodePool gpu: spec.limits", behind the caret. */
static void field_write(Buf *out, const Report *r, const FindingPlace *p)
{
    ArenaMark mark = arena_mark(r->scratch);
    buf_char(out, ' ');
    text_write(out, object_title(r->scratch, p->object));
    if (p->path.len) {
        buf_add(out, STR(": "));
        text_write(out, p->path);
    }
    buf_char(out, '\n');
    arena_rewind(r->scratch, mark);
}

static void head_write(Buf *out, const Palette *colors, const Finding *f)
{
    buf_printf(out, "%s%.*s[%.*s]%s%s: ", colors->severity[f->severity],
               STR_ARG(severity_name(f->severity)), STR_ARG(f->rule_id), colors->plain,
               colors->bold);
    text_write(out, f->place.message);
    buf_printf(out, "%s\n", colors->plain);
}

static void related_write(Buf *out, const Report *r, Snippet *style, const FindingPlace *p)
{
    ReportPlace place = report_place(p);
    buf_add(out, str_c(style->frame));
    buf_fill(out, ' ', style->gutter);
    buf_printf(out, ":::%s ", style->plain);
    place_write(out, &place);
    if (p->message.len) {
        buf_add(out, STR(": "));
        text_write(out, p->message);
    }
    buf_char(out, '\n');
    snippet_write(out, style, place.source, p->span);
    field_write(out, r, p);
}

static void finding_write(Buf *out, const Report *r, const Finding *f)
{
    const Palette *colors = r->color ? &COLORS : &PLAIN;
    Snippet style = {gutter_width(f), colors->frame, colors->severity[f->severity], colors->plain};
    ReportPlace place = report_place(&f->place);
    head_write(out, colors, f);
    buf_add(out, str_c(style.frame));
    buf_fill(out, ' ', style.gutter);
    buf_printf(out, "-->%s ", style.plain);
    place_write(out, &place);
    buf_char(out, '\n');
    snippet_write(out, &style, place.source, f->place.span);
    field_write(out, r, &f->place);
    style.caret = colors->frame;
    for (size_t i = 0; i < f->related.len; i++)
        related_write(out, r, &style, &f->related.items[i]);
    if (f->how.len) {
        buf_add(out, str_c(style.frame));
        buf_fill(out, ' ', style.gutter + 1);
        buf_printf(out, "=%s ", style.plain);
        text_write(out, f->how);
        buf_char(out, '\n');
    }
}

void report_full(Buf *out, const Report *report)
{
    size_t i = 0;
    for (const Finding *f; (f = report_next(report, &i));) {
        finding_write(out, report, f);
        buf_char(out, '\n');
    }
}
