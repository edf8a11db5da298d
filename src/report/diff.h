/* Diff: a change written for people, programs or a pull request. One row of DIFFERS for each
 * format. Writes; decides nothing. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "report/report.h"
#include "rule/change.h"

typedef struct Diff {
    const Change *change;
    Severity least; /* findings below it are counted, not written */
    Arena *scratch;
} Diff;

typedef struct Differ {
    const char *name;
    void (*write)(Buf *out, const Diff *d);
} Differ;

extern const Differ DIFFERS[]; /* ends in a row without name; the first is the default */

void diff_text(Buf *out, const Diff *d);
void diff_json(Buf *out, const Diff *d);
void diff_markdown(Buf *out, const Diff *d);

/* ---- what the formats share ---- */
size_t diff_shown(const Diff *d, const Findings *f); /* findings at or above `least` */
/* "55.04", "no limit", "?" or, where there is no such place, "-". */
Str diff_money(const Diff *d, const PlaceOutlook *o);
bool diff_empty(const Diff *d);

#endif
