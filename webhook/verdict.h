/* Verdict: judges the objects of a request and decides what of it denies. A finding denies when
 * it is an error about this object alone and new: what oldObject had before may stay, so that
 * whoever labels, scales or finalises an old object is never locked out. */
#ifndef WEBHOOK_VERDICT_H
#define WEBHOOK_VERDICT_H

#include "webhook/request.h"
#include "webhook/review.h"

typedef VEC(const Finding *) FindingList;

typedef struct Verdict {
    Object *object; /* the reviewed one; NULL when nothing was judged */
    FindingList denying;
    FindingList errors; /* that do not deny: they rest on other objects, or are not new */
    FindingList warnings;
    FindingList applied; /* of what the user wrote, gone from what the API server made of it */
    FindingList infos;
    size_t rule_faults;
    Str exempt; /* why nothing was judged, "" */
    Str fault;  /* why it could not be judged to the end, "": then nothing is in `denying` */
} Verdict;

void finding_list_add(Arena *a, FindingList *to, const Finding *f);
void verdict_reach(Arena *a, const ReviewPolicy *policy, const ReviewRequest *r, int64_t deadline,
                   Verdict *out);

#endif
