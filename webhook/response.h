/* Response: the one builder of answers. Every answer goes through it, so that each has the uid,
 * kind and version without which an API server calls the answer a failure. */
#ifndef WEBHOOK_RESPONSE_H
#define WEBHOOK_RESPONSE_H

#include "webhook/request.h"
#include "webhook/verdict.h"

void response_write(Arena *a, const ReviewRequest *r, const Verdict *v, bool allowed, Buf *out);

#endif
