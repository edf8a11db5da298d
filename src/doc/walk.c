#include "doc/walk.h"

#include <string.h>

#include "base/buf.h"

static const Str JOINT = STR_INIT("\n\xEF\xBB\xBF");
enum { MARK_LEN = 3 }; /* of a byte order mark */

void walk_init(Walk *w, Str text, bool ascii)
{
    *w = (Walk){.text = text, .ascii = ascii, .joined = !ascii && str_contains(text, JOINT)};
}

Str walk_text(const Walk *w, Arena *a)
{
    Buf out;
    Str rest = w->text;
    if (!w->joined)
        return w->text;
    buf_init(&out, a, SIZE_MAX);
    while (rest.len > 0) {
        size_t joint = str_find(rest, JOINT), end = joint < rest.len ? joint + 1 : joint;
        buf_add(&out, str_slice(rest, 0, end));
        rest = str_skip(rest, joint < rest.len ? end + MARK_LEN : end);
    }
    return buf_str(&out);
}

static bool is_joint(const Walk *w, size_t at)
{
    return w->joined && at > 0 && str_starts(str_skip(w->text, at - 1), JOINT);
}

static bool continues(Str text, size_t at)
{
    return at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80;
}

static bool is_ascii8(Str text, size_t at)
{
    uint64_t bytes;
    if (at + sizeof bytes > text.len)
        return false;
    memcpy(&bytes, text.ptr + at, sizeof bytes);
    return !(bytes & 0x8080808080808080U);
}

static void step(Walk *w)
{
    do
        w->bytes++;
    while (continues(w->text, w->bytes));
    w->chars++;
    if (is_joint(w, w->bytes))
        w->bytes += MARK_LEN;
}

static void step_back(Walk *w)
{
    if (w->bytes >= MARK_LEN && is_joint(w, w->bytes - MARK_LEN))
        w->bytes -= MARK_LEN;
    do
        w->bytes--;
    while (continues(w->text, w->bytes));
    w->chars--;
}

uint32_t walk_to(Walk *w, size_t chars)
{
    if (w->ascii)
        return (uint32_t)(chars < w->text.len ? chars : w->text.len);
    while (w->chars + 8 <= chars && is_ascii8(w->text, w->bytes)) {
        w->chars += 8;
        w->bytes += 8;
        if (is_joint(w, w->bytes))
            w->bytes += MARK_LEN;
    }
    while (w->chars < chars && w->bytes < w->text.len)
        step(w);
    while (w->chars > chars)
        step_back(w);
    return (uint32_t)w->bytes;
}
