/* Notes: what a run says beside its findings, on stderr: what could not be read, rules that
 * failed, what -v asks for, and the last line, which says what was covered. */
#ifndef CLI_NOTES_H
#define CLI_NOTES_H

#include "kube/outlook.h"
#include "report/report.h"

void notes_unread(Buf *out, const Run *run);
void notes_faults(Buf *out, const Run *run);
/* An input without any object, unless that is fine or something could not be read anyway. */
void notes_empty(Buf *out, const Run *run, bool fine);
void notes_skipped(Buf *out, const Run *run);
void notes_undecided(Buf *out, const Run *run);
/* Facts that have got old: what is newer than they are is unknown to every rule. */
void notes_facts(Buf *out, const Facts *f, int64_t now);
void notes_summary(Buf *out, const Report *report);
void notes_simulated(Buf *out, const Run *run, const Outlook *outlook);

#endif
