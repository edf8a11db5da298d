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

LogField log_text(const char *name, Str text);
LogField log_number(const char *name, int64_t number);
LogField log_bool(const char *name, bool value);

#define log_event(arena, event, ...)                              \
    log_fields((arena), (event), (const LogField[]){__VA_ARGS__}, \
               sizeof((const LogField[]){__VA_ARGS__}) / sizeof(LogField))

/* "time" and "event" come first; scratch memory is taken from the arena and given back. */
void log_fields(Arena *a, const char *event, const LogField *fields, size_t count);

#endif
