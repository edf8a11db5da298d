/* Placeholders: text that some tool (envsubst, Helm, Terraform, sed, a person) replaces before the
 * cluster sees it, so that its value is not known here. Shell scripts, regular expressions, prose
 * and Kubernetes' own $(VAR) references only look like it; they are values as they stand. */
#ifndef DOC_PLACEHOLDER_H
#define DOC_PLACEHOLDER_H

#include "base/str.h"

/* Whether the value is one or has one in a place that matters. */
bool placeholder_in_value(Str text);
/* Stricter: keys such as $patch, $ref or placeholder are names. */
bool placeholder_in_key(Str name);
/* Length of the bracketed placeholder that text starts with (${X}, {{ x }}, @X@…), 0 if none.
 * Without quotes around it, it is no YAML; the reader covers it. */
size_t placeholder_bracketed(Str text);

#endif
