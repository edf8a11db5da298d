#include "webhook/response.h"

#include "base/json_out.h"
#include "base/limits.h"
#include "webhook/say.h"

enum { HTTP_FORBIDDEN = 403 }; /* the API server passes it on to the user */

static void add_cause(Arena *a, Json causes, const Finding *f)
{
    Json cause = json_put_object(causes, NULL);
    json_put_str(cause, "reason", f->rule_id);
    json_put_str(cause, "message", say_clean(a, f->place.message, LIMIT_WARNING));
    json_put_str(cause, "field", say_clean(a, f->place.path, LIMIT_WARNING));
}

static void add_status(Arena *a, Json response, const ReviewRequest *r, const Verdict *v)
{
    Json status = json_put_object(response, "status");
    json_put_str(status, "status", STR("Failure"));
    json_put_int(status, "code", HTTP_FORBIDDEN);
    json_put_str(status, "reason", STR("Forbidden"));
    json_put_str(status, "message", say_denial(a, v, r));
    Json details = json_put_object(status, "details");
    json_put_str(details, "name", request_title(a, r));
    json_put_str(details, "group", r->kind.group);
    json_put_str(details, "kind", r->kind.kind);
    Json causes = json_put_list(details, "causes");
    for (size_t i = 0; i < v->denying.len && i < LIMIT_CAUSES; i++)
        add_cause(a, causes, v->denying.items[i]);
}

static void add_warnings(Arena *a, Json response, const Verdict *v)
{
    TextList texts = {0};
    say_warnings(a, v, &texts);
    if (texts.len == 0)
        return;
    Json list = json_put_list(response, "warnings");
    for (size_t i = 0; i < texts.len; i++)
        json_put_str(list, NULL, texts.items[i]);
}

static void add_notes(Arena *a, Json response, const Verdict *v)
{
    NoteList notes = {0};
    say_notes(a, v, &notes);
    if (notes.len == 0)
        return;
    Json map = json_put_object(response, "auditAnnotations");
    for (size_t i = 0; i < notes.len; i++)
        json_put_str(map, notes.items[i].key.ptr, notes.items[i].value);
}

void response_write(Arena *a, const ReviewRequest *r, const Verdict *v, bool allowed, Buf *out)
{
    Json review = json_object(a);
    json_put_str(review, "apiVersion", r->api_version);
    json_put_str(review, "kind", STR("AdmissionReview"));
    Json response = json_put_object(review, "response");
    json_put_str(response, "uid", r->uid);
    json_put_bool(response, "allowed", allowed);
    if (!allowed)
        add_status(a, response, r, v);
    add_warnings(a, response, v);
    add_notes(a, response, v);
    json_print(out, review);
    buf_char(out, '\n');
}
