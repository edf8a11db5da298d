#include "webhook/handler.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "webhook/clock.h"

/* One request's state, and the owner of everything made while answering it. */
typedef struct Request {
    const Site *site;
    const Route *route; /* NULL when refused */
    Arena arena;
    Buf body;
    size_t received; /* bytes of the body, kept or not */
    size_t held;     /* this request's part of Site.held */
    int64_t started;
    unsigned refusal; /* status of the answer to be given once the body is read; 0: none */
} Request;

typedef struct Refusal {
    unsigned status;
    const char *text;
} Refusal;

static const Refusal REFUSALS[] = {
    {MHD_HTTP_BAD_REQUEST,            "ambiguous length of the request body\n"     },
    {MHD_HTTP_NOT_FOUND,              "no such path\n"                             },
    {MHD_HTTP_METHOD_NOT_ALLOWED,     "method not allowed\n"                       },
    {MHD_HTTP_CONTENT_TOO_LARGE,      "the request body is too large\n"            },
    {MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "the request body must be application/json\n"},
    {MHD_HTTP_SERVICE_UNAVAILABLE,    "too many requests at once\n"                },
};

void *handler_lend(const void *bytes)
{
    union {
        const void *ours;
        void *theirs;
    } both = {bytes};
    return both.theirs;
}

static const Route *find_route(const Site *site, const char *path)
{
    for (size_t i = 0; i < site->route_count; i++) {
        if (strcmp(site->routes[i].path, path) == 0)
            return &site->routes[i];
    }
    return NULL;
}

static bool allows(const Route *route, const char *method)
{
    Str rest = str_c(route->methods), one;
    while (str_next(&rest, ',', &one)) {
        if (str_eq(str_trim(one), str_c(method)))
            return true;
    }
    return false;
}

static Str header(struct MHD_Connection *conn, const char *name)
{
    return str_c(MHD_lookup_connection_value(conn, MHD_HEADER_KIND, name));
}

static bool is_json(Str content_type)
{
    Str type = str_slice(content_type, 0, str_find_char(content_type, ';'));
    return str_eq_nocase(str_trim(type), STR("application/json"));
}

typedef struct Framing {
    size_t lengths, encodings; /* how often each header is there */
    bool unknown_encoding;
} Framing;

static enum MHD_Result count_framing(void *out, enum MHD_ValueKind kind, const char *name,
                                     const char *value)
{
    (void)kind;
    Framing *f = out;
    if (str_eq_nocase(str_c(name), STR("Content-Length")))
        f->lengths++;
    if (str_eq_nocase(str_c(name), STR("Transfer-Encoding"))) {
        f->encodings++;
        f->unknown_encoding |= !str_eq_nocase(str_c(value), STR("chunked"));
    }
    return MHD_YES;
}

/* libmicrohttpd 0.9.75 accepts both headers, or one twice: a proxy that reads them the other way
 * round would let a second request in behind the first. */
static bool is_ambiguous(struct MHD_Connection *conn)
{
    Framing f = {0};
    MHD_get_connection_values(conn, MHD_HEADER_KIND, count_framing, &f);
    return f.lengths + f.encodings > 1 || f.unknown_encoding;
}

static size_t declared_length(struct MHD_Connection *conn)
{
    int64_t length;
    return str_int(header(conn, MHD_HTTP_HEADER_CONTENT_LENGTH), &length) && length > 0
               ? (size_t)length
               : 0;
}

static unsigned refusal_of(const Request *r, struct MHD_Connection *conn, const char *method)
{
    if (is_ambiguous(conn))
        return MHD_HTTP_BAD_REQUEST;
    if (!r->route)
        return MHD_HTTP_NOT_FOUND;
    if (!allows(r->route, method))
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    if (r->route->json && !is_json(header(conn, MHD_HTTP_HEADER_CONTENT_TYPE)))
        return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    if (declared_length(conn) > r->site->max_body)
        return MHD_HTTP_CONTENT_TOO_LARGE;
    return 0;
}

