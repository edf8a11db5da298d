/* What may be read as YAML at all: UTF-8 without control characters. */
#ifndef DOC_TEXT_H
#define DOC_TEXT_H

#include "doc/diag.h"

/* Reports the first byte that is wrong. *ascii: a character is a byte everywhere. */
bool text_check(const Source *s, Diags *d, bool *ascii);

#endif
