#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "webhook/command.h"
#include "webhook/tls.h"

enum { REASON_MOST = 128, MODE_PUBLIC = 0644, MODE_PRIVATE = 0600 };

typedef struct CertsOptions {
    Strs dns;
    Str out;
    bool force;
} CertsOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"dns",   '\0', OPT_LIST,   offsetof(CertsOptions, dns),   "NAME", "a name or IP address that the API server calls, SERVICE.NAMESPACE.svc; repeatable"},
    {"out",   '\0', OPT_TEXT,   offsetof(CertsOptions, out),   "DIR",  "folder for ca.crt, ca.key, tls.crt and tls.key"},
    {"force", '\0', OPT_SWITCH, offsetof(CertsOptions, force), NULL,   "replace files that are there already"},
    {0},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "certs",
    .arguments = "",
    .summary = "Makes a private CA and a serving certificate, and prints the caBundle for the "
               "webhook configuration.",
    .options = OPTIONS,
};

typedef struct CertFile {
    Str path;
    mode_t mode;
    Str text;
} CertFile;

enum { FILE_COUNT = 4 };

static bool fail(Diags *d, Str path, const char *what)
{
    char why[REASON_MOST];
    if (strerror_r(errno, why, sizeof why) != 0)
        why[0] = '\0';
    return diag_error(d, NULL, (Span){0, 0}, "%s %.*s: %s", what, STR_ARG(path), why);
}

static bool write_all(int fd, Str text)
{
    while (text.len > 0) {
        ssize_t done = write(fd, text.ptr, text.len);
        if (done <= 0)
            return false;
        text = str_skip(text, (size_t)done);
    }
    return true;
}

/* Beside its place first, so that a reader finds the old file or the new one, and nobody the key
 * before its mode is set. */
static bool write_file(Arena *a, const CertFile *f, Diags *d)
{
    const char *draft = arena_printf(a, "%.*s.new", STR_ARG(f->path)).ptr;
    (void)unlink(draft);
    int fd = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, f->mode);
    if (fd < 0)
        return fail(d, f->path, "cannot write");
    bool ok = write_all(fd, f->text) && fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    if (ok && rename(draft, f->path.ptr) == 0)
        return true;
    (void)fail(d, f->path, "cannot write");
    (void)unlink(draft);
    return false;
}

static bool may_write(const CertFile *files, bool force, Diags *d)
{
    for (size_t i = 0; !force && i < FILE_COUNT; i++) {
        if (file_kind(files[i].path, false) != FILE_NONE)
            return diag_error(d, NULL, (Span){0, 0},
                              "%.*s is there already: --force replaces it and its CA, and the "
                              "webhook configuration then needs the new caBundle",
                              STR_ARG(files[i].path));
    }
    return true;
}

static bool check_options(const CertsOptions *o, Diags *d)
{
    if (o->dns.len == 0)
        return diag_error(d, NULL, (Span){0, 0}, "certs: --dns NAME is needed");
    if (o->out.len == 0)
        return diag_error(d, NULL, (Span){0, 0}, "certs: --out DIR is needed");
    return true;
}

static Str place(Arena *a, Str folder, const char *name)
{
    return arena_copy(a, path_join(a, folder, str_c(name)));
}

static bool make(Arena *a, const CertsOptions *o, Diags *d, Str *bundle)
{
    if (!check_options(o, d))
        return false;
    CertFile files[FILE_COUNT] = {
        {place(a, o->out, "ca.crt"),  MODE_PUBLIC,  STR("")},
        {place(a, o->out, "ca.key"),  MODE_PRIVATE, STR("")},
        {place(a, o->out, "tls.crt"), MODE_PUBLIC,  STR("")},
        {place(a, o->out, "tls.key"), MODE_PRIVATE, STR("")},
    };
    TlsIssued issued;
    if (!may_write(files, o->force, d) || !tls_issue(a, o->dns.items, o->dns.len, d, &issued))
        return false;
    Str folder = arena_copy(a, o->out);
    if (mkdir(folder.ptr, 0755) != 0 && errno != EEXIST)
        return fail(d, folder, "cannot make");
    const Str texts[FILE_COUNT] = {issued.ca_cert, issued.ca_key, issued.cert, issued.key};
    for (size_t i = 0; i < FILE_COUNT; i++) {
        files[i].text = texts[i];
        if (!write_file(a, &files[i], d))
            return false;
    }
    *bundle = tls_base64(a, issued.ca_cert);
    return true;
}

int cmd_certs(Arena *a, char *const *argv)
{
    CertsOptions options = {0};
    int code;
    if (!command_options(a, &SPEC, argv, &options, &code))
        return code;
    Diags d;
    diags_init(&d, a);
    Str bundle = STR("");
    if (!make(a, &options, &d, &bundle))
        return command_fail(&d);
    command_write(STDOUT_FILENO, bundle);
    command_write(STDOUT_FILENO, STR("\n"));
    return EXIT_DONE;
}
