#include "webhook/review.h"

#include "base/duration.h"
#include "base/limits.h"
#include "webhook/clock.h"
#include "webhook/request.h"
#include "webhook/response.h"
#include "webhook/verdict.h"

enum { HTTP_OK = 200, HTTP_BAD_REQUEST = 400 };

int64_t review_budget(Str timeout)
{
    const int64_t most = LIMIT_REVIEW_MS * CLOCK_MS, spare = LIMIT_REVIEW_SPARE_MS * CLOCK_MS;
    int64_t given;
    if (!duration_parse(timeout, &given) || given <= 0 || given > most)
        given = most;
    return given > 2 * spare ? given - spare : given / 2;
}

static void refuse(const Diags *d, Buf *out, ReviewSummary *summary)
{
    *summary = (ReviewSummary){.status = HTTP_BAD_REQUEST, .why = d->list.items[0].message};
    buf_printf(out, "%.*s\n", STR_ARG(summary->why));
}

static Str rule_ids(Arena *a, const FindingList *list)
{
    Buf out;
    buf_init(&out, a, LIMIT_DENY);
    for (size_t i = 0; i < list->len; i++) {
        Str id = list->items[i]->rule_id;
        if (i > 0 && str_eq(id, list->items[i - 1]->rule_id))
            continue;
        buf_printf(&out, "%s%.*s", i ? "," : "", STR_ARG(id));
    }
    return buf_str(&out);
}

static void summarise(Arena *a, const ReviewRequest *r, const Verdict *v, ReviewSummary *out)
{
    *out = (ReviewSummary){
        .status = HTTP_OK,
        .uid = r->uid,
        .operation = r->operation,
        .group = r->kind.group,
        .kind = r->kind.kind,
        .ns = r->ns,
        .name = request_title(a, r),
        .user = r->user,
        .why = v->fault.len > 0 ? v->fault : v->exempt,
        .dry_run = r->dry_run,
        .errors = v->denying.len + v->errors.len,
        .warnings = v->warnings.len + v->applied.len,
        .infos = v->infos.len,
        .rule_faults = v->rule_faults,
    };
}

void review_answer(Arena *a, const ReviewPolicy *policy, const ReviewInput *input, Buf *out,
                   ReviewSummary *summary)
{
    Diags diags;
    diags_init(&diags, a);
    ReviewRequest request;
    if (!request_read(a, input->body, &diags, &request)) {
        refuse(&diags, out, summary);
        return;
    }
    Verdict verdict;
    verdict_reach(a, policy, &request, input->deadline, &verdict);
    summarise(a, &request, &verdict, summary);
    bool faulty = verdict.fault.len > 0;
    summary->allowed = faulty ? !policy->fault_denies : verdict.denying.len == 0;
    if (!summary->allowed)
        summary->denied = rule_ids(a, &verdict.denying);
    response_write(a, &request, &verdict, summary->allowed, out);
}
