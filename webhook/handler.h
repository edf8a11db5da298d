/* Handler: one HTTP request -> status and body. Owns a request from its header to the last byte
 * of the answer: its arena, its body up to the limits, what is refused before anybody looks at
 * the body. What a path means is said by the routes; they see bytes, no connection. */
#ifndef WEBHOOK_HANDLER_H
#define WEBHOOK_HANDLER_H

#include <stdatomic.h>

#include "base/buf.h"

struct MHD_Daemon;
struct MHD_OptionItem;

typedef struct HttpRequest {
    Arena *arena; /* of the request */
    Str body;
    Str timeout;     /* the query's, "" when there is none */
    int64_t started; /* clock_ns when its header was read */
} HttpRequest;

typedef struct HttpReply {
    unsigned status;
    const char *type; /* media type */
    Str body;         /* in the request's arena, or a literal */
    bool retry;       /* tell the client to try again in a second */
} HttpReply;

typedef struct Route {
    const char *path;
    const char *methods; /* "GET, HEAD": also the Allow header */
    bool json;           /* its body must be application/json */
    HttpReply (*answer)(void *server, const HttpRequest *request);
} Route;

/* What a listener serves. Shared by its threads, and outlives them. */
typedef struct Site {
    const Route *routes;
    size_t route_count;
    void *server;        /* for Route.answer */
    size_t max_body;     /* bytes */
    atomic_size_t *held; /* bytes of bodies in memory, of all connections */
    atomic_size_t *open; /* requests that have begun and not ended */
} Site;

/* libmicrohttpd takes as `void *` what it only reads. */
void *handler_lend(const void *bytes);
/* Serves the site on what the options say; NULL when libmicrohttpd refuses. */
struct MHD_Daemon *handler_serve(const Site *site, unsigned flags,
                                 const struct MHD_OptionItem *options);

#endif
