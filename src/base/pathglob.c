#include "base/pathglob.h"

#include "base/abspath.h"

/* Reads "[a-z]" at the start of *pattern and takes it off. A bracket that is never closed stands
 * for itself. */
static bool class_match(Str *pattern, char c)
{
    Str p = str_skip(*pattern, 1);
    bool negated = p.len && (p.ptr[0] == '!' || p.ptr[0] == '^'), found = false;
    p = str_skip(p, negated);
    for (bool first = true; p.len && (first || p.ptr[0] != ']'); first = false) {
        if (p.ptr[0] == '\\')
            p = str_skip(p, 1);
        if (!p.len)
            break;
        char low = p.ptr[0], high = low;
        bool range = p.len > 2 && p.ptr[1] == '-' && p.ptr[2] != ']';
        if (range)
            high = p.ptr[2];
        found |= low <= c && c <= high;
        p = str_skip(p, range ? 3 : 1);
    }
    if (!p.len) {
        *pattern = str_skip(*pattern, 1);
        return c == '[';
    }
    *pattern = str_skip(p, 1);
    return found != negated;
}

/* Takes one pattern character off that is no star. */
static bool char_match(Str *pattern, char c)
{
    char p = pattern->ptr[0];
    if (p == '[')
        return class_match(pattern, c);
    if (p == '\\' && pattern->len > 1) {
        *pattern = str_skip(*pattern, 1);
        p = pattern->ptr[0];
    } else if (p == '?') {
        p = c;
    }
    *pattern = str_skip(*pattern, 1);
    return p == c;
}

/* One name. On a mismatch only the last star needs to take one more character. */
static bool name_match(Str pattern, Str name)
{
    Str star = {0}, from = {0};
    while (name.len) {
        if (pattern.len && pattern.ptr[0] == '*') {
            pattern = str_skip(pattern, 1);
            star = (Str){pattern.ptr, pattern.len};
            from = name;
            continue;
        }
        if (pattern.len && char_match(&pattern, name.ptr[0])) {
            name = str_skip(name, 1);
            continue;
        }
        if (!from.len)
            return false;
        from = name = str_skip(from, 1);
        pattern = star;
    }
    while (pattern.len && pattern.ptr[0] == '*')
        pattern = str_skip(pattern, 1);
    return !pattern.len;
}

/* The same greedy walk over names, with "**" in the part of the star. */
bool pathglob_match(Str pattern, Str path)
{
    Str star = {0}, from = {0};
    while (path.len) {
        Str wanted, name, pattern_rest = pattern, path_rest = path;
        bool more = str_next(&pattern_rest, '/', &wanted);
        (void)str_next(&path_rest, '/', &name);
        if (more && str_eq(wanted, STR("**"))) {
            if (!pattern_rest.len)
                return true;
            star = pattern = pattern_rest;
            from = path;
        } else if (more && name_match(wanted, name)) {
            pattern = pattern_rest;
            path = path_rest;
        } else if (from.len) {
            (void)str_next(&from, '/', &name);
            path = from;
            pattern = star;
        } else {
            return false;
        }
    }
    return !pattern.len;
}

/* Without the line end and the blanks before it; "\ " keeps its blank. */
static Str line_trim(Str line)
{
    while (line.len) {
        char last = line.ptr[line.len - 1];
        bool escaped = line.len > 1 && line.ptr[line.len - 2] == '\\';
        if (last != '\r' && (last != ' ' || escaped))
            break;
        line.len--;
    }
    return line;
}

void pathglobs_add(Arena *a, PathGlobs *g, Str base, Str line)
{
    line = line_trim(line);
    if (!line.len || line.ptr[0] == '#')
        return;
    PathGlob glob = {.base = base};
    glob.negated = line.ptr[0] == '!';
    line = str_skip(line, glob.negated);
    glob.folders = str_ends(line, STR("/"));
    line.len -= glob.folders;
    bool anchored = str_find_char(line, '/') < line.len;
    if (str_starts(line, STR("/")))
        line = str_skip(line, 1);
    if (!line.len)
        return;
    glob.pattern = anchored ? line : arena_printf(a, "**/%.*s", STR_ARG(line));
    *vec_push(a, &g->list) = glob;
}

void pathglobs_read(Arena *a, PathGlobs *g, Str base, Str text)
{
    Str line;
    while (str_next(&text, '\n', &line))
        pathglobs_add(a, g, base, line);
}

/* What of path lies below base; "" when it does not. */
static Str below(Str base, Str path)
{
    if (!str_starts(path, base))
        return STR("");
    Str rest = str_skip(path, base.len);
    if (str_eq(base, STR("/")))
        return rest;
    return str_starts(rest, STR("/")) ? str_skip(rest, 1) : STR("");
}

Tri pathglobs_match(const PathGlobs *g, Str path, bool folder)
{
    for (size_t i = g->list.len; i-- > 0;) {
        const PathGlob *glob = &g->list.items[i];
        Str rest = below(glob->base, path);
        if (rest.len && (folder || !glob->folders) && pathglob_match(glob->pattern, rest))
            return tri_of(!glob->negated);
    }
    return TRI_UNKNOWN;
}

bool pathglobs_cover(const PathGlobs *g, Str path)
{
    if (!g->list.len)
        return false;
    bool folder = false;
    for (; path.len; path = path_parent(path), folder = true) {
        if (pathglobs_match(g, path, folder) == TRI_YES)
            return true;
    }
    return false;
}
