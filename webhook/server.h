/* Server: the listeners, their routes and their limits. HTTPS for reviews, and a plain listener
 * for probes where one is asked for. Owns its sockets and threads from start to stop. */
#ifndef WEBHOOK_SERVER_H
#define WEBHOOK_SERVER_H

#include "webhook/review.h"
#include "webhook/tls.h"

typedef struct ServerOptions {
    Str listen; /* ADDRESS:PORT */
    Str health; /* "": no plain listener */
    TlsPair tls;
    size_t max_body;
    const ReviewPolicy *policy; /* shared by all requests */
} ServerOptions;

typedef struct Server Server;

/* Listens from now on, and says so in the log. NULL after a message. */
Server *server_start(Arena *a, const ServerOptions *options, Diags *d);
/* Accepts nothing more, lets the requests in flight end for LIMIT_STOP_MS, then cuts them. */
void server_stop(Server *s);

#endif
