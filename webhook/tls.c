#include "webhook/tls.h"

#include <arpa/inet.h>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/file.h"

enum {
    CA_DAYS = 3650,      /* the CA sits in the webhook configuration, which nobody renews by hand */
    LEAF_DAYS = 365,     /* as other admission servers issue theirs */
    BACKDATE_DAYS = -1,  /* clocks of nodes and workstations differ */
    SERIAL_BITS = 159,   /* 20 octets at most, and positive (RFC 5280, 4.1.2.2) */
    DNS_NAME_MOST = 253, /* RFC 1035 */
    PEM_MOST = 1 << 20,  /* a chain is a few KiB */
    SECONDS_A_DAY = 86400
};

#define CURVE     "P-256" /* every API server accepts it, handshakes are cheap */
#define CA_NAME   "gpulint CA"
#define LEAF_NAME "gpulint-server"

static bool fail(Diags *d, const char *what)
{
    unsigned long code = ERR_get_error();
    const char *why = code ? ERR_reason_error_string(code) : NULL;
    ERR_clear_error();
    return diag_error(d, NULL, (Span){0, 0}, "%s: %s", what, why ? why : "OpenSSL gave no reason");
}

static void bio_close(void *bio)
{
    BIO_free_all(bio);
}

static void key_close(void *key)
{
    EVP_PKEY_free(key);
}

static void cert_close(void *cert)
{
    X509_free(cert);
}

static BIO *bio_over(Arena *a, Str text)
{
    BIO *bio = BIO_new_mem_buf(text.ptr, (int)text.len);
    arena_defer(a, bio_close, bio);
    return bio;
}

/* Without this OpenSSL asks for the passphrase of an encrypted key on the terminal. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the type is OpenSSL's */
static int no_passphrase(char *buf, int size, int writing, void *user)
{
    (void)buf, (void)size, (void)writing, (void)user;
    return 0;
}

static bool read_pem(Arena *a, Str file, Diags *d, Str *out)
{
    Str why;
    if (!file_read(a, file, PEM_MOST, out, &why))
        return diag_error(d, NULL, (Span){0, 0}, "%.*s: %.*s", STR_ARG(file), STR_ARG(why));
    *out = arena_copy(a, *out); /* libmicrohttpd reads up to a NUL */
    return true;
}

static bool time_left(const X509 *cert, int64_t *out)
{
    int days, seconds;
    if (!ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(cert)))
        return false;
    *out = (int64_t)days * SECONDS_A_DAY + seconds;
    return true;
}

bool tls_load(Arena *a, Str cert_file, Str key_file, Diags *d, TlsPair *out)
{
    TlsPair pair;
    if (!read_pem(a, cert_file, d, &pair.cert) || !read_pem(a, key_file, d, &pair.key))
        return false;
    X509 *cert = PEM_read_bio_X509(bio_over(a, pair.cert), NULL, no_passphrase, NULL);
    arena_defer(a, cert_close, cert);
    if (!cert || !time_left(cert, &pair.seconds_left))
        return fail(d, arena_printf(a, "%.*s is no PEM certificate", STR_ARG(cert_file)).ptr);
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio_over(a, pair.key), NULL, no_passphrase, NULL);
    arena_defer(a, key_close, key);
    if (!key)
        return fail(d, arena_printf(a, "%.*s is no plain PEM key", STR_ARG(key_file)).ptr);
    if (X509_check_private_key(cert, key) != 1)
        return fail(
            d, arena_printf(a, "%.*s and %.*s are no pair", STR_ARG(cert_file), STR_ARG(key_file))
                   .ptr);
    if (pair.seconds_left <= 0)
        return diag_error(d, NULL, (Span){0, 0}, "%.*s has expired", STR_ARG(cert_file));
    *out = pair;
    return true;
}

static bool is_ip(Str name)
{
    char text[INET6_ADDRSTRLEN];
    struct in6_addr room;
    if (name.len >= sizeof text)
        return false;
    (void)snprintf(text, sizeof text, "%.*s", STR_ARG(name));
    return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1;
}

static bool is_dns_label(Str label)
{
    if (label.len == 0 || label.len > 63 || label.ptr[0] == '-' || label.ptr[label.len - 1] == '-')
        return false;
    for (size_t i = 0; i < label.len; i++) {
        char c = label.ptr[i];
        if (!((c >= 'a' && c <= 'z') || ascii_digit(c) || c == '-'))
            return false;
    }
    return true;
}

static bool is_dns_name(Str name)
{
    if (name.len == 0 || name.len > DNS_NAME_MOST || name.ptr[name.len - 1] == '.')
        return false;
    Str label;
    while (str_next(&name, '.', &label)) {
        if (!is_dns_label(label))
            return false;
    }
    return true;
}

/* The value of subjectAltName in OpenSSL's own notation. Names are checked first: a comma in one
 * would add another. */
static bool alt_names(const Str *names, size_t count, Diags *d, Buf *out)
{
    for (size_t i = 0; i < count; i++) {
        bool ip = is_ip(names[i]);
        if (!ip && !is_dns_name(names[i]))
            return diag_error(d, NULL, (Span){0, 0},
                              "'%.*s' is no DNS name (lower case, without a dot at the end) and no "
                              "IP address",
                              STR_ARG(names[i]));
        buf_printf(out, "%s%s:%.*s", i ? "," : "", ip ? "IP" : "DNS", STR_ARG(names[i]));
    }
    return true;
}

