#include "cli/notes.h"

#include <string.h>

#include "report/snippet.h"

static void place_note(Buf *out, const FindingPlace *p)
{
    ReportPlace place = report_place(p);
    text_write(out, place.source->name);
    buf_printf(out, ":%u:%u", place.from.line, place.from.column);
}

void notes_unread(Buf *out, const Run *run)
{
    for (size_t i = 0; i < run->unread.len; i++) {
        const RunUnread *unread = &run->unread.items[i];
        text_write(out, unread->file);
        if (unread->line)
            buf_printf(out, ":%u:%u", unread->line, unread->column);
        buf_add(out, STR(": error: "));
        text_write(out, unread->message);
        buf_char(out, '\n');
    }
}

void notes_faults(Buf *out, const Run *run)
{
    for (size_t i = 0; i < run->faults.len; i++) {
        const RuleFault *fault = &run->faults.items[i];
        buf_printf(out, "gpulint: rule %.*s could not be evaluated (%zu time%s), first at ",
                   STR_ARG(rule_id(fault->rule)), fault->count, fault->count == 1 ? "" : "s");
        place_note(out, &fault->first);
        buf_add(out, STR(": "));
        text_write(out, fault->first.message);
        buf_char(out, '\n');
    }
}

void notes_empty(Buf *out, const Run *run, bool fine)
{
    if (!run->judged && !run->unread.len && !fine)
        buf_add(out, STR("gpulint: no Kubernetes object found (--allow-empty accepts that)\n"));
}

void notes_skipped(Buf *out, const Run *run)
{
    for (size_t i = 0; i < run->skipped.len; i++) {
        text_write(out, run->skipped.items[i].file);
        buf_add(out, STR(": skipped: "));
        text_write(out, run->skipped.items[i].reason);
        buf_char(out, '\n');
    }
}

void notes_undecided(Buf *out, const Run *run)
{
    for (size_t i = 0; i < run->undecided.len; i++) {
        const Undecided *u = &run->undecided.items[i];
        FindingPlace place = {.object = u->object, .span = u->object->root->span};
        place_note(out, &place);
        buf_printf(out, ": undecided[%.*s]: needs ", STR_ARG(rule_id(u->rule)));
        text_write(out, u->missing);
        buf_char(out, '\n');
    }
}

void notes_facts(Buf *out, const Facts *f, int64_t now)
{
    const FactTable *oldest;
    if (!facts_old(f, now, &oldest))
        return;
    buf_printf(out,
               "gpulint: warning: facts are older than %d days (%.*s: %.*s): newer instance types, "
               "images and prices are unknown here; gpulint facts lists the dates\n",
               FACTS_FRESH_DAYS, STR_ARG(facts_table_name(oldest)),
               STR_ARG(facts_table_date(oldest)));
}

static void count_write(Buf *out, size_t count, const char *what)
{
    buf_printf(out, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

/* "Helm templates", "kustomize patches": what is no countable noun stays as it is. */
static void reason_write(Buf *out, Str reason, size_t count)
{
    static const Str NOUNS[] = {STR_INIT("template"), STR_INIT("patch"), STR_INIT("file"),
                                STR_INIT("document"), STR_INIT("description")};
    text_write(out, reason);
    for (size_t i = 0; count != 1 && i < sizeof NOUNS / sizeof *NOUNS; i++) {
        if (str_ends(reason, NOUNS[i]))
            buf_add(out, str_ends(reason, STR("ch")) ? STR("es") : STR("s"));
    }
}

typedef struct Tally {
    Str reason;
    size_t count;
} Tally;

static size_t skipped_tally(const Run *run, Tally *tallies, size_t most)
{
    size_t len = 0;
    for (size_t i = 0; i < run->skipped.len; i++) {
        Str reason = run->skipped.items[i].reason;
        size_t at = 0;
        while (at < len && !str_eq(tallies[at].reason, reason))
            at++;
        if (at == most)
            continue;
        if (at == len)
            tallies[len++] = (Tally){reason, 0};
        tallies[at].count++;
    }
    return len;
}

/* "; 3 files skipped (Helm templates)", "… (2 Helm templates, 1 values file)". */
static void skipped_write(Buf *out, const Run *run)
{
    Tally tallies[8]; /* reasons worth a line; the others are in the count */
    size_t len = skipped_tally(run, tallies, sizeof tallies / sizeof *tallies);
    if (!len)
        return;
    buf_add(out, STR("; "));
    count_write(out, run->skipped.len, "file");
    buf_add(out, STR(" skipped ("));
    for (size_t i = 0; i < len; i++) {
        if (i)
            buf_add(out, STR(", "));
        if (len > 1)
            buf_printf(out, "%zu ", tallies[i].count);
        reason_write(out, tallies[i].reason, tallies[i].count);
    }
    buf_char(out, ')');
}

void notes_summary(Buf *out, const Report *report)
{
    const Run *run = report->run;
    if (run->findings.list.len) {
        count_write(out, report->errors, "error");
        buf_add(out, STR(", "));
        count_write(out, report->warnings, "warning");
        if (report->infos)
            buf_printf(out, ", %zu info", report->infos);
        if (report->hidden)
            buf_printf(out, "; %zu not shown (--min-severity info)", report->hidden);
        buf_char(out, '\n');
    }
    buf_add(out, STR("checked "));
    count_write(out, run->judged, "object");
    buf_add(out, STR(" in "));
    count_write(out, run->files, "file");
    buf_add(out, STR(" with "));
    count_write(out, run->rules, "rule");
    skipped_write(out, run);
    buf_char(out, '\n');
}

void notes_simulated(Buf *out, const Run *run, const Outlook *outlook)
{
    buf_add(out, STR("simulated "));
    count_write(out, outlook->pods.len, "accelerator workload");
    buf_add(out, STR(" on "));
    count_write(out, fleet_lists(outlook->fleet)->places.len, "place");
    buf_printf(out, ": %zu fit, %zu never fit, %zu not known", outlook->counts[VERDICT_FITS],
               outlook->counts[VERDICT_NEVER], outlook->counts[VERDICT_UNKNOWN]);
    skipped_write(out, run);
    buf_char(out, '\n');
}
