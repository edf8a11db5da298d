#include "webhook/log.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/json_out.h"
#include "base/limits.h"
#include "webhook/clock.h"

enum { LINE_MOST = 64 << 10 };

LogField log_text(const char *name, Str text)
{
    return (LogField){name, LOG_TEXT, text, 0};
}

LogField log_number(const char *name, int64_t number)
{
    return (LogField){name, LOG_NUMBER, STR(""), number};
}

LogField log_bool(const char *name, bool value)
{
    return (LogField){name, LOG_BOOL, STR(""), value};
}

static Str now(Arena *a)
{
    struct timespec t;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &t);
    gmtime_r(&t.tv_sec, &utc);
    return arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ", utc.tm_year + 1900,
                        utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                        (long)(t.tv_nsec / CLOCK_MS));
}

static void put_field(Json line, const LogField *f)
{
    switch (f->kind) {
    case LOG_TEXT:
        if (f->text.len > 0)
            json_put_str(line, f->name, str_slice(f->text, 0, LIMIT_WARNING));
        break;
    case LOG_NUMBER: json_put_int(line, f->name, f->number); break;
    case LOG_BOOL: json_put_bool(line, f->name, f->number != 0); break;
    }
}

/* A log that cannot be written is no reason to stop answering. */
static void write_line(Str line)
{
    while (line.len > 0) {
        ssize_t done = write(STDERR_FILENO, line.ptr, line.len);
        if (done <= 0)
            return;
        line = str_skip(line, (size_t)done);
    }
}

void log_fields(Arena *a, const char *event, const LogField *fields, size_t count)
{
    ArenaMark mark = arena_mark(a);
    Json line = json_object(a);
    json_put_str(line, "time", now(a));
    json_put_str(line, "event", str_c(event));
    for (size_t i = 0; i < count; i++)
        put_field(line, &fields[i]);
    Buf out;
    buf_init(&out, a, LINE_MOST);
    json_print(&out, line);
    buf_char(&out, '\n');
    write_line(buf_str(&out));
    arena_rewind(a, mark);
}
