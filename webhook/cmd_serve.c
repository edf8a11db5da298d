#include <signal.h>

#include "base/limits.h"
#include "rule/config.h"
#include "webhook/command.h"
#include "webhook/log.h"
#include "webhook/server.h"

enum { MIB = 1 << 20 };

typedef struct ServeOptions {
    Str listen, health, tls_cert, tls_key, config, rules, facts, on_fault, max_request;
    bool allow_ignore;
} ServeOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"listen",        '\0', OPT_TEXT, offsetof(ServeOptions, listen),      "ADDR:PORT",  "where reviews are answered over HTTPS (:9443)"},
    {"tls-cert",      '\0', OPT_TEXT, offsetof(ServeOptions, tls_cert),    "FILE",       "serving certificate and its chain, PEM"},
    {"tls-key",       '\0', OPT_TEXT, offsetof(ServeOptions, tls_key),     "FILE",       "its key, PEM"},
    {"health-listen", '\0', OPT_TEXT, offsetof(ServeOptions, health),      "ADDR:PORT",  "where /healthz and /readyz are answered over plain HTTP (nowhere)"},
    {"config",        '\0', OPT_TEXT, offsetof(ServeOptions, config),      "FILE",       "configuration; none is searched for"},
    {"rules",         '\0', OPT_TEXT, offsetof(ServeOptions, rules),       "DIR",        "add the rules of a folder to the built-in ones"},
    {"facts",         '\0', OPT_TEXT, offsetof(ServeOptions, facts),       "DIR",        "replace the built-in facts by those of a folder"},
    {"allow-ignore",  '\0', OPT_SWITCH, offsetof(ServeOptions, allow_ignore), NULL,      "obey ignore.gpulint/RULE annotations of objects"},
    {"on-fault",      '\0', OPT_TEXT, offsetof(ServeOptions, on_fault),    "allow|deny", "what happens to an object that could not be judged (allow, with a warning)"},
    {"max-request",   '\0', OPT_TEXT, offsetof(ServeOptions, max_request), "MIB",        "largest request body, 1 to 16 (7)"},
    {0},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "serve",
    .arguments = "",
    .summary = "Answers AdmissionReviews at POST /validate.",
    .options = OPTIONS,
    .notes = "Port 0 takes a free one; the log on standard error says which. SIGTERM lets requests "
             "in flight end.\n",
};

static bool wrong(Diags *d, const char *why)
{
    return diag_error(d, NULL, (Span){0, 0}, "serve: %s", why);
}

static bool max_body(const ServeOptions *o, Diags *d, size_t *out)
{
    int64_t mib = LIMIT_REQUEST / MIB;
    if (o->max_request.len > 0 &&
        (!str_int(o->max_request, &mib) || mib < 1 || mib > LIMIT_REQUEST_MOST / MIB))
        return wrong(d, "--max-request takes a number from 1 to 16");
    *out = (size_t)mib * MIB;
    return true;
}

static bool make_rules(Arena *a, const ServeOptions *o, const Config *config, Diags *d,
                       RuleSet **out)
{
    RuleSet *rules = ruleset_builtin(a);
    if ((o->rules.len > 0 && !ruleset_add_folder(rules, o->rules, d)) ||
        !config_apply(config, rules, d) || !ruleset_compile(rules, d))
        return false;
    *out = rules;
    return true;
}

static bool make_policy(Arena *a, const ServeOptions *o, Diags *d, ReviewPolicy *out)
{
    Loader loader;
    loader_init(&loader, a);
    Config config = config_default();
    if (o->config.len > 0 && !config_load(&loader, o->config, o->config, d, &config))
        return false;
    *out = (ReviewPolicy){
        .run = {.facts = o->facts.len > 0 ? facts_load(a, o->facts, d) : facts_builtin(),
                .platform = config.platform,
                .annotations = o->allow_ignore},
        .fault_denies = str_eq(o->on_fault, STR("deny")),
    };
    if (!out->run.facts || !make_rules(a, o, &config, d, &out->rules))
        return false;
    config_doubt(&config, out->run.facts, d);
    return true;
}

static void log_warnings(Arena *a, const Diags *d)
{
    for (size_t i = 0; i < d->warnings.len; i++) {
        const Diag *w = &d->warnings.items[i];
        uint32_t line = source_place(w->source, w->at.off).line;
        log_event(a, "warning", log_text("file", w->source->name), log_number("line", line),
                  log_text("message", w->message));
    }
}

/* Before any thread is made: they inherit the mask, and the signals wait for sigwait. */
static void hold_signals(sigset_t *stop)
{
    sigemptyset(stop);
    sigaddset(stop, SIGTERM);
    sigaddset(stop, SIGINT);
    pthread_sigmask(SIG_BLOCK, stop, NULL);
    signal(SIGPIPE, SIG_IGN); /* a client that went away is no reason to end */
}

static bool serve(Arena *a, const ServeOptions *o, Diags *d)
{
    if (o->tls_cert.len == 0 || o->tls_key.len == 0)
        return wrong(d,
                     "--tls-cert FILE and --tls-key FILE are needed ('gpulint certs' makes them)");
    ReviewPolicy policy;
    ServerOptions server = {
        .listen = o->listen.len > 0 ? o->listen : STR(":9443"),
        .health = o->health,
        .policy = &policy,
    };
    if (!max_body(o, d, &server.max_body) || !make_policy(a, o, d, &policy) ||
        !tls_load(a, o->tls_cert, o->tls_key, d, &server.tls))
        return false;
    log_warnings(a, d);
    sigset_t stop;
    hold_signals(&stop);
    Server *s = server_start(a, &server, d);
    if (!s)
        return false;
    int which;
    sigwait(&stop, &which);
    log_event(a, "stopping", log_number("signal", which));
    server_stop(s);
    return true;
}

int cmd_serve(Arena *a, char *const *argv)
{
    ServeOptions options = {0};
    int code;
    if (!command_options(a, &SPEC, argv, &options, &code))
        return code;
    Diags d;
    diags_init(&d, a);
    return serve(a, &options, &d) ? EXIT_DONE : command_fail(&d);
}
