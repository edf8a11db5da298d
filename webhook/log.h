/* Log: one line of JSON for each event, on standard error, in one write: lines of threads do not
 * mix. Never a body, never more of userInfo than the name. */
#ifndef WEBHOOK_LOG_H
#define WEBHOOK_LOG_H

#include "base/arena.h"

typedef enum LogKind { LOG_TEXT, LOG_NUMBER, LOG_BOOL } LogKind;

typedef struct LogField {
    const char *name;
    LogKind kind;
    Str text;       /* cut where it is long; empty: the field is left out */
    int64_t number; /* also LOG_BOOL's */
} LogField;

#define log_text(name, str) ((LogField){(name), LOG_TEXT, (str), 0})
#define log_number(name, n) \
    ((LogField){            \
        (name), LOG_NUMBER, {NULL, 0},
          (n)
    })
#define log_bool(name, b) \
    ((LogField){          \
        (name), LOG_BOOL, {NULL, 0},
          (b)
    })
#define log_event(arena, event, ...)                              \
    log_fields((arena), (event), (const LogField[]){__VA_ARGS__}, \
               sizeof((const LogField[]){__VA_ARGS__}) / sizeof(LogField))

/* "time" and "event" come first; scratch memory is taken from the arena and given back. */
void log_fields(Arena *a, const char *event, const LogField *fields, size_t count);

#endif
