/* Request: the AdmissionReview that a client sent, taken apart. All texts and nodes lie in the
 * document that was read. Says what is malformed, and what is let through without a judge. */
#ifndef WEBHOOK_REQUEST_H
#define WEBHOOK_REQUEST_H

#include "doc/load.h"

typedef struct RequestKind {
    Str group, version, kind;
} RequestKind;

typedef struct ReviewRequest {
    Str api_version; /* one that we answer */
    Str uid, operation, sub_resource, ns, name, user;
    RequestKind kind;   /* of `object` as it was sent to us */
    RequestKind asked;  /* what the user sent, before a conversion; empty when not told */
    const Node *object; /* a map, or NULL */
    const Node *old_object;
    const Document *doc;
    bool dry_run;
} ReviewRequest;

/* False after a message that the client can be answered with. */
bool request_read(Arena *a, Str body, Diags *d, ReviewRequest *out);
/* Why this request is allowed whatever it holds, or "". */
Str request_exemption(const ReviewRequest *r);
/* The name, or "prefix*" of a name that the API server will make. */
Str request_title(Arena *a, const ReviewRequest *r);

#endif
