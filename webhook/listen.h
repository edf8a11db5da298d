/* Listen: "ADDRESS:PORT" to a listening socket, and back to the address that it got. */
#ifndef WEBHOOK_LISTEN_H
#define WEBHOOK_LISTEN_H

#include "doc/diag.h"

/* "127.0.0.1:9443", "[::1]:9443", ":9443" for every address, port 0 for any free one.
 * The caller closes the socket. -1 after a message. */
int listen_open(Arena *a, Str address, Diags *d);
Str listen_address(Arena *a, int socket);

#endif