typedef struct Extension {
    int nid;
    const char *value;
} Extension;

static const Extension CA_EXTENSIONS[] = {
    {NID_basic_constraints,      "critical,CA:TRUE,pathlen:0"  },
    {NID_key_usage,              "critical,keyCertSign,cRLSign"},
    {NID_subject_key_identifier, "hash"                        },
};

static const Extension LEAF_EXTENSIONS[] = {
    {NID_basic_constraints,        "critical,CA:FALSE"        },
    {NID_key_usage,                "critical,digitalSignature"},
    {NID_ext_key_usage,            "serverAuth"               },
    {NID_authority_key_identifier, "keyid:always"             },
};

typedef struct Draft {
    X509 *cert, *issuer; /* issuer is cert itself for the CA */
    EVP_PKEY *key;
} Draft;

static bool extend(const Draft *d, int nid, const char *value)
{
    X509V3_CTX ctx;
    X509V3_set_ctx(&ctx, d->issuer, d->cert, NULL, NULL, 0);
    X509V3_set_ctx_nodb(&ctx);
    X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, &ctx, nid, value);
    bool ok = e && X509_add_ext(d->cert, e, -1);
    X509_EXTENSION_free(e);
    return ok;
}

static bool extend_all(const Draft *d, const Extension *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!extend(d, list[i].nid, list[i].value))
            return false;
    }
    return true;
}

static bool random_serial(X509 *cert)
{
    BIGNUM *n = BN_new();
    bool ok = n && BN_rand(n, SERIAL_BITS, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) &&
              BN_to_ASN1_INTEGER(n, X509_get_serialNumber(cert));
    BN_free(n);
    return ok;
}

/* A certificate without extensions and signature, and a fresh key for it. */
static bool draft(Arena *a, const char *name, int days, Draft *out)
{
    X509 *cert = X509_new();
    arena_defer(a, cert_close, cert);
    EVP_PKEY *key = EVP_EC_gen(CURVE);
    arena_defer(a, key_close, key);
    if (!cert || !key || !X509_set_version(cert, X509_VERSION_3) || !random_serial(cert) ||
        !X509_time_adj_ex(X509_getm_notBefore(cert), BACKDATE_DAYS, 0, NULL) ||
        !X509_time_adj_ex(X509_getm_notAfter(cert), days, 0, NULL) || !X509_set_pubkey(cert, key) ||
        !X509_NAME_add_entry_by_txt(X509_get_subject_name(cert), "CN", MBSTRING_ASC,
                                    (const unsigned char *)name, -1, -1, 0))
        return false;
    *out = (Draft){cert, cert, key};
    return true;
}

static bool sign(const Draft *d, EVP_PKEY *with)
{
    return X509_set_issuer_name(d->cert, X509_get_subject_name(d->issuer)) &&
           X509_sign(d->cert, with, EVP_sha256()) > 0;
}

static bool make_ca(Arena *a, Draft *out)
{
    return draft(a, CA_NAME, CA_DAYS, out) &&
           extend_all(out, CA_EXTENSIONS, sizeof CA_EXTENSIONS / sizeof *CA_EXTENSIONS) &&
           sign(out, out->key);
}

static bool make_leaf(Arena *a, const Draft *ca, Str alt, Draft *out)
{
    if (!draft(a, LEAF_NAME, LEAF_DAYS, out))
        return false;
    out->issuer = ca->cert;
    return extend_all(out, LEAF_EXTENSIONS, sizeof LEAF_EXTENSIONS / sizeof *LEAF_EXTENSIONS) &&
           extend(out, NID_subject_alt_name, alt.ptr) && sign(out, ca->key);
}

static bool to_pem(Arena *a, const Draft *d, Str *cert, Str *key)
{
    BIO *bios[2] = {BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem())};
    arena_defer(a, bio_close, bios[0]);
    arena_defer(a, bio_close, bios[1]);
    if (!bios[0] || !bios[1] || !PEM_write_bio_X509(bios[0], d->cert) ||
        !PEM_write_bio_PrivateKey(bios[1], d->key, NULL, NULL, 0, NULL, NULL))
        return false;
    Str *outs[2] = {cert, key};
    for (int i = 0; i < 2; i++) {
        char *text;
        long len = BIO_get_mem_data(bios[i], &text);
        *outs[i] = arena_copy(a, (Str){text, (size_t)len});
    }
    return true;
}

bool tls_issue(Arena *a, const Str *names, size_t count, Diags *d, TlsIssued *out)
{
    Buf alt;
    buf_init(&alt, a, PEM_MOST);
    if (!alt_names(names, count, d, &alt))
        return false;
    Draft ca, leaf;
    if (!make_ca(a, &ca) || !make_leaf(a, &ca, arena_copy(a, buf_str(&alt)), &leaf) ||
        !to_pem(a, &ca, &out->ca_cert, &out->ca_key) || !to_pem(a, &leaf, &out->cert, &out->key))
        return fail(d, "cannot issue certificates");
    return true;
}

Str tls_base64(Arena *a, Str bytes)
{
    char *text = arena_array(a, char, (bytes.len + 2) / 3 * 4 + 1);
    int len =
        EVP_EncodeBlock((unsigned char *)text, (const unsigned char *)bytes.ptr, (int)bytes.len);
    return (Str){text, (size_t)len};
}