static enum MHD_Result send_reply(struct MHD_Connection *conn, const Request *r, HttpReply reply)
{
    struct MHD_Response *out = MHD_create_response_from_buffer(
        reply.body.len, handler_lend(reply.body.ptr), MHD_RESPMEM_MUST_COPY);
    if (!out)
        return MHD_NO;
    MHD_add_response_header(out, MHD_HTTP_HEADER_CONTENT_TYPE, reply.type);
    if (reply.status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(out, MHD_HTTP_HEADER_ALLOW, r->route->methods);
    if (reply.retry)
        MHD_add_response_header(out, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (r->refusal == MHD_HTTP_BAD_REQUEST)
        MHD_add_response_header(out, MHD_HTTP_HEADER_CONNECTION, "close");
    enum MHD_Result queued = MHD_queue_response(conn, reply.status, out);
    MHD_destroy_response(out);
    return queued;
}

static enum MHD_Result send_refusal(struct MHD_Connection *conn, const Request *r)
{
    HttpReply reply = {r->refusal, "text/plain", STR(""),
                       r->refusal == MHD_HTTP_SERVICE_UNAVAILABLE};
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++) {
        if (REFUSALS[i].status == r->refusal)
            reply.body = str_c(REFUSALS[i].text);
    }
    return send_reply(conn, r, reply);
}

static void release_body(Request *r)
{
    arena_free(&r->arena);
    buf_init(&r->body, &r->arena, r->site->max_body);
    atomic_fetch_sub(r->site->held, r->held);
    r->held = 0;
}

static Request *request_new(const Site *site, const char *path)
{
    Request *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    *r = (Request){.site = site, .route = find_route(site, path), .started = clock_ns()};
    arena_init(&r->arena, LIMIT_REQUEST_MEMORY);
    buf_init(&r->body, &r->arena, site->max_body);
    atomic_fetch_add(site->open, 1);
    return r;
}

/* A refusal waits until the body is read: answered at once, big bodies end in a reset that hides
 * the answer. Except for a client that asks first, and for more than anybody would read. */
static enum MHD_Result open_request(Request *r, struct MHD_Connection *conn, const char *method)
{
    MHD_set_connection_option(conn, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)LIMIT_IDLE_REQUEST);
    r->refusal = refusal_of(r, conn, method);
    bool asks = header(conn, MHD_HTTP_HEADER_EXPECT).len > 0;
    if (r->refusal && (asks || declared_length(conn) > LIMIT_REQUEST_MOST))
        return send_refusal(conn, r);
    return MHD_YES;
}

static enum MHD_Result take_piece(Request *r, Str piece)
{
    r->received += piece.len;
    if (r->received > LIMIT_REQUEST_MOST)
        return MHD_NO;
    if (r->refusal)
        return MHD_YES;
    r->held += piece.len;
    size_t all = atomic_fetch_add(r->site->held, piece.len) + piece.len;
    buf_add(&r->body, piece);
    if (r->body.full)
        r->refusal = MHD_HTTP_CONTENT_TOO_LARGE;
    else if (all > LIMIT_REQUESTS_HELD)
        r->refusal = MHD_HTTP_SERVICE_UNAVAILABLE;
    if (r->refusal)
        release_body(r);
    return MHD_YES;
}

static enum MHD_Result answer(Request *r, struct MHD_Connection *conn)
{
    if (r->refusal)
        return send_refusal(conn, r);
    HttpRequest request = {
        .arena = &r->arena,
        .body = buf_str(&r->body),
        .timeout = str_c(MHD_lookup_connection_value(conn, MHD_GET_ARGUMENT_KIND, "timeout")),
        .started = r->started,
    };
    enum MHD_Result queued = send_reply(conn, r, r->route->answer(r->site->server, &request));
    release_body(r); /* the answer is a copy: who reads it slowly holds no memory of a review */
    return queued;
}

/* libmicrohttpd calls this once to open a request, once for each piece of its body, and once
 * more when the body is whole. */
/* NOLINTNEXTLINE(readability-function-size): the parameters are libmicrohttpd's */
static enum MHD_Result on_request(void *site, struct MHD_Connection *conn, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **state)
{
    (void)version;
    Request *r = *state;
    if (!r) {
        *state = r = request_new(site, url);
        return r ? open_request(r, conn, method) : MHD_NO;
    }
    if (*size > 0) {
        Str piece = {data, *size};
        *size = 0;
        return take_piece(r, piece);
    }
    return answer(r, conn);
}

/* Between requests a connection may rest longer than the API server's own 90 seconds: who closes
 * first makes the other's next request fail. */
static void on_completed(void *site, struct MHD_Connection *conn, void **state,
                         enum MHD_RequestTerminationCode how)
{
    (void)site;
    Request *r = *state;
    if (!r)
        return;
    if (how == MHD_REQUEST_TERMINATED_COMPLETED_OK)
        MHD_set_connection_option(conn, MHD_CONNECTION_OPTION_TIMEOUT,
                                  (unsigned)LIMIT_IDLE_CONNECTION);
    release_body(r);
    atomic_fetch_sub(r->site->open, 1);
    free(r);
    *state = NULL;
}

struct MHD_Daemon *handler_serve(const Site *site, unsigned flags,
                                 const struct MHD_OptionItem *options)
{
    void *self = handler_lend(site);
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, self, MHD_OPTION_NOTIFY_COMPLETED,
                            on_completed, self, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
