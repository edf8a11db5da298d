/* Tls: certificates as PEM text. Loads and inspects the pair that is served, and issues a private
 * CA with a serving certificate below it. What the wire speaks is server.c's business. */
#ifndef WEBHOOK_TLS_H
#define WEBHOOK_TLS_H

#include "base/buf.h"
#include "doc/diag.h"

typedef struct TlsPair {
    Str cert, key;        /* PEM, NUL-terminated; the certificate's chain follows it */
    int64_t seconds_left; /* until the first certificate of `cert` ends, when it was loaded */
} TlsPair;

/* Reads both files; false after a message when they are no pair or the certificate has ended. */
bool tls_load(Arena *a, Str cert_file, Str key_file, Diags *d, TlsPair *out);

typedef struct TlsIssued {
    Str ca_cert, ca_key, cert, key; /* PEM */
} TlsIssued;

/* A new CA and a certificate for all the names: DNS names or IP addresses, at least one. */
bool tls_issue(Arena *a, const Str *names, size_t count, Diags *d, TlsIssued *out);
Str tls_base64(Arena *a, Str bytes); /* one line */

#endif
