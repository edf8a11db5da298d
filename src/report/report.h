/* Report: a finished run, and the formats it can be written in: one row of REPORTERS each. A
 * reporter decides nothing; findings below `least` are counted but not written. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/json_out.h"
#include "rule/run.h"

typedef struct Report {
    const Run *run;
    Severity least;
    bool color;
    Arena *scratch;                 /* rewound after each finding */
    size_t errors, warnings, infos; /* of the whole run */
    size_t hidden;                  /* below least */
    size_t rule_errors;
} Report;

typedef struct Reporter {
    const char *name;
    const char *summary;
    void (*write)(Buf *out, const Report *report);
} Reporter;

extern const Reporter REPORTERS[];       /* ends in a row without name; the first is the default */
const Reporter *reporter_find(Str name); /* NULL when there is none */

void report_full(Buf *out, const Report *report);
void report_concise(Buf *out, const Report *report);
void report_json(Buf *out, const Report *report);
void report_sarif(Buf *out, const Report *report);

void report_init(Report *r, Arena *scratch, const Run *run, Severity least);
size_t report_count(const Report *r, Severity least); /* findings at or above, shown or not */
/* The finding at or after *i that is shown, and *i behind it; NULL at the end. */
const Finding *report_next(const Report *r, size_t *i);

/* Where a place is, as a person counts. */
typedef struct ReportPlace {
    const Source *source;
    LineColumn from, to; /* to: one past the end */
} ReportPlace;

ReportPlace report_place(const FindingPlace *p);

/* Parts that all our JSON has alike: "object", an item of "related". */
Json report_finding_json(Arena *scratch, const Finding *f);
void report_object_put(Json in, const Object *o);
void report_related_put(Json list, const FindingPlace *p);

/* Text in a cell of a Markdown table: nothing in it may end the cell or begin a format. */
void report_markdown_text(Buf *out, Arena *scratch, Str text);

#endif
