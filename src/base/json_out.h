/* JSON that we write. A Json is a value being built; json_print writes it as one line and ends it,
 * so a report costs the memory of one finding. What is no text in JSON (NUL, bytes that are not
 * UTF-8) becomes U+FFFD. Keys are literals of the program. */
#ifndef BASE_JSON_OUT_H
#define BASE_JSON_OUT_H

#include "base/buf.h"

typedef struct Json {
    struct cJSON *item;
    Arena *scratch; /* for texts on their way in; given back at once */
} Json;

Json json_object(Arena *scratch);
Json json_list(Arena *scratch);
Json json_str(Arena *scratch, Str value);
Json json_int(Arena *scratch, int64_t value);

/* Into an object under `key`; into a list with key NULL. */
Json json_put_object(Json in, const char *key);
Json json_put_list(Json in, const char *key);
void json_put_str(Json in, const char *key, Str value);
void json_put_int(Json in, const char *key, int64_t value);   /* all 64 bits are written */
void json_put_double(Json in, const char *key, double value); /* null unless finite */
void json_put_bool(Json in, const char *key, bool value);
void json_put_null(Json in, const char *key);
void json_put(Json in, const char *key, Json value); /* takes it over */

void json_print(Buf *out, Json value); /* without a line end; ends the value */

/* The frame around values that are written one by one: an object or list that is never built.
 * Each item stands on a line of its own. */
typedef struct JsonFrame {
    Buf *out;
    bool comma; /* the next item needs one before it */
} JsonFrame;

void json_open(JsonFrame *f, const char *key, char bracket); /* '{' or '['; key NULL in a list */
void json_item(JsonFrame *f, const char *key, Json value);   /* ends the value */
void json_close(JsonFrame *f, char bracket);                 /* '}' or ']' */

#endif
