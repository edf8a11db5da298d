#include "webhook/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 128,     /* connections that wait for their thread */
    HOST_MOST = 64,    /* the longest IPv6 address with a zone */
    PORT_MOST = 6,     /* "65535" */
    REASON_MOST = 128, /* strerror_r's text */
};

static bool fail(Diags *d, Str address, const char *why)
{
    return diag_error(d, NULL, (Span){0, 0}, "cannot listen on '%.*s': %s", STR_ARG(address), why);
}

static bool fail_errno(Diags *d, Str address)
{
    char why[REASON_MOST];
    if (strerror_r(errno, why, sizeof why) != 0)
        return fail(d, address, "unknown error");
    return fail(d, address, why);
}

static bool split(Str address, Str *host, Str *port)
{
    size_t colon = str_rfind_char(address, ':');
    if (colon == address.len)
        return false;
    *host = str_slice(address, 0, colon);
    *port = str_skip(address, colon + 1);
    if (str_starts(*host, STR("[")) && str_ends(*host, STR("]")))
        *host = str_slice(*host, 1, host->len - 1);
    else if (str_find_char(*host, ':') != host->len)
        return false; /* an IPv6 address without brackets: which colon is the port's? */
    int64_t number;
    return str_int(*port, &number) && number >= 0 && number <= 65535;
}

static int bound_socket(const struct addrinfo *at)
{
    int fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (fd < 0)
        return -1;
    int on = 1, off = 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at->ai_family == AF_INET6)
        (void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* For every address IPv6 is tried first: such a socket hears IPv4 as well. */
static int first_bound(const struct addrinfo *list)
{
    static const int FAMILIES[] = {AF_INET6, AF_INET};
    int fd = -1;
    for (size_t f = 0; fd < 0 && f < sizeof FAMILIES / sizeof *FAMILIES; f++) {
        for (const struct addrinfo *at = list; fd < 0 && at; at = at->ai_next) {
            if (at->ai_family == FAMILIES[f])
                fd = bound_socket(at);
        }
    }
    return fd;
}

int listen_open(Arena *a, Str address, Diags *d)
{
    Str host, port;
    if (!split(address, &host, &port)) {
        (void)fail(d, address, "not of the form ADDRESS:PORT");
        return -1;
    }
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *list;
    int rc = getaddrinfo(host.len ? arena_copy(a, host).ptr : NULL, arena_copy(a, port).ptr, &hints,
                         &list);
    if (rc != 0) {
        (void)fail(d, address, "the address is no IP address");
        return -1;
    }
    int fd = first_bound(list);
    if (fd < 0)
        (void)fail_errno(d, address);
    freeaddrinfo(list);
    return fd;
}

Str listen_address(Arena *a, int socket)
{
    struct sockaddr_storage at;
    socklen_t len = sizeof at;
    char host[HOST_MOST], port[PORT_MOST];
    if (getsockname(socket, (struct sockaddr *)&at, &len) != 0 ||
        getnameinfo((struct sockaddr *)&at, len, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return STR("");
    return arena_printf(a, at.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}
