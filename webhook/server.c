#include "webhook/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "webhook/clock.h"
#include "webhook/handler.h"
#include "webhook/listen.h"
#include "webhook/log.h"

enum { STOP_POLL_MS = 20, MESSAGE_MOST = 256 };

/* TLS 1.2 and up, ciphers of at least 128 bits; in GnuTLS' notation. */
static const char PRIORITIES[] = "SECURE128:+SECURE192:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

struct Server {
    ServerOptions options;
    Arena *arena;
    Site site, health_site;
    struct MHD_Daemon *daemon, *health;
    sem_t cores; /* reviews that may be parsed and judged at once */
    atomic_size_t held, open, health_open;
    atomic_bool running, stopping;
    int64_t started;
    char message[MESSAGE_MOST]; /* libmicrohttpd's last, while it starts */
};

static bool take_core(Server *s, int64_t ms)
{
    struct timespec until; /* sem_timedwait knows no other clock */
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t ns = until.tv_nsec + ms * CLOCK_MS;
    until.tv_sec += (time_t)(ns / CLOCK_S);
    until.tv_nsec = (long)(ns % CLOCK_S);
    int rc;
    do {
        rc = sem_timedwait(&s->cores, &until);
    } while (rc != 0 && errno == EINTR);
    return rc == 0;
}

static void log_review(const HttpRequest *request, const ReviewSummary *r)
{
    log_event(request->arena, "review", log_number("status", r->status), log_text("uid", r->uid),
              log_text("operation", r->operation), log_text("group", r->group),
              log_text("kind", r->kind), log_text("namespace", r->ns), log_text("name", r->name),
              log_text("user", r->user), log_bool("allowed", r->allowed), log_text("why", r->why),
              log_text("denied", r->denied), log_number("errors", (int64_t)r->errors),
              log_number("warnings", (int64_t)r->warnings), log_number("infos", (int64_t)r->infos),
              log_number("ruleErrors", (int64_t)r->rule_faults), log_bool("dryRun", r->dry_run),
              log_number("us", (clock_ns() - request->started) / 1000));
}

static HttpReply answer_validate(void *server, const HttpRequest *request)
{
    Server *s = server;
    int64_t budget = review_budget(request->timeout);
    int64_t wait = budget / CLOCK_MS / 2;
    if (!take_core(s, wait < LIMIT_QUEUE_MS ? wait : LIMIT_QUEUE_MS)) {
        log_event(request->arena, "busy", log_number("bytes", (int64_t)request->body.len));
        return (HttpReply){MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain", STR("every core is busy\n"),
                           true};
    }
    ReviewPolicy policy = *s->options.policy;
    policy.run.now = (int64_t)time(NULL);
    ReviewSummary summary;
    Buf out;
    buf_init(&out, request->arena, LIMIT_RESPONSE);
    const ReviewInput input = {request->body, request->started + budget};
    review_answer(request->arena, &policy, &input, &out, &summary);
    sem_post(&s->cores);
    log_review(request, &summary);
    return (HttpReply){summary.status,
                       summary.status == MHD_HTTP_OK ? "application/json" : "text/plain",
                       buf_str(&out), false};
}

static HttpReply answer_alive(void *server, const HttpRequest *request)
{
    (void)server, (void)request;
    return (HttpReply){MHD_HTTP_OK, "text/plain", STR("ok\n"), false};
}

