#include "kube/user_data.h"

/* Takes a line without its end; false past the last. */
static bool next_line(Str *rest, Str *line)
{
    if (!rest->len)
        return false;
    size_t end = str_find_char(*rest, '\n');
    *line = str_slice(*rest, 0, end);
    *rest = str_skip(*rest, end < rest->len ? end + 1 : end);
    if (line->len && line->ptr[line->len - 1] == '\r')
        line->len--;
    return true;
}

static bool starts_nocase(Str s, Str prefix)
{
    return s.len >= prefix.len && str_eq_nocase(str_slice(s, 0, prefix.len), prefix);
}

/* ---- MIME parts (RFC 2045, 2046) ---- */

typedef struct Headers {
    Str type, boundary;
    bool encoded, any;
} Headers;

static Str unquoted(Str s)
{
    s = str_trim(s);
    if (s.len && s.ptr[0] == '"') {
        s = str_skip(s, 1);
        return str_slice(s, 0, str_find_char(s, '"'));
    }
    return str_trim(str_slice(s, 0, str_find_char(s, ';')));
}

static void read_header(Headers *h, Str line)
{
    const Str boundary = STR("boundary=");
    Str name, value;
    for (size_t i = 0; i < line.len; i++) {
        if (starts_nocase(str_skip(line, i), boundary)) {
            h->boundary = unquoted(str_skip(line, i + boundary.len));
            break;
        }
    }
    if (!str_cut(line, ':', &name, &value))
        return;
    if (str_eq_nocase(name, STR("Content-Type")))
        h->type = str_trim(str_slice(value, 0, str_find_char(value, ';')));
    if (str_eq_nocase(name, STR("Content-Transfer-Encoding")))
        h->encoded = starts_nocase(str_trim(value), STR("base64")) ||
                     starts_nocase(str_trim(value), STR("quoted"));
}

/* Up to the empty line that ends them. */
static Headers read_headers(Str *rest)
{
    Headers h = {0};
    Str line;
    while (next_line(rest, &line) && str_trim(line).len) {
        read_header(&h, line);
        h.any = true;
    }
    return h;
}

UserParts user_parts(Str text)
{
    Str rest = text;
    while (rest.len && (rest.ptr[0] == '\n' || rest.ptr[0] == '\r'))
        rest = str_skip(rest, 1);
    UserParts p = {.rest = text};
    p.mime = starts_nocase(rest, STR("MIME-Version:")) || starts_nocase(rest, STR("Content-Type:"));
    if (!p.mime)
        return p;
    p.boundary = read_headers(&rest).boundary;
    p.rest = rest;
    return p;
}

/* 1: a part starts, 2: the last one ended. */
static int delimiter(const UserParts *p, Str line)
{
    line = str_trim(line);
    if (!p->boundary.len || !str_starts(line, STR("--")) ||
        !str_starts(str_skip(line, 2), p->boundary))
        return 0;
    Str tail = str_skip(line, 2 + p->boundary.len);
    return !tail.len ? 1 : str_eq(tail, STR("--")) ? 2 : 0;
}

static bool next_mime(UserParts *p, UserPart *out)
{
    Str line, from;
    do {
        if (!next_line(&p->rest, &line))
            return false;
    } while (delimiter(p, line) != 1);
    Headers h = read_headers(&p->rest);
    from = p->rest;
    Str before = from;
    while (next_line(&p->rest, &line) && !delimiter(p, line))
        before = p->rest;
    /* The next call finds the line again. */
    p->rest = before;
    *out = (UserPart){h.type, str_slice(from, 0, from.len - before.len), h.encoded};
    return true;
}

bool user_parts_next(UserParts *p, UserPart *out)
{
    if (p->mime)
        return next_mime(p, out);
    if (!p->rest.len)
        return false;
    *out = (UserPart){STR(""), p->rest, false};
    p->rest = STR("");
    return true;
}

/* ---- TOML lines ---- */

/* A value up to its end: quotes taken off, a comment left out. */
static Str toml_scalar(Str s)
{
    s = str_trim(s);
    if (s.len && (s.ptr[0] == '"' || s.ptr[0] == '\'')) {
        char quote = s.ptr[0];
        s = str_skip(s, 1);
        return str_slice(s, 0, str_find_char(s, quote));
    }
    return str_trim(str_slice(s, 0, str_find_char(s, '#')));
}

/* Is `name` the section, a dot, and the key? */
static bool is_name(Str name, Str section, Str key)
{
    if (!section.len)
        return str_eq(name, key);
    return name.len == section.len + 1 + key.len && str_starts(name, section) &&
           name.ptr[section.len] == '.' && str_ends(name, key);
}

bool toml_value(Str text, Str name, Str *out)
{
    Str line, section = STR(""), key, value;
    while (next_line(&text, &line)) {
        line = str_trim(line);
        if (line.len > 2 && line.ptr[0] == '[') {
            section = str_trim(str_slice(line, 1, str_find_char(line, ']')));
            continue;
        }
        if (!str_cut(line, '=', &key, &value))
            continue;
        key = str_trim(key);
        if (key.len > 1 && key.ptr[0] == '"')
            key = unquoted(key);
        if (!is_name(name, section, key))
            continue;
        *out = toml_scalar(value);
        return true;
    }
    return false;
}

/* ---- flags in scripts ---- */

static bool ends_value(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '"' || c == '\'' || c == '\\' ||
           c == ',';
}

bool flag_value(Str text, Str name, Str *out)
{
    for (size_t at; (at = str_find(text, STR("--"))) < text.len;) {
        text = str_skip(text, at + 2);
        bool named = str_starts(text, name) && text.len > name.len &&
                     (text.ptr[name.len] == '=' || text.ptr[name.len] == ' ');
        if (!named)
            continue;
        Str value = str_skip(text, name.len + 1);
        size_t end = 0;
        while (end < value.len && !ends_value(value.ptr[end]))
            end++;
        *out = str_slice(value, 0, end);
        return end > 0;
    }
    return false;
}
