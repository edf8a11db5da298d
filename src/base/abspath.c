#include "base/abspath.h"

#include <limits.h>
#include <unistd.h>

#include "base/buf.h"

static void steps_add(Buf *out, Str path)
{
    Str step;
    while (str_next(&path, '/', &step)) {
        if (str_eq(step, STR("..")))
            out->len = out->len ? str_rfind_char(buf_str(out), '/') : 0;
        else if (step.len && !str_eq(step, STR(".")))
            buf_printf(out, "/%.*s", STR_ARG(step));
    }
}

Str path_absolute(Arena *a, Str path)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    if (!str_starts(path, STR("/"))) {
        char here[PATH_MAX]; /* what getcwd can give at most */
        steps_add(&out, getcwd(here, sizeof here) ? str_c(here) : STR(""));
    }
    steps_add(&out, path);
    return out.len ? arena_copy(a, buf_str(&out)) : STR("/");
}

Str path_parent(Str path)
{
    size_t slash = str_rfind_char(path, '/');
    if (path.len < 2 || slash == path.len)
        return STR("");
    return str_slice(path, 0, slash ? slash : 1);
}

/* Whether path lies in folder, or is it. */
static bool lies_in(Str path, Str folder)
{
    return str_eq(folder, STR("/")) ||
           (str_starts(path, folder) && (path.len == folder.len || path.ptr[folder.len] == '/'));
}

Str path_relative(Arena *a, Str path)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    Str folder = path_absolute(a, STR("."));
    for (; !lies_in(path, folder); folder = path_parent(folder))
        buf_add(&out, STR("../"));
    Str rest = str_skip(path, folder.len);
    buf_add(&out, str_starts(rest, STR("/")) ? str_skip(rest, 1) : rest);
    if (str_ends(buf_str(&out), STR("/")))
        out.len--;
    return out.len ? arena_copy(a, buf_str(&out)) : STR(".");
}
