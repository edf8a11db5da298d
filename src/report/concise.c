#include "report/report.h"
#include "report/snippet.h"

void report_concise(Buf *out, const Report *report)
{
    size_t i = 0;
    for (const Finding *f; (f = report_next(report, &i));) {
        ReportPlace place = report_place(&f->place);
        text_write(out, place.source->name);
        buf_printf(out, ":%u:%u: %.*s[%.*s]: ", place.from.line, place.from.column,
                   STR_ARG(severity_name(f->severity)), STR_ARG(f->rule_id));
        text_write(out, f->place.message);
        buf_char(out, '\n');
    }
}
