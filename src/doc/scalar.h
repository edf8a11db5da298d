/* Scalars: what a text without quotes means to Kubernetes (sigs.k8s.io/yaml, which resolves as
 * yaml.v2 does). Pure functions of the text; no memory but the caller's. */
#ifndef DOC_SCALAR_H
#define DOC_SCALAR_H

#include "base/buf.h"
#include "doc/node.h"

/* Sets kind and value of *out to what the plain text is: null, bool, int, double or, when it is
 * none of them, NODE_STRING (text and len are set too). Leaves flags, span and parent alone. */
void scalar_resolve(Str text, Node *out);

/* A number as JSON writes it, its syntax checked by the caller: an int if it is one and fits in 64
 * bits, else a double. False: no double is that large. */
bool scalar_number(Str text, bool integer, Node *out);

/* The name of the member whose key was resolved to n, as Kubernetes converts keys to JSON: 0x10 is
 * "16", yes is "true". False when it has none (null, a list, a map). Writes into out. */
bool scalar_key(const Node *n, Buf *out);

#endif
