/* The JSON reader's own answer, for doc_load: whether a text that is no JSON may be YAML. */
#ifndef DOC_JSON_H
#define DOC_JSON_H

#include "doc/load.h"

typedef enum JsonResult {
    JSON_GOOD,
    JSON_NOT,    /* not the syntax of JSON */
    JSON_REFUSED /* JSON, but beyond a limit or with what no API server accepts */
} JsonResult;

JsonResult json_read(Loader *l, const Source *s, Diags *d, Stream **out);

#endif