static HttpReply answer_ready(void *server, const HttpRequest *request)
{
    const Server *s = server;
    int64_t age = (request->started - s->started) / CLOCK_S;
    if (age >= s->options.tls.seconds_left)
        return (HttpReply){MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain",
                           STR("the certificate has expired\n"), false};
    if (atomic_load(&s->stopping))
        return (HttpReply){MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain", STR("stopping\n"), false};
    return (HttpReply){MHD_HTTP_OK, "text/plain", STR("ok\n"), false};
}

static const Route REVIEW_ROUTES[] = {
    {"/validate", "POST", true, answer_validate},
};

static const Route HEALTH_ROUTES[] = {
    {"/healthz", "GET, HEAD", false, answer_alive},
    {"/readyz",  "GET, HEAD", false, answer_ready},
};

/* Once it runs, libmicrohttpd speaks of every scanner that breaks off a handshake. */
__attribute__((format(printf, 2, 0))) static void keep_message(void *server, const char *format,
                                                               va_list args)
{
    Server *s = server;
    if (!atomic_load(&s->running))
        (void)vsnprintf(s->message, sizeof s->message, format, args);
}

static struct MHD_Daemon *serve(Server *s, const Site *site, Str address,
                                const struct MHD_OptionItem *more, Diags *d)
{
    int fd = listen_open(s->arena, address, d);
    if (fd < 0)
        return NULL;
    Str bound = listen_address(s->arena, fd);
    const struct MHD_OptionItem options[] = {
        {MHD_OPTION_EXTERNAL_LOGGER,         (intptr_t)keep_message,  s                 },
        {MHD_OPTION_LISTEN_SOCKET,           fd,                      NULL              },
        {MHD_OPTION_CONNECTION_LIMIT,        LIMIT_CONNECTIONS,       NULL              },
        {MHD_OPTION_PER_IP_CONNECTION_LIMIT, LIMIT_CONNECTIONS_IP,    NULL              },
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, LIMIT_CONNECTION_MEMORY, NULL              },
        {MHD_OPTION_CONNECTION_TIMEOUT,      LIMIT_IDLE_REQUEST,      NULL              },
        {MHD_OPTION_THREAD_STACK_SIZE,       LIMIT_THREAD_STACK,      NULL              },
        {MHD_OPTION_ARRAY,                   0,                       handler_lend(more)},
        {MHD_OPTION_END,                     0,                       NULL              },
    };
    unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_ITC |
                     MHD_USE_ERROR_LOG;
    bool tls = more[0].option != MHD_OPTION_END;
    struct MHD_Daemon *daemon = handler_serve(site, tls ? flags | MHD_USE_TLS : flags, options);
    if (!daemon) {
        close(fd);
        (void)diag_error(d, NULL, (Span){0, 0}, "cannot serve on %.*s: %s", STR_ARG(bound),
                         str_trim(str_c(s->message)).len ? s->message : "libmicrohttpd refuses");
        return NULL;
    }
    log_event(s->arena, "listening", log_text("address", bound), log_bool("tls", tls));
    return daemon;
}

static struct MHD_Daemon *serve_reviews(Server *s, Diags *d)
{
    const TlsPair *tls = &s->options.tls;
    const struct MHD_OptionItem options[] = {
        {MHD_OPTION_HTTPS_PRIORITIES, 0, handler_lend(PRIORITIES)   },
        {MHD_OPTION_HTTPS_MEM_CERT,   0, handler_lend(tls->cert.ptr)},
        {MHD_OPTION_HTTPS_MEM_KEY,    0, handler_lend(tls->key.ptr) },
        {MHD_OPTION_END,              0, NULL                       },
    };
    return serve(s, &s->site, s->options.listen, options, d);
}

static struct MHD_Daemon *serve_health(Server *s, Diags *d)
{
    const struct MHD_OptionItem none = {MHD_OPTION_END, 0, NULL};
    return serve(s, &s->health_site, s->options.health, &none, d);
}

static unsigned core_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 1 ? (unsigned)cores : 1;
}

Server *server_start(Arena *a, const ServerOptions *options, Diags *d)
{
    Server *s = arena_new(a, Server);
    s->options = *options;
    s->arena = a;
    s->started = clock_ns();
    s->site = (Site){
        REVIEW_ROUTES, sizeof REVIEW_ROUTES / sizeof *REVIEW_ROUTES, s, options->max_body, &s->held,
        &s->open};
    s->health_site =
        (Site){HEALTH_ROUTES,  sizeof HEALTH_ROUTES / sizeof *HEALTH_ROUTES, s, 0, &s->held,
               &s->health_open};
    sem_init(&s->cores, 0, core_count());
    s->daemon = serve_reviews(s, d);
    if (!s->daemon)
        return NULL;
    if (options->health.len && !(s->health = serve_health(s, d))) {
        MHD_stop_daemon(s->daemon);
        return NULL;
    }
    atomic_store(&s->running, true);
    return s;
}

static void wait_for_requests(Server *s)
{
    const struct timespec pause = {0, (long)(STOP_POLL_MS * CLOCK_MS)};
    int64_t end = clock_ns() + LIMIT_STOP_MS * CLOCK_MS;
    while (atomic_load(&s->open) > 0 && clock_ns() < end)
        nanosleep(&pause, NULL);
}

void server_stop(Server *s)
{
    atomic_store(&s->stopping, true);
    int fd = MHD_quiesce_daemon(s->daemon);
    wait_for_requests(s);
    MHD_stop_daemon(s->daemon);
    if (fd >= 0)
        close(fd);
    if (s->health)
        MHD_stop_daemon(s->health);
    sem_destroy(&s->cores);
    log_event(s->arena, "stopped", log_number("cut", (int64_t)atomic_load(&s->open)));
}
