/* User data: what a node reads when it starts, a text of one part or of MIME parts. Views into the
 * text; nothing is copied or run. */
#ifndef KUBE_USER_DATA_H
#define KUBE_USER_DATA_H

#include "base/str.h"

typedef struct UserPart {
    Str type; /* its Content-Type without parameters; "" where the text has no MIME parts */
    Str body;
    bool encoded; /* in base64 or the like: the body is not readable */
} UserPart;

typedef struct UserParts {
    Str rest;
    Str boundary; /* "" when there are no MIME parts */
    bool mime;
} UserParts;

UserParts user_parts(Str text);
/* False past the last one. */
bool user_parts_next(UserParts *p, UserPart *out);

/* The value of "section.name" in a text of TOML lines, without quotes; false when it has none. */
bool toml_value(Str text, Str name, Str *out);
/* The value of "--name=value" or "--name value" in a script; false when it has none. */
bool flag_value(Str text, Str name, Str *out);

#endif
